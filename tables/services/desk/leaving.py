"""A player who leaves with chips: walks out, surrenders, is disqualified, gives the stack up to enter again.

The chips leave play (TDA 71-D, 8-B): a removal in the chip ledger. The seat is free at once, and the player has the
next place down, as if the last chip had been lost at that moment. A walk-out may stay instead, absent and blinded off
(WSOP 114).
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import Hand, HandStatus, Seat, Table
from tables.services.moves.moving import close_if_broken_and_empty, drop_moves
from tables.services.stops.announcing import go_on
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.seats import vacate
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.queries.registration import registration_now
from tournament.queries.words.rules import say_error
from tournament.realtime import entry_topic, publish
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.field.entries import BustOut, eliminate_entries
from tournament.services.field.penalties import book_disqualification
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log
from tournament.services.over import check_not_over

Why = Literal["walked_out", "surrendered", "forfeited", "disqualified"]
WHYS: Final[tuple[Why, ...]] = ("walked_out", "surrendered", "forfeited", "disqualified")


@transaction.atomic
def remove_player(
    *,
    tournament_id: int,
    entry_id: int,
    why: Why,
    actor: Actor,
    now: datetime,
    offence: str = "",
    note: str = "",
) -> LogEntry:
    """Take a seated player and their chips out of play; gives the line of the log by which it is undone.

    Raises Refused while the player's table is in a hand, for the last player, for one without a seat, and in no
    tournament in play.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    seat = (
        Seat.objects.select_related("entry__player")
        .filter(entry_id=entry_id, entry__status=EntryStatus.PLAYING, table__tournament=tournament)
        .first()
    )
    if seat is None or seat.entry is None:
        raise Refused(_("This player has no seat."), code="not_seated")
    table = lock_table(tournament_id=tournament_id, table_id=seat.table_id)
    _check_may_leave(tournament, table, seat)
    line = _log(table, seat, seat.entry, why, offence, actor, now, note)
    take_chips_out(seat.entry, line=line, now=now)
    if why == "disqualified":
        book_disqualification(entry=seat.entry, offence=offence, note=note, line=line, now=now)
    free_seat(tournament, table, seat.entry, now=now)
    eliminate_entries(
        tournament=tournament,
        bust_outs=[BustOut(entry_id=entry_id, starting_stack=line.data["chips"], table_number=table.number)],
        actor=actor,
        now=now,
    )
    go_on(tournament, now=now, has_busted=True)
    tell_all(tournament, table, entry_id)
    return line


@transaction.atomic
def forfeit_stack(*, tournament_id: int, player_id: int, actor: Actor, now: datetime) -> LogEntry:
    """The live entry of a player who enters again is given up, with its chips (TDA 8-B, LATE-02).

    Raises Refused where the house does not allow it, or the player may not enter again.
    """
    tournament = lock_tournament(tournament_id)
    own = Entry.objects.filter(tournament=tournament, player=player_id).exclude(status=EntryStatus.VOID)
    live = own.filter(status=EntryStatus.PLAYING).first()
    if live is None:
        raise Refused(_("This player has no chips to give up."), code="nothing_to_forfeit")
    refusal = registration_now(tournament, now=now).refusal(
        player_entries=own.count(), player_chips=live.stack, forfeit=True
    )
    if refusal is not None:
        raise Refused(say_error(refusal), code=refusal.code)
    return remove_player(tournament_id=tournament_id, entry_id=live.pk, why="forfeited", actor=actor, now=now)


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
    """The seat is free, and no move waits for the player any more."""
    vacate(Seat.objects.filter(table=table, entry=entry))
    drop_moves(tournament, [entry.pk])
    bump_version(table)
    close_if_broken_and_empty(table, now)


def tell_all(tournament: Tournament, table: Table, entry_id: int) -> None:
    """Everybody who shows the table, the field or the prizes."""
    publish(
        tournament.code,
        [
            *("tables", f"table-{table.number}", "standings", "players", "payouts", "clock", "log", "field"),
            entry_topic(entry_id),
        ],
    )


def _check_may_leave(tournament: Tournament, table: Table, seat: Seat) -> None:
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN, hand_seats__entry=seat.entry_id).first()
    if hand is not None:
        raise Refused(
            _(
                "%(name)s is in hand %(hand)d at table %(table)d: fold or kill the hand, and try again when it is over."
            )
            % {
                "name": seat.entry.player.name if seat.entry else "",
                "hand": hand.number,
                "table": table.number,
            },
            code="in_hand",
        )
    live = Entry.objects.filter(
        tournament=tournament, status__in=[EntryStatus.PLAYING, EntryStatus.REGISTERED]
    )
    if live.count() < 2:
        raise Refused(_("The last player cannot leave the tournament."), code="last_player")


def _log(
    table: Table, seat: Seat, entry: Entry, why: Why, offence: str, actor: Actor, now: datetime, note: str
) -> LogEntry:
    return write_log(
        tournament_id=table.tournament_id,
        actor=actor,
        verb="player_left",
        data={
            "entry": entry.pk,
            "number": entry.number,
            "name": entry.player.name,
            "table": table.number,
            "table_id": table.pk,
            "seat": seat.number,
            "chips": entry.stack,
            "was_known": entry.is_stack_known,
            "was_absent": entry.is_absent,
            "why": why,
            "offence": offence,
        },
        now=now,
        reason=note,
    )
