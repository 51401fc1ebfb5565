"""An evening of money in any order: entered, bought, knocked out, locked, chopped, paid, and any of it taken back.

`Walk` does one thing after another at two tables. After each of them it holds the books against what was sold, awarded
and won, looks that no row of the ledger was rewritten, and takes the step back to see that every balance is then what
it was before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Sum

from tables.management.scripted_floor import follow_advice
from tables.management.simulation_checks import check_bounties, check_money, check_room
from tables.models import Bust, Seat, Table
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.seating import register_and_seat, void_and_unseat
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.knock_outs import credit_knock_out
from tables.services.moves.refunds import refund_and_unseat
from tables.services.stops.announcing import Order, announce_stop, end_stop_by_hand, mark_table_done
from tests.factories import ACTOR, after, make_player
from tests.factories.felt import add_felt, make_felt
from tournament.models import (
    BountyShare,
    Chop,
    ChopMethod,
    Entry,
    EntryStatus,
    Giver,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    StopKind,
    Tournament,
    TournamentStatus,
)
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.bounties import heads_of
from tournament.queries.payouts.chops import prizes_left
from tournament.queries.payouts.ladder import entries_counted, lawful_ladder, prize_pool
from tournament.queries.prices import desk_prices
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.locked import tiers_of
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.prices import PriceProfile, read_quote
from tournament.rules.payouts.schemes import PayoutScheme, PrizeError, payout_scheme_to_dict
from tournament.services.cash.bounties import pay_bounties, void_bounty_payment
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration, reopen_registration
from tournament.services.prizes.added_money import add_money
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.prizes.locked_ladder import lock_payouts, unlock_payouts
from tournament.services.setup.prices import change_price, remove_price
from tournament.services.undo import lines_to_undo, undo_line

# What is done, and a number that chooses to whom and how.
Step = tuple[str, int]
# Of the ledger: its key, entry, kind, amount, moment, and the row that it corrects.
Row = tuple[int, int | None, str, int, datetime, int | None]
# Nobody is there for it, or nothing of the kind stands: the step is passed over like one that is refused.
NOTHING_TO_DO: Final = (Refused, PrizeError, Seat.DoesNotExist, IndexError, StopIteration, ZeroDivisionError)
SECONDS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What is sold and how it is paid, in minor units."""

    price: BuyIn
    prices: Sequence[BuyIn] = ()
    rebuy: BuyIn
    add_on: BuyIn
    bounty_kind: str
    scheme: PayoutScheme
    guarantee: int = 0
    unit: int = 1
    # Of each prize, in millionths, as it is paid.
    withheld: int = 0


class BooksAreWrong(AssertionError):
    """A balance that is not what it has to be; the message names it."""


