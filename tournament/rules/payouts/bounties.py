"""Bounties: who takes the bounty of a player who is out, and what becomes of it.

Rules (WSOP 39a, BARGE). A bounty lies in the deepest pot that its owner could
win, and goes with that pot: the winner of the main pot does not take what lies in a side
pot. Winners of a chopped pot share it, the odd cents to the earliest positions, one
each. A marker cannot be shared: it goes whole to the winner in the worst position, who
is the same, the first left of the button. Where high and low share a pot only the high
hands take a bounty; BARGE says so of markers, of money no source says anything.

A progressive bounty is paid by half, the other half continues the winner's own head; the
odd cent is paid. Money on heads and money paid add up to the money that came in.

    pots of a hand --bounty_takers--> who took which bounty --settle_bounties--> money
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournament.rules.errors import RulesError

BountyKind: TypeAlias = Literal["fixed", "progressive", "marker"]

BOUNTY_KINDS: Final[tuple[BountyKind, ...]] = ("fixed", "progressive", "marker")


class BountyError(RulesError):
    """Bounties that cannot be settled from these pots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotWon:
    """One pot of a hand: the entries that could win it, and those that won it.

    `winners` stand in the order of their positions from the first seat left of the button;
    with a low half they are those of the high half, and `low_winners` take no bounty.
    """

    entries: frozenset[int]
    winners: tuple[int, ...]
    low_winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyWon:
    """What one entry takes of another's bounty: money paid now, money put on its own head."""

    winner: int
    eliminated: int
    paid: int
    on_head: int = 0
    # The envelope of a mystery bounty; nothing of it is paid before it is open.
    envelope: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BountiesSettled:
    """After a hand: every bounty won, and the money on the heads that are left."""

    won: tuple[BountyWon, ...]
    heads: Mapping[int, int]


def bounty_takers(pots: Sequence[PotWon], *, eliminated: Collection[int]) -> dict[int, tuple[int, ...]]:
    """By entry that this hand has eliminated those who take its bounty, in the order of their positions.

    `pots` are those of the hand, the main pot first. Raises BountyError for an entry without a pot, and pots whose
    winners cannot be.
    """
    taken = {}
    for entry in sorted(eliminated):
        pot = _deepest_pot(pots, entry)
        _require_takers(pot.winners, out=eliminated)
        _require_takers(pot.low_winners, out=eliminated)
        taken[entry] = pot.winners
    return taken


def settle_bounties(
    heads: Mapping[int, int], *, taken: Mapping[int, Sequence[int]], kind: BountyKind = "fixed"
) -> BountiesSettled:
    """What those who take bounties get of them.

    `heads` is the money on every entry's head in minor units (0 for an entry that has none), `taken` by entry that is
    out those who take its bounty, first the one left of the button; the bounty of one whom nobody has knocked out
    stays on that head. Raises BountyError for an unknown kind, an entry without a head, and takers who cannot be.
    """
    if kind not in BOUNTY_KINDS:
        raise BountyError("This kind of bounty does not exist.", code="unknown_bounty_kind")
    left = {entry: amount for entry, amount in heads.items() if not taken.get(entry)}
    won: list[BountyWon] = []
    for entry, takers in taken.items():
        for each in (entry, *takers):
            if each not in heads:
                raise BountyError("This entry has no head to put a bounty on.", code="no_head", entry=each)
        _require_takers(takers, out=taken)
        if takers:
            won += _take(heads[entry], entry, takers[:1] if kind == "marker" else takers, kind)
    for share in won:
        left[share.winner] += share.on_head
    return BountiesSettled(won=tuple(won), heads=left)


def _take(amount: int, eliminated: int, winners: Sequence[int], kind: BountyKind) -> list[BountyWon]:
    share, odd = divmod(amount, len(winners))
    taken = []
    for place, winner in enumerate(winners):
        part = share + (place < odd)
        on_head = part // 2 if kind == "progressive" else 0
        taken.append(BountyWon(winner=winner, eliminated=eliminated, paid=part - on_head, on_head=on_head))
    return taken


def _deepest_pot(pots: Sequence[PotWon], entry: int) -> PotWon:
    """The last of the pots, from the main pot on, that this entry could win."""
    for pot in reversed(pots):
        if entry in pot.entries:
            if not pot.winners or not pot.entries.issuperset(pot.winners + pot.low_winners):
                break
            return pot
    raise BountyError("The pots do not show who won a bounty.", code="bad_pots", entry=entry)


def _require_takers(takers: Sequence[int], *, out: Collection[int]) -> None:
    if len(set(takers)) != len(takers) or not set(takers).isdisjoint(out):
        raise BountyError(
            "A player who wins a bounty must have chips, and is listed only once.",
            code="bad_winners",
            winners=list(takers),
        )
