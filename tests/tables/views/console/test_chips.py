"""The page of the chips: the ledger against the stacks, the set, and a sheet for each table to colour up."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import TableStatus
from tables.queries.console.chips import chip_board
from tables.queries.room.pieces import piece_counts
from tables.services.chips.colour_up import race_chips
from tables.services.chips.room_counts import ask_for_count, count_total
from tables.services.desk.seating import register_and_seat, void_and_unseat
from tables.services.hands.dealing import start_hand
from tests.factories import ACTOR, NOW, give_role, make_player
from tests.factories.felt import make_felt
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tests.tables.services.chips.test_bags import end_of_day
from tests.tables.views.console.test_colour_up import set_stacks
from tournament.models import Entry, LogEntry, Role, Tournament
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

STACK = "12×25, 12×100, 5×500, 6×1000"


def test_three_tables_are_counted_at_once_and_the_wrong_one_is_found_before_play_resumes(
    client: Client,
) -> None:
    floor = Floor(client, 4, 4, 4)
    assert said(floor.post("chips/count/ask/")) == ["Asked for a count of the chips at every table."]
    assert said(floor.post("chips/count/ask/")) == ["A count of every table is going on already."]
    assert {floor.table(number).status for number in (1, 2, 3)} == {TableStatus.HELD}

    assert said(floor.post("chips/count/1/", chips="40×1000")) == [
        "Counted table 1: 40,000 chips, as in the ledger."
    ]
    assert said(floor.post("chips/count/2/", chips="39.500")) == [
        "Counted table 2: 39,500 chips, 500 missing."
    ]
    assert floor.table(1).status == TableStatus.OPEN
    assert floor.table(2).status == TableStatus.HELD
    page = shown(floor, "chips/count/")
    assert "2 of 3" in page
    assert "500 missing" in page
    assert '<th scope="row" class="number">1,000</th> <td class="number">40</td>' in page

    # Found beneath a seat: counted again, it deals on.
    floor.post("chips/count/2/", chips="40000")
    floor.post("chips/count/3/", chips="40100")
    assert "100 too many" in shown(floor, "chips/count/")
    assert said(floor.post("chips/count/end/")) == ["Ended the count of the chips at every table."]
    assert [floor.table(number).status for number in (1, 2, 3)] == ["open", "open", "held"]
    assert "Count every table now" in shown(floor, "chips/count/")


@pytest.mark.parametrize(
    ("typed", "says"),
    [("", "This field is required."), ("many", "Enter"), ("12x", "cannot be read as chips of one value")],
)
def test_a_total_that_cannot_be_read_counts_nothing(client: Client, typed: str, says: str) -> None:
    floor = Floor(client, 4)
    floor.post("chips/count/ask/")
    assert says in said(floor.post("chips/count/1/", chips=typed))[0]
    assert floor.table(1).status == TableStatus.HELD


def test_nothing_is_counted_without_a_count_nor_during_a_hand(client: Client) -> None:
    floor = Floor(client, 4)
    for answer in (floor.post("chips/count/1/", chips="40000"), floor.post("chips/count/end/")):
        assert said(answer) == ["No count of the tables is going on."]
    felt = make_felt(10_000, 10_000)
    about: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(NOW)}
    start_hand(table_id=felt.table.pk, **about)
    ask_for_count(**about)
    with pytest.raises(Refused, match="is in play at table 1"):
        count_total(table_id=felt.table.pk, chips=20_000, **about)


def setting(floor: Floor, **options: str) -> Tournament:
    Tournament.objects.filter(pk=floor.tournament.pk).update(options_data=options)
    return Tournament.objects.get(pk=floor.tournament.pk)


def shown(floor: Floor, address: str = "chips/", **query: Any) -> str:
    return squeeze(floor.get(address, **query).content.decode())


def test_the_ledger_is_put_against_the_stacks_with_the_exact_difference(client: Client) -> None:
    floor = Floor(client, 4)
    assert "The stacks are the chips in play." in shown(floor)
    board = chip_board(floor.tournament)
    assert [(line.what, line.chips) for line in board.lines] == [("Issued", 40_000)]
    assert [(each.table, each.players, each.chips) for each in board.tables] == [(1, 4, 40_000)]

    set_stacks(floor, 9_500)
    assert "500 missing" in shown(floor)
    set_stacks(floor, 10_025)
    assert "25 too many" in shown(floor)


def test_the_case_says_for_how_many_players_it_is_enough(client: Client) -> None:
    floor = Floor(client, 4)
    assert "then it is said here" in shown(floor)
    setting(floor, stack_chips=STACK, case_chips="40×25, 60×100, 50×500, 75×1000, 35×5000")

    page = shown(floor)

    assert "The case is enough for 3 players. Chips of 25 run out first." in page
    assert "8 missing" in page
    assert "48 chips of 25 are changed into 12 of 100." in page
    assert "off by" not in page
    setting(floor, stack_chips="12×25, 12×100, 5×500")
    page = shown(floor)
    assert "off by −6,000 from the starting stack of 10,000" in page
    assert "The case is enough" not in page


def test_a_void_entry_needs_no_chips(client: Client) -> None:
    floor = Floor(client, 4)
    Entry.objects.filter(pk=floor.seats[1, 4].pk).update(status="void")

    found = chip_board(setting(floor, stack_chips=STACK)).chips

    assert found is not None
    assert (found.entries, found.rows[0].handed_out, found.rows[0].case) == (3, 36, None)


def test_each_table_has_a_sheet_with_its_odd_chips_and_what_to_bring(client: Client) -> None:
    floor = Floor(client, 4, 3)
    set_stacks(floor, 10_075, 10_000, 9_975, 9_950)
    set_stacks(floor, 10_010, table=2)

    page = shown(floor, "chips/sheets/", chips="25-100")

    assert "Table 1: 25 to 100" in page
    assert 'bring <span class="strong">2 chips of 100</span>' in page
    sheets = floor.get("chips/sheets/", chips="25-100").context["sheets"]
    assert [[(row.seat, row.odd) for row in sheet.rows] for sheet in sheets] == [[(1, 3), (3, 3), (4, 2)], []]
    assert "which chips of 25 cannot make" in page
    # Without the question it is the chip that is due, and one that there is not is as good as none.
    queries: list[dict[str, Any]] = [{}, {"chips": "7-9"}]
    for query in queries:
        assert floor.get("chips/sheets/", **query).context["step"] == (25, 100)


@pytest.mark.parametrize("tables", [1, 3])
def test_the_pages_take_the_same_queries_however_many_tables(
    client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, *[3] * tables)

    # Session, account, role; the ledger, the stacks, the tables; counts by the piece.
    with django_assert_num_queries(8):
        floor.get("chips/")
    # Session, account, role; the seats.
    with django_assert_num_queries(4):
        floor.get("chips/sheets/")


def test_the_desk_has_no_page_of_the_chips(client: Client) -> None:
    floor = Floor(client, 3, role=Role.REGISTRATION)

    assert floor.get("chips/").status_code == floor.get("chips/sheets/").status_code == 403


# --- By the piece -----------------------------------------------------------------------------------------------------


def test_a_chip_that_is_missing_is_named_by_its_value_and_its_table(client: Client) -> None:
    floor = Floor(client, 4, 4)
    tournament = setting(floor, stack_chips=STACK)
    floor.post("chips/count/ask/")
    floor.post("chips/count/1/", chips="48×25, 48×100, 20×500, 24×1000")
    assert "Once everything is counted by the piece" in shown(floor, "chips/")
    assert piece_counts(tournament)[0].due is None

    floor.post("chips/count/2/", chips="48×25, 48×100, 19×500, 24×1000")

    (count,) = piece_counts(tournament)
    assert count.values == (25, 100, 500, 1000)
    assert [(row.table, row.pieces) for row in count.tables] == [(1, (48, 48, 20, 24)), (2, (48, 48, 19, 24))]
    assert (count.due, count.differences) == ((96, 96, 40, 48), (0, 0, -1, 0))
    assert not count.is_right
    assert "−1</span>" in squeeze(shown(floor, "chips/"))

    floor.post("chips/count/2/", chips="48×25, 48×100, 20×500, 24×1000")
    assert piece_counts(tournament)[0].is_right


def test_once_a_value_has_left_the_chips_it_became_are_due(client: Client) -> None:
    floor = Floor(client, 4)
    tournament = setting(floor, stack_chips=STACK)
    # 48 chips of 25 are 12 of 100; the odd ones of two stacks are raced for one more.
    set_stacks(floor, 10_025, 10_025, 9_950, 10_000)
    table = floor.table(1)
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "table_id": table.pk}
    race_chips(**ids, old=25, new=100, cards=["2c", "As", "3c", "4c"], by=ACTOR.at(timezone.now()))
    floor.post("chips/count/ask/")

    floor.post("chips/count/1/", chips="60×100, 20×500, 24×1000")

    (count,) = piece_counts(tournament)
    assert (count.values, count.due) == ((100, 500, 1000), (60, 20, 24))
    assert count.is_right
    assert count.beside == 0


def test_bags_counted_by_the_piece_stand_by_day_with_the_tables_they_came_from(client: Client) -> None:
    room = end_of_day(tables=2, stack_chips="40×5000")
    client.force_login(give_role(room.tournament, Role.FLOOR, "lia"))
    for table, typed in ((1, "40×5000"), (2, "39×5000")):
        fields = {f"bag_{entry.pk}": typed for entry in room.felt(table).entries.values()}
        client.post(
            f"/floor/{room.tournament.code}/bags/{table}/", {"key": str(uuid4()), **fields}, follow=True
        )

    (count,) = piece_counts(room.tournament)

    assert (count.day, count.values) == (1, (5000,))
    assert [(row.table, row.pieces) for row in count.tables] == [(1, (360,)), (2, (351,))]
    assert (
        "Bags of day 1, by the piece" in client.get(f"/floor/{room.tournament.code}/chips/").content.decode()
    )
    # Undone, they stand no more.
    for line in LogEntry.objects.filter(tournament=room.tournament, verb="bags_counted").order_by("-pk"):
        undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    assert piece_counts(room.tournament) == ()


def test_an_entry_that_is_void_has_handed_its_chips_back(client: Client) -> None:
    floor = Floor(client, 4)
    tournament = setting(floor, stack_chips=STACK)
    mistaken = register_and_seat(
        tournament_id=tournament.pk, player_id=make_player("Rita Errore").pk, by=ACTOR.at(timezone.now())
    )
    void_and_unseat(
        tournament_id=tournament.pk,
        entry_id=mistaken.entry.pk,
        reason="A mistake",
        by=ACTOR.at(timezone.now()),
    )
    floor.post("chips/count/ask/")

    floor.post("chips/count/1/", chips="48×25, 48×100, 20×500, 24×1000")

    (count,) = piece_counts(tournament)
    assert count.is_right
    assert (count.beside, count.is_guess) == (0, False)


def test_the_same_bag_counted_again_by_the_piece_is_nothing_new_and_its_newest_count_is_undone_first(
    client: Client,
) -> None:
    room = end_of_day(tables=1, stack_chips="40×5000")
    client.force_login(give_role(room.tournament, Role.FLOOR, "lia"))

    def bag(typed: str) -> None:
        fields = {f"bag_{entry.pk}": typed for entry in room.felt(1).entries.values()}
        client.post(f"/floor/{room.tournament.code}/bags/1/", {"key": str(uuid4()), **fields})

    bag("200000")
    for _ in range(2):
        bag("40×5000")
    first, second = LogEntry.objects.filter(tournament=room.tournament, verb="bags_counted").order_by("pk")
    event = Tournament.objects.get(pk=room.tournament.pk)
    assert lines_to_undo(event, [first, second]) == {second.pk}
    undo_line(tournament_id=room.tournament.pk, line_id=second.pk, by=ACTOR.at(NOW))
    assert piece_counts(room.tournament) == ()
