"""Logs: one line per happening on standard error, in words on a terminal and as JSON elsewhere.

Each process of `manage.py run` also keeps its lines in a file of its own in the data folder, of bounded size: several
that rotated one file would lose lines to each other. A log disk that is full loses lines too, and nothing else.

Logs carry no personal data and no secrets: ids instead of names, no request bodies, and
whatever looks like a token or an e-mail address is cut from every line, whichever library wrote it.
"""

import logging
import logging.config
import os
import re
import sys
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from threading import Lock
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from tournament.signs import LOG_VARIABLE

# Session keys, private links and stream tokens: 20 characters or more with a digit among them. Names of
# modules and functions have none.
TOKEN = re.compile(r"(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
# Loggers of ours that write of one request what a thousand would meet as well.
OF_EACH_REQUEST: Final = frozenset(
    {
        "tournament.front.passing",
        "tournament.live.door",
        "tournament.live.handover",
        "tournament.views.outages",
    }
)
KEPT_WHOLE = frozenset({"logger", "timestamp", "level"})

MEGABYTE: Final = 1 << 20
# A full file makes place for a new one; with those before it a process keeps ten megabytes.
FILE_BYTES: Final = 2 * MEGABYTE
FILES_KEPT: Final = 4


class LogFile(RotatingFileHandler):
    """A file of a process. What cannot be written to it is lost: standard error has it too."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8", delay=True)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # the library's name
        """Say nothing: a traceback for each line would fill whatever standard error goes to."""


class Bursts(logging.Filter):
    """Of what any stranger can have written as often as they like, the first lines of a quarter of an hour, then the
    tenth, hundredth, thousandth; each short and without a traceback. Otherwise a thousand requests for a foreign host
    would push everything else out of the files.

    Handlers share one of these: the first that sees a line decides for all.
    """

    SECONDS: Final = 15 * 60.0
    ONE_BY_ONE: Final = 5
    LONGEST: Final = 200

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._guard = Lock()
        self._counts: dict[str, tuple[int, float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        kind = kind_of_strangers(record)
        if not kind:
            return True
        if not hasattr(record, "is_written"):
            self._shorten(record, self._count(kind))
        return bool(record.__dict__["is_written"])

    def _count(self, kind: str) -> int:
        with self._guard:
            now = self._now()
            count, since = self._counts.get(kind, (0, now))
            if now - since >= self.SECONDS:
                count, since = 0, now
            self._counts[kind] = (count + 1, since)
            return count + 1

    def _shorten(self, record: logging.LogRecord, count: int) -> None:
        record.is_written = count <= self.ONE_BY_ONE or str(count).strip("0") == "1"
        if isinstance(record.msg, dict):
            # Our own, short and without what was sent.
            record.msg = record.msg if count == 1 else {**record.msg, "within_15_minutes": count}
            return
        said = record.getMessage()[: self.LONGEST]
        record.msg = said if count == 1 else f"{said} ({count} times within 15 minutes)"
        record.args, record.exc_info, record.exc_text = (), None, None


def kind_of_strangers(record: logging.LogRecord) -> str:
    """What a line is counted as that a stranger has written by a request of theirs; "" for every other line.

    Django's loggers of security are one for each kind of request; uvicorn warns of those that are not HTTP; ours say
    what each request meets while a process or the database is away.
    """
    if record.name in OF_EACH_REQUEST and record.levelno <= logging.WARNING:
        return record.name
    if record.name.startswith("django.security"):
        return record.name
    if record.name.startswith("uvicorn") and record.levelno <= logging.WARNING:
        return f"{record.name} {record.msg}"
    return ""


def scrub(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Cut secrets and addresses out of every text of a log line, and line breaks that would forge another line."""
    for key, value in event.items():
        if isinstance(value, str) and key not in KEPT_WHOLE:
            shown = EMAIL.sub("(address)", TOKEN.sub("(token)", value))
            event[key] = shown if key == "exception" else shown.replace("\r", "\\r").replace("\n", "\\n")
    return event


def is_no_outage(record: logging.LogRecord) -> bool:
    """Drop Django's traceback of a database that is away: `tournament.views.outages` says it in one line."""
    from tournament.views.outages import outage_of  # noqa: PLC0415  # the logs are set up before Django is

    return record.exc_info is None or outage_of(record.exc_info[1]) is None


def file_handler(folder: Path) -> dict[str, Any]:
    """The handler of this process's file; none where nobody named it, or where the folder cannot be made."""
    name = os.environ.pop(LOG_VARIABLE, "")
    if not re.fullmatch(r"[a-z0-9-]+", name):
        return {}
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return {}
    return {
        "file": {"()": LogFile, "path": folder / f"{name}.log", "formatter": "json", "filters": ["bursts"]}
    }


def configure_logging(*, debug: bool, folder: Path) -> None:
    """Send the logs of Floorman and of the libraries through one chain of processors.

    They are kept in a file of `folder` where the environment names one; what this process starts has none.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.UnicodeDecoder(),
    ]
    on_terminal = sys.stderr.isatty()
    as_json: list[Processor] = [
        structlog.processors.format_exc_info,
        scrub,
        structlog.processors.JSONRenderer(),
    ]
    last = [scrub, structlog.dev.ConsoleRenderer()] if on_terminal else as_json
    kept = file_handler(folder)
    bursts = Bursts()
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {"no outage": {"()": lambda: is_no_outage}, "bursts": {"()": lambda: bursts}},
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": shared,
                    "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
                },
                "json": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": shared,
                    "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *as_json],
                },
            },
            "handlers": {
                "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["bursts"]},
                **kept,
            },
            "root": {"handlers": ["stderr", *kept], "level": "INFO" if debug else "WARNING"},
            "loggers": {
                "tournament": {"level": "DEBUG" if debug else "INFO"},
                "tables": {"level": "DEBUG" if debug else "INFO"},
                # Its warnings name the account and the address of a failed log-in.
                "axes": {"level": "ERROR"},
                # A path can be a private link; refused requests are counted, not quoted.
                "django.request": {"level": "ERROR", "filters": ["no outage"]},
            },
        }
    )
