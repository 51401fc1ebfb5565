from __future__ import annotations

from typing import Any

import pytest

from tables.queries.room.seating import my_seat
from tests.factories import ACTOR, after, make_tournament
from tests.factories.books import played_for_money
from tournament.changes.change import sentence_of
from tournament.models import LogEntry, Payout
from tournament.queries.payouts.pay_desk import pay_desk
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.cash.ready import cancel_ready, make_ready
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def ids(payout: Payout) -> dict[str, Any]:
    return {"tournament_id": payout.tournament_id, "payout_id": payout.pk, "by": ACTOR.at(after(60))}


def tells(payout: Payout) -> tuple[bool, bool]:
    """What the player's own page knows: that the prize is ready, that it is paid."""
    mine = my_seat(secret=payout.entry.link_secret, now=after(61))
    assert mine is not None
    return mine.row.is_prize_ready, mine.row.is_prize_paid


def a_prize() -> Payout:
    _tournament, entries = played_for_money()
    return Payout.objects.select_related("entry", "tournament").get(entry=entries[1])


def test_the_players_page_says_that_the_prize_is_ready_until_it_is_paid() -> None:
    prize = a_prize()
    assert tells(prize) == (False, False)
    line = make_ready(**ids(prize))
    assert tells(prize) == (True, False)
    amount = PageWriter.of(prize.tournament).money(prize.amount)
    said = sentence_of(line, PageWriter.of(prize.tournament))
    assert said == f"The prize of {prize.entry.player.name} is ready: {amount}."
    with pytest.raises(Refused, match="ready already"):
        make_ready(**ids(prize))

    pay_out(**ids(prize))
    assert tells(prize) == (False, True)
    assert lines_to_undo(prize.tournament, [line]) == frozenset()
    with pytest.raises(Refused, match="already been paid"):
        make_ready(**ids(prize))
    void_payment(**ids(prize))
    assert tells(prize) == (False, False)


def test_ready_is_undone_at_the_desk_and_in_the_log() -> None:
    prize = a_prize()
    make_ready(**ids(prize))
    cancel_ready(**ids(prize))
    assert tells(prize) == (False, False)
    with pytest.raises(Refused, match="not ready"):
        cancel_ready(**ids(prize))

    line = make_ready(**ids(prize))
    undo_line(tournament_id=prize.tournament_id, line_id=line.pk, by=ACTOR.at(after(62)))
    assert tells(prize) == (False, False)
    assert LogEntry.objects.filter(verb="prize_not_ready").count() == 2


def test_who_went_out_first_stands_first_and_the_paid_at_the_end() -> None:
    tournament, entries = played_for_money()
    desk = pay_desk(tournament, entries=4)
    assert [line.place_first for line in desk.lines] == [3, 2, 1]
    pay_out(**ids(Payout.objects.get(entry=entries[2])))
    assert [
        (line.place_first, line.paid_at is not None) for line in pay_desk(tournament, entries=4).lines
    ] == [
        (2, False),
        (1, False),
        (3, True),
    ]


def test_a_prize_of_another_tournament_is_not_found() -> None:
    prize, other = a_prize(), make_tournament()
    for change in (make_ready, cancel_ready):
        with pytest.raises(Payout.DoesNotExist):
            change(**ids(prize) | {"tournament_id": other.pk})
