"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# `make test` must give one answer; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("gate", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))
