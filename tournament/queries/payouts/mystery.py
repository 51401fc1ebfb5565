"""Mystery bounties to read: when they are to begin, the envelopes left, who has one to open, and the draw of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Prefetch, Q, Sum, When

from tournament.models import BountyShare, Entry, Envelope, MysteryPot, Tournament
from tournament.queries.flights import LIVE, entries_counted
from tournament.queries.payouts.bounties import bounty_money
from tournament.queries.payouts.ladder import prize_ladder, prize_pool
from tournament.rules.payouts.mystery import (
    EnvelopeLine,
    draw_order,
    is_time,
    published_hash,
    redraw_seed,
    suggest_envelopes,
)

# How many of those that were opened last a page shows.
LATEST: Final = 20
# How many of the highest values still in the wall shows.
TOP_VALUES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeProposal:
    """The money for envelopes, in minor units, and the players to make them up for. `is_due`: now is the time."""

    money: int
    players: int
    begins_at: int | None
    is_due: bool
    is_registration_open: bool
    suggested: tuple[EnvelopeLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueLine:
    """Envelopes of one value: how many were made up, and how many are not open."""

    value: int
    count: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopesLeft:
    """What a wall says: how many were made up, how many are left, and the highest values among those."""

    count: int
    left: int
    top: tuple[ValueLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """Those who take an envelope, or a part of it, in minor units once it is open."""

    name: str
    shown_name: str
    amount: int
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """An envelope that a knock-out has taken, `place` in the order of the draw; `value` 0 while it is closed."""

    envelope: int
    place: int
    eliminated: str
    shown_eliminated: str
    winners: tuple[Winner, ...]
    value: int
    is_at_the_end: bool

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An open envelope whose knock-out was undone: it is for those who knock that player out."""

    name: str
    shown_name: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeDrawShown:
    """A draw of so many `envelopes`: the hash of its seed, and once all that were won by it are open the seed, with the
    values in the order drawn. `first_place` is the place of the first of them.
    """

    hash: str
    envelopes: int
    first_place: int
    seed: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeBoard:
    """The envelopes of a tournament, the largest value first; `lines` count as left what nobody has got.

    `queue`: taken and not open, the oldest first; `opened` the newest first, at most LATEST until all are open.
    `draws` the first first; `next_hash` is of the seed that a redraw would have.
    """

    lines: tuple[ValueLine, ...]
    queue: tuple[Taken, ...]
    opened: tuple[Taken, ...]
    kept: tuple[Kept, ...]
    draws: tuple[EnvelopeDrawShown, ...]
    next_hash: str

    @property
    def left(self) -> int:
        """How many are not open."""
        return sum(line.left for line in self.lines)

    @property
    def count(self) -> int:
        return sum(line.count for line in self.lines)


def mystery_proposal(tournament: Tournament) -> EnvelopeProposal | None:
    """When envelopes are to be made up, and of what; None without mystery bounties, in a flight, whose money goes into
    the envelopes of its event, and once they are. Ten queries at most.
    """
    if (
        not tournament.has_mystery_bounties
        or tournament.flight_of_id is not None
        or _pot(tournament) is not None
    ):
        return None
    players = Entry.objects.filter(tournament=tournament, status__in=LIVE).count()
    ladder = prize_ladder(tournament, pool=prize_pool(tournament), entries=entries_counted(tournament))
    money = bounty_money(tournament).in_pot
    is_open = tournament.registration_closed_at is None
    is_now = is_time(players_left=players, begins_at=tournament.mystery_from, places_paid=len(ladder))
    return EnvelopeProposal(
        money=money,
        players=players,
        begins_at=tournament.mystery_from,
        is_due=tournament.status == "running" and not is_open and is_now,
        is_registration_open=is_open,
        suggested=suggest_envelopes(money=money, players=players),
    )


