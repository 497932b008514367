"""Figures for Prometheus. Labels are kinds, states and routes, never anything written."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_METHODS: Final = frozenset({"GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"})
JOB_STATES: Final = ("queued", "leased", "dead")


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Histogram(
            "aria_request_seconds",
            "Time to answer a request.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._accepted = Counter(
            "aria_entries_accepted", "Entries stored.", ["form"], registry=self._registry
        )
        self._jobs = Gauge(
            "aria_jobs", "Jobs that are not done, by state.", ["state"], registry=self._registry
        )
        self._done = Counter("aria_jobs_done", "Jobs performed.", registry=self._registry)
        self._working = Histogram(
            "aria_work_seconds",
            "Time of one round of work on the outbox, reading included.",
            registry=self._registry,
            buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
        )
        self._reading = Histogram(
            "aria_read_seconds",
            "Time from accepting an entry to having read it, where it was waited for.",
            registry=self._registry,
        )

    def note_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request under its route's template."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route, str(status)).observe(seconds)

    def note_entry(self, form: str) -> None:
        """Count an entry that was stored."""
        self._accepted.labels(form).inc()

    def note_work(self, n_jobs: int, seconds: float) -> None:
        """Count a round of work."""
        self._done.inc(n_jobs)
        self._working.observe(seconds)

    def note_reading(self, seconds: float) -> None:
        """Count an entry that was read while somebody waited."""
        self._reading.observe(seconds)

    def render(self, jobs: dict[str, int]) -> bytes:
        """All figures as text.

        Args:
            jobs: how many jobs are in each state.
        """
        for state in JOB_STATES:
            self._jobs.labels(state).set(jobs.get(state, 0))
        return generate_latest(self._registry)
