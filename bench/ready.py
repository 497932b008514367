"""Seconds from the start of `aria serve` until it is ready, models loaded."""

from __future__ import annotations

from bench.report import conclude, spread
from bench.service import running

ROUNDS = 3
LIMIT_SECONDS = 6.0


def main() -> None:
    """Start it three times and take the slowest."""
    seconds = []
    for _ in range(ROUNDS):
        with running() as service:
            seconds.append(service.ready_seconds)
    print(f"ready after s: {spread(seconds)}")
    conclude("ready", max(seconds), LIMIT_SECONDS, unit="s")


if __name__ == "__main__":
    main()
