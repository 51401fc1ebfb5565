"""“Rebuy?” “No”: a seat that is reserved for a player who has lost the last chip goes to the next player (TDA 27).

Without an answer the next hand of the table is one. A player who has said no may still buy back while rebuys are sold,
to the old seat if nobody has got it, otherwise to one that is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.rebuys import RebuyAskedAgain, RebuyDeclined
from tables.queries.room.kept_for_rebuys import seats_asked, seats_kept
from tables.services.table.lease import bump_version, lock_table
from tournament.models import Entry, LogEntry, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def decline_rebuy(*, tournament_id: int, entry_id: int, by: By, table_id: int | None = None) -> LogEntry:
    """The player does not buy back; `table_id` where the dealer says so, who speaks of one table.

    Raises Refused where no seat waits for this entry now.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    found = (kept for kept in seats_kept(tournament) if kept.entry_id == entry_id)
    kept = next(found, None)
    if kept is None or table_id not in (None, kept.table_id):
        raise Refused(_("No seat is reserved for this player any more."), code="no_seat_kept")
    declined = RebuyDeclined(
        entry=entry_id,
        number=Entry.objects.values_list("number", flat=True).get(pk=entry_id),
        name=kept.name,
        table=kept.table,
        table_id=kept.table_id,
        seat=kept.seat,
    )
    line = record(declined, tournament_id=tournament.pk, by=by)
    _tell(tournament, declined)
    return line


def _tell(tournament: Tournament, answer: RebuyDeclined | RebuyAskedAgain) -> None:
    """The table, and everybody who shows its seats."""
    table = lock_table(tournament_id=tournament.pk, table_id=answer.table_id)
    bump_version(table)
    topics = ["tables", f"table-{table.number}", "moves", "players", "log", entry_topic(answer.entry)]
    publish(tournament.code, topics)


# --- Undo of a no -------------------------------------------------------------------------------------------


def _open_answers(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the seat is free, and no hand was dealt since."""
    out_at = {kept.entry_id: kept.out_at for kept in seats_asked(tournament)}
    entries = {line.pk: RebuyDeclined.of(line).entry for line in lines}
    return {line.pk for line in lines if (at := out_at.get(entries[line.pk])) is not None and at <= line.at}


def _undo_answer(line: LogEntry, by: By) -> None:
    """The seat is the player's again."""
    asked = RebuyAskedAgain.of(line)
    record(asked, tournament_id=line.tournament_id, by=by, undoes=line)
    _tell(Tournament.objects.get(pk=line.tournament_id), asked)


register_undo([RebuyDeclined], Undoable(open_lines=_open_answers, undo=_undo_answer))
