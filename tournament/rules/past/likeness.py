"""Whether two files tell of one event: the same again, another version of it, or another event.

An event that has an id in its file is known by it. Some programs keep the id when an old evening is opened to play the
next one, so that an id says nothing of an event of another day with other places. What has no id, as every list, is
known by its name, its day and who finished where.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal

from tournament.rules.names import fold_name, key_of

Likeness = Literal["same", "version", "other"]

# As many in the same places of one day are no chance.
FEWEST_TELLING: Final = 3
# Of a player, as EarlierPlayer has them.
_FIGURES: Final = (
    "place", "prize", "entries", "rebuys", "add_ons", "spent", "knock_outs", "hits_adjustment", "points",
    "points_adjustment",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a file tells of an event, however it was saved.

    own_id: that of the event in its file, "" where it has none. name: folded. day: as 2026-11-30, None where nobody
    knows it. places: who finished where, by the key of the name. results: all that a result is.
    """

    own_id: str
    name: str
    day: str | None
    places: tuple[tuple[str, int], ...]
    results: tuple[object, ...]

    @property
    def players(self) -> frozenset[str]:
        return frozenset(key for key, _place in self.places)


def told_by(data: Mapping[str, Any], *, own_id: str) -> Told:
    """data: as EarlierEvent.to_dict has it."""
    people = [(key_of(each["name"]), each) for each in data["players"]]
    keys = [key for key, _each in people]
    name = fold_name(data["name"])
    figures = sorted((key, *(_plain(each[figure]) for figure in _FIGURES)) for key, each in people)
    hits = sorted((keys[victim], keys[hitman]) for victim, hitman in data["hits"])
    group = (fold_name(data["league"]), fold_name(data["season"]))
    return Told(
        own_id=own_id,
        name=name,
        day=data["day"],
        places=tuple(sorted((key, each["place"]) for key, each in people)),
        results=(name, data["day"], *group, data["entries"], data["pool"], *figures, *hits),
    )


def _plain(figure: int | str | None) -> str:
    """12.50 is 12.5."""
    return "" if figure is None else f"{Decimal(figure).normalize():f}"


def likeness(new: Told, old: Told) -> Likeness:
    """Of the one to the other; which of the two was there first does not matter."""
    if new.results == old.results:
        return "same"
    is_one_day = new.day is not None and new.day == old.day
    is_undated = new.day is None or old.day is None
    has_same_places = new.places == old.places
    if new.own_id and old.own_id:
        is_one = new.own_id == old.own_id and (is_one_day or is_undated or has_same_places)
    elif is_one_day:
        is_one = (new.name == old.name and _share_half(new, old)) or (
            has_same_places and len(new.places) >= FEWEST_TELLING
        )
    else:
        is_one = is_undated and new.name == old.name and has_same_places
    return "version" if is_one else "other"


def _share_half(new: Told, old: Told) -> bool:
    """Whether half of the shorter list are in the other one: a list may end with the places paid."""
    return 2 * len(new.players & old.players) >= min(len(new.players), len(old.players))
