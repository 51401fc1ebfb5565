"""The promise broken on purpose, in twelve ways: a checker that finds nothing then would find nothing ever.

Six change what stands of an honest evening, behind everybody's back, and are taken back again. Six are played: with
an outbox that does not keep its taps, with a server that was changed, with a database that acknowledges too early. The
product has no switch for any of them: the server's come from `planted`, which the house is started with.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import psycopg
from django.db import connection, connections, models, transaction
from django.utils import timezone

from tables.models import Hand, HandOperation, HandStatus
from tests.factories import ACTOR
from tests.factories.lines import write_line
from tests.processes import wait_until
from tests.soak.checker import Violation, check
from tests.soak.evening import Evening, open_evening
from tests.soak.history import Line
from tests.soak.network import STORM
from tests.soak.room import AGAIN_SECONDS, Room
from tests.soak.standing import read_standing, verify
from tests.soak.tablets import Outbox
from tournament.models import LogEntry, StoredReply, Tournament

Say = Callable[[str], None]
TABLES: Final = 4
SECONDS: Final = 12.0
PAUSE_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Honest:
    """An evening to which nothing was done yet: what its tablets saw, and where it began."""

    tournament: Tournament
    lines: list[Line]
    first_versions: dict[str, int]

    def compared(self) -> list[Violation]:
        standing = read_standing(self.tournament, self.first_versions)
        return [*check(self.lines, standing), *verify(self.tournament)]


# --- Behind everybody's back ------------------------------------------------------------------------------


def _operations(tournament: Tournament) -> list[HandOperation]:
    """The operations of the longest hand that is over."""
    hands = Hand.objects.filter(table__tournament=tournament, status=HandStatus.COMPLETE)
    hand = hands.annotate(length=models.Count("operations")).order_by("-length")[0]
    return list(hand.operations.order_by("number"))


def remove(tournament: Tournament) -> None:
    """The last operation of a hand is gone, and nothing beside it looks odd."""
    _operations(tournament)[-1].delete()


def double(tournament: Tournament) -> None:
    """An operation stands twice, each with a number of its own."""
    last = _operations(tournament)[-1]
    HandOperation.objects.create(hand=last.hand, number=last.number + 1, code=last.code, at=last.at)


def swap(tournament: Tournament) -> None:
    """Two operations that are not alike have changed places."""
    rows = _operations(tournament)
    first, second = next((a, b) for a, b in pairwise(rows) if a.code != b.code)
    first.code, second.code = second.code, first.code
    HandOperation.objects.bulk_update([first, second], ["code"])


def alter(tournament: Tournament) -> None:
    """Who folded has checked: of a lawful hand another lawful one may be left."""
    fold = HandOperation.objects.filter(hand__table__tournament=tournament, code__startswith="f")[0]
    fold.code = f"k{fold.code[1:]}"
    fold.save()


def answer_otherwise(tournament: Tournament) -> None:
    """A kept answer is that of another tap."""
    one, other = StoredReply.objects.filter(tournament=tournament).order_by("pk")[:2]
    StoredReply.objects.filter(pk=one.pk).update(packed_body=other.packed_body)


def book_level_twice(tournament: Tournament) -> None:
    """The log has a level twice, as if two sweeps had both won it."""
    lines = LogEntry.objects.filter(tournament=tournament, verb="level_changed")
    newest = lines.order_by("-pk").values_list("data", flat=True).first()
    said = newest or {"from_index": 0, "to_index": 1}
    for _ in range(2):
        write_line(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()), verb="level_changed", data=said)


# With the finding that each must lead to, whatever else is found.
BEHIND: Final[dict[str, tuple[str, Callable[[Tournament], None]]]] = {
    "an acknowledged operation is removed": ("lost", remove),
    "an operation stands twice": ("doubled", double),
    "two operations change places": ("order", swap),
    "an operation is altered": ("lost", alter),
    "a kept answer is another one": ("another answer", answer_otherwise),
    "a level is booked twice": ("levels", book_level_twice),
}


def behind(honest: Honest, change: Callable[[Tournament], None]) -> list[Violation]:
    """Change what stands, compare, and take the change back."""
    with transaction.atomic():
        change(honest.tournament)
        found = honest.compared()
        transaction.set_rollback(True)
    return found


# --- Played -----------------------------------------------------------------------------------------------


def play(
    room: Room,
    seed: str,
    *,
    outbox: Outbox = "keeps",
    during: Callable[[Room, Evening], None] | None = None,
    stormy: bool = False,
) -> tuple[Honest, list[Violation]]:
    """A short evening, and what does not agree of it."""
    with open_evening(
        room.port, room.notes, seed=seed, tables=TABLES, outbox=outbox, pause=PAUSE_SECONDS
    ) as evening:
        if stormy:
            evening.network.rates = dict(STORM)
        going = evening.is_going_on_after(AGAIN_SECONDS)
        assert going is not None, "the tablets do not tap"
        if during:
            during(room, evening)
        else:
            time.sleep(SECONDS)
    assert not evening.broken, evening.broken
    wait_until(room.answers, "an answer of the house", AGAIN_SECONDS)
    honest = Honest(
        tournament=evening.tournament, lines=evening.journal.lines, first_versions=evening.first_versions
    )
    return honest, honest.compared()


def forgetful_outbox(room: Room, seed: str) -> list[Violation]:
    """The outbox takes a tap out as soon as it was sent."""
    return play(room, seed, outbox="forgets", stormy=True)[1]


def hurried_outbox(room: Room, seed: str) -> list[Violation]:
    """The outbox sends a tap while another is on its way."""
    return play(room, seed, outbox="hurries")[1]


def any_version(room: Room, seed: str) -> list[Violation]:
    """The server asks nobody which version of the table they saw."""

    def tap_on_old_screens(_room: Room, evening: Evening) -> None:
        for tablet in evening.tablets:
            tablet.stale = 30
        time.sleep(SECONDS)

    return _planted(room, seed, "any version", tap_on_old_screens)


def replies_outside(room: Room, seed: str) -> list[Violation]:
    """The server stores a tap's answer a moment after its effect; between the two its process is killed."""

    def kill_often(room: Room, _evening: Evening) -> None:
        for _ in range(3):
            time.sleep(2)
            room.replace("manage.py web")

    return _planted(room, seed, "replies outside", kill_often)


