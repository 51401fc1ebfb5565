"""A table deals the games of a mixed level in turn, each for its own stakes."""

from __future__ import annotations

import pytest

from tables import engine
from tables.models import HandStatus, Seat
from tables.queries.table.next_hand import has_button
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt
from tests.factories.mixed import (
    LIMIT,
    NO_LIMIT,
    POT_LIMIT,
    STUD,
    fold_out,
    games_of,
    mixed,
    mixed_felt,
)
from tests.tournament.rules.mixed import raised

pytestmark = pytest.mark.django_db


def undo(felt: Felt) -> None:
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


def test_games_follow_each_other_by_hands_and_begin_again() -> None:
    felt = mixed_felt()
    hands = [fold_out(felt) for _ in range(7)]
    assert games_of(hands) == ["NT", "NT", "PO", "PO", "FT", "FT", "NT"]


def test_each_hand_is_dealt_for_the_stakes_of_its_game() -> None:
    felt = mixed_felt()
    stakes = {hand.game: hand.setup.stakes for hand in (fold_out(felt) for _ in range(6))}
    assert stakes["NT"] == engine.Stakes(
        small_blind=25, big_blind=50, ante=75, ante_kind="big_blind", chip=25, unit=25
    )
    assert stakes["PO"] == engine.Stakes(small_blind=25, big_blind=50, chip=25, unit=25)
    assert stakes["FT"] == engine.Stakes(
        small_blind=50, big_blind=100, small_bet=100, big_bet=200, chip=25, unit=25
    )


def test_the_button_moves_on_from_game_to_game() -> None:
    felt = mixed_felt()
    assert [fold_out(felt).setup.button for _ in range(5)] == [3, 1, 2, 3, 1]


def test_a_deal_taken_back_gives_its_turn_back() -> None:
    felt = mixed_felt()
    fold_out(felt)
    fold_out(felt)
    assert felt.deal().game == "PO"
    undo(felt)
    assert fold_out(felt).game == "PO"
    assert fold_out(felt).game == "PO"
    assert fold_out(felt).game == "FT"


def test_a_new_level_keeps_the_place_in_the_rotation() -> None:
    games = (NO_LIMIT, POT_LIMIT, LIMIT)
    felt = mixed_felt(mixed(*games), mixed(*(raised(game) for game in games)))
    first = [fold_out(felt) for _ in range(3)]
    second = [fold_out(felt, now=after(21)) for _ in range(3)]
    assert games_of([*first, *second]) == ["NT", "NT", "PO", "PO", "FT", "FT"]
    assert [hand.setup.stakes.big_blind for hand in (*first, *second)] == [50, 50, 50, 100, 200, 200]
    assert [hand.level_number for hand in second] == [2, 2, 2]


def test_other_games_before_the_mixed_level_do_not_count() -> None:
    single = mixed(NO_LIMIT)
    felt = mixed_felt(single, mixed(NO_LIMIT, POT_LIMIT))
    before = [fold_out(felt) for _ in range(3)]
    after_them = [fold_out(felt, now=after(21)) for _ in range(3)]
    assert games_of([*before, *after_them]) == ["NT"] * 5 + ["PO"]


def test_every_table_has_a_turn_of_its_own() -> None:
    felt = mixed_felt()
    for _ in range(3):
        fold_out(felt)
    other = add_felt(felt.tournament, 10_000, 10_000, 10_000, number=2)
    assert (fold_out(other).game, fold_out(felt).game) == ("NT", "PO")


def test_a_level_changed_in_the_middle_of_a_hand_waits_for_its_end() -> None:
    felt = mixed_felt(mixed(NO_LIMIT, POT_LIMIT), mixed(LIMIT, POT_LIMIT))
    hand = felt.deal()
    state = felt.play(f"f{engine.replay(hand.setup, []).actor}", now=after(21))
    assert state.setup.game == "NT"
    felt.play(f"f{state.actor}", now=after(21))
    # No-limit hold'em is not played any more: the rotation of the new level begins.
    assert fold_out(felt, now=after(21)).game == "FT"


def test_mix_01_the_button_rests_while_a_table_plays_stud() -> None:
    # MIX-01 at a table: hold'em with the button on 3, then stud; the blinds resume one seat on.
    felt = mixed_felt(mixed(LIMIT, STUD, hands=1), players=4)
    Seat.objects.filter(table=felt.table, number=4).update(entry=None)
    limit = felt.deal()
    assert (limit.setup.button, limit.game) == (3, "FT")
    felt.play("f3", "f1")
    # Somebody sits down behind the small blind of the hand to come, during stud.
    Seat.objects.filter(table=felt.table, number=4).update(entry=felt.entries[4], is_newcomer=True)
    stud = felt.deal()
    assert (stud.game, {seat.seat for seat in stud.setup.seats}) == ("F7S", {1, 2, 3, 4})
    assert [post.kind for post in stud.setup.posts] == ["ante"] * 4
    assert not has_button(stud.game)
    positions = felt.fresh().positions
    assert positions is not None
    assert positions.button == 3
    assert Seat.objects.get(table=felt.table, number=4).is_newcomer
    stud.status = HandStatus.COMPLETE
    stud.save(update_fields=["status"])
    limit = felt.deal()
    assert (limit.game, limit.setup.button) == ("FT", 1)
    assert [(post.seat, post.kind) for post in limit.setup.posts] == [(2, "small_blind"), (3, "big_blind")]
