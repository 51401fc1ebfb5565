"""A part that is missing is skipped loudly on a laptop and fails where everything is required."""

from pathlib import Path

import pytest

from tests import machine, postgres
from tests.everything.outcome import Outcome, sum_up, what_is_missing


@pytest.fixture(autouse=True)
def _laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "REQUIRE_ALL", "CHROMIUM"):
        monkeypatch.delenv(name, raising=False)


def test_a_missing_part_is_skipped_with_its_cure() -> None:
    with pytest.raises(pytest.skip.Exception, match=r"SKIPPED: no Chromium .* \(apt install chromium\)"):
        machine.do_without("Chromium", "apt install chromium")


@pytest.mark.parametrize("name", ["CI", "REQUIRE_ALL"])
def test_a_missing_part_fails_where_everything_is_required(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "true")
    with pytest.raises(pytest.fail.Exception, match="no Chromium"):
        machine.do_without("Chromium", "apt install chromium")


def test_chromium_is_found_by_name_or_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(machine, "CHROMIUM_PLACES", ("chromium",))
    assert machine.find_chromium() is None
    program = tmp_path / "chromium"
    program.touch(mode=0o755)
    assert machine.find_chromium() == program


def test_a_machine_without_postgresql_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "PLACES", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(postgres.PostgresMissing, match="apt install postgresql"):
        postgres.find_binaries()


def outcome(
    name: str = "tests", *, passed: bool = True, counts: dict[str, int] | None = None, left_out: str = ""
) -> Outcome:
    return Outcome(
        name=name,
        passed=passed,
        seconds=1.0,
        counts=counts or {},
        left_out=[left_out] if left_out else [],
    )


def test_what_did_not_run_is_missing_where_everything_is_required() -> None:
    ran = outcome(counts={"passed": 900})
    assert what_is_missing(
        outcome("in a browser"), ran, outcome("on PostgreSQL", left_out="SKIPPED: PostgreSQL")
    ) == [
        "in a browser: none ran",
        "on PostgreSQL: none ran",
        "SKIPPED: PostgreSQL",
    ]
    assert what_is_missing(ran, outcome(counts={"passed": 0}), ran) == ["tests: none ran"]
    assert what_is_missing(ran, ran, ran) == []
    for words in ("NOT ALLOWED HERE: a disk needs root", "NOT TRIED: this machine has no Firefox"):
        assert what_is_missing(ran, outcome(left_out=words, counts={"passed": 1}), ran) == []


def test_what_the_machine_forbids_or_need_not_have_is_skipped_even_where_everything_is_required(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.skip.Exception, match=r"NOT ALLOWED HERE: a disk needs root"):
        machine.may_not("a disk needs root")
    with pytest.raises(pytest.skip.Exception, match=r"NOT TRIED: this machine has no Firefox"):
        machine.go_without("Firefox")


def test_the_summary_names_what_was_left_out_and_fails_only_for_failures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sum_up([outcome(left_out="SKIPPED: no Chromium")], [], seconds=1.0) == 0
    assert "SKIPPED: no Chromium" in capsys.readouterr().out
    assert sum_up([outcome()], ["no browser test ran"], seconds=1.0) == 1
    assert sum_up([outcome(), outcome(passed=False)], [], seconds=1.0) == 1
