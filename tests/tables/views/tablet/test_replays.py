"""How often a tap plays the hand, counted on real requests: once, also where it ends the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

import pytest
import time_machine
from django.db import connection

from tables import engine
from tables.queries.table import hand
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.factories.mixed import STUD_LEVEL
from tests.tables.views.tablet.test_table import Tablet, text
from tournament.rules.structure.periods import Structure

pytestmark = pytest.mark.django_db

# More than the tablet's feed names, so that nothing but a replay brings them all back.
SO_FAR = ("c3", "c1", "k2", "b:AhTd2c", "k1", "k2", "k3", "b:5s", "k1", "k2", "k3", "b:6s", "k1")


class Played(NamedTuple):
    """Replays of a record and the operations that were played in all, refused ones and undone ones included."""

    replays: int
    operations: int


class Count(Protocol):
    """What something plays in a process that has not seen the hand, or one to which it `is_known`."""

    def __call__(self, do: Callable[[], object], *, is_known: bool = False) -> Played: ...


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def tablet() -> Tablet:
    """A hand in which as many operations count as SO_FAR has."""
    tablet = Tablet(make_felt(1000, 1000, 1000))
    tablet.deal()
    tablet.felt.play(*SO_FAR)
    return tablet


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    replay, apply = engine.replay, engine.apply
    played: list[int] = []

    def counted_replay(setup: engine.Setup, operations: Iterable[engine.Operation]) -> engine.State:
        record = engine.effective(tuple(operations))
        if record:
            played.append(len(record))
        return replay(setup, record)

    def counted_apply(state: engine.State, operation: engine.Operation) -> engine.State:
        played.append(1)
        return apply(state, operation)

    monkeypatch.setattr(engine, "replay", counted_replay)
    monkeypatch.setattr(engine, "apply", counted_apply)

    def counted(do: Callable[[], object], *, is_known: bool = False) -> Played:
        if not is_known:
            hand._seen.clear()
        played.clear()
        do()
        return Played(replays=len([each for each in played if each > 1]), operations=sum(played))

    return counted


def test_an_ordinary_tap_plays_each_operation_once(tablet: Tablet, count: Count) -> None:
    fields = tablet.fields(operation="r2:100")
    assert count(lambda: tablet.send("act", fields)) == (1, len(SO_FAR) + 1)


def test_a_process_that_knows_the_hand_plays_what_is_new(tablet: Tablet, count: Count) -> None:
    tablet.tap("act", operation="k2")
    fields = tablet.fields(operation="k3")
    assert count(lambda: tablet.send("act", fields), is_known=True) == (0, 1)


def test_an_undo_plays_each_operation_once(tablet: Tablet, count: Count) -> None:
    fields = tablet.fields()
    assert count(lambda: tablet.send("undo", fields)) == (1, len(SO_FAR))


def test_the_tap_that_ends_a_hand_plays_it_once(tablet: Tablet, count: Count) -> None:
    tablet.felt.play("r2:100", "f3")
    fields = tablet.fields(operation="f1")
    assert count(lambda: tablet.send("act", fields)) == (1, len(SO_FAR) + 3)


def test_a_refused_tap_plays_the_hand_once_to_refuse_it_and_to_show_it(tablet: Tablet, count: Count) -> None:
    fields = tablet.fields(operation="r2:60000")
    assert count(lambda: tablet.send("act", fields)) == (1, len(SO_FAR) + 1)


def test_a_tap_on_a_table_that_has_changed_plays_the_hand_to_show_it(tablet: Tablet, count: Count) -> None:
    fields = tablet.fields(operation="k2") | {"version": 0}
    assert count(lambda: tablet.send("act", fields)) == (1, len(SO_FAR))


def test_a_doubled_key_plays_nothing_and_gets_the_same_bytes(tablet: Tablet, count: Count) -> None:
    fields = tablet.fields(operation="k2")
    first = tablet.send("act", fields)
    answers: list[Any] = []
    assert count(lambda: answers.append(tablet.send("act", fields))) == (0, 0)
    assert (answers[0].content, answers[0].headers["Idempotent-Replay"]) == (first.content, "1")


def test_a_tap_of_a_game_without_a_board_plays_each_operation_once(count: Count) -> None:
    tablet = Tablet(make_felt(1000, 1000, 1000, structure=Structure(periods=(STUD_LEVEL,))))
    tablet.deal()
    so_far = ("t1:9h", "t2:3c", "t3:Kd", "i2", "c3", "c1", "t1:9c", "t2:4c", "t3:Qd", "k1")
    tablet.felt.play(*so_far)
    fields = tablet.fields(operation="k2")
    # All states are kept here: each operation is applied to the one before it.
    assert count(lambda: tablet.send("act", fields)) == (0, len(so_far) + 1)


@pytest.mark.parametrize(
    ("so_far", "action", "more"),
    [
        ((), "act", {"operation": "c3"}),
        (SO_FAR[:3], "act", {"operation": "b:AhTd2c"}),
        (SO_FAR, "act", {"operation": "r2:950"}),
        ((*SO_FAR, "k2", "k3"), "act", {"operation": "w0:1,2"}),
        (("f3",), "act", {"operation": "f1"}),
        (("c3", "c1", "r2:1000", "f3", "c1", "b:AhTd2c", "b:5s", "b:6s"), "act", {"operation": "w0:1"}),
        (SO_FAR, "undo", {}),
        (SO_FAR[:1], "undo", {}),
        (("f3", "f1"), "undo", {}),
        ((), "undo", {}),
        (SO_FAR[:4], "rule", {"kind": "out_of_turn", "seat": 3, "said": "fold"}),
        (SO_FAR[:4], "rule", {"kind": "dead_hand", "seat": 3}),
    ],
)
def test_the_answer_to_a_tap_is_what_a_look_at_the_table_shows(
    so_far: tuple[str, ...], action: str, more: dict[str, Any]
) -> None:
    tablet = Tablet(make_felt(1000, 1000, 1000))
    tablet.deal()
    if so_far:
        tablet.felt.play(*so_far)
    answer = tablet.tap(action, **more)
    look = tablet.client.get("/tablet/table/", headers={"Floorman-Tap": "1"})
    assert answer.status_code == 200, text(answer)
    assert answer.content.decode().splitlines() == look.content.decode().splitlines()


def test_a_tap_asks_no_more_than_it_needs(tablet: Tablet, django_assert_num_queries: Any) -> None:
    """The look, with everything; then the version, the operation and the answer, on PostgreSQL in one statement."""
    fields = tablet.fields(operation="r2:100")
    with django_assert_num_queries(1 + (1 if connection.vendor == "postgresql" else 3)):
        tablet.send("act", fields)


def test_the_tap_that_ends_a_hand_asks_for_what_it_books(
    tablet: Tablet, django_assert_num_queries: Any
) -> None:
    tablet.felt.play("r2:100", "f3")
    fields = tablet.fields(operation="f1")
    # Six of them seal the hand, card by card, and where it leaves the button.
    with django_assert_num_queries(15 if connection.vendor == "postgresql" else 19):
        tablet.send("act", fields)


def test_a_doubled_key_asks_one_question(tablet: Tablet, django_assert_num_queries: Any) -> None:
    fields = tablet.fields(operation="k2")
    tablet.send("act", fields)
    with django_assert_num_queries(1):
        tablet.send("act", fields)
