"""A button that the floor has set is put back while no hand followed from it."""

from __future__ import annotations

import pytest

from tables.models import Hand, HandStatus
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tests.factories.mixed import fold_out
from tests.tables.services.hands.test_button import draw, finish, four, posts, put
from tournament.models import LogEntry, Tournament
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def undo(line: LogEntry) -> LogEntry:
    return undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(5)))


def can_undo(felt: Felt, line: LogEntry) -> bool:
    fresh = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
    return line.pk in lines_to_undo(Tournament.objects.get(pk=felt.tournament.pk), [fresh])


def test_undone_the_next_hand_is_what_it_was_and_can_be_set_again() -> None:
    felt = four()
    before = felt.fresh().positions_data
    line = put(felt, 3, 4)
    assert can_undo(felt, line)
    undo(line)
    assert felt.fresh().positions_data == before
    written = LogEntry.objects.get(verb="button_put_back")
    assert (written.undoes_id, written.data) == (line.pk, {"table": 1, "table_id": felt.table.pk})
    again = put(felt, 3, 4)
    assert can_undo(felt, again)
    assert felt.deal().setup.button == 3


def test_of_two_settings_only_the_newer_is_undone_first() -> None:
    felt = four()
    first, second = put(felt, 3, 4), put(felt, 2, 3)
    assert (can_undo(felt, first), can_undo(felt, second)) == (False, True)
    undo(second)
    assert can_undo(felt, first)


def test_after_a_hand_it_is_not_undone() -> None:
    felt = four()
    line = put(felt, 3, 4)
    fold_out(felt)
    assert not can_undo(felt, line)
    with pytest.raises(Refused) as refused:
        undo(line)
    assert refused.value.code == "cannot_undo"


def test_corrected_hand_is_dealt_from_the_button_before_while_nobody_has_gone_on() -> None:
    felt = four()
    wrong = felt.deal()
    line = put(felt, 3, 4)
    felt.play("f2")
    assert can_undo(felt, line)
    undo(line)
    hand = Hand.objects.get(status=HandStatus.OPEN)
    assert (hand.number, hand.setup.button, posts(hand)) == (2, wrong.setup.button, posts(wrong))
    assert not can_undo(felt, line)
    finish(felt)
    assert felt.deal().setup.button == 2


def test_correction_stands_after_substantial_action_and_after_the_hand() -> None:
    felt = four()
    felt.deal()
    line = put(felt, 3, 4)
    felt.play("c2", "r3:200")
    with pytest.raises(Refused) as refused:
        undo(line)
    assert refused.value.code == "button_stands"
    finish(felt)
    assert not can_undo(felt, line)


def test_button_of_the_first_hand_is_put_back() -> None:
    felt = make_felt(1000, 1000, 1000)
    line = put(felt, 2, 3)
    undo(line)
    assert felt.fresh().first_button is None


def test_a_drawn_button_is_put_back_and_drawn_again() -> None:
    felt = make_felt(1000, 1000, 1000)
    line = draw(felt, "2h", "Ks", "2d")
    assert can_undo(felt, line)
    undo(line)
    assert felt.fresh().first_button is None
    draw(felt, "2h", "3s", "Kd")
    assert felt.deal().setup.button == 3
