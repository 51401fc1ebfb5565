"""The desk's queue: for the desk who comes next and who that may be, for each phone its own place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from tables.models import QueuePlace, QueueState
from tables.queries.desk.entries import PlayerMatch, matches_of
from tournament.models import EntryStatus, Player, Tournament
from tournament.queries.names import has_words
from tournament.queries.prices import PriceTag, desk_prices
from tournament.queries.registration import RegistrationNow
from tournament.rules.names import fold_name, is_same_name

# The desk works from the top; more would only be read past.
LINES_SHOWN: Final = 5
# Of one name so many players are offered; further ones are found by the search.
NAMESAKES_SHOWN: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLine:
    """A place, `number` from the front, and the players of the house who have that name; `says` is the price that the
    player says is theirs. `of_address` is how many wait who came from the same address: a room's router brings many,
    a stranger who makes names up as well.
    """

    id: int
    number: int
    name: str
    came_at: datetime
    says: PriceTag | None
    players: tuple[PlayerMatch, ...]
    of_address: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskQueue:
    """The first of those who wait, and how many wait in all; `last` is the newest place of them."""

    lines: tuple[QueueLine, ...]
    waiting: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlace:
    """What a phone shows: `number` from the front while it waits, the player's own page once registered, and
    the price that the player said, None where nothing was asked.
    """

    tournament: Tournament
    name: str
    state: str
    number: int
    waiting: int
    entry_secret: str
    price_name: str | None

    @property
    def is_waiting(self) -> bool:
        return self.state == QueueState.WAITING


def queue_of(tournament: Tournament, *, registration: RegistrationNow, now: datetime) -> DeskQueue:
    """The first lines of the queue. Six queries at most, one where nobody waits."""
    rows = _waiting(tournament.pk).values_list("pk", "name", "came_at", "price_name", "network")
    waiting = list(rows)
    of_address = Counter(network for *_rest, network in waiting)
    prices = {tag.name: tag for tag in desk_prices(tournament, now=now).all}
    first = waiting[:LINES_SHOWN]
    players = _namesakes([name for _pk, name, *_rest in first])
    found = [player for own in players.values() for player in own]
    matches = (
        matches_of(tournament, list(dict.fromkeys(found)), registration=registration, now=now)
        if found
        else ()
    )
    by_id = {match.id: match for match in matches}
    return DeskQueue(
        lines=tuple(
            QueueLine(
                id=pk,
                number=number,
                name=name,
                came_at=came_at,
                says=None if price is None else prices.get(price),
                players=tuple(by_id[player.pk] for player in players[name]),
                of_address=of_address[network],
            )
            for number, (pk, name, came_at, price, network) in enumerate(first, start=1)
        ),
        waiting=len(waiting),
        last=max((row[0] for row in waiting), default=0),
    )


def own_place(secret: str) -> OwnPlace | None:
    """The place of one phone, None for a secret that is not one. Two queries."""
    rows = QueuePlace.objects.filter(secret=secret).select_related("tournament", "entry")
    place = rows.first()
    if place is None:
        return None
    order = list(_waiting(place.tournament_id).values_list("pk", flat=True))
    entry = place.entry
    return OwnPlace(
        tournament=place.tournament,
        name=place.name,
        state=place.state,
        number=order.index(place.pk) + 1 if place.pk in order else 0,
        waiting=len(order),
        entry_secret=entry.link_secret if entry and entry.status != EntryStatus.VOID else "",
        price_name=place.price_name,
    )


def _waiting(tournament_id: int) -> QuerySet[QueuePlace]:
    rows = QueuePlace.objects.filter(tournament=tournament_id, state=QueueState.WAITING)
    return rows.order_by("came_at", "pk")


def _namesakes(names: Sequence[str]) -> Mapping[str, tuple[Player, ...]]:
    """By name the players of the house who have it, in any order of its words. One query."""
    folded = {name: fold_name(name) for name in names}
    wanted = Q(pk__in=())
    for each in folded.values():
        if each:
            wanted |= has_words(each, field="search_name")
    known = list(Player.objects.filter(wanted, merged_into=None).order_by("pk")) if names else []
    return {
        name: tuple(player for player in known if is_same_name(player.search_name, each))[:NAMESAKES_SHOWN]
        for name, each in folded.items()
    }
