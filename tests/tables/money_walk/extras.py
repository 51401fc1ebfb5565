"""Steps with what is won beside the places: side prizes, and the envelopes of mystery bounties."""

from __future__ import annotations

from typing import Any

from tests.tables.money_walk.house import Evening, pick
from tournament.changes.side_prizes import SidePrizeTakenBack, SidePrizeVoided
from tournament.models import Entry, EntryStatus, Envelope, LogEntry, SidePrize
from tournament.queries.payouts.bounties import bounty_money
from tournament.queries.payouts.ladder import prize_pool
from tournament.rules.payouts.mystery import EnvelopeLine
from tournament.services.cash.mystery import begin_mystery, open_envelope
from tournament.services.prizes.side_prizes import (
    add_side_prize,
    award_side_prize,
    pay_side_prize,
    remove_side_prize,
    take_side_prize_back,
    void_side_prize,
)


def promise_from_pool(walk: Evening, which: int) -> None:
    """A side prize of a small part of the pool."""
    amount = prize_pool(walk.fresh()).total * (1 + which % 3) // 16
    add_side_prize(name=f"Pool {which}", amount=amount, is_from_pool=True, **walk.ids)


def promise_from_house(walk: Evening, which: int) -> None:
    add_side_prize(name=f"House {which}", amount=1 + 17 * which, is_from_pool=False, **walk.ids)


def remove_promise(walk: Evening, which: int) -> None:
    remove_side_prize(prize_id=_side_prize(walk, which, entry=None), **walk.ids)


def award(walk: Evening, which: int) -> None:
    """To somebody who is in or out."""
    prize = _side_prize(walk, which, entry=None)
    entries = Entry.objects.filter(tournament=walk.tournament).exclude(status=EntryStatus.VOID)
    award_side_prize(prize_id=prize, entry_id=pick(entries.order_by("pk"), which).pk, **walk.ids)


def take_award_back(walk: Evening, which: int) -> None:
    prize = _side_prize(walk, which, entry__isnull=False, payment=None)
    take_side_prize_back(prize_id=prize, **walk.ids)


def pay_side(walk: Evening, which: int) -> None:
    pay_side_prize(prize_id=_side_prize(walk, which, entry__isnull=False, payment=None), **walk.ids)


def void_side(walk: Evening, which: int) -> None:
    void_side_prize(prize_id=_side_prize(walk, which, payment__isnull=False), **walk.ids)


def award_once_more(walk: Evening, _which: int) -> None:
    """What was taken back last, to whom had it."""
    line = LogEntry.objects.filter(tournament=walk.tournament, verb=SidePrizeTakenBack.verb).latest("pk")
    back = SidePrizeTakenBack.of(line)
    award_side_prize(prize_id=back.prize, entry_id=back.entry, **walk.ids)


def pay_side_once_more(walk: Evening, _which: int) -> None:
    """The prize whose payment was voided last."""
    line = LogEntry.objects.filter(tournament=walk.tournament, verb=SidePrizeVoided.verb).latest("pk")
    pay_side_prize(prize_id=SidePrizeVoided.of(line).prize, **walk.ids)


def make_envelopes(walk: Evening, which: int) -> None:
    """The bounty money in an envelope for each player left: equal ones, or a large one and small ones."""
    money = bounty_money(walk.fresh()).in_pot
    players = Entry.objects.filter(tournament=walk.tournament, status=EntryStatus.PLAYING).count()
    small = money // max(players, 1) // (1 + which % 3)
    large = money - small * (players - 1)
    lines = [EnvelopeLine(value=large, count=1), EnvelopeLine(value=small, count=players - 1)]
    begin_mystery(
        lines=[line for line in lines if line.count], seed=str(which), reserve="reserve", **walk.ids
    )


def open_one(walk: Evening, which: int) -> None:
    """One that a knock-out has taken."""
    taken = Envelope.objects.filter(
        pot__tournament=walk.tournament, pot__undone_at=None, entry__isnull=False, opened_at=None
    )
    open_envelope(envelope_id=pick(taken.order_by("place"), which).pk, **walk.ids)


def _side_prize(walk: Evening, which: int, **state: Any) -> int:
    prizes = SidePrize.objects.filter(tournament=walk.tournament, removed_at=None, **state)
    return pick(prizes.order_by("pk"), which).pk
