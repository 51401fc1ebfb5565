"""A hand in the words of a PokerGFX session: game, blinds, events, the players' cards and stacks.

An amount is what the player has in front once it is there; the last chips of a player go in as ALL IN,
whatever that is; the pot beside an event is what was in it before, 0 for a fold. The board comes card by card, an
unknown one as "".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.games.catalogue import GAMES
from tables.engine.games.setup import Setup
from tables.engine.hand import step
from tables.engine.notation.acting import acted
from tables.engine.notation.gfx.words import (
    ALL_IN,
    ANTE_FIRST,
    ANTE_KIND,
    BET,
    BET_STRUCTURE,
    BIG_BLIND_FIRST,
    BOARD_CARD,
    CALL,
    CHECK,
    FOLD,
    GAME_CLASS,
    variant_of,
    write_cards,
)
from tables.engine.play.operations import Call, Check, DealBoard, Fold, Operation, RaiseTo, Ruling
from tables.engine.play.progress import Progress
from tables.engine.state import State
from tables.engine.streets.streets import begin

FROM_THE_HAND: Final = frozenset(
    (
        "GameClass", "GameVariant", "BetStructure", "AnteAmt", "BombPotAmt", "NumBoards", "RunItNumTimes",
        "FlopDrawBlinds", "Players", "Events",
    )
)  # fmt: skip


def hand_fields(setup: Setup, operations: Iterable[Operation], *, level: int = 0) -> dict[str, object]:
    """The fields that follow from the hand itself, but for the players; level: of the blinds, 0 where it is not known.

    The operations are those that count, without undos. Raises UnknownToPokerGfx, or IllegalAction where the operations
    are not a lawful hand.
    """
    game = GAMES[setup.game]
    variant = variant_of(game)
    recorder = _EventRecorder(setup)
    for operation in operations:
        recorder.record(operation)
    return {
        "GameClass": GAME_CLASS,
        "GameVariant": variant,
        "BetStructure": BET_STRUCTURE[game.betting],
        "AnteAmt": setup.stakes.ante,
        "BombPotAmt": 0,
        "NumBoards": 1,
        "RunItNumTimes": recorder.state.boards_agreed,
        "FlopDrawBlinds": _blinds(setup, level),
        "Events": [event for street in recorder.streets for event in street],
    }


def _blinds(setup: Setup, level: int) -> dict[str, object]:
    seat_of = {post.kind: post.seat for post in setup.posts}
    straddles = [post for post in setup.posts if post.kind == "straddle"]
    third = straddles[0] if straddles else None
    in_front = sum(
        [post.amount for post in setup.posts if third and post.seat == third.seat and _is_live(post.kind)]
    )
    return {
        "AnteType": _ante_type(setup),
        "BlindLevel": level,
        "ButtonPlayerNum": setup.button,
        "SmallBlindPlayerNum": seat_of.get("small_blind", 0),
        "SmallBlindAmt": setup.stakes.small_blind if "small_blind" in seat_of else 0,
        "BigBlindPlayerNum": seat_of.get("big_blind", 0),
        "BigBlindAmt": setup.stakes.big_blind,
        "ThirdBlindPlayerNum": third.seat if third else 0,
        "ThirdBlindAmt": in_front,
    }


def _is_live(kind: str) -> bool:
    return kind in ("small_blind", "big_blind", "straddle", "entry_blind")


def _ante_type(setup: Setup) -> str:
    """As the format has it of a hand without an ante too: the one of most tournaments."""
    if setup.stakes.ante_kind in ("big_blind", "none"):
        return ANTE_FIRST if setup.rules.bba_order == "ante_first" else BIG_BLIND_FIRST
    [word] = [word for word, kind in ANTE_KIND.items() if kind == setup.stakes.ante_kind]
    return word


class _EventRecorder:
    """Plays a hand and takes down its events, street by street."""

    def __init__(self, setup: Setup) -> None:
        self.p = Progress(setup)
        begin(self.p)
        self.state = State(self.p)
        self.streets: list[list[dict[str, object]]] = [[]]

    def record(self, operation: Operation) -> None:
        event, p = self._acted(operation), self.p
        board, pot = self.state.board_number or 1, self.state.pot_total
        here = self.streets[-1]
        step(p, operation)
        here += event
        match operation:
            case DealBoard(cards):
                self.streets.append([_board_card(card, board, pot) for card in cards])
            case Ruling():
                # A flop that was wrong is taken up and comes again.
                del self.streets[p.street + 1 :]

    def _acted(self, operation: Operation) -> list[dict[str, object]]:
        """What a player does by an operation that comes now, in betting."""
        match acted(operation, self.p):
            case Fold(seat):
                return [_event(FOLD, seat=seat)]
            case Check(seat):
                return [_event(CHECK, seat=seat, pot=self.state.pot_total)]
            case Call(seat):
                return [self._put_in(CALL, seat, self.p.bets.get(seat, 0) + self.state.to_call(seat))]
            case RaiseTo(seat, amount):
                return [self._put_in(BET, seat, amount)]
            case None:
                return []

    def _put_in(self, word: str, seat: int, amount: int) -> dict[str, object]:
        p = self.p
        is_all_in = amount - p.bets.get(seat, 0) == p.stacks.get(seat)
        return _event(ALL_IN if is_all_in else word, seat=seat, amount=amount, pot=self.state.pot_total)


def _board_card(card: Card, board: int, pot: int) -> dict[str, object]:
    return _event(BOARD_CARD, cards=write_cards([card]), board=board, pot=pot)


def _event(
    word: str, *, seat: int = 0, amount: int = 0, pot: int = 0, cards: str | None = None, board: int = 0
) -> dict[str, object]:
    return {
        "EventType": word,
        "PlayerNum": seat,
        "BetAmt": amount,
        "Pot": pot,
        "BoardCards": cards,
        "BoardNum": board,
        "NumCardsDrawn": 0,
        "DateTimeUTC": None,
    }


def known_holes(state: State) -> dict[int, tuple[Card, ...]]:
    """The cards of each seat as far as they are known."""
    held = {seat: tuple([card for card in cards if card != UNKNOWN]) for seat, cards in state.hole.items()}
    return {seat: cards for seat, cards in held.items() if cards}
