"""What pytest says at its end, also to `python -m tests.everything`: a part of pytest that tests/conftest.py names."""

import json
import os
from pathlib import Path

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what was left out, and write what came of it for `python -m tests.everything`."""
    left_out = sorted(
        {
            report.longrepr[2].removeprefix("Skipped: ")
            for report in terminalreporter.getreports("skipped")
            if isinstance(report.longrepr, tuple)
        }
    )
    for reason in left_out:
        terminalreporter.write_line(reason, yellow=True, bold=True)
    if target := os.environ.get("FLOORMAN_TEST_REPORT"):
        came_to = {
            "counts": {"passed": len(terminalreporter.getreports("passed"))},
            "left_out": left_out,
            "failed": ids_of_failed(terminalreporter),
        }
        Path(target).write_text(json.dumps(came_to), encoding="utf-8")


def ids_of_failed(terminalreporter: pytest.TerminalReporter) -> list[str]:
    """Name each test once that failed, whether in itself or in what its fixtures do before and after it."""
    reports = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
    return sorted({report.nodeid for report in reports})
