"""The rules in force at a tournament's tables: its profile with its own overrides on top."""

from __future__ import annotations

from tables.engine.games.house_rules import HOUSE_RULES, HouseRules
from tables.floor.rules import FLOOR_RULES, FloorRules
from tournament.models import Tournament


def house_rules(tournament: Tournament) -> HouseRules:
    """How a hand is played; overrides under the key "engine"."""
    base = HOUSE_RULES[tournament.rule_profile]
    overrides = tournament.rule_overrides.get("engine")
    return HouseRules.from_dict({**base.to_dict(), **overrides}) if overrides else base


def floor_rules(tournament: Tournament) -> FloorRules:
    """How seats, button and balancing work; overrides under the key "floor"."""
    base = FLOOR_RULES[tournament.rule_profile]
    overrides = tournament.rule_overrides.get("floor")
    return FloorRules.from_dict({**base.to_dict(), **overrides}) if overrides else base
