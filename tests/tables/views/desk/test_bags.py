"""The bags of the day's end through their pages: who may, what is shown, what it costs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import Bag, Seat
from tables.services.moves.breaking import redraw_tables
from tests.factories import ACTOR, give_role
from tests.factories.rounds import Rounds
from tests.tables.services.chips.test_bags import count_all, end_of_day
from tournament.models import LogEntry, Role

pytestmark = pytest.mark.django_db


def at_the_bags(client: Client, *, tables: int = 1, role: Role = Role.FLOOR, **options: Any) -> Rounds:
    room = end_of_day(tables=tables, **options)
    client.force_login(give_role(room.tournament, role, "lia"))
    return room


def post(client: Client, room: Rounds, path: str, data: dict[str, str], *, follow: bool = True) -> Any:
    address = f"/floor/{room.tournament.code}/bags/{path}"
    return client.post(address, {"key": str(uuid4()), **data}, follow=follow)


def bags(room: Rounds, table: int, chips: int) -> dict[str, str]:
    return {f"bag_{entry.pk}": str(chips) for entry in room.felt(table).entries.values()}


def page(client: Client, room: Rounds, query: str = "") -> Any:
    return client.get(f"/floor/{room.tournament.code}/bags/{query}")


@pytest.mark.parametrize("tables", [1, 3])
def test_the_page_takes_the_same_queries_however_many_tables_there_are(
    client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    room = at_the_bags(client, tables=tables)
    count_all(room, 200_000, tables=tables)

    # session, account, staff; the table; the stop; stacks, bags; its players, their bags
    with django_assert_num_queries(9):
        answer = page(client, room, "?table=1")
    assert answer.status_code == 200


def test_a_table_is_counted_and_the_next_one_that_is_not_opens(client: Client) -> None:
    room = at_the_bags(client, tables=3)

    answer = post(client, room, "2/", bags(room, 2, 200_000))

    assert answer.redirect_chain == [(f"/floor/{room.tournament.code}/bags/?table=3", 302)]
    assert "Counted the bags of table 2: " in answer.content.decode()
    assert Bag.objects.count() == 9
    answer = post(client, room, "3/", bags(room, 3, 200_000))
    assert answer.redirect_chain == [(f"/floor/{room.tournament.code}/bags/?table=1", 302)]
    answer = post(client, room, "1/", bags(room, 1, 200_000))
    assert answer.redirect_chain == [(f"/floor/{room.tournament.code}/bags/", 302)]
    answer = post(client, room, "accept/", {})
    assert "Accepted 27 bags: 5,400,000 chips." in answer.content.decode()
    assert "these are the stacks of the next day" in answer.content.decode()


def test_a_difference_is_said_with_its_table_and_asks_for_a_reason(client: Client) -> None:
    room = at_the_bags(client, tables=3)
    count_all(room, 200_000, t3s9=199_000)

    text = page(client, room).content.decode()
    assert "1,000 chips missing (table 3)." in text
    refused = post(client, room, "accept/", {})
    assert refused.status_code == 422
    assert "1,000 missing, at table 3. Count again, or give a reason" in refused.content.decode()
    accepted = post(client, room, "accept/", {"reason": "a chip fell off"})
    assert "Accepted 27 bags: 5,399,000 chips. 1,000 missing (table 3)." in accepted.content.decode()


def test_a_count_that_cannot_be_is_said_at_its_field_with_all_that_was_typed(client: Client) -> None:
    room = at_the_bags(client)
    typed = bags(room, 1, 200_000) | {f"bag_{room.entry(1, 5).pk}": "200001"}

    answer = post(client, room, "1/", typed)

    assert answer.status_code == 422
    text = answer.content.decode()
    assert "200,001 cannot be made with the chips in play" in text
    assert text.count('value="200000"') == 8
    assert not Bag.objects.exists()


def test_before_the_last_hands_the_page_says_what_comes_first(client: Client) -> None:
    room = Rounds((200_000,) * 9)
    client.force_login(give_role(room.tournament, Role.FLOOR, "lia"))

    assert "announce the last hands on the console first" in page(client, room).content.decode()
    answer = post(client, room, "1/", bags(room, 1, 200_000))
    assert (answer.status_code, Bag.objects.count()) == (422, 0)


def test_slips_have_the_name_the_count_and_the_seat(client: Client) -> None:
    room = at_the_bags(client, tables=3)
    count_all(room, 200_000)

    one = client.get(f"/floor/{room.tournament.code}/bags/slips/?table=2")
    everybody = client.get(f"/floor/{room.tournament.code}/bags/slips/")

    # One for the player, one for the bag.
    assert (one.content.decode().count('class="slip"'), everybody.content.decode().count('class="slip"')) == (
        18,
        54,
    )
    assert "200,000 chips" in one.content.decode()
    assert one.content.decode().count("/qr.svg") == 9
    assert [(line.table, line.seat) for line in one.context["lines"]] == [(2, seat) for seat in range(1, 10)]


def test_what_a_table_comes_to_is_said_while_it_is_typed_and_nothing_is_kept(client: Client) -> None:
    room = at_the_bags(client)
    typed = bags(room, 1, 200_000)
    fifth = f"bag_{room.entry(1, 5).pk}"

    for chips, words in (("199000", "1,000 missing"), ("201000", "1,000 too many"), ("200000", "right")):
        shown = post(client, room, "1/", typed | {fifth: chips, "do": "check"}).content.decode()
        assert words in shown
        assert shown.lstrip().startswith("<p")
    shown = post(client, room, "1/", typed | {fifth: "twenty", "do": "check"}).content.decode()
    assert "8 of 9 bags counted" in shown
    assert not Bag.objects.exists()


def test_bags_with_numbers_are_typed_row_by_row(client: Client) -> None:
    room = at_the_bags(client, bag_tags="seals")
    typed = bags(room, 1, 200_000)
    entries = [entry.pk for entry in room.felt(1).entries.values()]
    printed = {f"number_{pk}": f"{214 + seat}" for seat, pk in enumerate(entries)} | {
        f"seal_{pk}": f"A{seat}" for seat, pk in enumerate(entries)
    }
    late = f"bag_{entries[4]}"

    missing = post(client, room, "1/", typed | printed | {late: ""})
    assert missing.status_code == 422
    assert "Enter the chips of this bag too." in missing.content.decode()
    assert missing.content.decode().count('value="214"') == 1
    taken = post(client, room, "1/", typed | printed | {f"number_{entries[8]}": "214"})
    assert taken.status_code == 422
    assert "Bag 214 is that of" in taken.content.decode()

    post(client, room, "1/", typed | printed)

    assert Bag.objects.filter(number="218", seal="A4", entry=entries[4]).exists()
    slips = client.get(f"/floor/{room.tournament.code}/bags/slips/").content.decode()
    assert slips.count("Bag 218") == slips.count("Seal A4") == 2


def test_the_second_count_is_made_without_the_first(client: Client) -> None:
    room = at_the_bags(client, bags_counted_twice=1)
    first = room.entry(1, 1)
    count_all(room, 190_000, tables=1, t1s1=280_000)
    assert "1 of the largest bags is still to be counted a second time:" in " ".join(
        page(client, room).content.decode().split()
    )

    panel = page(client, room, "?again=1").content.decode().partition('id="again-bags"')[2]
    assert first.player.name in panel
    assert "280,000" not in panel
    assert "280000" not in panel

    assert post(client, room, "again/", {f"second_{first.pk}": "many"}).status_code == 422
    different = post(client, room, "again/", {f"second_{first.pk}": "279000"}).content.decode()
    assert "the two counts differ" in different
    assert f"It differs for {first.player.name}." in different
    assert "280,000" not in different.partition('id="messages"')[2].partition("</div>")[0]
    assert post(client, room, "accept/", {"reason": "so they are"}).status_code == 422
    post(client, room, "again/", {f"second_{first.pk}": "280000"})
    assert "Accepted 9 bags" in post(client, room, "accept/", {"reason": "so they are"}).content.decode()


def test_the_next_day_opens_its_bags_where_the_draw_has_put_them(client: Client) -> None:
    room = at_the_bags(client, tables=2, bag_tags="numbers")
    entries = [room.entry(table, seat) for table in (1, 2) for seat in range(1, 10)]
    for table in (1, 2):
        typed = bags(room, table, 200_000) | {
            f"number_{entry.pk}": f"B{entry.number}" for entry in room.felt(table).entries.values()
        }
        post(client, room, f"{table}/", typed)
    restart = f"/floor/{room.tournament.code}/bags/restart/"
    assert "not drawn yet" in client.get(restart).content.decode()
    assert "Your bag" not in client.get(f"/my/{entries[0].link_secret}/").content.decode()
    post(client, room, "accept/", {})

    redraw_tables(tournament_id=room.tournament.pk, tables_left=2, by=ACTOR.at(timezone.now()))

    listed = client.get(restart)
    assert "not drawn yet" not in listed.content.decode()
    lines = [line for lines in listed.context["tables"].values() for line in lines]
    assert {(line.table, line.seat, line.tag.number) for line in lines} == {
        (seat.table.number, seat.number, f"B{seat.entry.number}")
        for seat in Seat.objects.filter(entry__isnull=False).select_related("table", "entry")
        if seat.entry is not None
    }
    assert "Next day: table" in client.get(f"/floor/{room.tournament.code}/bags/slips/").content.decode()
    mine = client.get(f"/my/{entries[0].link_secret}/").content.decode()
    assert f"Your bag B{entries[0].number} holds 200,000 chips." in mine


def test_the_registration_desk_counts_no_bags(client: Client) -> None:
    room = at_the_bags(client, role=Role.REGISTRATION)

    assert page(client, room).status_code == 403
    assert post(client, room, "accept/", {}, follow=False).status_code == 403


def test_the_stacks_on_record_are_filled_in_at_a_tap_and_kept_by_another(client: Client) -> None:
    room = at_the_bags(client, tables=2)
    first = room.entry(1, 1)
    post(client, room, "1/", {f"bag_{first.pk}": "199000"})
    assert "recorded=1" in page(client, room, "?table=1").content.decode()

    filled = page(client, room, "?table=1&recorded=1")

    form = filled.context["form"]
    shown = {row.line.entry_id: form[f"bag_{row.line.entry_id}"].value() for row in form.rows()}
    # What somebody has counted stays.
    assert shown == {room.entry(1, seat).pk: 200_000 for seat in range(2, 10)} | {first.pk: 199_000}
    assert filled.context["sum"].difference == -1_000
    assert Bag.objects.count() == 1
    post(client, room, "1/", {f"bag_{entry}": str(chips) for entry, chips in shown.items()})
    assert "recorded=1" not in page(client, room, "?table=1").content.decode()


def test_accepted_bags_are_opened_again_with_a_reason_in_the_log(client: Client) -> None:
    room = at_the_bags(client, tables=2)
    count_all(room, 200_000, tables=2)
    post(client, room, "accept/", {})
    line = LogEntry.objects.get(verb="bags_accepted")
    page_to_undo = f"/floor/{room.tournament.code}/log/{line.pk}/why/"
    assert page_to_undo in client.get(f"/floor/{room.tournament.code}/log/").content.decode()

    assert client.post(page_to_undo, {"key": str(uuid4()), "reason": ""}).status_code == 422
    client.post(page_to_undo, {"key": str(uuid4()), "reason": "Bag 12 was short"})

    assert LogEntry.objects.get(undoes=line).reason == "Bag 12 was short"
    assert "Bag 12 was short" in client.get(f"/floor/{room.tournament.code}/log/").content.decode()
