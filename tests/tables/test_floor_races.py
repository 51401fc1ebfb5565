"""Floor managers who act at once on the same player, seat, table, move or line: one wins, the others see why.

Each case is tapped through the pages three times: one tap after the other, at once, and at once without the locks as
the control, which must come to something else (`managers`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from django.test import Client

from tables.models import Move
from tables.queries.room.advice import proposed_moves
from tests.factories.floor import Floor
from tests.tables.managers import MANAGERS, NAMES, Tap, told_at_once, told_in_turn
from tournament.models import Entry, LogEntry, Tournament
from tournament.queries.chip_count import chip_count

pytestmark = pytest.mark.django_db(transaction=True)

# What the one who wins is told, and all the others then; where two taps meet perhaps also what those are told who
# wanted the very same as the winner.
Outcome = tuple[str, str] | tuple[str, str, str]
UNDONE = "This has already been undone."


@dataclass(frozen=True, kw_only=True)
class Case:
    """A room of tables of these sizes, the taps that meet, what may come of them, and how many lines of the log with
    one of `verbs` are there then.
    """

    sizes: tuple[int, ...] = (4, 4)
    taps: Callable[[Floor], Sequence[Tap]]
    outcomes: Sequence[Outcome]
    verbs: tuple[str, ...]
    lines: int = 1
    is_closed: bool = False

    def room(self) -> Floor:
        floor = Floor(Client(), *self.sizes)
        if self.is_closed:
            Tournament.objects.update(registration_closed_at=floor.began)
            floor.tournament.refresh_from_db()
        return floor


def by_either(done: str, why: str) -> list[Outcome]:
    """The others are told who was quicker."""
    return [(done, why.format(who=who)) for who in NAMES]


def tap(path: str, **fields: Any) -> Callable[[Floor], list[Tap]]:
    """One tap that all make; a pair of numbers is the player who sits there."""
    return lambda floor: [Tap(path=path, fields=_filled(floor, fields))]


def taps(*each: Callable[[Floor], list[Tap]]) -> Callable[[Floor], list[Tap]]:
    return lambda floor: [one for make in each for one in make(floor)]


def undo_of(path: str, verb: str, **fields: Any) -> Callable[[Floor], list[Tap]]:
    """Somebody has done it; all undo the line that tells of it."""

    def make(floor: Floor) -> list[Tap]:
        floor.post(path, **_filled(floor, fields))
        return [Tap(path=f"log/{LogEntry.objects.filter(verb=verb).latest('pk').pk}/undo/")]

    return make


def the_proposed_move(floor: Floor) -> list[Tap]:
    move = proposed_moves(floor.tournament)[0]
    seats = {name: getattr(move, name) for name in ("from_table", "from_seat", "to_table", "to_seat")}
    return [Tap(path="moves/apply/", fields=seats)]


def a_waiting_move(floor: Floor) -> list[Tap]:
    """Of a player in the hand that is being played."""
    floor.deal(1)
    floor.post("tables/1/move/", entry=floor.seats[1, 2].pk, to="2-8")
    return [Tap(path=f"moves/{Move.objects.get().pk}/drop/")]


def _filled(floor: Floor, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: floor.seats[value].pk if isinstance(value, tuple) else value for name, value in fields.items()
    }


BUTTON_AT_2 = (
    "Set the button of the next hand at table 1: button seat 2, small blind seat 3, big blind seat 4."
)
BUTTON_AT_3 = (
    "Set the button of the next hand at table 1: button seat 3, small blind seat 4, big blind seat 5."
)
BUTTON_CHANGED = "Table 1 has changed meanwhile. Nothing was changed: look again and choose the seat."
ABSENT = "Marked Bruno Neri absent from hand 1 (table 1, seat 2)."
PENALTY = "Penalty for Bruno Neri: 1 missed round (4 hands). Conduct (TDA 71)."
WALKED_OUT = "Bruno Neri walked out: 10,000 chips are out of play."
OUT_ALREADY = "Bruno Neri has already left the tournament: entered by {who}."

CASES = {
    "a player is marked absent": Case(
        taps=tap("tables/1/absence/", entry=(1, 2), absent="1"),
        outcomes=[(ABSENT, "Bruno Neri is already marked absent.")],
        verbs=("player_absent",),
    ),
    "a player walks out, or is disqualified": Case(
        taps=taps(
            tap("tables/1/leave/", entry=(1, 2), why="walked_out"),
            tap("tables/1/penalty/", entry=(1, 2), give="disqualification-0", offence="conduct", seen=0),
        ),
        outcomes=[
            *by_either(WALKED_OUT, OUT_ALREADY),
            *by_either(
                "Disqualified Bruno Neri: 10,000 chips are out of play. Conduct (TDA 71).", OUT_ALREADY
            ),
        ],
        verbs=("player_left",),
    ),
    "a penalty for what all of them saw": Case(
        taps=tap("tables/1/penalty/", entry=(1, 2), give="rounds-1", offence="conduct", seen=0),
        outcomes=by_either(
            PENALTY,
            "{who} has just given Bruno Neri a penalty: 1 missed round (4 hands), Conduct (TDA 71). Nothing was "
            "added: tap again if this is for something else.",
        ),
        verbs=("penalty_given",),
    ),
    "a stack that two have counted": Case(
        taps=taps(
            *(
                tap("tables/1/correct/?seat=2", stack=stack, seen=10_000, reason="Counted")
                for stack in (9_000, 9_500)
            )
        ),
        outcomes=[
            (
                f"Corrected the stack of Bruno Neri from 10,000 to {now}. {less}",
                (
                    f"Chips counted: The stack of Bruno Neri is {now} by now, it was 10,000 when you looked. "
                    "Count it again."
                ),
                "Stack unchanged.",
            )
            for now, less in (
                (
                    "9,000",
                    "This removes 1,000 chips from play: 79,000 now, 80,000 before, 80,000 issued.",
                ),
                ("9,500", "This removes 500 chips from play: 79,500 now, 80,000 before, 80,000 issued."),
            )
        ],
        verbs=("stack_corrected",),
    ),
    "the button is set to two seats": Case(
        sizes=(5,),
        taps=taps(
            *(
                tap("tables/1/button/", button=seat, small_blind=seat + 1, seen="table-0", reason="Disc")
                for seat in (2, 3)
            )
        ),
        outcomes=[(BUTTON_AT_2, BUTTON_CHANGED), (BUTTON_AT_3, BUTTON_CHANGED)],
        verbs=("button_set",),
    ),
    "a player is sent to two seats": Case(
        taps=taps(
            *(tap("tables/1/move/", entry=(1, 2), seat=2, to=to) for to in ("2-8", "1-9")),
        ),
        outcomes=[
            (
                f"Bruno Neri moves to table {table}, seat {seat}.",
                f"Bruno Neri has been moved meanwhile, to table {table}, seat {seat}. Nothing was changed.",
            )
            for table, seat in ((2, 8), (1, 9))
        ],
        verbs=("entry_moved",),
    ),
    "two players are sent to one seat": Case(
        taps=taps(*(tap("tables/1/move/", entry=(1, seat), seat=seat, to="2-8") for seat in (2, 3))),
        outcomes=[
            (
                f"{name} moves to table 2, seat 8.",
                "Seat 8 at table 2 is taken.",
                f"{name} has been moved meanwhile, to table 2, seat 8. Nothing was changed.",
            )
            for name in ("Bruno Neri", "Carla Rossi")
        ],
        verbs=("entry_moved",),
    ),
    "a player is put out, or sent to another table": Case(
        taps=taps(
            tap("tables/1/bust/", out=(1, 2), by=(1, 3)),
            tap("tables/1/move/", entry=(1, 2), seat=2, to="2-8"),
        ),
        outcomes=[
            *(
                (
                    "Bruno Neri is out in 8th place. Knocked out by Carla Rossi.",
                    f"Bruno Neri is already out: entered by {who}.",
                )
                for who in NAMES
            ),
            (
                "Bruno Neri moves to table 2, seat 8.",
                "Bruno Neri no longer sits at table 1.",
                "Bruno Neri has been moved meanwhile, to table 2, seat 8. Nothing was changed.",
            ),
        ],
        verbs=("players_busted", "entry_moved"),
    ),
    "a move that waits is cancelled": Case(
        taps=a_waiting_move,
        outcomes=[("Bruno Neri stays.", "This move is no longer pending.")],
        verbs=("move_dropped",),
    ),
    "the same proposal is applied": Case(
        sizes=(8, 3),
        taps=the_proposed_move,
        outcomes=[
            (
                "Bruno Neri moves to table 2, seat 4.",
                "The room has changed; check the proposed moves again.",
            )
        ],
        verbs=("entry_moved",),
        is_closed=True,
    ),
    "all proposals are applied": Case(
        sizes=(7, 5),
        taps=tap("moves/apply-all/"),
        outcomes=[("1 player moves.", "The room has changed; check the proposed moves again.")],
        verbs=("entry_moved",),
        is_closed=True,
    ),
    "a table is broken": Case(
        sizes=(4, 4, 3),
        taps=tap("tables/2/break/"),
        outcomes=[("Table 2 is broken; the seats are drawn.", "Table 2 is closed.")],
        verbs=("table_broken",),
    ),
    "the final table is drawn": Case(
        taps=tap("redraw/", tables_left=1),
        outcomes=by_either(
            "The final table is drawn.",
            "{who} has drawn these seats already, and no hand has been dealt since. Undo that draw in the log to draw "
            "again.",
        ),
        verbs=("tables_redrawn",),
        is_closed=True,
    ),
    "a table is put on hold": Case(
        taps=tap("tables/1/hold/"),
        outcomes=[("Table 1 is on hold.", "Table 1 is already on hold.")],
        verbs=("table_held",),
    ),
    "a seat is reserved under as many names": Case(
        taps=taps(
            *(tap("tables/2/lock/", seat=9, locked="1", name=f"Guest {guest}") for guest in range(MANAGERS))
        ),
        outcomes=[
            (
                f"Seat 9 is locked: Guest {guest}.",
                f"Seat 9 at table 2 is already locked: Guest {guest}. Unlock it first.",
            )
            for guest in range(MANAGERS)
        ],
        verbs=("seat_locked",),
    ),
    "an absence is undone": Case(
        taps=undo_of("tables/1/absence/", "player_absent", entry=(1, 2), absent="1"),
        outcomes=[(f"Undone: {ABSENT}", UNDONE)],
        verbs=("player_back",),
    ),
    "a walk-out is undone": Case(
        taps=undo_of("tables/1/leave/", "player_left", entry=(1, 2), why="walked_out"),
        outcomes=[(f"Undone: {WALKED_OUT}", UNDONE)],
        verbs=("player_returned",),
    ),
    "a penalty is undone": Case(
        taps=undo_of("tables/1/penalty/", "penalty_given", entry=(1, 2), give="rounds-1", offence="conduct"),
        outcomes=[(f"Undone: {PENALTY}", UNDONE)],
        verbs=("penalty_lifted",),
    ),
    "a move is undone": Case(
        taps=undo_of("tables/1/move/", "entry_moved", entry=(1, 2), to="2-8"),
        outcomes=[("Undone: Moved Bruno Neri from table 1, seat 2 to table 2, seat 8.", UNDONE)],
        # The way there and the way back.
        verbs=("entry_moved",),
        lines=2,
    ),
    "a button is undone": Case(
        sizes=(5,),
        taps=undo_of(
            "tables/1/button/", "button_set", button=2, small_blind=3, seen="table-0", reason="Disc"
        ),
        outcomes=[(f"Undone: {BUTTON_AT_2}", UNDONE)],
        verbs=("button_put_back",),
    ),
    "a break is undone": Case(
        sizes=(4, 4, 3),
        taps=undo_of("tables/2/break/", "table_broken"),
        outcomes=[("Undone: Broke table 2.", UNDONE)],
        verbs=("break_undone",),
    ),
    "a redraw is undone": Case(
        taps=undo_of("redraw/", "tables_redrawn", tables_left=1),
        outcomes=[("Undone: Drew the final table: 8 players.", UNDONE)],
        verbs=("redraw_undone",),
        is_closed=True,
    ),
    "a reservation is undone": Case(
        taps=undo_of("tables/2/lock/", "seat_locked", seat=9, locked="1", name="Guest"),
        outcomes=[("Undone: Locked seat 9 at table 2: Guest.", UNDONE)],
        verbs=("seat_unlocked",),
    ),
    "a hold is undone": Case(
        taps=undo_of("tables/1/hold/", "table_held"),
        outcomes=[("Undone: Put table 1 on hold.", UNDONE)],
        verbs=("table_released",),
    ),
    "a bust is undone": Case(
        taps=undo_of("tables/1/bust/", "players_busted", out=(1, 2), by=(1, 3)),
        outcomes=[("Undone: Bruno Neri is out at table 1, knocked out by Carla Rossi.", UNDONE)],
        verbs=("bust_undone",),
    ),
}

# A penalty is lifted by an update that claims it: that needs no lock to be done once.
NEED_A_LOCK = sorted(CASES.keys() - {"a penalty is undone"})
# Undone is always the line of the log, whatever it tells of: here what comes back is a seat, a table and a player.
UNDONE_AT_ONCE = {"a move is undone", "a break is undone", "a bust is undone"}
# The control takes away all locks together: one for each kind of thing that is wanted twice.
TAKEN_TWICE = {
    "a player is marked absent",
    "a stack that two have counted",
    "two players are sent to one seat",
    "the same proposal is applied",
    "a table is broken",
    "a move is undone",
}
FIFTY = pytest.mark.long(reason="fifty managers, each waits for all")
ANOTHER = pytest.mark.long(reason="the same lock and the same claim, for another thing")


def meetings(names: Collection[str], *, here: Collection[str]) -> list[ParameterSet]:
    """Each of these by a few managers, those `here` in every run; and by fifty.

    Row locks are PostgreSQL's: on SQLite one of two writers always waits for the other. Of four managers each account
    has two, so that both are told of a colleague and of themselves.
    """
    few = [pytest.param(name, 4, marks=() if name in here else ANOTHER, id=f"{name}-4") for name in names]
    return [*few, *(pytest.param(name, MANAGERS, marks=FIFTY, id=f"{name}-{MANAGERS}") for name in names)]


def possible(case: Case, managers: int) -> list[Counter[str]]:
    return [_shared_out(managers, *outcome) for outcome in case.outcomes]


def _shared_out(managers: int, done: str, why: str, same: str = "") -> Counter[str]:
    if not same:
        return Counter({done: 1, why: managers - 1})
    return Counter({done: 1, same: managers // 2 - 1, why: managers // 2})


@pytest.mark.django_db
@pytest.mark.parametrize("name", CASES)
def test_the_first_wins_and_the_second_sees_why(name: str) -> None:
    case = CASES[name]
    floor = case.room()

    told = told_in_turn(floor.tournament, *case.taps(floor)[:2])

    assert told in possible(case, 2)
    assert LogEntry.objects.filter(verb__in=case.verbs).count() == case.lines


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("name", "managers"),
    meetings(CASES, here={name for name in CASES if not name.endswith("undone")} | UNDONE_AT_ONCE),
)
def test_one_wins_and_the_others_see_why(name: str, managers: int) -> None:
    case = CASES[name]
    floor = case.room()
    taps = case.taps(floor)

    told = told_at_once(floor.tournament, *taps, managers=managers)

    assert told in possible(case, managers)
    assert LogEntry.objects.filter(verb__in=case.verbs).count() == case.lines
    chips = chip_count(floor.tournament.pk)
    assert chips.in_play == sum(Entry.objects.values_list("stack", flat=True))


@pytest.mark.postgres
@pytest.mark.parametrize(("name", "managers"), meetings(NEED_A_LOCK, here=TAKEN_TWICE))
@pytest.mark.usefixtures("without_seals")
def test_the_control_without_the_locks_comes_to_something_else(name: str, managers: int) -> None:
    case = CASES[name]
    floor = case.room()
    taps = case.taps(floor)

    told = told_at_once(floor.tournament, *taps, managers=managers, has_locks=False)

    assert told not in possible(case, managers)
