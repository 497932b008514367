"""HTTP: FastAPI routers, schemas and problem responses. They translate and do nothing else."""

PREFIX = "/api/v1"
"""Where all routes lie but those of health."""
