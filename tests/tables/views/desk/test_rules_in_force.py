"""The page of the rules in force."""

from __future__ import annotations

import pytest
from django.test import Client

from tables.engine.games.house_rules import HouseRules
from tables.floor.rules import FloorRules
from tables.queries.desk.rules_in_force import rules_in_force
from tests.factories import make_tournament
from tests.factories.desk import at_the_desk
from tournament.models import Role
from tournament.rules.profiles import PROFILE_NAMES, EventRules

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_every_rule_in_force_is_a_question_with_an_answer_in_words(client: Client, profile: str) -> None:
    tournament = at_the_desk(client, Role.FLOOR, rule_profile=profile)

    groups = client.get(f"/floor/{tournament.code}/rules/").context["groups"]

    lines = [line for group in groups for line in group.lines]
    assert len(lines) > 15
    assert not [line for line in lines if line.question == line.key or not line.answer or "_" in line.answer]
    assert any(line.differs for line in lines) == (profile != "tda2024")


def test_a_rule_that_nothing_applies_is_not_said_to_be_in_force() -> None:
    every_key = {*HouseRules().to_dict(), *FloorRules().to_dict(), *EventRules().to_dict()}

    assert every_key - {line.key for group in rules_in_force(make_tournament()) for line in group.lines} == {
        # The chip race, no-shows and re-entry against one's chips.
        "race_round",
        "race_rescue",
        "late_start_min_players",
        "no_show_level",
        "forfeit_to_re_enter",
    }


def test_what_a_tournament_overrides_is_marked(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR, rule_overrides={"engine": {"limit_cap": 0}})

    groups = client.get(f"/floor/{tournament.code}/rules/").context["groups"]

    assert [(ln.key, ln.answer) for g in groups for ln in g.lines if ln.is_override] == [
        ("limit_cap", "without a cap")
    ]
