"""A player who leaves with chips: walks out, surrenders, is disqualified, gives the stack up to enter again, or has won
a seat with it.

The chips leave play (TDA 71-D, 8-B): a removal in the chip ledger. The seat is free at once, and the player has the
next place down, as if the last chip had been lost at that moment; with a seat won, the next from the top. A walk-out
may stay instead, absent and blinded off (WSOP 114).

A player who is in a hand leaves when it is over (`tables.services.hands.leaving`): until then the entry is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.departures import PlayerLeaving, PlayerLeft, Why
from tables.models import Hand, HandStatus, Seat, Table
from tables.services.moves.moving import close_if_broken_and_empty, drop_moves
from tables.services.stops.announcing import go_on_with_fewer
from tables.services.table.gone import no_seat
from tables.services.table.halting import tell_short_tables
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.penalties import book_disqualification
from tables.services.table.seats import vacate
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.queries.registration import NOT_ELSEWHERE, other_flights, registration_now
from tournament.realtime import entry_topic, publish
from tournament.services.actor import Actor, By
from tournament.services.errors import Refused
from tournament.services.field.entries import BustOut, eliminate_entries
from tournament.services.field.seats_won import win_seat
from tournament.services.locks import lock_with_event
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.words.rules import say_error


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """Why a player leaves with chips: with the offence of one who is disqualified, and a note."""

    why: Why
    offence: str = ""
    note: str = ""


def seat_to_leave(tournament: Tournament, entry_id: int) -> Seat:
    """The seat of a player who may leave with chips. The caller has locked the tournament.

    Raises Refused for the last player, for one without a seat, and in no tournament in play.
    """
    check_not_over(tournament)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    seat = (
        Seat.objects.select_related("entry__player")
        .filter(entry_id=entry_id, entry__status=EntryStatus.PLAYING, table__tournament=tournament)
        .first()
    )
    if seat is None:
        raise no_seat(tournament_id=tournament.pk, entry_id=entry_id)
    if not _has_others(tournament):
        raise Refused(_("The last player cannot leave the tournament."), code="last_player")
    return seat


def leave_play(tournament: Tournament, table: Table, seat: Seat, departure: Departure, *, by: By) -> LogEntry:
    """The chips leave the ledger, the seat is free, the player is placed; gives the line by which it is undone.

    The caller holds the locks of the tournament and the table, and nobody needs the player in a hand.
    """
    entry = seat.entry
    assert entry is not None  # noqa: S101  # a taken seat
    line = _log(table, seat, entry, departure, by)
    take_chips_out(entry, line=line, now=by.now)
    if departure.why == "disqualified":
        book_disqualification(
            entry=entry, offence=departure.offence, note=departure.note, line=line, now=by.now
        )
    free_seat(tournament, table, entry, now=by.now)
    if departure.why == "won_seat":
        win_seat(tournament, entry.pk, by=by)
    else:
        eliminate_entries(
            tournament=tournament,
            bust_outs=[BustOut(entry_id=entry.pk, starting_stack=entry.stack, table_number=table.number)],
            by=by,
        )
    tell_all(tournament, table, entry.pk)
    return line


def leave_after_hand(table: Table, seats: Sequence[Seat], *, now: datetime) -> bool:
    """The hand is over: players of these seats whose departure waited for it leave now. Whether anybody did.

    One who lost the last chip in it is out already, and the last player left stays. The caller holds the locks, and
    goes on with the room.
    """
    entries = [seat.entry for seat in seats if seat.entry is not None]
    waiting = {entry.leaving_line_id: entry for entry in entries if entry.leaving_line_id is not None}
    tournament, left = table.tournament, False
    for line_id, entry in waiting.items():
        line = LogEntry.objects.get(pk=line_id)
        Entry.objects.filter(pk=entry.pk).update(leaving_line=None)
        seat = Seat.objects.select_related("entry__player").filter(table=table, entry=entry.pk).first()
        tournament.refresh_from_db(fields=["status"])
        if seat is None or tournament.status != TournamentStatus.RUNNING or not _has_others(tournament):
            continue
        leaving = PlayerLeaving.of(line)
        departure = Departure(why=leaving.why, offence=leaving.offence, note=line.reason)
        leave_play(tournament, table, seat, departure, by=_decided_by(line).at(now))
        left = True
    return left


@transaction.atomic
def forfeit_stack(*, tournament_id: int, player_id: int, by: By) -> LogEntry:
    """The live entry of a player who enters again is given up, with its chips (TDA 8-B, LATE-02).

    Raises Refused where the house does not allow it, or the player may not enter again.
    """
    tournament = lock_with_event(tournament_id)
    own = Entry.objects.filter(tournament=tournament, player=player_id).exclude(status=EntryStatus.VOID)
    live = own.filter(status=EntryStatus.PLAYING).select_related("player").first()
    if live is None:
        raise Refused(_("This player has no chips to surrender."), code="nothing_to_forfeit")
    refusal = registration_now(tournament, now=by.now).refusal(
        entered_at=list(own.filter(brought_line=None).values_list("registered_at", flat=True)),
        player_chips=live.stack,
        forfeit=True,
        elsewhere=other_flights(tournament, [player_id]).get(player_id, NOT_ELSEWHERE),
    )
    if refusal is not None:
        raise Refused(say_error(refusal), code=refusal.code)
    seat = seat_to_leave(tournament, live.pk)
    table = lock_table(tournament_id=tournament_id, table_id=seat.table_id)
    hand = hand_of(table, live.pk)
    if hand is not None:
        raise Refused(
            _("%(name)s is in hand %(hand)d at table %(table)d: re-enter when it is over.")
            % {"name": live.player.name, "hand": hand.number, "table": table.number},
            code="in_hand",
        )
    line = leave_play(tournament, table, seat, Departure(why="forfeited"), by=by)
    go_on_with_fewer(tournament, now=by.now)
    return line


def hand_of(table: Table, entry_id: int) -> Hand | None:
    """The hand in play that this player was dealt into."""
    return Hand.objects.filter(table=table, status=HandStatus.OPEN, hand_seats__entry=entry_id).first()


def take_chips_out(entry: Entry, *, line: LogEntry, now: datetime) -> None:
    """The stack of an entry leaves the ledger."""
    if entry.stack:
        ChipRow.objects.create(
            tournament_id=entry.tournament_id,
            entry=entry,
            kind=ChipKind.REMOVED,
            amount=-entry.stack,
            at=now,
            log_entry=line,
        )
    Entry.objects.filter(pk=entry.pk).update(stack=0, is_stack_known=True, is_absent=False)


def free_seat(tournament: Tournament, table: Table, entry: Entry, *, now: datetime) -> None:
    """The seat is free, and no move waits for the player now."""
    vacate(Seat.objects.filter(table=table, entry=entry))
    drop_moves(tournament, [entry.pk])
    bump_version(table)
    close_if_broken_and_empty(table, now)
    tell_short_tables(tournament, left=1)


def tell_all(tournament: Tournament, table: Table, entry_id: int) -> None:
    """Everybody who shows the table, the field or the prizes."""
    publish(
        tournament.code,
        [
            *("tables", f"table-{table.number}", "standings", "players", "payouts", "clock", "log", "field"),
            entry_topic(entry_id),
        ],
    )


def _has_others(tournament: Tournament) -> bool:
    live = Entry.objects.filter(
        tournament=tournament, status__in=[EntryStatus.PLAYING, EntryStatus.REGISTERED]
    )
    return live.count() > 1


def _decided_by(line: LogEntry) -> Actor:
    """Who decided it, when it is carried out."""
    return Actor(label=line.actor, account_id=line.account_id, device_id=line.tablet, device=line.device)


def _log(table: Table, seat: Seat, entry: Entry, departure: Departure, by: By) -> LogEntry:
    left = PlayerLeft(
        entry=entry.pk,
        number=entry.number,
        name=entry.player.name,
        table=table.number,
        table_id=table.pk,
        seat=seat.number,
        chips=entry.stack,
        was_known=entry.is_stack_known,
        was_absent=entry.is_absent,
        why=departure.why,
        offence=departure.offence,
    )
    return record(left, tournament_id=table.tournament_id, by=by, reason=departure.note)
