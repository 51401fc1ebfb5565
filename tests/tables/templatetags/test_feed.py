"""What the tablet's feed says of the last operations, in both languages."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from tables import engine
from tables.queries.table.hand import replay_of
from tables.queries.tablet.prompt import feed_lines
from tables.templatetags.feed import feed_words

NAMES = {1: "Anna", 2: "Bruno", 3: "Carla"}


def state_of(*codes: str, stacks: tuple[int, ...] = (5_000, 12_075, 900), game: str = "NT") -> engine.State:
    stud = game.startswith("F7S")
    setup = engine.Setup.for_level(
        game=game,
        rules=engine.HOUSE_RULES["tda2024"],
        stakes=engine.Stakes(small_bet=100, big_bet=200, ante=10, ante_kind="classic", bring_in=25)
        if stud
        else engine.Stakes(small_blind=25, big_blind=50, chip=25),
        positions=engine.ButtonAndBlinds(
            button=3, small_blinds=() if stud else (1,), big_blinds=() if stud else (2,)
        ),
        seats=tuple(engine.SeatStack(seat, stack) for seat, stack in enumerate(stacks, start=1)),
    )
    return engine.replay(setup, [engine.decode(code) for code in codes])


def feed(state: engine.State, language: str = "en") -> list[str]:
    """Oldest first, without the faces of cards."""
    replay = replay_of(state.setup, state.history)
    with translation.override(language):
        return [re.sub(r"<[^>]+>", "", feed_words(line)) for line in reversed(feed_lines(replay, NAMES))]


FLOP = ("c3", "c1", "k2", "b:??????")


def test_the_first_bet_of_a_street_bets_and_the_next_one_raises() -> None:
    state = state_of(*FLOP, "k1", "r2:100", "r3:300")
    assert feed(state) == ["Flop without cards", "S1 checks", "S2 bets 100", "S3 raises to 300"]
    assert feed(state, "it") == ["Flop senza carte", "P1: check", "P2 punta 100", "P3: raise a 300"]


def test_before_the_flop_a_raise_is_a_raise_as_the_blinds_are_bets() -> None:
    assert feed(state_of("r3:150")) == ["S3 raises to 150"]


def test_last_chips_are_said_as_all_in_with_their_amount() -> None:
    state = state_of(*FLOP, "k1", "r2:12025", "c3", "c1")
    assert feed(state) == ["S1 checks", "S2 all-in, 12,025", "S3 calls all-in, 850", "S1 calls all-in, 4,950"]
    assert feed(state, "it")[1:3] == ["P2 all-in, 12.025", "P3 chiama all-in, 850"]


def test_a_raise_with_the_last_chips_is_said_as_all_in_too() -> None:
    assert feed(state_of("c3", "c1", "r2:12075")) == ["S3 calls", "S1 calls", "S2 all-in, 12,075"]


def test_stud_completes_a_bring_in_and_bets_after_it() -> None:
    opened = state_of("t1:9h", "t2:3c", "t3:Kd", "i2", game="F7S")
    assert feed(engine.apply(opened, engine.decode("r3:100")))[-1] == "S3 completes to 100"


@pytest.mark.parametrize(
    ("street", "codes"), [("Turn", ("b:??",)), ("River", ("b:??", "k1", "k2", "k3", "b:??"))]
)
def test_every_street_without_cards_has_its_name(street: str, codes: tuple[str, ...]) -> None:
    state = state_of(*FLOP, "k1", "k2", "k3", *codes)
    assert feed(state)[-1] == f"{street} without cards"


RIVER = (*FLOP, "k1", "k2", "k3", "b:??", "k1", "k2", "k3", "b:??", "k1", "k2", "k3")


@pytest.mark.parametrize(
    ("code", "english", "italian"),
    [
        ("w0:2", "S2 wins the pot", "P2 vince il piatto"),
        ("w0:1,2", "S1 and S2 split the pot", "P1 e P2 si dividono il piatto"),
        ("w0:1,2,3", "S1, S2 and S3 split the pot", "P1, P2 e P3 si dividono il piatto"),
    ],
)
def test_who_wins_and_who_split_the_pot(code: str, english: str, italian: str) -> None:
    state = state_of(*RIVER, code)
    assert (feed(state)[-1], feed(state, "it")[-1]) == (english, italian)


def test_each_of_several_pots_is_named() -> None:
    side = ("r3:900", "c1", "c2", "b:??????", "k1", "k2", "b:??", "k1", "k2", "b:??", "r1:500", "c2")
    assert feed(state_of(*side, "w1:1,2", "w0:3"))[-2:] == [
        "S1 and S2 split side pot 1",
        "S3 wins the main pot",
    ]


def test_both_halves_of_a_hi_lo_pot_are_named() -> None:
    state = state_of(*RIVER, "w0h:1,3", "w0l:2", game="PO/8")
    assert feed(state)[-2:] == ["S1 and S3 split the high", "S2 wins the low"]
    assert feed(state, "it")[-2:] == ["P1 e P3 si dividono l’high", "P2 vince il low"]
