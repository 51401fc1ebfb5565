"""Finding people by what is typed of their names or numbers, and telling those of one name apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Q

from tournament.models import Entry, EntryStatus, ImportedResult, Player
from tournament.rules.names import fold_name, is_same_name


def has_words(folded: str, *, field: str) -> Q:
    """Rows whose folded `field` has every word of a folded search, in any order; all rows for none."""
    wanted = Q()
    for word in folded.split():
        wanted &= Q(**{f"{field}__contains": word})
    return wanted


def namesakes(name: str, *, club_number: str = "") -> tuple[Player, ...]:
    """Players whom a new player of this name may be. One query.

    None if every player with that name has a different club number: then it is another person.
    """
    folded = fold_name(name)
    known = Player.objects.filter(has_words(folded, field="search_name"), merged_into=None).order_by("pk")
    same = tuple(player for player in known if is_same_name(player.search_name, folded))
    is_another = club_number and all(player.club_number not in ("", club_number) for player in same)
    return () if is_another else same


def as_merged(players: Iterable[int]) -> Mapping[int, int]:
    """Who they are by now: themselves, or those into whom they were merged. One query, one more for each merge on the
    way.
    """
    ends = {player: player for player in players}
    while True:
        rows = Player.objects.filter(pk__in={*ends.values()}).exclude(merged_into=None)
        into = {pk: end for pk, end in rows.values_list("pk", "merged_into") if end is not None}
        if not into:
            return ends
        ends = {player: into.get(end, end) for player, end in ends.items()}


def all_of(player: int) -> set[int]:
    """The player and everybody who was merged into them. One query, one more for each merge on the way."""
    found = newest = {player}
    while newest:
        rows = Player.objects.filter(merged_into__in=newest).values_list("pk", flat=True)
        newest = set(rows) - found
        found = found | newest
    return found


def alphabet_of(players: Iterable[int]) -> tuple[int, ...]:
    """The same in the order of what public pages call them, of one name the older first. Queries as `names_of`."""
    names = names_of(players)
    return tuple(sorted(names, key=lambda player: (fold_name(names[player]), player)))


def names_of(players: Iterable[int]) -> Mapping[int, str]:
    """What public pages call them, and those who were merged as whom they are by now. One query; three more where some
    were.
    """
    found = {player.pk: player for player in Player.objects.filter(pk__in={*players})}
    merged = [pk for pk, player in found.items() if player.merged_into_id is not None]
    ends = as_merged(merged) if merged else {}
    others = {player.pk: player for player in Player.objects.filter(pk__in={*ends.values()})} if ends else {}
    return {pk: (others[ends[pk]] if pk in ends else player).shown_name for pk, player in found.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlayed:
    """The last event of a player, ours or imported; day: at the venue. place: 0 where nobody knows it."""

    event: str
    day: date
    place: int


def last_played(players: Collection[int]) -> Mapping[int, LastPlayed]:
    """By player, of those who have played somewhere on a day that is known. Two queries."""
    entries = (
        Entry.objects.filter(player__in=players, tournament__started_at__isnull=False)
        .exclude(status=EntryStatus.VOID)
        .select_related("tournament")
    )
    results = ImportedResult.objects.filter(player__in=players)
    found = [
        (
            entry.player_id,
            LastPlayed(event=entry.tournament.name, day=_began(entry), place=entry.place_first or 0),
        )
        for entry in entries
    ]
    for player, event, day, place in results.values_list("player", "event__name", "event__day", "place"):
        if day is not None:
            found.append((player, LastPlayed(event=event, day=day, place=place)))
    return dict(sorted(found, key=lambda each: (each[1].day, each[1].place > 0)))


def _began(entry: Entry) -> date:
    began = entry.tournament.started_at or entry.registered_at
    return began.astimezone(ZoneInfo(entry.tournament.time_zone)).date()
