"""Rulings on the deal: cards exposed, too many, too few, boxed or foreign; flops dealt wrongly.

What the rule does with cards that nobody has recorded (burns, the stub, a scrambled flop) is for the
dealer's hands; the engine follows which cards can still come and how many are left.
"""

from __future__ import annotations

from typing import Final

from tables.engine.cards.cards import DECK, UNKNOWN
from tables.engine.errors import IllegalAction
from tables.engine.play.dealing import check_new
from tables.engine.play.operations import DealBoard, DealUp, Ruling
from tables.engine.play.progress import Progress
from tables.engine.rulings.dead_hands import leave_hand, void
from tables.engine.rulings.misdeals import is_button_short, may_misdeal
from tables.engine.rulings.rewinding import Replayer, replace_contents, replay_up_to
from tables.engine.streets.streets import awaits_first_card
from tables.engine.streets.stud import deal_up
from tables.engine.streets.stud_streets import can_be_left, counted_stub, just_dealt


def misdeal(p: Progress, _ruling: Ruling) -> None:
    """Everything goes back and the hand is dealt again (TDA 35-C)."""
    void(p)


def fouled_deck(p: Progress, _ruling: Ruling) -> None:
    """Two cards alike: every bet goes back, at any time until the hand is over (TDA 35-E)."""
    void(p)


# --- Exposed cards (TDA 35, 68, RP-10; S-124)


def exposed_card(p: Progress, ruling: Ruling) -> None:
    """A card was seen in the deal: it is out of play, and a hand that was to hold it gets another.

    In stud a down card exposed on the first street becomes the up-card, and the next comes down
    (TDA RP-10A), unless the house calls it a misdeal.
    """
    seat, cards = ruling.seat, ruling.cards
    if seat:
        _check_being_dealt(p, seat)
        if p.phase == "deal_up" and not p.street and _becomes_upcard(p):
            deal_up(p, DealUp(seat, cards))
            return
    hand = p.hole.get(seat, ())
    check_new(p, tuple([card for card in cards if card not in hand]))
    if seat:
        p.hole[seat] = tuple([UNKNOWN if card in cards else card for card in hand])
    p.seen.update([card for card in cards if card])
    p.ensure_irregularities().exposed += cards
    if p.cards is not None:
        p.cards.stub = max(p.cards.stub - len(cards), 0)
        p.cards.earlier_discards += len(cards)


def _becomes_upcard(p: Progress) -> bool:
    rules = p.setup.rules
    return rules.stud_exposed_down == "upcard" and rules.exposed_misdeal == "by_book"


def _check_being_dealt(p: Progress, seat: int) -> None:
    """A card is replaced while cards are dealt: before anybody has acted on the street."""
    dealing = (
        p.phase in ("deal_up", "draw") or (p.phase == "betting" and not p.actions) or awaits_first_card(p)
    )
    board = p.game.board_cards and p.street
    if not dealing or board or seat not in p.contending:
        raise IllegalAction(f"seat {seat} is dealt no card now", "no_card_dealt", {"seat": seat})


def exposed_hand(p: Progress, ruling: Ruling) -> None:
    """A player showed cards with action pending: they play on, and everybody has seen them (TDA 68)."""
    seat, cards = ruling.seat, ruling.cards
    if seat not in p.contending:
        raise IllegalAction(f"seat {seat} is no longer in the hand", "not_contending", {"seat": seat})
    hand = p.hole[seat]
    recorded = tuple([card for card in cards if card and card not in hand])
    check_new(p, recorded)
    places = [at for at, card in enumerate(hand) if not card]
    if len(recorded) > len(places) or len(cards) > len(hand):
        raise IllegalAction(
            f"seat {seat} has {len(hand)} cards", "hole_card_count", {"seat": seat, "count": len(hand)}
        )
    filled = list(hand)
    for at, card in zip(places, recorded, strict=False):
        filled[at] = card
    p.hole[seat] = tuple(filled)
    p.seen.update(recorded)


# --- Wrong cards (TDA 35, 37; S-121, S-123)


def wrong_cards(p: Progress, ruling: Ruling) -> None:
    """A hand of a wrong number of cards: until substantial action it can make the deal a misdeal, or
    is put right; after it the hand is dead. The button's missing card is replaced (TDA 37). A hand that lacks
    cards may be live (WSOP 108): in stud without the last card only, in draw before the draw.
    """
    seat, count = ruling.seat, ruling.amount
    right = len(p.hole[seat])
    if count == right:
        raise IllegalAction(
            f"{right} cards are right for seat {seat}", "cards_are_right", {"seat": seat, "count": right}
        )
    if not (may_misdeal(p) or _is_short_and_live(p, count - right) or is_button_short(p, ruling)):
        leave_hand(p, seat)


def _is_short_and_live(p: Progress, difference: int) -> bool:
    if p.game.is_stud:
        return difference == -1 and p.street + 1 == len(p.game.streets)
    before_the_draw = p.game.has_draws and not p.street and p.phase == "betting"
    return difference < 0 and before_the_draw and p.setup.rules.draw_short_hand == "live"


SMALLEST_PART: Final = 5
"""A cut leaves so many cards in each part at least (S-010)."""


def uncut_deck(p: Progress, ruling: Ruling) -> None:
    """The deck was not cut, or cut into parts of which one is too small (S-010). Which it was the floor hears; until
    substantial action the cards are dealt again (S-121).
    """
    cut, deck = ruling.amount, len(DECK) + 1 - len(p.setup.in_play.left_out)
    if min(cut, deck - cut) >= SMALLEST_PART:
        raise IllegalAction(
            f"{cut} of {deck} cards is a cut", "deck_is_cut", {"count": cut, "least": SMALLEST_PART}
        )


def foreign_card(p: Progress, ruling: Ruling) -> None:
    """A card that does not belong to the deck: until substantial action a misdeal (TDA 35-A), after it
    the hand that holds it is dead (WSOP Live 115); found in the stub it is scrapped.
    """
    if ruling.seat and not may_misdeal(p):
        leave_hand(p, ruling.seat)


# --- The flop (TDA 39)


def wrong_flop(p: Progress, _ruling: Ruling, replayer: Replayer) -> None:
    """Four cards on the flop, or no burn before it: it comes off and is put right (TDA 39). Once
    somebody has acted on it, it stands (MIS-08).
    """
    if not p.street:
        return  # seen before the flop was recorded
    at = max([at for at, each in enumerate(p.history) if isinstance(each, DealBoard)])
    before = replay_up_to(p, at, replayer)
    after = p.history[at + 1 :]
    before.history += (p.history[at],)
    for operation in after:
        replayer.step(before, operation)
    replace_contents(p, before)


def stub_count(p: Progress, ruling: Ruling) -> None:
    """The dealer has counted what is left to deal (TDA RP-10H)."""
    if can_be_left(p, ruling.amount, undealt=just_dealt(p)):
        counted_stub(p, ruling.amount)
        return
    raise IllegalAction(f"{ruling.amount} cards cannot be left", "no_such_stub", {"count": ruling.amount})
