"""Who wins with these cards, and why: for hands on a table, recorded or not.

Betting does not matter. The cards are first checked against the game's deck and card counts, so that an
impossible table gets no answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tables.engine.cards.cards import JOKER, UNKNOWN, Card, format_cards
from tables.engine.cards.evaluation import best_hand, place_of, qualifies, suits_for_odd_chip, winners
from tables.engine.cards.naming import HandName, RankingReason, hand_name, reason, reason_to_share
from tables.engine.cards.ranking_tables import order_for
from tables.engine.errors import InvalidNotation
from tables.engine.games.catalogue import GAMES
from tables.engine.games.decks import InPlay, in_play
from tables.engine.games.game import Contest, Game
from tables.engine.games.house_rules import HouseRules

MOST_HANDS: Final = 20
DEFAULT_RULES: Final = HouseRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRead:
    """One hand in one contest: `hand` is its place, from 0, among the hands given.

    cards: those that count, in reading order; name: what they are called. Both also of a hand that
    does not qualify: what its best would have been. beaten_by: one of the winners, and why it is
    better; both None for a winner, and where nobody wins.
    """

    hand: int
    cards: tuple[Card, ...]
    name: HandName
    qualifies: bool
    beaten_by: int | None = None
    reason: RankingReason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestVerdict:
    """One half of the pot, or all of it.

    half: "high" or "low" where there are two, else "". hands: the best first. winners: in the order
    given; none where no hand qualifies. shared: why several winners share. odd_chips: the winners
    in the order in which odd chips go to them where suits decide that (TDA 20-B), else empty.
    """

    half: str
    hands: tuple[HandRead, ...]
    winners: tuple[int, ...]
    shared: RankingReason | None = None
    odd_chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsVerdict:
    """The contests of the game, the high first. ranks: of the deck played with, the lowest first."""

    contests: tuple[ContestVerdict, ...]
    ranks: str


def verdict(
    *,
    game: str,
    hands: Sequence[tuple[Card, ...]],
    board: tuple[Card, ...] = (),
    players: int | None = None,
    rules: HouseRules = DEFAULT_RULES,
) -> HandsVerdict:
    """Compare the hands in every contest of the game.

    players: dealt in, where the deck depends on it (S-080); None for as many as there are hands. A
    seven-card stud hand has six cards where the last one is common and lies on the board (TDA RP-10H).

    Raises InvalidNotation: "no_verdict" for a game that no cards decide, "bad_players",
    "no_hands", "too_many_hands", "unknown_card", "joker_not_played", "card_not_in_deck",
    "card_twice", "hand_card_count", "board_card_count". Params name the `hand` from 0, None for the
    board, and the number that would be right as `wanted`.
    """
    chosen = _game(game)
    in_play = _played(chosen, len(hands), players, rules)
    _check_cards(in_play, hands, board)
    _check_numbers(chosen, hands, board)
    halves = ("high", "low") if len(in_play.contests) == 2 else ("",)
    return HandsVerdict(
        contests=tuple(
            _decide(chosen, half, contest, hands, board)
            for half, contest in zip(halves, in_play.contests, strict=True)
        ),
        ranks=deck_ranks(game=game, players=players or len(hands)),
    )


def cards_wanted(*, game: str, board: int) -> tuple[int, int]:
    """How many cards a hand and the board have, where so many lie on the board already."""
    chosen = GAMES[game]
    if chosen.shares_last_card and board:
        return chosen.hole_cards - 1, 1
    return chosen.hole_cards, chosen.board_cards


def deck_ranks(*, game: str, players: int) -> str:
    """The ranks of the deck, the lowest first; by the rule of eleven for two to nine players."""
    chosen = GAMES[game]
    if not chosen.rule_of_eleven:
        return chosen.ranks
    contest = in_play(chosen, players=min(max(players, 2), 9), deck_lowest="", flush_over_full=True).contests[
        0
    ]
    return contest.ranking.ranks


# --- Impossible cards


def _game(code: str) -> Game:
    game = GAMES.get(code)
    if game is None or not game.contests:
        raise _refusal("no_verdict", f"no cards decide “{code[:20]}”", game=code[:20])
    return game


def _played(game: Game, hands: int, players: int | None, rules: HouseRules) -> InPlay:
    if not hands:
        raise _refusal("no_hands", "no hand to judge")
    most = game.most_players if game.rule_of_eleven else MOST_HANDS
    dealt_in = hands if players is None else players
    if hands > most:
        raise _refusal("too_many_hands", f"at most {most} hands can be judged, not {hands}", most=most)
    if game.rule_of_eleven and not max(hands, 2) <= dealt_in <= most:
        if players is not None:
            raise _refusal(
                "bad_players",
                f"{players} players cannot be dealt in: {max(hands, 2)} to {most} can",
                least=max(hands, 2),
                most=most,
            )
        dealt_in = 2
    return in_play(
        game,
        players=dealt_in,
        deck_lowest="",
        flush_over_full=rules.italian_flush_vs_full == "flush",
    )


def _check_cards(in_play: InPlay, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> None:
    lies: dict[Card, int | None] = {}
    for card, hand in _where(hands, board):
        text = format_cards([card])
        if card == UNKNOWN:
            raise _refusal("unknown_card", f"{_at(hand)}: every card must be known", hand=hand)
        if card in in_play.left_out:
            code = "joker_not_played" if card == JOKER else "card_not_in_deck"
            raise _refusal(code, f"{_at(hand)}: {text} is not in this deck", card=text, hand=hand)
        if card in lies:
            raise _refusal(
                "card_twice",
                f"{_at(hand)}: {text} lies in {_at(lies[card])} already",
                card=text,
                hand=hand,
                other=lies[card],
            )
        lies[card] = hand


def _where(hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> Iterator[tuple[Card, int | None]]:
    for number, cards in enumerate(hands):
        for card in cards:
            yield card, number
    for card in board:
        yield card, None


def _check_numbers(game: Game, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> None:
    of_hand, of_board = cards_wanted(game=game.code, board=len(board))
    for hand, cards in enumerate(hands):
        if len(cards) != of_hand:
            raise _refusal(
                "hand_card_count",
                f"{_at(hand)} has {len(cards)} cards, in {game.name} a hand has {of_hand}",
                hand=hand,
                count=len(cards),
                wanted=of_hand,
            )
    if len(board) != of_board:
        raise _refusal(
            "board_card_count",
            f"the board has {len(board)} cards, in {game.name} it has {of_board}",
            hand=None,
            count=len(board),
            wanted=of_board,
        )


def _at(hand: int | None) -> str:
    return "the board" if hand is None else f"hand {hand + 1}"


def _refusal(code: str, sentence: str, **params: object) -> InvalidNotation:
    return InvalidNotation(sentence, code, params)


# --- Who wins


def _decide(
    game: Game, half: str, contest: Contest, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]
) -> ContestVerdict:
    ranking = contest.ranking
    best = [best_hand(ranking, contest.selection, cards, board) for cards in hands]
    made = {hand: each.strength for hand, each in enumerate(best)}
    in_it = {hand: value for hand, value in made.items() if qualifies(ranking, contest.qualifier, value)}
    order = [*_in_order(contest, in_it), *_in_order(contest, {h: made[h] for h in made if h not in in_it})]
    won = sorted(winners(ranking, in_it))
    read = []
    for hand in order:
        beaten_by = None if hand in won or not won else _who_beats(contest, won, hand, made, in_it)
        read.append(
            HandRead(
                hand=hand,
                cards=best[hand].cards,
                name=hand_name(ranking, made[hand]),
                qualifies=hand in in_it,
                beaten_by=beaten_by,
                reason=None if beaten_by is None else reason(ranking, made[beaten_by], in_it.get(hand, 0)),
            )
        )
    return ContestVerdict(
        half=half,
        hands=tuple(read),
        winners=tuple(won),
        shared=reason_to_share(ranking, [made[hand] for hand in won]) if len(won) > 1 else None,
        odd_chips=_odd_chips(contest, won, hands, board) if game.odd_chip == "suit" else (),
    )


def _in_order(contest: Contest, made: Mapping[int, int]) -> list[int]:
    """The best first: the winners among those left, again and again."""
    left, order = dict(made), []
    while left:
        for hand in winners(contest.ranking, left):
            order.append(hand)
            del left[hand]
    return order


def _who_beats(
    contest: Contest, won: Sequence[int], hand: int, made: Mapping[int, int], in_it: Mapping[int, int]
) -> int:
    """The winner to compare with: one of the same category if there is one, otherwise one that is better.

    Of three that share in a circle not every one beats every other hand (S-084).
    """
    if hand not in in_it:
        return won[0]
    category = _category(contest, made[hand])
    same = [winner for winner in won if _category(contest, made[winner]) == category]
    better = [winner for winner in won if winners(contest.ranking, {0: made[winner], 1: made[hand]}) == [0]]
    return (same + better)[0]


def _category(contest: Contest, strength: int) -> str:
    return order_for(contest.ranking).category[place_of(contest.ranking, strength)]


def _odd_chips(
    contest: Contest, won: Sequence[int], hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]
) -> tuple[int, ...]:
    if len(won) < 2:
        return ()
    suits: dict[int, Any] = {
        hand: suits_for_odd_chip(contest.ranking, contest.selection, hands[hand], board) for hand in won
    }
    return tuple(sorted(won, key=suits.__getitem__, reverse=True))
