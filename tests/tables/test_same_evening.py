"""The same evening by hands and by results only: places, prizes, buttons and moves are the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from tables import engine
from tables.management.scripted_dealer import WILD, next_operation
from tables.management.scripted_floor import follow_advice
from tables.management.simulation import FIRST_MOMENT, simulation_plan
from tables.models import Hand, HandSeat, HandStatus, Move, MoveStatus, Recording, Table, TableStatus
from tables.services.desk.seating import make_seat_draw
from tables.services.hands.busting import Out
from tables.services.hands.counted import Result, count_hand
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.table.ways import set_recording
from tests.breadth import sample
from tests.factories import make_account, names
from tournament.draws.chance import SeededRng
from tournament.models import Entry, EntryStatus, Payout, Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure
from tournament.services.actor import Actor
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.field.players import add_player
from tournament.services.setup.tournaments import create_tournament

pytestmark = pytest.mark.django_db

ACTOR = Actor(label="evening")
STEP = timedelta(seconds=20)
# Two tables, the second of which breaks.
PLAYERS = sample("players of the same evening")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A hand as both evenings know it: entries by their numbers."""

    table: int
    number: int
    stacks: dict[int, int]
    out: list[int]


@dataclass(slots=True)
class Evening:
    """One evening: how it was played, and what came of it."""

    tournament: Tournament
    hands: list[Played] = field(default_factory=list)
    now: Any = FIRST_MOMENT

    def tables(self) -> list[Table]:
        rows = Table.objects.filter(tournament=self.tournament).exclude(status=TableStatus.CLOSED)
        return list(rows.order_by("number"))

    def is_over(self) -> bool:
        self.tournament.refresh_from_db()
        return self.tournament.status == TournamentStatus.FINISHED

    def between_hands(self, step: int) -> None:
        """The clock goes on, and the floor does what the rules advise; the same seeds in both evenings."""
        self.now += STEP
        sweep_clock(tournament_id=self.tournament.pk, now=self.now)
        for turn in range(9):
            seed = f"{step}/{turn}"
            if not follow_advice(tournament_id=self.tournament.pk, seed=seed, by=ACTOR.at(self.now)):
                return

    def facts(self) -> dict[str, Any]:
        entries = Entry.objects.filter(tournament=self.tournament).order_by("number")
        payouts = Payout.objects.filter(tournament=self.tournament).order_by("entry__number")
        moves = Move.objects.filter(tournament=self.tournament, status=MoveStatus.APPLIED).order_by("pk")
        return {
            "places": list(entries.values_list("number", "place_first", "place_last")),
            "prizes": list(payouts.values_list("entry__number", "amount")),
            "moves": list(
                moves.values_list(
                    "kind", "entry__number", "from_table__number", "from_seat", "to_table__number", "to_seat"
                )
            ),
            "buttons": list(
                Hand.objects.filter(table__tournament=self.tournament, status=HandStatus.COMPLETE)
                .order_by("table__number", "number")
                .values_list("table__number", "number", "level_number", "setup_data__button")
            ),
            "positions": list(
                Table.objects.filter(tournament=self.tournament)
                .order_by("number")
                .values_list("number", "hands_dealt", "positions_data")
            ),
        }


def start(name: str) -> Evening:
    plan = simulation_plan(name)
    # Nobody colours up: every chip stays in play.
    periods = [replace(p, chips_removed=()) if isinstance(p, Break) else p for p in plan.structure.periods]
    plan = replace(plan, structure=Structure(periods=tuple(periods)))
    tournament = create_tournament(plan=plan, account=make_account(), now=FIRST_MOMENT)
    for player in names(PLAYERS):
        found = add_player(name=f"{player} {name}", now=FIRST_MOMENT)
        register_entry(tournament_id=tournament.pk, player_id=found.pk, by=ACTOR.at(FIRST_MOMENT))
    Tournament.objects.filter(pk=tournament.pk).update(
        late_registration_level=0, registration_closed_at=FIRST_MOMENT, seats_per_table=6
    )
    make_seat_draw(tournament_id=tournament.pk, seed="the same", by=ACTOR.at(FIRST_MOMENT))
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(FIRST_MOMENT))
    tournament.refresh_from_db()
    return Evening(tournament)


