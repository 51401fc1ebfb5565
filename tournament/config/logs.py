"""Logs: one line per happening on standard error, in words on a terminal and as JSON elsewhere.

Logs carry no personal data and no secrets: ids instead of names, no request bodies, and
whatever looks like a token or an e-mail address is cut from every line, whichever library wrote it.
"""

import logging
import logging.config
import re
import sys

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

# Session keys, private links and stream tokens: 20 characters or more with a digit among them. Names of
# modules and functions have none.
TOKEN = re.compile(r"(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
KEPT_WHOLE = frozenset({"logger", "timestamp", "level"})


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


def configure_logging(*, debug: bool) -> None:
    """Send the logs of Floorman and of the libraries through one chain of processors."""
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
    last: list[Processor] = (
        [scrub, structlog.dev.ConsoleRenderer()]
        if on_terminal
        else [structlog.processors.format_exc_info, scrub, structlog.processors.JSONRenderer()]
    )
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
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": "INFO" if debug else "WARNING"},
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
