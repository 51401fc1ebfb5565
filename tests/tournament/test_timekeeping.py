from __future__ import annotations

import ast
import logging
import re
import threading
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tests.house_clock import LOOK_EVERY, Computer
from tournament import timekeeping
from tournament.timekeeping import NAME, clock_step, house_now, look, move

ROOT = Path(__file__).resolve().parents[2]
STEPS = [-60, -5, 5, 60]
# Their time is the computer's: certificates are judged by browsers, which ask theirs, and badges are signed with it.
BY_THE_COMPUTER = {
    "tournament/timekeeping.py",
    "tournament/config/certificates.py",
    "tournament/front/living.py",
    # The receiver of a web hook compares the moment of a try with its own clock.
    "tournament/tasks.py",
}


def watch(computer: Computer, *, is_in_play: bool = True) -> None:
    """The worker's next look."""
    computer.wait(seconds=LOOK_EVERY.total_seconds())
    look(is_in_play=is_in_play)


def test_the_house_reads_the_clock_in_utc() -> None:
    before = timezone.now()
    now = house_now()
    assert before <= now <= timezone.now()
    assert now.tzinfo is UTC


def test_a_guarded_process_begins_with_the_computers_time(computer: Computer) -> None:
    assert house_now() == computer.clock
    computer.wait(minutes=3)
    assert house_now() == computer.clock
    assert clock_step() is None


