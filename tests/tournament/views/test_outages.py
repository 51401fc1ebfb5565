"""What each error of a real database means, and the answer to a reader, a page's tap, and a script."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import Error, OperationalError, connection, transaction
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import translation

from tests.factories import make_account
from tests.machine import may_not
from tournament.views.outages import AWAY, DAMAGED, FULL, LOCKED, READ_ONLY, Outage, outage_of, unavailable

SENTENCES = {
    "locked": (
        "The database is busy: try again in a moment.",
        "Il database è occupato: riprova tra un momento.",
    ),
    "away": (
        "The database does not answer: start it again or check its cable, and Floorman carries on.",
        "Il database non risponde: riavvialo o controlla il cavo, e Floorman riprende da solo.",
    ),
    "full": (
        "The disk is full: free some space on the computer of the database, and Floorman carries on.",
        "Il disco è pieno: libera spazio sul computer del database, e Floorman riprende da solo.",
    ),
    "read_only": (
        "The database cannot be written: make its disk writable again, and Floorman carries on.",
        "Il database è in sola lettura: rendi scrivibile il suo disco, e Floorman riprende da solo.",
    ),
    "damaged": (
        "The database is damaged: stop Floorman, and put the last backup back with manage.py restore.",
        "Il database è danneggiato: ferma Floorman e ripristina l’ultimo backup con manage.py restore.",
    ),
}


# --- What an error means ----------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A SQLite file with one small table."""
    path = tmp_path / "small.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE chips (value)")
    return path


