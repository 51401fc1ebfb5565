"""The floor sets the button of the next hand, or corrects that of the hand in play before substantial action."""

from __future__ import annotations

from datetime import datetime

import pytest

from tables.changes.buttons import ButtonDrawn, ButtonSet
from tables.floor.button.positions import Positions
from tables.floor.draws.cards import seat_with_highest_card
from tables.models import Hand, HandStatus, Seat, SeatDraw
from tables.queries.table.hand import look_at_table
from tables.queries.table.set_button import button_now
from tables.services.hands.button import draw_first_button, set_button
from tables.services.hands.recording import undo_operation
from tables.services.moves.breaking import redraw_tables
from tests.factories import ACTOR, NOW, after, enter
from tests.factories.felt import Felt, make_felt
from tests.factories.mixed import NO_LIMIT, STUD, STUD_LEVEL, fold_out, mixed, mixed_felt
from tests.worlds import kept
from tournament.models import Entry, EntryStatus, LogEntry
from tournament.services.errors import Refused
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

REASON = "Button moved by mistake"


def seen(felt: Felt) -> str:
    return button_now(look_at_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk)).seen


def put(
    felt: Felt,
    button: int,
    small_blind: int,
    *,
    at: str | None = None,
    reason: str = REASON,
    now: datetime = NOW,
) -> LogEntry:
    return set_button(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        button=button,
        small_blind=small_blind,
        reason=reason,
        seen=seen(felt) if at is None else at,
        by=ACTOR.at(now),
    )


def refusal(felt: Felt, button: int, small_blind: int, *, at: str | None = None) -> str:
    with pytest.raises(Refused) as caught:
        put(felt, button, small_blind, at=at)
    return caught.value.code


def posts(hand: Hand) -> list[tuple[int, str]]:
    return [(post.seat, post.kind) for post in hand.setup.posts]


def finish(felt: Felt) -> None:
    """Everybody in the hand in play folds to the last player."""
    look = look_at_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk)
    assert look.open_hand is not None
    state = look.open_hand.state
    while not state.is_complete:
        state = felt.play(f"f{state.actor}")


@kept
def four() -> Felt:
    """Seats 1 to 4 after a hand with the button on 4, the blinds on 1 and 2."""
    felt = make_felt(1000, 1000, 1000, 1000)
    fold_out(felt)
    return felt


def test_next_hand_has_the_button_where_the_floor_set_it_and_the_rule_goes_on() -> None:
    felt = four()
    put(felt, 3, 4)
    hand = felt.deal()
    assert (hand.number, hand.setup.button, posts(hand)) == (2, 3, [(4, "small_blind"), (1, "big_blind")])
    finish(felt)
    hand = felt.deal()
    assert (hand.setup.button, posts(hand)) == (4, [(1, "small_blind"), (2, "big_blind")])


def test_dead_small_blind_and_dead_button_are_set_on_empty_seats() -> None:
    felt = make_felt(1000, 1000, 1000, 1000, 1000)
    fold_out(felt)
    Seat.objects.filter(table=felt.table, number=3).update(entry=None)
    put(felt, 2, 3)
    hand = felt.deal()
    assert (hand.setup.button, posts(hand)) == (2, [(4, "big_blind")])
    finish(felt)
    put(felt, 3, 4, now=after(1))
    hand = felt.deal()
    assert (hand.setup.button, posts(hand)) == (3, [(4, "small_blind"), (5, "big_blind")])


def test_button_of_the_first_hand_is_at_any_player() -> None:
    felt = make_felt(1000, 1000, 1000)
    line = put(felt, 2, 3)
    assert (ButtonSet.of(line).before.first_button, felt.fresh().first_button) == (None, 2)
    hand = felt.deal()
    assert (hand.setup.button, posts(hand)) == (2, [(3, "small_blind"), (1, "big_blind")])


def test_a_line_of_the_log_says_what_was_set_and_why_and_the_version_grows_by_one() -> None:
    felt = four()
    version = felt.fresh().version
    line = put(felt, 3, 4)
    assert (line.verb, line.reason, line.actor) == ("button_set", REASON, ACTOR.label)
    placed = ButtonSet.of(line)
    assert (placed.table, placed.button, placed.small_blinds, placed.big_blinds) == (1, 3, (4,), (1,))
    assert felt.fresh().version == version + 1


