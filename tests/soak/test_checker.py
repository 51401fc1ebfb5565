"""The checker of the soak finds what is planted in a history, and nothing in one that is clean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.checker import Standing, StoredAnswer, TableStanding, check
from tests.soak.history import CALL, DEAL, Journal, Kind, Line, read_history

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
        levels=[(0, 1), (1, 2), (2, 3)],
    )
    return lines, standing


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
    ("levels", lambda lines, standing: (lines, replace(standing, levels=[(0, 1), (1, 2), (1, 2)]))),
    ("levels", lambda lines, standing: (lines, replace(standing, levels=[(0, 1), (2, 3)]))),
]


@pytest.mark.parametrize(("rule", "plant"), PLANTED)
def test_what_is_planted_is_found(rule: str, plant: Planted) -> None:
    assert rule in rules(*plant(*clean()))


def test_a_tap_refused_on_an_older_screen_or_at_a_table_that_the_floor_changed_is_no_fault() -> None:
    lines, standing = clean()
    probe = line(6, "fail", began=7.0, key="probe", status=409, version=16, is_probe=True)
    assert check([*lines, probe], standing) == []
    refused = replace(probe, is_probe=False)
    assert rules([*lines, refused], standing) == {"refused"}
    moved = replace(standing.tables["1"], version=17)
    assert check([*lines, refused], replace(standing, tables={"1": moved})) == []


def test_a_call_for_the_floor_writes_nothing_to_its_table() -> None:
    lines, standing = clean()
    call = line(6, began=7.0, key="call", op=CALL, sent=16, version=16, body="call")
    answers = [*standing.answers, StoredAnswer(key="call", version=16, body="call")]
    assert check([*lines, call], replace(standing, answers=answers)) == []


def test_a_history_is_read_as_it_was_written(tmp_path: Path) -> None:
    lines, _standing = clean()
    journal = Journal(path=tmp_path / "history.jsonl")
    for each in lines:
        journal.add(each)
    journal.close()
    assert list(read_history(journal.path)) == lines
