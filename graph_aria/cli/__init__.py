"""The `aria` commands."""
