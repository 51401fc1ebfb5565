"""From the fields of a PokerGFX hand to the setup of a hand of ours.

The blinds are those of the level, so what each seat pays follows as at our own tables: a short stack pays what it has.
The small blind may be dead: then its amount is 0, or its seat nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tables.engine.games.game import Game
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.posts import ButtonAndBlinds, SeatStack
from tables.engine.games.setup import Setup
from tables.engine.games.stakes import AnteKind, Stakes
from tables.engine.notation.fields import show
from tables.engine.notation.gfx.hands import Blinds, GfxEvent, GfxPlayer
from tables.engine.notation.gfx.session import gfx_error
from tables.engine.notation.gfx.words import ANTE_FIRST, ANTE_KIND, GAME_CLASS, game_of
from tables.engine.notation.json_objects import Node


def read_game(hand: Node) -> Game:
    variant, structure = hand.text("GameVariant").upper(), hand.text("BetStructure").upper()
    kind = hand.text("GameClass").upper() if hand.has("GameClass") else GAME_CLASS
    if kind != GAME_CLASS:
        raise gfx_error(hand.at("GameClass"), f"{show(kind)} cannot be replayed, only {GAME_CLASS}")
    game = game_of(variant, structure)
    if game is None:
        words = show(f"{variant} {structure}")
        raise gfx_error(
            hand.at("GameVariant"),
            f"{words} cannot be replayed, only HOLDEM and OMAHA as far as we play them",
        )
    for name in ("BombPotAmt", "NumBoards"):
        most = 0 if name == "BombPotAmt" else 1
        if hand.has(name) and hand.values[name] not in (0, most):
            raise gfx_error(hand.at(name), f"{show(hand.values[name])} cannot be replayed, only {most}")
    return game


def dealt_in(
    players: Sequence[GfxPlayer], blinds: Blinds, events: Sequence[GfxEvent]
) -> tuple[GfxPlayer, ...]:
    """Those with chips who do not sit out; a player who sits out may still post and fold."""
    there = {blinds.small_seat, blinds.big_seat, *[event.seat for event in events]}
    return tuple([each for each in players if each.start and (not each.sits_out or each.seat in there)])


def build_setup(
    hand: Node,
    *,
    game: Game,
    rules: HouseRules,
    players: Sequence[GfxPlayer],
    blinds: Blinds,
    boards: int,
) -> Setup:
    """The setup of a hand; raises InvalidNotation where the parts make none. A board that was dealt more than once
    was allowed to.
    """
    stacks = {player.seat: player.start for player in players}
    _check_seats(hand, game, players, blinds)
    ante_kind = _ante_kind(blinds)
    if ante_kind == "big_blind":
        is_ante_first = blinds.ante_type == ANTE_FIRST
        rules = replace(rules, bba_order="ante_first" if is_ante_first else "blind_first")
    limit = game.betting == "fixed_limit"
    return Setup.for_level(
        game=game.code,
        rules=replace(rules, run_out_boards=max(boards, rules.run_out_boards)),
        stakes=Stakes(
            small_blind=blinds.small,
            big_blind=blinds.big,
            ante=blinds.ante,
            ante_kind=ante_kind,
            small_bet=blinds.big if limit else 0,
            big_bet=2 * blinds.big if limit else 0,
        ),
        positions=ButtonAndBlinds(
            button=blinds.button,
            small_blinds=(blinds.small_seat,) if blinds.small and blinds.small_seat in stacks else (),
            big_blinds=(blinds.big_seat,),
        ),
        seats=[SeatStack(seat, stack) for seat, stack in stacks.items()],
        straddles=[(blinds.third_seat, blinds.third)] if blinds.third and blinds.third_seat else [],
        # Two players may well be the last two; then limit betting knows no cap.
        last_two=len(stacks) == 2,
    )


def _check_seats(hand: Node, game: Game, players: Sequence[GfxPlayer], blinds: Blinds) -> None:
    if not 2 <= len(players) <= game.most_recorded:
        problem = f"{len(players)} are dealt in, but {game.code} is for 2 to {game.most_recorded}"
        raise gfx_error(hand.at("Players"), problem)
    if not blinds.big or blinds.big_seat not in [player.seat for player in players]:
        name = "BigBlindPlayerNum" if blinds.big else "BigBlindAmt"
        raise gfx_error(f"{blinds.at}.{name}", "a hand needs a big blind of a player who is dealt in")
    for player in players:
        if player.posted and player.seat not in (blinds.small_seat, blinds.big_seat, blinds.third_seat):
            raise gfx_error(f"{player.at}.BlindBetStraddleAmt", "a post beside the blinds cannot be replayed")


def _ante_kind(blinds: Blinds) -> AnteKind:
    if not blinds.ante:
        return "none"
    if blinds.ante_type not in ANTE_KIND:
        problem = f"{show(blinds.ante_type)} cannot be replayed, only {', '.join(ANTE_KIND)}"
        raise gfx_error(f"{blinds.at}.AnteType", problem)
    return ANTE_KIND[blinds.ante_type]
