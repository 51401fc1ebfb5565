"""What may go wrong in the product with money: one fault each, planted for the time of a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypeAlias

import pytest

from tables.services.desk import chip_sales, sale_refunds
from tables.services.stops import reopening
from tests.tables.money_walk import evenings
from tests.tampering import past_the_triggers
from tournament.changes.bounties import EnvelopeOpened
from tournament.models import (
    BountyShare,
    ChipSale,
    Chop,
    ChopShare,
    Entry,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
)
from tournament.queries.payouts import due, ladder
from tournament.queries.payouts.chops import agreed_amounts
from tournament.rules.payouts.bounties import BountyWon
from tournament.rules.payouts.chops import left_shares
from tournament.rules.payouts.ladders import Ladder, whole_ladder
from tournament.rules.payouts.locked import LockedLadder
from tournament.rules.payouts.money import PrizePool
from tournament.rules.payouts.mystery import share_envelope
from tournament.rules.payouts.prizes import prize_shares
from tournament.services import undo
from tournament.services.actor import By
from tournament.services.cash import bounties, mystery, payouts
from tournament.services.cash.chip_sales import book_back
from tournament.services.field import entries, no_shows, results
from tournament.services.field.refunds import take_out
from tournament.services.prizes import added_money, chops, side_prizes

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def _one_cent_less(shares: Sequence[int]) -> tuple[int, ...]:
    first, *others = shares
    return (first - 1, *others)


def cannot_undo(*verbs: str) -> Plant:
    """The log has no undo for these lines."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        for verb in verbs:
            patch.delitem(undo._undoable, verb)

    return plant


# --- What is sold and added


def keep_a_cent(patch: pytest.MonkeyPatch) -> None:
    """The refund of a void entry is a cent short."""
    book_out = entries.book_out

    def short(entry: Entry, line: LogEntry, now: datetime) -> None:
        book_out(entry, line, now)
        MoneyRow.objects.create(
            tournament=entry.tournament, entry=entry, kind=MoneyKind.FEE, log_entry=line, amount=1, at=now
        )

    patch.setattr(entries, "book_out", short)


def undo_half_a_sale(patch: pytest.MonkeyPatch) -> None:
    """The fee of a rebuy that is undone stays in the ledger."""

    def half(sale: ChipSale, *, line: LogEntry, now: datetime) -> None:
        book_back(sale, line=line, now=now)
        with past_the_triggers():
            MoneyRow.objects.filter(log_entry=line, kind=MoneyKind.FEE).delete()

    patch.setattr(chip_sales, "book_back", half)


def keep_what_a_no_show_bought(patch: pytest.MonkeyPatch) -> None:
    """The rebuys of a no-show who is taken out stay sold."""

    def all_but_sales(entry: Entry, line: LogEntry, now: datetime) -> None:
        take_out(entry, line, now)
        ChipSale.objects.filter(entry=entry, undone_at=now).update(undone_at=None)

    patch.setattr(no_shows, "take_out", all_but_sales)


def refund_for_good(patch: pytest.MonkeyPatch) -> None:
    """The undo of a refund says so in the log, and the money of the sale stays out."""
    patch.setattr(sale_refunds, "book_money_again", lambda *_args, **_kwargs: None)


def keep_what_a_sponsor_takes_back(patch: pytest.MonkeyPatch) -> None:
    """Added money that is undone stays in the ledger."""
    book = added_money._book

    def only_in(tournament: Tournament, amount: int, *args: Any, **kwargs: Any) -> None:
        if amount > 0:
            book(tournament, amount, *args, **kwargs)

    patch.setattr(added_money, "_book", only_in)


# --- The prizes of places


def lose_the_odd_unit(patch: pytest.MonkeyPatch) -> None:
    """Prizes of a place are a cent short."""
    patch.setattr(
        results, "prize_shares", lambda *args, **kwargs: _one_cent_less(prize_shares(*args, **kwargs))
    )


