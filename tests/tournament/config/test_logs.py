"""Logs carry nothing that opens a door, and one happening is one line."""

import pytest

from tournament.config.logs import scrub


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("GET /seat/kJ3_x-99aQwErTyUiOp77zz refused", "GET /seat/(token) refused"),
        ("session 8u2m1t0q9w8e7r6t5y4u3i2o1p0a9s8d", "session (token)"),
        ("mail to vera.direttrice@casino.example failed", "mail to (address) failed"),
        ("first\nforged second\r", "first\\nforged second\\r"),
        (
            "tournament.services.registration_closes_by_itself",
            "tournament.services.registration_closes_by_itself",
        ),
        ("table 12 of H7KQ2M broke", "table 12 of H7KQ2M broke"),
    ],
)
def test_secrets_and_line_breaks_are_cut_from_a_line(said: str, written: str) -> None:
    assert scrub(None, "info", {"event": said})["event"] == written


def test_a_traceback_keeps_its_lines_and_loses_its_secrets() -> None:
    event = scrub(None, "error", {"exception": "Traceback\n  ValueError: kJ3x99aQwErTyUiOp77zz"})
    assert event["exception"] == "Traceback\n  ValueError: (token)"
