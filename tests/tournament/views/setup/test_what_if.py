"""What if: a change of the structure with what is expected before and after, applied and undone in a tap."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import ACTOR, as_vera, make_account
from tests.factories.field import played_down, started
from tests.factories.sales import REBUY
from tests.pages import squeeze, told
from tests.tournament.rules.structures import level
from tournament.changes.setup import TournamentEdited
from tournament.models import LogEntry, Tournament
from tournament.rules.structure.levels import Break, planned_seconds
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.what_if import BreakAdded, LevelLeftOut, LevelsLast
from tournament.services.field.registration import close_registration
from tournament.services.setup.tournaments import put_structure

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SMALLS = (25, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000)
LEVELS = tuple(level(small, 2 * small) for small in SMALLS)
NIGHT = Structure(periods=(*LEVELS[:4], Break(duration_seconds=600), *LEVELS[4:]))


def in_play(client: Client, count: int = 12, **changes: Any) -> Tournament:
    """Level 2 for ten minutes, registration open until level 4, logged in as its director."""
    given: dict[str, Any] = {"structure": NIGHT, "late_registration_level": 4}
    tournament, _ = started(count, now=timezone.now() - timedelta(minutes=30), **given | changes)
    client.force_login(make_account())
    return tournament


def tried(client: Client, tournament: Tournament, what: str, **data: str) -> Any:
    return client.get(f"/floor/{tournament.code}/structure/what-if/", {"what": what, **data})


def applied(client: Client, page: Any, **changed: str) -> Any:
    proposal = page.context["proposal"]
    data = {"key": str(uuid4()), "seen": page.context["seen"], **proposal.fields, **changed}
    return client.post(page.wsgi_request.path, data, follow=True)


def later(page: Any, kind: str) -> int:
    """Minutes by which something comes later."""
    [line] = [line for line in page.context["comparison"].lines if line.kind == kind]
    assert line.minutes is not None
    return int(line.minutes)


def test_what_is_expected_now_stands_there_before_anything_is_tried(client: Client) -> None:
    tournament = in_play(client)
    page = client.get(f"/floor/{tournament.code}/structure/what-if/")
    kinds = [line.kind for line in page.context["comparison"].lines]
    assert kinds == ["end", "bubble", "final_table", "break"]
    end = page.context["comparison"].lines[0].before
    zone = ZoneInfo(tournament.time_zone)
    low, mid, high = (f"{moment.astimezone(zone):%H:%M}" for moment in (end.low, end.mid, end.high))
    said = squeeze(page.content.decode())
    assert f"about {mid}" in said
    assert f"{low}–{high}" in said
    assert [form.what for form in page.context["forms"]] == ["end", "last", "out", "break", "registration"]


def test_shorter_levels_end_earlier_and_are_put_in_force_and_undone_in_a_tap(client: Client) -> None:
    tournament = in_play(client)
    page = tried(client, tournament, "last", row="6", minutes="15")
    assert later(page, "end") < -10
    assert page.context["comparison"].remarks == ()
    assert Tournament.objects.get().structure == NIGHT

    done = applied(client, page)
    assert told(done.content.decode()) == "Levels from level 5 on last 15 minutes."
    assert Tournament.objects.get().structure == LevelsLast(first=6, seconds=900).applied(NIGHT)

    line = LogEntry.objects.get(verb=TournamentEdited.verb)
    assert f"/floor/{tournament.code}/log/{line.pk}/undo/" in done.content.decode()
    client.post(f"/floor/{tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())})
    assert Tournament.objects.get().structure == NIGHT


def test_a_level_left_out_ends_it_earlier_and_registration_where_it_did(client: Client) -> None:
    tournament = in_play(client)
    page = tried(client, tournament, "out", row="3")
    assert later(page, "end") < 0
    done = applied(client, page)
    assert told(done.content.decode()) == "Level 3 is left out."
    tournament.refresh_from_db()
    assert tournament.structure == LevelLeftOut(row=3).applied(NIGHT)
    assert tournament.late_registration_level == 3


def test_a_break_makes_it_later_by_as_much(client: Client) -> None:
    tournament = in_play(client)
    page = tried(client, tournament, "break", row="4", minutes="30")
    assert 25 <= later(page, "end") <= 40
    done = applied(client, page)
    assert told(done.content.decode()) == "A break of 30 minutes before level 4."
    assert Tournament.objects.get().structure == BreakAdded(row=4, seconds=1800).applied(NIGHT)


def test_registration_that_closes_earlier_brings_fewer_players(client: Client) -> None:
    tournament = in_play(client, 40, late_registration_level=8)
    page = tried(client, tournament, "registration", row="2")
    assert later(page, "end") <= 0
    done = applied(client, page)
    assert told(done.content.decode()) == "Late registration closes at the end of level 2."
    tournament.refresh_from_db()
    assert (tournament.late_registration_level, tournament.structure) == (2, NIGHT)


def test_the_end_is_planned_by_how_long_levels_last(client: Client) -> None:
    tournament = in_play(client)
    end = client.get(f"/floor/{tournament.code}/structure/what-if/").context["comparison"].lines[0].before.mid
    wish = end - timedelta(minutes=45)
    at = wish.astimezone(ZoneInfo(tournament.time_zone))
    page = tried(client, tournament, "end", at=f"{at:%H:%M}", row="3")
    after = page.context["comparison"].lines[0].after.mid
    assert abs(after - wish) <= timedelta(minutes=10)
    seconds = page.context["proposal"].plan.structure.periods[-1].duration_seconds
    assert 600 < seconds < 1200
    # What is applied is what was shown, whatever the forecast says by then.
    assert page.context["proposal"].fields == {"what": "last", "row": "3", "minutes": str(seconds // 60)}
    applied(client, page)
    assert Tournament.objects.get().structure == page.context["proposal"].plan.structure


def test_remarks_of_the_check_are_shown_before_it_is_applied(client: Client) -> None:
    tournament = in_play(client)
    page = tried(client, tournament, "last", row="6", minutes="30")
    assert [remark.message for remark in page.context["comparison"].remarks] == [
        "By the end of this level, play will have run 270 minutes without a break."
    ]
    assert page.context["comparison"].has_errors is False


def test_a_page_that_is_out_of_date_changes_nothing(client: Client) -> None:
    tournament = in_play(client)
    page = tried(client, tournament, "last", row="6", minutes="15")
    other = LevelLeftOut(row=8).applied(NIGHT)
    put_structure(tournament_id=tournament.pk, structure=other, by=ACTOR.at(timezone.now()))
    done = applied(client, page)
    assert "The structure has changed since you opened this page" in told(done.content.decode())
    assert Tournament.objects.get().structure == other


def test_a_level_that_has_begun_meanwhile_is_not_changed(client: Client) -> None:
    tournament = in_play(client)
    page = tried(client, tournament, "out", row="3")
    done = applied(client, page, row="2")
    assert "Select a valid choice" in told(done.content.decode())
    assert Tournament.objects.get().structure == NIGHT


@pytest.mark.parametrize(
    ("what", "data", "says"),
    [
        ("last", {"row": "6", "minutes": "soon"}, "Enter minutes, for example 20"),
        ("last", {"row": "6", "minutes": "300"}, "This is out of range."),
        ("last", {"row": "3", "minutes": "20"}, "That is what the structure says already."),
        ("last", {"row": "1", "minutes": "15"}, "Select a valid choice."),
        ("out", {"row": "17"}, "The last level cannot be chosen."),
        ("end", {"at": "25:00", "row": "3"}, "Enter a time of day, for example 20:30."),
        ("registration", {"row": "4"}, "That is what the structure says already."),
    ],
)
def test_what_cannot_be_tried_is_said_at_its_form(
    client: Client, what: str, data: dict[str, str], says: str
) -> None:
    tournament = in_play(client)
    page = tried(client, tournament, what, **data)
    assert page.status_code == 422
    assert says in str(page.context["chosen"].errors)
    assert page.context["proposal"] is None


def test_an_end_that_no_length_of_levels_makes_is_refused_with_the_nearest(client: Client) -> None:
    tournament = in_play(client)
    at = timezone.now().astimezone(ZoneInfo(tournament.time_zone)) + timedelta(minutes=12)
    page = tried(client, tournament, "end", at=f"{at:%H:%M}", row="3")
    assert "No length of levels ends then" in str(page.context["chosen"].errors)


def test_of_too_few_players_nothing_is_expected_and_no_end_is_planned(client: Client) -> None:
    tournament = as_vera(client, structure=NIGHT)
    page = client.get(f"/floor/{tournament.code}/structure/what-if/")
    assert "Nothing can be expected yet: too few players are in." in squeeze(page.content.decode())
    page = tried(client, tournament, "end", at="23:30", row="1")
    assert "Nobody can say yet when this tournament ends" in str(page.context["chosen"].errors)


def test_registration_that_was_closed_by_hand_is_not_asked_about(client: Client) -> None:
    tournament = in_play(client)
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    page = client.get(f"/floor/{tournament.code}/structure/what-if/")
    assert "registration" not in [form.what for form in page.context["forms"]]


def test_a_level_by_hands_is_named_by_them_and_keeps_them(client: Client) -> None:
    by_hands = replace(LEVELS[7], duration_seconds=planned_seconds(15), hands=15)
    night = Structure(periods=(*NIGHT.periods[:8], by_hands, *NIGHT.periods[9:]))
    tournament = in_play(client, structure=night)
    page = tried(client, tournament, "last", row="6", minutes="15")
    assert "Level 8 · 15 hands" in squeeze(page.content.decode())
    applied(client, page)
    assert Tournament.objects.get().structure.periods[8] == by_hands


def test_play_of_today_ends_at_another_time_where_a_night_is_ahead(client: Client) -> None:
    night = Break(duration_seconds=12 * 3600, label="Night")
    days = Structure(periods=(*LEVELS[:6], night, *LEVELS[6:]))
    tournament = in_play(client, structure=days)
    # Level 2 ends in ten minutes, level 4 in fifty.
    at = timezone.now().astimezone(ZoneInfo(tournament.time_zone)) + timedelta(minutes=52)
    page = tried(client, tournament, "day", at=f"{at:%H:%M}")
    assert page.context["proposal"].said.startswith("Play ends today after level 4, at about ")
    assert later(page, "day_end") < 0
    applied(client, page)
    assert Tournament.objects.get().structure.periods == (*LEVELS[:4], night, *LEVELS[4:])


def wall(tournament: Tournament, **later: int) -> str:
    """What the clock on the wall of the venue will show so much later."""
    moment = timezone.now() + timedelta(**later)
    return f"{moment.astimezone(ZoneInfo(tournament.time_zone)):%H:%M}"


def test_in_the_night_it_is_the_next_night_that_moves(client: Client) -> None:
    night = Break(duration_seconds=12 * 3600, label="Night")
    days = Structure(periods=(LEVELS[0], night, *LEVELS[1:5], night, *LEVELS[5:]))
    tournament = in_play(client, structure=days)
    # The night began ten minutes ago: level 2 ends in 12 hours and 10 minutes, level 3 twenty minutes later.
    page = tried(client, tournament, "day", at=wall(tournament, hours=12, minutes=32))
    assert page.context["proposal"].said.startswith("Play ends today after level 3, at about ")
    applied(client, page)
    assert Tournament.objects.get().structure.periods == (
        LEVELS[0],
        night,
        *LEVELS[1:3],
        night,
        *LEVELS[3:],
    )


def test_in_the_last_night_the_end_of_today_is_not_asked_about(client: Client) -> None:
    night = Break(duration_seconds=12 * 3600, label="Night")
    tournament = in_play(client, structure=Structure(periods=(LEVELS[0], night, *LEVELS[1:])))
    page = client.get(f"/floor/{tournament.code}/structure/what-if/")
    assert "day" not in [form.what for form in page.context["forms"]]


def test_today_does_not_end_on_another_day(client: Client) -> None:
    night = Break(duration_seconds=5 * 3600)
    days = Structure(periods=(*LEVELS[:4], night, *LEVELS[4:8], night, *LEVELS[8:]))
    tournament = in_play(client, structure=days)
    page = tried(client, tournament, "day", at=wall(tournament, hours=9))
    assert page.context["proposal"].said.startswith("Play ends today after level 8, at about ")


@pytest.mark.parametrize("what", ["end", "day"])
def test_a_time_that_has_passed_is_not_that_of_tomorrow(client: Client, what: str) -> None:
    night = Break(duration_seconds=5 * 3600)
    days = Structure(periods=(*LEVELS[:6], night, *LEVELS[6:]))
    tournament = in_play(client, structure=days if what == "day" else NIGHT)
    passed = wall(tournament, minutes=-10)
    page = tried(client, tournament, what, at=passed, row="3")
    assert page.status_code == 422
    assert f"{passed} has passed. Enter a time within the next 16 hours." in str(
        page.context["chosen"].errors
    )


def test_the_end_of_an_event_over_two_days_is_planned_on_the_second(client: Client) -> None:
    night = Break(duration_seconds=23 * 3600)
    tournament = in_play(client, structure=Structure(periods=(*LEVELS[:3], night, *LEVELS[3:])))
    end = client.get(f"/floor/{tournament.code}/structure/what-if/").context["comparison"].lines[0].before.mid
    assert end > timezone.now() + timedelta(hours=24)
    wish = end + timedelta(minutes=20)
    at = wish.astimezone(ZoneInfo(tournament.time_zone))
    page = tried(client, tournament, "end", at=f"{at:%H:%M}", row="5")
    after = page.context["comparison"].lines[0].after.mid
    assert abs(after - wish) <= timedelta(minutes=10)


def test_in_a_break_the_level_between_it_and_the_next_is_left_out(client: Client) -> None:
    pause = Break(duration_seconds=900)
    night = Structure(periods=(LEVELS[0], pause, LEVELS[1], pause, *LEVELS[2:]))
    tournament = in_play(client, structure=night)
    page = tried(client, tournament, "out", row="3")
    assert told(applied(client, page).content.decode()) == "Level 2 is left out."
    assert Tournament.objects.get().structure.periods == (LEVELS[0], pause, pause, *LEVELS[2:])


def test_what_could_not_be_applied_is_said_before_it_is_shown(client: Client) -> None:
    """Rebuys are sold until level 4, which would be level 3."""
    tournament = in_play(client, rebuy_data=replace(REBUY, last_level=4).to_dict())
    page = tried(client, tournament, "out", row="3")
    assert page.status_code == 422
    assert "Sold until level 4, but registration ends with level 3" in str(page.context["chosen"].errors)
    assert page.context["proposal"] is None


def test_without_a_night_ahead_the_end_of_today_is_not_asked_about(client: Client) -> None:
    tournament = in_play(client)
    page = client.get(f"/floor/{tournament.code}/structure/what-if/")
    assert "day" not in [form.what for form in page.context["forms"]]


def test_a_form_that_no_page_sends_is_not_understood(client: Client) -> None:
    tournament = in_play(client)
    data = {"key": str(uuid4()), "what": "everything", "seen": ""}
    done = client.post(f"/floor/{tournament.code}/structure/what-if/", data, follow=True)
    assert "This tap was not recognised" in told(done.content.decode())


def test_the_queries_do_not_grow_with_the_field(client: Client, django_assert_max_num_queries: Any) -> None:
    now = timezone.now() - timedelta(minutes=30)
    out_at = now + timedelta(minutes=20)
    tournament, _ = played_down(30, left=12, now=now, out_at=out_at, structure=NIGHT)
    client.force_login(make_account())
    with django_assert_max_num_queries(30):
        page = tried(client, tournament, "end", at=wall(tournament, hours=1), row="3")
    assert page.context["chosen"].errors == {}


def test_the_clock_leads_there_for_directors(client: Client) -> None:
    tournament = in_play(client)
    page = client.get(f"/floor/{tournament.code}/clock/").content.decode()
    assert re.search(rf'href="/floor/{tournament.code}/structure/what-if/"', page)
