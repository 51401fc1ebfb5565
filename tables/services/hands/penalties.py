"""A penalty given to a player at a table; the deal counts it (`sitting_out`).

A warning can be undone, and a penalty with hands left to sit out.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tables.changes.penalties import PenaltyGiven
from tables.models import Hand, HandSeat, Seat, SitsOut, Table
from tables.queries.table.penalties import standing_penalties
from tables.services.table.gone import no_seat
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.of_table import lock_table_of_player
from tables.services.table.penalties import NOTE_MAX, book_penalty, give_hand_back, lift_penalty
from tables.words.penalties import offence_words, penalty_words
from tournament.models import Entry, LogEntry, Penalty, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.rules.errors import RulesError
from tournament.rules.penalties import OFFENCES, PenaltyKind
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo
from tournament.words.rules import say_error


@transaction.atomic
def give_penalty(
    *,
    tournament_id: int,
    entry_id: int,
    kind: PenaltyKind,
    count: int,
    offence: str,
    note: str,
    by: By,
    seen: int | None = None,
) -> LogEntry:
    """A warning, or hands or rounds to sit out from the next deal on.

    A round is as many hands as players sit at the table now (PEN-01). `seen` is how many penalties of the player a
    person has seen: two who saw the same offence give one. Raises Refused for a player without a seat, an unknown
    offence, another penalty since, and once the tournament is over.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    if offence not in OFFENCES or len(note) > NOTE_MAX:
        raise Refused(_("This tap was not recognised. Nothing was changed."), code="bad_form")
    seat = Seat.objects.filter(entry_id=entry_id, table__tournament_id=tournament_id).first()
    if seat is None:
        raise no_seat(tournament_id=tournament_id, entry_id=entry_id)
    table = lock_table(tournament_id=tournament_id, table_id=seat.table_id)
    players = Seat.objects.filter(table=table, entry__isnull=False).count()
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    _check_seen(entry, seen)
    try:
        line = book_penalty(
            entry=entry,
            kind=kind,
            count=count,
            players=players,
            offence=offence,
            note=note,
            table=table,
            seat=seat,
            by=by,
        )
    except RulesError as error:
        raise Refused(say_error(error), code=error.code) from error
    _tell(tournament, table)
    return line


def _check_seen(entry: Entry, seen: int | None) -> None:
    standing = standing_penalties(tournament_id=entry.tournament_id, player_id=entry.player_id)
    if seen is None or standing.count() <= seen:
        return
    newest = standing.select_related("log_entry")[0]
    raise Refused(
        _(
            "%(who)s has just given %(name)s a penalty: %(what)s, %(why)s. Nothing was added: tap again if this is for "
            "something else."
        )
        % {
            "who": newest.log_entry.actor,
            "name": entry.player.name,
            "what": penalty_words(newest.kind, newest.count, newest.hands),
            "why": offence_words(newest.offence),
        },
        code="penalty_given",
    )


def _open_penalties(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Warnings, and penalties with hands left to sit out."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    standing = Penalty.objects.filter(log_entry__in=[line.pk for line in lines], lifted_at=None)
    left = standing.filter(Q(kind="warning") | Q(missed__lt=F("hands")))
    return set(left.values_list("log_entry_id", flat=True))


def _lift(line: LogEntry, by: By) -> None:
    penalty = Penalty.objects.select_related("entry__tournament").get(log_entry=line)
    tournament = penalty.entry.tournament
    seat = Seat.objects.filter(entry=penalty.entry).first()
    table = None if seat is None else lock_table(tournament_id=tournament.pk, table_id=seat.table_id)
    lift_penalty(penalty=penalty, undoes=line, by=by)
    if table is not None:
        _tell(tournament, table)


def give_back_hands(hand: Hand) -> None:
    """The deal of this hand is undone: who sat it out for a penalty still owes it. A redeal had not counted."""
    seats = HandSeat.objects.filter(hand=hand, sits_out=SitsOut.PENALTY)
    entries = list(seats.values_list("entry_id", flat=True))
    if entries and not _is_redeal(hand):
        give_hand_back(entries)


def _is_redeal(hand: Hand) -> bool:
    """The hand before it was a misdeal of the very same hand (TDA 35-C)."""
    before = Hand.objects.filter(table=hand.table_id, number=hand.number - 1, is_redealt=True)
    return any(each.setup_data == hand.setup_data for each in before)


def _tell(tournament: Tournament, table: Table) -> None:
    bump_version(table)
    publish(tournament.code, ["tables", f"table-{table.number}", "log", "players"])


register_undo([PenaltyGiven], Undoable(open_lines=_open_penalties, undo=_lift, lock=lock_table_of_player))
