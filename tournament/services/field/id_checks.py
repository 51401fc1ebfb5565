"""ID checks: the desk marks that a player's ID was seen at the event, and where the house asks for it nobody enters
without that mark. No document and no number of one is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.entries import IdChecked, IdCheckUndone
from tournament.models import IdCheck, LogEntry, Player, Tournament
from tournament.queries.registration import ids_checked
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.players import lock_player
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def mark_id_checked(*, tournament_id: int, player_id: int, by: By) -> LogEntry | None:
    """The player's ID was seen; None if it was marked before."""
    tournament = lock_tournament(tournament_id)
    player = lock_player(player_id)
    if ids_checked(tournament, [player.pk]):
        return None
    checked = IdChecked(player=player.pk, name=player.name)
    line = record(checked, tournament_id=tournament_id, by=by)
    IdCheck.objects.create(tournament=tournament, player=player, checked_at=by.now, log_entry=line)
    publish(tournament.code, ["players", "log"])
    return line


def refuse_unchecked(tournament: Tournament, players: Sequence[Player]) -> None:
    """Raise Refused for the first of these players without the mark, where the event asks for it."""
    if not tournament.id_check:
        return
    seen = ids_checked(tournament, [player.pk for player in players])
    for player in players:
        if player.pk not in seen:
            raise Refused(
                _("The ID of %(name)s has not been checked.") % {"name": player.name}, code="id_not_checked"
            )


def id_checks_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of which the mark stands."""
    return set(IdCheck.objects.filter(log_entry__in=lines).values_list("log_entry_id", flat=True))


def take_back_id_check(line: LogEntry, by: By) -> None:
    """The mark goes; an entry that was sold with it stays."""
    IdCheck.objects.filter(log_entry=line).delete()
    record(IdCheckUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, ["players", "log"])


def move_id_checks(*, of: Player, to: Player, only: Collection[int] | None = None) -> list[int]:
    """Give the marks of one player to another, except at events where that one has a mark; those that have moved.

    With `only` no others. The caller holds the locks of both.
    """
    marks = IdCheck.objects.filter(player=of)
    if only is not None:
        marks = marks.filter(pk__in=only)
    has = IdCheck.objects.filter(player=to).values("tournament")
    moved = list(marks.exclude(tournament__in=has).values_list("pk", flat=True))
    IdCheck.objects.filter(pk__in=moved).update(player=to)
    return moved


register_undo([IdChecked], Undoable(open_lines=id_checks_to_undo, undo=take_back_id_check))