@dataclass(slots=True)
class Walk:
    """One tournament: `taken` are the steps that were not refused."""

    tournament: Tournament
    now: datetime = field(default_factory=lambda: after(0))
    taken: list[str] = field(default_factory=list)
    rows: Sequence[Row] = ()

    def take(self, step: Step, *, and_back: bool = True) -> bool:
        """Do it if the house allows it, take it back and do it again; whether it was allowed.

        Raises BooksAreWrong, or what the checks of the simulation raise.
        """
        what, which = step
        before, newest, round_before = self.balances(), self._newest_line(), self._round()
        rows = MoneyRow.objects.count()
        self.now = after((len(self.taken) + 1) * SECONDS / 60)
        try:
            with transaction.atomic():
                STEPS[what](self, which)
        except NOTHING_TO_DO:
            _same(f"{what}, refused", rows, MoneyRow.objects.count())
            _same(f"{what}, refused", before, self.balances())
            return False
        self.taken.append(what)
        self.check(what)
        if and_back and what not in {"undo", "advise"}:
            self._take_back(what, newest, before, round_before)
        return True

    def play_out(self) -> None:
        """Close registration and put players out until the tournament is over."""
        self.take(("close", 0))
        for number in range(60):
            if self.fresh().status == TournamentStatus.FINISHED:
                return
            self.take(("end_stop", 0), and_back=False)
            if not self.take(("bust", number)):
                self.take(("advise", number), and_back=False)
        raise BooksAreWrong("the tournament does not end")

    def pay_all(self) -> None:
        """The desk hands over whatever is due."""
        for step in ("pay", "pay_bounty"):
            while self.take((step, 0)):
                pass

    # --- What has to be right

    def check(self, when: str) -> None:
        """Every balance, to the minor unit."""
        tournament = self.fresh()
        check_money(tournament.pk)
        check_bounties(tournament.pk, is_over=tournament.status == TournamentStatus.FINISHED)
        check_room(tournament.pk)
        self._check_places(when)
        self._check_ledger(when)
        self._check_pool(when, tournament)
        self._check_owed(when, tournament)

    def _check_pool(self, when: str, tournament: Tournament) -> None:
        """Prizes due and paid are the pool once all are decided, and never more."""
        sold = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
        bought = tournament.chip_sales.filter(undone_at=None)
        given = LogEntry.objects.filter(tournament=tournament, verb="money_added", undone_by=None)
        collected = _sum(sold, "paid_prize") + _sum(bought, "paid_prize")
        collected += sum(line.data["amount"] for line in given)
        locked = tournament.locked_ladder
        moved = collected_and_guarantee(collected, tournament) - locked.pool if locked else 0
        promised = locked.amounts.total if locked else collected_and_guarantee(collected, tournament)
        awarded = _sum(Payout.objects.filter(tournament=tournament), "amount")
        found = reconciliation(tournament)
        _same(f"{when}: kinds that differ", [], [line for line in found.kinds if not line.adds_up])
        if awarded > promised:
            raise BooksAreWrong(f"{when}: {awarded} awarded of {promised}")
        if tournament.status != TournamentStatus.FINISHED or _problem(tournament):
            return
        _same(f"{when}: prizes due and paid", promised, awarded)
        _same(f"{when}: what no prize pays", moved if awarded else 0, found.pool.difference)
        unit = tournament.payout_unit
        alone = Payout.objects.filter(tournament=tournament, entry__place_first=F("entry__place_last"))
        if locked is None and tournament.chop_id is None and tournament.satellite is None:
            loose = [each.amount for each in alone.filter(entry__place_first__gt=1) if each.amount % unit]
            _same(f"{when}: prizes that are not rounded", [], loose)

    def _check_ledger(self, when: str) -> None:
        """Rows are only added; a correction is the opposite of the row that it names."""
        rows = list(
            MoneyRow.objects.order_by("pk").values_list("pk", "entry", "kind", "amount", "at", "corrects")
        )
        _same(f"{when}: rows that were there", list(self.rows), rows[: len(self.rows)])
        self.rows = rows
        by_id = {row[0]: row for row in rows}
        for pk, entry, kind, amount, _at, corrects in rows:
            if corrects is not None:
                _pk, of_entry, of_kind, of_amount, *_rest = by_id[corrects]
                _same(
                    f"{when}: what row {pk} corrects", (entry, kind, -amount), (of_entry, of_kind, of_amount)
                )

    def _check_owed(self, when: str, tournament: Tournament) -> None:
        """What a player has in hand, by the ledger, is what the payouts and bounties say was paid."""
        handed: Counter[int] = Counter()
        out = (MoneyKind.PAYOUT, MoneyKind.SEAT, MoneyKind.BOUNTY_PAID)
        rows = MoneyRow.objects.filter(tournament=tournament, kind__in=out)
        for entry, amount in rows.values_list("entry").annotate(all=Sum("amount")):
            handed[entry] -= amount
        owed: Counter[int] = Counter()
        prizes = Payout.objects.exclude(paid_at=None)
        for entry, amount, withheld in prizes.values_list("entry", "amount", "withheld"):
            owed[entry] += amount - withheld
        paid = BountyShare.objects.filter(undone_at=None).exclude(payment=None)
        for entry, amount in paid.values_list("winner", "due"):
            owed[entry] += amount
        _same(f"{when}: money in players' hands", +owed, +handed)

    def _check_places(self, when: str) -> None:
        """Those who are out hold the places from the number of entries up, without a gap."""
        entries = Entry.objects.filter(tournament=self.tournament).exclude(status=EntryStatus.VOID)
        out = entries.filter(status=EntryStatus.ELIMINATED)
        held = sorted(out.values_list("place_first", "place_last"))
        expected = entries.count() - out.count() + 1
        while held:
            tied = [place for place in held if place == held[0]]
            _same(f"{when}: places", (expected, expected + len(tied) - 1), tied[0])
            held, expected = held[len(tied) :], expected + len(tied)
        _same(f"{when}: last place", entries.count() + 1, expected)

    def balances(self) -> dict[str, object]:
        """All that a step can move; what a void entry had is gone."""
        tournament = self.fresh()
        ledger = MoneyRow.objects.filter(tournament=tournament).values_list("kind", "entry")
        shares = BountyShare.objects.filter(tournament=tournament, undone_at=None)
        entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
        return {
            "ledger": {row[:2]: row[2] for row in ledger.annotate(all=Sum("amount")) if row[2]},
            "heads": {entry: amount for entry, amount in heads_of(tournament.pk).items() if amount},
            "bounties": sorted(
                shares.values_list("winner", "eliminated", "due", "on_head", "payment", "is_at_the_end"),
                key=str,
            ),
            "prizes": sorted(
                Payout.objects.filter(tournament=tournament).values_list(
                    "entry", "amount", "withheld", "paid_at"
                ),
                key=str,
            ),
            "entries": {
                row[0]: row[1:]
                for row in entries.values_list(
                    "pk", "status", "place_first", "place_last", "stack", "is_stack_known", "seat__number"
                )
            },
            "credited": sorted(
                Bust.objects.filter(undone_at=None, back_at=None).values_list("entry", "credited_to")
            ),
            "tournament": (
                tournament.status,
                tournament.registration_closed_at is None,
                tournament.locked_ladder_data,
                tournament.chop_id is not None,
                tournament.price_data,
            ),
            "consents": sorted(
                Chop.objects.filter(undone_at=None).values_list("pk", "shares__entry", "shares__amount")
                .exclude(shares__consent=None)
            ),
        }  # fmt: skip

    # --- Taking a step back

    def _take_back(
        self, what: str, newest: int, before: dict[str, object], round_before: tuple[int, int, bool] | None
    ) -> None:
        """In a savepoint: whatever the step has logged is undone, the last first, and nothing of it is left.

        A round of hand-for-hand that the step has ended stays over, and what was decided with it.
        """
        with transaction.atomic():
            if what in TAKEN_BACK:
                TAKEN_BACK[what](self, newest)
            elif not self._undo_since(newest):
                return
            self.check(f"{what}, taken back")
            if self._round() == round_before:
                _same(f"{what}, taken back", before, self.balances())
            transaction.set_rollback(True)
        self.rows = self.rows[: MoneyRow.objects.count()]

    def _undo_since(self, newest: int) -> int:
        """How many lines since then were undone. Nobody does anything in between, so that none is refused."""
        undone = 0
        while True:
            lines = LogEntry.objects.filter(tournament=self.tournament, pk__gt=newest, undoes=None)
            standing = list(lines.select_related("undone_by").order_by("-pk"))
            can_go = lines_to_undo(self.fresh(), standing)
            line = next((each for each in standing if each.pk in can_go), None)
            if line is None:
                return undone
            undo_line(line_id=line.pk, **self.ids)
            undone += 1

    # --- What the steps share

    @property
    def ids(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "actor": ACTOR, "now": self.now}

    def fresh(self) -> Tournament:
        return Tournament.objects.select_related("stop", "chop").get(pk=self.tournament.pk)

    def entry(self, which: int) -> Entry:
        entries = list(Entry.objects.filter(tournament=self.tournament).order_by("pk"))
        return entries[which % len(entries)]

    def others(self, seat: Seat) -> list[int]:
        """Those who sit with this player, by their seats."""
        here = Seat.objects.filter(table=seat.table, entry__isnull=False).exclude(pk=seat.pk)
        return [each.entry_id or 0 for each in here.order_by("number")]

    def seat(self, which: int) -> Seat:
        taken = list(Seat.objects.filter(table__tournament=self.tournament, entry__isnull=False))
        taken.sort(key=lambda seat: (seat.table_id, seat.number))
        return taken[which % len(taken)]

    def _round(self) -> tuple[int, int, bool] | None:
        """The stop, its round, and whether that is over; None while the tables deal freely."""
        stop = self.fresh().stop
        return None if stop is None else (stop.pk, stop.round, stop.round_over_at is not None)

    def _newest_line(self) -> int:
        return LogEntry.objects.order_by("-pk").values_list("pk", flat=True)[0]


