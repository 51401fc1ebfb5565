"""From the stakes, players and posts of an Open Hand History object to a Setup.

There is no field for the kind of an ante, the bets of fixed limit, the smallest chip or the house
rules: one player's ante alone is the ante of the table, and fixed limit is played with the big
blind as the small bet. A post of missed blinds is dead or live as its word says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from tables.engine.games.catalogue import GAMES
from tables.engine.games.game import Game
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.posts import Post, PostKind, SeatStack
from tables.engine.games.setup import Setup
from tables.engine.games.stakes import AnteKind, Stakes
from tables.engine.notation.fields import show
from tables.engine.notation.json_objects import Node
from tables.engine.notation.ohh.fields import ohh_error
from tables.engine.notation.ohh.rounds import BETTING, POSTS, OhhAction, OhhPlayer, Round
from tables.engine.notation.ohh.words import BET_TYPE, game_type, is_supported
from tables.engine.validation import LAST_SEAT

_KIND: Final[dict[str, PostKind]] = {
    "Post Ante": "ante",
    "Post Dead": "dead_blind",
    "Post SB": "small_blind",
    "Post BB": "big_blind",
    "Post Extra Blind": "entry_blind",
    "Straddle": "straddle",
}


def read_game(hand: Node, rounds: Sequence[Round]) -> Game:
    """The game of this type and limit with the fewest hole cards that hold those in the file."""
    word = hand.text("game_type")
    bet_type = hand.node("bet_limit").text("bet_type")
    held = max((len(action.cards) for each in rounds for action in each.actions), default=0)
    games = [game for game in GAMES.values() if is_supported(game.code) and game_type(game) == word]
    if not games:
        raise ohh_error(
            hand.at("game_type"), f"{show(word)} cannot be replayed, only Holdem, Omaha and OmahaHiLo"
        )
    if bet_type not in BET_TYPE.values():
        raise ohh_error(hand.at("bet_limit.bet_type"), f"{show(bet_type)} is none of NL, PL and FL")
    # Each of the three is played in each limit.
    games = [game for game in games if BET_TYPE[game.betting] == bet_type and game.hole_cards >= held]
    if not games:
        raise ohh_error(hand.at("rounds"), f"a player has {held} cards, too many for {word}")
    return min(games, key=lambda game: game.hole_cards)


def amounts_of(hand: Node, players: Sequence[OhhPlayer], rounds: Sequence[Round]) -> list[Decimal]:
    """Every amount that is played with."""
    names = ("small_blind_amount", "big_blind_amount", "ante_amount")
    stakes = [hand.amount(name) for name in names if hand.has(name)]
    actions = [action.amount for each in rounds for action in each.actions if action.amount is not None]
    return [*stakes, *[player.stack for player in players], *actions]


def build_setup(
    hand: Node,
    *,
    game: Game,
    rules: HouseRules,
    players: Sequence[OhhPlayer],
    rounds: Sequence[Round],
    scale: int,
) -> Setup:
    """The setup of a hand; raises InvalidNotation where the parts make none."""

    def chips(name: str, otherwise: Decimal) -> int:
        return int((hand.amount(name) if hand.has(name) else otherwise) * scale)

    posted = [action for each in rounds for action in each.actions if action.word in POSTS]
    ante_kind = _ante_kind(posted)
    big_blind = chips("big_blind_amount", _most(posted, "Post BB"))
    if not big_blind:
        raise ohh_error(hand.at("big_blind_amount"), "0 is no bet, write the amount")
    limit = game.betting == "fixed_limit"
    return Setup(
        game=game.code,
        rules=rules,
        stakes=Stakes(
            small_blind=chips("small_blind_amount", _most(posted, "Post SB")),
            big_blind=big_blind,
            ante=0 if ante_kind == "none" else chips("ante_amount", _most(posted, "Post Ante")),
            ante_kind=ante_kind,
            small_bet=big_blind if limit else 0,
            big_bet=2 * big_blind if limit else 0,
        ),
        button=hand.whole("dealer_seat", least=1, most=LAST_SEAT),
        seats=_seats(hand, game, players, scale),
        posts=_posts(posted, players, ante_kind, scale, _with_blind(posted, rounds)),
        # Two players may well be the last two; then limit betting knows no cap.
        last_two=len(players) == 2,
    )


def _most(posted: Sequence[OhhAction], word: str) -> Decimal:
    return max(
        (action.amount for action in posted if action.word == word and action.amount), default=Decimal(0)
    )


def _ante_kind(posted: Sequence[OhhAction]) -> AnteKind:
    payers = [action.seat for action in posted if action.word == "Post Ante" and action.amount]
    if len(payers) != 1:
        return "classic" if payers else "none"
    is_big_blind = any(action.word == "Post BB" and action.seat == payers[0] for action in posted)
    return "big_blind" if is_big_blind else "button"


def _seats(hand: Node, game: Game, players: Sequence[OhhPlayer], scale: int) -> tuple[SeatStack, ...]:
    if not 2 <= len(players) <= game.most_recorded:
        raise ohh_error(
            hand.at("players"),
            f"{len(players)} are dealt in, but {game.code} is for 2 to {game.most_recorded}",
        )
    for player in players:
        if not player.stack:
            raise ohh_error(f"{player.at}.starting_stack", "0 is no stack of a player who is dealt in")
    ascending = sorted(players, key=lambda player: player.seat)
    return tuple([SeatStack(player.seat, int(player.stack * scale)) for player in ascending])


def _posts(
    posted: Sequence[OhhAction],
    players: Sequence[OhhPlayer],
    ante_kind: AnteKind,
    scale: int,
    with_blind: Mapping[str, Decimal],
) -> tuple[Post, ...]:
    left = {player.seat: int(player.stack * scale) for player in players}
    posts = []
    for action in posted:
        amount = int(((action.amount or 0) - with_blind.get(action.at, 0)) * scale)
        kind = _KIND[action.word]
        if action.word == "Post Ante" and ante_kind != "classic":
            kind = "table_ante"
        left[action.seat] -= amount
        if left[action.seat] < 0:
            raise ohh_error(f"{action.at}.amount", "the player has fewer chips")
        # A blind that cannot be paid still sets the price and the order of play.
        if amount or action.word in ("Post SB", "Post BB"):
            posts.append(Post(action.seat, amount, kind))
    return tuple(posts)


_LIVE: Final = frozenset(("Post SB", "Post BB", "Post Extra Blind", "Straddle"))


def _with_blind(posted: Sequence[OhhAction], rounds: Sequence[Round]) -> dict[str, Decimal]:
    """The straddles, by their path, that are written with the blind of the same player in them, and that blind.

    An amount is what an action puts in, so a small blind that straddles heads-up adds to it; some write what is in
    front then, as the first call tells.
    """
    straddles = [action for action in posted if action.word == "Straddle"]
    blind_of = {action.at: _live_of(action.seat, posted, but=action) for action in straddles}
    acted = [action for each in rounds for action in each.actions if action.word in BETTING]
    first = next((action for action in acted if action.word != "Fold"), None)
    if not any(blind_of.values()) or first is None or first.word != "Call" or first.amount is None:
        return {}
    last = straddles[-1]
    price = first.amount + _live_of(first.seat, posted)
    return {last.at: blind_of[last.at]} if price == last.amount else {}


def _live_of(seat: int, posted: Sequence[OhhAction], *, but: OhhAction | None = None) -> Decimal:
    """What a player has in front, another post than this one."""
    posts = [
        action for action in posted if action.seat == seat and action.word in _LIVE and action is not but
    ]
    return sum([action.amount or Decimal(0) for action in posts], Decimal(0))