def test_the_real_clocks_agree(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(timekeeping, "_keeper", timekeeping.Keeper(tmp_path / NAME))
    house_now()
    before = timezone.now()
    assert abs(house_now() - before) < timedelta(seconds=1)
    assert timekeeping.boot_id()


@pytest.mark.parametrize("minutes", STEPS)
def test_the_house_goes_on_by_its_own_time_when_the_computers_clock_is_set(
    minutes: int, computer: Computer
) -> None:
    right = house_now()
    computer.set_clock(minutes=minutes)

    assert house_now() == right
    step = clock_step()
    assert step is not None
    assert step.by == timedelta(minutes=minutes)
    for _ in range(3):
        watch(computer)
    computer.wait(minutes=10)
    assert house_now() == right + 3 * LOOK_EVERY + timedelta(minutes=10)


@pytest.mark.parametrize("minutes", STEPS)
def test_all_processes_of_a_machine_agree_also_one_that_starts_later(
    minutes: int, computer: Computer
) -> None:
    early = computer.another_process()
    early.read()
    house_now()
    computer.set_clock(minutes=minutes)
    watch(computer)
    late = computer.another_process()

    assert early.read().at(computer.running) == house_now()
    assert late.read().at(computer.running) == house_now()


@pytest.mark.parametrize("minutes", STEPS)
def test_a_clock_that_is_put_right_ends_the_step(minutes: int, computer: Computer) -> None:
    right = house_now()
    computer.set_clock(minutes=minutes)
    watch(computer)
    computer.set_clock(minutes=-minutes)

    assert clock_step() is None
    watch(computer)
    assert house_now() == computer.clock == right + 2 * LOOK_EVERY


def test_the_step_is_dated_by_the_last_look_before_it(computer: Computer) -> None:
    house_now()
    watch(computer)
    before = house_now()
    computer.wait(seconds=2)
    computer.set_clock(hours=1)
    for _ in range(5):
        watch(computer)

    step = clock_step()
    assert step is not None
    assert step.at == before


def test_a_small_correction_forward_is_followed(computer: Computer) -> None:
    house_now()
    computer.set_clock(seconds=4)
    watch(computer)
    assert house_now() == computer.clock


def test_a_small_correction_back_takes_no_time_back(computer: Computer) -> None:
    right = house_now()
    computer.set_clock(seconds=-4)
    watch(computer)
    assert house_now() == right + LOOK_EVERY
    assert clock_step() is None


def test_while_nothing_is_in_play_the_computers_time_is_taken_over(computer: Computer) -> None:
    house_now()
    computer.set_clock(hours=-1)
    watch(computer, is_in_play=False)
    assert house_now() == computer.clock
    assert clock_step() is None


def test_a_machine_that_was_off_believes_its_clock(computer: Computer) -> None:
    house_now()
    watch(computer)
    computer.switch_on_again(minutes=20)
    assert house_now() == computer.clock
    assert clock_step() is None


@pytest.mark.parametrize("minutes", [-60, -5])
def test_a_machine_whose_clock_went_back_while_it_was_off_goes_on_from_the_latest_instant_seen(
    minutes: int, computer: Computer
) -> None:
    house_now()
    watch(computer)
    seen = house_now()
    computer.switch_on_again(minutes=minutes)

    assert house_now() == seen
    step = clock_step()
    assert step is not None
    assert step.by == timedelta(minutes=minutes)
    assert step.at == seen


def test_a_start_without_a_name_is_known_by_the_machines_clock(computer: Computer) -> None:
    house_now()
    watch(computer)
    computer.switch_on_again(minutes=20)
    computer.boot = "a"
    assert house_now() == computer.clock


def test_a_director_moves_the_house_forward_once(computer: Computer) -> None:
    house_now()
    computer.set_clock(hours=1)
    watch(computer)
    for _ in range(2):
        move(by=timedelta(hours=1), name="a")

    assert house_now() == computer.clock
    assert clock_step() is None


def test_a_director_who_says_that_an_earlier_time_is_right_takes_no_time_back(computer: Computer) -> None:
    house_now()
    computer.set_clock(hours=-1)
    watch(computer)
    before = house_now()
    move(by=timedelta(hours=-1), name="a")

    assert house_now() == before
    assert clock_step() is None
    watch(computer)
    assert house_now() == before + LOOK_EVERY
    # The difference is known; a further one is not.
    computer.set_clock(minutes=5)
    step = clock_step()
    assert step is not None
    assert step.by == timedelta(minutes=5)
    # It ends with the evening.
    watch(computer, is_in_play=False)
    assert house_now() == computer.clock


def test_a_full_disk_takes_the_house_no_time(
    computer: Computer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(timekeeping.Keeper, "_write", is_full)
    right = house_now()
    computer.set_clock(hours=1)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            watch(computer)

    assert house_now() == right + 3 * LOOK_EVERY
    assert len([each for each in caplog.records if each.name == "tournament.timekeeping"]) == 1


def test_a_damaged_file_is_said_and_begun_anew(computer: Computer, caplog: pytest.LogCaptureFixture) -> None:
    house_now()
    (computer.path / NAME).write_text('{"boot": "a"')
    assert house_now() == computer.clock
    assert NAME in caplog.text


def test_processes_that_begin_at_once_agree(computer: Computer) -> None:
    found = []
    many = [
        threading.Thread(target=lambda: found.append(computer.another_process().read())) for _ in range(8)
    ]
    for each in many:
        each.start()
    for each in many:
        each.join()
    assert len(set(found)) == 1


ASKED = frozenset(
    {"timezone.now", "datetime.now", "datetime.utcnow", "date.today", "datetime.today", "time.time"}
    | {"time.time_ns", "timezone.localtime", "timezone.localdate", "timekeeping.computer_now"}
)
# Taking a file apart takes time, and few have both words of one of them where they could be one.
MAY_ASK = re.compile(
    "|".join(
        rf"\b{module}\.{name}\b|\b{module} import (?:\([^)]*|[^\n]*)\b{name}\b"
        for module, _, name in (each.partition(".") for each in sorted(ASKED))
    )
)


def asks_the_computer(source: str) -> set[str]:
    """What is asked for the time in a module, by the last two names: `timezone.now`."""
    found: set[str] = set()
    if not MAY_ASK.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            found |= {f"{ast.unparse(node.value).rpartition('.')[2]}.{node.attr}"}
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").rpartition(".")[2]
            found |= {f"{module}.{each.name}" for each in node.names}
    return found & ASKED


def test_nobody_asks_the_computer_what_time_it_is() -> None:
    """But the house's clock itself: what goes by another is wrong as soon as somebody sets it."""
    asking = {
        str(path.relative_to(ROOT))
        for folder in ("tournament", "tables")
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts and asks_the_computer(path.read_text(encoding="utf-8"))
    }
    assert asking == BY_THE_COMPUTER


def test_the_search_finds_what_it_forbids() -> None:
    assert asks_the_computer("import time\ntime.time_ns()") == {"time.time_ns"}
    assert asks_the_computer("from django.utils.timezone import now") == {"timezone.now"}
    assert asks_the_computer("datetime.datetime.now(UTC)") == {"datetime.now"}
