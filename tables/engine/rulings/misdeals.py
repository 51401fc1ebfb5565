"""Misdeals: whether the deal can still be undone, and which error makes that due (TDA 35).

What went wrong is recorded as rulings; by how many and which of them the deal is lost follows from
the game and the house rules. The floor still decides: a misdeal is one more ruling.
"""

from __future__ import annotations

from typing import NamedTuple

from tables.engine.play.operations import Ruling
from tables.engine.play.progress import Progress
from tables.engine.rulings.substantial_action import substantial_action


class MisdealDue(NamedTuple):
    """Which recorded error makes the deal void (a kind of ruling), and by which rule."""

    cause: str
    rule: str


def may_misdeal(p: Progress) -> bool:
    """Whether the deal can still be undone: until substantial action (TDA 35-D)."""
    return not p.street and not substantial_action(p)


def misdeal_due(p: Progress) -> MisdealDue | None:
    """The first error, in the order of TDA 35-A, for which the cards are dealt again; None if there
    is none, or once there has been substantial action.
    """
    if p.irregularities is None or not may_misdeal(p):
        return None
    made: dict[str, list[Ruling]] = {}
    for ruling in p.irregularities.rulings:
        made.setdefault(ruling.kind, []).append(ruling)
    if len(made.get("boxed_card", ())) > 1:
        return MisdealDue("boxed_card", "TDA 35-A")
    if "wrong_seat" in made:
        return MisdealDue("wrong_seat", "TDA 35-A")
    for wrong in made.get("wrong_cards", ()):
        if rule := _wrong_count(p, wrong):
            return MisdealDue("wrong_cards", rule)
    if "foreign_card" in made:
        return MisdealDue("foreign_card", "TDA 35-A")
    rule = _exposed(p, [each for each in made.get("exposed_card", ()) if each.seat])
    if rule:
        return MisdealDue("exposed_card", rule)
    return MisdealDue("uncut_deck", "S-121") if "uncut_deck" in made else None


def is_button_short(p: Progress, ruling: Ruling) -> bool:
    """Whether the button's last card is missing: it gets one, until it has acted (TDA 37, MIS-06)."""
    seat = ruling.seat
    first = p.game.has_button and p.street == 0 and seat == p.setup.button
    return first and ruling.amount == len(p.hole[seat]) - 1 and seat in p.live and seat not in p.acted


def _wrong_count(p: Progress, ruling: Ruling) -> str:
    if is_button_short(p, ruling):
        return ""
    house = p.setup.rules.wrong_cards_misdeal
    if house == "any":
        return "TDA 35-A"
    return "WSOP 88" if house == "two_extra" and ruling.amount >= len(p.hole[ruling.seat]) + 2 else ""


def _exposed(p: Progress, exposed: list[Ruling]) -> str:
    """Flop games: one of the first two cards off the deck, or any two; stud: any where the house does
    not make it the up-card; draw: the second one. Home rules: any card (S-121).
    """
    count = sum([len(each.cards) for each in exposed])
    if p.setup.rules.exposed_misdeal == "any":
        return "S-121" if count else ""
    if p.game.is_stud:
        return "WSOP 88" if count and p.setup.rules.stud_exposed_down == "misdeal" else ""
    if p.game.has_draws:
        return "WSOP IX" if count > 1 else ""
    first = any(each.amount in (1, 2) for each in exposed)
    return "TDA 35-A" if first or count > 1 else ""
