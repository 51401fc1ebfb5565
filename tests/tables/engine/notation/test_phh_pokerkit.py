"""PokerKit 0.7.7, an engine written by others, reads the PHH we write of every variant that it knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pokerkit
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from tables.engine import (
    GAMES,
    BringIn,
    ButtonAndBlinds,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    Discard,
    Fold,
    HouseRules,
    Operation,
    Post,
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
from tables.engine.cards.cards import deck_of
from tables.engine.games.posts import clockwise
from tables.engine.games.stakes import AnteKind
from tables.engine.notation import format_phh
from tests.breadth import sample
from tests.tables.engine.hands import play

# What PokerKit has: a bet and three raises, always; boards that tie go by position.
RULES = HouseRules(limit_cap=3, limit_heads_up_uncapped="never", stud_tie_first="position", draw_burn=False)
VARIANTS = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")


def deep_table(code: str, players: int) -> Setup:
    """Nobody can be all-in, and every pot can be divided by two, three and four."""
    game = GAMES[code]
    limit = game.betting == "fixed_limit"
    button_blind = code == "NS"
    blinds = not game.is_stud
    small: tuple[int, ...] = () if button_blind else (2,) if players == 2 else (1,)
    big = (players,) if button_blind else (1,) if players == 2 else (2,)
    return Setup.for_level(
        game=code,
        rules=RULES,
        stakes=Stakes(
            small_blind=24 if blinds and not button_blind else 0,
            big_blind=48 if blinds else 0,
            ante=12 if game.is_stud or button_blind else 0,
            ante_kind="classic" if game.is_stud or button_blind else "none",
            small_bet=48 if limit else 0,
            big_bet=96 if limit else 0,
            bring_in=24 if game.is_stud else 0,
        ),
        positions=ButtonAndBlinds(
            button=players, small_blinds=small if blinds else (), big_blinds=big if blinds else ()
        ),
        seats=[SeatStack(seat, 48_000) for seat in range(1, players + 1)],
    )


def known_hand(setup: Setup, rng: random.Random, *, most: int = 0) -> State:
    """A random hand of which every card is told when it is dealt; most: raises go up to so much too."""
    deck = iter(rng.sample(deck_of(GAMES[setup.game].ranks, joker=False), len(GAMES[setup.game].ranks) * 4))
    state = replay(setup, ())
    while not state.is_complete:
        for operation in cards_dealt(state, deck):
            state = apply(state, operation)
        state = apply(state, rng.choice(list(choices(state, deck, rng, most))))
    return state


def cards_dealt(state: State, deck: Iterator[Card]) -> Iterator[Operation]:
    answer = legal(state)
    for seat in state.order:
        if seat in answer.deal_up and state.street:
            yield DealUp(seat, (next(deck),))
        elif seat in answer.may_know and seat in state.live and state.phase != "draw":
            yield DealHole(seat, tuple([card or next(deck) for card in state.hole[seat]]))


def choices(state: State, deck: Iterator[Card], rng: random.Random, most: int) -> Iterator[Operation]:
    answer = legal(state)
    if answer.actor is not None:
        yield from betting(answer.actor, state, most)
    elif answer.drawer is not None:
        yield Discard(answer.drawer, tuple(rng.sample(state.hole[answer.drawer], rng.randint(0, 2))))
    elif answer.board_cards:
        yield DealBoard(tuple([next(deck) for _ in range(answer.board_cards)]))
    elif answer.to_show is not None:
        yield Show(answer.to_show, state.hole[answer.to_show])


def betting(seat: int, state: State, most: int) -> Iterator[Operation]:
    """A call is likelier than a raise, and a fold that leaves one player alone is left out."""
    answer = legal(state)
    if answer.bring_in is not None:
        yield BringIn(seat)
    elif answer.can_check:
        yield from [Check(seat)] * 3
    else:
        yield from [Call(seat)] * 3
        if len(state.live) > 2:
            yield Fold(seat)
    if answer.raise_min is not None and answer.raise_min < 2000:
        yield RaiseTo(seat, answer.raise_min)
    if answer.raise_max is not None and answer.raise_max <= most:
        yield RaiseTo(seat, answer.raise_max)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("code", VARIANTS)
@examples(max_examples=4, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_pokerkit_reads_our_text_and_ends_with_the_same_stacks(code: str, players: int, seed: int) -> None:
    setup = deep_table(code, players)
    state = known_hand(setup, random.Random(seed))
    *_, theirs = pokerkit.HandHistory.loads(format_phh(setup, state.history))
    assert list(theirs.stacks) == [state.results[seat] for seat in range(1, players + 1)]
    assert theirs.status is False


ODD_POSTS: dict[str, tuple[Post, ...]] = {
    "a dead blind": (Post(4, 24, "dead_blind"),),
    "a dead blind and a live one": (Post(4, 24, "dead_blind"), Post(4, 48, "entry_blind")),
    "a new player's blind": (Post(4, 48, "entry_blind"),),
    "a straddle": (Post(3, 96, "straddle"),),
}


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("posts", ODD_POSTS)
@pytest.mark.parametrize("code", ["NT", "PO"])
def test_pokerkit_reads_what_newcomers_and_straddlers_post(code: str, posts: str) -> None:
    for seed in range(sample("exports read by PokerKit")):
        setup = deep_table(code, 4)
        setup = replace(setup, posts=(*setup.posts, *ODD_POSTS[posts]))
        check_export(known_hand(setup, random.Random(f"{posts} {seed}")))


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("kind", ["classic", "big_blind", "button"])
def test_pokerkit_reads_antes_of_every_kind(kind: AnteKind) -> None:
    for seed in range(sample("exports read by PokerKit")):
        setup = Setup.for_level(
            game="NT",
            rules=RULES,
            stakes=Stakes(24, 48, 48 if kind != "classic" else 12, kind),
            positions=ButtonAndBlinds(button=4, small_blinds=(1,), big_blinds=(2,)),
            seats=[SeatStack(seat, 48_000) for seat in range(1, 5)],
        )
        check_export(known_hand(setup, random.Random(f"{kind} {seed}")))


LAYOUTS: dict[str, dict[str, Any]] = {
    "dead small blind": {"button": 4, "small_blinds": (), "big_blinds": (1,), "seats": (1, 2, 3, 4)},
    "dead button": {"button": 1, "small_blinds": (2,), "big_blinds": (3,), "seats": (2, 3, 5)},
    "both": {"button": 1, "small_blinds": (), "big_blinds": (3,), "seats": (3, 5, 7)},
    "the button straddles": {"button": 2, "small_blinds": (2,), "big_blinds": (1,), "seats": (1, 2)},
}


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("code", ["NT", "PO"])
def test_pokerkit_reads_dead_buttons_dead_blinds_and_a_straddle_of_the_button(code: str, layout: str) -> None:
    of = LAYOUTS[layout]
    setup = Setup.for_level(
        game=code,
        rules=RULES,
        stakes=Stakes(24, 48),
        positions=ButtonAndBlinds(
            button=of["button"], small_blinds=of["small_blinds"], big_blinds=of["big_blinds"]
        ),
        seats=[SeatStack(seat, 48_000) for seat in of["seats"]],
        straddles=[(2, 96)] if len(of["seats"]) == 2 else [],
    )
    for seed in range(sample("exports read by PokerKit")):
        check_export(known_hand(setup, random.Random(f"{layout} {seed}")))


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("code", ["NT", "PO", "FT", "FO/8", "NS", "F2L3D", "FB"])
def test_pokerkit_reads_hands_that_are_played_all_in(code: str) -> None:
    for seed in range(2 * sample("exports read by PokerKit")):
        rng = random.Random(f"{code} {seed}")
        players = rng.choice([2, 3, 4])
        stacks = [[seat, 240 * rng.randint(1, 8)] for seat in range(1, players + 1)]
        setup = Setup.from_dict(deep_table(code, players).to_dict() | {"seats": stacks})
        check_export(known_hand(setup, rng, most=2_000))


def check_export(state: State) -> None:
    text = format_phh(state.setup, state.history)
    *_, theirs = pokerkit.HandHistory.loads(text)
    seats = clockwise([each.seat for each in state.setup.seats], after=state.setup.button)
    assert list(theirs.stacks) == [state.results[seat] for seat in seats], text


def test_a_dead_blind_is_not_trimmed() -> None:
    setup = replace(deep_table("PO", 4), posts=(*deep_table("PO", 4).posts, *ODD_POSTS["a dead blind"]))
    assert "ante_trimming_status = false\n" in format_phh(setup, ())
    assert "ante_trimming_status = true\n" in format_phh(deep_table("PO", 4), ())


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pokerkit_reads_who_enters_for_a_low_card_that_is_all_in_on_the_ante() -> None:
    setup = deep_table("F7S", 3)
    setup = Setup.from_dict(setup.to_dict() | {"seats": [[1, 48_000], [2, 12], [3, 48_000]]})
    setup = replace(setup, posts=tuple([Post(seat, 12, "ante") for seat in (1, 2, 3)]))
    hand = (
        "h1:6d6c6s h2:3h4h2s h3:TdTcTh c3 c1 t1:8c t2:9c t3:8d k3 k1 t1:8s t2:9s t3:9d k3 k1 "
        "t1:Ac t2:4d t3:5c k3 k1 h1:Ks h2:Kd h3:Kc k3 k1 s3: s1: s2:"
    )
    state = play(setup, hand)
    assert state.results == {1: 48_048, 2: 0, 3: 47_964}
    assert '"p3 pb", "p1 cc"' in format_phh(setup, state.history)
    check_export(state)
