"""Draws: how many cards each player changes, and where new ones come from when the stub runs out.

The players still in draw in turn from the left of the button, the all-in ones too. A known
discard stays known; the new cards are unknown until they are recorded. How many of them needed a reshuffle
follows from the counts alone, by the rule of the house.
"""

from __future__ import annotations

from tables.engine.cards.cards import UNKNOWN, Card, format_cards
from tables.engine.errors import IllegalAction
from tables.engine.play.dealing import check_new
from tables.engine.play.operations import Discard
from tables.engine.play.progress import CardPlay, Drawn, Progress


def begin_draw(p: Progress) -> None:
    cards = _cards(p)
    p.phase = "draw"
    cards.drawers = list(p.live)
    cards.earlier_discards += cards.discarded
    cards.discarded = 0
    cards.known_earlier_discards += cards.known_discards
    cards.known_discards = ()
    if p.setup.rules.draw_burn and cards.stub > 0:
        cards.stub -= 1  # also where all stand pat (WSOP)
        cards.burns += 1


def discard(p: Progress, operation: Discard) -> None:
    """Cards away, unknown ones in their place; none = stands pat.

    A card that was not known to be in the hand becomes known by being thrown away. Unknown cards
    thrown away from a hand that is known leave nobody knowing which are left.
    """
    seat, thrown = operation.seat, operation.cards
    if p.phase != "draw":
        raise IllegalAction("nobody draws now", "no_draw")
    cards = _cards(p)
    if seat != cards.drawers[0]:
        raise IllegalAction(
            f"seat {seat} is not in turn: it is seat {cards.drawers[0]}'s",
            "not_in_turn",
            {"seat": seat, "actor": cards.drawers[0]},
        )
    most = draw_most(p)
    if len(thrown) > most and most < len(p.hole[seat]):
        raise IllegalAction(
            f"only {most} cards are left for seat {seat} to draw",
            "too_few_to_draw",
            {"seat": seat, "count": most},
        )
    p.hole[seat] = _without(p, seat, thrown) + (UNKNOWN,) * len(thrown)
    known = tuple([card for card in thrown if card])
    p.seen.update(known)
    if known:
        cards.kept_aside[seat] = cards.kept_aside.get(seat, ()) + known
    reshuffled = _deal_from_stub(p, seat, len(thrown))
    cards.known_discards += known
    cards.drawn.append(Drawn(seat, p.street, len(thrown), reshuffled))
    del cards.drawers[0]
    if not cards.drawers:
        p.phase = "drawn"


def _without(p: Progress, seat: int, thrown: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is left of a hand: in the order in which it was held."""
    held = list(p.hole[seat])
    if len(thrown) > len(held):
        raise IllegalAction(
            f"seat {seat} has {len(held)} cards, not {len(thrown)}",
            "hole_card_count",
            {"seat": seat, "count": len(held)},
        )
    recorded = [card for card in thrown if card and card not in held]
    check_new(p, tuple(recorded))
    named = [card for card in thrown if card and card in held]
    if len(set(named)) != len(named):
        raise IllegalAction(
            f"{format_cards(thrown)} names a card twice", "duplicate_card", {"card": format_cards(named[:1])}
        )
    for card in named:
        held.remove(card)
    unknown = len(thrown) - len(named)
    if len(recorded) > held.count(UNKNOWN):
        raise IllegalAction(
            f"seat {seat} holds {format_cards(p.hole[seat])}, not {format_cards(recorded)}",
            "hole_cards_contradict",
            {"seat": seat, "known": format_cards(p.hole[seat]), "cards": format_cards(recorded)},
        )
    if unknown > held.count(UNKNOWN):
        p.seen.difference_update(held)
        return (UNKNOWN,) * (len(held) - unknown)
    for _ in range(unknown):
        held.remove(UNKNOWN)
    return tuple(held)


# --- The stub


def draw_most(p: Progress) -> int:
    """How many cards the seat in turn can draw: its whole hand, unless the deck has not so many left."""
    cards = _cards(p)
    whole = len(p.hole[cards.drawers[0]])
    if p.setup.rules.draw_reshuffle == "under_stub":
        return whole
    back = sum([len(p.hole[seat]) for seat in _folded(p)]) + cards.earlier_discards + cards.discarded
    return min(whole, cards.stub + back)


def _deal_from_stub(p: Progress, seat: int, count: int) -> int:
    """Takes the cards off the stub; how many of them came out of a reshuffle."""
    cards = _cards(p)
    rule = p.setup.rules.draw_reshuffle
    if rule == "under_stub":
        return 0  # what is thrown away lies below and may come back: S-093
    # W: the very last card is dealt only where it completes the round.
    completes = cards.drawers[-1] == seat and count <= cards.stub
    keep = 1 if rule == "wsop" and not completes else 0
    from_stub = min(count, max(cards.stub - keep, 0))
    cards.stub -= from_stub
    missing = count - from_stub
    if missing:
        _reshuffle(p, missing)
        cards.stub -= missing
    cards.discarded += count
    return missing


def _reshuffle(p: Progress, missing: int) -> None:
    """Folded hands and discards make a new stub: those of earlier draws (WSOP), or everybody else's
    (S-126, DRAW-01), as they are in any house where nothing else is left. The cards in it may be
    dealt again.
    """
    cards = _cards(p)
    folded = _folded(p)
    cards.shuffled_in += folded
    cards.stub += sum([len(p.hole[other]) for other in folded]) + cards.earlier_discards
    cards.earlier_discards = 0
    back = {*cards.known_earlier_discards, *[card for other in folded for card in p.hole[other]]}
    cards.known_earlier_discards = ()
    if p.irregularities is not None:
        back.update(p.irregularities.exposed)
    if p.setup.rules.draw_reshuffle == "others_discards" or cards.stub < missing:
        cards.stub += cards.discarded
        cards.discarded = 0
        back.update(cards.known_discards)
        cards.known_discards = ()
    # What came back in an earlier reshuffle may be in a hand again.
    p.seen -= back.difference(*[p.hole[other] for other in p.live])


def _folded(p: Progress) -> list[int]:
    """The seats whose folded cards have not been shuffled in yet."""
    return [seat for seat in p.order if seat not in p.live and seat not in _cards(p).shuffled_in]


def _cards(p: Progress) -> CardPlay:
    assert p.cards is not None  # noqa: S101  # a draw hand begins with its card play
    return p.cards
