"""A table is coloured up from the floor's screen: the three ways, as plain forms and with htmx."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone, translation

from tables.changes.colour_ups import TableColouredUp
from tables.forms.cards import write_cards
from tables.forms.colour_up import read_cards
from tables.models import SeatDraw
from tables.queries.console.colour_up import ColourUp
from tables.services.hands.dealing import start_hand
from tests.factories import ACTOR
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import ChipRow, Entry, LogEntry, Role
from tournament.services.clock import next_period

pytestmark = pytest.mark.django_db

URL = "tables/1/colour-up/"


def set_stacks(floor: Floor, *stacks: int, table: int = 1) -> None:
    for seat, stack in enumerate(stacks, start=1):
        Entry.objects.filter(pk=floor.seats[table, seat].pk).update(stack=stack)


def stacks(floor: Floor, table: int = 1) -> list[int]:
    seats = floor.table(table).seats.exclude(entry=None).order_by("number")
    return list(seats.values_list("entry__stack", flat=True))


def opened(floor: Floor, way: str) -> ColourUp:
    shown = floor.get("tables/1/", htmx=True, part="colour_up", colour_up=way).context["colour_up"]
    assert isinstance(shown, ColourUp)
    return shown


def tap(floor: Floor, way: str, /, *, step: str = "book", htmx: bool = False, **fields: Any) -> Any:
    """A tap of the form as the page shows it now; `seen` is asked for where the test does not say it."""
    seen = fields.pop("seen", None) or opened(floor, way).seen
    return floor.post(URL, htmx=htmx, **{"way": way, "seen": seen, "step": step, **fields})


def undo_in(page: Any) -> str:
    line = LogEntry.objects.get(verb="table_coloured_up")
    address = f"/log/{line.pk}/undo/"
    assert address in page.content.decode()
    return address.removeprefix("/")


# --- What it shows ------------------------------------------------------------------------------------------


def test_the_form_waits_until_it_is_asked_for(client: Client) -> None:
    floor = Floor(client, 3)

    closed, page = floor.get("tables/1/"), floor.get("tables/1/", colour_up="race")

    assert closed.context["colour_up"] is None
    assert 'href="' + floor.home + 'tables/1/?colour_up=race#colour-up"' in closed.content.decode()
    assert floor.get("tables/1/", colour_up="nothing").context["colour_up"] is None
    assert page.context["colour_up"].way == "race"
    assert f'action="{floor.home}{URL}"' in page.content.decode()


def test_its_part_alone_is_fetched_by_a_tap(client: Client) -> None:
    floor = Floor(client, 3)

    part = floor.get("tables/1/", htmx=True, part="colour_up", colour_up="counted").content.decode()

    assert part.lstrip().startswith("<section")
    assert 'name="stack_3"' in part
    assert 'id="felt"' not in part


def test_who_may_not_write_is_offered_no_colour_up(client: Client) -> None:
    floor = Floor(client, 3, role=Role.REGISTRATION)

    page = floor.get("tables/1/", colour_up="race").content.decode()

    assert "colour-up" not in page.replace("colour_up.css", "")
    assert floor.post(URL, way="counted").status_code == 403


def test_the_chips_that_have_left_are_raced_first(client: Client) -> None:
    floor = Floor(client, 3)
    set_stacks(floor, 10_500, 9_900, 9_600)
    assert opened(floor, "race").step == (25, 100)
    for _ in range(2):
        next_period(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))

    assert opened(floor, "race").step == (100, 500)
    set_stacks(floor, 10_525)
    assert opened(floor, "race").step == (25, 100)


def test_odd_chips_and_the_next_seat_to_be_dealt_a_card_are_shown(client: Client) -> None:
    floor = Floor(client, 4)
    set_stacks(floor, 10_075, 10_000, 9_975, 9_950)

    shown = tap(floor, "race", step="look", chips="25-100", cards="Kd 5c").context["colour_up"]

    assert (shown.odd, shown.raced, shown.missing, shown.next_seat) == (8, 2, 6, 1)
    assert [(row.seat, row.odd, row.cards, row.after) for row in shown.rows] == [
        (1, 3, ("Kd", "5c"), None),
        (3, 3, (), None),
        (4, 2, (), None),
    ]
    assert not shown.is_ready
    assert stacks(floor) == [10_075, 10_000, 9_975, 9_950]


def test_a_card_is_picked_by_a_tap_and_taken_back_by_another(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_075, 9_925)

    picked = tap(floor, "race", step="", htmx=True, chips="25-100", cards="Kd 5c", pick="Ts")
    back = tap(floor, "race", step="", htmx=True, chips="25-100", cards="Kd 5c 10s", pick="5c")

    assert 'value="Kd 5c 10s"' in picked.content.decode()
    assert 'value="Kd 10s"' in back.content.decode()
    assert picked.content.decode().lstrip().startswith("<section")


def test_cards_tapped_before_the_answer_to_the_first_are_all_picked(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_075, 9_925)
    of: dict[str, Any] = {"step": "", "htmx": True, "chips": "25-100"}

    picked = tap(floor, "race", **of, cards="Kd", picked=["5c", "Ts", "5c", "9h"], pick="9h")
    unread = tap(floor, "race", **of, cards="Kd five", picked=["5c"])

    assert 'value="Kd 10s 9h"' in picked.content.decode()
    assert 'value="Kd five"' in unread.content.decode()


def test_the_result_is_shown_before_it_is_booked(client: Client) -> None:
    floor = Floor(client, 3)
    set_stacks(floor, 10_075, 10_000, 25)

    page = tap(floor, "race", step="look", chips="25-100", cards="9s 4d 4c 2c")

    shown = page.context["colour_up"]
    assert [(row.seat, row.after, row.outcome) for row in shown.rows] == [
        (1, 10_100, "wins"),
        (3, 100, "protected"),
    ]
    words = squeeze(page.content.decode())
    assert words.count("wins a chip") == words.count("<span>protected</span>") == 1
    assert (shown.chips_before, shown.chips_after, shown.difference) == (20_100, 20_200, 100)
    assert "20,100 →" in page.content.decode()
    assert not LogEntry.objects.filter(verb="table_coloured_up").exists()


@pytest.mark.parametrize("way", ["race", "late"])
def test_a_table_without_odd_chips_has_nothing_to_book(client: Client, way: str) -> None:
    floor = Floor(client, 3)

    page = floor.get("tables/1/", colour_up=way).content.decode()

    assert "No stack at this table has odd chips of 25." in page
    assert 'id="colour-up-book"' not in page


def test_stacks_that_cannot_be_raced_are_named(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_010, 9_990)

    page = floor.get("tables/1/", colour_up="race").content.decode()

    assert "Seat 1 has 10,010, which chips of 25 cannot make" in page


@pytest.mark.parametrize("players", [2, 9])
@pytest.mark.parametrize("way", ["race", "counted", "late"])
def test_the_form_takes_the_same_queries_however_many_players(
    client: Client, players: int, way: str, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, players)
    set_stacks(floor, *range(10_025, 10_025 + 25 * players, 25))

    # Session and account, role, table; stacks and the hand in play.
    with django_assert_num_queries(6):
        floor.get("tables/1/", htmx=True, part="colour_up", colour_up=way)


# --- Booked -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_a_race_is_booked_and_undone_from_its_message(client: Client, htmx: bool) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_075, 9_950)

    page = tap(floor, "race", htmx=htmx, chips="25-100", cards="Kd 5c 9s Ah 2d")

    assert said(page) == ["Coloured up table 1."]
    assert stacks(floor) == [10_000, 10_000]
    assert page.context["colour_up"] is None
    line = LogEntry.objects.get(verb="table_coloured_up")
    assert (line.account, TableColouredUp.of(line).winners) == (floor.account, (2,))
    assert ChipRow.objects.get(kind="colour_up").amount == -25
    floor.post(undo_in(page))
    assert stacks(floor) == [10_075, 9_950]


@pytest.mark.parametrize("htmx", [False, True])
def test_drawn_cards_are_booked_with_their_tap_and_then_shown(client: Client, htmx: bool) -> None:
    floor = Floor(client, 3)
    set_stacks(floor, 10_075, 10_000, 9_975)

    page = tap(floor, "race", step="draw", htmx=htmx, chips="25-100", cards="Kd five")

    shown, text = page.context["colour_up"], page.content.decode()
    draw = SeatDraw.objects.get(kind="chip-race")
    assert said(page) == ["Coloured up table 1."]
    assert [[row.seat, *row.cards] for row in shown.rows] == draw.result
    assert [len(row.cards) for row in shown.rows] == [3, 3]
    assert [row.after for row in shown.rows] == [stacks(floor)[0], stacks(floor)[2]]
    assert f"/t/{floor.tournament.code}/draws/{draw.number}/" in text
    assert "Chip race, 25 to 100: the cards are drawn and the stacks booked." in squeeze(text)
    assert squeeze(text).count("wins a chip") == [row.outcome for row in shown.rows].count("wins") >= 1


def test_cards_cannot_be_drawn_a_second_time_but_by_an_undo_that_stays_on_the_page(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_075, 9_975)
    page = tap(floor, "race", step="draw", chips="25-100")
    floor.post(undo_in(page))
    assert floor.get("tables/1/", colour_up="drawn").context["colour_up"] is None

    tap(floor, "race", step="draw", chips="25-100")

    assert floor.get("tables/1/", colour_up="drawn").context["colour_up"].draw == 2
    draws = client.get(f"/t/{floor.tournament.code}/draws/").content.decode()
    assert draws.count("Cards of a chip race") == 2
    assert draws.count("undone") == 1


def test_a_table_whose_race_was_dealt_by_hand_shows_no_draw(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_075, 9_975)
    tap(floor, "race", step="draw", chips="25-100")
    assert floor.get("tables/1/", colour_up="drawn").context["colour_up"].draw == 1
    set_stacks(floor, 10_075, 9_950)
    tap(floor, "race", chips="25-100", cards="Kd 5c 9s Ah 2d")

    assert floor.get("tables/1/", colour_up="drawn").context["colour_up"] is None


def test_stacks_are_booked_as_counted_and_empty_fields_keep_theirs(client: Client) -> None:
    floor = Floor(client, 3)
    set_stacks(floor, 10_075, 9_950, 9_975)

    page = tap(floor, "counted", stack_1="10.000", stack_2="", stack_3="10000")

    assert said(page) == ["Coloured up table 1."]
    assert stacks(floor) == [10_000, 9_950, 10_000]
    assert ChipRow.objects.get(kind="colour_up").amount == -50
    floor.post(undo_in(page))
    assert stacks(floor) == [10_075, 9_950, 9_975]


def test_the_differences_are_shown_before_they_are_booked(client: Client) -> None:
    floor = Floor(client, 3)

    page = tap(floor, "counted", step="look", htmx=True, stack_1="10025", stack_2="9.900", stack_3="1e")

    shown = page.context["colour_up"]
    assert [row.difference for row in shown.rows] == [25, -100, None]
    assert not shown.is_ready
    assert "One stack is not a valid number." in page.content.decode()
    assert page.status_code == 200


def test_late_chips_are_changed_at_equal_value(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_175, 9_900)

    assert said(tap(floor, "late", chips="25-100")) == ["Coloured up table 1."]
    assert stacks(floor) == [10_100, 9_900]


def test_nothing_changed_is_said_and_leaves_no_line(client: Client) -> None:
    floor = Floor(client, 2)

    assert said(tap(floor, "counted", stack_1="10000")) == ["Stacks unchanged."]
    assert not LogEntry.objects.filter(verb="table_coloured_up").exists()


def test_the_same_tap_twice_books_once_and_answers_the_same(client: Client) -> None:
    floor = Floor(client, 2)
    fields: dict[str, Any] = {"stack_1": "10025", "key": str(uuid4()), "seen": opened(floor, "counted").seen}

    first = tap(floor, "counted", **fields)
    second = tap(floor, "counted", **fields)

    assert said(first) == said(second) == ["Coloured up table 1."]
    assert LogEntry.objects.filter(verb="table_coloured_up").count() == 1
    assert ChipRow.objects.get(kind="colour_up").amount == 25


# --- Refused ------------------------------------------------------------------------------------------------


def test_during_a_hand_the_form_says_when(client: Client) -> None:
    floor = Floor(client, 3)
    seen = opened(floor, "counted").seen
    start_hand(tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(timezone.now()))

    page = floor.get("tables/1/", colour_up="race").content.decode()
    answer = floor.post(URL, way="counted", seen=seen, step="book", stack_1="10025")

    assert "Hand 1 is in play: colour up when it is over." in page
    assert f'action="{floor.home}{URL}"' not in page
    assert answer.status_code == 422
    assert "Hand 1 is in play at table 1. Count the stacks when it is over." in answer.content.decode()
    assert stacks(floor) == [10_000] * 3


def test_stacks_that_changed_meanwhile_are_shown_anew_with_what_was_typed(client: Client) -> None:
    floor = Floor(client, 2)
    seen = opened(floor, "counted").seen
    set_stacks(floor, 10_050)

    page = tap(floor, "counted", seen=seen, stack_1="10075")

    text = page.content.decode()
    assert page.status_code == 422
    assert "The stacks at table 1 have changed. Check them again." in text
    assert 'value="10075"' in text
    assert page.context["colour_up"].rows[0].before == 10_050
    assert page.context["colour_up"].seen != seen
    assert stacks(floor) == [10_050, 10_000]


@pytest.mark.parametrize(
    ("way", "fields", "name", "htmx"),
    [
        ("counted", {"stack_1": "0"}, "stack_1", False),
        ("counted", {"stack_1": "lots"}, "stack_1", True),
        ("counted", {"stack_2": "9" * 30}, "stack_2", True),
        ("race", {"chips": "25-100", "cards": "Kd 5x"}, "cards", False),
        ("race", {"chips": "25-100", "cards": "Kd Kd 5c"}, "cards", True),
    ],
)
def test_what_is_typed_wrong_is_said_at_its_field_and_nothing_is_booked(
    client: Client, way: str, fields: dict[str, Any], name: str, htmx: bool
) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_075, 10_000)

    page = tap(floor, way, htmx=htmx, **fields)

    assert page.status_code == 422
    assert page.context["colour_up_form"].errors[name]
    assert f'value="{fields[name]}"' in page.content.decode()
    assert stacks(floor) == [10_075, 10_000]


def test_a_race_with_cards_to_come_is_refused(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_075, 10_000)

    page = tap(floor, "race", chips="25-100", cards="Kd 5c")

    assert page.status_code == 422
    assert "one known card for each odd chip" in page.content.decode()


def test_a_card_too_many_is_refused_and_the_others_are_still_there(client: Client) -> None:
    floor = Floor(client, 2)
    set_stacks(floor, 10_050, 10_000)

    page = tap(floor, "race", step="look", chips="25-100", cards="Kd 5c 9s")

    shown, text = page.context["colour_up"], page.content.decode()
    assert [row.cards for row in shown.rows] == [("Kd", "5c")]
    assert "one known card for each odd chip" in text
    assert 'value="Kd 5c 9s"' in text
    assert not shown.is_ready


def test_a_form_that_no_page_sends_is_not_understood(client: Client) -> None:
    floor = Floor(client, 2)
    good: dict[str, Any] = {
        "way": "counted",
        "seen": opened(floor, "counted").seen,
        "step": "book",
        "stack_1": "10025",
    }

    for wrong in ({"way": "x"}, {"seen": "x"}, {"chips": "25-99"}, {"seen": "\x00"}):
        assert "was not recognised" in said(floor.post(URL, **{**good, **wrong}))[0], wrong
        assert stacks(floor) == [10_000, 10_000]


# --- Cards as they are typed --------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["Kd 10s 5c", "kd10s5c", "K♦, T♠\ufe0e; 5♣", " KD TS 5C "])
def test_cards_are_read_however_they_are_typed(typed: str) -> None:
    with translation.override("en"):
        assert read_cards(typed) == ("Kd", "Ts", "5c")
        assert write_cards(("Kd", "Ts", "5c")) == "Kd 10s 5c"


def test_suits_are_read_and_written_by_the_letters_of_the_reader() -> None:
    with translation.override("it"):
        assert read_cards("Kq 10p 5f Ac") == ("Kd", "Ts", "5c", "Ah")
        assert write_cards(("Kd", "Ts", "5c", "Ah")) == "Kq 10p 5f Ac"
