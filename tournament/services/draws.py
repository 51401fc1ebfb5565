"""What is promised of the draws of a tournament, and the links that they use up (tournament.draws.check_draw)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournament.draws.check_draw import walked_back
from tournament.models import DrawChain, Tournament

# So many draws are promised at once. The next link of a chain is found from its end: a millisecond at most.
LENGTH: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLink:
    """The seed of draw `number`: the link of `chain` that follows from nothing that was shown before."""

    chain: DrawChain
    number: int
    seed: bytes


def promise_draws(tournament: Tournament, *, now: datetime, first: int = 1) -> DrawChain:
    """Publish the anchor of a new chain. The caller has made the tournament, or locked it."""
    secret = secrets.token_bytes(32)
    return DrawChain.objects.create(
        tournament=tournament,
        anchor=walked_back(secret, LENGTH).hex(),
        secret=secret.hex(),
        first=first,
        length=LENGTH,
        promised_at=now,
    )


def promise_next(tournament: Tournament, *, now: datetime) -> DrawChain:
    """The chain of the draw to come, promised now where there is none or it is used up. The caller holds the lock."""
    chain = _newest(tournament)
    if chain is not None and chain.used < chain.length:
        return chain
    return promise_draws(tournament, now=now, first=1 if chain is None else chain.first + chain.length)


class DrawLinks:
    """The links that one change of a tournament takes, in their order; the caller holds its lock.

    A tournament of an earlier version has no chain yet, and one that is used up is followed by another: it is promised
    with the draw. Nothing is read before the first is taken, and what was taken is written by `spend`.
    """

    def __init__(self, tournament: Tournament, *, now: datetime) -> None:
        self._tournament, self._now = tournament, now
        self._chain: DrawChain | None = None

    def take(self) -> DrawLink:
        chain = self._chain
        if chain is None or chain.used == chain.length:
            self.spend()
            chain = promise_next(self._tournament, now=self._now)
        self._chain = chain
        chain.used += 1
        seed = walked_back(bytes.fromhex(chain.secret), chain.length - chain.used)
        return DrawLink(chain=chain, number=chain.first + chain.used - 1, seed=seed)

    def spend(self) -> None:
        """Write what was taken."""
        if self._chain is not None:
            self._chain.save(update_fields=["used"])


def _newest(tournament: Tournament) -> DrawChain | None:
    return DrawChain.objects.filter(tournament=tournament).order_by("-first").first()