def keep_the_overlay(patch: pytest.MonkeyPatch) -> None:
    """What the house adds stays booked though no prize is decided by it any more."""
    book = results._book_overlay

    def only_once(tournament: Tournament, pool: PrizePool, now: datetime) -> None:
        if Payout.objects.filter(tournament=tournament).exists():
            book(tournament, pool, now)

    patch.setattr(results, "_book_overlay", only_once)


def forget_what_the_house_adds(patch: pytest.MonkeyPatch) -> None:
    """Of a locked ladder that pays more than the pool."""
    patch.setattr(LockedLadder, "added", 0)


def pay_the_bubble_on_top(patch: pytest.MonkeyPatch) -> None:
    """The ladder is cut from the whole pool, and the bubble prize paid besides."""

    def on_top(*, pool: int, bubble: int = 0, **kwargs: Any) -> Ladder:
        return whole_ladder(pool=pool + bubble, bubble=bubble, **kwargs)

    patch.setattr(ladder, "whole_ladder", on_top)


def keep_the_prizes_of_an_open_round(patch: pytest.MonkeyPatch) -> None:
    """Hand-for-hand is on again, and what its end has decided stays decided."""
    patch.setattr(reopening, "take_back_round", lambda *_args, **_kwargs: None)


# --- Chops


def chop_off_a_cent(patch: pytest.MonkeyPatch) -> None:
    """The largest share of a chop is paid a cent short."""

    def short(tournament: Tournament) -> dict[int, int]:
        amounts = agreed_amounts(tournament)
        return {entry: amount - (amount == max(amounts.values())) for entry, amount in amounts.items()}

    patch.setattr(results, "agreed_amounts", short)


def pay_the_first_chop(patch: pytest.MonkeyPatch) -> None:
    """After a further chop those who made it are paid what they had agreed on before."""

    def first(tournament: Tournament) -> dict[int, int]:
        shares = ChopShare.objects.filter(chop__tournament=tournament, chop__agreed_at__isnull=False)
        return dict(shares.order_by("-chop").values_list("entry", "amount")) if tournament.chop_id else {}

    patch.setattr(results, "agreed_amounts", first)


def forget_the_chop_before(patch: pytest.MonkeyPatch) -> None:
    """Where a further chop is undone none is in force any more."""
    put_in_force = chops._put_in_force

    def only_first(tournament: Tournament, chop: Chop | None) -> None:
        put_in_force(tournament, None if chop is not None and chop.further_chops.exists() else chop)

    patch.setattr(chops, "_put_in_force", only_first)


def play_for_the_first_place_only(patch: pytest.MonkeyPatch) -> None:
    """What was left to second place is paid to nobody."""

    def winner_only(left: Sequence[int], **kwargs: Any) -> tuple[int, ...]:
        return left_shares((left[0], *(0 for _ in left[1:])), **kwargs)

    patch.setattr(due, "left_shares", winner_only)


# --- Bounties


def forget_heads(patch: pytest.MonkeyPatch) -> None:
    """A bust that is undone leaves the bounty with those who had won it."""
    patch.setattr(entries, "give_bounties_back", lambda **_kwargs: None)


def keep_a_cent_in_the_envelope(patch: pytest.MonkeyPatch) -> None:
    """What an envelope brings is a cent short."""

    def short(value: int, *, eliminated: int, winners: Sequence[int]) -> tuple[BountyWon, ...]:
        return share_envelope(value - 1, eliminated=eliminated, winners=winners)

    patch.setattr(mystery, "share_envelope", short)


def pay_a_closed_envelope(patch: pytest.MonkeyPatch) -> None:
    """An envelope that was opened by mistake is closed again, and what it holds stays due."""

    def leave_due(line: LogEntry, by: By) -> None:
        due = list(BountyShare.objects.filter(envelope__log_entry=line).values_list("pk", "due"))
        mystery.close_envelope(line, by)
        for pk, amount in due:
            BountyShare.objects.filter(pk=pk).update(due=amount)

    closing = replace(undo._undoable[EnvelopeOpened.verb], undo=leave_due)
    patch.setitem(undo._undoable, EnvelopeOpened.verb, closing)


