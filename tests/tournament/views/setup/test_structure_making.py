"""A structure made from what a director knows, shown as three sheets and put in the editor."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import PLAN, as_vera, make_account
from tests.factories.field import entered, started
from tests.pages import squeeze
from tests.tournament.rules.structures import hands_level, level, pause_of, structure
from tests.tournament.views.setup.test_structure_text import editor_data, saved
from tournament.models import Tournament
from tournament.queries.made_structures import SheetsPlanned
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.generate.ends import ends_after
from tournament.rules.structure.generate.stakes import stakes_of
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.mixed import ROTATIONS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LATER = tuple(
    level(small, 2 * small) for small in (300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000)
)
HOUR = timedelta(hours=1)  # of Rome in March before UTC
CLUB = {
    "players": "15-20",
    "stack": "10,000",
    "chip_values": "25, 100, 500, 1000, 5000",
    "rebuys": "2",
    "hours": "5:30",
    "level_minutes": "20",
    "break_every": "80",
    "break_minutes": "10",
    "ante_kind": "big_blind",
    "ante_from": "5",
    "game": "NT",
}


def asked(client: Client, tournament: Tournament, **data: str) -> Any:
    return client.get(f"/floor/{tournament.code}/structure/make/", CLUB | data)


def put(client: Client, tournament: Tournament, page: Any, pace: str) -> Any:
    data = {"wishes": page.context["asked"], "pace": pace}
    return client.post(f"/floor/{tournament.code}/structure/make/", data)


def test_the_form_begins_with_what_the_event_says(client: Client) -> None:
    tournament = as_vera(client, starts_at=datetime(2026, 3, 14, 19, 30, tzinfo=UTC))
    form = client.get(f"/floor/{tournament.code}/structure/make/").context["form"]
    assert form.initial == {
        "players": "",
        "stack": "10000",
        "chip_values": "25, 100, 500, 1000, 5000",
        "hours": "",
        "starts": "20:30",
        "level_minutes": "20",
        "break_every": "40",
        "break_minutes": "10",
        "ante_kind": "big_blind",
        "ante_from": "3",
        "game": "NT",
    }


def test_what_has_been_entered_and_bought_is_known_too(client: Client) -> None:
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=30))
    client.force_login(make_account())
    form = client.get(f"/floor/{tournament.code}/structure/make/").context["form"]
    assert form.initial["players"] == "12"
    assert set(form.fields) == {*CLUB, "ends"} - {"hours", "rebuys"}


def test_three_sheets_are_shown_with_their_ends_averages_and_chips(client: Client) -> None:
    tournament = as_vera(client, starts_at=datetime(2026, 3, 14, 19, 30, tzinfo=UTC))
    page = asked(client, tournament, starts="20:30", ends="02:00", hours="")
    said = squeeze(page.content.decode())
    assert [sheet.pace for sheet in page.context["sheets"]] == ["gentle", "middle", "steep"]
    for sheet in page.context["sheets"]:
        low, mid, high = (moment.astimezone(UTC) for moment in sheet.times)
        asked_for = datetime(2026, 3, 15, 1, 0, tzinfo=UTC)
        assert low < mid < high
        assert abs(mid - asked_for) <= timedelta(minutes=20)
        assert f"between {low + HOUR:%H:%M} and {high + HOUR:%H:%M}" in said
        first, second, *_ = (row for row in sheet.rows if row.break_)
        assert first.depth.big_blinds > second.depth.big_blinds > 1
        assert first.depth.left > second.depth.left > 1
    assert "A stack: 8 × 25, 8 × 100, 8 × 500, 5 × 1,000" in said
    assert "for 22 stacks: 176 × 25, 176 × 100, 176 × 500, 110 × 1,000" in said


def test_the_case_of_the_event_is_enough_or_says_which_chips_run_out(client: Client) -> None:
    case = "160×25, 160×100, 100×500, 200×1000"
    tournament = as_vera(client, case_chips=case, stack_chips="8×25, 8×100, 8×500, 5×1000")
    page = squeeze(asked(client, tournament).content.decode())
    assert "The case is enough for 12 players. Chips of 500 run out first." in page
    page = squeeze(asked(client, tournament, players="10").content.decode())
    assert "The case is enough for 12 players." in page
    assert asked(client, tournament, players="10").context["chips"].is_short is False


def test_one_sheet_is_put_in_the_editor_and_nothing_is_saved_yet(client: Client) -> None:
    tournament = as_vera(client)
    page = asked(client, tournament)
    response = put(client, tournament, page, "steep")
    assert "levels are in the editor. Nothing is saved yet." in squeeze(response.content.decode())
    assert Tournament.objects.get().structure == PLAN.structure

    assert saved(client, tournament, response).status_code == 302
    shown = page.context["sheets"][2]
    structure = Tournament.objects.get().structure
    assert [row.level or row.break_ for row in shown.rows] == list(structure.periods)
    chips = (25, 100, 500, 1_000, 5_000)
    assert check_structure(structure, starting_stack=10_000, chip_values=chips) == ()


def test_with_the_clock_running_played_rows_stay_and_the_rest_is_made_to_end_in_time(client: Client) -> None:
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=30))
    client.force_login(make_account())
    ends = timezone.now().astimezone(ZoneInfo(tournament.time_zone)) + timedelta(hours=3)
    page = asked(client, tournament, players="12", ends=f"{ends:%H:%M}")
    assert "Rows 1 to 2 have been played: they stay as they are." in squeeze(page.content.decode())
    response = put(client, tournament, page, "middle")
    saved(client, tournament, response)
    structure = Tournament.objects.get().structure
    assert structure.periods[:2] == PLAN.structure.periods[:2]
    later = [period.small_blind for period in structure.periods[2:] if isinstance(period, Level)]
    assert later[0] > 50
    assert later == sorted(set(later))


TWO_DAYS = Structure(periods=(*PLAN.structure.periods, Break(duration_seconds=12 * 3600), *LATER))
NO_NIGHT = "A structure made here has no night"


def test_a_night_that_would_be_lost_is_said_and_no_end_is_proposed_without_its_day(client: Client) -> None:
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=30), structure=TWO_DAYS)
    client.force_login(make_account())
    page = client.get(f"/floor/{tournament.code}/structure/make/")
    assert NO_NIGHT in squeeze(page.content.decode())
    assert "ends" not in page.context["form"].initial
    assert page.context["form"].initial["players"] == "12"


def test_without_a_night_ahead_none_is_spoken_of(client: Client) -> None:
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=100), structure=TWO_DAYS)
    client.force_login(make_account())
    page = client.get(f"/floor/{tournament.code}/structure/make/")
    assert NO_NIGHT not in squeeze(page.content.decode())
    assert "ends" in page.context["form"].initial


@pytest.mark.parametrize(
    ("data", "field", "says"),
    [
        ({"players": "many"}, "players", "Enter a number of players, or a range such as 15-20."),
        ({"players": "20-15"}, "players", "enter a whole number from 20 to 20,000"),
        ({"stack": "10010"}, "stack", "A stack of 10,010 cannot be made with these chips. Enter a multiple of 25."),
        ({"stack": "500"}, "stack", "A stack of 500 has too few of the smallest chip."),
        ({"chip_values": "x"}, "chip_values", "“x” is not a chip value"),
        ({"hours": "soon"}, "hours", "Enter hours, for example 5:30, or 5.5."),
        ({"hours": "0:20"}, "hours", "Play takes from 30 minutes to 7 days."),
        ({"hours": ""}, "hours", "Enter how many hours it may take, or when it ends."),
        ({"hours": "1"}, "hours", "With these, play ends after"),
        ({"ends": "23:30"}, "starts", "Enter when the first hand is dealt."),
        ({"ends": "19:00", "starts": "18:00"}, "ends", "With these, play ends at about"),
        ({"hours": "100", "level_minutes": "10"}, "level_minutes", "So many levels are more than a structure has."),
        ({"level_minutes": "300"}, "level_minutes", "Enter minutes from 1 to 240."),
        ({"break_minutes": ""}, "break_minutes", "Enter how long a break lasts."),
        ({"game": "XX"}, "game", "Select a valid choice"),
    ],
)  # fmt: skip
def test_what_makes_no_structure_is_said_at_its_field(
    client: Client, data: dict[str, str], field: str, says: str
) -> None:
    tournament = as_vera(client)
    response = asked(client, tournament, **data)
    assert response.status_code == 422
    assert says in " ".join(response.context["form"].errors[field])
    wishes = response.wsgi_request.GET.urlencode()
    posted = client.post(f"/floor/{tournament.code}/structure/make/", {"wishes": wishes})
    assert posted.status_code == 422
    assert says in " ".join(posted.context["form"].errors[field])


def test_a_rotation_is_made_with_the_stakes_of_each_game(client: Client) -> None:
    tournament = as_vera(client)
    page = asked(client, tournament, game="horse", hours="6", ante_kind="none")
    level = page.context["sheets"][1].rows[0].level
    assert [game.game for game in level.all_games] == ["FT", "FO/8", "FR", "F7S", "F7S/8"]
    assert level.hands_per_game == 8


def test_hours_may_be_said_with_a_decimal(client: Client) -> None:
    tournament = as_vera(client)
    assert asked(client, tournament, hours="5.5").context["form"].wishes.seconds == 330 * 60


def test_the_forecast_is_asked_a_hundred_times_or_so_where_no_sheet_can_end_then(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[int] = []

    def counted(_forecasts: SheetsPlanned, rows: Any, *_: int) -> int:
        asked_for.append(len(rows))
        return 9 * 24 * 3600

    monkeypatch.setattr(SheetsPlanned, "ends_after", counted)
    tournament = as_vera(client)
    response = asked(client, tournament, hours="72", level_minutes="", players="20000", stack="10000000")
    assert response.status_code == 422
    assert 3 < len(asked_for) <= 100


def test_more_chips_than_an_amount_may_have_are_refused_where_they_are_typed(client: Client) -> None:
    tournament = as_vera(client)
    response = asked(client, tournament, players="20000", stack="100000000")
    assert response.context["form"].errors["stack"] == [
        "This would be more chips in play than 1,000,000,000,000. Enter a smaller stack, or fewer players."
    ]


def test_the_games_so_far_keep_their_hands_and_their_orbits(client: Client) -> None:
    games, _hands = ROTATIONS["horse"]
    stakes = tuple(stakes_of(game, small=50, unit=25, ante_kind="none") for game in games)
    first = Level.mixed(games=stakes, hands_per_game=6, orbit_from=4, duration_seconds=1200)
    tournament = as_vera(client, structure=structure(first))
    form = client.get(f"/floor/{tournament.code}/structure/make/").context["form"]
    assert form.initial["game"] == "own"
    page = asked(client, tournament, game="own", hours="6", ante_kind="none")
    levels = [row.level for row in page.context["sheets"][1].rows if row.level]
    assert {(level.hands_per_game, level.orbit_from) for level in levels} == {(6, 4)}


def test_behind_a_final_table_by_hands_the_levels_are_by_hands(client: Client) -> None:
    rows = (hands_level(100, 200, hands=15), level(200, 400))
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=10), structure=structure(*rows))
    client.force_login(make_account())
    ends = timezone.now().astimezone(ZoneInfo(tournament.time_zone)) + timedelta(hours=4)
    page = asked(client, tournament, players="12", ends=f"{ends:%H:%M}", level_minutes="")
    made = next(sheet for sheet in page.context["sheets"] if sheet.rows)
    assert {row.level.hands for row in made.rows if row.level} == {15}
    assert "15 hands" in squeeze(page.content.decode())


@pytest.mark.parametrize(
    ("rows", "typed"),
    [
        ((level(minutes=60),) * 5 + (pause_of(30),), ("60", "240", "30")),
        ((level(minutes=5), pause_of(200), level(minutes=5), pause_of(5)), ("5", "10", "5")),
        (((level(minutes=1),) * 50 + (pause_of(5),)), ("", "50", "5")),
        ((level(minutes=60), pause_of(12 * 60), level(minutes=60), pause_of(15)), ("60", "60", "15")),
        ((level(minutes=300), pause_of(12 * 60)), ("", "", "10")),
        ((level(minutes=20), Break(duration_seconds=30)), ("20", "20", "1")),
    ],
)
def test_what_the_form_begins_with_is_what_it_takes(
    client: Client, rows: tuple[Period, ...], typed: tuple[str, str, str]
) -> None:
    """Five hours without a break, a night, levels too long to wish for, or so short that there would be too many."""
    last = level(200, 400, minutes=rows[0].duration_seconds // 60)
    tournament, _ = entered(12, structure=structure(*rows, last))
    client.force_login(make_account())
    form = client.get(f"/floor/{tournament.code}/structure/make/").context["form"]
    assert tuple(form.initial[name] for name in ("level_minutes", "break_every", "break_minutes")) == typed
    page = client.get(f"/floor/{tournament.code}/structure/make/", form.initial)
    assert set(page.context["form"].errors) <= {"hours"}, page.context["form"].errors
    response = client.get(f"/floor/{tournament.code}/structure/")
    made = made_rest(client, tournament, response, 0)
    # In front of a night it is refused (below).
    has_night = any(row.duration_seconds > 4 * 3600 for row in rows if isinstance(row, Break))
    assert made.status_code == (422 if has_night else 200), squeeze(made.content.decode())


# --- The rest of what is in the editor --------------------------------------------------------------------------


def made_rest(client: Client, tournament: Tournament, response: Any, place: int, **changed: str) -> Any:
    data = editor_data(response) | changed | {"do": f"rest:{place}"}
    return client.post(f"/floor/{tournament.code}/structure/", data)


def test_a_level_is_changed_and_those_after_it_are_made_again_for_the_same_end(client: Client) -> None:
    tournament = as_vera(client)
    response = put(client, tournament, asked(client, tournament), "middle")
    changed = {"row-3-small_blind": "150", "row-3-big_blind": "300"}
    response = made_rest(client, tournament, response, 3, **changed)
    assert response.status_code == 200
    saved(client, tournament, response)
    structure = Tournament.objects.get().structure
    smalls = [period.small_blind for period in structure.periods if isinstance(period, Level)]
    assert smalls[:4] == [25, 50, 75, 150]
    assert smalls == sorted(set(smalls))
    ends = ends_after(structure.periods, 18, 200_000)
    assert abs(ends - 330 * 60) <= 20 * 60


def test_the_rest_is_made_from_what_the_event_says_where_nothing_was_wished(client: Client) -> None:
    tournament, _ = entered(12)
    client.force_login(make_account())
    response = client.get(f"/floor/{tournament.code}/structure/")
    response = made_rest(client, tournament, response, 0)
    assert response.status_code == 200
    rows = response.context["rows"]
    assert len(rows) > len(PLAN.structure.periods)
    assert rows[0].period == PLAN.structure.periods[0]


@pytest.mark.parametrize(
    ("place", "changed", "says"),
    [
        (0, {}, "First say under “Make a structure” how many players are expected"),
        (1, {"row-0-minutes": "x"}, "First correct the rows above."),
    ],
)
def test_the_rest_cannot_be_made_without_rows_that_can_be_read_and_players(
    client: Client, place: int, changed: dict[str, str], says: str
) -> None:
    tournament = as_vera(client)
    response = client.get(f"/floor/{tournament.code}/structure/")
    response = made_rest(client, tournament, response, place, **changed)
    assert response.status_code == 422
    assert says in squeeze(response.content.decode())


def test_the_rest_is_not_made_over_a_night(client: Client) -> None:
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=30), structure=TWO_DAYS)
    client.force_login(make_account())
    response = client.get(f"/floor/{tournament.code}/structure/")
    refused = made_rest(client, tournament, response, 1)
    assert refused.status_code == 422
    assert "“Make the rest” would lose the night before it" in squeeze(refused.content.decode())
    # Behind the night nothing is lost; yet nobody has said on which day it ends.
    refused = made_rest(client, tournament, response, len(PLAN.structure.periods))
    assert refused.status_code == 422
    assert "and when play should end" in squeeze(refused.content.decode())


def test_behind_a_level_as_high_as_the_chips_in_play_the_rest_is_made(client: Client) -> None:
    tournament, _ = entered(4)
    client.force_login(make_account())
    response = client.get(f"/floor/{tournament.code}/structure/")
    changed = {"row-0-small_blind": "10000", "row-0-big_blind": "20000"}
    response = made_rest(client, tournament, response, 0, **changed)
    assert response.status_code == 200
    assert len(response.context["rows"]) > 2


def test_a_place_that_is_not_there_changes_nothing(client: Client) -> None:
    tournament = as_vera(client)
    response = client.get(f"/floor/{tournament.code}/structure/")
    before = [row.period for row in response.context["rows"]]
    for place in (99, -1):
        after = made_rest(client, tournament, response, place)
        assert [row.period for row in after.context["rows"]] == before