def play_by_hands() -> Evening:
    """Hand by hand, table after table."""
    evening, rng, step = start("hands"), SeededRng("evening"), 0
    while not evening.is_over():
        for table in evening.tables():
            step += 1
            if record_one(evening, table.pk, rng):
                evening.between_hands(step)
        evening.between_hands(step)
    return evening


def record_one(evening: Evening, table: int, rng: SeededRng) -> bool:
    at: dict[str, Any] = {"tournament_id": evening.tournament.pk, "table_id": table}
    try:
        hand = start_hand(**at, by=ACTOR.at(evening.now))
    except Refused:
        return False
    state = engine.replay(hand.setup, [])
    while not state.is_complete:
        state = record_operation(
            **at, operation=next_operation(state, rng, WILD), by=ACTOR.at(evening.now)
        ).state
    rows = list(HandSeat.objects.filter(hand=hand).select_related("entry"))
    evening.hands.append(
        Played(
            table=hand.table.number,
            number=hand.number,
            stacks={row.seat_number: row.finishing_stack or 0 for row in rows if row.finishing_stack},
            out=[row.entry.number for row in rows if row.finishing_stack == 0],
        )
    )
    return True


def play_by_results(record: list[Played], *, with_stacks: bool) -> Evening:
    """The same hands: one tap each, and who is out."""
    evening, played, step = start(f"results {with_stacks}"), iter(record), 0
    for table in evening.tables():
        switch(evening, table)
    while not evening.is_over():
        for table in evening.tables():
            step += 1
            if count_one(evening, table, played, with_stacks=with_stacks):
                evening.between_hands(step)
        evening.between_hands(step)
    assert next(played, None) is None
    return evening


def switch(evening: Evening, table: Table) -> None:
    set_recording(
        tournament_id=evening.tournament.pk,
        table_id=table.pk,
        recording=Recording.RESULTS,
        by=ACTOR.at(evening.now),
    )


def count_one(evening: Evening, table: Table, played: Iterator[Played], *, with_stacks: bool) -> bool:
    fresh = Table.objects.get(pk=table.pk)
    at: dict[str, Any] = {"tournament_id": evening.tournament.pk, "table_id": table.pk}
    expected = peek(played)
    if level_now(evening.tournament, now=evening.now).is_break or fresh.status != TableStatus.OPEN:
        return False
    if expected is None or (expected.table, expected.number) != (fresh.number, fresh.hands_dealt + 1):
        return False
    entries = {
        entry.number: entry.pk
        for entry in Entry.objects.filter(tournament=evening.tournament, status=EntryStatus.PLAYING)
    }
    before = BEFORE[id(expected)]
    order = {entries[number]: before[number] for number in expected.out}
    out = Out(entries=[entries[number] for number in expected.out], order=order)
    result = Result(out=out, stacks=expected.stacks if with_stacks else {})
    count_hand(**at, result=result, by=ACTOR.at(evening.now))
    take(played)
    return True


# The next hand of a record, looked at before it is played, and who of those out finished higher in it.
NEXT: dict[int, Played | None] = {}
BEFORE: dict[int, dict[int, int]] = {}


def peek(played: Iterator[Played]) -> Played | None:
    if id(played) not in NEXT:
        NEXT[id(played)] = next(played, None)
    return NEXT[id(played)]


def take(played: Iterator[Played]) -> None:
    NEXT.pop(id(played))


def ranks(evening: Evening) -> None:
    """Of the players out in one hand, who finished higher: what a dealer sees on the table."""
    for hand in evening.hands:
        places = dict(
            Entry.objects.filter(tournament=evening.tournament, number__in=hand.out).values_list(
                "number", "place_first"
            )
        )
        order = sorted({place or 0 for place in places.values()})
        BEFORE[id(hand)] = {number: 1 + order.index(place or 0) for number, place in places.items()}


@pytest.mark.sampled
def test_an_evening_by_results_with_or_without_stacks_is_the_evening_by_hands() -> None:
    NEXT.clear()
    recorded = play_by_hands()
    ranks(recorded)

    counted = [play_by_results(recorded.hands, with_stacks=with_stacks) for with_stacks in (False, True)]

    assert len(recorded.hands) > PLAYERS
    assert any(len(hand.out) for hand in recorded.hands)
    assert recorded.facts()["moves"]
    assert [evening.facts() for evening in counted] == [recorded.facts()] * 2
