"""What must hold in a simulated tournament at every moment, and at its end."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from django.db.models import Sum

from tables import engine
from tables.floor.button.positions import Positions
from tables.floor.button.promises import HandAfter, broken_promise
from tables.models import Hand, HandSeat, HandStatus, Table
from tables.queries.checks.chips import check_chips, check_seats
from tables.queries.checks.findings import Check
from tables.queries.room.advice import advice
from tables.queries.table.next_hand import has_button
from tournament.models import (
    ChipSale,
    Entry,
    EntryStatus,
    MoneyRow,
    Tournament,
)
from tournament.queries.ledger.expected import PAID, PAID_FOR_CHIPS
from tournament.queries.payouts.bounties import BountyMoney, bounty_money


class InvariantBroken(AssertionError):
    """An invariant does not hold; the message names it."""


def check_hand(state: engine.State) -> None:
    """What the players brought into the hand is on the table, in stacks and pot."""
    brought = sum(seat.stack for seat in state.setup.seats)
    in_play = sum(state.stacks.values()) + (0 if state.is_complete else state.pot_total)
    if brought != in_play:
        raise InvariantBroken(f"{state!r}: {brought} chips brought, {in_play} in play")


def check_button(table_id: int) -> None:
    """Right after a deal: the hand follows from the one before as a dead button promises, and posts what it says.

    A player who is absent or on a penalty counts for it: dealt in, posting, and killed after the deal.
    """
    table = Table.objects.get(pk=table_id)
    hand, *earlier = Hand.objects.filter(table=table).exclude(status=HandStatus.VOID).order_by("-number")[:2]
    if not has_button(hand.game):
        return  # at stud it rests
    now = table.positions
    if now is None:
        raise InvariantBroken(f"{hand} was dealt without a button")
    if hand.positions_before is not None and all(has_button(each.game) for each in earlier):
        came = {number for number, _came, _told in hand.arrivals_before}
        stayed = {*now.dealt, *now.waiting} - came
        before = Positions.from_dict(hand.positions_before)
        broken = broken_promise(HandAfter(before=before, now=now, stayed=stayed, came=came))
        if broken:
            raise InvariantBroken(f"{hand}: {broken}; {before}, then {now}")
    players = HandSeat.objects.filter(hand=hand)
    if set(players.values_list("seat_number", flat=True)) != set(now.dealt):
        raise InvariantBroken(f"{hand} was not dealt to {now.dealt}")
    for kind, seats in (("big_blind", now.big_blinds), ("small_blind", now.small_blinds)):
        posted = {post.seat for post in hand.setup.posts if post.kind == kind}
        if posted != set(seats):
            raise InvariantBroken(f"{hand}: {kind} of {sorted(posted)}, due from {seats}")
    # Somebody wins the blinds: one hand plays even if nobody is there.
    if players.filter(entry__is_absent=True, sits_out="").count() > 1:
        raise InvariantBroken(f"{hand}: absent players play")


def hold(tournament_id: int, *checks: Check) -> None:
    """Nothing is found by these checks (`tables.queries.checks`)."""
    tournament = Tournament.objects.get(pk=tournament_id)
    for finding in chain.from_iterable(check(tournament) for check in checks):
        raise InvariantBroken(str(finding))


def check_room(tournament_id: int) -> None:
    """Chips as issued; everybody alive in one seat of an open table."""
    hold(tournament_id, check_chips, check_seats)


def check_money(tournament_id: int) -> None:
    """The ledger holds, to the minor unit, what the entries and the sales that stand have paid, part by part."""
    rows = MoneyRow.objects.filter(tournament_id=tournament_id, kind__in=PAID)
    held: Counter[str] = Counter(dict(rows.values_list("kind").annotate(sum=Sum("amount"))))
    paid: Counter[str] = Counter()
    entries = Entry.objects.filter(tournament_id=tournament_id).exclude(status=EntryStatus.VOID)
    sales = ChipSale.objects.filter(tournament_id=tournament_id, undone_at=None)
    for rows_paid, columns in ((entries, PAID), (sales, PAID_FOR_CHIPS)):
        for kind, column in columns.items():
            paid[kind] += rows_paid.aggregate(sum=Sum(column))["sum"] or 0
    if any(held[kind] != paid[kind] for kind in PAID):
        raise InvariantBroken(f"the ledger holds {dict(held)}, players have paid {dict(paid)}")


def check_bounties(tournament_id: int, *, is_over: bool = False) -> None:
    """Money for bounties is on heads or in envelopes, due or paid; at the end only due or paid."""
    check_bounty_money(bounty_money(Tournament.objects.get(pk=tournament_id)), is_over=is_over)


def check_bounty_money(money: BountyMoney, *, is_over: bool) -> None:
    """The same of what was read already."""
    if money.difference:
        raise InvariantBroken(f"bounties do not add up: {money}")
    if is_over and (money.on_heads or money.unclaimed or money.in_pot):
        raise InvariantBroken(f"bounties are left on heads or in envelopes: {money}")


def check_balance(tournament_id: int) -> None:
    """After the floor's work no further move is due."""
    advised = advice(Tournament.objects.get(pk=tournament_id))
    if advised.moves or advised.break_table is not None:
        raise InvariantBroken(f"the room is out of balance: {advised}")
