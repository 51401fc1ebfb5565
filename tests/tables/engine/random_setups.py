"""Tables for any game: every ante kind, profile and key of the house rules, short stacks, dead buttons."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    ButtonAndBlinds,
    CarriedPot,
    Game,
    HouseRules,
    Rake,
    SeatStack,
    Setup,
    Stakes,
)
from tables.engine.games.house_rules import CHOICES
from tables.engine.games.posts import Entering, clockwise
from tables.engine.games.stakes import AnteKind

BOARD_GAMES: Final = tuple([code for code, game in GAMES.items() if game.family in ("holdem", "omaha")])

SMALL, BIG, ANTE, BRING_IN = 10, 20, 20, 5
MOST_SEATS: Final = 10


def random_setup(rng: random.Random, games: Collection[str] = tuple(GAMES)) -> Setup:
    """A level of one of the games, at a table with gaps."""
    game = GAMES[rng.choice(list(games))]
    rules = _rules(rng)
    seats = sorted(rng.sample(range(1, MOST_SEATS + 1), rng.randint(2, min(game.most_players, MOST_SEATS))))
    stacks = {seat: _stack(rng) for seat in seats}
    if game.family == "result":
        return Setup.for_level(
            game=game.code,
            rules=rules,
            stakes=Stakes(min_bet=1, ante=3, ante_kind="classic"),
            positions=ButtonAndBlinds(button=seats[-1]),
            seats=_seat_stacks(stacks),
            title="Sette e mezzo | 7½",
            carried_pot=_carried_pot(game, rng),
        )
    places = _blinds(rng, stacks) if _has_blinds(game) else _no_blinds(game, rng, seats)
    setup = Setup.for_level(
        game=game.code,
        rules=rules,
        stakes=_stakes(game, rng),
        positions=places.positions,
        seats=_seat_stacks(stacks),
        straddles=places.straddles,
        entering=places.entering,
        last_two=len(seats) == 2 and rng.random() < 0.5,
        carried_pot=_carried_pot(game, rng),
        rake=rng.choice([Rake(), Rake(), Rake(hundredths=500, cap=3), Rake(hundredths=1250, cap=40)]),
    )
    if game.rule_of_eleven and rng.random() < 0.3:
        return replace(setup, deck_lowest=rng.choice("23"))
    return setup


def _has_blinds(game: Game) -> bool:
    return game.streets[0].first_to_act == "after_blinds"


def _stack(rng: random.Random) -> int:
    return rng.choice([1, rng.randint(1, 60), rng.randint(50, 400), rng.randint(400, 3000)])


def _seat_stacks(stacks: dict[int, int]) -> list[SeatStack]:
    return [SeatStack(seat, stack) for seat, stack in stacks.items()]


def _rules(rng: random.Random) -> HouseRules:
    """A profile, with another answer to one of the questions in two hands of three."""
    rules = HOUSE_RULES[rng.choice(list(HOUSE_RULES))].to_dict()
    if rng.random() < 0.67:
        key = rng.choice(list(rules))
        before = rules[key]
        if key in CHOICES:
            rules[key] = rng.choice(CHOICES[key])
        else:
            rules[key] = not before if isinstance(before, bool) else rng.randint(0, 5)
    return HouseRules.from_dict(rules)


def _stakes(game: Game, rng: random.Random) -> Stakes:
    kinds: list[AnteKind] = ["none", "classic", "big_blind", "button"]
    if game.is_stud:
        kinds = ["none", "classic"]
    elif not _has_blinds(game):
        kinds = ["classic", "classic", "button"]
    kind = rng.choice(kinds)
    limit = game.betting in ("fixed_limit", "spread_limit")
    blinds = _has_blinds(game)
    return Stakes(
        small_blind=SMALL if blinds else 0,
        big_blind=BIG if blinds else 0,
        ante=0 if kind == "none" else rng.choice([ANTE, 3]),
        ante_kind=kind,
        small_bet=BIG if limit else 0,
        big_bet=(5 * BIG if game.betting == "spread_limit" else 2 * BIG) if limit else 0,
        chip=rng.choice([1, 1, 5, 25]),
        bring_in=BRING_IN if game.is_stud and (kind == "none" or rng.random() < 0.7) else 0,
        min_bet=rng.choice([BIG, 2 * BIG]) if not blinds and not limit else 0,
    )


@dataclass(frozen=True, kw_only=True)
class Places:
    positions: ButtonAndBlinds
    straddles: tuple[tuple[int, int], ...] = ()
    entering: tuple[tuple[int, Entering], ...] = ()


def _no_blinds(game: Game, rng: random.Random, seats: list[int]) -> Places:
    """In stud the button is the seat at the dealer's right: the last of the order."""
    return Places(positions=ButtonAndBlinds(button=seats[-1] if game.is_stud else rng.choice(seats)))


def _blinds(rng: random.Random, stacks: dict[int, int]) -> Places:
    """Dead buttons and small blinds, two big blinds, the button's blind alone, straddles, new players."""
    seats = list(stacks)
    if len(seats) == 2:
        button = rng.choice(seats)
        return Places(
            positions=ButtonAndBlinds(
                button=button, small_blinds=(button,), big_blinds=(sum(seats) - button,)
            )
        )
    button = rng.choice(seats) if rng.random() < 0.7 else rng.randint(1, MOST_SEATS)
    order = clockwise(seats, after=button)
    small, big = order[:1], order[1:2]
    kind = rng.random()
    if kind < 0.15:
        small, big = (), order[:1]
    elif kind < 0.25 and len(order) > 3:
        big = order[1:3]
    elif kind < 0.35 and button in order:
        small, big = (), (button,)
    others = clockwise(seats, after=big[-1])[: len(seats) - len(small) - len(big)]
    straddles: tuple[tuple[int, int], ...] = ()
    entering: tuple[tuple[int, Entering], ...] = ()
    if len(others) > 1 and rng.random() < 0.2 and stacks[others[0]] >= 2 * BIG + ANTE:
        straddles = ((others[0], 2 * BIG),)
    elif others and big != (button,) and rng.random() < 0.2:
        owes: tuple[Entering, ...] = ("entry", "missed_small", "missed_both")
        entering = ((others[0], rng.choice(owes)),)
    return Places(
        positions=ButtonAndBlinds(button=button, small_blinds=small, big_blinds=big),
        straddles=straddles,
        entering=entering,
    )


def _carried_pot(game: Game, rng: random.Random) -> CarriedPot:
    if not game.carries or rng.random() < 0.5:
        return CarriedPot()
    return CarriedPot(
        chips=rng.choice([1, 80, 137]),
        openers=rng.choice(["", *game.openers]),
        parola=game.family == "italian" and rng.random() < 0.5,
    )
