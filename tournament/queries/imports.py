"""Events of the years before: what waits to be imported, whom the names in it mean, and what was imported."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import permutations
from typing import Any, Final

from django.db.models import Count, F, QuerySet

from tournament.models import ImportedEvent, ImportedFile, ImportedHit, ImportedName, ImportedResult, Player
from tournament.queries.known_imports import Recognised, recognised
from tournament.queries.names import LastPlayed, all_of, as_merged, last_played, names_of
from tournament.rules.names import fold_name, key_of

# A word of a name that says something of whose it is.
SHORTEST_WORD: Final = 3
# A name of so many words is looked for in any order of them.
MOST_TURNED: Final = 4
NAMES_AT_ONCE: Final = 5_000
MOST_NEAR: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOffered:
    """A player whom a name may mean. is_alike: another one is called so, and no club number tells them apart.
    played: the last event, None where there is none.
    """

    player: Player
    is_alike: bool
    played: LastPlayed | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameInFiles:
    """A name of those that wait, and whom it means.

    known: those of our players who are called so; near: others whom it may mean. is_decided: somebody has said whom it
    means, and then `chosen` is that player, None for a new player. played: by id, of those who would look like another
    one here.
    """

    key: str
    name: str
    events: int
    known: tuple[Player, ...]
    near: tuple[Player, ...]
    is_decided: bool
    chosen: Player | None
    played: Mapping[int, LastPlayed] = field(default_factory=dict)

    @property
    def is_doubtful(self) -> bool:
        """Nobody has said who it is, and several are called so, or it may be somebody who is called otherwise in
        public: their real name would be read there.
        """
        may_show = not self.known and any(player.public_name for player in self.near)
        return not self.is_decided and (len(self.known) > 1 or may_show)

    @property
    def others(self) -> tuple[Player, ...]:
        """Who may be chosen beside the known ones."""
        also = () if self.chosen is None or self.chosen in (*self.known, *self.near) else (self.chosen,)
        return (*self.near, *also)

    @property
    def alike(self) -> tuple[Player, ...]:
        """Those without a club number, of whom another one is called so."""
        names = Counter(fold_name(player.name) for player in (*self.known, *self.others))
        offered = (*self.known, *self.others)
        return tuple(each for each in offered if not each.club_number and names[fold_name(each.name)] > 1)

    @property
    def known_offered(self) -> list[PlayerOffered]:
        return self._offered(self.known)

    @property
    def others_offered(self) -> list[PlayerOffered]:
        return self._offered(self.others)

    def _offered(self, players: Iterable[Player]) -> list[PlayerOffered]:
        alike = self.alike
        return [
            PlayerOffered(player=player, is_alike=player in alike, played=self.played.get(player.pk))
            for player in players
        ]

    @property
    def is_asked(self) -> bool:
        return len(self.known) > 1 or self.is_decided or bool(self.near and not self.known)


def waiting() -> QuerySet[ImportedEvent]:
    """Events that were read and are not imported yet."""
    rows = ImportedEvent.objects.filter(imported_at=None).select_related("file")
    return rows.order_by(F("day").asc(nulls_last=True), "pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedWaiting:
    """What waits: to be imported; other versions of what is imported or waits before them; what is there already."""

    events: tuple[ImportedEvent, ...]
    versions: tuple[Recognised, ...]
    known: tuple[Recognised, ...]

    @property
    def to_decide(self) -> tuple[ImportedEvent, ...]:
        """All of which results may come to be imported."""
        return (*self.events, *(each.event for each in self.versions))


def sorted_waiting() -> SortedWaiting:
    """Three queries."""
    events = list(waiting())
    found = recognised(events)
    return SortedWaiting(
        events=tuple(event for event in events if event.pk not in found),
        versions=tuple(each for each in found.values() if not each.is_same),
        known=tuple(each for each in found.values() if each.is_same),
    )


def given_again() -> QuerySet[ImportedEvent]:
    """Imported events of files that were given again since, byte for byte."""
    return imported().filter(file__given_again=True).select_related("file").defer("data")


def imported() -> QuerySet[ImportedEvent]:
    """The newest first."""
    return ImportedEvent.objects.exclude(imported_at=None).order_by(F("day").desc(nulls_last=True), "-pk")


def refused() -> QuerySet[ImportedFile]:
    """Files that could not be read."""
    return ImportedFile.objects.filter(refusal__isnull=False).order_by("pk")


def players_called(names: Iterable[str]) -> Mapping[str, tuple[Player, ...]]:
    """By key those of our players who are called so, the oldest first. Three queries for a few thousand names."""
    turned = sorted({turn for name in names for turn in _turns(fold_name(name))})
    found: dict[str, set[int]] = defaultdict(set)
    for at in range(0, len(turned), NAMES_AT_ONCE):
        some = turned[at : at + NAMES_AT_ONCE]
        for pk, name in Player.objects.filter(search_name__in=some).values_list("pk", "name"):
            found[key_of(name)].add(pk)
    # Who was merged is still called so in the next file.
    ends = as_merged({pk for called in found.values() for pk in called})
    players = Player.objects.in_bulk({*ends.values()})
    return {
        key: tuple(players[pk] for pk in sorted({ends[pk] for pk in called})) for key, called in found.items()
    }


def said_of(keys: Iterable[str]) -> Mapping[str, Player | None]:
    """By key whom somebody has chosen for it, as they are by now. Three queries at most."""
    rows = ImportedName.objects.filter(search_name__in={*keys})
    chosen: list[tuple[str, int | None]] = [(row.search_name, row.player_id) for row in rows]
    ends = as_merged(player for _key, player in chosen if player is not None)
    players = Player.objects.in_bulk({*ends.values()})
    return {key: None if player is None else players[ends[player]] for key, player in chosen}


def names_waiting(events: Iterable[ImportedEvent] | None = None) -> list[NameInFiles]:
    """Every name in these events, or in all that wait and are not known, those first about whom is to be decided. Four
    queries, three more for all, two more where some would look alike.
    """
    count: Counter[str] = Counter()
    written: dict[str, str] = {}
    nicknames: dict[str, set[str]] = defaultdict(set)
    for event in sorted_waiting().to_decide if events is None else events:
        for player in event.data["players"]:
            key = key_of(player["name"])
            count[key] += 1
            written.setdefault(key, player["name"])
            if player["nickname"]:
                nicknames[key].add(key_of(player["nickname"]))
    known, said = players_called(written.values()), said_of(written)
    near = who_may_be({key: nicknames[key] for key in written if key not in known})
    names = [
        NameInFiles(
            key=key,
            name=name,
            events=count[key],
            known=known.get(key, ()),
            near=near.get(key, ()),
            is_decided=key in said,
            chosen=said.get(key),
        )
        for key, name in written.items()
    ]
    alike = {player.pk for each in names if each.is_asked for player in each.alike}
    if alike:
        played = last_played(alike)
        names = [replace(each, played=played) for each in names]
    return sorted(names, key=lambda each: (not each.is_doubtful, not each.is_asked, each.key))


def _turns(folded: str) -> Iterable[str]:
    """The name with its words in any order; of a long one, with the last or the first words in front."""
    words = folded.split()
    if len(words) <= MOST_TURNED:
        return {" ".join(turned) for turned in permutations(words)}
    return {" ".join(words[at:] + words[:at]) for at in range(len(words))}


def who_may_be(names: Mapping[str, Iterable[str]]) -> Mapping[str, tuple[Player, ...]]:
    """By key players whom it may mean: initials for names, a first name cut short, or the nickname. One query."""
    if not names:
        return {}
    by_word: dict[str, list[tuple[Player, tuple[str, ...]]]] = defaultdict(list)
    by_key: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(merged_into=None).order_by("pk"):
        words = tuple(player.search_name.split())
        by_key[" ".join(sorted(words))].append(player)
        for word in {word for word in words if len(word) >= SHORTEST_WORD}:
            by_word[word].append((player, words))
    found: dict[str, tuple[Player, ...]] = {}
    for key, also in names.items():
        words = tuple(key.split())
        alike = {player.pk: player for other in also for player in by_key.get(other, ())}
        for word in words:
            for player, theirs in by_word.get(word, ()) if len(word) >= SHORTEST_WORD else ():
                if _may_be(words, theirs):
                    alike[player.pk] = player
        if alike:
            # First those whose real name must not be read by everybody: of them none is left out.
            found[key] = tuple(sorted(alike.values(), key=lambda each: not each.public_name))[:MOST_NEAR]
    return found


def _may_be(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether each word of the shorter name begins one of the other, or is begun by it: "m rossi" and "mario rossi"."""
    few, many = sorted((list(words), list(others)), key=len)
    for word in few:
        match = next((each for each in many if each.startswith(word) or word.startswith(each)), None)
        if match is None:
            return False
        many.remove(match)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One line of the results of an imported event, with those who knocked the player out."""

    result: ImportedResult
    name: str
    knocked_out_by: tuple[str, ...]


def results_of_import(event: ImportedEvent) -> list[ResultLine]:
    """The best place first, those without one last; players are called as public pages call them. Three queries, a few
    more where some were merged.
    """
    rows = list(ImportedResult.objects.filter(event=event))
    shown = names_of(row.player_id for row in rows)
    names = {row.pk: shown[row.player_id] for row in rows}
    by: dict[int, list[str]] = defaultdict(list)
    for victim, hitman in (
        ImportedHit.objects.filter(victim__event=event).order_by("pk").values_list("victim", "hitman")
    ):
        by[victim].append(names[hitman])
    rows.sort(key=lambda row: (row.place == 0, row.place, row.number))
    return [
        ResultLine(result=row, name=names[row.pk], knocked_out_by=tuple(dict.fromkeys(by[row.pk])))
        for row in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedGroup:
    """Imported events of one league and season, as their files call them; `key` stays theirs whatever comes or goes."""

    league: str
    season: str
    events: int

    @property
    def name(self) -> str:
        return " · ".join(filter(None, (self.league, self.season)))

    @property
    def key(self) -> str:
        return sha256(f"{self.league}\n{self.season}".encode()).hexdigest()[:16]


def imported_groups() -> list[ImportedGroup]:
    """One query."""
    rows = imported().order_by("league", "season").values("league", "season").annotate(count=Count("pk"))
    return [ImportedGroup(league=row["league"], season=row["season"], events=row["count"]) for row in rows]


def imported_in(league: str, season: str) -> QuerySet[ImportedEvent]:
    return imported().filter(league=league, season=season)


def results_of_player(player: Player) -> QuerySet[ImportedResult]:
    """Of the player and of those who were merged into it, the newest first. One query, and one for each merge."""
    rows = ImportedResult.objects.filter(player__in=all_of(player.pk)).select_related("event")
    return rows.defer("event__data").order_by("-event__day", "-event__pk")


def preview_of(data: Mapping[str, Any]) -> dict[str, object]:
    """What `import_ttd --preview` prints of an event, and a page shows before it is imported; money in whole units."""
    players = sorted(data["players"], key=lambda each: (each["place"] == 0, each["place"]))
    everybody = [each["name"] for each in data["players"]]
    return {
        "name": data["name"],
        "date": data["day"],
        "league": data["league"],
        "season": data["season"],
        "players": len(players),
        "entries": data["entries"],
        "places": [
            {
                "place": each["place"] or None,
                "name": each["name"],
                "prize": _units(each["prize"]),
                "entries": each["entries"],
                "rebuys": each["rebuys"],
                "add_ons": each["add_ons"],
                "knock_outs": each["knock_outs"],
                "knocked_out_by": [everybody[by] for by in each["knocked_out_by"]],
            }
            for each in players
        ],
        "prizes": [_units(prize) for prize in data["prizes"]],
        "pool": _units(data["pool"]),
        "paid": _units(data["paid"]),
        "difference": _units(data["difference"]),
        "levels": data["levels"],
        "notes": [note["text"] for note in data["notes"]],
    }


def _units(minor: int) -> int | float:
    """Files have two decimals, whatever the currency."""
    return minor // 100 if minor % 100 == 0 else minor / 100
