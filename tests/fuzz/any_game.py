"""Random hands of every game of the catalogue, with rulings, carried pots, rake and posts of newcomers.

What is legal is asked of the engine at every step, so a game added to the catalogue is played too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    UNKNOWN,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    Game,
    IllegalAction,
    Legal,
    Muck,
    Operation,
    Positions,
    RaiseTo,
    SeatStack,
    Setup,
    Show,
    Stakes,
    State,
    apply,
    legal,
    replay,
)
from tables.engine.cards import DECK, JOKER
from tables.engine.operations import (
    BlindOpen,
    BringIn,
    DealUp,
    Discard,
    EndHand,
    Half,
    Opens,
    PutIn,
    Ruling,
    ShowOpeners,
    TakeOut,
)
from tables.engine.rulings import RULINGS
from tables.engine.setup import Carry, Rake
from tables.engine.stakes import AnteKind

MOST_TRIES = 200
DARK = (UNKNOWN,)


# --- Setups


def random_setup(rng: random.Random, code: str) -> Setup:
    """A level of this game at a table with gaps, the button perhaps on an empty seat."""
    game = GAMES[code]
    chosen = sorted(rng.sample(range(1, 11), rng.randint(2, min(7, game.most_players))))
    button = rng.choice(chosen) if len(chosen) == 2 or rng.random() < 0.7 else rng.randint(1, 10)
    order = [seat for seat in chosen if seat > button] + [seat for seat in chosen if seat <= button]
    seats = [SeatStack(seat, rng.choice([25, 90, 400, 3000, 10_000])) for seat in chosen]
    blinds = "after_blinds" in [street.first_to_act for street in game.streets]
    return Setup.for_level(
        game=code,
        rules=rng.choice(list(HOUSE_RULES.values())),
        stakes=_stakes(rng, game, blinds=blinds),
        positions=_positions(rng, order, button, blinds=blinds),
        seats=seats,
        entering=[(order[-1], rng.choice(["entry", "missed_small", "missed_both"]))]
        if blinds and len(order) > 3 and rng.random() < 0.3
        else [],
        carry=_carry(rng, game),
        rake=Rake(hundredths=500, cap=30) if rng.random() < 0.2 else Rake(),
        title="Seven twenty-seven" if game.family == "result" else "",
    )


def _stakes(rng: random.Random, game: Game, *, blinds: bool) -> Stakes:
    limit = {"small_bet": 100, "big_bet": 200} if game.betting in ("fixed_limit", "spread_limit") else {}
    if not blinds:
        bring_in = rng.choice([0, 20]) if game.is_stud else 0
        least = {} if limit else {"min_bet": 100}
        return Stakes(ante=10, ante_kind="classic", bring_in=bring_in, **limit, **least)
    ante_kind: AnteKind = rng.choice(["none", "classic", "big_blind", "button"])
    ante = 0 if ante_kind == "none" else 25
    return Stakes(50, 100, ante=ante, ante_kind=ante_kind, chip=rng.choice([1, 1, 25]), **limit)


def _positions(rng: random.Random, order: list[int], button: int, *, blinds: bool) -> Positions:
    if not blinds:
        return Positions(button=button)
    if len(order) == 2:
        return Positions(button=button, small_blinds=(button,), big_blinds=(order[0],))
    if rng.random() < 0.2:
        return Positions(button=button, big_blinds=(order[0],))
    return Positions(button=button, small_blinds=(order[0],), big_blinds=(order[1],))


def _carry(rng: random.Random, game: Game) -> Carry:
    if not game.carries or rng.random() < 0.7:
        return Carry()
    return Carry(pot=rng.randint(1, 300), openers=rng.choice(["", *game.openers]), parola=rng.random() < 0.3)


# --- Play


def random_hand(rng: random.Random, code: str, *, rulings: bool = False) -> tuple[Setup, list[Operation]]:
    """A whole hand of this game, or as much of it as comes in MOST_TRIES."""
    setup = random_setup(rng, code)
    state = replay(setup, ())
    for _ in range(MOST_TRIES):
        if state.is_complete:
            break
        choices = list(_offered(state, rng))
        if rulings and rng.random() < 0.1:
            choices = [_random_ruling(state, rng)]
        elif rng.random() < 0.15 and (known := legal(state).may_know):
            choices = [_known_hand(state, rng.choice(known), rng)]
        with suppress(IllegalAction):
            state = apply(state, rng.choice(choices))
    return setup, list(state.history)


def _cards(state: State, count: int, rng: random.Random) -> tuple[Card, ...]:
    """Cards that are not in the hand yet, a few of them unknown; unknown ones when there are no more."""
    seen = state.progress.seen
    left = [card for card in (*DECK, JOKER) if card not in seen]
    cards = rng.sample(left, min(count, len(left))) + [UNKNOWN] * (count - len(left))
    return tuple([UNKNOWN if rng.random() < 0.05 else card for card in cards])


def _known_hand(state: State, seat: int, rng: random.Random) -> Operation:
    held = state.hole[seat]
    new = iter(_cards(state, len(held), rng))
    return DealHole(seat, tuple([card or next(new) for card in held]))


def _offered(state: State, rng: random.Random) -> Iterator[Operation]:
    """What is said to be legal, weighted towards a hand that ends; amounts at random."""
    answer = legal(state)
    yield from _betting(answer, rng)
    yield from _dealing(state, answer, rng)
    yield from _showing(state, answer, rng)
    if answer.may_end:
        yield EndHand()
        yield from [PutIn(seat, rng.randint(1, most)) for seat, most in answer.may_put_in.items()]
        if answer.may_take_out:
            yield TakeOut(rng.choice(state.order), rng.randint(1, answer.may_take_out))


def _betting(answer: Legal, rng: random.Random) -> Iterator[Operation]:
    seat = answer.actor
    if seat is None:
        return
    if answer.can_check:
        yield from (Check(seat),) * 2
    if answer.can_fold:
        yield Fold(seat)
    if answer.call_amount is not None:
        yield from (Call(seat),) * 3
    if answer.bring_in is not None:
        yield from (BringIn(seat),) * 3
    if answer.blind_open is not None:
        yield from (BlindOpen(seat),) * 3
    if answer.raise_min is not None and answer.raise_max is not None:
        yield RaiseTo(seat, answer.raise_min)
        yield RaiseTo(seat, rng.randint(answer.raise_min, answer.raise_max))


def _dealing(state: State, answer: Legal, rng: random.Random) -> Iterator[Operation]:
    if answer.board_cards:
        yield from (DealBoard(_cards(state, answer.board_cards, rng)),) * 3
    for seat in answer.deal_up:
        yield from (DealUp(seat, _cards(state, 1, rng)),) * 8
    for seat in answer.may_open:
        yield Opens(seat)
    if answer.drawer is not None:
        held = [card if rng.random() < 0.8 else UNKNOWN for card in state.hole[answer.drawer]]
        yield Discard(answer.drawer, tuple(rng.sample(held, rng.randint(0, len(held)))))
        yield Discard(answer.drawer, DARK * rng.randint(0, answer.draw_most))
    if answer.openers_due is not None:
        yield ShowOpeners(answer.openers_due, DARK * 2)


def _showing(state: State, answer: Legal, rng: random.Random) -> Iterator[Operation]:
    for seat in answer.may_show:
        known = _known_hand(state, seat, rng)
        yield Show(seat, known.cards if isinstance(known, DealHole) and rng.random() < 0.8 else ())
    for seat in answer.may_muck:
        yield Muck(seat)
    half: Half
    for half, pots in (("", answer.pots_to_declare), ("low", answer.lows_to_declare)):
        for pot in pots:
            able = [seat for seat in state.pots[pot].seats if seat not in state.mucked]
            told: Half = "high" if state.game.is_high_low and not half and rng.random() < 0.8 else half
            yield DeclareWinners(pot, tuple(sorted(rng.sample(able, rng.randint(1, len(able))))), told)


def _random_ruling(state: State, rng: random.Random) -> Ruling:
    kind = RULINGS[rng.choice(list(RULINGS))]
    seat, amount = rng.choice(state.order), rng.choice([1, 2, 25, 100, 150, 400])
    said: list[Fold | Check | Call | RaiseTo] = [Fold(seat), Check(seat), Call(seat), RaiseTo(seat, amount)]
    fields = {name for name in kind.needs | kind.may if name in kind.needs or rng.random() < 0.5}
    return Ruling(
        kind=kind.kind,
        seat=seat if "seat" in fields else 0,
        asker=rng.choice(state.order) if "asker" in fields else 0,
        amount=amount if "amount" in fields else 0,
        cards=_cards(state, rng.choice([1, 2, 5]), rng) if "cards" in fields else (),
        inner=rng.choice(said) if "inner" in fields else None,
        floor=kind.by == "floor" or rng.random() < 0.3,
    )
