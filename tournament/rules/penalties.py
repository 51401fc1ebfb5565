"""Penalties: warnings, hands and rounds to sit out, disqualification.

Rules (TDA 35-C, 68, 71, WSOP 113). A missed round is as many hands as there were
players at the table, the offender included, when it was given; it does not change with
the table. A hand counts when it is dealt: the one in play when the penalty is given no
longer counts, and a redeal after a misdeal does not count again. A penalty belongs
to the entry, so what is left of it goes along to another table.

A player who sits out is dealt in and posts blinds, antes and bring-in; the hand is killed after
the deal. A disqualification takes the chips out of play instead (TDA 71-D): a removal
of the chip ledger, whereas the chips of a player who has left are blinded off (WSOP 114).
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from tournament.rules.errors import RulesError

PenaltyKind: TypeAlias = Literal["warning", "hands", "rounds", "disqualification"]

PENALTY_KINDS: Final[tuple[PenaltyKind, ...]] = ("warning", "hands", "rounds", "disqualification")


OFFENCES: Final[dict[str, str]] = {
    "conduct": "TDA 71",
    "etiquette": "TDA 70",
    "exposed_cards": "TDA 68",
    "disclosure": "TDA 67",
    "out_of_turn": "TDA 53",
    "dodged_blinds": "TDA 33",
    "device": "TDA 5",
    "soft_play": "TDA 69",
    "collusion": "TDA 69",
    "miscalled_hand": "TDA 12",
    "mucked_all_in": "TDA 16",
    "hand_requests": "TDA 18",
}
"""What penalties are given for, the most general first, and the rule that was broken.

Collusion is a reason for disqualification (S-125), a hand that was miscalled on purpose or thrown away beside an
all-in for a penalty (FIGP, WSOP 69, 72; S-104, S-107).
"""

WITHDRAWS_REQUESTS: Final = "hand_requests"
"""A player penalised for asking to see hands too often loses the right to ask, where everybody dealt in has it
(S-102). Under TDA 18-B nobody can take it from a player who called on the river.
"""


class PenaltyError(RulesError):
    """A penalty that cannot be given, or not be served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyHands:
    """A penalty of one entry: the hands to sit out in all, and those sat out so far."""

    kind: PenaltyKind
    hands: int = 0
    missed: int = 0

    @property
    def remaining(self) -> int:
        """Hands still to sit out."""
        return self.hands - self.missed


def give_penalty(kind: PenaltyKind, *, count: int = 0, players: int) -> PenaltyHands:
    """A penalty of `count` hands or rounds; a warning and a disqualification count nothing.

    `players` are those at the table now, the offender included. Raises PenaltyError.
    """
    if kind not in PENALTY_KINDS:
        raise PenaltyError("This kind of penalty does not exist.", code="unknown_penalty")
    is_counted = kind in ("hands", "rounds")
    if is_counted != (count > 0) or players < 1:
        raise PenaltyError(
            "A penalty in hands or rounds needs a number of at least 1; other penalties take none.",
            code="bad_count",
            count=count,
        )
    return PenaltyHands(kind=kind, hands=count * players if kind == "rounds" else count)


def sit_out(penalty: PenaltyHands, *, is_redeal: bool = False) -> PenaltyHands:
    """The penalty after one more deal at the table where its entry sits now.

    A redeal belongs to the hand that was dealt before it. Raises PenaltyError when nothing
    is left to sit out.
    """
    if penalty.remaining == 0:
        raise PenaltyError("This penalty has already been served.", code="penalty_served")
    return penalty if is_redeal else replace(penalty, missed=penalty.missed + 1)
