"""Cards becoming known: hole cards, up-cards, the board. What is recorded must not contradict itself.

Hole cards may be recorded at any time before they are tabled. A card that is known is in `seen` for the
rest of the hand, and so are from the start the cards that the game's deck does not have.
"""

from __future__ import annotations

from collections.abc import Sequence

from tables.engine.cards.cards import UNKNOWN, Card, format_cards
from tables.engine.errors import IllegalAction
from tables.engine.play.operations import DealHole, Operation
from tables.engine.play.progress import Progress


def check_new(p: Progress, cards: tuple[Card, ...]) -> None:
    """Refuses a known card that is in the hand already, twice among these, or not in the deck."""
    seen = p.seen
    for at, card in enumerate(cards):
        if card and (card in seen or card in cards[:at]):
            name = format_cards([card])
            if card in p.setup.in_play.left_out:
                raise IllegalAction(f"{name} is not in this deck", "card_not_in_deck", {"card": name})
            raise IllegalAction(f"{name} is already in this hand", "duplicate_card", {"card": name})


def learn_hole(p: Progress, seat: int, cards: tuple[Card, ...], *, whole: bool = False) -> tuple[Card, ...]:
    """The seat's cards with these filled in; raises if they contradict what is known.

    The order in which the cards of a hand are given does not matter; known cards keep their place. Fewer cards
    than held are those dealt last among the unknown face-down ones, unless the whole hand is asked
    for.
    """
    held = p.hole[seat]
    if cards == held:
        return held
    if len(cards) < len(held) and not whole:
        return _fill_face_down(p, seat, cards)
    if len(cards) != len(held):
        raise _wrong_count(seat, len(held), len(cards))
    new = tuple([card for card in cards if card and card not in held])
    check_new(p, new)
    if not new:
        return held
    unknown = held.count(UNKNOWN)
    if len(new) > unknown:
        raise IllegalAction(
            f"seat {seat} holds {format_cards(held)}, not {format_cards(cards)}",
            "hole_cards_contradict",
            {"seat": seat, "known": format_cards(held), "cards": format_cards(cards)},
        )
    if all(not card or not before or card == before for card, before in zip(cards, held, strict=True)):
        return tuple([card or before for card, before in zip(cards, held, strict=True)])
    fill = iter(new + (UNKNOWN,) * unknown)
    return tuple([card or next(fill) for card in held])


def _fill_face_down(p: Progress, seat: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    held = p.hole[seat]
    # Drawn cards stand at the end, and what is drawn is face down in every game.
    faces = p.game.faces if p.cards is None else p.cards.faces
    places = [at for at, card in enumerate(held) if not card and faces[at] == "d"]
    if not cards or len(cards) > len(places):
        raise _wrong_count(seat, len(held), len(cards))
    check_new(p, cards)
    filled = list(held)
    for at, card in zip(places[-len(cards) :], cards, strict=True):
        filled[at] = card
    return tuple(filled)


def _wrong_count(seat: int, held: int, recorded: int) -> IllegalAction:
    return IllegalAction(
        f"seat {seat} has {held} cards, not {recorded}", "hole_card_count", {"seat": seat, "count": held}
    )


def may_know(p: Progress, seat: int) -> bool:
    if UNKNOWN not in p.hole[seat] or seat in p.shown:
        return False
    return seat not in p.mucked or (p.irregularities is not None and seat in p.irregularities.asked)


def deal_hole(p: Progress, operation: DealHole) -> None:
    seat, cards = operation.seat, operation.cards
    hole, unknown_hand = p.hole, p.unknown_hand
    if (
        hole.get(seat) is unknown_hand
        and len(cards) == len(unknown_hand)
        and UNKNOWN not in cards
        and not p.closed
    ):
        # Nearly always: a whole hand, recorded while nobody has shown or mucked.
        seen = p.seen
        known = len(seen) + len(cards)
        seen.update(cards)
        if len(seen) != known:
            _refuse_duplicate(p, cards)
        hole[seat] = cards
        return
    if p.phase == "complete":
        raise IllegalAction("the hand is complete", "hand_complete")
    if seat not in hole:
        raise not_dealt_in(seat)
    if not may_know(p, seat):
        raise IllegalAction(
            f"the cards of seat {seat} are known or given up already", "hole_cards_settled", {"seat": seat}
        )
    cards = learn_hole(p, seat, cards)
    hole[seat] = cards
    p.seen.update([card for card in cards if card])


def deal_first(p: Progress, history: Sequence[Operation]) -> int:
    """Everybody's whole hand, recorded before anything else: nearly every record begins so.

    Returns how many operations that covers; 0 if the record does not begin so, or if any of them is wrong:
    then each is applied on its own.
    """
    hole, size = p.hole, len(p.unknown_hand)
    count = 0
    for operation in history:
        if type(operation) is not DealHole or len(operation.cards) != size:
            break
        hole[operation.seat] = operation.cards
        count += 1
    seen = p.seen.union(*hole.values())
    if count == len(hole) == len(p.order) and UNKNOWN not in seen and len(seen) == len(p.seen) + size * count:
        p.seen = seen
        return count
    if count:
        p.hole = p.setup.opening.hole.copy()
    return 0


def see(p: Progress, cards: tuple[Card, ...]) -> None:
    """Adds cards that are new to the hand, all known, to `seen`; refuses one that is not new."""
    seen = p.seen
    known = len(seen) + len(cards)
    seen.update(cards)
    if len(seen) != known:
        _refuse_duplicate(p, cards)


def _refuse_duplicate(p: Progress, cards: tuple[Card, ...]) -> None:
    """Names the card; `seen` has these cards already, so what is known is gathered again."""
    dealt = p.runs.boards if p.runs is not None else ()
    on_table = {card for known in (p.board, *dealt, *p.hole.values()) for card in known}
    aside = p.cards.kept_aside.values() if p.cards is not None else ()
    exposed = p.irregularities.exposed if p.irregularities is not None else ()
    p.seen = on_table
    check_new(p, cards)
    p.seen = on_table.union(p.setup.in_play.left_out, exposed, *aside)
    check_new(p, cards)


def not_dealt_in(seat: int) -> IllegalAction:
    return IllegalAction(f"seat {seat} is not in this hand", "seat_not_in_hand", {"seat": seat})
