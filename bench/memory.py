"""Memory of all processes of the service, also while a 100 kB entry is read."""

from __future__ import annotations

import threading
import time

from bench.report import conclude
from bench.service import megabytes, running

LIMIT_MB = 500.0
SENTENCES = (
    "Slept badly again and the Atlas deadline is making me anxious.",
    "My sister Nora came over and we went for a long walk along the river in Boulder.",
    "Yoga helped, and I was calmer afterwards than I had been all week.",
)


def long_entry(n_bytes: int = 100_000) -> str:
    """An ordinary entry of that size."""
    text = ""
    number = 0
    while len(text) < n_bytes:
        text += f"{SENTENCES[number % len(SENTENCES)]} "
        number += 1
    return text[:n_bytes]


def main() -> None:
    """Watch the service at rest and while it reads."""
    with running() as service:
        service.post_entry("Yoga helped.", wait=True)
        at_rest = megabytes(service.process)
        peaks: list[float] = []
        done = threading.Event()

        def watch() -> None:
            while not done.is_set():
                peaks.append(megabytes(service.process))
                time.sleep(0.05)

        watcher = threading.Thread(target=watch)
        watcher.start()
        began = time.perf_counter()
        service.post_entry(long_entry(), wait=True)
        seconds = time.perf_counter() - began
        done.set()
        watcher.join()
    print(f"at rest {at_rest:.0f} MB; reading 100 kB in {seconds:.1f} s, peak {max(peaks):.0f} MB")
    conclude("memory", max(at_rest, *peaks), LIMIT_MB, unit="MB")


if __name__ == "__main__":
    main()
