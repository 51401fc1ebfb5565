"""Whatever keeps a tablet from dealing, and whatever a hand waits for, has its words."""

from __future__ import annotations

from typing import get_args

from tables.engine.play.progress import Phase
from tables.queries.tablet.prompt import Refusal
from tables.templatetags.prompt import REFUSALS, STAGES

# The buttons of the betting have their words among them; in the others no hand ever waits.
WITHOUT_LINES = {"betting", "complete", "round_over", "drawn"}


def test_every_refusal_has_its_lines() -> None:
    assert set(REFUSALS) == set(get_args(Refusal))


def test_every_stage_has_its_lines() -> None:
    assert set(STAGES) == {"between", *get_args(Phase)} - WITHOUT_LINES
