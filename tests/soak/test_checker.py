"""The checker of the soak finds what is planted in a history, and nothing in one that is clean."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.checker import LevelChange, Standing, StoredAnswer, TableStanding, check
from tests.soak.history import CALL, DEAL, Journal, Kind, Line, read_history

ROOT = Path(__file__).parents[2]
OPERATIONS = (DEAL, "f3", "f4", "c1", "k2", "w0:5")


def line(seq: int, kind: Kind = "ok", *, began: float | None = None, **changes: object) -> Line:
    """A line of tap `seq`, tapped on version 10 + seq - 1, a second after the one before."""
    start = float(seq) if began is None else began
    plain = Line(
        client="1",
        kind=kind,
        began=start,
        ended=start + 0.5,
        seq=seq,
        key=f"key {seq}",
        op=OPERATIONS[seq - 1],
        sent=9 + seq,
        status=200 if kind == "ok" else 0,
        version=10 + seq if kind == "ok" else 0,
        body=f"body {seq}" if kind == "ok" else "",
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # the fields' own types


def clean() -> tuple[list[Line], Standing]:
    """Six taps; the second was sent twice, the third once more when it had been answered."""
    lines = []
    for seq in range(1, 7):
        lines += [line(seq, "tapped", began=seq - 0.1, ended=seq - 0.1), line(seq)]
    lines.append(line(2, "info", began=1.6, ended=1.8))
    lines.append(line(3, "replay", began=3.6, ended=3.7, status=200, version=13, body="body 3"))
    lines.append(line(3, "answered", began=3.0, status=200, version=13, body="body 3"))
    standing = Standing(
        tables={"1": TableStanding(operations=OPERATIONS, first_version=10, version=16)},
        answers=[StoredAnswer(key=f"key {seq}", version=10 + seq, body=f"body {seq}") for seq in range(1, 7)],
        levels=[level(0), level(1), level(2)],
        level_seconds=30,
        clock_seconds=95,
    )
    return lines, standing


def level(index: int, *, late: float = 0, to: int | None = None) -> LevelChange:
    """The end of a level, and the beginning of the next one."""
    return LevelChange(
        from_index=index, to_index=index + 1 if to is None else to, seconds=30 * (index + 1) + late
    )


def rules(lines: list[Line], standing: Standing) -> set[str]:
    return {violation.rule for violation in check(lines, standing)}


def with_operations(standing: Standing, *operations: str) -> Standing:
    table = replace(standing.tables["1"], operations=operations)
    return replace(standing, tables={"1": table})


def test_a_clean_history_has_nothing_to_say() -> None:
    lines, standing = clean()
    assert check(lines, standing) == []


def test_the_last_tap_may_stand_without_an_answer_or_not() -> None:
    lines, standing = clean()
    unanswered = [each for each in lines if not (each.seq == 6 and each.kind == "ok")]
    assert check(unanswered, standing) == []
    answers = [answer for answer in standing.answers if answer.key != "key 6"]
    table = TableStanding(operations=OPERATIONS[:-1], first_version=10, version=15)
    assert check(unanswered, replace(standing, tables={"1": table}, answers=answers)) == []


Planted = Callable[[list[Line], Standing], tuple[list[Line], Standing]]


def changed(seq: int, was: Kind, **changes: object) -> Planted:
    """The lines with one of them changed."""

    def plant(lines: list[Line], standing: Standing) -> tuple[list[Line], Standing]:
        return [
            replace(each, **changes)  # type: ignore[arg-type]  # the fields' own types
            if (each.seq, each.kind) == (seq, was)
            else each
            for each in lines
        ], standing

    return plant


def stands(*operations: str) -> Planted:
    return lambda lines, standing: (lines, with_operations(standing, *operations))


def keeps(*numbers: int) -> Planted:
    """Answers of these taps are kept, in this order."""

    def plant(lines: list[Line], standing: Standing) -> tuple[list[Line], Standing]:
        return lines, replace(standing, answers=[standing.answers[number - 1] for number in numbers])

    return plant


def levels(*changes: LevelChange, seconds: float = 95) -> Planted:
    return lambda lines, standing: (lines, replace(standing, levels=changes, clock_seconds=seconds))


def versions(number: int) -> Planted:
    """The table is at this version in the end."""

    def plant(lines: list[Line], standing: Standing) -> tuple[list[Line], Standing]:
        table = replace(standing.tables["1"], version=number)
        return lines, replace(standing, tables={"1": table})

    return plant


def answered_and_gone(seq: int) -> Planted:
    """The house has recorded the last tap, the tablet never heard it, and nothing of it is there."""

    def plant(lines: list[Line], standing: Standing) -> tuple[list[Line], Standing]:
        heard = [each for each in lines if not (each.seq == seq and each.kind == "ok")]
        said = line(seq, "answered", status=200, version=10 + seq, body=f"body {seq}")
        answers = [answer for answer in standing.answers if answer.key != said.key]
        table = TableStanding(operations=OPERATIONS[: seq - 1], first_version=10, version=9 + seq)
        return [*heard, said], replace(standing, tables={"1": table}, answers=answers)

    return plant


def called(calls: int, *, status: int = 200) -> Planted:
    """The table has called for the floor, and so many calls are there."""

    def plant(lines: list[Line], standing: Standing) -> tuple[list[Line], Standing]:
        call = line(6, "tapped", began=7.0, key="call", op=CALL, sent=16)
        said = replace(call, kind="ok", began=7.1, status=status, version=16, body="call")
        table = replace(standing.tables["1"], calls=calls)
        answers = [*standing.answers, StoredAnswer(key="call", version=16, body="call")]
        return [*lines, call, said], replace(standing, tables={"1": table}, answers=answers)

    return plant


def without(seq: int) -> Planted:
    """A tap in the middle was sent, not answered, and not sent again."""

    def plant(lines: list[Line], standing: Standing) -> tuple[list[Line], Standing]:
        return [each for each in lines if not (each.seq == seq and each.kind == "ok")], standing

    return plant


PLANTED: list[tuple[str, Planted]] = [
    ("lost", stands(*OPERATIONS[:3], *OPERATIONS[4:])),
    ("doubled", stands(*OPERATIONS[:3], *OPERATIONS[2:])),
    ("order", stands(DEAL, "f4", "f3", *OPERATIONS[3:])),
    ("lost", stands(*OPERATIONS[:4], "c2", OPERATIONS[5])),
    ("lost", keeps(1, 2, 3, 4, 5)),
    ("key twice", keeps(1, 2, 3, 3, 4, 5, 6)),
    ("refused with effect", changed(4, "ok", kind="fail", status=409)),
    ("refused", changed(6, "ok", kind="fail", status=422)),
    ("another answer", changed(3, "replay", body="another")),
    ("another answer", changed(3, "answered", body="another")),
    ("stale", changed(5, "ok", sent=12)),
    ("real time", changed(5, "ok", sent=11, version=12)),
    ("went back", changed(5, "ok", version=12)),
    ("given up", without(3)),
    ("at once", changed(4, "ok", ended=5.2)),
    ("stranger", lambda lines, standing: ([each for each in lines if each.seq != 6], standing)),
    ("another answer", changed(3, "replay", status=409, version=16, body="refused")),
    ("another answer", changed(3, "answered", status=409, version=16, body="refused")),
    ("lost", answered_and_gone(6)),
    ("lost", lambda lines, standing: (lines, replace(standing, tables={}))),
    ("versions", versions(17)),
    ("versions", versions(15)),
    ("lost", called(0)),
    ("doubled", called(2)),
    ("levels", levels(level(0), level(1), level(1))),
    ("levels", levels(level(0), level(1), level(2), level(2))),
    ("levels", levels(level(0), level(2))),
    ("levels", levels(level(1), level(2))),
    ("levels", levels(level(0), level(1, to=3))),
    ("levels", levels(level(0), level(1, late=-12), level(2))),
    ("levels", levels(level(0), level(1), level(2), level(3))),
    ("levels", levels(seconds=211)),
]


@pytest.mark.parametrize(("rule", "plant"), PLANTED)
def test_what_is_planted_is_found(rule: str, plant: Planted) -> None:
    assert rule in rules(*plant(*clean()))


def test_a_tap_refused_on_an_older_screen_is_no_fault() -> None:
    lines, standing = clean()
    probe = line(6, "fail", began=7.0, key="probe", status=409, version=16, is_probe=True)
    assert check([*lines, probe], standing) == []
    refused = replace(probe, is_probe=False)
    assert rules([*lines, refused], standing) == {"refused"}
    # Nobody but the tablet writes to its table: that it has changed is no excuse but one more fault.
    assert rules(*versions(17)([*lines, refused], standing)) == {"refused", "versions"}


@pytest.mark.parametrize("status", [403, 425, 429, 500, 503])
def test_an_answer_after_which_the_tap_is_sent_again_is_no_refusal(status: int) -> None:
    assert check(*changed(3, "replay", status=status, version=0, body="busy")(*clean())) == []


def test_a_level_is_booked_a_moment_late_or_after_a_fault_minutes_late() -> None:
    assert check(*levels(level(0), level(1), seconds=91)(*clean())) == []
    assert check(*levels(seconds=209)(*clean())) == []


def test_a_call_for_the_floor_writes_nothing_to_its_table_and_stands_once() -> None:
    lines, standing = called(1)(*clean())
    assert check(lines, standing) == []
    again = [replace(each, key="again", began=each.began + 1, ended=each.ended + 1) for each in lines[-2:]]
    answers = [*standing.answers, StoredAnswer(key="again", version=16, body="call")]
    assert check([*lines, *again], replace(standing, answers=answers)) == []


@pytest.mark.parametrize("calls", [0, 1])
def test_a_call_that_nobody_answered_may_stand_or_not(calls: int) -> None:
    lines, standing = called(calls)(*clean())
    answers = standing.answers[: 6 + calls]
    assert check(lines[:-1], replace(standing, answers=answers)) == []


def test_a_history_is_read_as_it_was_written(tmp_path: Path) -> None:
    lines, _standing = clean()
    journal = Journal(path=tmp_path / "history.jsonl")
    for each in lines:
        journal.add(each)
    journal.close()
    assert list(read_history(journal.path)) == lines


def test_the_command_starts_from_nothing_and_says_what_it_takes() -> None:
    """The hour by hand has neither pytest nor Django's apps around it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "--sabotages" in done.stdout) == (0, True), done.stderr
