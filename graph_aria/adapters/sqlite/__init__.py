"""The embedded store, on SQLite through APSW."""
