"""A part that is drawn once for the same values is drawn anew where it shows another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from tables.queries.tablet.actions import Actions
from tables.queries.tablet.screen import TabletScreen
from tables.templatetags import screen as drawing
from tables.templatetags.screen import render_screen
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.tables.looking import screen_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Change = Callable[[TabletScreen], TabletScreen]


def actions_of(shown: TabletScreen) -> Actions:
    assert shown.actions is not None
    return shown.actions


def of_actions(**values: Any) -> Change:
    return lambda shown: replace(shown, actions=replace(actions_of(shown), **values))


def of_prompt(**values: Any) -> Change:
    return lambda shown: replace(shown, prompt=replace(shown.prompt, **values))


def to_one_raise(shown: TabletScreen) -> TabletScreen:
    actions = actions_of(shown)
    return replace(shown, actions=replace(actions, raise_max=actions.raise_min))


CHANGES: Final[dict[str, Change]] = {
    "seat": of_actions(seat=9),
    "name": of_actions(name="Somebody Else"),
    "check": of_actions(can_check=True),
    "call": of_actions(call_amount=275),
    "call all in": of_actions(call_is_all_in=True),
    "no raise": of_actions(raise_min=None),
    "one raise": to_one_raise,
    "bet": of_actions(raise_is_bet=True),
    "completion": of_actions(raise_is_completion=True),
    "bring-in": of_actions(bring_in=25),
    "blind": of_actions(blind_open=400),
    "no fold": of_actions(can_fold=False),
    "may not raise": of_actions(passive=True),
    "stop": of_prompt(stop="Hand for hand"),
    "hold": of_prompt(hold_reason="Seat 4 is ill"),
    "held": of_prompt(refusal="held"),
    "floor called": of_prompt(floor_called=True),
    "view only": lambda shown: replace(shown, may_write=False),
    "street": lambda shown: replace(shown, header=replace(shown.header, street="river")),
}


def test_whatever_is_shown_otherwise_is_drawn_anew() -> None:
    felt = make_felt(1000, 1500, 2000)
    felt.deal()
    shown = screen_of(felt.pair()[0], now=NOW)
    wrong = []
    for name, change in CHANGES.items():
        drawing._remembered.clear()
        before, changed = render_screen(shown), change(shown)
        remembered = render_screen(changed)
        drawing._remembered.clear()
        if remembered == before or remembered != render_screen(changed):
            wrong.append(name)
    assert wrong == []


def test_what_was_refused_is_said_once() -> None:
    felt = make_felt(1000, 1500, 2000)
    felt.deal()
    shown = screen_of(felt.pair()[0], now=NOW)
    assert "Tap again." in render_screen(shown, "Tap again.")
    assert "Tap again." not in render_screen(shown)
