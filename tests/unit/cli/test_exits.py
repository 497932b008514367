"""Every error has an exit code, over HTTP and in this process the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph_aria.api.problems import status_of
from graph_aria.cli.exits import Exit, Refused, exit_of
from graph_aria.errors import AriaError, NotFound, StoreLocked


def _kinds(kind: type[AriaError] = AriaError) -> Iterator[type[AriaError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds(each)


@pytest.mark.parametrize("kind", sorted(_kinds(), key=str))
def test_an_error_ends_the_same_way_whoever_found_it(kind: type[AriaError]) -> None:
    error = kind()

    refused = Refused(status_of(error), error.code, error.message)

    assert exit_of(refused) is exit_of(error)


def test_codes_tell_kinds_of_errors_apart() -> None:
    assert exit_of(NotFound()) is Exit.NOT_FOUND
    assert exit_of(StoreLocked()) is Exit.UNAVAILABLE
    assert exit_of(Refused(418, "teapot", "no coffee")) is Exit.FAILED
