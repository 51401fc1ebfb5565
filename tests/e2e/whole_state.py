"""All that a step of an evening can change, read as one value: what an undo must bring back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.db.models import Sum

from tables import engine
from tables.models import Alternate, Hand, HandStatus, Move, MoveStatus, Seat, Table
from tables.queries.checks.every import findings_in
from tables.queries.table.hand import replay_of
from tournament.models import (
    BountyShare,
    ChopShare,
    Entry,
    EntryStatus,
    MoneyRow,
    Payout,
    Till,
    Tournament,
)
from tournament.queries.payouts.bounties import heads_of

# A table and a seat of it.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table; `button` is its last positions and a button set for its first hand, `hands` those that count."""

    status: str
    recording: str
    button: tuple[object, int | None]
    hands: int
    # What was recorded of it and not undone.
    hand_in_play: object
    deals_until: int | None
    run_out: str
    # By seat: the player it is kept for, and why.
    locked: Mapping[int, tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState:
    """A player's entry; `stack` is None where nobody knows it, `called_to` is a seat held on the waiting list."""

    seat: Place | None
    status: str
    stack: int | None
    is_absent: bool
    arrival: str
    penalty_hands: int
    places: tuple[int | None, int | None]
    prize: tuple[int, bool] | None
    waits: bool
    called_to: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyState:
    """Money in minor units, by player: `ledger` by kind too, `due` what bounties wait at the desk."""

    ledger: Mapping[tuple[str, str], int]
    heads: Mapping[str, int]
    due: Mapping[str, int]
    prices: object
    locked: object
    # The shares of a chop that stands, each with whether it was agreed to, and whether the chop is in force.
    shares: Mapping[str, tuple[int, bool]]
    is_chopped: bool
    # The float and the count of each, None while it is open.
    tills: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeState:
    status: str
    clock: tuple[str, int]
    is_registration_closed: bool
    is_drawn: bool
    rules: object
    stop: tuple[str, int, bool] | None
    moves_waiting: frozenset[tuple[str, Place]]
    tables: Mapping[int, TableState]
    players: Mapping[str, PlayerState]
    money: MoneyState

    @property
    def playing(self) -> list[str]:
        return [name for name, player in self.players.items() if player.status == EntryStatus.PLAYING]


def whole_state() -> WholeState:
    """The only tournament as it is now. A voided entry is as if it had not been."""
    tournament = Tournament.objects.select_related("stop").get()
    stop = tournament.stop
    return WholeState(
        status=tournament.status,
        clock=(tournament.clock_state, tournament.clock_index),
        is_registration_closed=tournament.registration_closed_at is not None,
        is_drawn=tournament.draw_made_at is not None,
        rules=tournament.rule_overrides,
        stop=None if stop is None else (stop.kind, stop.round, stop.round_over_at is not None),
        moves_waiting=frozenset(
            (move.entry.player.name, (move.to_table.number, move.to_seat))
            for move in Move.objects.filter(status=MoveStatus.WAITING).select_related(
                "entry__player", "to_table"
            )
        ),
        tables={
            table.number: _table(table)
            for table in Table.objects.select_related("tournament").order_by("number")
        },
        players=_players(),
        money=_money(tournament),
    )


def differences(before: object, after: object, where: str = "") -> list[str]:
    """What is not the same in two states, a line each: where it is, then, now."""
    if before == after:
        return []
    if isinstance(before, (WholeState, TableState, PlayerState, MoneyState)) and type(before) is type(after):
        return [
            line
            for field in fields(before)
            for line in differences(
                getattr(before, field.name), getattr(after, field.name), f"{where} {field.name}"
            )
        ]
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            line
            for key in {**before, **after}
            for line in differences(before.get(key), after.get(key), f"{where} {key}")
        ]
    return [f"{where.strip()}: {before} -> {after}"]


def _table(table: Table) -> TableState:
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN).first()
    played = [] if hand is None else [engine.decode(each.code) for each in hand.operations.order_by("number")]
    return TableState(
        status=table.status,
        recording=table.recording,
        button=(table.positions_data, table.first_button),
        hands=Hand.objects.filter(table=table).exclude(status=HandStatus.VOID).count(),
        hand_in_play=None if hand is None else replay_of(hand.setup, played).state.history,
        # A stop that ended keeps it for its undo.
        deals_until=table.deals_until if table.tournament.stop_id else None,
        run_out=table.run_out,
        locked={seat.number: _reservation(seat) for seat in table.seats.filter(is_locked=True)},
    )


def _reservation(seat: Seat) -> tuple[str, str]:
    kept = getattr(seat, "reservation", None)
    return ("", "") if kept is None else (kept.name, kept.reason)


def _players() -> dict[str, PlayerState]:
    seats = {seat.entry_id: seat for seat in Seat.objects.exclude(entry=None).select_related("table")}
    waiting = {each.entry_id: each for each in Alternate.objects.select_related("table")}
    payouts = {payout.entry_id: payout for payout in Payout.objects.all()}
    return {
        entry.player.name: _player(entry, seats.get(entry.pk), waiting.get(entry.pk), payouts.get(entry.pk))
        for entry in Entry.objects.exclude(status=EntryStatus.VOID)
        .select_related("player")
        .order_by("number")
    }


def _player(entry: Entry, seat: Seat | None, waiting: Alternate | None, payout: Payout | None) -> PlayerState:
    called = waiting.table if waiting is not None else None
    return PlayerState(
        seat=None if seat is None else (seat.table.number, seat.number),
        status=entry.status,
        stack=entry.known_stack,
        is_absent=entry.is_absent,
        arrival=entry.arrival,
        penalty_hands=entry.penalty_hands,
        places=(entry.place_first, entry.place_last),
        prize=None if payout is None else (payout.amount, payout.paid_at is not None),
        waits=waiting is not None,
        called_to=None if waiting is None or called is None else (called.number, waiting.seat_number or 0),
    )


def _money(tournament: Tournament) -> MoneyState:
    rows = MoneyRow.objects.values_list("kind", "entry__player__name").annotate(all=Sum("amount"))
    names = dict(Entry.objects.values_list("pk", "player__name"))
    heads: dict[str, int] = {}
    for entry, amount in heads_of(tournament.pk).items():
        heads[names[entry]] = heads.get(names[entry], 0) + amount
    waiting = BountyShare.objects.filter(undone_at=None, payment=None).values_list("winner__player__name")
    shares = ChopShare.objects.filter(chop__undone_at=None).select_related("entry__player")
    tills = Till.objects.filter(undone_at=None).order_by("pk")
    return MoneyState(
        ledger={(kind, name or ""): amount for kind, name, amount in rows if amount},
        heads={name: amount for name, amount in heads.items() if amount},
        due=dict(waiting.annotate(all=Sum("due"))),
        prices=tournament.price_data,
        locked=tournament.locked_ladder_data,
        shares={each.entry.player.name: (each.amount, each.consent_id is not None) for each in shares},
        is_chopped=tournament.chop_id is not None,
        tills=tuple(tills.values_list("opening_float", "counted")),
    )


def broken() -> list[str]:
    """What `manage.py verify` finds; nothing at any moment of an evening."""
    return [str(finding) for finding in findings_in(*Tournament.objects.all())]
