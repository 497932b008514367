"""The command `aria`: Typer commands that are clients of the API."""
