"""`python -m graph_aria.cli` is the command `aria`."""

from __future__ import annotations

from graph_aria.cli.start import main

if __name__ == "__main__":
    main()