def lose_an_envelope(patch: pytest.MonkeyPatch) -> None:
    """A knock-out that is undone keeps its envelope."""
    patch.setattr(bounties, "give_envelopes_back", lambda _shares, **_how: None)


# --- Side prizes


def forget_a_side_prize_of_the_pool(patch: pytest.MonkeyPatch) -> None:
    """Removed it does not go back into the pool."""
    take = side_prizes._take_from_pool

    def only_out(tournament: Tournament, amount: int) -> None:
        if amount > 0:
            take(tournament, amount)

    patch.setattr(side_prizes, "_take_from_pool", only_out)


def keep_a_side_prize_of_the_house(patch: pytest.MonkeyPatch) -> None:
    """Removed its money stays in the ledger."""
    book = side_prizes._book

    def only_in(prize: Any, kind: MoneyKind, amount: int, *args: Any, **kwargs: Any) -> MoneyRow | None:
        is_back = kind == MoneyKind.SIDE_MONEY and amount < 0
        return None if is_back else book(prize, kind, amount, *args, **kwargs)

    patch.setattr(side_prizes, "_book", only_in)


def void_a_side_prize_but_a_cent(patch: pytest.MonkeyPatch) -> None:
    """What comes back of a side prize that was paid by mistake is a cent short."""
    book = side_prizes._book

    def short(prize: Any, kind: MoneyKind, amount: int, *args: Any, **kwargs: Any) -> MoneyRow:
        is_back = kind == MoneyKind.SIDE_PAID and amount > 0
        return book(prize, kind, amount - is_back, *args, **kwargs)

    patch.setattr(side_prizes, "_book", short)


# --- The cash desk


def pay_a_cent_more(patch: pytest.MonkeyPatch) -> None:
    """The desk hands over more than the prize."""
    find = payouts._payout

    def dearer(tournament_id: int, payout_id: int) -> Payout:
        payout = find(tournament_id, payout_id)
        payout.amount += 1
        return payout

    patch.setattr(payouts, "_payout", dearer)


def pay_a_seat_in_cash(patch: pytest.MonkeyPatch) -> None:
    """The prize of a satellite leaves the drawer as money."""

    def in_cash(_tournament: Tournament, payout: Payout) -> Mapping[MoneyKind, int]:
        return {MoneyKind.PAYOUT: payout.withheld - payout.amount}

    patch.setattr(payouts, "_parts", in_cash)


def keep_what_was_withheld(patch: pytest.MonkeyPatch) -> None:
    """A payment is voided, its deductions are not."""
    patch.setattr(payouts, "take_back_withheld", lambda *_args, **_kwargs: None)


def withhold_nothing(patch: pytest.MonkeyPatch) -> None:
    """The player gets less by the deductions, and nobody books them."""
    patch.setattr(payouts, "withhold", lambda *_args, **_kwargs: None)


def rewrite_the_ledger(patch: pytest.MonkeyPatch) -> None:
    """A payment changes a row that was there."""
    pay_out = payouts.pay_out

    def and_rewrite(**kwargs: Any) -> Payout:
        with past_the_triggers():
            MoneyRow.objects.filter(pk=MoneyRow.objects.earliest("pk").pk).update(at=kwargs["by"].now)
        return pay_out(**kwargs)

    patch.setattr(payouts, "pay_out", and_rewrite)


