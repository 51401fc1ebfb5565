"""Members of a season: where only they count, everybody else plays along and has no points."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.seasons import MemberNamed, MemberUnnamed
from tournament.models import LogEntry, Player, Season, SeasonNote
from tournament.rules.names import fold_name
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.setup.seasons import going_on, lock_event, standing_in, tell
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def name_members(*, tournament_id: int, season_id: int, typed: Sequence[str], by: By) -> list[LogEntry]:
    """These players are members, by whole names or club numbers, all or none; who is one already stays one.

    Raises Refused for a name that nobody or more than one player of the house has, and for a guest of the season.
    """
    tournament = lock_event(tournament_id)
    season, _row = standing_in(tournament, season_id)
    lines = []
    for each in typed:
        player = _player_called(each)
        said = SeasonNote.objects.filter(season=season, player=player, points=None, undone_line=None).first()
        if said is not None and not said.is_member:
            raise Refused(
                _("%(name)s is a guest of this season: undo that in the log first.") % {"name": player.name},
                code="is_guest",
                field="members",
            )
        if said is None:
            change = MemberNamed(season=season.pk, name=str(season), player=player.pk, who=player.name)
            line = record(change, tournament_id=tournament.pk, by=by)
            SeasonNote.objects.create(season=season, player=player, is_member=True, line=line)
            lines.append(line)
    tell(tournament)
    return lines


def _player_called(typed: str) -> Player:
    players = Player.objects.filter(merged_into=None)
    found = list(players.filter(club_number=typed)[:2]) or list(
        players.filter(search_name=fold_name(typed))[:2]
    )
    if len(found) == 1:
        return found[0]
    if found:
        words = _("Several players are called “%(typed)s”: type the club number.")
    else:
        words = _("Nobody is called “%(typed)s”: type the whole name, or the club number.")
    raise Refused(words % {"typed": typed}, code="several" if found else "nobody", field="members")


def _open_members(_tournament: object, lines: Sequence[LogEntry]) -> set[int]:
    standing = SeasonNote.objects.filter(line__in=lines, undone_line=None, season__frozen_at=None)
    return set(standing.values_list("line_id", flat=True))


def _undo_member(line: LogEntry, by: By) -> None:
    note = SeasonNote.objects.select_related("season__league").get(line=line)
    lock_tournament(line.tournament_id)
    season: Season = going_on(note.season_id)
    change = MemberUnnamed(
        season=season.pk, name=str(season), player=note.player_id, who=MemberNamed.of(line).who
    )
    note.undone_line = record(change, tournament_id=line.tournament_id, by=by, undoes=line)
    note.save(update_fields=["undone_line"])
    tell(line.tournament)


register_undo([MemberNamed], Undoable(open_lines=_open_members, undo=_undo_member))
