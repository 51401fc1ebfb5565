"""Settings and commands of another house, asked in this process: one of their own costs up to three seconds.

The settings are read anew from the environment that a process would have. A command is given to manage.py's own
`main`, in a thread: there it has those settings, connections of its own, and none of root's rights to write where
nobody may. That a process gets so far at all is proved by the few tests that start one.
"""

import ctypes
import io
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol
from unittest.mock import patch

import pytest
from django.conf import Settings, settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from pytest_django import DjangoDbBlocker

from manage import main
from tournament import config, timekeeping
from tournament.config import logs

MODULE = "tournament.config.settings"
# What Floorman reads, and what says on which database the tests run.
OURS = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "DJANGO", "FLOORMAN", "TEST_DB")

# capset(2): to read and write where the mode of a file says no, and to change the mode of anybody's.
RIGHTS_OF_ROOT = 1 << 1 | 1 << 2 | 1 << 3
CAPABILITY_VERSION = 0x20080522


def environment_of(directory: Path, **given: str) -> dict[str, str]:
    """The environment of a process with this data directory, and with none of our variables but those given."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**inherited, "FLOORMAN_DATA_DIR": str(directory), **given}


@contextmanager
def as_a_process(directory: Path, **given: str) -> Iterator[None]:
    """For the block the environment is that of a process which has not read its settings; the logs stay ours."""
    ours = sys.modules.pop(MODULE)
    try:
        with (
            patch.dict(os.environ, environment_of(directory, **given), clear=True),
            patch.object(logs, "configure_logging"),
        ):
            yield
    finally:
        sys.modules[MODULE] = config.settings = ours


def settings_of(directory: Path, **given: str) -> ModuleType:
    """The settings as such a process reads them. Raises ImproperlyConfigured where it would not start."""
    with as_a_process(directory, **given):
        return import_module(MODULE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a command ended, and what it said."""

    returncode: int
    stdout: str
    stderr: str


class Manage(Protocol):
    """`manage.py` with these words, in the house of this data directory."""

    def __call__(self, directory: Path, *words: str, **given: str) -> Ended: ...


@pytest.fixture
def manage(django_db_blocker: DjangoDbBlocker) -> Manage:
    """A way to give commands to the house of a data directory, in this process."""

    def ask(directory: Path, *words: str, **given: str) -> Ended:
        with (
            django_db_blocker.unblock(),
            as_a_process(directory, **given),
            django_of_it(),
            patch.object(timekeeping, "_keeper", None),
            ThreadPoolExecutor(1, initializer=give_up_rights) as process,
        ):
            return process.submit(said_by, *words).result()

    return ask


@contextmanager
def django_of_it() -> Iterator[None]:
    """Let Django go by the settings of the environment. Those that cannot be read `main` meets itself."""
    ours, databases = settings._wrapped, connections.settings  # type: ignore[misc]  # not in the stubs
    try:
        with suppress(ImproperlyConfigured):
            settings._wrapped = Settings(MODULE)
            connections.settings = connections.configure_settings(settings.DATABASES)
        yield
    finally:
        settings._wrapped, connections.settings = ours, databases


def give_up_rights() -> None:
    """Take from root, in this thread alone, what other users may not: Linux has capabilities by thread."""
    if os.geteuid() or sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    head = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    # Effective, permitted and inheritable ones; those beyond the thirty-second follow.
    held = (ctypes.c_uint32 * 6)()
    if libc.capget(head, held):
        raise OSError(ctypes.get_errno(), "capget")
    for kind in (0, 1):
        held[kind] &= ~RIGHTS_OF_ROOT
    if libc.capset(head, held):
        raise OSError(ctypes.get_errno(), "capset")


def said_by(*words: str) -> Ended:
    """Run `manage.py` with these words."""
    stdout, stderr, status = io.StringIO(), io.StringIO(), 0
    with (
        redirect_stdout(stdout),
        redirect_stderr(stderr),
        patch.object(sys, "argv", ["manage.py", *words]),
    ):
        try:
            main()
        except SystemExit as end:
            # As Python ends a process.
            if isinstance(end.code, str):
                stderr.write(f"{end.code}\n")
            status = 1 if isinstance(end.code, str) else end.code or 0
    return Ended(returncode=status, stdout=stdout.getvalue(), stderr=stderr.getvalue())
