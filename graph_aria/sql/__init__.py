"""Migrations and named queries for SQLite. Data only."""
