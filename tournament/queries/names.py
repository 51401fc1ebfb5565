"""Finding people by what is typed of their names or numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q

from tournament.models import Player
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
