"""Prompt texts, one file each. Data only."""
