"""The table of rulings: their form, who decides, when each is possible, and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import (
    IllegalAction,
    InvalidNotation,
    Ruling,
    State,
    apply,
    decode,
    encode,
    legal,
    parse_cards,
)
from tables.engine.cards.cards import DECK, JOKER, UNKNOWN
from tables.engine.legal_actions import rulings_possible
from tables.engine.play.operations import Action, Call, Check, Fold, RaiseTo
from tables.engine.rulings.effects import EFFECTS
from tables.engine.rulings.kinds import RULINGS
from tables.models import HandOperation
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import on_street, play, table

MOST = 10**18 - 1


def refusal(state: State, ruling: Ruling) -> str:
    with pytest.raises(IllegalAction) as refused:
        apply(state, ruling)
    return refused.value.code


def test_each_kind_has_its_rule_and_what_only_stays_recorded_is_known() -> None:
    assert all(each.rules and each.kind == kind for kind, each in RULINGS.items())
    assert EFFECTS.keys() <= RULINGS.keys()
    assert RULINGS.keys() - EFFECTS.keys() == {
        "accepted_action", "boxed_card", "wrong_seat", "premature_board",
    }  # fmt: skip
    assert not any(each.needs & each.may for each in RULINGS.values())


# --- Text

SEATS = st.integers(1, 999)
AMOUNTS = st.integers(1, MOST)


def actions() -> st.SearchStrategy[Action]:
    return st.one_of(
        st.builds(Fold, SEATS),
        st.builds(Check, SEATS),
        st.builds(Call, SEATS),
        st.builds(RaiseTo, SEATS, AMOUNTS),
    )


@st.composite
def rulings(draw: st.DrawFn) -> Ruling:
    cards = draw(st.lists(st.sampled_from([*DECK, JOKER, UNKNOWN]), max_size=10))
    return Ruling(
        kind=draw(st.sampled_from([*RULINGS, "x" * 20])),
        seat=draw(st.just(0) | SEATS),
        asker=draw(st.just(0) | SEATS),
        amount=draw(st.just(0) | AMOUNTS),
        cards=tuple(cards),
        inner=draw(st.none() | actions()),
        floor=draw(st.booleans()),
    )


@given(rulings())
def test_a_ruling_is_read_back_from_its_text(ruling: Ruling) -> None:
    assert decode(encode(ruling)) == ruling


def test_the_longest_ruling_fits_the_column_of_the_log() -> None:
    longest = Ruling(
        kind="x" * 20,
        seat=999,
        asker=999,
        amount=MOST,
        cards=DECK[:10],
        inner=RaiseTo(999, MOST),
        floor=True,
    )
    length = HandOperation._meta.get_field("code").max_length
    assert len(encode(longest)) == 106
    assert length is not None
    assert length >= 106
    assert max(map(len, RULINGS)) <= 20


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("x:misdeal,f", Ruling(kind="misdeal", floor=True)),
        ("x:out_of_turn,s=6,o=r6:800", Ruling(kind="out_of_turn", seat=6, inner=RaiseTo(6, 800))),
        ("x:asked_to_see,s=3,q=1", Ruling(kind="asked_to_see", seat=3, asker=1)),
        (
            "x:exposed_card,s=3,a=3,c=Kh??",
            Ruling(kind="exposed_card", seat=3, amount=3, cards=parse_cards("Kh??")),
        ),
    ],
)
def test_the_text_of_a_ruling_is_short_and_exact(text: str, ruling: Ruling) -> None:
    assert encode(ruling) == text
    assert decode(text) == ruling


@pytest.mark.parametrize(
    "text",
    [
        "x:", "x:Misdeal", "x:misdeal,", "x:misdeal,f,f", "x:misdeal,f,s=1", "x:misdeal,s=0", "x:misdeal,s=01",
        "x:misdeal,a=0", "x:misdeal,a=1,s=1", "x:misdeal,c=", "x:misdeal,c=Kx", "x:misdeal,c=K", "x:misdeal,o=b:Kh",
        "x:misdeal,o=x:misdeal", "x:misdeal,o=r1", "x:" + "x" * 21, "x:misdeal,c=" + "Kh" * 11,
    ],
)  # fmt: skip
def test_what_is_no_ruling_is_not_read(text: str) -> None:
    with pytest.raises(InvalidNotation):
        decode(text)


# --- Form


@pytest.mark.parametrize("kind", RULINGS)
def test_a_ruling_without_what_it_needs_is_incomplete(kind: str) -> None:
    state = play(table(900, 900, 900))
    assert RULINGS[kind].needs or kind in {
        "misdeal", "fouled_deck", "wrong_seat", "boxed_card", "foreign_card", "uncut_deck", "four_card_flop", "no_burn",
        "premature_board",
    }  # fmt: skip
    if RULINGS[kind].needs:
        assert refusal(state, Ruling(kind=kind, floor=True)) == "ruling_incomplete"


@pytest.mark.parametrize("kind", [kind for kind, each in RULINGS.items() if each.by == "floor"])
def test_what_the_floor_decides_the_dealer_does_not(kind: str) -> None:
    fields = RULINGS[kind].needs
    ruling = Ruling(
        kind=kind,
        seat=3 if "seat" in fields else 0,
        amount=300 if "amount" in fields else 0,
        cards=parse_cards("Kh") if "cards" in fields else (),
    )
    assert refusal(play(table(900, 900, 900)), ruling) == "floor_must_confirm"


def test_a_ruling_says_no_more_than_it_can_mean() -> None:
    state = play(table(900, 900, 900))
    assert refusal(state, Ruling(kind="misdeal", seat=1, floor=True)) == "ruling_says_too_much"
    assert refusal(state, Ruling(kind="dead_hand", seat=1, amount=5, floor=True)) == "ruling_says_too_much"
    assert (
        refusal(state, Ruling(kind="undercall", seat=3, amount=-5, inner=Call(3))) == "ruling_says_too_much"
    )
    assert refusal(state, Ruling(kind="chips_behind", seat=3, amount=-5, floor=True)) == "ruling_incomplete"


def test_an_unknown_ruling_names_those_there_are() -> None:
    with pytest.raises(IllegalAction) as refused:
        play(table(900, 900), "x:earthquake,f")
    assert (refused.value.code, refused.value.params) == (
        "no_such_ruling",
        {"kind": "earthquake", "kinds": tuple(RULINGS)},
    )


# --- When


def test_what_is_possible_follows_the_hand() -> None:
    start = play(table(*[900] * 3))
    assert rulings_possible(start) == (
        "out_of_turn", "skipped", "string_bet", "short_raise", "undercall", "accepted_action", "accepted_raise",
        "chips_behind", "misdeal", "fouled_deck", "exposed_card", "exposed_hand", "wrong_cards", "wrong_seat",
        "boxed_card", "foreign_card", "uncut_deck", "premature_board", "dead_hand", "killed_hand",
    )  # fmt: skip
    river = play(on_street(3, table(*[900] * 3)), "r1:100 c2 c3")
    assert rulings_possible(river) == (
        "accepted_action", "corrected_bet", "chips_behind", "fouled_deck", "exposed_card", "exposed_hand",
        "wrong_cards", "boxed_card", "foreign_card", "dead_hand", "killed_hand", "asked_to_see",
    )  # fmt: skip
    assert rulings_possible(play(river, "w0:1")) == ()
    assert rulings_possible(play(setup_of("XR", 900, 900))) == (
        "misdeal",
        "fouled_deck",
        "wrong_seat",
        "boxed_card",
        "uncut_deck",
    )


def test_what_is_not_possible_is_refused() -> None:
    state = play(on_street(1, table(*[900] * 3)), "k1")
    possible = set(rulings_possible(state))
    for kind in RULINGS.keys() - possible:
        fields = RULINGS[kind].needs
        ruling = Ruling(
            kind=kind,
            seat=2 if "seat" in fields else 0,
            asker=1 if "asker" in fields else 0,
            amount=100 if "amount" in fields else 0,
            cards=parse_cards("Kh") if "cards" in fields else (),
            inner=Check(2) if "inner" in fields else None,
            floor=True,
        )
        assert refusal(state, ruling) == "ruling_not_now"


def test_a_refused_ruling_changes_nothing() -> None:
    state = play(table(*[900] * 3), "r3:300")
    before = play(table(*[900] * 3), "r3:300")
    for text in (
        "x:corrected_bet,s=3,a=5000,f",
        "x:returned_bet,s=3,a=250,f",
        "x:dead_hand,s=9,f",
        "x:undercall,s=1,a=50,o=f3,f",
    ):
        with pytest.raises(IllegalAction):
            play(state, text)
    assert state == before
    assert legal(state) == legal(before)
