"""Where in the product a test asks the database: file, line, and the kind of statement.

On PostgreSQL not every test runs again, but whatever the product asks is asked there once: tests/on_postgresql.txt
names the tests that see to it, chosen by `python -m tests.times --statements` from what the last whole run has seen.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

from tests.worlds import is_building

ROOT = f"{Path(__file__).resolve().parents[2]}/"
PRODUCT = tuple(f"{ROOT}{app}/" for app in ("tournament", "tables"))
# The connection's own words, whoever asks, what asks for others, and the frame below which every test runs.
PLUMBING = tuple(f"{ROOT}tournament/{part}" for part in ("config/", "models/built_query.py", "depth.py"))
# They open and close a transaction, which says nothing of rows.
OF_TRANSACTIONS = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


class Statements:
    """The places that have asked since the last `take`."""

    def __init__(self) -> None:
        self._places: set[tuple[str, int, str]] = set()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        frame = None if sql.startswith(OF_TRANSACTIONS) or is_building() else sys._getframe(1)
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(PRODUCT) and not file.startswith(PLUMBING):
                # Of a union the databases open with and without a bracket.
                self._places.add((file, frame.f_lineno, sql.lstrip("(")[:6]))
                break
            frame = frame.f_back
        return execute(sql, params, many, context)

    def take(self) -> list[str]:
        """Return the places so far, as texts, and forget them."""
        taken = sorted(
            f"{Path(file).relative_to(ROOT)}:{line} {kind.strip().upper()}"
            for file, line, kind in self._places
        )
        self._places.clear()
        return taken


@contextmanager
def listening(statements: Statements) -> Iterator[None]:
    """Note what this thread asks the database in the block."""
    with connection.execute_wrapper(statements):
        yield
