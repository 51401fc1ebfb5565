"""Decisions about one player that meet: one wins, the others are told why, and chips and penalties add up."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from django.db.models import Sum

from tables.models import Hand, HandSeat, Seat
from tables.services.hands.absence import set_absence
from tables.services.hands.leaving import remove_player
from tables.services.hands.penalties import give_penalty
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, make_felt
from tests.tables.races import at_once
from tournament.models import ChipKind, ChipRow, Entry, LogEntry, Penalty
from tournament.queries.chip_count import chip_count
from tournament.services.errors import Refused
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db(transaction=True)


def said(answers: list[object]) -> Counter[str]:
    """How often it was done, and how often refused with which words."""
    errors = [
        answer for answer in answers if isinstance(answer, Exception) and not isinstance(answer, Refused)
    ]
    assert errors == []
    return Counter(answer.message if isinstance(answer, Refused) else "done" for answer in answers)


def mark(felt: Felt, seat: int) -> partial[None]:
    return partial(
        set_absence,
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        entry_id=felt.entries[seat].pk,
        absent=True,
        by=ACTOR.at(NOW),
    )


def test_ten_who_mark_one_player_absent_mark_them_once() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    name = felt.entries[2].player.name
    assert said(at_once(*[mark(felt, 2)] * 10)) == {"done": 1, f"{name} is already marked absent.": 9}
    assert LogEntry.objects.filter(verb="player_absent").count() == 1


def test_a_mark_that_meets_the_deal_counts_for_this_hand_whichever_comes_first() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    answers = at_once(mark(felt, 2), felt.deal)
    assert not any(isinstance(answer, Exception) for answer in answers)
    assert HandSeat.objects.get(seat_number=2).sits_out == "absent"
    assert list(Hand.objects.values_list("operations__code", flat=True)) == ["x:absent,s=2"]


def test_ten_who_disqualify_one_player_take_the_chips_out_once_and_ten_undos_bring_them_back_once() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    out = partial(
        remove_player,
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        why="disqualified",
        offence="conduct",
        by=ACTOR.at(NOW),
    )
    assert said(at_once(*[out] * 10)) == {
        "done": 1,
        "Bruno Neri has already left the tournament: entered by Vera Direttrice.": 9,
    }
    line = LogEntry.objects.get(verb="player_left")
    back = partial(undo_line, tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    assert said(at_once(*[back] * 10)) == {"done": 1, "This has already been undone.": 9}
    rows = ChipRow.objects.exclude(kind=ChipKind.ISSUED).order_by("pk").values_list("amount", flat=True)
    assert list(rows) == [-10_000, 10_000]
    stacks = Entry.objects.aggregate(sum=Sum("stack"))["sum"]
    assert chip_count(felt.tournament.pk).in_play == stacks == 30_000
    assert Seat.objects.get(entry=felt.entries[2]).number == 2


def test_penalties_for_different_offences_given_at_once_all_count_and_what_is_owed_is_their_sum() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    give = partial(
        give_penalty,
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        kind="rounds",
        count=1,
        offence="conduct",
        note="",
        by=ACTOR.at(NOW),
    )
    assert said(at_once(*[give] * 6)) == {"done": 6}
    assert Penalty.objects.aggregate(sum=Sum("hands"))["sum"] == 18
    assert Entry.objects.get(pk=felt.entries[2].pk).penalty_hands == 18
