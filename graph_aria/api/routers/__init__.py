"""One thin router an aggregate."""
