"""Addresses of the services beside Django: the database, and Redis or Valkey."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

SERVERS = ("redis", "rediss", "unix")
DATABASES = ("postgres", "postgresql", "sqlite")
# A Unix socket's path may have 107 bytes on Linux and 103 on macOS.
LONGEST_SOCKET_PATH = 100


def database(directory: Path) -> dict[str, Any]:
    """Return the database of `DATABASE_URL`, else the SQLite file in the data directory; connections are kept."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{directory / 'floorman.sqlite3'}"
    try:
        if url.partition(":")[0] not in DATABASES:
            raise ValueError("neither PostgreSQL nor SQLite")
        return dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    except ValueError as error:
        # The address is not repeated: it holds the password.
        raise ImproperlyConfigured(
            "DATABASE_URL is not the address of a database: write postgresql://USER:secret@HOST/NAME or "
            "sqlite:////PATH/TO/FILE, and in a password %2F for /, %40 for @, %3A for : and %23 for #."
        ) from error


def redis_url(directory: Path) -> str:
    """Return `REDIS_URL`, else the socket at which `manage.py run` serves its embedded Valkey."""
    url = os.environ.get("REDIS_URL") or f"unix://{valkey_socket(directory)}"
    try:
        parts = urlsplit(url)
        if parts.scheme not in SERVERS or not (parts.port or parts.hostname or parts.path):
            raise ValueError("neither Valkey nor Redis")
    except ValueError as error:
        # The address is not repeated: it may hold a password.
        raise ImproperlyConfigured(
            "REDIS_URL is not the address of a Valkey or Redis: write redis://HOST:6379/0, or rediss:// or unix://."
        ) from error
    return url


def valkey_socket(directory: Path) -> Path:
    """Return the embedded Valkey's socket: the same for every process that uses this data directory."""
    return _socket_in(directory, "valkey.sock")


def streams_socket(directory: Path) -> Path:
    """Return the socket at which the process of streams takes what the web processes hand over."""
    return _socket_in(directory, "streams.sock")


def pages_socket(directory: Path) -> Path:
    """Return the socket at which the process of pages takes what the web processes pass on."""
    return _socket_in(directory, "pages.sock")


def _socket_in(directory: Path, name: str) -> Path:
    """A data directory too deep for a socket gets one in the system's directory for temporary files."""
    path = directory / name
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"floorman-{os.getuid()}-{digest}" / name


def broker_url(url: str) -> str:
    """Return the Redis address as Celery spells it: sockets have a scheme of their own there."""
    return "redis+socket://" + url.removeprefix("unix://") if url.startswith("unix://") else url
