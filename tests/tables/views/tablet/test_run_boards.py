"""The tablet of a house that lets players agree, all-in, on more than one board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from tables.queries.hands.history import HandHistory, find_hand, hand_history
from tests.factories import NOW, give_role
from tests.factories.felt import make_felt
from tests.tables.views.tablet.test_table import Tablet, shown_text, text
from tournament.models import Role

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


def told(tablet: Tablet) -> HandHistory:
    hand = find_hand(tablet.felt.tournament, table=1, number=1)
    assert hand is not None
    return hand_history(hand)


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
    tablet.felt.play("s1:AhAd", "s2:KhKd", "b:2c7d9s", "b:3h")
    last = text(tablet.tap(operation="b:??"))
    tablet.tap("undo")
    tablet.felt.play("b:4c")
    second = page(tablet)
    history = told(tablet)
    assert history.boards == ("2c7d9s3h4c", "")
    tablet.felt.play("b:KcTs8s", "b:3c", "b:5c")
    over = page(tablet)

    assert "The board is dealt 2 times" in text(agreed)
    assert [which_board(each) for each in (agreed.content.decode(), second, over)] == [
        "Board 1",
        "Board 2",
        "",
    ]
    assert "River without cards" in last
    assert [each.count("felt__board--one-of") for each in (agreed.content.decode(), second, over)] == [
        2,
        2,
        2,
    ]
    assert TWICE not in second
    assert tablet.felt.stacks() == {1: 500, 2: 500, 3: 500}

    history = told(tablet)
    assert history.boards == ("2c7d9s3h4c", "KcTs8s3c5c")
    assert [(amount, board) for _, amount, _, _, board in history.pots[0].winners] == [(500, 1), (500, 2)]
    assert [(each.name, each.board, each.cards) for each in history.streets] == [
        ("preflop", 0, ""),
        ("flop", 1, "2c7d9s"),
        ("turn", 1, "3h"),
        ("river", 1, "4c"),
        ("flop", 2, "KcTs8s"),
        ("turn", 2, "3c"),
        ("river", 2, "5c"),
    ]
    assert "boards" in [line.kind for line in history.streets[0].lines]


def test_a_river_that_is_dealt_twice_is_told_twice_beside_the_turn() -> None:
    """Where only the last street is to come each board is whole with one card: no card takes the place of the turn."""
    tablet = all_in(boards=2)
    tablet.felt.play("b:2c7d9s", "b:3h", "n2", "b:4c", "b:5c")
    assert [(each.name, each.board, each.cards) for each in told(tablet).streets][1:] == [
        ("flop", 0, "2c7d9s"),
        ("turn", 0, "3h"),
        ("river", 1, "4c"),
        ("river", 2, "5c"),
    ]


def test_the_agreement_is_undone_like_any_tap() -> None:
    tablet = all_in(boards=2)
    tablet.tap(operation="n2")
    assert "Board 1" not in text(tablet.tap("undo"))
    assert TWICE in page(tablet)


def test_the_floor_reads_both_boards_at_the_table_and_who_won_on_which() -> None:
    tablet = all_in(boards=2)
    tablet.tap(operation="n2")
    tablet.felt.play("s1:AhAd", "s2:KhKd", "b:2c7d9s", "b:3h", "b:4c", "b:KcTs8s", "b:3c")
    floor = Client()
    floor.force_login(give_role(tablet.felt.tournament, Role.FLOOR))
    table = f"/floor/{tablet.felt.tournament.code}/tables/1/"

    during = shown_text(floor.get(table))
    tablet.felt.play("b:5c")
    history = shown_text(floor.get(f"{table}hands/1/"))

    assert all(words in during for words in ("Board 1 2", "Board 2 K"))
    assert "Anna Verdi wins 500 (Board 1); Bruno Neri wins 500 (Board 2)" in history
