"""A hand in the words of Open Hand History: game, stakes, rounds and pots.

The words are those of version 1.4.7. A raise is the chips it puts in, antes and blinds are actions
of the round before the flop, an uncalled bet is neither an action nor in a pot. Unknown cards are left out. A
player shows or mucks in the round "Showdown", even if the hands were tabled before the last board card.
The seat number is the player's id. A board that is dealt twice has its streets twice, one board after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tables.engine.cards.cards import UNKNOWN, Card, format_cards
from tables.engine.games.catalogue import GAMES
from tables.engine.games.setup import Setup
from tables.engine.hand import step
from tables.engine.notation.acting import acted
from tables.engine.notation.fields import descale
from tables.engine.notation.ohh.words import BET_TYPE, POST_WORD, SHOWDOWN, game_type
from tables.engine.play.operations import (
    Call,
    Check,
    DealBoard,
    DealHole,
    Fold,
    Muck,
    Operation,
    RaiseTo,
    Ruling,
    Show,
)
from tables.engine.play.progress import Progress
from tables.engine.state import State
from tables.engine.streets.streets import begin


def hand_fields(setup: Setup, operations: Iterable[Operation], *, scale: int) -> dict[str, object]:
    """The fields that follow from the hand itself, but for the players: amounts divided by scale.

    The operations are those that count, without undos. A hand that is over has its pots. Raises
    UnsupportedGame, or IllegalAction where the operations are not a lawful hand.
    """
    game, stakes = GAMES[setup.game], setup.stakes
    kind = game_type(game)
    recorder = _Recorder(setup, scale)
    for operation in operations:
        recorder.record(operation)
    return {
        "game_type": kind,
        "bet_limit": {"bet_type": BET_TYPE[game.betting], "bet_cap": 0},
        "dealer_seat": setup.button,
        "small_blind_amount": descale(stakes.small_blind, scale),
        "big_blind_amount": descale(stakes.big_blind, scale),
        "ante_amount": descale(stakes.ante, scale),
        "rounds": recorder.rounds(),
        "pots": _pots(recorder.state, scale),
    }


def known(cards: Sequence[Card]) -> list[str]:
    return [format_cards([card]) for card in cards if card != UNKNOWN]


class _Recorder:
    """Plays a hand and takes down what Open Hand History has words for."""

    def __init__(self, setup: Setup, scale: int) -> None:
        self.setup = setup
        self.scale = scale
        self.p = Progress(setup)
        begin(self.p)
        self.state = State(self.p)
        self.recorded: dict[int, tuple[Card, ...]] = {}
        self.streets: list[int] = [0]
        self.boards: list[list[str]] = [[]]
        self.betting: list[list[dict[str, object]]] = [[]]
        self.showdown: list[dict[str, object]] = []

    def record(self, operation: Operation) -> None:
        """Records one more operation; declared winners show in the pots."""
        in_betting = self._acted(operation)
        betting, p, street = self.betting[-1], self.p, self.p.street
        step(p, operation)
        betting += in_betting
        match operation:
            case DealHole(seat):
                self.recorded[seat] = p.hole[seat]
            case DealBoard(cards):
                self.streets.append(street + 1)
                self.boards.append(known(cards))
                self.betting.append([])
            case Show(seat):
                self.showdown.append(_shown(seat, "Shows Cards", p.hole[seat]))
            case Muck(seat):
                self.showdown.append({"player_id": seat, "action": "Mucks Cards"})
            case Ruling():
                # A flop that was wrong is taken up and comes again.
                del self.streets[p.street + 1 :]
                del self.boards[p.street + 1 :]
                del self.betting[p.street + 1 :]

    def _acted(self, operation: Operation) -> list[dict[str, object]]:
        """What a player does by an operation that comes now, in betting."""
        match acted(operation, self.p):
            case Fold(seat):
                return [{"player_id": seat, "action": "Fold"}]
            case Check(seat):
                return [{"player_id": seat, "action": "Check"}]
            case Call(seat):
                return [self._put_in(seat, "Call", self.state.to_call(seat))]
            case RaiseTo(seat, amount):
                is_bet = self.p.street > 0 and self.p.bet_to_match == 0
                word = "Bet" if is_bet else "Raise"
                return [self._put_in(seat, word, amount - self.p.bets.get(seat, 0))]
            case None:
                return []

    def _put_in(self, seat: int, word: str, chips: int) -> dict[str, object]:
        return self._chips(seat, word, chips, is_all_in=chips == self.p.stacks.get(seat))

    def _chips(self, seat: int, word: str, chips: int, *, is_all_in: bool) -> dict[str, object]:
        amount = descale(chips, self.scale)
        return {"player_id": seat, "action": word, "amount": amount, "is_allin": is_all_in}

    def _posts(self) -> list[dict[str, object]]:
        left = {each.seat: each.stack for each in self.setup.seats}
        posts = []
        for post in self.setup.posts:
            left[post.seat] -= post.amount
            word, is_all_in = POST_WORD[post.kind], not left[post.seat]
            posts.append(self._chips(post.seat, word, post.amount, is_all_in=is_all_in))
        return posts

    def rounds(self) -> list[dict[str, object]]:
        deals = [_shown(seat, "Dealt Cards", cards) for seat, cards in self.recorded.items() if any(cards)]
        names = [street.name.title() for street in self.p.game.streets]
        told = zip(self.streets, self.boards, self.betting, strict=True)
        rounds = [
            _round(number, names[street], board, betting if number else self._posts() + deals + betting)
            for number, (street, board, betting) in enumerate(told)
        ]
        if self.showdown:
            rounds.append(_round(len(rounds), SHOWDOWN, [], self.showdown))
        return rounds


def _shown(seat: int, word: str, cards: Sequence[Card]) -> dict[str, object]:
    return {"player_id": seat, "action": word, "cards": known(cards)}


def _round(
    number: int, street: str, cards: list[str], actions: Sequence[dict[str, object]]
) -> dict[str, object]:
    numbered = [{"action_number": at} | action for at, action in enumerate(actions)]
    return {"id": number, "street": street, "cards": cards, "actions": numbered}


def _pots(state: State, scale: int) -> list[dict[str, object]]:
    """What each player won of each pot, of both halves together; what is left over is the rake."""
    if not state.is_complete:
        return []
    pots: list[dict[str, object]] = []
    for pot in state.pots:
        won: dict[int, int] = {}
        for award in state.awards:
            if award.pot == pot.index:
                won[award.seat] = won.get(award.seat, 0) + award.amount
        rake = pot.amount - sum(won.values())
        wins = [{"player_id": seat, "win_amount": descale(chips, scale)} for seat, chips in won.items()]
        pots.append(
            {
                "number": pot.index,
                "amount": descale(pot.amount, scale),
                "rake": descale(rake, scale),
                "player_wins": wins,
            }
        )
    return pots