def test_what_was_chosen_on_a_table_that_has_changed_since_is_refused() -> None:
    felt = four()
    before = seen(felt)
    put(felt, 3, 4)
    kept = felt.fresh().positions_data
    assert refusal(felt, 2, 3, at=before) == "table_changed"
    assert felt.fresh().positions_data == kept
    felt.deal()
    assert refusal(felt, 2, 3, at=before) == "table_changed"


def test_a_seat_where_the_button_cannot_be_is_refused() -> None:
    felt = four()
    assert refusal(felt, 3, 1) == "no_such_button"
    assert LogEntry.objects.filter(verb="button_set").count() == 0


def test_new_player_between_button_and_small_blind_waits_as_shown() -> None:
    felt = make_felt(1000, 1000, 1000, 1000, late_registration_level=3)
    Seat.objects.filter(table=felt.table, number=3).update(entry=None)
    fold_out(felt)
    (late,) = enter(felt.tournament, "Olga Valli")
    Entry.objects.filter(pk=late.pk).update(status=EntryStatus.PLAYING)
    Seat.objects.filter(table=felt.table, number=3).update(entry=late, is_newcomer=True)
    put(felt, 2, 4)
    hand = felt.deal()
    assert [each.seat for each in hand.setup.seats] == [1, 2, 4]
    assert Positions.from_dict(felt.fresh().positions_data or {}).waiting == {3}


# --- The hand in play (TDA 34-A) ------------------------------------------------------------------------------


def test_wrong_button_is_corrected_before_substantial_action_and_the_hand_begins_again() -> None:
    felt = four()
    wrong = felt.deal()
    felt.play("f4")
    line = put(felt, 3, 4)
    hand = Hand.objects.get(status=HandStatus.OPEN)
    assert line.verb == "button_corrected"
    assert Hand.objects.get(pk=wrong.pk).status == HandStatus.VOID
    assert (hand.number, hand.setup.button, posts(hand)) == (2, 3, [(4, "small_blind"), (1, "big_blind")])
    assert hand.operations.count() == 0
    assert felt.fresh().hands_dealt == 2
    finish(felt)
    assert felt.deal().setup.button == 4


def test_corrected_hand_keeps_the_stakes_it_was_dealt_at() -> None:
    felt = four()
    felt.deal(now=after(19))
    put(felt, 3, 4, now=after(21))
    hand = Hand.objects.get(status=HandStatus.OPEN)
    assert (hand.level_number, hand.setup.stakes.big_blind) == (1, 50)


@pytest.mark.rule("BTN-90")
def test_btn_90_after_substantial_action_the_button_stands_and_the_next_hand_follows_from_it() -> None:
    felt = make_felt(*[1000] * 6, seats=6)
    fold_out(felt)
    # By error two seats on: from 6 to 2 instead of 1.
    put(felt, 2, 3)
    wrong = felt.deal()
    assert wrong.setup.button == 2
    felt.play("c5", "r6:200")
    assert refusal(felt, 1, 2) == "button_stands"
    assert Hand.objects.get(status=HandStatus.OPEN).pk == wrong.pk
    finish(felt)
    hand = felt.deal()
    assert (hand.setup.button, posts(hand)) == (3, [(4, "small_blind"), (5, "big_blind")])


def test_two_folds_are_no_substantial_action_and_three_are() -> None:
    felt = make_felt(*[1000] * 6, seats=6)
    felt.deal()
    felt.play("f3", "f4")
    put(felt, 1, 2)
    felt.play("f4", "f5", "f6")
    assert refusal(felt, 6, 1) == "button_stands"


def test_new_player_of_a_corrected_hand_is_new_again() -> None:
    felt = make_felt(1000, 1000, 1000, 1000, late_registration_level=3)
    fold_out(felt)
    (late,) = enter(felt.tournament, "Olga Valli")
    Entry.objects.filter(pk=late.pk).update(status=EntryStatus.PLAYING)
    Seat.objects.filter(table=felt.table, number=5).update(
        entry=late, is_newcomer=True, came_by_balancing=True
    )
    felt.deal()
    # Between the button on 4 and the small blind on 1.
    put(felt, 4, 1)
    hand = Hand.objects.get(status=HandStatus.OPEN)
    assert [each.seat for each in hand.setup.seats] == [1, 2, 3, 4]
    assert hand.arrivals_before == [[5, True, False]]


def test_undoing_the_deal_of_a_corrected_hand_keeps_the_button_that_was_set() -> None:
    felt = four()
    felt.deal()
    put(felt, 3, 4)
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert felt.deal().setup.button == 3


