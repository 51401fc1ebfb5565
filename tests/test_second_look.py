"""What failed in a suite gets a second look, which forgives an accident by name and nothing else (tests/everything)."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.everything.outcome import Outcome, sum_up
from tests.everything.second_look import look_again
from tests.everything.suites import Suite, run_suite

PLANTED = "tests/everything/planted.py"
STEADY, SKIPPED, BROKEN, UNSTEADY = (
    f"{PLANTED}::test_that_{does}" for does in ("passes", "is_skipped", "fails", "fails_beside_others")
)


OF_THE_RUN_OUTSIDE = (
    *(f"FLOORMAN_TEST_{name}" for name in ("DIR", "OWNER", "TIMES", "TURNS")),
    *("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"),
)
# What the planted tests need of pytest: workers, and the part of ours that reports. To import the product, which they
# do not use, would take each of these runs several seconds of processor.
WITHOUT_THE_PRODUCT = (
    "--rootdir=. -c tests/everything/planted.ini --noconftest -p xdist.plugin -p tests.everything.report"
)


@pytest.fixture(autouse=True)
def _a_run_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pytest started here shares nothing with the one that runs this."""
    for name in OF_THE_RUN_OUTSIDE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FLOORMAN_PLANTED", str(tmp_path / "was-here"))


@pytest.fixture
def _without_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next runs report as those of the house do, and begin at once."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", WITHOUT_THE_PRODUCT)


light = pytest.mark.usefixtures("_without_the_product")


def suite_of(*tests: str, workers: int = 1) -> Suite:
    return Suite(
        name="planted tests", database="sqlite", part="rest", workers=workers, distribution=(), paths=tests
    )


def outcome_that_failed(failed: Sequence[str]) -> Outcome:
    return Outcome(name="planted tests", passed=False, seconds=1.0, failed=failed)


@pytest.mark.long(reason="the same with all that a run of the house imports")
def test_a_run_of_the_house_tells_what_failed_and_what_was_left_out() -> None:
    told = run_suite(suite_of(PLANTED, workers=0), [], long=False)
    assert (told.passed, told.counts) == (False, {"passed": 1})
    assert (told.failed, told.left_out) == ([BROKEN, UNSTEADY], ["as planned"])


@light
def test_a_test_that_fails_once_passes_the_run_and_is_named_loudly(
    capsys: pytest.CaptureFixture[str],
) -> None:
    suite = suite_of(STEADY, UNSTEADY)
    first = run_suite(suite, [], long=False)
    assert (first.passed, first.failed, first.counts) == (False, [UNSTEADY], {"passed": 1})
    assert "fails the first time" in capsys.readouterr().out

    second = look_again(suite, first, long=False)

    assert second == replace(first, passed=True, unsteady=[UNSTEADY])
    assert sum_up([second], [], seconds=1.0) == 0
    said = capsys.readouterr().out
    assert f"UNSTEADY: failed beside the others and passed alone: {UNSTEADY}. Mend it.\n" in said


@light
def test_a_test_that_fails_twice_fails_the_run_whatever_failed_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    suite = suite_of(PLANTED)
    first = run_suite(suite, [], long=False)
    assert (first.passed, first.failed, first.counts) == (False, [BROKEN, UNSTEADY], {"passed": 1})

    second = look_again(suite, first, long=False)

    assert second == first
    assert sum_up([second], [], seconds=1.0) == 1
    said = capsys.readouterr().out
    assert "UNSTEADY" not in said
    assert said.count("fails whenever it is asked") > 1


@pytest.mark.parametrize(
    "failed",
    [
        [],
        [f"{UNSTEADY}[{number}]" for number in range(4)],
        [PLANTED],
    ],
    ids=["nobody knows what failed", "more than three", "a file that cannot be read"],
)
def test_what_no_second_look_could_excuse_fails_at_once(
    failed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first = outcome_that_failed(failed)
    assert look_again(suite_of(*failed), first, long=False) == first
    assert capsys.readouterr().out == ""


@light
def test_what_is_skipped_at_the_second_look_has_not_passed() -> None:
    first = outcome_that_failed([STEADY, SKIPPED])
    assert look_again(suite_of(PLANTED), first, long=False) == first


@light
def test_who_chooses_tests_himself_sees_each_failure_as_it_is() -> None:
    chosen = run_suite(suite_of(PLANTED), ["-k", "beside"], long=False)
    assert (chosen.passed, chosen.failed) == (False, ())
