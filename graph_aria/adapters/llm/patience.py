"""Leaving an endpoint alone after what will not pass by itself."""

from __future__ import annotations

import time
from typing import Final

import structlog

from graph_aria.domain.proposals import Failure

LASTING_SECONDS: Final = 600.0
PASSING_SECONDS: Final = 60.0
PATIENT_TIMES: Final = 3
"""Answers in a row that may fail before the endpoint is left alone for a while."""

_log = structlog.get_logger("graph_aria.model")


class Patience:
    """Leaves an endpoint alone for a while.

    After a wrong key or an unknown model at once, after all else that lies in the endpoint
    when it failed three times in a row.
    """

    def __init__(self, setting: str) -> None:
        """Begin patiently.

        Args:
            setting: the variable that names the model.
        """
        self._remedies: dict[Failure | None, str] = {
            Failure.WRONG_KEY: "the endpoint refuses the key: correct ARIA_LLM_API_KEY",
            Failure.UNKNOWN: (
                f"the endpoint does not know the model: correct {setting}, or the path in "
                "ARIA_LLM_BASE_URL"
            ),
            Failure.UNREACHABLE: (
                "the endpoint cannot be reached: start it, or correct ARIA_LLM_BASE_URL"
            ),
            Failure.TIMEOUT: "the endpoint takes longer than ARIA_LLM_SECONDS",
            Failure.BUSY: "the endpoint asks for a pause",
            Failure.BROKEN: "the endpoint answers with errors of its own",
        }
        self._n_failed = 0
        self._quiet_until = 0.0
        self._quiet_for: Failure | None = None

    @property
    def quiet(self) -> Failure | None:
        """Why the endpoint is left alone just now, None if it is not."""
        return self._quiet_for if time.monotonic() < self._quiet_until else None

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""
        return self.remedy(self.quiet)

    def remedy(self, failure: Failure | None) -> str | None:
        """What is wrong and how to mend it, None if it lies not in the endpoint."""
        return self._remedies.get(failure)

    def remember(self, failure: Failure | None) -> None:
        """Note what came of asking; say once that the endpoint is left alone."""
        if failure is None or failure not in self._remedies:
            self._n_failed, self._quiet_for = 0, None
            return
        self._n_failed += 1
        if not (failure.is_lasting or self._n_failed >= PATIENT_TIMES):
            return
        seconds = LASTING_SECONDS if failure.is_lasting else PASSING_SECONDS
        if self._quiet_for is not failure:
            _log.warning("model_left_alone", reason=failure.value, remedy=self._remedies[failure])
        self._quiet_until, self._quiet_for = time.monotonic() + seconds, failure
