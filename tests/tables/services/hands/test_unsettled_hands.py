"""A misdeal, or a pot that nobody won, keeps its players together for one more hand."""

from __future__ import annotations

from datetime import datetime

import pytest

from tables.models import Move, MoveStatus, Seat, Table, TableStatus
from tables.services.moves.breaking import break_table, redraw_tables
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt, add_table, make_felt
from tests.factories.mixed import sheet
from tests.tables.looking import screen_of
from tournament.rules.structure.levels import Level
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db

JACKS = Level(small_blind=25, big_blind=50, ante=25, ante_kind="classic", duration_seconds=1200, game="N5DJ",
              min_bet=100)  # fmt: skip
HOLDEM = Level(small_blind=50, big_blind=100, duration_seconds=1200)
NOBODY_OPENS = ("k1", "k2", "k3")
MISDEAL = ("x:misdeal,f",)


def jacks(*stacks: int) -> Felt:
    return make_felt(*stacks, structure=sheet(JACKS, JACKS), late_registration_level=1)


def break_it(felt: Felt, now: datetime = NOW) -> None:
    break_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, seed="42", by=ACTOR.at(now))


def seats_of(table: Table) -> list[int]:
    return list(Seat.objects.filter(table=table, entry__isnull=False).values_list("number", flat=True))


@pytest.mark.rule("S-064")
def test_whoever_has_paid_into_a_pot_plays_for_it_before_he_leaves() -> None:
    felt = jacks(1000, 1000, 1000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    felt.play(*NOBODY_OPENS)
    assert felt.send(2, other, 4).status == MoveStatus.WAITING
    felt.deal()
    felt.play("k2", "k3", "k1")
    assert (seats_of(felt.table), seats_of(other)) == ([1, 2, 3], [])
    felt.deal()
    felt.play("r3:100", "f1", "f2", "j3:????")
    assert (seats_of(felt.table), seats_of(other)) == ([1, 3], [4])
    assert felt.stacks() == {1: 925, 2: 925, 3: 925 + 9 * 25}


def test_who_came_after_the_hand_has_nothing_in_its_pot_and_may_go() -> None:
    felt = jacks(1000, 1000, 1000)
    other = add_felt(felt.tournament, 1000, 1000, number=2)
    felt.deal()
    felt.play(*NOBODY_OPENS)
    assert other.send(1, felt.table, 5).status == MoveStatus.APPLIED
    felt.entries[5] = other.entries[1]
    assert felt.send(5, other.table, 7).status == MoveStatus.APPLIED


@pytest.mark.rule("MIS-04")
@pytest.mark.parametrize(
    ("codes", "then"),
    [
        (NOBODY_OPENS, ("r2:100", "f3", "f1", "j2:????")),  # the button has moved on
        (MISDEAL, ("r1:100", "f2", "f3", "j1:????")),
    ],
)
def test_a_table_that_is_broken_plays_the_hand_it_owes_and_closes(
    codes: tuple[str, ...], then: tuple[str, ...]
) -> None:
    felt = jacks(1000, 1000, 1000)
    device, _ = felt.pair()
    add_felt(felt.tournament, 1000, 1000, number=2)
    felt.deal()
    break_it(felt)
    felt.play(*codes)
    assert (felt.fresh().status, Move.objects.filter(status=MoveStatus.WAITING).count()) == (
        TableStatus.BREAKING,
        3,
    )
    assert screen_of(device, now=NOW).prompt.refusal == ""
    felt.deal()
    felt.play(*then)
    assert (felt.fresh().status, seats_of(felt.table)) == (TableStatus.CLOSED, [])
    assert Move.objects.filter(status=MoveStatus.WAITING).count() == 0


def test_a_table_that_owes_nothing_deals_no_more_once_it_is_broken() -> None:
    felt = make_felt(1000, 1000, 1000, structure=sheet(HOLDEM, HOLDEM), late_registration_level=1)
    add_felt(felt.tournament, 1000, 1000, number=2)
    felt.deal()
    break_it(felt)
    felt.play("f3", "f1")
    assert felt.fresh().status == TableStatus.CLOSED
    with pytest.raises(Refused) as refused:
        felt.deal()
    assert refused.value.code == "table_closed"


@pytest.mark.parametrize("codes", [NOBODY_OPENS, MISDEAL])
def test_nobody_is_drawn_anew_while_a_table_owes_a_hand(codes: tuple[str, ...]) -> None:
    felt = jacks(1000, 1000, 1000)
    felt.deal()
    felt.play(*codes)
    with pytest.raises(Refused) as refused:
        redraw_tables(tournament_id=felt.tournament.pk, tables_left=1, seed="42", by=ACTOR.at(after(1)))
    assert (refused.value.code, str(refused.value)) == (
        "hands_owed",
        "One more hand must be played at table 1: it has a carried pot, or a misdeal to redeal.",
    )
