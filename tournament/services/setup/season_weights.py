"""How much an event counts in a season once it is in it: its weight, and whether it is the finale."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.seasons import SeasonWeightSet
from tournament.models import LogEntry, SeasonEvent, Tournament
from tournament.rules.seasons.standings import MOST_WEIGHT
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.setup.seasons import lock_event, standing_in, tell
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def set_season_weight(
    *,
    tournament_id: int,
    season_id: int,
    weight: int,
    is_finale: bool,
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry | None:
    """The event counts so from now on, even one that is over; weight in hundredths. None where nothing changes.

    Raises Refused for a flight, a weight out of range, and where the standings are final; Season.DoesNotExist.
    """
    tournament = lock_event(tournament_id)
    season, row = standing_in(tournament, season_id)
    if not 0 <= weight <= MOST_WEIGHT:
        raise Refused(_("The weight is between 0 and 1,000 percent."), code="weight", field="weight")
    if (weight, is_finale) == (row.weight, row.is_finale):
        return None
    change = SeasonWeightSet(
        season=season.pk,
        name=str(season),
        weight=weight,
        finale=is_finale,
        weight_before=row.weight,
        finale_before=row.is_finale,
    )
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    row.weight, row.is_finale = weight, is_finale
    row.save(update_fields=["weight", "is_finale"])
    tell(tournament)
    return line


def _open_weights(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest of each season, while the event counts in it as it said."""
    found = {}
    for line in sorted(lines, key=lambda each: each.pk):
        change = SeasonWeightSet.of(line)
        found[change.season] = (line.pk, (change.weight, change.finale))
    rows = SeasonEvent.objects.filter(
        season__in=found, tournament=tournament, left_line=None, season__frozen_at=None
    )
    return {found[row.season_id][0] for row in rows if (row.weight, row.is_finale) == found[row.season_id][1]}


def _undo_weight(line: LogEntry, by: By) -> None:
    change = SeasonWeightSet.of(line)
    set_season_weight(
        tournament_id=line.tournament_id,
        season_id=change.season,
        weight=change.weight_before,
        is_finale=change.finale_before,
        by=by,
        undoes=line,
    )


register_undo([SeasonWeightSet], Undoable(open_lines=_open_weights, undo=_undo_weight, again=True))
