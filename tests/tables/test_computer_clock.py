"""Somebody sets the computer's clock while a tournament is in play: what the director sees, and what stays."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.utils import translation

from tables.models import Device, PairingCode, Table
from tables.queries.table.hand import look_at_table
from tables.queries.tablet.decision_clock import shot_clock
from tables.services.hands.decision_clock import call_clock
from tables.services.stops.computer_time import adopt_computer_time
from tables.services.table.tablets import make_pairing_code
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, NOW, give_role, make_account, make_tournament
from tests.factories.felt import Felt, make_felt
from tests.house_clock import Computer
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tournament import timekeeping
from tournament.live.frames import encode_alive
from tournament.models import LogEntry, LoginLink, Role, Tournament
from tournament.queries.alarms.every import alarms
from tournament.rules import clock as clock_rules
from tournament.services.clock import pause_clock, pause_for, resume_clock, sweep_clock
from tournament.services.errors import Refused
from tournament.services.house_time import go_on_from_the_log
from tournament.services.locks import lock_tournament
from tournament.services.setup.accounts import make_login_link
from tournament.services.undo import undo_line
from tournament.tasks import look_at_computer_clock, sweep_clocks
from tournament.timekeeping import Keeper, house_now

pytestmark = pytest.mark.django_db
STEPS = [-60, -5, 5, 60]
FORWARD = [5, 60]


@pytest.fixture(autouse=True)
def _valkey_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is wrong in the house but what a clock has done to it."""
    monkeypatch.setattr("tournament.queries.alarms.processes.is_valkey_writable", lambda **_: True)


@pytest.fixture
def evening(computer: Computer) -> Computer:
    computer.clock = NOW
    return computer


@pytest.fixture
def felt(evening: Computer) -> Felt:
    """Level 1 of 20 minutes has been played for 12; registration closes with it."""
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=1)
    evening.wait(minutes=12)
    look_at_computer_clock()
    return felt


def worker(computer: Computer, *, seconds: int = 5) -> None:
    """The worker's next tasks."""
    computer.wait(seconds=seconds)
    sweep_clocks()
    look_at_computer_clock()


def shown(felt: Felt) -> tuple[int, int, bool]:
    """The level, its seconds left, and whether registration is open."""
    tournament = Tournament.objects.get(pk=felt.tournament.pk)
    now = house_now()
    return (
        clock_rules.current_index(tournament.clock, tournament.structure, now=now),
        clock_rules.remaining_seconds(tournament.clock, tournament.structure, now=now),
        tournament.registration_closed_at is None,
    )


def lines(*verbs: str) -> list[str]:
    return list(LogEntry.objects.filter(verb__in=verbs).order_by("pk").values_list("verb", flat=True))


def adopt(capture: Callable[..., Any]) -> None:
    """The director says that the computer's time is right."""
    with capture(execute=True):
        adopt_computer_time(by=ACTOR.at(house_now()))


@pytest.mark.parametrize("minutes", STEPS)
def test_no_time_left_changes_no_level_is_booked_and_registration_stays_open(
    minutes: int, felt: Felt, evening: Computer
) -> None:
    """The director sees 7:55 left of level 1 five seconds later, as if nothing had happened."""
    assert shown(felt) == (0, 8 * 60, True)

    evening.set_clock(minutes=minutes)

    assert shown(felt) == (0, 8 * 60, True)
    worker(evening)
    assert shown(felt) == (0, 8 * 60 - 5, True)
    assert lines("level_changed", "registration_closed") == []
    # Level 2 begins when eight minutes were played, once, and registration closes with level 1.
    for _ in range(2):
        worker(evening, seconds=4 * 60)
    assert shown(felt) == (1, 20 * 60 - 5, False)
    assert lines("level_changed", "registration_closed") == ["level_changed", "registration_closed"]
    assert LogEntry.objects.get(verb="level_changed").at == NOW + timedelta(minutes=20)


@pytest.mark.parametrize("minutes", STEPS)
def test_a_clock_that_is_set_there_and_back_again_never_shows_more_time_or_a_lower_level(
    minutes: int, felt: Felt, evening: Computer
) -> None:
    before = shown(felt)
    for by in (minutes, -minutes) * 3:
        evening.set_clock(minutes=by)
        for _ in range(3):
            worker(evening, seconds=40)
            now = shown(felt)
            assert (now[0], -now[1]) > (before[0], -before[1])
            before = now


