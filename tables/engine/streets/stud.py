"""Stud: up-cards, the bring-in and who acts first.

Each street but the first adds one place to every hand still live (stud_streets.py); whether it lies
face up follows from the game's `faces`. The round opens when every up-card is recorded, or when the
dealer says who acted first (`Opens`): because cards are not recorded, or because the table made a
mistake and play stands (W: a wrong bring-in stands once the next player has acted).
"""

from __future__ import annotations

from tables.engine.cards.cards import Card, rank_of, suit_of
from tables.engine.errors import IllegalAction
from tables.engine.play.dealing import check_new, not_dealt_in
from tables.engine.play.operations import Call, Check, DealUp, Fold, Opens, Operation
from tables.engine.play.progress import CardPlay, Progress
from tables.engine.play.rounds import open_round, start_betting


def check_bring_in(p: Progress, operation: Operation) -> None:
    """The player who must bring in may complete the bet instead, and nothing else (WSOP, TDA RP-10E)."""
    if (
        p.bring_in > p.bet_to_match
        and isinstance(operation, Fold | Check | Call)
        and operation.seat == p.actor
    ):
        raise IllegalAction(
            f"seat {p.actor} must bring in {p.bring_in} or complete the bet",
            "bring_in_due",
            {"seat": p.actor, "amount": p.bring_in},
        )


# --- Up-cards recorded


def await_up_cards(p: Progress) -> None:
    """The up-cards of this street lie on the table, to be recorded."""
    cards = _cards(p)
    cards.awaiting = list(p.live)
    p.phase = "deal_up"


def unknown_up(p: Progress, seat: int) -> list[int]:
    """The places of up-cards that may still be recorded."""
    hole = p.hole[seat]
    return [at for at in _cards(p).up_places[len(hole)] if not hole[at]]


def deal_up(p: Progress, operation: DealUp) -> None:
    """This street's up-card of a seat; afterwards, any that was left unknown."""
    seat, recorded = operation.seat, operation.cards
    if p.phase == "complete":
        raise IllegalAction("the hand is complete", "hand_complete")
    if seat not in p.hole:
        raise not_dealt_in(seat)
    cards = p.cards
    if cards is None:
        raise _no_up_card(seat)
    awaited = p.phase == "deal_up" and seat in cards.awaiting
    places = cards.up_places[len(p.hole[seat])][-1:] if awaited else tuple(unknown_up(p, seat))
    if len(recorded) > len(places) or seat in p.shown or seat in p.mucked:
        raise _no_up_card(seat)
    check_new(p, recorded)
    hand = list(p.hole[seat])
    for at, card in zip(places, recorded, strict=False):
        hand[at] = card
    p.hole[seat] = tuple(hand)
    p.seen.update([card for card in recorded if card])
    if awaited:
        cards.awaiting.remove(seat)


def _no_up_card(seat: int) -> IllegalAction:
    return IllegalAction(f"seat {seat} has no up-card to be recorded now", "no_up_card", {"seat": seat})


def may_open(p: Progress) -> bool:
    """While up-cards are dealt, and as a correction until somebody has acted (WSOP)."""
    just_opened = p.phase == "betting" and not p.actions and p.game.streets[p.street].up > 0
    return p.phase == "deal_up" or just_opened


def opens(p: Progress, operation: Opens) -> None:
    if not may_open(p):
        raise IllegalAction("nobody is to open now", "nobody_opens")
    if operation.seat not in p.live:
        raise IllegalAction(
            f"seat {operation.seat} is not contending", "not_contending", {"seat": operation.seat}
        )
    _cards(p).awaiting = []
    _open(p, operation.seat)


def open_if_known(p: Progress) -> None:
    """Opens the round once every up-card that decides who acts first is known."""
    cards = _cards(p)
    hole, places = p.hole, cards.up_places
    cards.awaiting = [seat for seat in cards.awaiting if not hole[seat][places[len(hole[seat])][-1]]]
    if not cards.awaiting and not any(unknown_up(p, seat) for seat in p.live):
        _open(p, first_to_act(p))