def open_house(house: House) -> Walk:
    """Four players at one table and three at another, the first level running; 500 of a stack are lost and won."""
    sold: dict[str, Any] = {f"buy_in_{part}": amount for part, amount in house.price.to_dict().items()}
    profiles = [
        PriceProfile(name=f"Price {number}", price=price, ends_at=None if number else after(0.5))
        for number, price in enumerate(house.prices)
    ]
    tournament = make_felt(
        *(10_000, 10_000, 6_000, 6_000),
        now=after(0),
        seats=6,
        **sold,
        bounty_kind=house.bounty_kind,
        entries_per_player=None,
        late_registration_level=2,
        price_data=tuple(each.to_dict() for each in profiles),
        rebuy_data=ChipOffer(price=house.rebuy, chips=8_000, last_level=2, holding="any").to_dict(),
        add_on_data=ChipOffer(
            price=house.add_on, chips=5_000, last_level=2, per_player=2, holding="any"
        ).to_dict(),
        payout_scheme_data=payout_scheme_to_dict(house.scheme),
        payout_unit=house.unit,
        guarantee=house.guarantee,
        deduction_data=(Deduction(name="Tax", share=house.withheld).to_dict(),) if house.withheld else (),
    ).tournament
    add_felt(tournament, 10_000, 14_000, 14_000, number=2, seats=6, now=after(0))
    walk = Walk(tournament)
    walk.check("open")
    return walk


