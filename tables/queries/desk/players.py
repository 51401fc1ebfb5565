"""A player as the desk sees them: their names, and who may be the same person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Entry, EntryStatus, Player, Tournament
from tournament.queries.names import has_words
from tournament.rules.names import fold_name

DOUBLES_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerShown:
    """A player, with the entries that count: those of this tournament by number, and how many in all."""

    id: int
    name: str
    public_name: str
    club_number: str
    country: str
    note: str
    entries_here: tuple[int, ...]
    entries: int
    # The id of the entry that plays here.
    playing: int | None = None


def player_shown(tournament: Tournament, player: Player) -> PlayerShown:
    """One query."""
    return _with_entries(tournament, [player])[0]


def duplicates_of(tournament: Tournament, player: Player, *, typed: str) -> tuple[PlayerShown, ...]:
    """Other players with the words that were typed in their names; two queries."""
    folded = fold_name(typed)
    if not folded:
        return ()
    others = Player.objects.filter(has_words(folded, field="search_name"), merged_into=None)
    found = list(others.exclude(pk=player.pk).order_by("search_name", "pk")[:DOUBLES_SHOWN])
    return _with_entries(tournament, found)


def _with_entries(tournament: Tournament, players: Sequence[Player]) -> tuple[PlayerShown, ...]:
    entries: dict[int, list[tuple[int, int]]] = defaultdict(list)
    playing: dict[int, int] = {}
    rows = Entry.objects.filter(player__in=players).exclude(status=EntryStatus.VOID).order_by("number")
    columns = ("pk", "player_id", "tournament_id", "number", "status")
    for entry_id, player_id, tournament_id, number, status in rows.values_list(*columns):
        entries[player_id].append((tournament_id, number))
        if tournament_id == tournament.pk and status == EntryStatus.PLAYING:
            playing[player_id] = entry_id
    return tuple(
        PlayerShown(
            id=player.pk,
            name=player.name,
            public_name=player.public_name,
            club_number=player.club_number,
            country=player.country,
            note=player.note,
            entries_here=tuple(number for where, number in entries[player.pk] if where == tournament.pk),
            entries=len(entries[player.pk]),
            playing=playing.get(player.pk),
        )
        for player in players
    )
