"""How a player plays, from the hands that were recorded action by action in the events of this house that are over.

What a hand says of its seats is of `tables.engine.seat_play`; here the hands of one player are added up. A counted
hand has no record, a misdeal or a hand that is void did not happen, and one recorded by its result has no betting
rounds: none of them counts. A player who was absent or on a penalty was dealt in, and so it counts (TDA 30).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tables import engine
from tables.engine.seat_play import SeatPlay, seat_plays
from tables.models import Hand, HandOperation, HandSeat, HandStatus
from tournament.models import EntryStatus, Player, TournamentStatus

# From so many hands on a share says something.
HANDS_NEEDED: Final = 100
# The newest ones of a player; more would be more values than a statement may have.
MOST_HANDS: Final = 20_000
# Hands that this process remembers, some 500 bytes each.
KEPT: Final = 40_000
# So many operations are taken from the database at once.
CHUNK: Final = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFigures:
    """Hands that a player was dealt in, and in how many of them what was done. won: of the showdowns."""

    hands: int
    played: int
    raised: int
    showdowns: int
    won: int
    needed: int = HANDS_NEEDED

    @property
    def is_enough(self) -> bool:
        return self.hands >= self.needed

    @property
    def played_share(self) -> int | None:
        """In percent of the hands; None while there are too few."""
        return self._share(self.played, self.hands)

    @property
    def raised_share(self) -> int | None:
        return self._share(self.raised, self.hands)

    @property
    def showdowns_share(self) -> int | None:
        return self._share(self.showdowns, self.hands)

    @property
    def won_share(self) -> int | None:
        """In percent of the showdowns."""
        return self._share(self.won, self.showdowns)

    def _share(self, part: int, whole: int) -> int | None:
        return (part * 200 + whole) // (2 * whole) if self.is_enough and whole else None


def play_figures(player: Player) -> PlayFigures:
    """Three queries, however many hands there are; one where this process has read all of them before."""
    seats = _seats_of(player)
    known = _known(_as_it_stands(row) for row in seats)
    found = [known.get(row.hand, _NOTHING).get(row.seat) for row in seats]
    records = [record for record in found if record is not None]
    return PlayFigures(
        hands=len(records),
        played=sum(each.played for each in records),
        raised=sum(each.raised for each in records),
        showdowns=sum(each.showdown for each in records),
        won=sum(each.won for each in records),
    )


class _DealtIn(NamedTuple):
    """The seat of the player in a hand; when the hand ended, and its last operation."""

    hand: int
    seat: int
    ended_at: datetime | None
    operations: int | None


class _Version(NamedTuple):
    """A hand as it stands. An undo is an operation too: a hand that was corrected has more of them."""

    hand: int
    ended_at: datetime | None
    operations: int | None


class _ReadBefore(NamedTuple):
    version: _Version
    records: Mapping[int, SeatPlay]


_kept: Final[dict[int, _ReadBefore]] = {}
_NOTHING: Final[Mapping[int, SeatPlay]] = MappingProxyType({})


def _seats_of(player: Player) -> list[_DealtIn]:
    """The newest first. One query."""
    over = TournamentStatus.FINISHED
    of_event = Q(entry__tournament__flight_of=None, entry__tournament__status=over)
    of_flight = Q(entry__tournament__flight_of__status=over)
    last = HandOperation.objects.filter(hand=OuterRef("hand")).order_by("-number").values("number")[:1]
    rows = (
        HandSeat.objects.filter(of_event | of_flight, entry__player=player)
        .filter(hand__status=HandStatus.COMPLETE, hand__is_counted=False, hand__is_redealt=False)
        .exclude(entry__status=EntryStatus.VOID)
        .order_by("-hand")
        .values_list("hand", "seat_number", "hand__ended_at", Subquery(last))
    )
    return [_DealtIn(*row) for row in rows[:MOST_HANDS]]


def _as_it_stands(row: _DealtIn) -> _Version:
    return _Version(row.hand, row.ended_at, row.operations)


def _known(versions: Iterable[_Version]) -> Mapping[int, Mapping[int, SeatPlay]]:
    """By hand what it says of its seats. Two queries where there are hands that this process has not read, or that
    were corrected since.
    """
    found: dict[int, Mapping[int, SeatPlay]] = {}
    unread: dict[int, _Version] = {}
    for version in versions:
        kept = _kept.get(version.hand)
        if kept is not None and kept.version == version:
            found[version.hand] = kept.records
        else:
            unread[version.hand] = version
    for hand, records in _read(unread) if unread else ():
        if len(_kept) >= KEPT:
            _kept.clear()
        _kept[hand] = _ReadBefore(unread[hand], records)
        found[hand] = records
    return found


def _read(hands: Collection[int]) -> Iterator[tuple[int, Mapping[int, SeatPlay]]]:
    """Play these hands again, one after the other as they come from the database. Two queries."""
    setups = dict(Hand.objects.filter(pk__in=hands).values_list("pk", "setup_data"))
    recorded: QuerySet[HandOperation, tuple[int, str]] = (
        HandOperation.objects.filter(hand__in=hands).order_by("hand", "number").values_list("hand", "code")
    )
    for hand, rows in groupby(recorded.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield hand, _records(setups.pop(hand), [code for _, code in rows])
    for hand in setups:
        yield hand, _NOTHING


def _records(setup: Mapping[str, object], codes: Iterable[str]) -> Mapping[int, SeatPlay]:
    """Nothing where the record is damaged: the checks of the house say which hand that is."""
    try:
        return seat_plays(engine.Setup.from_dict(setup), map(engine.decode, codes))
    except engine.DAMAGED:
        return _NOTHING
