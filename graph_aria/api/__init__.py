"""HTTP: FastAPI routers, schemas and problem responses. They translate and do nothing else."""