def locked(file: Path) -> None:
    with sqlite3.connect(file, isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        sqlite3.connect(file, timeout=0).execute("INSERT INTO chips VALUES (1)")


def read_only(file: Path) -> None:
    sqlite3.connect(f"file:{file}?mode=ro", uri=True).execute("INSERT INTO chips VALUES (1)")


def full(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("PRAGMA max_page_count = 2")
    database.execute("INSERT INTO chips VALUES (zeroblob(100000))")


def nowhere(file: Path) -> None:
    sqlite3.connect(file / "no" / "such" / "folder").execute("SELECT 1")


def damaged(file: Path) -> None:
    file.write_bytes(b"not a database at all" * 1_000)
    sqlite3.connect(file).execute("SELECT value FROM chips")


def misspelt(file: Path) -> None:
    sqlite3.connect(file).execute("SELECT chip FROM chips")


@pytest.mark.parametrize(
    ("provoke", "outage"),
    [
        (locked, LOCKED),
        (read_only, READ_ONLY),
        (full, FULL),
        (nowhere, AWAY),
        (damaged, DAMAGED),
        (misspelt, None),
    ],
)
def test_sqlite_says_what_is_wrong(
    file: Path, provoke: Callable[[Path], None], outage: Outage | None
) -> None:
    with pytest.raises(sqlite3.Error) as caught:
        provoke(file)

    assert outage_of(caught.value) == outage


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("statements", "outage"),
    [
        (["SET LOCAL statement_timeout = 1", "SELECT pg_sleep(1)"], LOCKED),
        (["SET TRANSACTION READ ONLY", "CREATE TABLE chips (value int)"], READ_ONLY),
        (["SELECT pg_terminate_backend(pg_backend_pid())"], AWAY),
        (["SELECT chip FROM chips"], None),
        (["SELECT 1 / 0"], None),
    ],
)
def test_postgresql_says_what_is_wrong(statements: list[str], outage: Outage | None) -> None:
    def execute() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    with pytest.raises(Error) as caught:
        execute()
    connection.close()

    assert outage_of(caught.value) == outage


@pytest.fixture
def small_tablespace() -> Iterator[str]:
    """A tablespace of PostgreSQL on a disk of one megabyte."""
    place = Path(tempfile.mkdtemp(prefix="floorman-small-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        place.rmdir()
        may_not("a full disk needs root, to mount a small one")
    shutil.chown(place, "postgres", "postgres")
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLESPACE small LOCATION '{place}'")
            yield "small"
            cursor.execute("DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)
        place.rmdir()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_postgresql_says_that_its_disk_is_full(small_tablespace: str) -> None:
    def fill() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE chips (words text) TABLESPACE {small_tablespace}")
            cursor.execute("INSERT INTO chips SELECT repeat('x', 1000) FROM generate_series(1, 5000)")

    with pytest.raises(Error) as caught:
        fill()

    assert outage_of(caught.value) == FULL


def test_a_server_that_is_not_there_is_away() -> None:
    with pytest.raises(psycopg.Error) as caught:
        psycopg.connect("postgresql://floorman@127.0.0.1:9/floorman", connect_timeout=2)

    assert outage_of(caught.value) == AWAY


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (OperationalError("database is locked"), LOCKED),
        (OSError(errno.ENOSPC, "no space left"), FULL),
        (OSError(errno.EROFS, "read-only"), READ_ONLY),
        (OSError(errno.ENOENT, "no such file"), None),
        (transaction.TransactionManagementError("in a broken transaction"), None),
        (ValueError("a fault of ours"), None),
        (None, None),
    ],
)
def test_what_no_driver_has_said(error: BaseException | None, outage: Outage | None) -> None:
    assert outage_of(error) == outage


# --- What is answered -------------------------------------------------------------------------------------


def asking(method: str, **headers: str) -> HttpRequest:
    return RequestFactory().generic(method, "/", headers=headers)


@pytest.mark.parametrize("outage", [LOCKED, AWAY, FULL, READ_ONLY, DAMAGED], ids=lambda each: each.kind)
def test_a_script_gets_one_sentence_in_both_languages(outage: Outage) -> None:
    answers = []
    for language in ("en", "it"):
        with translation.override(language):
            answers.append(unavailable(asking("POST", floorman_tap="1"), outage))

    assert tuple(answer.content.decode() for answer in answers) == SENTENCES[outage.kind]
    for answer in answers:
        assert answer.status_code == 503
        assert answer.headers["Floorman"] == "1"
        assert answer.headers["Retry-After"] == str(outage.retry_seconds)
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"


def test_a_page_reloads_itself_and_a_sent_form_does_not() -> None:
    read = unavailable(asking("GET", accept="text/html"), AWAY).content.decode()
    sent = unavailable(asking("POST", accept="text/html"), AWAY).content.decode()

    assert '<meta http-equiv="refresh" content="2">' in read
    assert "This page reloads by itself." in read
    assert "http-equiv" not in sent
    assert "recorded in full or not at all. Go back and check." in sent
    for page in (read, sent):
        assert "<h1>" in page
        assert SENTENCES["away"][0] in page


def test_a_tap_of_a_page_gets_a_message_and_a_part_asked_for_gets_none() -> None:
    """htmx puts the message where messages are; a part that is asked for by itself stays as it is."""
    tap = unavailable(asking("POST", hx_request="true", accept="*/*"), LOCKED).content.decode()
    part = unavailable(asking("GET", hx_request="true", accept="*/*"), LOCKED).content.decode()

    assert '<div class="message message--error" role="alert"' in tap
    assert SENTENCES["locked"][0] in tap
    assert part == SENTENCES["locked"][0]


@pytest.mark.django_db
def test_an_error_deep_below_a_page_is_answered_as_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a middleware asks who is signed in, before there is a view."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("database is locked")

    account = make_account("vera")
    client = Client(raise_request_exception=False)
    client.force_login(account)
    assert client.get("/floor/").status_code == 200
    monkeypatch.setattr("django.contrib.auth.backends.ModelBackend.get_user", fail)

    answer = client.get("/floor/", headers={"Accept": "text/html"})

    assert (answer.status_code, answer.headers["Floorman"], answer.headers["Retry-After"]) == (503, "1", "1")
    assert "Floorman is waiting for its database" in answer.content.decode()
    assert answer.headers["Cache-Control"] == "no-store"