@pytest.mark.parametrize(
    ("minutes", "language", "words"),
    [
        (-60, "en", "The clock of Floorman's computer went back 1 h at 21:12."),
        (-5, "en", "The clock of Floorman's computer went back 5 min at 21:12."),
        (5, "en", "The clock of Floorman's computer jumped 5 min forward at 21:12."),
        (60, "en", "The clock of Floorman's computer jumped 1 h forward at 21:12."),
        (60, "it", "L'orologio del computer di Floorman è andato avanti di 1 h alle 21:12."),
    ],
)
def test_the_director_is_told_what_happened_and_what_to_do_until_the_clock_is_right(
    minutes: int, language: str, words: str, felt: Felt, evening: Computer
) -> None:
    assert alarms(now=house_now()) == []
    evening.set_clock(minutes=minutes)
    worker(evening)

    with translation.override(language):
        (alarm,) = alarms(now=house_now())
        assert alarm.words.startswith(words)
    assert (alarm.code, alarm.way) == ("computer_clock", "tables:adopt_computer_time")

    evening.set_clock(minutes=-minutes)
    assert alarms(now=house_now()) == []


@pytest.mark.parametrize("minutes", STEPS)
def test_the_log_tells_once_that_the_clock_was_set_and_once_that_it_is_right(
    minutes: int, felt: Felt, evening: Computer
) -> None:
    evening.set_clock(minutes=minutes)
    for _ in range(3):
        worker(evening)
    assert LogEntry.objects.get(verb="computer_clock_set").data == {"seconds": minutes * 60}

    evening.set_clock(minutes=-minutes)
    for _ in range(3):
        worker(evening)
    assert lines("computer_clock_set", "computer_clock_right") == [
        "computer_clock_set",
        "computer_clock_right",
    ]


