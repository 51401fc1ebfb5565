"""What is kept for all processes, and what cannot be read of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest
from pytest_django import Settings

from tournament.queries.forecast.kept import keep, kept


@dataclass(frozen=True, slots=True)
class Told:
    """As a release has it."""

    number: int


def test_it_is_kept_and_nothing_else_is_taken_for_it() -> None:
    keep("one", Told(number=7), seconds=60)
    assert kept("one", Told) == Told(number=7)
    assert kept("one", str) is None
    assert kept("another", Told) is None


def test_what_another_release_has_kept_is_not_read(settings: Settings) -> None:
    keep("one", Told(number=7), seconds=60)
    settings.VERSION = "0.0.1"
    assert kept("one", Told) is None


def test_what_cannot_be_unpickled_is_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    keep("one", Told(number=7), seconds=60)
    monkeypatch.delattr(sys.modules[__name__], "Told")
    assert kept("one", object) is None
    (record,) = caplog.records
    assert "What was kept as one cannot be read." in record.getMessage()
    assert record.exc_info is not None
