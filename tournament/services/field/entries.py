"""Entries: made at the desk, voided, and ended by the hand that takes the last chip."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count

from django.db import transaction
from django.db.models import F, Max, QuerySet, Sum
from django.utils.translation import gettext as _

from tournament.changes.entries import EntryRegistered, EntryReinstated, EntryVoided
from tournament.models import (
    BEGAN_WITH,
    ChipKind,
    ChipRow,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Player,
    Tournament,
)
from tournament.queries.flights import LIVE
from tournament.queries.level import chip_unit
from tournament.queries.registration import NOT_ELSEWHERE, other_flights, registration_now
from tournament.queries.seasons.stacks import own_stacks
from tournament.realtime import entry_topic, publish
from tournament.rules.entries import late_stack
from tournament.rules.payouts.finishing_places import Elimination
from tournament.rules.payouts.prices import PriceProfile, PriceQuote
from tournament.services.actor import HOUSE, By
from tournament.services.cash.bounties import book_bounties, bounties_taken, give_bounties_back
from tournament.services.cash.mystery import require_no_envelopes
from tournament.services.cash.vouchers import free_voucher
from tournament.services.errors import Refused
from tournament.services.field.id_checks import refuse_unchecked
from tournament.services.field.placing import (
    log_eliminated,
    rank_eliminations,
    rank_rounds_again,
    rounds_to_rank,
)
from tournament.services.field.players import lock_players
from tournament.services.field.results import require_open_pool, settle_results, take_back_results
from tournament.services.hand_levels import levels_by_time_if_due
from tournament.services.locks import lock_tournament, lock_with_event
from tournament.services.log import record, record_each
from tournament.words.rules import say_error


@dataclass(frozen=True, slots=True, kw_only=True)
class BustOut:
    """An entry that lost its last chip in a hand, with its stack when that hand began.

    `won_by` take its bounty, first the one left of the button; nobody where it is not known.
    """

    entry_id: int
    starting_stack: int
    table_number: int
    won_by: Sequence[int] = ()


@transaction.atomic
def register_entry(*, tournament_id: int, player_id: int, by: By, quote: PriceQuote | None = None) -> Entry:
    """Take a buy-in: one entry at the price to pay now, or at the one quoted, its money and chips booked.

    The entry has no seat yet. Raises Refused when registration is closed, the tournament is
    full, the player's entries are used up, the player is still in, or their ID was not checked where the event asks
    for that.
    """
    return register_entries(tournament_id=tournament_id, player_ids=[player_id], by=by, quotes=[quote])[0]


@transaction.atomic
def register_entries(
    *,
    tournament_id: int,
    player_ids: Sequence[int],
    by: By,
    quotes: Sequence[PriceQuote | None] | None = None,
) -> list[Entry]:
    """Take the buy-ins of these players, in this order, all or none: as many queries for a thousand as for two.

    `quotes` are what each of them was told, None for the price to pay now. Raises Refused like `register_entry`.
    """
    tournament = lock_with_event(tournament_id)
    players = lock_players(player_ids)
    _check_may_enter(tournament, players, by.now)
    number = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    stacks = _stacks_now(tournament, [player.pk for player in players], by.now)
    told = quotes or [None] * len(players)
    prices = _prices_to_take(tournament, told, by.now)
    refuse_unchecked(tournament, players)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            number=number,
            stack=stacks[player.pk],
            **{f"paid_{part}": amount for part, amount in price.price.to_dict().items()},
            price_name=price.name,
            registered_at=by.now,
            registered_by_id=by.actor.account_id,
        )
        for number, player, price in zip(count(number + 1), players, prices, strict=False)
    )
    lines = record_each(
        [
            EntryRegistered(
                entry=entry.pk,
                number=entry.number,
                name=entry.player.name,
                paid=entry.paid_total,
                price=entry.price_name,
            )
            for entry in entries
        ],
        tournament_id=tournament.pk,
        by=by,
    )
    _book_in(entries, lines, by.now)
    # More players in the field: those who are already out finished as many places lower.
    shift_places(tournament, by=len(entries))
    publish(tournament.code, ["players", "standings", "payouts", "clock", "places"])
    return entries


@transaction.atomic
def void_entry(*, tournament_id: int, entry_id: int, by: By, reason: str) -> Entry:
    """Void an entry: money and chips are booked out again, the rows stay.

    Only for a live entry; the caller has made sure it holds no seat in a hand.
    """
    tournament = lock_tournament(tournament_id)
    entry = Entry.objects.select_for_update().get(pk=entry_id, tournament=tournament)
    if entry.status not in LIVE:
        raise Refused(_("This entry is no longer in play."), code="entry_not_live")
    check_not_brought(entry)
    if ChipSale.objects.filter(entry=entry, undone_at=None).exists():
        raise Refused(
            _("This entry has bought a rebuy or an add-on: undo that in the log first."), code="has_bought"
        )
    check_no_side_prize(entry)
    if entry.known_stack != _stack_issued(entry) or entry.bounties_won.filter(undone_at=None).exists():
        raise Refused(
            _("This entry has played: its chips are no longer the starting stack."),
            code="entry_has_played",
        )
    if tournament.chop_id is not None or Payout.objects.filter(tournament=tournament).exists():
        # They would no longer add up to the pool.
        raise Refused(
            _("Prizes were awarded with this buy-in in the prize pool; it can no longer be voided."),
            code="prizes_decided",
        )
    if entry.paid_bounty:
        require_no_envelopes(tournament)
    voided = EntryVoided(entry=entry.pk, number=entry.number, name=entry.player.name)
    line = record(voided, tournament_id=tournament.pk, by=by, reason=reason)
    book_out(entry, line, by.now)
    entry.status = EntryStatus.VOID
    entry.stack = 0
    entry.save(update_fields=["status", "stack"])
    shift_places(tournament, by=-1)
    settle_results(tournament=tournament, now=by.now)
    publish(tournament.code, ["players", "standings", "payouts", "clock", "places", entry_topic(entry.pk)])
    return entry


def check_not_brought(entry: Entry) -> None:
    """Raise Refused for an entry whose stack came from a flight, or of a flight whose stacks have gone on."""
    require_open_pool(entry.tournament)
    if entry.brought_line_id is not None:
        raise Refused(
            _(
                "This stack went from its flight to the event: the buy-in stays. Undo that in the log of the event, as "
                "long as its seats are not drawn."
            ),
            code="brought",
        )


def check_no_side_prize(entry: Entry) -> None:
    """Raise Refused for an entry that cannot go, because a side prize is awarded to it."""
    if entry.side_prizes.exists():
        raise Refused(
            _("This entry has been awarded a side prize: take that back on the page “Payouts” first."),
            code="has_side_prize",
        )


def eliminate_entries(
    *, tournament: Tournament, bust_outs: Sequence[BustOut], by: By
) -> Mapping[int, tuple[int, int]]:
    """Place the entries that went out in one hand at one table; returns entry id -> (first, last).

    The caller holds the tournament's lock, and the entries' stacks are already 0. Larger stacks
    at the start of the hand finish higher, equal ones tie (TDA 22, rules of places); in hand-for-hand the whole
    round is ranked together, so that the places of others may change. Bounties go to those who won them.
    """
    eliminations = [
        Elimination(entry=b.entry_id, starting_stack=b.starting_stack, table=b.table_number)
        for b in bust_outs
    ]
    places = rank_eliminations(tournament, eliminations, by=by)
    taken = bounties_taken(tournament, {bust.entry_id: bust.won_by for bust in bust_outs}, now=by.now)
    for entry in Entry.objects.filter(pk__in=places).select_related("player"):
        place = places[entry.pk]
        entry.status = EntryStatus.ELIMINATED
        entry.eliminated_at = by.now
        entry.place_first, entry.place_last = place.first, place.last
        entry.save(update_fields=["status", "eliminated_at", "place_first", "place_last"])
        shares = taken.get(entry.pk, ())
        line = log_eliminated(entry, place, by, bounties=shares)
        book_bounties(tournament, shares, line=line, now=by.now)
    settle_results(tournament=tournament, now=by.now)
    return {entry: (place.first, place.last) for entry, place in places.items()}


def reinstate_entries(
    *, tournament: Tournament, stacks: Mapping[int, int], by: By, keeps_bounties: bool = False
) -> None:
    """Undo an elimination: the entries (id -> chips) are in play again.

    Players who went out after them did so with more players left, and move down accordingly; their bounties are on
    their heads again, or stay with those who have won them (`keeps_bounties`). The caller holds the tournament's lock.
    Raises Refused once a prize or such a bounty was paid, or a player has entered again and is in.
    """
    entries = list(Entry.objects.filter(pk__in=stacks, status=EntryStatus.ELIMINATED))
    _check_nobody_is_in_again(tournament, entries)
    take_back_results(tournament=tournament, entry_ids=[e.pk for e in entries], now=by.now)
    if not keeps_bounties:
        give_bounties_back(tournament=tournament, entry_ids=[e.pk for e in entries], now=by.now)
    rounds = rounds_to_rank(tournament, stacks)
    # From the best place up, so that a shifted entry stays below the next place that comes back.
    for place, tied in sorted(Counter(entry.place_first or 0 for entry in entries).items()):
        Entry.objects.filter(
            tournament=tournament, status=EntryStatus.ELIMINATED, place_last__lt=place
        ).exclude(pk__in=stacks).update(
            place_first=F("place_first") + tied, place_last=F("place_last") + tied
        )
        # Those who tied with them share the places that are left.
        Entry.objects.filter(
            tournament=tournament, status=EntryStatus.ELIMINATED, place_first=place, place_last__gt=place
        ).exclude(pk__in=stacks).update(place_first=F("place_first") + tied)
    for entry in entries:
        entry.status = EntryStatus.PLAYING
        entry.stack = stacks[entry.pk]
        entry.eliminated_at = entry.place_first = entry.place_last = None
        entry.save(update_fields=["status", "stack", "eliminated_at", "place_first", "place_last"])
        reinstated = EntryReinstated(entry=entry.pk, number=entry.number)
        record(reinstated, tournament_id=tournament.pk, by=by)
    rank_rounds_again(tournament, rounds, without=stacks, by=by)
    settle_results(tournament=tournament, now=by.now)
    if tournament.options.hands_level_from:
        left = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).count()
        levels_by_time_if_due(tournament, left=left, by=HOUSE.at(by.now))


def _check_nobody_is_in_again(tournament: Tournament, entries: Sequence[Entry]) -> None:
    players = [entry.player_id for entry in entries]
    again = Entry.objects.filter(tournament=tournament, player__in=players, status__in=LIVE)
    entry = again.select_related("player").order_by("number").first()
    if entry is not None:
        raise Refused(
            _("%(name)s is in again with entry %(number)d; void that entry first.")
            % {"name": entry.player.name, "number": entry.number},
            code="entered_again",
        )


def _check_may_enter(tournament: Tournament, players: Sequence[Player], now: datetime) -> None:
    """Refuse the first of these players who may not enter, each after those before."""
    if tournament.stop is not None and tournament.stop.moves_nobody:
        raise Refused(
            _("The last hands of the day are being dealt: nobody enters any more (WSOP 125)."),
            code="last_hands",
        )
    chips: Counter[int] = Counter()
    entered: dict[int, list[datetime]] = defaultdict(list)
    held = Entry.objects.filter(tournament=tournament, player__in=players).exclude(status=EntryStatus.VOID)
    _check_has_no_seat(held)
    columns = ("player_id", "stack", "registered_at", "brought_line")
    for player_id, stack, at, brought in held.values_list(*columns):
        chips[player_id] += stack
        if brought is None:
            entered[player_id].append(at)
    before = registration_now(tournament, now=now)
    elsewhere = other_flights(tournament, [player.pk for player in players])
    for number, player in enumerate(players):
        registration = replace(
            before, entries=before.entries + number, event_entries=before.event_entries + number
        )
        refusal = registration.refusal(
            entered_at=entered[player.pk],
            player_chips=chips[player.pk],
            elsewhere=elsewhere.get(player.pk, NOT_ELSEWHERE),
        )
        if refusal is not None:
            raise Refused(say_error(refusal), code=refusal.code)


def _check_has_no_seat(held: QuerySet[Entry]) -> None:
    """Raise Refused where one of these players has won a seat here already."""
    winner = held.filter(status=EntryStatus.SEAT_WON).select_related("player").first()
    if winner is not None:
        raise Refused(
            _("%(name)s has won a seat here already.") % {"name": winner.player.name}, code="has_a_seat"
        )


def _prices_to_take(
    tournament: Tournament, quotes: Sequence[PriceQuote | None], now: datetime
) -> list[PriceProfile]:
    """One for each of these entries, made in this order: an early bird ends among them."""
    if any(price.first_entries is not None for price in tournament.prices):
        made = tournament.entries.exclude(status=EntryStatus.VOID).filter(brought_line=None).count()
        return [
            _price_to_take(tournament, quote, now, taken=taken) for taken, quote in enumerate(quotes, made)
        ]
    prices = {quote: _price_to_take(tournament, quote, now) for quote in set(quotes)}
    return [prices[quote] for quote in quotes]


def _price_to_take(
    tournament: Tournament, quote: PriceQuote | None, now: datetime, *, taken: int | None = None
) -> PriceProfile:
    """The price of an entry that is made now; refused where the desk has told the player another one."""
    to_pay = tournament.price_to_pay(now, taken=taken)
    if quote is None:
        return to_pay
    quoted = next(
        (price for price in (tournament.buy_in, *tournament.prices) if price.name == quote.name), None
    )
    is_over = quote.is_by_date and quoted != to_pay
    if quoted is None or is_over or quoted.price.total != quote.total:
        raise Refused(
            _("The price has changed since this page was shown: look at it and tap again."),
            code="price_changed",
        )
    return quoted


def _book_in(entries: Sequence[Entry], lines: Sequence[LogEntry], now: datetime) -> None:
    """The money and chips of new entries; each row names the line of its entry."""
    pairs = list(zip(entries, lines, strict=True))
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=entry.tournament_id, entry=entry, kind=kind, amount=amount, at=now, log_entry=line
        )
        for entry, line in pairs
        for kind, amount in paid_parts(entry).items()
        if amount
    )
    ChipRow.objects.bulk_create(
        ChipRow(
            tournament_id=entry.tournament_id,
            entry=entry,
            kind=ChipKind.ISSUED,
            amount=entry.stack,
            at=now,
            log_entry=line,
        )
        for entry, line in pairs
    )


def book_out(entry: Entry, line: LogEntry, now: datetime) -> None:
    """Money and chips of an entry out again, by rows that name those of `_book_in`."""
    # Those of rebuys that were undone are corrected already.
    rows = MoneyRow.objects.filter(entry=entry, amount__gt=0, corrected_by=None)
    booked = {row.kind: row for row in rows}
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament=entry.tournament,
            entry=entry,
            kind=kind,
            amount=-amount,
            at=now,
            corrects=booked.get(kind),
            log_entry=line,
        )
        for kind, amount in paid_parts(entry).items()
        if amount
    )
    for row in MoneyRow.objects.filter(entry=entry, kind=MoneyKind.VOUCHER, amount__lt=0, corrected_by=None):
        MoneyRow.objects.create(
            tournament=entry.tournament,
            entry=entry,
            kind=row.kind,
            amount=-row.amount,
            at=now,
            corrects=row,
            log_entry=line,
        )
    free_voucher(entry, line=line)
    ChipRow.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind=ChipKind.REMOVED,
        amount=-entry.stack,
        at=now,
        log_entry=line,
    )


def paid_parts(entry: Entry) -> dict[MoneyKind, int]:
    return {
        MoneyKind.PRIZE: entry.paid_prize,
        MoneyKind.FEE: entry.paid_fee,
        MoneyKind.STAFF: entry.paid_staff,
        MoneyKind.BOUNTY: entry.paid_bounty,
        MoneyKind.OTHER: entry.paid_other,
    }


def _stacks_now(tournament: Tournament, players: Sequence[int], now: datetime) -> Mapping[int, int]:
    """By player the stack of an entry that is made now: of the player's own where a season has given one."""
    own = own_stacks(tournament, players)
    full = {player: own.get(player, tournament.starting_stack) for player in players}
    now_of = {stack: stack_of_entry(tournament, stack, now) for stack in {*full.values()}}
    return {player: now_of[stack] for player, stack in full.items()}


def stack_of_entry(tournament: Tournament, full: int, now: datetime) -> int:
    """A stack that begins now, full or blinded off as the house has it; once the smallest chips have left, made up to
    what the chips in play can make.
    """
    stack = full
    if tournament.event_rules.late_stack == "blinded_off":
        stack = late_stack(
            tournament.structure, tournament.clock, full=full, seats=tournament.seats_per_table, now=now
        )
    unit = chip_unit(tournament, now=now)
    return -(-stack // unit) * unit if unit else stack


def _stack_issued(entry: Entry) -> int:
    """What the entry began with."""
    issued = ChipRow.objects.filter(entry=entry, kind__in=BEGAN_WITH).aggregate(chips=Sum("amount"))
    return issued["chips"] or 0


def shift_places(tournament: Tournament, *, by: int) -> None:
    """So many more players in the field, or fewer: those who are out finished as many places lower, or higher."""
    Entry.objects.filter(tournament=tournament, status=EntryStatus.ELIMINATED).update(
        place_first=F("place_first") + by, place_last=F("place_last") + by
    )
