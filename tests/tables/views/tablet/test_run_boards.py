"""The tablet of a house that lets players agree, all-in, on more than one board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tables.queries.hands.history import find_hand, hand_history
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.tables.views.tablet.test_table import Tablet, text

pytestmark = pytest.mark.django_db

TWICE = 'name="operation" value="n2"'
THREE_TIMES = 'name="operation" value="n3"'


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def all_in(*, boards: int = 1) -> Tablet:
    """A tablet on which two players are all-in before the flop."""
    tablet = Tablet(make_felt(500, 500, 500, rule_overrides={"engine": {"run_out_boards": boards}}))
    tablet.felt.deal()
    tablet.felt.play("f3", "r1:500", "c2")
    return tablet


def page(tablet: Tablet) -> str:
    return tablet.client.get("/tablet/table/").content.decode()


def which_board(shown: str) -> str:
    _, _, rest = shown.partition('id="which-board">')
    return " ".join(rest.partition("<")[0].split())


@pytest.mark.parametrize(("boards", "offered"), [(1, (False, False)), (2, (True, False)), (3, (True, True))])
def test_the_tablet_offers_as_many_boards_as_the_house_allows(
    boards: int, offered: tuple[bool, bool]
) -> None:
    shown = page(all_in(boards=boards))
    assert ((TWICE in shown), (THREE_TIMES in shown)) == offered


def test_a_house_that_says_nothing_deals_every_board_once() -> None:
    tablet = all_in()
    answer = tablet.tap(operation="n2")
    assert (answer.status_code, "This house deals every board once." in text(answer)) == (422, True)


def test_two_boards_are_dealt_one_after_the_other_and_each_is_for_half_the_pot() -> None:
    tablet = all_in(boards=2)
    agreed = tablet.tap(operation="n2")
    tablet.felt.play("s1:AhAd", "s2:KhKd", "b:2c7d9s", "b:3h", "b:4c")
    second = page(tablet)
    tablet.felt.play("b:KcTs8s", "b:3c", "b:5c")
    over = page(tablet)

    assert "The board is dealt 2 times" in text(agreed)
    assert [which_board(each) for each in (agreed.content.decode(), second, over)] == [
        "Board 1 of 2",
        "Board 2 of 2",
        "",
    ]
    assert [each.count('class="felt__board"') for each in (agreed.content.decode(), second, over)] == [
        1,
        2,
        2,
    ]
    assert TWICE not in second
    assert tablet.felt.stacks() == {1: 500, 2: 500, 3: 500}

    hand = find_hand(tablet.felt.tournament, table=1, number=1)
    assert hand is not None
    history = hand_history(hand)
    assert history.boards == ("2c7d9s3h4c", "KcTs8s3c5c")
    assert [amount for _, amount, _, _ in history.pots[0].winners] == [500, 500]
    said = [line.kind for each in history.streets for line in each.lines]
    assert "boards" in said


def test_the_agreement_is_undone_like_any_tap() -> None:
    tablet = all_in(boards=2)
    tablet.tap(operation="n2")
    assert "Board 1 of 2" not in text(tablet.tap("undo"))
    assert TWICE in page(tablet)
