"""A chop of the prizes left: who divides what, what each method gives, who has agreed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Chop, ChopShare, Entry, Tournament, TournamentStatus
from tournament.queries.flights import LIVE, entries_counted
from tournament.queries.payouts.ladder import lawful_ladder, prize_pool
from tournament.rules.payouts.chops import (
    BY_STACK,
    FAIR_METHODS,
    FairMethod,
    check_chop,
    check_left,
    chop_shares,
    most_to_play_for,
    prizes_shared,
)
from tournament.words.chops import method_label


@dataclass(frozen=True, slots=True, kw_only=True)
class ChopPlayer:
    """One of those who divide the prizes; `stack` is None where nobody has counted it.

    `shown_name` is the name that the public reads.
    """

    entry: int
    number: int
    name: str
    shown_name: str
    stack: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesLeft:
    """Who divides what: the players, the largest stack first, and the prizes of their places, first place first.

    After a chop the prizes are what was left to play for, and `sure` has by player the share agreed on. `after` is
    that chop.
    """

    players: tuple[ChopPlayer, ...]
    prizes: tuple[int, ...]
    sure: tuple[int, ...]
    after: Chop | None = None

    @property
    def total(self) -> int:
        return sum(self.prizes) + sum(self.sure)

    @property
    def agreed(self) -> int:
        """What of the total was agreed on before."""
        return sum(self.sure)

    @property
    def unknown(self) -> tuple[ChopPlayer, ...]:
        """Those whose stacks have to be counted before a chop goes by stacks."""
        return tuple(player for player in self.players if not player.stack)

    @property
    def most_to_play_for(self) -> int:
        return most_to_play_for(self.prizes, players=len(self.players))

    def shares(self, method: FairMethod, *, played_for: int, unit: int) -> tuple[int, ...]:
        """What the players get, in their order, with `played_for` left to all places together. Raises ChopError."""
        stacks = [player.stack or 0 for player in self.players]
        shares = chop_shares(method, prizes=self.prizes, stacks=stacks, played_for=played_for, unit=unit)
        return tuple(share + sure for share, sure in zip(shares, self.sure, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What a method gives one player; `is_above_first` where that is more than playing on can bring."""

    label: str
    amount: int
    is_above_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChopRow:
    """One player beside every method; `offers` leaves out those that need stacks which are unknown."""

    player: ChopPlayer
    place: int
    prize: int
    offers: tuple[Offered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChopTable:
    """The methods side by side. `labels` are those of the columns, by method.

    `played_for` is left to the winner, `second_for` to second place.
    """

    left: PrizesLeft
    played_for: int
    second_for: int
    labels: Mapping[str, str]
    rows: tuple[ChopRow, ...]

    @property
    def unknown_names(self) -> str:
        return ", ".join(player.name for player in self.left.unknown)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareShown(ChopPlayer):
    """One player's share; `consent` is the line by which the player agreed, None before."""

    amount: int
    consent: int | None
    agreed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingChop:
    """A chop that stands: proposed while `agreed_at` is None. `line` is the one by which it can be undone.

    `is_further`: it divides again what is still theirs after an earlier one.

    `is_stale`: somebody has gone out, or come back, since it was proposed; it can no longer be agreed on.
    """

    id: int
    method: str
    prizes: int
    played_for: int
    second_for: int
    is_further: bool
    shares: tuple[ShareShown, ...]
    agreed_at: datetime | None
    line: int
    is_stale: bool

    @property
    def shared(self) -> int:
        return self.prizes - self.left

    @property
    def left(self) -> int:
        """What is left to play for, to all places together."""
        return self.played_for + self.second_for

    @property
    def may_follow(self) -> bool:
        """Whether a further chop may: it is in force and leaves something."""
        return self.agreed_at is not None and self.left > 0

    @property
    def agreed(self) -> int:
        return sum(share.consent is not None for share in self.shares)


def prizes_left(tournament: Tournament) -> PrizesLeft:
    """Raises PrizeError where no chop can be made now: ChopError, or the scheme does not fit. Four queries, six after
    a chop.
    """
    entries = Entry.objects.filter(tournament=tournament, status__in=LIVE).select_related("player")
    players = [
        ChopPlayer(
            entry=each.pk,
            number=each.number,
            name=each.player.name,
            shown_name=each.player.shown_name,
            stack=each.known_stack,
        )
        for each in entries
    ]
    players.sort(key=lambda each: (-(each.stack or 0), each.number))
    pool = prize_pool(tournament)
    ladder = lawful_ladder(tournament, pool=pool, entries=entries_counted(tournament)).prizes[: len(players)]
    sure: dict[int, int] = {}
    if tournament.chop is not None:
        ladder, sure = tournament.chop.left, agreed_amounts(tournament)
    check_chop(
        is_in_play=tournament.status == TournamentStatus.RUNNING,
        is_registration_closed=tournament.registration_closed_at is not None,
        is_round_open=tournament.stop is not None and tournament.stop.is_round_open,
        pays_seats=tournament.satellite is not None,
        players=len(players),
        prizes=sum(ladder),
    )
    return PrizesLeft(
        players=tuple(players),
        prizes=ladder + (0,) * (len(players) - len(ladder)),
        sure=tuple(sure.get(player.entry, 0) for player in players),
        after=tournament.chop,
    )


def chop_table(
    tournament: Tournament, *, left: PrizesLeft, played_for: int = 0, second_for: int = 0
) -> ChopTable:
    """Every method that can be worked out. No query. Raises ChopError for more than can be left to play for."""
    check_left(played_for, second_for)
    to_play_for = played_for + second_for
    prizes_shared(left.prizes, players=len(left.players), played_for=to_play_for)
    methods = [method for method in FAIR_METHODS if not (left.unknown and method in BY_STACK)]
    labels: dict[str, str] = {method: method_label(method, players=len(left.players)) for method in methods}
    columns = {
        method: left.shares(method, played_for=to_play_for, unit=tournament.payout_unit) for method in methods
    }
    rows = tuple(
        ChopRow(
            player=player,
            place=place + 1,
            prize=left.prizes[place],
            offers=tuple(
                Offered(
                    label=labels[method],
                    amount=shares[place],
                    is_above_first=shares[place] > left.sure[place] + left.prizes[0],
                )
                for method, shares in columns.items()
            ),
        )
        for place, player in enumerate(left.players)
    )
    return ChopTable(left=left, played_for=played_for, second_for=second_for, labels=labels, rows=rows)


def standing_chop(tournament: Tournament) -> StandingChop | None:
    """The chop that is proposed, or else the one in force. One query without one, three with one."""
    chop = Chop.objects.filter(tournament=tournament, undone_at=None).order_by("pk").last()
    if chop is None:
        return None
    rows = chop.shares.select_related("entry__player", "consent")
    shares = sorted(rows, key=lambda share: (-(share.stack or 0), share.entry.number))
    consents = [share.consent_id for share in shares if share.consent_id is not None]
    return StandingChop(
        id=chop.pk,
        method=method_label(chop.method, players=chop.players),
        prizes=chop.prizes,
        played_for=chop.played_for,
        second_for=chop.second_for,
        is_further=chop.after_id is not None,
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
    """By entry its share of the chops in force, of the last one that has it; {} without one. No query then."""
    if tournament.chop_id is None:
        return {}
    shares = ChopShare.objects.filter(chop__tournament=tournament, chop__agreed_at__isnull=False)
    return dict(shares.order_by("chop").values_list("entry", "amount"))


def entries_of_chop(tournament: Tournament) -> frozenset[int]:
    """Those who made the chop in force, the last of several; nobody without one. No query then."""
    if tournament.chop_id is None:
        return frozenset()
    return frozenset(ChopShare.objects.filter(chop=tournament.chop_id).values_list("entry", flat=True))


def _shown(share: ChopShare) -> ShareShown:
    return ShareShown(
        entry=share.entry_id,
        number=share.entry.number,
        name=share.entry.player.name,
        shown_name=share.entry.player.shown_name,
        stack=share.stack,
        amount=share.amount,
        consent=share.consent_id,
        agreed_at=None if share.consent is None else share.consent.at,
    )
