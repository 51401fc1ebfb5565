"""Logs carry nothing that opens a door, and one happening is one line."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tournament.config import logs
from tournament.config.logs import FILE_BYTES, FILES_KEPT, Bursts, LogFile, file_handler, scrub
from tournament.signs import LOG_VARIABLE


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


def said_by(logger: str, message: str, *, level: int = logging.ERROR) -> logging.LogRecord:
    try:
        raise ValueError(message)
    except ValueError:
        return logging.LogRecord(logger, level, "", 0, message, (), sys.exc_info())


def test_a_stranger_who_asks_for_a_foreign_host_a_thousand_times_writes_few_short_lines() -> None:
    bursts = Bursts(now=lambda: 0.0)
    written = []
    for number in range(1_000):
        record = said_by(
            "django.security.DisallowedHost", f"Invalid HTTP_HOST header: '{number}{'x' * 9_000}'."
        )
        # The file and standard error ask the same one.
        decided = {bursts.filter(record), bursts.filter(record)}
        assert len(decided) == 1
        if decided == {True}:
            written.append(record)
    assert len(written) == 8
    assert all(len(record.getMessage()) < 250 and record.exc_info is None for record in written)
    assert written[-1].getMessage().endswith("(1000 times within 15 minutes)")


def test_streams_that_strangers_are_refused_are_counted_too() -> None:
    bursts = Bursts(now=lambda: 0.0)
    written = []
    for _ in range(100):
        record = logging.LogRecord(
            "tournament.live.door", logging.INFO, "", 0, {"event": "stream_refused"}, (), None
        )
        if bursts.filter(record):
            written.append(record.msg)
    assert len(written) == 7
    assert written[-1] == {"event": "stream_refused", "within_15_minutes": 100}


def test_what_goes_wrong_in_the_house_is_written_each_time_with_its_traceback() -> None:
    bursts = Bursts(now=lambda: 0.0)
    for _ in range(20):
        for logger in ("django.request", "tournament.views", "uvicorn.error"):
            record = said_by(logger, "It broke.")
            assert bursts.filter(record)
            assert record.exc_info
    warned = [
        bursts.filter(said_by("uvicorn.error", "Invalid HTTP request received.", level=logging.WARNING))
        for _ in range(20)
    ]
    assert sum(warned) == 6


# --- Files ------------------------------------------------------------------------------------------------------

# The settings set the logs up, before Django looks for its applications.
SAY_TWICE = """
import os, structlog
from tournament.config import settings
structlog.get_logger("tournament.x").warning("the_lights_flicker", table=7)
structlog.get_logger("tournament.x").warning("the_lights_are_out")
print(os.environ.get("FLOORMAN_LOG", "nothing for those it starts"))
"""


def say_twice(directory: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Start a process of Floorman whose file has this name."""
    environment = {**os.environ, LOG_VARIABLE: name, "FLOORMAN_DATA_DIR": str(directory)}
    return subprocess.run(
        [sys.executable, "-c", SAY_TWICE],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )


def test_a_process_keeps_its_lines_in_a_file_of_its_own(tmp_path: Path) -> None:
    process = say_twice(tmp_path, "web-1")

    lines = [json.loads(line) for line in (tmp_path / "logs" / "web-1.log").read_text().splitlines()]
    assert [(line["event"], line.get("table")) for line in lines] == [
        ("the_lights_flicker", 7),
        ("the_lights_are_out", None),
    ]
    assert process.stdout == "nothing for those it starts\n"
    assert (tmp_path / "logs").stat().st_mode & 0o077 == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="SKIPPED: this machine has no /dev/full")
def test_a_log_disk_that_is_full_stops_nobody(tmp_path: Path) -> None:
    """Lines that do not fit are lost; standard error has them, and no traceback for each."""
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "web.log").symlink_to("/dev/full")

    process = say_twice(tmp_path, "web")

    assert process.stderr.count("the_lights_") == 2
    assert "No space left" not in process.stderr
    assert "Traceback" not in process.stderr


def test_without_a_folder_there_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "logs").write_text("in the way")
    monkeypatch.setenv(LOG_VARIABLE, "web")
    assert file_handler(tmp_path / "logs") == {}


@pytest.mark.parametrize("name", ["", "../web", "web 1"])
def test_only_a_plain_name_makes_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(LOG_VARIABLE, name)
    assert file_handler(tmp_path / "logs") == {}


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "FILE_BYTES", 2_000)


@pytest.mark.usefixtures("small_files")
def test_files_are_bounded_and_the_newest_lines_stay(tmp_path: Path) -> None:
    handler = LogFile(tmp_path / "web.log")
    for number in range(2_000):
        handler.emit(logging.makeLogRecord({"msg": f"line {number:04d}"}))
    handler.close()

    files = sorted(tmp_path.iterdir())
    assert len(files) == 1 + FILES_KEPT
    assert sum(file.stat().st_size for file in files) <= 2_000 * (1 + FILES_KEPT)
    assert (tmp_path / "web.log").read_text().splitlines()[-1] == "line 1999"
    assert (1 + FILES_KEPT) * FILE_BYTES == 10 << 20
