"""Hands as text, PHH, Open Hand History or a session of PokerGFX: one hand, or all complete hands of a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from tables import engine
from tables.engine.notation import format_phh, join_phhs
from tables.engine.notation.gfx import words as gfx
from tables.engine.notation.gfx.writing import HandToWrite, format_session
from tables.engine.notation.ohh.words import is_supported
from tables.engine.notation.ohh.writing import format_ohh, join_ohh
from tables.engine.notation.seen import as_seen
from tables.models import Hand, HandSeat, HandStatus, Table
from tables.queries.table.final_table import is_final_table
from tables.queries.table.hand import operations_of
from tournament.models import BountyKind, BountyShare, Tournament
from tournament.rules.payouts.money import minor_units


def phh_of_hand(tournament: Tournament, hand: Hand) -> str:
    """A hand as a .phh text, also one in play as far as it has come. Two queries."""
    [record] = _records([hand])
    return _phh(tournament, record)


def phhs_of_table(tournament: Tournament, table: Table) -> str:
    """All complete hands of a table as a .phhs text, oldest first. Three queries."""
    return join_phhs([_phh(tournament, record) for record in _records(_complete_hands(table))])


def ohh_of_hand(tournament: Tournament, hand: Hand) -> str:
    """A hand as an .ohh text, also one in play as far as it has come. Three queries, one more with bounties.

    Raises UnsupportedGame where `has_ohh` says no.
    """
    [record] = _records([hand])
    return _ohh(tournament, record, _tournament_info(tournament), _bounties_won(tournament, [record]))


def public_phh(tournament: Tournament, hand: Hand) -> str | None:
    """The .phh text without the cards that the table did not see; None where the hand does not follow without them
    (`as_seen`). Two queries.
    """
    record = _public_record(hand)
    return None if record is None else _phh(tournament, record)


def public_ohh(tournament: Tournament, hand: Hand) -> str | None:
    """The same as an .ohh text; None also where `has_ohh` says no. Three queries, one more with bounties."""
    record = _public_record(hand) if has_ohh(hand) else None
    if record is None:
        return None
    return _ohh(tournament, record, _tournament_info(tournament), _bounties_won(tournament, [record]))


def ohh_of_table(tournament: Tournament, table: Table) -> str:
    """All complete hold'em and Omaha hands of a table as an .ohh text, oldest first. Four queries, one more with
    bounties.
    """
    info = _tournament_info(tournament)
    records = _records(hand for hand in _complete_hands(table) if has_ohh(hand))
    won = _bounties_won(tournament, records)
    return join_ohh([_ohh(tournament, record, info, won) for record in records])


def gfx_of_table(tournament: Tournament, table: Table) -> str:
    """All complete hold'em and Omaha hands of a table as a session of PokerGFX, oldest first. Three queries, up to
    two more where the event may have a final table."""
    hands = [hand for hand in _complete_hands(table) if gfx.is_supported(hand.game)]
    begun = hands[0].started_at if hands else tournament.started_at or tournament.created_at
    return format_session(
        [_gfx(record) for record in _records(hands)],
        title=f"{tournament.name}, {table.number}",
        begun=begun,
        is_final_table=is_final_table(table),
    )


def has_ohh(hand: Hand) -> bool:
    """Whether Open Hand History has words for the game of this hand, and the hand has a record."""
    return is_supported(hand.game) and not hand.is_counted


@dataclass(frozen=True, slots=True, kw_only=True)
class _Record:
    """A hand as it is written: names in the order of the seats, the seats by their entries, the operations that may be
    seen; places: by seat, those of players who are out by now.
    """

    hand: Hand
    setup: engine.Setup
    names: Sequence[str]
    seats: Mapping[int, int]
    operations: Sequence[engine.Operation]
    places: Mapping[int, int]


def _complete_hands(table: Table) -> Iterable[Hand]:
    """Those with a record: a hand that was only counted has none."""
    recorded = Hand.objects.filter(table=table, status=HandStatus.COMPLETE, is_counted=False)
    hands = recorded.select_related("table")
    return hands.order_by("number")


def _public_record(hand: Hand) -> _Record | None:
    [record] = _records([hand])
    seen = as_seen(record.setup, record.operations)
    return None if seen is None else replace(record, operations=seen)


def _records(hands: Iterable[Hand]) -> list[_Record]:
    hands = list(hands)
    names: dict[int, list[str]] = {hand.pk: [] for hand in hands}
    seats: dict[int, dict[int, int]] = {hand.pk: {} for hand in hands}
    places: dict[int, dict[int, int]] = {hand.pk: {} for hand in hands}
    for seat in (
        HandSeat.objects.filter(hand__in=hands).select_related("entry__player").order_by("seat_number")
    ):
        names[seat.hand_id].append(seat.entry.player.shown_name)
        seats[seat.hand_id][seat.entry_id] = seat.seat_number
        if seat.entry.place_first is not None:
            places[seat.hand_id][seat.seat_number] = seat.entry.place_first
    operations = operations_of(hands)
    return [
        _Record(
            hand=hand,
            setup=hand.setup,
            names=names[hand.pk],
            seats=seats[hand.pk],
            operations=_kept(hand, operations[hand.pk]),
            places=places[hand.pk],
        )
        for hand in hands
    ]


def _kept(hand: Hand, operations: Sequence[engine.Operation]) -> Sequence[engine.Operation]:
    setup, kept = hand.setup, engine.effective(operations)
    if hand.status == HandStatus.OPEN:
        kept = _without_unseen_cards(setup, kept)
    return kept


def _without_unseen_cards(
    setup: engine.Setup, operations: tuple[engine.Operation, ...]
) -> tuple[engine.Operation, ...]:
    """While a hand is in play nobody takes away cards that the table has not seen."""
    shown = engine.replay(setup, operations).shown
    return tuple(o for o in operations if not isinstance(o, engine.DealHole) or o.seat in shown)


def _phh(tournament: Tournament, record: _Record) -> str:
    hand = record.hand
    day = hand.started_at.astimezone(ZoneInfo(tournament.time_zone))
    fields: dict[str, object] = {
        "event": tournament.name,
        "day": day.day,
        "month": day.month,
        "year": day.year,
        "time_zone": tournament.time_zone,
        "table": str(hand.table.number),
        "hand": hand.number,
        "level": hand.level_number,
        "seat_count": hand.table.seats_count,
    }
    return format_phh(record.setup, record.operations, players=record.names, fields=fields)


def _gfx(record: _Record) -> HandToWrite:
    """The place of a player stands in the hand in which they went out."""
    hand = record.hand
    stacks = engine.replay(record.setup, record.operations).stacks
    return HandToWrite(
        number=hand.number,
        setup=record.setup,
        operations=record.operations,
        players=record.names,
        started_at=hand.started_at,
        ended_at=hand.ended_at,
        level=hand.level_number,
        places={seat: place for seat, place in record.places.items() if not stacks[seat]},
    )


def _bounties_won(tournament: Tournament, records: Sequence[_Record]) -> dict[int, list[dict[str, object]]]:
    """By hand the bounties that were won in it, each as Open Hand History has it: in money, by the seats."""
    won: dict[int, list[dict[str, object]]] = defaultdict(list)
    if not tournament.has_bounties:
        return won
    shares = BountyShare.objects.filter(tournament=tournament, undone_at=None, is_at_the_end=False)
    by_moment: dict[datetime, list[BountyShare]] = defaultdict(list)
    for share in shares.order_by("pk"):
        by_moment[share.at].append(share)
    for record in records:
        # A hand that is over and what follows from it have one moment.
        for share in by_moment[record.hand.ended_at] if record.hand.ended_at else ():
            if {share.eliminated_id, share.winner_id} <= record.seats.keys():
                won[record.hand.pk].append(
                    {
                        "player_id": record.seats[share.winner_id],
                        "bounty_won": _money(tournament, share.due),
                        "defeated_player_id": record.seats[share.eliminated_id],
                    }
                )
    return won


def _ohh(
    tournament: Tournament,
    record: _Record,
    info: dict[str, object],
    bounties: Mapping[int, list[dict[str, object]]],
) -> str:
    hand = record.hand
    structure = tournament.structure
    level = structure.level_in_force(min(hand.level_index, structure.last_index))
    speed = {"type": "Normal", "round_time": level.duration_seconds}
    return format_ohh(
        record.setup,
        record.operations,
        game_number=f"{tournament.code}-{hand.table.number}-{hand.number}",
        started_at=hand.started_at,
        players=record.names,
        fields={
            "tournament": True,
            "tournament_info": info | {"speed": speed},
            "table_name": f"{tournament.name}, {hand.table.number}",
            "table_size": hand.table.seats_count,
            "currency": tournament.currency,
            "tournament_bounties": bounties.get(hand.pk, []),
        },
    )


def _tournament_info(tournament: Tournament) -> dict[str, object]:
    """What Open Hand History asks about the tournament, but for the speed of the level. One query.

    The price is the buy-in as it is announced: its part for the pool, its bounty, and as the fee all that is deducted.
    """
    is_one_table = Table.objects.filter(tournament=tournament).count() == 1
    kind = tournament.bounty_kind
    flags = {
        "Bounty": kind not in (BountyKind.NONE, BountyKind.PROGRESSIVE),
        "Progressive-Bounty": kind == BountyKind.PROGRESSIVE,
        "Rebuy": tournament.rebuy_data is not None,
        "Satellite": tournament.payout_scheme_data.get("kind") == "seats",
        "Re-Entry": tournament.entries_per_player != 1,
    }
    return {
        "tournament_number": tournament.code,
        "name": tournament.name,
        "start_date_utc": _utc(tournament.started_at or tournament.starts_at or tournament.created_at),
        "currency": tournament.currency,
        "buyin_amount": _money(tournament, tournament.buy_in_prize),
        "bounty_fee_amount": _money(tournament, tournament.buy_in_bounty),
        "fee_amount": _money(
            tournament, tournament.buy_in_fee + tournament.buy_in_staff + tournament.buy_in_other
        ),
        "initial_stack": tournament.starting_stack,
        "type": "STT" if is_one_table else "MTT",
        "flags": [flag for flag, is_set in flags.items() if is_set],
    }


def _money(tournament: Tournament, amount: int) -> Decimal:
    return Decimal(amount) / minor_units(tournament.currency)


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