# --- The steps: at the desk


def _enter(walk: Walk, which: int) -> None:
    """Somebody new, or a player who is out."""
    player = walk.entry(which).player if which % 2 else make_player(f"Player {Entry.objects.count()}")
    offered = desk_prices(walk.fresh(), now=walk.now).all
    quote = read_quote(offered[which % len(offered)].quote)
    register_and_seat(player_id=player.pk, seed=str(which), quote=quote, **walk.ids)


def _rebuy(walk: Walk, which: int) -> None:
    sell_chips(entry_id=walk.entry(which).pk, kind="rebuy", seed=str(which), **walk.ids)


def _add_on(walk: Walk, which: int) -> None:
    sell_chips(entry_id=walk.entry(which).pk, kind="add_on", seed=str(which), **walk.ids)


def _void(walk: Walk, which: int) -> None:
    void_and_unseat(entry_id=walk.entry(which).pk, reason="left", **walk.ids)


def _refund(walk: Walk, which: int) -> None:
    """To somebody who sits and has played."""
    refund_and_unseat(entry_id=walk.seat(which).entry_id or 0, reason="ineligible", **walk.ids)


def _sponsor(walk: Walk, which: int) -> None:
    add_money(amount=1 + which, giver=Giver.SPONSOR, is_cash=bool(which % 2), reason="", **walk.ids)


def _reprice(walk: Walk, which: int) -> None:
    """Change or remove one of the prices: what entries have paid stays."""
    prices = walk.fresh().prices
    price = prices[which % len(prices)]
    if which % 3:
        dearer = replace(price, price=replace(price.price, fee=price.price.fee + which))
        change_price(name=price.name, price=dearer, **walk.ids)
    else:
        remove_price(name=price.name, **walk.ids)


def _close(walk: Walk, _which: int) -> None:
    close_registration(**walk.ids)


def _reopen(walk: Walk, _which: int) -> None:
    reopen_registration(**walk.ids)


# --- At the tables


def _bust(walk: Walk, which: int) -> None:
    """One of a table, knocked out by one, by several, or by nobody knows whom."""
    seat = walk.seat(which)
    others = walk.others(seat)
    by = others[: which % 3] if which % 5 else []
    bust_players(table_id=seat.table_id, out=Out(entries=[seat.entry_id or 0], by=by), **walk.ids)


def _bust_several(walk: Walk, which: int) -> None:
    """Two of a table in one hand: they tie where their stacks are equal, or in the order of the floor."""
    seat = walk.seat(which)
    first, *others = walk.others(seat) or [0]
    out = [seat.entry_id or 0, first]
    order = {out[0]: 1, out[1]: 1 + which % 2}
    bust_players(
        table_id=seat.table_id, out=Out(entries=out, by=others[: 1 + which % 2], order=order), **walk.ids
    )


