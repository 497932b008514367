"""graph-aria: a personal knowledge graph that fades, and a companion that reads it."""

__version__ = "0.1.0"