def test_button_is_not_set_while_it_rests_or_where_no_game_has_one() -> None:
    felt = mixed_felt(mixed(NO_LIMIT, STUD, hands=1), mixed(NO_LIMIT, STUD, hands=1))
    fold_out(felt)
    felt.deal()
    assert refusal(felt, 2, 3) == "button_rests"
    stud = mixed_felt(STUD_LEVEL, STUD_LEVEL)
    assert refusal(stud, 2, 3) == "no_button"


def test_hand_that_is_dealt_again_keeps_its_button() -> None:
    felt = four()
    felt.deal()
    felt.play("x:misdeal,f")
    assert refusal(felt, 3, 4) == "hand_dealt_again"


# --- Cards for the first button ---------------------------------------------------------------------------------


def draw(felt: Felt, *cards: str, seed: str = "") -> LogEntry:
    return draw_first_button(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        seen=seen(felt),
        cards=cards,
        seed=seed,
        by=ACTOR.at(NOW),
    )


@pytest.mark.rule("S-110")
def test_s_110_the_high_card_as_dealt_has_the_first_button_spades_before_hearts() -> None:
    felt = make_felt(1000, 1000, 1000)
    line = draw(felt, "Kh", "Ks", "2d")
    assert ButtonDrawn.of(line).cards == ((1, "Kh"), (2, "Ks"), (3, "2d"))
    assert not SeatDraw.objects.exists()
    hand = felt.deal()
    assert (hand.setup.button, posts(hand)) == (2, [(3, "small_blind"), (1, "big_blind")])


@pytest.mark.rule("S-110")
def test_s_110_at_home_cards_fall_until_the_first_jack() -> None:
    felt = make_felt(1000, 1000, 1000, rule_profile="home")
    draw(felt, "Kh", "Ks", "2d", "3c", "Jd")
    assert felt.deal().setup.button == 2


@pytest.mark.rule("BTN-00")
def test_a_draw_keeps_its_seed_and_every_card_and_gives_the_same_again() -> None:
    felt, other = make_felt(*[1000] * 5), make_felt(*[1000] * 5)
    line = draw(felt, seed="dice 4 2 6")
    kept = SeatDraw.objects.get(kind="button")
    drawn = ButtonDrawn.of(line)
    assert (kept.seed, kept.result, kept.log_entry_id) == (
        "dice 4 2 6",
        [list(each) for each in drawn.cards],
        line.pk,
    )
    assert ButtonDrawn.of(draw(other, seed="dice 4 2 6")).cards == drawn.cards
    assert drawn.button == seat_with_highest_card(dict(drawn.cards))
    assert felt.deal().setup.button == drawn.button


@pytest.mark.parametrize(
    ("profile", "cards"),
    [
        ("tda2024", ["Kh", "Ks"]),
        ("tda2024", ["Kh", "Ks", "2d", "3d"]),
        ("tda2024", ["Kh", "Kh", "2d"]),
        ("home", ["Kh", "Ks", "2d", "3d"]),
        ("home", ["Kh", "Js", "2d"]),
    ],
)
def test_cards_that_do_not_decide_are_refused(profile: str, cards: list[str]) -> None:
    felt = make_felt(1000, 1000, 1000, rule_profile=profile)
    with pytest.raises(Refused) as caught:
        draw(felt, *cards)
    assert (caught.value.code, caught.value.field) == ("cards_unfit", "cards")
    assert felt.fresh().first_button is None


@pytest.mark.rule("S-110")
def test_where_the_floor_orders_it_cards_decide_the_button_of_a_table_that_has_played() -> None:
    felt = four()
    before = felt.fresh().positions_data
    line = draw(felt, "2h", "3s", "Kd", "4d")

    assert felt.fresh().positions is None
    hand = felt.deal(now=after(5))
    assert (hand.setup.button, [post.seat for post in hand.setup.posts]) == (3, [4, 1])
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(6)))
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(7)))
    assert (felt.fresh().positions_data, felt.fresh().first_button) == (before, None)


def test_after_a_redraw_cards_decide_the_button_of_the_first_hand() -> None:
    felt = four()
    redraw_tables(tournament_id=felt.tournament.pk, tables_left=1, seed="5", by=ACTOR.at(after(4)))
    draw(felt, "2h", "3s", "Kd", "4d")

    assert felt.fresh().first_button == 3


def test_during_a_hand_no_cards_are_dealt_for_the_button() -> None:
    felt = four()
    felt.deal(now=after(5))

    with pytest.raises(Refused) as caught:
        draw(felt, "Kh", "Ks", "2d", "4d")

    assert caught.value.code == "button_decided"
