"""What must hold in a simulated tournament at every moment, and at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Sum

from tables import engine
from tables.floor.button.positions import Positions
from tables.floor.button.promises import HandAfter, broken_promise
from tables.models import Hand, HandSeat, HandStatus, Seat, Table, TableStatus
from tables.queries.room.advice import advice
from tournament.models import (
    ChipRow,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyRow,
    Tournament,
)
from tournament.queries.ledger.reconciliation import PAID, PAID_FOR_CHIPS
from tournament.queries.payouts.bounties import bounty_money

# An entry number with its places, first and last.
Place = tuple[int, int, int]


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

    Who is absent or on a penalty counts for it: dealt in, posting, and killed after the deal.
    """
    table = Table.objects.get(pk=table_id)
    hand = Hand.objects.filter(table=table).exclude(status=HandStatus.VOID).latest("number")
    now = table.positions
    if now is None:
        raise InvariantBroken(f"{hand} was dealt without a button")
    if hand.positions_before is not None:
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


def check_room(tournament_id: int) -> None:
    """Chips as issued; everybody alive in one seat of an open table."""
    issued = ChipRow.objects.filter(tournament_id=tournament_id).aggregate(all=Sum("amount", default=0))[
        "all"
    ]
    alive = Entry.objects.filter(tournament_id=tournament_id, status=EntryStatus.PLAYING)
    held = alive.aggregate(all=Sum("stack", default=0))["all"]
    if issued != held:
        raise InvariantBroken(f"{issued} chips issued, {held} in stacks")
    seated = Seat.objects.filter(table__tournament_id=tournament_id, entry__isnull=False)
    on_open = seated.exclude(table__status=TableStatus.CLOSED)
    players = set(alive.values_list("pk", flat=True))
    seated_players = sorted(on_open.values_list("entry_id", flat=True))
    if seated_players != sorted(players) or seated.count() != len(players):
        raise InvariantBroken(f"{len(players)} players in {len(seated_players)} seats")


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
    money = bounty_money(Tournament.objects.get(pk=tournament_id))
    if money.difference:
        raise InvariantBroken(f"bounties do not add up: {money}")
    if is_over and (money.on_heads or money.unclaimed or money.in_pot):
        raise InvariantBroken(f"bounties are left on heads or in envelopes: {money}")


def check_balance(tournament_id: int) -> None:
    """After the floor's work no further move is due."""
    advised = advice(Tournament.objects.get(pk=tournament_id))
    if advised.moves or advised.break_table is not None:
        raise InvariantBroken(f"the room is out of balance: {advised}")


def check_places(places: Sequence[Place]) -> None:
    """Places run from 1 to the number of entries; those who tie share all of theirs."""
    expected = 1
    remaining = list(places)
    while remaining:
        tied = [place for place in remaining if place[1] == expected]
        last = expected + len(tied) - 1
        if not tied or any(place[2] != last for place in tied):
            raise InvariantBroken(f"place {expected} is missing or doubled: {remaining[:3]}")
        remaining = [place for place in remaining if place[1] != expected]
        expected = last + 1
    if expected != len(places) + 1:
        raise InvariantBroken(f"{len(places)} entries, places up to {expected - 1}")


def check_log(tournament_id: int) -> None:
    """The log tells of every entry and of every player who went out, once and in their order."""
    lines = LogEntry.objects.filter(tournament_id=tournament_id)
    entered = list(lines.filter(verb="entry_registered").values_list("data__entry", flat=True))
    entries = Entry.objects.filter(tournament_id=tournament_id).exclude(status=EntryStatus.VOID)
    _compare("entered", entered, entries.values_list("pk", flat=True))
    out: list[int] = []
    won: list[int] = []
    told = lines.filter(verb__in=("entry_eliminated", "entry_reinstated", "tournament_won")).order_by("pk")
    for verb, entry in told.values_list("verb", "data__entry"):
        match verb:
            case "entry_eliminated":
                out.append(entry)
            case "entry_reinstated":
                # With a second player in it again nobody has won.
                out.remove(entry)
                won = []
            case _:
                won.append(entry)
    _compare("went out", out, entries.filter(status=EntryStatus.ELIMINATED).values_list("pk", flat=True))
    _compare("won", won, entries.filter(place_first=1).values_list("pk", flat=True))


def _compare(what: str, told: Iterable[int], true: Iterable[int]) -> None:
    by_the_log, there = sorted(told), sorted(true)
    if by_the_log != there:
        raise InvariantBroken(
            f"by the log {len(by_the_log)} {what}, of {len(there)}: {set(by_the_log) ^ set(there)}"
        )