# --- Who acts first


def first_to_act(p: Progress) -> int:
    """The seat that the up-cards of this street choose; all of them known."""
    return _door_seat(p) if p.street == 0 else _best_board(p)


def _door_seat(p: Progress) -> int:
    """The lowest or highest up-card, by rank, then by suit (STD-01 to 03)."""
    rule = p.game.door_card_rule
    assert rule is not None  # noqa: S101  # every stud game has one
    low = rule.low and p.setup.rules.stud_opening == "low_brings_in"
    choose = min if low else max
    return choose(p.live, key=lambda seat: _card_key(_up_cards(p, seat)[0], ace_high=rule.ace_high))


def _card_key(card: Card, *, ace_high: bool) -> tuple[int, int]:
    return _height(card, ace_high=ace_high), suit_of(card)


def _height(card: Card, *, ace_high: bool) -> int:
    rank = rank_of(card)
    return 1 if rank == 14 and not ace_high else rank


def _up_cards(p: Progress, seat: int) -> list[Card]:
    hole = p.hole[seat]
    return [hole[at] for at in _cards(p).up_places[len(hole)]]


def _best_board(p: Progress) -> int:
    """The best up-cards by pairs and ranks, in razz and hi-lo without qualifier the lowest.

    Straights and flushes do not count. Boards that tie: the suit of the highest card, or the first
    clockwise, as the house has it (TDA RP-10D, WSOP, WSOP Live 215).
    """
    ace_high = not p.game.low_board
    boards = {seat: _board_key(_up_cards(p, seat), ace_high=ace_high) for seat in p.live}
    best = min(boards.values()) if p.game.low_board else max(boards.values())
    tied = [seat for seat in p.live if boards[seat] == best]
    rule = p.setup.rules.stud_tie_first
    if rule == "position" or (rule == "wsop" and (p.game.low_board or p.game.is_high_low)):
        return tied[0]
    return max(
        tied, key=lambda seat: max([_card_key(card, ace_high=ace_high) for card in _up_cards(p, seat)])
    )


def _board_key(cards: list[Card], *, ace_high: bool) -> tuple[list[int], list[int]]:
    """How many of a kind, then of which: two pair, of whatever rank, are above a pair."""
    heights = [_height(card, ace_high=ace_high) for card in cards]
    groups = sorted([(heights.count(height), height) for height in set(heights)], reverse=True)
    return [count for count, _ in groups], [height for _, height in groups]


# --- Opening the round


def _open(p: Progress, first: int) -> None:
    if p.street:
        act_from(p, first)
        return
    _cards(p).first = first
    p.bet_to_match = 0
    # With everyone else all-in on the ante nobody can owe a bring-in.
    p.bring_in = p.setup.stakes.bring_in if p.able > 1 else 0
    if not p.stacks[first]:
        p.bet_to_match = p.bring_in  # all-in on the ante: the next must at least bring in (TDA RP-10E)
    start_betting(p, _clockwise_from(p, first))


def act_from(p: Progress, first: int) -> None:
    """Opens the betting of a later street."""
    _cards(p).first = first
    open_round(p, _clockwise_from(p, first))


def first_again(p: Progress) -> int:
    """The seat that acted first on the street before, as no board has changed. If it has folded since,
    the best board of those left; where boards are not known, the next seat after it.
    """
    first = _cards(p).first
    if first in p.live:
        return first
    if not any(unknown_up(p, seat) for seat in p.live):
        return _best_board(p)
    at = p.order.index(first) if first is not None else 0
    return next(seat for seat in p.order[at:] + p.order[:at] if seat in p.live)


def _clockwise_from(p: Progress, first: int) -> list[int]:
    at = p.live.index(first)
    return p.live[at:] + p.live[:at]


def _cards(p: Progress) -> CardPlay:
    assert p.cards is not None  # noqa: S101  # a stud hand begins with its card play
    return p.cards
