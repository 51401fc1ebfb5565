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
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from tournament.signs import LOG_VARIABLE

# Session keys, private links and stream tokens: 20 characters or more with a digit among them. Names of
# modules and functions have none.
TOKEN = re.compile(r"(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
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
    return {"file": {"()": LogFile, "path": folder / f"{name}.log", "formatter": "json"}}


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
            "filters": {"no outage": {"()": lambda: is_no_outage}},
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
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}, **kept},
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
