"""Whatever changes a seat, a stack or the status of a table counts a version of it.

A tap looks at its table without a lock and writes if the version is still the one it saw: what it has thought out is
right only if nothing that it thought about can change without counting one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from tables.models import Hand, HandOperation, Seat, Table
from tables.services.desk.handing_back import hand_back_buy_in
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.table.packets import DealtPackets, seat_as_dealt
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.tables.heard_changes import CHANGES
from tests.tables.two_tables import make_room
from tournament.models import Entry, LogEntry, Tournament
from tournament.services.field.entries import register_entry
from tournament.services.setup.tournaments import cancel_tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
SEAT: Final = (
    "number", "entry", "entry__status", "entry__stack", "entry__is_stack_known", "entry__is_absent",
    "entry__penalty_hands", "entry__leaving_line", "entry__chips_to_come", "is_newcomer", "came_by_balancing",
    "told_to_wait", "is_locked",
)  # fmt: skip


def rested_on(tournament: Tournament) -> dict[int, tuple[int, object]]:
    """By table its version, and all that a tap may think about without a lock: its row, seats, stacks and hands."""
    return {
        table.pk: (table.version, shape_of(table)) for table in Table.objects.filter(tournament=tournament)
    }


def shape_of(table: Table) -> object:
    operations = HandOperation.objects.filter(hand__table=table)
    hands = Hand.objects.filter(table=table)
    return (
        (table.number, table.name, table.status, table.seats_count),
        (table.positions_data, table.first_button),
        (table.hands_dealt, table.hands_before, table.deals_until, table.run_out),
        (table.recording, table.decision_data, table.plays_on_with, table.push_data),
        list(Seat.objects.filter(table=table).order_by("number").values_list(*SEAT)),
        list(hands.order_by("pk").values_list("pk", "status", "is_redealt", "setup_data")),
        list(operations.order_by("pk").values_list("code", flat=True)),
    )


def changed_in_silence(change: Callable[[], object], tournament: Tournament) -> list[int]:
    """Do it, and number the tables that it changed without counting a version; a new table has none yet."""
    before = rested_on(tournament)
    change()
    after = rested_on(tournament)
    silent = [
        pk
        for pk, (version, shape) in before.items()
        if pk in after and after[pk][1] != shape and after[pk][0] <= version
    ]
    return sorted(Table.objects.filter(pk__in=silent).values_list("number", flat=True))


ANOTHER: Final = pytest.mark.long(reason="the same count after one change more")


# Each third is from another part of the list: moves, hands, money, people.
@pytest.mark.parametrize(
    "change",
    [
        change if number % 3 == 1 else pytest.param(change, marks=ANOTHER)
        for number, change in enumerate(CHANGES)
    ],
)
def test_a_version_is_counted_when(change: str) -> None:
    tournament, do = prepared(change)
    assert changed_in_silence(do, tournament) == []


BEFORE_THE_START: Final = (
    "enter", "draw", "draw at an open table", "undo the draw", "undo the draw at an open table",
    "hand a buy-in back", "undo handing back", "deal the seats",
)  # fmt: skip


def before_the_start(step: str) -> tuple[Tournament, Callable[[], object]]:
    """Three players without a seat, or with one, and what happens next."""
    packets = {"floor": {"seat_draw": "one_packet"}} if step == "deal the seats" else {}
    tournament = make_tournament(rule_overrides=packets)
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW)}
    if step.endswith("at an open table"):
        open_table(**{**ids, "by": ACTOR.at(after(-1))})
    if step.startswith("undo the draw") or step == "deal the seats":
        make_seat_draw(seed="1", **ids)
    if "hand" in step:
        make_seat_draw(seed="1", **ids)
        cancel_tournament(reason="Storm", **ids)
    entry = Entry.objects.earliest("pk")
    if step == "undo handing back":
        hand_back_buy_in(entry_id=entry.pk, **ids)
    late = make_player("Dario Conti")
    steps: dict[str, Callable[[], object]] = {
        "enter": lambda: register_entry(player_id=late.pk, **ids),
        "draw": lambda: make_seat_draw(seed="1", **ids),
        "undo the draw": lambda: undo_line(line_id=LogEntry.objects.get(verb="seats_drawn").pk, **ids),
        "deal the seats": lambda: seat_as_dealt(
            table_id=Table.objects.get(tournament=tournament).pk,
            dealt=DealtPackets(cards=("Qs", "As", "Ks")),
            **ids,
        ),
        "hand a buy-in back": lambda: hand_back_buy_in(entry_id=entry.pk, **ids),
        "undo handing back": lambda: undo_line(
            line_id=LogEntry.objects.get(verb="buy_in_handed_back").pk, **ids
        ),
    }
    return tournament, steps.get(step) or steps[step.removesuffix(" at an open table")]


@pytest.mark.parametrize("step", BEFORE_THE_START)
def test_a_version_is_counted_before_the_start(step: str) -> None:
    tournament, do = before_the_start(step)
    assert changed_in_silence(do, tournament) == []


def test_a_change_in_silence_is_found() -> None:
    """The check itself: stacks that are written without a version are named with their tables."""
    room = make_room()
    everybody = Entry.objects.filter(tournament=room.one.tournament)
    assert changed_in_silence(lambda: everybody.update(stack=1), room.one.tournament) == [1, 2]


# Which of the changes above tells on a service that forgets to count.
FORGETFUL: Final[Mapping[str, str]] = {
    "chips.bags": "the bags are accepted",
    "chips.booking": "a table is coloured up",
    "chips.corrections": "a stack is corrected",
    "desk.alternates": "an alternate is called",
    "desk.check_in": "check-in is opened",
    "desk.chip_sales": "a rebuy is sold",
    "desk.handing_back": "hand a buy-in back",
    "desk.late_seats": "a late player is seated",
    "hands.leaving": "a player leaves who folded",
    "moves.leaving": "a player leaves with chips",
    "desk.seating": "draw at an open table",
    "hands.busting": "a player is put out by hand",
    "hands.button": "the button is set",
    "hands.decision_clock": "a clock that was called is withdrawn",
    "hands.pushing": "a dealer change is undone",
    "hands.penalties": "a player gets a penalty",
    "moves.breaking": "the final table is drawn",
    "moves.moving": "a player is moved",
    "moves.redrawn": "the final table is undone",
    "stops.announcing": "a table is marked as done",
    "stops.computer_time": "the computer's time is taken over",
    "stops.run_outs": "a run-out is released",
    "table.messages": "a table is held",
    "table.packets": "deal the seats",
    "table.opening": "a broken table is opened again",
    "table.halting": "a short table plays on",
    "table.seats": "a seat is locked",
    "table.shaping": "a table gets another number",
    "undo.breaks": "a break is undone",
    "undo.busts": "a bust by hand is undone",
    "undo.moves": "a move is undone",
    "undo.seating": "undo the draw at an open table",
}
# A module that undoes what it does counts for both.
UNDOES_TOO: Final[Mapping[str, str]] = {
    "desk.chip_sales": "a rebuy is undone",
    "desk.handing_back": "undo handing back",
    "stops.announcing": "a marked table is not done",
}
# A start that is undone, a take-over and a no to a rebuy change nothing that a tap thinks about: they count to have it
# look again.
COUNTS_FOR_ANOTHER_REASON: Final = {"undo.start", "table.tablets", "desk.rebuy_answers"}


def counting_modules() -> dict[str, list[str]]:
    """The rooms' modules that count versions by hand, and the names they do it by."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tables" / "services").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        names = [name for name in ("bump_version", "bump_versions") if f"    {name}(" in text]
        if names:
            found[f"{path.parent.name}.{path.stem}"] = names
    return found


def test_every_service_that_counts_is_tried_below() -> None:
    assert set(counting_modules()) == set(FORGETFUL) | COUNTS_FOR_ANOTHER_REASON


def prepared(change: str) -> tuple[Tournament, Callable[[], object]]:
    if change not in CHANGES:
        return before_the_start(change)
    room = make_room()
    before, do = CHANGES[change]
    before(room)
    return room.one.tournament, lambda: do(room)


@pytest.mark.long(reason="each service's counting is taken away in turn")
@pytest.mark.parametrize(("service", "change"), [*FORGETFUL.items(), *UNDOES_TOO.items()])
def test_a_service_that_forgets_to_count_is_found(
    service: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, do = prepared(change)
    module = import_module(f"tables.services.{service}")
    for name in counting_modules()[service]:
        monkeypatch.setattr(module, name, lambda _tables: None)
    assert changed_in_silence(do, tournament) != []