def _credit(walk: Walk, which: int) -> None:
    """A knock-out goes to others than was said."""
    busts = list(Bust.objects.filter(undone_at=None, back_at=None).order_by("pk"))
    bust = busts[which % len(busts)]
    seen = set(bust.credited_to.values_list("pk", flat=True))
    here = Seat.objects.filter(table=bust.table, entry__isnull=False).order_by("number")
    by = set(here.values_list("entry", flat=True)[which % 2 : 2 + which % 3])
    if credit_knock_out(bust_id=bust.pk, by=by, seen=seen, **walk.ids) is None:
        raise StopIteration


def _hand_for_hand(walk: Walk, which: int) -> None:
    order = Order(kind=StopKind.HAND_FOR_HAND, until_left=None if which % 2 else 2)
    announce_stop(order=order, **walk.ids)


def _done(walk: Walk, which: int) -> None:
    tables = list(Table.objects.filter(tournament=walk.tournament).order_by("pk"))
    mark_table_done(table_id=tables[which % len(tables)].pk, **walk.ids)


def _end_stop(walk: Walk, _which: int) -> None:
    end_stop_by_hand(**walk.ids)


def _advise(walk: Walk, which: int) -> None:
    """The floor moves players, breaks a table, or draws them all again."""
    if not follow_advice(seed=str(which), **walk.ids):
        raise StopIteration


# --- Prizes


def _lock(walk: Walk, which: int) -> None:
    """As calculated, or with the first prize a little higher or lower, which the house bears."""
    if not which % 3:
        lock_payouts(**walk.ids)
        return
    tournament = walk.fresh()
    pool, entries = prize_pool(tournament), entries_counted(tournament)
    first, *others = lawful_ladder(tournament, pool=pool, entries=entries).prizes
    amounts = tiers_of([max(first + (which if which % 3 == 1 else -which), *others, 1), *others])
    left = pool.total - amounts.total
    lock_payouts(
        amounts=amounts,
        difference="added" if left < 0 else "withheld" if left > 0 else "none",
        pool_seen=pool.total,
        **walk.ids,
    )


def _unlock(walk: Walk, _which: int) -> None:
    unlock_payouts(**walk.ids)


def _propose(walk: Walk, which: int) -> None:
    methods = list(ChopMethod)
    method = methods[which % len(methods)]
    left = prizes_left(walk.fresh())
    played_for = left.most_to_play_for * (which % 4) // 4
    share, odd = divmod(left.total - played_for, len(left.players))
    custom = {each.entry: share + (odd if number == 0 else 0) for number, each in enumerate(left.players)}
    propose_chop(method=method, played_for=played_for, custom=custom, **walk.ids)


def _chop(walk: Walk, which: int) -> None:
    """Proposed and agreed by all who are left, by stacks where they are known."""
    is_known = not prizes_left(walk.fresh()).unknown
    methods = list(ChopMethod) if is_known else [ChopMethod.EQUAL, ChopMethod.CUSTOM]
    _propose(walk, list(ChopMethod).index(methods[which % len(methods)]) + len(ChopMethod) * (which % 4))
    _agree(walk, 1)


def _agree(walk: Walk, which: int) -> None:
    """One of those who have not agreed yet, or all of them."""
    chop = Chop.objects.filter(tournament=walk.tournament, undone_at=None, agreed_at=None)[0]
    waiting = list(chop.shares.filter(consent=None).order_by("pk").values_list("entry", flat=True))
    for entry in waiting if which % 2 else [waiting[which % len(waiting)]]:
        agree_to_chop(chop_id=chop.pk, entry_id=entry, **walk.ids)
    if not waiting:
        raise StopIteration


# --- At the cash desk


def _pay(walk: Walk, which: int) -> None:
    waiting = list(Payout.objects.filter(tournament=walk.tournament, paid_at=None).order_by("pk"))
    pay_out(payout_id=waiting[which % len(waiting)].pk, **walk.ids)


def _void_payment(walk: Walk, which: int) -> None:
    paid = list(Payout.objects.filter(tournament=walk.tournament).exclude(paid_at=None).order_by("pk"))
    void_payment(payout_id=paid[which % len(paid)].pk, reason="wrong player", **walk.ids)


