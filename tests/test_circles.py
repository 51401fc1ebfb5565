"""A page that names a test says in which run it is found (tests/circles.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.circles import LONG, said_of

QUICK = "def test_it(): ...\n"
ONE_LONG = QUICK + '@pytest.mark.long(reason="a larger room")\ndef test_more(): ...\n'
ALL_LONG = 'pytestmark = [pytest.mark.django_db, pytest.mark.long(reason="whole evenings")]\n' + QUICK
SOME_CASES = (
    '@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.long(reason="another"))])\n' + QUICK
)


@pytest.mark.parametrize(
    ("source", "test", "said"),
    [
        (QUICK, "::test_it", ""),
        (ONE_LONG, "::test_it", ""),
        (ONE_LONG, "::test_more", LONG),
        (ONE_LONG, "", ""),
        (ALL_LONG, "::test_it", LONG),
        (ALL_LONG, "", LONG),
        (SOME_CASES, "::test_it", ""),
    ],
)
def test_a_test_is_long_by_its_own_mark_or_that_of_its_file(
    tmp_path: Path, source: str, test: str, said: str
) -> None:
    (tmp_path / "test_a.py").write_text(source, encoding="utf-8")
    assert said_of(f"test_a.py{test}", tmp_path) == said
