"""A table three short of the fullest deals no hand until the balance is restored or the floor waives it (TDA 11-D)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables import engine
from tables.models import Move, MoveKind, MoveStatus, Seat, Table
from tables.queries.room.halted import halt_of, tables_that_may_be_short
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.dealing import start_hand
from tables.services.hands.leaving import remove_player
from tables.services.hands.recording import record_operation
from tables.services.moves.balancing import apply_balancing_moves
from tables.services.moves.moving import move_entry
from tables.services.table.halting import waive_halt
from tables.services.table.tablets import make_pairing_code, pair_device
from tests.factories import ACTOR, after
from tests.factories.floor import Floor, said
from tests.tables.floor.room_builder import hand_at
from tests.tables.looking import screen_of
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import newest, undo
from tournament.models import Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def table(number: int) -> Table:
    return Table.objects.select_related("tournament").get(number=number)


def put_out(number: int, *seats: int, minutes: float = 0, now: datetime | None = None) -> None:
    """The players in these seats lose their chips to the last of the table."""
    found = table(number)
    taken = dict(Seat.objects.filter(table=found, entry__isnull=False).values_list("number", "entry_id"))
    winner = max(seat for seat in taken if seat not in seats)
    bust_players(
        tournament_id=found.tournament_id,
        table_id=found.pk,
        out=Out(
            entries=[taken[seat] or 0 for seat in seats],
            credited_to=[taken[winner] or 0],
            order={taken[seat] or 0: turn for turn, seat in enumerate(seats, start=1)},
        ),
        by=ACTOR.at(now or after(minutes)),
    )


def deal(number: int, *, minutes: float) -> Any:
    found = table(number)
    return start_hand(tournament_id=found.tournament_id, table_id=found.pk, by=ACTOR.at(after(minutes)))


def short_room(*, out: int, **overrides: Any) -> Tournament:
    """Three tables of eight, of which the third has lost `out` players before its first hand."""
    tournament = make_room(8, 8, 8)
    Tournament.objects.filter(pk=tournament.pk).update(rule_overrides={"floor": overrides})
    put_out(3, *range(1, out + 1), minutes=1)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.rule("HALT-01..02")
def test_halt_01_a_table_three_short_deals_no_hand_and_says_why() -> None:
    short_room(out=3)

    with pytest.raises(Refused) as refusal:
        deal(3, minutes=2)

    assert refusal.value.code == "halted"
    assert refusal.value.message == ("Table 3 halts until it is balanced: it is 3 players short of table 1.")
    assert table(3).hands_dealt == 0
    assert deal(1, minutes=2).number == 1


@pytest.mark.rule("HALT-01..02")
def test_halt_02_a_table_two_short_deals() -> None:
    short_room(out=2)

    assert deal(3, minutes=2).number == 1


@pytest.mark.rule("HALT-01..02")
def test_it_deals_again_by_itself_when_the_balance_is_restored() -> None:
    tournament = short_room(out=3)

    apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(after(2)))

    assert deal(3, minutes=3).number == 1


def heard(change: Callable[[], object], capture: Any) -> frozenset[str]:
    """The hints that are sent of a change."""
    with capture() as callbacks:
        change()
    return frozenset(topic for call in callbacks for topic in getattr(call, "args", ((), ()))[1])


def sits(number: int, seat: int) -> int:
    return Seat.objects.get(table__number=number, number=seat).entry_id or 0


def send(number: int, seat: int, to: int, to_seat: int) -> Move:
    """The floor sends a player to another table."""
    found = table(number)
    return move_entry(
        tournament_id=found.tournament_id,
        entry_id=sits(number, seat),
        to_table_id=table(to).pk,
        to_seat=to_seat,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(after(2)),
    )


@pytest.mark.rule("HALT-01..02")
def test_its_tablet_wakes_when_a_player_of_the_fullest_table_is_sent_elsewhere(
    django_capture_on_commit_callbacks: Any,
) -> None:
    """Tables of nine, five, eight and six: the third lost three players, and is three short of the first alone."""
    make_room(9, 5, 9, 8)
    put_out(3, 1, 2, 3, minutes=1)
    with pytest.raises(Refused):
        deal(3, minutes=1)

    topics = heard(lambda: send(1, 9, 2, 6), django_capture_on_commit_callbacks)

    assert "table-3" in topics
    # A table that was not short has nothing to look at.
    assert "table-4" not in topics
    assert deal(3, minutes=3).number == 1


@pytest.mark.rule("HALT-01..02")
def test_its_tablet_wakes_when_the_move_waited_for_a_hand_and_when_it_is_undone(
    django_capture_on_commit_callbacks: Any,
) -> None:
    make_room(9, 5, 9)
    put_out(3, 1, 2, 3, minutes=1)
    hand = deal(1, minutes=2)
    first = hand.setup
    move = send(1, 9, 2, 6)
    around = [seat.seat for seat in first.seats]
    start = around.index(first.posts[-1].seat) + 1
    folds = [f"f{seat}" for seat in (around[start:] + around[:start])[:-1]]

    def finish() -> None:
        for fold in folds:
            record_operation(
                tournament_id=hand.table.tournament_id,
                table_id=hand.table_id,
                operation=engine.decode(fold),
                by=ACTOR.at(after(3)),
            )

    assert "table-3" in heard(finish, django_capture_on_commit_callbacks)
    move.refresh_from_db()
    assert move.status == MoveStatus.APPLIED
    topics = heard(lambda: undo(newest("entry_moved")), django_capture_on_commit_callbacks)
    assert "table-3" in topics


@pytest.mark.rule("HALT-01..02")
def test_its_tablet_wakes_when_a_player_of_the_fullest_table_leaves_with_chips(
    django_capture_on_commit_callbacks: Any,
) -> None:
    tournament = make_room(9, 5, 9)
    put_out(3, 1, 2, 3, minutes=1)

    topics = heard(
        lambda: remove_player(
            tournament_id=tournament.pk, entry_id=sits(1, 9), why="surrendered", by=ACTOR.at(after(2))
        ),
        django_capture_on_commit_callbacks,
    )

    assert "table-3" in topics
    assert deal(3, minutes=3).number == 1


@pytest.mark.rule("HALT-01..02")
def test_it_deals_again_when_the_fullest_tables_lose_players_too(
    django_capture_on_commit_callbacks: Any,
) -> None:
    short_room(out=3)
    put_out(1, 1, minutes=2)
    topics = heard(lambda: put_out(2, 1, minutes=3), django_capture_on_commit_callbacks)

    assert deal(3, minutes=4).number == 1
    # The tablet of table 3 looks again, though nothing changed there.
    assert "table-3" in topics


@pytest.mark.rule("HALT-01..02")
def test_the_floor_waives_it_for_the_players_there_and_no_fewer() -> None:
    tournament = short_room(out=3)
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "table_id": table(3).pk}

    waive_halt(**ids, by=ACTOR.at(after(2)))
    assert halt_of(table(3), players=5) is None

    put_out(3, 4, minutes=3)
    with pytest.raises(Refused, match="4 players short of table 1"):
        deal(3, minutes=4)

    waive_halt(**ids, by=ACTOR.at(after(5)))
    undo(newest("halt_waived"))
    assert table(3).plays_on_with == 5


def test_a_waiver_is_undone_and_given_again() -> None:
    tournament = short_room(out=3)
    waive_halt(tournament_id=tournament.pk, table_id=table(3).pk, by=ACTOR.at(after(2)))

    undo(newest("halt_waived"))
    assert table(3).plays_on_with is None
    undo(newest("halt_restored"))
    assert deal(3, minutes=4).number == 1


def test_an_empty_table_has_nobody_to_play_on_with() -> None:
    tournament = make_room(4, 0)

    with pytest.raises(Refused, match="Table 2 is empty"):
        waive_halt(tournament_id=tournament.pk, table_id=table(2).pk, by=ACTOR.at(after(2)))


def test_where_the_house_only_advises_it_the_table_deals() -> None:
    short_room(out=3, halting="advised")

    assert deal(3, minutes=2).number == 1


def test_before_its_blinds_are_affected_the_table_plays_on() -> None:
    """Seats 1 to 3 had button and blinds; seat 4, due for the big blind, is still there."""
    make_room(8, 8, 8)
    felt = table(3)
    positions = hand_at(1, 2, 3, range(1, 9))
    Table.objects.filter(pk=felt.pk).update(positions_data=positions.to_dict())
    put_out(3, 6, 7, 1, minutes=1)

    assert halt_of(table(3), players=5) is None
    put_out(3, 4, minutes=2)
    halt = halt_of(table(3), players=4)
    assert halt is not None
    assert halt.reason.code == "table_halted_blinds"


def test_the_tablet_says_it_and_offers_no_deal() -> None:
    tournament = short_room(out=3)
    felt = table(3)
    code = make_pairing_code(tournament_id=tournament.pk, table_id=felt.pk, by=ACTOR.at(after(1)))
    tablet = pair_device(code=code.code, now=after(1)).device
    screen = screen_of(tablet, now=after(2))

    assert (screen.prompt.refusal, screen.prompt.can_deal) == ("halted", False)
    assert screen.prompt.halt is not None
    assert screen.prompt.halt.params["short_by"] == 3

    waive_halt(tournament_id=tournament.pk, table_id=felt.pk, by=ACTOR.at(after(3)))
    assert screen_of(tablet, now=after(4)).prompt.can_deal


def test_the_floor_reads_it_in_the_next_steps_and_waives_it_in_one_tap(client: Client) -> None:
    floor = Floor(client, 8, 8, registration=0)
    put_out(2, 1, 2, 3, now=timezone.now())

    page = floor.get("?part=advice").content.decode()
    assert "Play halts at table 2 until it is balanced" in page
    assert 'id="play-on-2"' in page

    assert said(floor.post("tables/2/play-on/")) == ["Let table 2 play on with 5 players."]
    assert 'id="play-on-2"' not in floor.get("?part=advice").content.decode()


@pytest.mark.parametrize(("out", "asked"), [(0, 0), (2, 1)])
def test_a_table_that_has_players_enough_is_not_asked_about(out: int, asked: int) -> None:
    make_room(8, 8, 8) if not out else short_room(out=out)
    found = table(3)
    with CaptureQueriesContext(connection) as captured:
        assert halt_of(found, players=8 - out) is None
    assert len(captured) == asked


def test_tables_that_may_be_short_are_those_that_a_change_elsewhere_concerns() -> None:
    assert tables_that_may_be_short(make_room(9, 9, 6)) == [1, 2, 3]
    assert tables_that_may_be_short(make_room(9)) == [1]
