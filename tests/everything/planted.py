"""Tests that fail, for tests/test_second_look.py: nobody collects a file of this name unless it is named."""

import os
from pathlib import Path

import pytest


def test_that_passes() -> None:
    assert True


@pytest.mark.skip(reason="as planned")
def test_that_is_skipped() -> None: ...


def test_that_fails() -> None:
    raise AssertionError("fails whenever it is asked")


def test_that_fails_beside_others() -> None:
    """Fails the first time it is run, for which it leaves a mark."""
    mark = Path(os.environ["FLOORMAN_PLANTED"])
    was_here = mark.exists()
    mark.touch()
    assert was_here, "fails the first time"