# A fault, the evening in which it shows, the step from which on somebody looks, and what is said of it.
Shown: TypeAlias = tuple[Plant, Callable[[str], object], str, str]
# One for each kind of step.
FAULTS: Final[Sequence[Shown]] = (
    (keep_a_cent, evenings.whole_evening, "enter", "the ledger holds"),
    (keep_what_a_no_show_bought, evenings.evening_of_sales, "no_show", "the ledger holds"),
    (keep_the_overlay, evenings.whole_evening, "lock", "house_adds"),
    (pay_the_bubble_on_top, evenings.evening_of_places, "advise", "awarded of"),
    (keep_the_prizes_of_an_open_round, evenings.evening_of_rounds, "end_stop", "end_stop, taken back"),
    (
        cannot_undo("chop_agreed", "chop_consented"),
        evenings.evening_of_chops,
        "chop",
        "chop, taken back: what stays",
    ),
    (pay_the_first_chop, evenings.evening_of_chops, "advise", "prizes due and paid"),
    (keep_a_cent_in_the_envelope, evenings.evening_of_envelopes, "open", "bounties do not add up"),
    (lose_an_envelope, evenings.evening_of_envelopes, "envelopes", "bust, taken back"),
    (
        forget_a_side_prize_of_the_pool,
        evenings.evening_of_side_prizes,
        "side_of_pool",
        "side prizes of the pool",
    ),
    (pay_a_cent_more, evenings.whole_evening, "pay", "kinds that differ"),
    (pay_a_seat_in_cash, evenings.evening_of_seats, "pay", "kinds that differ"),
    (keep_what_was_withheld, evenings.evening_of_places, "deduct", "pay, taken back"),
    (rewrite_the_ledger, evenings.whole_evening, "pay", "rows that were there"),
)
MORE_FAULTS: Final[Sequence[Shown]] = (
    (cannot_undo("chop_proposed"), evenings.evening_of_chops, "", "chop, taken back: what stays"),
    (cannot_undo("side_prize_awarded"), evenings.evening_of_side_prizes, "", "award, taken back: what stays"),
    (cannot_undo("side_prize_paid"), evenings.evening_of_side_prizes, "", "pay_side, taken back: what stays"),
    (cannot_undo("rebuy_sold"), evenings.whole_evening, "", "rebuy, taken back: what stays"),
    (cannot_undo("no_show_removed"), evenings.evening_of_sales, "", "no_show, taken back: what stays"),
    (cannot_undo("no_show_handed_back"), evenings.evening_of_sales, "", "hand_back, taken back: what stays"),
    (cannot_undo("sale_collected"), evenings.evening_of_sales, "", "collect, taken back: what stays"),
    (cannot_undo("sale_refunded"), evenings.evening_of_sales, "", "refund_sale, taken back: what stays"),
    (refund_for_good, evenings.evening_of_sales, "", "refund_sale, taken back"),
    (cannot_undo("knock_out_credited"), evenings.whole_evening, "", "credit, taken back: what stays"),
    (undo_half_a_sale, evenings.whole_evening, "", "the ledger holds"),
    (keep_what_a_sponsor_takes_back, evenings.whole_evening, "", "kinds that differ"),
    (lose_the_odd_unit, evenings.whole_evening, "", "prizes"),
    (forget_what_the_house_adds, evenings.whole_evening, "", "what no prize pays"),
    (chop_off_a_cent, evenings.whole_evening, "", "prizes due and paid"),
    (forget_the_chop_before, evenings.evening_of_chops, "", "chop, taken back"),
    (play_for_the_first_place_only, evenings.evening_of_chops, "", "prizes due and paid"),
    (forget_heads, evenings.whole_evening, "", "taken back"),
    (pay_a_closed_envelope, evenings.evening_of_envelopes, "", "bounties do not add up"),
    (keep_a_side_prize_of_the_house, evenings.evening_of_side_prizes, "", "kinds that differ"),
    (
        void_a_side_prize_but_a_cent,
        evenings.evening_of_side_prizes,
        "",
        "what row .* corrects|kinds that differ",
    ),
    (withhold_nothing, evenings.evening_of_places, "", "kinds that differ"),
)
