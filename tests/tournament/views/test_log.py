"""The log's page: every change in words, filters, pages, and undo."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tables.models import MoveKind
from tables.services.moves.moving import move_entry
from tables.services.table.messages import hold_table
from tests.factories import ACTOR, NOW, give_role, make_tournament
from tests.factories.floor import Floor, said
from tests.factories.lines import write_line
from tournament.changes.change import all_changes
from tournament.changes.prizes import PrizePaid
from tournament.changes.together import UndoneTogether
from tournament.models import LogEntry, Role, Tournament
from tournament.queries.chain.seals import head, seal_of_line
from tournament.queries.log import PAGE_SIZE, LogFilter, kinds, log_lines, log_rows
from tournament.services.actor import CLOCK, HOUSE, Actor
from tournament.services.clock import pause_clock
from tournament.services.log import record
from tournament.services.undo import lines_to_undo
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def hold(floor: Floor, number: int) -> LogEntry:
    hold_table(
        tournament_id=floor.tournament.pk,
        table_id=floor.table(number).pk,
        reason="Spilt drink",
        by=ACTOR.at(timezone.now()),
    )
    return LogEntry.objects.latest("pk")


def texts(floor: Floor, **query: Any) -> list[str]:
    return [line.text for line in floor.get("log/", **query).context["lines"]]


def test_the_newest_change_is_on_top_with_who_when_and_why(client: Client) -> None:
    floor = Floor(client, 3)
    hold(floor, 1)

    line = floor.get("log/").context["lines"][0]

    assert (line.text, line.actor, line.why, line.by, line.can_undo) == (
        "Put table 1 on hold.",
        "Vera Direttrice",
        "Spilt drink",
        "person",
        True,
    )


def test_who_acted_is_a_person_a_tablet_the_clock_or_the_house(client: Client) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/hold/")
    for actor in (CLOCK, HOUSE, Actor(label="Tablet 3", device_id=3)):
        write_line(
            tournament_id=floor.tournament.pk,
            by=actor.at(timezone.now()),
            verb="registration_closed",
            data={},
        )

    assert [line.by for line in floor.get("log/").context["lines"][:4]] == [
        "tablet",
        "house",
        "clock",
        "person",
    ]


def test_the_device_of_a_person_is_kept_and_shown(client: Client) -> None:
    floor = Floor(client, 3)
    phone = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"

    client.post(f"{floor.home}tables/1/hold/", {"key": str(uuid4())}, headers={"User-Agent": phone})

    assert LogEntry.objects.latest("pk").device == "Firefox, Android"
    assert "flora · Firefox, Android" in floor.get("log/").content.decode()


PAID: Final = PrizePaid(entry=1, number=1, name="Anna Verdi", payout=1, amount=100_00)


def test_each_day_of_the_tournament_has_its_date(client: Client) -> None:
    floor = Floor(client, 3)
    # In Rome the later two are of the third day already.
    for moment in (NOW, NOW + timedelta(hours=27), NOW + timedelta(hours=28)):
        record(PAID, tournament_id=floor.tournament.pk, by=ACTOR.at(moment))

    page = floor.get("log/", kind="money").content.decode()

    assert re.findall(r'class="log__day[^>]*>([^<]+)<', page) == ["Mon 16 March 2026", "Sat 14 March 2026"]
    assert page.index("Mon 16 March 2026") < page.index("01:00") < page.index("21:00")


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({"table": "2"}, {"Put table 2 on hold.", "Opened table 2 with 9 seats."}),
        ({"player": "anna"}, {"Registered Anna Verdi as entry number 1 for €50."}),
        ({"kind": "clock"}, {"Started the clock: shuffle up and deal."}),
        ({"kind": "tables", "table": "1"}, {"Put table 1 on hold.", "Opened table 1 with 9 seats."}),
        ({"player": "nobody here"}, set()),
    ],
)
def test_the_log_is_filtered_by_table_player_and_kind(
    client: Client, query: dict[str, str], wanted: set[str]
) -> None:
    floor = Floor(client, 3, 3)
    hold(floor, 1)
    hold(floor, 2)

    assert set(texts(floor, **query)) == wanted


@pytest.mark.parametrize(
    "query",
    [{"table": "x"}, {"table": "99999999999"}, {"before": "-1"}, {"kind": "%"}, {"before": "9" * 40}],
)
def test_a_filter_that_makes_no_sense_is_left_out(client: Client, query: dict[str, str]) -> None:
    floor = Floor(client, 3)

    assert texts(floor, **query) == texts(floor)


def test_a_name_of_ten_thousand_letters_finds_nothing(client: Client) -> None:
    floor = Floor(client, 3)

    assert texts(floor, player="x" * 10_000) == []


def test_older_lines_are_a_page_away_with_the_same_filter(client: Client) -> None:
    floor = Floor(client, 3)
    for _ in range(PAGE_SIZE):
        write_line(
            tournament_id=floor.tournament.pk,
            by=ACTOR.at(timezone.now()),
            verb="message_sent",
            data={"table": 1, "text": "Deal on"},
        )
    hold(floor, 1)

    first = floor.get("log/", table="1")
    assert len(first.context["lines"]) == PAGE_SIZE
    assert first.context["older"].startswith("?table=1&before=")

    second = client.get(f"{floor.home}log/{first.context['older']}")
    assert [line.text for line in second.context["lines"]] == [
        "Message to table 1: “Deal on”",
        "Opened table 1 with 9 seats.",
    ]
    assert second.context["older"] == ""


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_the_same_queries_however_many_lines(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, 4, 4, 4)
    for number in range(1, count + 1):
        hold(floor, number)
        move_entry(
            tournament_id=floor.tournament.pk,
            entry_id=floor.seats[1, number].pk,
            to_table_id=floor.table(3).pk,
            to_seat=5 + number,
            kind=MoveKind.FLOOR,
            by=ACTOR.at(timezone.now()),
        )

    # The lines, their holds (2), moves and ways back (7), and the moves' reasons.
    with django_assert_num_queries(11):
        rows = log_rows(floor.tournament, wanted=LogFilter(), limit=2 * count)
        undoable = lines_to_undo(floor.tournament, rows)
        lines = log_lines(rows, writer=PageWriter.of(floor.tournament), can_undo=undoable)

    assert [line.can_undo for line in lines] == [True] * 2 * count


def test_undo_from_the_log_strikes_the_line_and_names_who_did_it(client: Client) -> None:
    floor = Floor(client, 3)
    line = hold(floor, 1)

    answer = floor.post(f"log/{line.pk}/undo/")

    assert said(answer) == ["Undone: Put table 1 on hold."]
    newest, before = floor.get("log/").context["lines"][:2]
    assert (newest.text, newest.undoes) == ("Released table 1.", line.pk)
    assert (before.undone_by, before.can_undo) == ("flora", False)
    assert said(floor.post(f"log/{line.pk}/undo/")) == ["This has already been undone."]


def test_a_change_of_the_clock_is_undone_from_the_log(client: Client) -> None:
    floor = Floor(client, 3)
    pause_clock(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))
    line = LogEntry.objects.latest("pk")

    floor.post(f"log/{line.pk}/undo/")

    floor.tournament.refresh_from_db()
    assert floor.tournament.clock_state == "running"


def test_a_line_of_another_tournament_is_not_undone_here(client: Client) -> None:
    floor = Floor(client, 3)
    line = hold(floor, 1)
    other = make_tournament(account=floor.account, name="Another one")

    assert client.post(f"/floor/{other.code}/log/{line.pk}/undo/", {"key": str(uuid4())}).status_code == 404
    assert floor.table(1).status == "held"


def test_registration_does_not_read_the_log(client: Client) -> None:
    floor = Floor(client, 3)
    client.force_login(give_role(floor.tournament, Role.REGISTRATION, "rita"))

    assert floor.get("log/").status_code == 403


def test_with_htmx_only_the_lines_come(client: Client) -> None:
    floor = Floor(client, 3)

    assert "<html" not in floor.get("log/", htmx=True).content.decode()


def test_what_people_typed_is_shown_as_text(client: Client) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/message/", text="<script>alert(1)</script>")

    page = floor.get("log/").content.decode()

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_every_kind_has_a_name(client: Client) -> None:
    assert [name for name, _label in kinds()] == [
        "clock",
        "entries",
        "sales",
        "money",
        "bounties",
        "tills",
        "setup",
        "tables",
        "moves",
        "buttons",
        "stacks",
        "colour_ups",
        "rules",
        "absences",
        "hands",
        "stops",
        "words",
        "rulings",
        "tablets",
        "arrivals",
        "departures",
        "penalties",
    ]


def test_every_line_is_found_under_a_kind() -> None:
    # What was undone together may have been of several kinds.
    assert [each for each in all_changes().values() if each.filed_under is None] == [UndoneTogether]


@pytest.mark.parametrize(
    ("path", "part"), [("log/", "log-lines"), ("moves/", "moves"), ("clock/", "panel"), ("payouts/", "pay")]
)
def test_a_part_that_is_fetched_by_itself_leaves_the_message_to_the_answer_of_the_tap(
    client: Client, path: str, part: str
) -> None:
    """It may overtake the answer, and the page does not show it then."""
    floor = Floor(client, 3)
    line = hold(floor, 1)
    client.post(f"{floor.home}log/{line.pk}/undo/", {"key": str(uuid4())})
    of_itself = {"HX-Request": "true", "HX-Trigger": part, "HX-Target": part}
    of_the_tap = {"HX-Request": "true", "HX-Target": part}

    answers = [
        client.get(floor.home + path, headers=headers).content.decode()
        for headers in (of_itself, of_the_tap, of_the_tap)
    ]

    assert ['message__text">Undone: Put table 1' in text for text in answers] == [False, True, False]


def words_of(client: Client, address: str) -> str:
    return " ".join(strip_tags(client.get(address).content.decode()).split())


def test_the_newest_page_has_the_seal_of_everything_written_so_far(client: Client) -> None:
    floor = Floor(client, 3)
    line = hold(floor, 1)
    newest = head(floor.tournament.pk)
    assert newest is not None
    assert newest == seal_of_line(line.pk)

    address = f"/floor/{floor.tournament.code}/log/"
    assert f"Seal {newest.number} · {newest.short} stands for every line" in words_of(client, address)
    assert "stands for every line" not in words_of(client, f"{address}?before={line.pk}")


def test_the_board_of_the_room_has_the_seal_and_the_clock_on_the_wall_has_none(client: Client) -> None:
    floor = Floor(client, 3)
    newest = head(floor.tournament.pk)
    assert newest is not None
    words, of_all = f"Seal {newest.number} · {newest.short}", f"/t/{floor.tournament.code}"

    assert words in words_of(client, f"{of_all}/room/")
    assert "Seal" not in words_of(client, f"{of_all}/clock/")
    Tournament.objects.update(clock_index=2, clock_state="paused", clock_running_since=None)
    assert "Seal" not in words_of(client, f"{of_all}/clock/")
    Tournament.objects.update(status="finished", finished_at=NOW)
    assert "Seal" not in words_of(client, f"{of_all}/clock/")