def _planted(room: Room, seed: str, plant: str, during: Callable[[Room, Evening], None]) -> list[Violation]:
    room.plant.write_text(plant)
    room.replace("manage.py web")
    try:
        return play(room, seed, during=during)[1]
    finally:
        room.plant.unlink()
        room.replace("manage.py web")


def key_may_come_twice(room: Room, seed: str) -> list[Violation]:
    """The index is gone that holds each tap's key once.

    On PostgreSQL calls for the floor, which are right on any version of the table, are then taken several times. On
    SQLite, where the one web process takes a tablet's taps one by one, nobody looks for the key either: the version
    of the table keeps the effect single, but the dealer hears that the tap was refused.
    """
    key = next(each for each in StoredReply._meta.constraints if each.name == "reply_key_once")
    with connection.schema_editor() as editor:
        editor.remove_constraint(StoredReply, key)

    def double_calls(_room: Room, evening: Evening) -> None:
        evening.network.rates = {"double": 1000}
        for tablet in evening.tablets:
            tablet.calls = 0 if room.database == "sqlite" else 100
        time.sleep(SECONDS)

    if room.database == "sqlite":
        return _planted(room, seed, "no key is known", double_calls)
    return play(room, seed, during=double_calls)[1]


# A slow machine takes longer for them.
TAPS_TO_LOSE = 20


def early_acknowledgement(room: Room, seed: str) -> list[Violation]:
    """The database says yes before the tap is safe, and is killed: PostgreSQL, or SQLite whose log file is lost."""

    def die_postgres(room: Room, _evening: Evening) -> None:
        assert room.cluster
        with closing(psycopg.connect(room.cluster.url, autocommit=True)) as session:
            session.execute("ALTER SYSTEM SET synchronous_commit = off")
            session.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
            session.execute("SELECT pg_reload_conf()")
        for _ in range(2):
            time.sleep(3)
            room.kill_postgres()
            room.postgres_again()

    def die_sqlite(room: Room, evening: Evening) -> None:
        # On a slow machine the log may still hold the tournament itself, which is not to be lost.
        wait_until(_is_log_in_file, "all so far in SQLite's file", AGAIN_SECONDS)
        before = evening.acknowledged
        wait_until(lambda: evening.acknowledged >= before + TAPS_TO_LOSE, "taps to lose", AGAIN_SECONDS)
        evening.network.is_down_for = None
        time.sleep(1)
        room.house.process.send_signal(signal.SIGKILL)
        room.house.process.wait()
        wait_until(lambda: room.house.processes() == {}, "the end of every process")
        connections.close_all()
        room.file.with_name(f"{room.file.name}-wal").unlink()
        room.house.start()
        wait_until(room.answers, "the house again", AGAIN_SECONDS)
        evening.network.is_down_for = set()
        time.sleep(1)

    return play(room, seed, during=die_postgres if room.cluster else die_sqlite)[1]


def _is_log_in_file() -> bool:
    """Have SQLite put what its log file holds into the file itself; whether nobody's reading kept it from all of it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        _is_busy, in_log, in_file = cursor.fetchone()
    return bool(in_log == in_file)


# The last ones leave the room as it is then.
PLAYED: Final[dict[str, tuple[str, Callable[[Room, str], list[Violation]]]]] = {
    "the outbox forgets": ("given up", forgetful_outbox),
    "the outbox hurries": ("at once", hurried_outbox),
    "the server takes any version": ("stale", any_version),
    "answers are stored outside": ("refused", replies_outside),
    "a key may come twice": ("key twice or refused with effect", key_may_come_twice),
    "acknowledged before it is safe": ("lost", early_acknowledgement),
}


# --- All of them ------------------------------------------------------------------------------------------


def check_all(room: Room, *, seed: str, say: Say) -> dict[str, bool]:
    """Do each, and say what was found; the honest evening before them is the control and must be clean."""
    honest, found = play(room, f"{seed} honest")
    if found:
        raise AssertionError(f"the honest evening is not clean: {found[:5]}")
    say(f"{len(honest.lines)} lines of an honest evening: nothing found")
    caught = {}
    for name, (rule, change) in BEHIND.items():
        caught[name] = _say(say, name, rule, behind(honest, change))
    for name, (rule, sabotage) in PLAYED.items():
        caught[name] = _say(say, name, rule, sabotage(room, f"{seed} {name}"))
    return caught


def _say(say: Say, name: str, rule: str, found: list[Violation]) -> bool:
    meant = [violation for violation in found if violation.rule in rule.split(" or ")]
    say(f"caught: {name}; {meant[0]}" if meant else f"MISSED: {name}; found was {found[:3]}")
    return bool(meant)
