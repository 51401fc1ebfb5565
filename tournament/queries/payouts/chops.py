"""A chop of the prizes left: who divides what, what each method gives, who has agreed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Chop, ChopMethod, ChopShare, Entry, EntryStatus, Tournament, TournamentStatus
from tournament.queries.payouts.ladder import entries_counted, lawful_ladder, prize_pool
from tournament.rules.payouts.chops import (
    BY_STACK,
    FAIR_METHODS,
    FairMethod,
    check_chop,
    chop_shares,
    most_to_play_for,
    prizes_shared,
)

LIVE = (EntryStatus.REGISTERED, EntryStatus.PLAYING)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft:
    """One of those who divide the prizes; `stack` is None where nobody has counted it."""

    entry: int
    number: int
    name: str
    stack: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesLeft:
    """Who divides what: the players, the largest stack first, and the prizes of their places, first place first."""

    players: tuple[PlayerLeft, ...]
    prizes: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.prizes)

    @property
    def unknown(self) -> tuple[PlayerLeft, ...]:
        """Those whose stacks have to be counted before a chop goes by stacks."""
        return tuple(player for player in self.players if not player.stack)

    @property
    def most_to_play_for(self) -> int:
        return most_to_play_for(self.prizes, players=len(self.players))

    def shares(self, method: FairMethod, *, played_for: int, unit: int) -> tuple[int, ...]:
        """What the players get, in their order. Raises ChopError."""
        stacks = [player.stack or 0 for player in self.players]
        return chop_shares(method, prizes=self.prizes, stacks=stacks, played_for=played_for, unit=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What a method gives one player; `is_above_first` where that is more than playing on can bring."""

    label: str
    amount: int
    is_above_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChopRow:
    """One player beside every method; `offers` leaves out those that need stacks which are unknown."""

    player: PlayerLeft
    place: int
    prize: int
    offers: tuple[Offered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChopTable:
    """The methods side by side. `labels` are those of the columns, by method."""

    left: PrizesLeft
    played_for: int
    labels: Mapping[str, str]
    rows: tuple[ChopRow, ...]

    @property
    def unknown_names(self) -> str:
        return ", ".join(player.name for player in self.left.unknown)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareShown:
    """One player's share; `consent` is the line by which the player agreed, None before."""

    entry: int
    number: int
    name: str
    stack: int | None
    amount: int
    consent: int | None
    agreed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChopShown:
    """A chop that stands: proposed while `agreed_at` is None. `line` is the one by which it can be undone.

    `is_stale`: somebody has gone out, or come back, since it was proposed; it cannot be agreed on any more.
    """

    id: int
    method: str
    prizes: int
    played_for: int
    shares: tuple[ShareShown, ...]
    agreed_at: datetime | None
    line: int
    is_stale: bool

    @property
    def shared(self) -> int:
        return self.prizes - self.played_for

    @property
    def agreed(self) -> int:
        return sum(share.consent is not None for share in self.shares)


def prizes_left(tournament: Tournament) -> PrizesLeft:
    """Three queries. Raises PrizeError where no chop can be made now: ChopError, or the scheme does not fit."""
    entries = Entry.objects.filter(tournament=tournament, status__in=LIVE).select_related("player")
    players = [
        PlayerLeft(entry=each.pk, number=each.number, name=each.player.name, stack=each.known_stack)
        for each in entries
    ]
    players.sort(key=lambda each: (-(each.stack or 0), each.number))
    pool = prize_pool(tournament)
    ladder = lawful_ladder(tournament, pool=pool, entries=entries_counted(tournament))[: len(players)]
    check_chop(
        is_in_play=tournament.status == TournamentStatus.RUNNING,
        is_registration_closed=tournament.registration_closed_at is not None,
        is_round_open=tournament.stop is not None and tournament.stop.is_round_open,
        pays_seats=tournament.satellite is not None,
        players=len(players),
        prizes=sum(ladder),
    )
    prizes = ladder + (0,) * (len(players) - len(ladder))
    return PrizesLeft(players=tuple(players), prizes=prizes)


def chop_table(tournament: Tournament, *, left: PrizesLeft, played_for: int = 0) -> ChopTable:
    """Every method that can be worked out. No query. Raises ChopError for more than can be left to play for."""
    prizes_shared(left.prizes, players=len(left.players), played_for=played_for)
    methods = [method for method in FAIR_METHODS if not (left.unknown and method in BY_STACK)]
    labels: dict[str, str] = {method: str(ChopMethod(method).label) for method in methods}
    columns = {
        method: left.shares(method, played_for=played_for, unit=tournament.payout_unit) for method in methods
    }
    rows = tuple(
        ChopRow(
            player=player,
            place=place + 1,
            prize=left.prizes[place],
            offers=tuple(
                Offered(
                    label=labels[method], amount=shares[place], is_above_first=shares[place] > left.prizes[0]
                )
                for method, shares in columns.items()
            ),
        )
        for place, player in enumerate(left.players)
    )
    return ChopTable(left=left, played_for=played_for, labels=labels, rows=rows)


def standing_chop(tournament: Tournament) -> ChopShown | None:
    """The chop that is proposed or agreed. One query without one, three with one."""
    chop = Chop.objects.filter(tournament=tournament, undone_at=None).first()
    if chop is None:
        return None
    rows = chop.shares.select_related("entry__player", "consent")
    shares = sorted(rows, key=lambda share: (-(share.stack or 0), share.entry.number))
    consents = [share.consent_id for share in shares if share.consent_id is not None]
    return ChopShown(
        id=chop.pk,
        method=str(ChopMethod(chop.method).label),
        prizes=chop.prizes,
        played_for=chop.played_for,
        shares=tuple(_shown(share) for share in shares),
        agreed_at=chop.agreed_at,
        line=chop.log_entry_id if chop.agreed_at is None else max(consents),
        is_stale=chop.agreed_at is None and not is_of_players_left(tournament, shares),
    )


def is_of_players_left(tournament: Tournament, shares: Sequence[ChopShare]) -> bool:
    """Whether those who are still in are those of this chop. One query."""
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE).values_list("pk", flat=True)
    return set(live) == {share.entry_id for share in shares}


def agreed_amounts(tournament: Tournament) -> dict[int, int]:
    """By entry its share of the chop in force; {} without one. No query then."""
    if tournament.chop_id is None:
        return {}
    return dict(ChopShare.objects.filter(chop=tournament.chop_id).values_list("entry", "amount"))


def _shown(share: ChopShare) -> ShareShown:
    return ShareShown(
        entry=share.entry_id,
        number=share.entry.number,
        name=share.entry.player.name,
        stack=share.stack,
        amount=share.amount,
        consent=share.consent_id,
        agreed_at=None if share.consent is None else share.consent.at,
    )
