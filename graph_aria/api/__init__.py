"""The HTTP API: thin routers, schemas, and errors told as problem responses."""
