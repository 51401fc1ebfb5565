"""A database of its own for what is drawn outside pytest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import transaction
from django.test.utils import setup_databases, setup_test_environment, teardown_databases


@contextmanager
def own_database() -> Iterator[None]:
    """An empty database and compiled translations, for as long as it lasts."""
    call_command("compile_translations", verbosity=0)
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(databases, verbosity=0)


@contextmanager
def left_empty() -> Iterator[None]:
    """Whatever is written is forgotten, so that the next one begins with nothing as well."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
