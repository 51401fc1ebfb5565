from __future__ import annotations

import pytest

from tables.engine.rulings.kinds import RULINGS
from tables.queries.hands.history import find_hand, hand_history
from tables.queries.tablet.rulings import Asked, IrregularitiesSheet, irregularities
from tables.queries.tablet.screen import TabletScreen
from tests.factories import NOW
from tests.factories.felt import Felt, make_felt
from tests.tables.looking import screen_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def felt() -> Felt:
    """Seat 5 has the button, 1 and 2 the blinds, seat 3 acts first."""
    felt = make_felt(1000, 1000, 1000, 1000, 1000)
    felt.deal()
    return felt


def sheet(felt: Felt, chosen: str = "") -> IrregularitiesSheet:
    found = irregularities(felt.table, chosen=chosen)
    assert found is not None
    return found


def asked(felt: Felt, chosen: str) -> Asked:
    found = sheet(felt, chosen).asked
    assert found is not None
    return found


def screen(felt: Felt) -> TabletScreen:
    device, _secret = felt.pair()
    return screen_of(device, now=NOW)


def kinds(found: IrregularitiesSheet) -> dict[str, list[str]]:
    return {group: [offer.kind for offer in offers] for group, offers in found.groups}


def test_between_hands_nothing_can_be_ruled() -> None:
    assert irregularities(make_felt(1000, 1000).table) is None


def test_only_what_is_possible_now_is_offered_by_groups(felt: Felt) -> None:
    found = sheet(felt)
    assert set(kinds(found)) == {"action", "deal", "hand"}
    assert "misdeal" in kinds(found)["deal"]
    assert "premature_board" in kinds(found)["deal"]
    assert "dead_hand" in kinds(found)["hand"]
    assert "retrieved" not in kinds(found)["hand"]
    assert "corrected_bet" not in kinds(found)["action"]
    felt.play("r3:200")
    assert "corrected_bet" in kinds(sheet(felt))["action"]


def test_substantial_action_is_said_and_takes_the_misdeal_away(felt: Felt) -> None:
    assert sheet(felt).substantial_action is False
    felt.play("f3", "c4")
    found = sheet(felt)
    assert found.substantial_action is True
    assert "misdeal" not in kinds(found)["deal"]


def test_misdeal_that_is_due_is_said_with_its_rule(felt: Felt) -> None:
    assert sheet(felt).misdeal == ""
    felt.play("x:wrong_seat")
    assert "TDA 35-A" in sheet(felt).misdeal


def test_kind_for_the_floor_is_marked(felt: Felt) -> None:
    marked = {offer.kind: offer.is_floors for _group, offers in sheet(felt).groups for offer in offers}
    assert (marked["misdeal"], marked["out_of_turn"]) == (True, False)


def test_out_of_turn_asks_who_what_and_how_much(felt: Felt) -> None:
    found = asked(felt, "out_of_turn")
    assert [seat for seat, _name in found.seats] == [1, 2, 4, 5]
    assert found.said == ("fold", "check", "call", "raise")
    assert (found.amount, found.amount_is_open, found.has_cards) == ("Raise to", True, False)


def test_a_short_raise_asks_how_much_lies_there_and_not_what_it_counts_as(felt: Felt) -> None:
    found = asked(felt, "short_raise")
    assert (found.seat, found.said, found.amount, found.amount_is_open) == (
        3, ("chips", "declared"), "Total in front of the player", False,
    )  # fmt: skip


def test_an_undercall_asks_for_a_choice_only_where_the_floor_has_one(felt: Felt) -> None:
    found = asked(felt, "undercall")
    assert (found.said, found.amount, found.amount_is_open) == ((), "Put in now", True)
    felt.play("r3:300")
    assert asked(felt, "undercall").said == ("call", "fold")


def test_actor_is_not_asked_for(felt: Felt) -> None:
    found = asked(felt, "string_bet")
    assert (found.seat, found.seats) == (3, ())


def test_misdeal_asks_nothing(felt: Felt) -> None:
    found = asked(felt, "misdeal")
    assert (found.seat, found.seats, found.said, found.amount, found.has_cards) == (0, (), (), "", False)


def test_what_cannot_be_ruled_now_is_not_asked_about(felt: Felt) -> None:
    assert sheet(felt, "retrieved").asked is None
    assert sheet(felt, "jam").asked is None


def test_every_field_that_a_kind_needs_is_asked_for(felt: Felt) -> None:
    for kind in [offer.kind for _group, offers in sheet(felt).groups for offer in offers]:
        found = asked(felt, kind)
        told = {
            "seat": bool(found.seat or found.seats),
            "asker": bool(found.askers),
            "amount": bool(found.amount),
            "cards": found.has_cards,
            # Less than the opening bet is a full call: there is nothing to choose.
            "inner": bool(found.said) or kind == "undercall",
        }
        assert [name for name in RULINGS[kind].needs if not told[name]] == [], kind


def test_tablet_says_what_binds_the_player_in_turn(felt: Felt) -> None:
    felt.play("x:out_of_turn,s=4,o=f4", "c3")
    actions = screen(felt).actions
    assert actions is not None
    assert (actions.seat, actions.can_fold, actions.can_check) == (4, True, False)
    assert (actions.call_amount, actions.raise_min) == (None, None)
    assert actions.bound is not None
    assert type(actions.bound).__name__ == "Fold"


def test_nothing_is_foretold_of_a_hand_with_rulings(felt: Felt) -> None:
    assert screen(felt).model is not None
    felt.play("x:out_of_turn,s=5,o=f5")
    assert screen(felt).model is None


def test_misdeal_shows_the_button_the_blinds_and_the_level_that_stay(felt: Felt) -> None:
    before = screen(felt)
    felt.play("x:misdeal,f")
    shown = screen(felt)
    assert (shown.stage, shown.prompt.can_deal, shown.prompt.deals_again) == ("between", True, True)
    for now, then in zip(shown.felt.seats, before.felt.seats, strict=True):
        assert (now.has_button, now.blind, now.stack) == (
            then.has_button,
            then.blind,
            (then.stack or 0) + then.bet,
        )
    assert (shown.header.stakes.now, shown.header.game) == (before.header.stakes.now, before.header.game)
    felt.deal()
    felt.play("f3", "f4", "f5", "f1")
    assert screen(felt).prompt.deals_again is False


def test_hand_history_has_a_line_for_a_ruling(felt: Felt) -> None:
    felt.play("x:out_of_turn,s=5,o=r5:200", "x:dead_hand,s=2,f")
    hand = find_hand(felt.tournament, table=1, number=1)
    assert hand is not None
    lines = [line for street in hand_history(hand).streets for line in street.lines if line.kind == "ruling"]
    assert [(line.seat, line.name) for line in lines] == [(5, "Elena Gallo"), (2, "Bruno Neri")]
    assert [line.ruling.kind for line in lines if line.ruling] == ["out_of_turn", "dead_hand"]