@pytest.mark.parametrize("broken", ["lock_tournament", "note_said"])
def test_what_keeps_the_worker_from_saying_it_delays_the_line_and_doubles_none(
    broken: str, felt: Felt, evening: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tournament is locked, or the worker is killed between the line of the log and its note of it."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("database is locked")

    for by, said in ((60, ["computer_clock_set"]), (-60, ["computer_clock_set", "computer_clock_right"])):
        evening.set_clock(minutes=by)
        with monkeypatch.context() as patch:
            patch.setattr(f"tournament.services.house_time.{broken}", fail)
            for _ in range(2):
                with pytest.raises(OperationalError):
                    worker(evening)
        for _ in range(2):
            worker(evening)
        assert lines("computer_clock_set", "computer_clock_right") == said


def test_a_machine_that_comes_back_with_an_earlier_time_has_it_in_the_log(
    felt: Felt, evening: Computer
) -> None:
    evening.switch_on_again(minutes=-60)
    for _ in range(2):
        worker(evening)
    assert lines("computer_clock_set", "computer_clock_right") == ["computer_clock_set"]


def test_without_a_tournament_in_play_the_computers_time_is_taken_over_without_a_word(
    evening: Computer,
) -> None:
    house_now()
    evening.set_clock(hours=1)
    assert alarms(now=house_now()) == []
    worker(evening)
    assert house_now() == evening.clock


@pytest.mark.parametrize("minutes", [-60, -5])
def test_a_computer_that_comes_back_from_a_restart_with_an_earlier_time_gives_no_level_more(
    minutes: int, felt: Felt, evening: Computer
) -> None:
    evening.switch_on_again(minutes=minutes)

    assert shown(felt) == (0, 8 * 60, True)
    assert [alarm.code for alarm in alarms(now=house_now())] == ["computer_clock"]


@pytest.mark.parametrize("minutes", [-60, -5])
def test_the_data_of_another_machine_go_on_from_their_last_line_on_one_whose_clock_is_behind(
    minutes: int, felt: Felt, evening: Computer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As after a restore: a clock that is behind would let the level wait for it."""
    pause_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(house_now()))
    resume_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(house_now()))
    evening.path = tmp_path_factory.mktemp("another")
    evening.switch_on_again(minutes=minutes)

    go_on_from_the_log()

    assert shown(felt) == (0, 8 * 60, True)
    assert [alarm.code for alarm in alarms(now=house_now())] == ["computer_clock"]
    worker(evening)
    assert shown(felt) == (0, 8 * 60 - 5, True)


def test_a_house_that_was_run_a_year_ahead_opens_with_the_computers_time_where_nothing_is_in_play(
    evening: Computer,
) -> None:
    evening.set_clock(days=364)
    worker(evening)
    evening.switch_on_again(days=-364)

    go_on_from_the_log()

    assert house_now() == evening.clock


def test_the_data_of_another_machine_stand_by_a_clock_that_is_ahead(
    felt: Felt, evening: Computer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    evening.path = tmp_path_factory.mktemp("another")
    evening.switch_on_again(minutes=2)
    go_on_from_the_log()
    assert house_now() == evening.clock
    assert alarms(now=house_now()) == []


@pytest.mark.parametrize("minutes", FORWARD)
def test_a_director_takes_over_a_later_time_and_no_time_left_changes(
    minutes: int, felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    evening.set_clock(minutes=minutes)
    worker(evening)
    before = shown(felt)

    adopt(django_capture_on_commit_callbacks)

    assert house_now() == evening.clock
    assert shown(felt) == before == (0, 8 * 60 - 5, True)
    assert alarms(now=house_now()) == []
    for _ in range(2):
        worker(evening, seconds=4 * 60)
    assert shown(felt) == (1, 20 * 60 - 5, False)
    assert lines("level_changed", "computer_time_adopted") == ["computer_time_adopted", "level_changed"]


@pytest.mark.parametrize("minutes", [-60, -5])
def test_a_director_who_says_that_an_earlier_time_is_right_ends_the_alarm_and_nothing_goes_back(
    minutes: int, felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    evening.set_clock(minutes=minutes)
    worker(evening)
    before, now = shown(felt), house_now()

    adopt(django_capture_on_commit_callbacks)

    assert house_now() == now
    assert shown(felt) == before
    assert alarms(now=house_now()) == []
    Tournament.objects.update(status="finished")
    worker(evening)
    assert house_now() == evening.clock


@pytest.mark.parametrize("moment", [-1, 0, 1])
def test_no_level_is_booked_in_the_moment_between_the_rows_and_the_clock(
    moment: int, felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    """A worker may read the new rows by the old time, or the old ones by a time it read just before."""
    old = Tournament.objects.get(pk=felt.tournament.pk)
    before = house_now()
    evening.set_clock(hours=1)
    with django_capture_on_commit_callbacks(execute=True):
        adopt_computer_time(by=ACTOR.at(before))
        assert sweep_clock(tournament_id=felt.tournament.pk, now=before + timedelta(seconds=moment)) == 0
        assert shown(felt)[0] == 0
    assert sweep_clock(tournament_id=felt.tournament.pk, now=house_now()) == 0
    assert old.clock_version < Tournament.objects.get(pk=felt.tournament.pk).clock_version
    assert shown(felt) == (0, 8 * 60, True)


def test_a_clock_that_stands_still_stands_as_it_was(
    felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    pause_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(house_now()))
    evening.set_clock(hours=1)
    adopt(django_capture_on_commit_callbacks)
    assert shown(felt) == (0, 8 * 60, True)


@pytest.mark.parametrize("hours", [(), (1,), (1, 2), (-1,)])
def test_a_pause_undone_after_the_computers_time_was_taken_over_has_cost_only_its_own_time(
    hours: tuple[int, ...], felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    pause_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(house_now()))
    line = LogEntry.objects.get(verb="clock_paused")
    for by in hours:
        evening.set_clock(hours=by)
        adopt(django_capture_on_commit_callbacks)
    evening.wait(minutes=1)

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(house_now()))

    assert shown(felt) == (0, 7 * 60, True)
    worker(evening)
    assert (shown(felt), lines("level_changed")) == ((0, 7 * 60 - 5, True), [])


def test_a_pause_of_ten_minutes_is_one_of_ten_minutes(
    felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    pause_for(tournament_id=felt.tournament.pk, seconds=600, by=ACTOR.at(house_now()))
    evening.wait(minutes=4)
    evening.set_clock(hours=1)
    adopt(django_capture_on_commit_callbacks)
    evening.wait(minutes=6)
    assert shown(felt) == (0, 8 * 60, True)
    evening.wait(minutes=1)
    assert shown(felt) == (0, 7 * 60, True)


def decision(felt: Felt) -> timedelta | None:
    """What the player has left."""
    table = Table.objects.select_related("tournament").get(pk=felt.table.pk)
    clock = table.decision_data
    if clock is None:
        return None
    began_at = datetime.fromisoformat(clock["began_at"])
    return began_at + timedelta(seconds=clock["seconds"]) - house_now()


def test_a_player_on_whom_the_clock_was_called_has_the_same_time_left(
    felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    felt.deal(now=house_now())
    call_clock(tournament_id=felt.tournament.pk, table_id=felt.table.pk, stop=False, by=ACTOR.at(house_now()))
    evening.wait(seconds=10)
    left = decision(felt)
    evening.set_clock(hours=1)
    assert decision(felt) == left
    adopt(django_capture_on_commit_callbacks)
    assert decision(felt) == left


@pytest.mark.parametrize("codes", [(), ("c3",)])
def test_a_shot_clock_has_the_same_time_left(
    codes: tuple[str, ...], evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    felt = make_felt(10_000, 10_000, 10_000, rule_overrides={"floor": {"shot_clock_first": 30}})
    look_at_computer_clock()
    felt.deal(now=house_now())
    if codes:
        felt.play(*codes, now=house_now())
    evening.wait(seconds=10)
    evening.set_clock(hours=1)
    assert seconds_to_act(felt) == 20
    adopt(django_capture_on_commit_callbacks)
    assert seconds_to_act(felt) == 20


def seconds_to_act(felt: Felt) -> int:
    recorded = look_at_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk).recorded
    assert recorded is not None
    shot = shot_clock(recorded, now=house_now())
    assert shot is not None
    return round((shot.clock.ends_at - house_now()).total_seconds())


def test_tablets_stay_paired_and_links_valid_for_as_long(
    felt: Felt, evening: Computer, django_capture_on_commit_callbacks: Any
) -> None:
    now = house_now()
    felt.pair(now=now)
    make_pairing_code(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(now))
    make_login_link(account=give_role(felt.tournament, Role.FLOOR, "flora"), now=now)

    def left() -> list[timedelta]:
        ends = [device.expires_at for device in Device.objects.all()]
        ends += [code.expires_at for code in PairingCode.objects.filter(used_at=None)]
        ends += [link.expires_at for link in LoginLink.objects.all()]
        return [end - house_now() for end in ends]

    before = left()
    assert len(before) == 3
    evening.set_clock(hours=1)
    adopt(django_capture_on_commit_callbacks)
    assert left() == before


def test_where_the_clocks_agree_there_is_nothing_to_take_over(
    felt: Felt, django_capture_on_commit_callbacks: Any
) -> None:
    with pytest.raises(Refused, match="agrees"):
        adopt(django_capture_on_commit_callbacks)


def test_a_time_that_cannot_be_written_down_moves_nothing(
    felt: Felt, evening: Computer, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """The disk of the data folder is full: each further press would move the room by another hour."""
    evening.set_clock(hours=1)
    worker(evening)
    before = shown(felt)
    with monkeypatch.context() as full:

        def write(*_args: Any) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        full.setattr(Keeper, "_write", write)
        with pytest.raises(Refused, match="cannot be kept: the disk is full"):
            adopt(django_capture_on_commit_callbacks)
    assert (shown(felt), lines("computer_time_adopted")) == (before, [])
    adopt(django_capture_on_commit_callbacks)
    assert shown(felt) == before
    assert house_now() == evening.clock


@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_press_at_once_one_moves_the_house(
    felt: Felt, evening: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.set_clock(hours=1)
    worker(evening)
    before, now = shown(felt), house_now()
    # What is read before the locks, both have read before one is given.
    both = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)

    def lock_late(tournament_id: int) -> Tournament:
        both.wait()
        return lock_tournament(tournament_id)

    monkeypatch.setattr("tables.services.stops.computer_time.lock_tournament", lock_late)

    came_to = at_once(*[lambda: adopt_computer_time(by=ACTOR.at(now))] * 2)

    assert sorted(type(each).__name__ for each in came_to) == ["Refused", "timedelta"]
    assert house_now() == evening.clock
    assert shown(felt) == before
    assert len(lines("computer_time_adopted")) == 1


def test_a_director_who_presses_before_the_house_has_followed_moves_it_no_further(
    felt: Felt, evening: Computer
) -> None:
    """As where the first was at another machine of the room."""
    evening.set_clock(hours=1)
    worker(evening)
    before = shown(felt)
    adopt_computer_time(by=ACTOR.at(house_now()))
    with pytest.raises(Refused, match="agrees"):
        adopt_computer_time(by=ACTOR.at(house_now()))
    assert house_now() == evening.clock
    assert shown(felt) == before
    assert len(lines("computer_time_adopted")) == 1


def test_another_machine_of_the_room_follows_with_its_next_look(
    felt: Felt, evening: Computer, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = timekeeping._keeper
    there = timekeeping.Keeper(tmp_path_factory.mktemp("there") / "house-time.json")
    there.read()
    evening.set_clock(hours=1)
    adopt_computer_time(by=ACTOR.at(house_now()))
    monkeypatch.setattr(timekeeping, "_keeper", there)
    # Until it looks its clock stands still there.
    assert shown(felt) == (0, 8 * 60, True)
    look_at_computer_clock()
    assert shown(felt) == (0, 8 * 60, True)
    assert house_now() == evening.clock
    monkeypatch.setattr(timekeeping, "_keeper", here)
    look_at_computer_clock()
    assert house_now() == evening.clock


@pytest.mark.parametrize(("role", "status"), [(Role.DIRECTOR, 302), (Role.FLOOR, 403)])
def test_the_director_presses_the_button_of_the_alarm(
    role: Role, status: int, computer: Computer, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    felt = make_felt(10_000, 10_000, now=house_now(), late_registration_level=1)
    client.force_login(give_role(felt.tournament, role, "dora"))
    look_at_computer_clock()
    computer.set_clock(hours=1)
    worker(computer)
    address = f"/floor/{felt.tournament.code}/computer-time/"

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(address, {"key": str(uuid4())})

    assert answer.status_code == status
    assert bool(alarms(now=house_now())) == (role != Role.DIRECTOR)
    if role == Role.DIRECTOR:
        page = client.get(f"/floor/{felt.tournament.code}/").content.decode()
        assert "times of day moved 1 h forward, and no time left changed" in page
        assert client.post(address, {"key": str(uuid4())}).status_code == 302
        assert len(lines("computer_time_adopted")) == 1


@pytest.mark.django_db(transaction=True)
def test_who_takes_over_a_time_of_another_day_and_all_others_stay_logged_in_for_as_long(
    computer: Computer, client: Client
) -> None:
    felt = make_felt(10_000, 10_000, now=house_now(), late_registration_level=1)
    phone = Client()
    for browser, role in ((client, Role.DIRECTOR), (phone, Role.FLOOR)):
        account = give_role(felt.tournament, role, str(role))
        browser.post(f"/login/{make_login_link(account=account, now=house_now())}/")
    look_at_computer_clock()
    computer.wait(hours=1)

    def left() -> list[tuple[timedelta, int]]:
        rows = Session.objects.order_by("expire_date", "session_key")
        began = [row.get_decoded()["began"] for row in rows]
        ends = [row.expire_date - house_now() for row in rows]
        return [(end, round(house_now().timestamp() - at)) for end, at in zip(ends, began, strict=True)]

    before = left()
    computer.set_clock(hours=40)
    client.post(f"/floor/{felt.tournament.code}/computer-time/", {"key": str(uuid4())})

    assert house_now() == computer.clock
    # The director's own was used in this moment.
    assert left() == [before[0], (timedelta(hours=12), before[1][1])]
    assert [browser.get("/floor/").status_code for browser in (client, phone)] == [200, 200]
    assert "this one" in phone.get("/account/").content.decode()
    computer.wait(hours=15)
    assert [browser.get("/floor/").status_code for browser in (client, phone)] == [302, 302]


@pytest.mark.parametrize("status", ["registering", "finished", "cancelled"])
def test_the_director_of_a_tournament_that_is_not_in_play_has_no_say(
    status: str, computer: Computer, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    """Anybody may create one: its director would move the time of all."""
    make_felt(10_000, 10_000, now=house_now(), late_registration_level=1)
    clerk = make_account("clerk")
    own = make_tournament(clerk)
    client.force_login(clerk)
    look_at_computer_clock()
    said = []

    for is_status in ("running", status):
        Tournament.objects.filter(pk=own.pk).update(status=is_status)
        computer.set_clock(hours=1)
        worker(computer)
        before = house_now()
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(f"/floor/{own.code}/computer-time/", {"key": str(uuid4())}, follow=True)
        said.append((house_now() - before, "only the director of a tournament" in answer.content.decode()))

    assert said == [(timedelta(hours=1), False), (timedelta(), True)]


@pytest.mark.parametrize("minutes", STEPS)
def test_wall_phones_and_tablets_are_told_the_houses_time(
    minutes: int, computer: Computer, client: Client
) -> None:
    felt = make_felt(10_000, 10_000, now=house_now(), late_registration_level=1)
    told = f"{house_now().timestamp() * 1000:.0f}"
    computer.set_clock(minutes=minutes)

    assert client.get("/now/").content.decode() == told
    assert encode_alive().decode() == f"event: alive\ndata: {told}\n\n"
    wall = client.get(f"/t/{felt.tournament.code}/clock/").content.decode()
    assert f'data-server-now="{told}"' in wall
    client.cookies[COOKIE] = felt.pair(now=house_now())[1]
    assert f'data-server-now="{told}"' in client.get("/tablet/table/").content.decode()
