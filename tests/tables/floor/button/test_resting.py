"""Mixed games: the button moves once after the last hand with blinds, and rests during stud."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from tables.floor.button.explain import explain_positions
from tables.floor.button.next_hand import first_positions, next_big_blind, next_positions
from tables.floor.button.positions import Positions
from tables.floor.button.resting import positions_at_rest, positions_to_follow
from tables.floor.rules import FLOOR_RULES
from tests.published import published

RULES = FLOOR_RULES["tda2024"]
SEVEN = frozenset(range(1, 8))
STUD = frozenset({"F7S", "FR", "F7S/8"})


def deal(
    previous: Positions | None,
    live: Collection[int],
    *,
    rests: bool,
    newcomers: Collection[int] = (),
    profile: str = "tda2024",
) -> tuple[Positions, Positions | None]:
    """One hand as a table deals it: its positions, and what the next hand follows from."""
    rules = FLOOR_RULES[profile]
    if previous is None:
        positions = first_positions(live=live, button=max(live), rules=rules)
    else:
        positions = next_positions(previous, live=live, newcomers=newcomers, rules=rules)
    dealt = positions_at_rest(positions, live=live) if rests else positions
    return dealt, positions_to_follow(previous, dealt, rests=rests)


def stud_hands(previous: Positions | None, live: Collection[int], count: int) -> list[Positions]:
    played = []
    for _ in range(count):
        dealt, previous = deal(previous, live, rests=True)
        played.append(dealt)
    return played


def after_omaha(live: Collection[int] = SEVEN) -> Positions:
    """The last Omaha hand of MIX-01: button 4, small blind 5, big blind 6."""
    return first_positions(live=live, button=4, rules=RULES)


@pytest.mark.rule("MIX-01")
def test_mix_01_the_button_moves_once_after_the_last_hand_with_blinds_and_resumes_there() -> None:
    # MIX-01: last Omaha hand BTN 4, SB 5, BB 6 -> frozen BTN 5; 8 stud hands later hold'em starts
    # BTN 5, SB 6, BB 7 (live).
    omaha = after_omaha()
    assert (omaha.button, omaha.small_blinds, omaha.big_blinds) == (4, (5,), (6,))

    stud = stud_hands(omaha, SEVEN, 8)
    assert [hand.marker for hand in stud] == [5] * 8

    holdem, following = deal(omaha, SEVEN, rests=False)
    assert (holdem.button, holdem.small_blinds, holdem.big_blinds) == (5, (6,), (7,))
    assert following == holdem


def test_mix_01_the_player_who_would_have_the_big_blind_moves_during_stud() -> None:
    # TDA 11-B: as if the game were hold'em for that hand.
    omaha = after_omaha()
    _stud, remembered = deal(omaha, SEVEN, rests=True)
    assert remembered is not None
    assert next_big_blind(previous=remembered, live=SEVEN) == 7


def test_at_stud_nobody_has_a_blind_and_everybody_is_dealt_in_from_the_dealers_left() -> None:
    [stud] = stud_hands(after_omaha(), SEVEN - {1}, 1)
    assert (stud.small_blinds, stud.big_blinds, stud.waiting) == ((), (), frozenset())
    assert (stud.dealt, stud.first_to_act, stud.last_to_act) == ((2, 3, 4, 5, 6, 7), 2, 7)


def test_who_would_wait_for_the_button_waits_no_longer_while_it_rests() -> None:
    waiting = next_positions(
        first_positions(live={1, 2, 4, 6}, button=1), live={1, 2, 3, 4, 6}, newcomers={3}
    )
    assert waiting.waiting == {3}
    resting = positions_at_rest(waiting, live={1, 2, 3, 4, 6})
    assert (resting.waiting, resting.dealt, resting.again) == (frozenset(), (1, 2, 3, 4, 6), ())


def test_who_goes_out_at_stud_is_passed_over_when_the_blinds_come_back() -> None:
    omaha = after_omaha()
    _hand, remembered = deal(omaha, SEVEN, rests=True)
    holdem, _ = deal(remembered, SEVEN - {7}, rests=False)
    assert (holdem.button, holdem.small_blinds, holdem.big_blinds) == (5, (6,), (1,))
    # The seat of the small blind is empty: dead, as between two hands of hold'em.
    holdem, _ = deal(remembered, SEVEN - {6}, rests=False)
    assert (holdem.button, holdem.small_blinds, holdem.big_blinds) == (5, (), (7,))


def test_who_sat_down_during_stud_is_dealt_in_and_waits_for_the_button_when_it_comes_back() -> None:
    # Between button and small blind nobody gets a hand (TDA 10-A), whenever he came.
    nine = frozenset({1, 2, 3, 4, 6, 8, 9})
    omaha = first_positions(live=nine, button=3, rules=RULES)  # blinds 4 and 6
    live = nine | {5}
    stud, remembered = deal(omaha, live, rests=True, newcomers=[5])
    assert (stud.marker, 5 in stud.dealt) == (4, True)
    holdem, _ = deal(remembered, live, rests=False, newcomers=[5])
    assert (holdem.button, holdem.small_blinds, holdem.big_blinds) == (4, (6,), (8,))
    assert holdem.waiting == frozenset({5})


def test_a_table_that_begins_with_stud_finds_its_button_with_the_first_blinds() -> None:
    stud, remembered = deal(None, SEVEN, rests=True)
    assert (stud.dealt, remembered) == ((1, 2, 3, 4, 5, 6, 7), None)
    holdem, _ = deal(remembered, SEVEN, rests=False)
    assert holdem == first_positions(live=SEVEN, button=7, rules=RULES)


def test_heads_up_the_button_rests_too() -> None:
    limit = first_positions(live=[2, 5], button=2, rules=RULES)
    assert [hand.marker for hand in stud_hands(limit, [2, 5], 3)] == [5] * 3
    following, _ = deal(limit, [2, 5], rests=False)
    assert (following.button, following.big_blinds) == (5, (2,))


@pytest.mark.parametrize("profile", FLOOR_RULES)
@pytest.mark.parametrize("count", [1, 2, 8])
def test_however_long_stud_is_played_the_blinds_go_on_as_if_it_had_not_been(profile: str, count: int) -> None:
    omaha = first_positions(live=SEVEN, button=4, rules=FLOOR_RULES[profile])
    remembered: Positions | None = omaha
    for _ in range(count):
        _stud, remembered = deal(remembered, SEVEN - {6}, rests=True, profile=profile)
    after, _ = deal(remembered, SEVEN - {6}, rests=False, profile=profile)
    at_once, _ = deal(omaha, SEVEN - {6}, rests=False, profile=profile)
    assert after == at_once


def test_the_dealer_is_told_where_the_button_waits() -> None:
    [stud] = stud_hands(after_omaha(), SEVEN - {5, 6}, 1)
    [told] = explain_positions(stud, RULES)
    assert (told.code, told.params, told.source) == ("button_rests", {"seat": 5}, "TDA 11-B, WSOP 67")


def test_positions_at_rest_survive_storage() -> None:
    [stud] = stud_hands(after_omaha(), SEVEN, 1)
    assert Positions.from_dict(stud.to_dict()) == stud


def buttons_of_session() -> list[tuple[str, int]]:
    """Game and button of each hand; at stud, where nobody posts a blind, 0."""
    setups = [hand.setup for hand in published("championship")]
    return [(setup.game, 0 if setup.game in STUD else setup.button) for setup in setups]


def test_the_button_of_a_published_session_rests_during_stud_and_razz() -> None:
    """Five players through no-limit, stud, Omaha, razz and on to single draw: 46 hands, nobody leaves."""
    played = buttons_of_session()
    live = range(1, 6)
    (first_game, first_button), *others = played
    assert first_game == "NT"
    remembered: Positions | None = first_positions(live=live, button=first_button, rules=RULES)
    followed = [(first_game, first_button)]
    for game, _button in others:
        dealt, remembered = deal(remembered, live, rests=game in STUD)
        followed.append((game, dealt.button if dealt.big_blinds else 0))
    assert followed == played
    assert len(played) == 46
