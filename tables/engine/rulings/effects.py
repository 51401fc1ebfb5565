"""A ruling on a hand: its form and its moment are checked, then its effect changes the hand.

Effects work on the chips and seats of the hand, never on its record: what was decided is one more
operation, and the operations before it stand as they were recorded. Some rulings are only recorded:
their rule concerns cards or people, and nothing in the hand changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tables.engine.errors import IllegalAction
from tables.engine.play.denominations import check_ruling
from tables.engine.play.operations import Ruling
from tables.engine.play.progress import Progress
from tables.engine.rulings.corrected_bets import (
    accepted_raise,
    chips_behind,
    chips_behind_to,
    corrected_bet,
    return_uncalled,
    returned_bet,
    wrong_bring_in,
)
from tables.engine.rulings.dead_hands import dead_hand, false_opening, leave_hand, retrieved, sit_out
from tables.engine.rulings.deals import (
    exposed_card,
    exposed_hand,
    foreign_card,
    fouled_deck,
    misdeal,
    stub_count,
    uncut_deck,
    wrong_cards,
    wrong_flop,
)
from tables.engine.rulings.irregular_bets import short_raise, string_bet, undercall
from tables.engine.rulings.kinds import RULINGS, RulingKind
from tables.engine.rulings.out_of_turn import out_of_turn, skipped
from tables.engine.rulings.rewinding import Replayer
from tables.engine.rulings.showdown import asked_to_see, declared_hand, declared_low

_ANY_SEAT: Final = frozenset({"wrong_seat"})
"""Where the seat may be one that is not dealt in."""


def rule(p: Progress, ruling: Ruling, replayer: Replayer) -> None:
    """Does what a ruling says; raises IllegalAction where it is incomplete, not the dealer's to decide
    or out of place.
    """
    kind = RULINGS.get(ruling.kind)
    if kind is None:
        raise IllegalAction(
            f"“{ruling.kind}” is not a ruling",
            "no_such_ruling",
            {"kind": ruling.kind, "kinds": tuple(RULINGS)},
        )
    _check_fields(ruling, kind)
    if kind.by == "floor" and not ruling.floor:
        raise IllegalAction(
            f"{ruling.kind} is for the floor to decide ({kind.rules[0]})",
            "floor_must_confirm",
            {"kind": ruling.kind, "rule": kind.rules[0]},
        )
    if p.phase == "complete":
        raise IllegalAction("the hand is complete", "hand_complete")
    for seat in (ruling.seat, ruling.asker):
        if seat and seat not in p.stacks and ruling.kind not in _ANY_SEAT:
            raise IllegalAction(f"seat {seat} is not in this hand", "seat_not_in_hand", {"seat": seat})
    if not kind.when(p):
        raise IllegalAction(f"{ruling.kind} cannot be ruled now", "ruling_not_now", {"kind": ruling.kind})
    check_ruling(p, ruling)
    effect = EFFECTS.get(ruling.kind)
    if effect is not None:
        effect(p, ruling, replayer)
    p.ensure_irregularities().rulings.append(ruling)


def _check_fields(ruling: Ruling, kind: RulingKind) -> None:
    given = {
        "seat": ruling.seat > 0,
        "asker": ruling.asker > 0,
        "amount": ruling.amount > 0,
        "cards": bool(ruling.cards),
        "inner": ruling.inner is not None,
    }
    missing = [name for name in sorted(kind.needs) if not given[name]]
    if missing:
        raise IllegalAction(
            f"{ruling.kind} does not say {' and '.join(missing)}",
            "ruling_incomplete",
            {"kind": ruling.kind, "missing": missing[0]},
        )
    idle = [name for name in given if given[name] and name not in kind.needs | kind.may]
    if idle or min(ruling.seat, ruling.asker, ruling.amount) < 0:
        raise IllegalAction(
            f"{ruling.kind} says more than it can mean", "ruling_says_too_much", {"kind": ruling.kind}
        )


def _killed_hand(p: Progress, ruling: Ruling, replayer: Replayer) -> None:
    """Killed in error and no longer identifiable: only an uncalled bet goes back (TDA 65)."""
    if not return_uncalled(p, ruling.seat, replayer):
        leave_hand(p, ruling.seat)


def _plain(effect: Callable[[Progress, Ruling], None]) -> Callable[[Progress, Ruling, Replayer], None]:
    return lambda p, ruling, _replayer: effect(p, ruling)


EFFECTS: Final[Mapping[str, Callable[[Progress, Ruling, Replayer], None]]] = MappingProxyType(
    {
        "out_of_turn": _plain(out_of_turn),
        "skipped": _plain(skipped),
        "string_bet": _plain(string_bet),
        "short_raise": _plain(short_raise),
        "undercall": undercall,
        "accepted_raise": _plain(accepted_raise),
        "corrected_bet": corrected_bet,
        "returned_bet": returned_bet,
        "chips_behind": _plain(chips_behind),
        "chips_behind_to": _plain(chips_behind_to),
        "wrong_bring_in": wrong_bring_in,
        "misdeal": _plain(misdeal),
        "fouled_deck": _plain(fouled_deck),
        "exposed_card": _plain(exposed_card),
        "exposed_hand": _plain(exposed_hand),
        "wrong_cards": _plain(wrong_cards),
        "foreign_card": _plain(foreign_card),
        "four_card_flop": wrong_flop,
        "no_burn": wrong_flop,
        "uncut_deck": _plain(uncut_deck),
        "stub_count": _plain(stub_count),
        "dead_hand": _plain(dead_hand),
        "absent": _plain(sit_out),
        "penalty": _plain(sit_out),
        "killed_hand": _killed_hand,
        "retrieved": _plain(retrieved),
        "asked_to_see": _plain(asked_to_see),
        "declared_hand": _plain(declared_hand),
        "declared_low": _plain(declared_low),
        "false_opening": _plain(false_opening),
    }
)
