from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tournament.backups.sqlite import PAGES_A_STEP, copy_database, damage, has_rows

ROWS = 4_000


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Some seventeen megabytes in WAL mode, as in a room."""
    path = tmp_path / "floorman.sqlite3"
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("CREATE TABLE chips (id INTEGER PRIMARY KEY, value BLOB)")
        opened.executemany(
            "INSERT INTO chips VALUES (?, zeroblob(4096))", ((number,) for number in range(ROWS))
        )
    return path


def test_writers_go_on_while_it_is_copied_and_the_copy_is_of_one_moment(
    database: Path, tmp_path: Path
) -> None:
    target, steps = tmp_path / "copy.sqlite3", []
    # No patience: a writer that had to wait would fail.
    with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as writer:

        def write(_status: int, left: int, total: int) -> None:
            steps.append((left, total))
            writer.execute("INSERT INTO chips (value) VALUES (zeroblob(4096))")
            writer.execute("DELETE FROM chips WHERE id = ?", (len(steps),))

        copy_database(database, target, progress=write)
        assert writer.execute("SELECT count(*) FROM chips").fetchone() == (ROWS,)
        assert writer.execute("SELECT max(id) FROM chips").fetchone() == (ROWS - 1 + len(steps),)

    total = steps[0][1]
    assert len(steps) == -(-total // PAGES_A_STEP) > 3, "no step is made twice"
    with closing(sqlite3.connect(target)) as copied:
        assert copied.execute("SELECT count(*), min(id), max(id) FROM chips").fetchone() == (
            ROWS,
            0,
            ROWS - 1,
        )
    assert damage(target, whole=True) == ""
    assert not list(tmp_path.glob("copy.sqlite3-*")), "one file"


@pytest.mark.parametrize("whole", [True, False])
def test_a_damaged_page_is_named_and_the_file_is_left_alone(database: Path, whole: bool) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with database.open("r+b") as file:
        file.seek(4096 * 6)
        file.write(b"\xff" * 4096)
    before = database.read_bytes()

    assert damage(database, whole=whole)

    assert database.read_bytes() == before


def test_a_file_that_is_no_database_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "floorman.sqlite3"
    path.write_bytes(b"not a database at all" * 1_000)
    assert damage(path, whole=False) == "file is not a database"


def test_rows_are_seen_where_there_are_any(database: Path, tmp_path: Path) -> None:
    assert has_rows(database, ("players", "chips"))
    assert not has_rows(database, ("players",))
    assert not has_rows(tmp_path / "nothing.sqlite3", ("chips",))
    (tmp_path / "empty.sqlite3").touch()
    assert not has_rows(tmp_path / "empty.sqlite3", ("chips",))