def envelope_board(tournament: Tournament) -> EnvelopeBoard | None:
    """None where no envelopes stand. Four queries."""
    pot = _pot(tournament) if tournament.has_mystery_bounties else None
    if pot is None:
        return None
    standing = BountyShare.objects.filter(undone_at=None).select_related("winner__player").order_by("pk")
    rows = pot.envelopes.select_related("entry__player").prefetch_related(
        Prefetch("shares", queryset=standing, to_attr="standing")
    )
    envelopes = list(rows.order_by("place"))
    taken = [each for each in envelopes if _shares(each)]
    opened = [each for each in taken if each.opened_at is not None]
    closed = [each for each in taken if each.opened_at is None]
    out = Counter(each.value for each in opened)
    made = Counter(each.value for each in envelopes)
    is_all_open = all(each.opened_at is not None for each in envelopes)
    draws = _draws(pot, envelopes)
    return EnvelopeBoard(
        lines=tuple(
            ValueLine(value=value, count=count, left=count - out[value])
            for value, count in sorted(made.items(), reverse=True)
        ),
        queue=tuple(_taken(each) for each in sorted(closed, key=lambda each: _shares(each)[0].pk)),
        opened=tuple(
            _taken(each) for each in sorted(opened, key=_newest_first)[: None if is_all_open else LATEST]
        ),
        kept=tuple(
            Kept(name=each.entry.player.name, shown_name=each.entry.player.shown_name, value=each.value)
            for each in envelopes
            if each.opened_at is not None and each.entry is not None and not _shares(each)
        ),
        draws=draws,
        next_hash=published_hash(redraw_seed(pot.reserve, len(draws))),
    )


def _draws(pot: MysteryPot, envelopes: Sequence[Envelope]) -> tuple[EnvelopeDrawShown, ...]:
    """The first, and every redraw of what was left then. A redraw changes no sum: all values are still there."""
    values = sorted((each.value for each in envelopes), reverse=True)
    first = list(enumerate(draw_order(values, seed=pot.seed), start=1))
    drawn = [(pot.seed, first), *((each.seed, each.order) for each in pot.redraws.order_by("pk"))]
    closed = {each.place for each in envelopes if each.opened_at is None}
    shown = []
    redrawn: set[int] = set()
    for seed, order in reversed(drawn):
        places = {place for place, _value in order}
        is_over = closed.isdisjoint(places - redrawn)
        redrawn |= places
        shown.append(
            EnvelopeDrawShown(
                hash=published_hash(seed),
                envelopes=len(order),
                first_place=min(places),
                seed=seed if is_over else "",
                order=tuple(value for _place, value in order) if is_over else (),
            )
        )
    return tuple(reversed(shown))


def envelopes_left(tournament: Tournament) -> EnvelopesLeft | None:
    """None where no envelopes stand, or all are out. One query; none without mystery bounties."""
    if not tournament.has_mystery_bounties:
        return None
    won = BountyShare.objects.filter(envelope=OuterRef("pk"), undone_at=None)
    rows = Envelope.objects.filter(pot__tournament=tournament, pot__undone_at=None).annotate(
        is_left=Case(When(Q(opened_at=None) | ~Exists(won), then=1), default=0, output_field=IntegerField())
    )
    by_value = rows.values_list("value").annotate(made=Count("pk"), left=Sum("is_left")).order_by("-value")
    lines = [ValueLine(value=value, count=made, left=left) for value, made, left in by_value]
    still_in = [line for line in lines if line.left]
    if not still_in:
        return None
    return EnvelopesLeft(
        count=sum(line.count for line in lines),
        left=sum(line.left for line in lines),
        top=tuple(still_in[:TOP_VALUES]),
    )


def _pot(tournament: Tournament) -> MysteryPot | None:
    return MysteryPot.objects.filter(tournament=tournament, undone_at=None).first()


def _shares(envelope: Envelope) -> Sequence[BountyShare]:
    """The standing shares that were read with it."""
    shares: Sequence[BountyShare] = envelope.standing  # type: ignore[attr-defined]  # of the Prefetch
    return shares


def _newest_first(envelope: Envelope) -> tuple[int, int]:
    return (-(envelope.log_entry_id or 0), envelope.place)


def _taken(envelope: Envelope) -> Taken:
    shares = _shares(envelope)
    is_open = envelope.opened_at is not None
    player = envelope.entry.player if envelope.entry else None
    return Taken(
        envelope=envelope.pk,
        place=envelope.place,
        eliminated=player.name if player else "",
        shown_eliminated=player.shown_name if player else "",
        winners=tuple(
            Winner(
                name=share.winner.player.name,
                shown_name=share.winner.player.shown_name,
                amount=share.due,
                entry=share.winner_id,
            )
            for share in shares
        ),
        value=envelope.value if is_open else 0,
        is_at_the_end=shares[0].is_at_the_end,
    )