def _pay_bounty(walk: Walk, which: int) -> None:
    shares = BountyShare.objects.filter(tournament=walk.tournament, undone_at=None, payment=None, due__gt=0)
    due = list(shares.values_list("winner").annotate(all=Sum("due")).order_by("winner"))
    entry, amount = due[which % len(due)]
    pay_bounties(entry_id=entry, amount=amount, **walk.ids)


def _void_bounty(walk: Walk, which: int) -> None:
    paid = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID, amount__lt=0, corrected_by=None).order_by("pk")
    rows = list(paid)
    void_bounty_payment(row_id=rows[which % len(rows)].pk, **walk.ids)


def _undo(walk: Walk, which: int) -> None:
    """One of the newest lines of the log."""
    newest = LogEntry.objects.filter(tournament=walk.tournament).select_related("undone_by")
    lines = list(newest.order_by("-pk")[: 1 + which])
    can_go = lines_to_undo(walk.fresh(), lines)
    line = next(each for each in reversed(lines) if each.pk in can_go and each.verb != "clock_started")
    undo_line(line_id=line.pk, **walk.ids)


STEPS: Final[dict[str, Callable[[Walk, int], None]]] = {
    "enter": _enter,
    "rebuy": _rebuy,
    "add_on": _add_on,
    "void": _void,
    "refund": _refund,
    "sponsor": _sponsor,
    "reprice": _reprice,
    "close": _close,
    "reopen": _reopen,
    "bust": _bust,
    "bust_several": _bust_several,
    "credit": _credit,
    "hand_for_hand": _hand_for_hand,
    "done": _done,
    "end_stop": _end_stop,
    "advise": _advise,
    "lock": _lock,
    "unlock": _unlock,
    "propose": _propose,
    "agree": _agree,
    "chop": _chop,
    "pay": _pay,
    "void_payment": _void_payment,
    "pay_bounty": _pay_bounty,
    "void_bounty": _void_bounty,
    "undo": _undo,
}
EVERY: Final = tuple(STEPS)
# What happens most at which time of the evening.
SELLING: Final = (
    *("enter", "enter", "rebuy", "rebuy", "add_on", "sponsor"),
    *("bust", "bust_several", "void", "refund", "undo"),
)
PLAYING: Final = (
    "bust",
    "bust",
    "bust_several",
    "credit",
    "hand_for_hand",
    "done",
    "lock",
    "propose",
    "agree",
)
PAYING: Final = (
    "pay",
    "pay",
    "pay_bounty",
    "void_payment",
    "void_bounty",
    "undo",
    "propose",
    "agree",
    "bust",
)


def _void_newest(walk: Walk, _newest: int) -> None:
    entry = Entry.objects.filter(tournament=walk.tournament).latest("pk")
    void_and_unseat(entry_id=entry.pk, reason="mistake", **walk.ids)


def _void_paid(walk: Walk, newest: int) -> None:
    line = LogEntry.objects.get(pk__gt=newest, verb="prize_paid")
    void_payment(payout_id=line.data["payout"], reason="mistake", **walk.ids)


# A void entry and a voided payment stay void: it is entered, or paid, again. These are taken back at the desk.
TAKEN_BACK: Final[dict[str, Callable[[Walk, int], None]]] = {"enter": _void_newest, "pay": _void_paid}


def collected_and_guarantee(collected: int, tournament: Tournament) -> int:
    return max(collected, tournament.guarantee)


def _problem(tournament: Tournament) -> bool:
    """Whether the prizes wait for a scheme that fits the field."""
    try:
        lawful_ladder(tournament, pool=prize_pool(tournament), entries=entries_counted(tournament))
    except PrizeError:
        return True
    return False


def _sum(rows: Any, column: str) -> int:
    return rows.aggregate(all=Sum(column))["all"] or 0


def _same(what: str, expected: object, found: object) -> None:
    if expected != found:
        if isinstance(expected, dict) and isinstance(found, dict):
            keys = [key for key in {**expected, **found} if expected.get(key) != found.get(key)]
            expected, found = (
                {key: expected.get(key) for key in keys},
                {key: found.get(key) for key in keys},
            )
        raise BooksAreWrong(f"{what}: {expected} has become {found}")
