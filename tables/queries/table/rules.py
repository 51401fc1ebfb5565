"""The rules in force at a tournament's tables: its profile with its own overrides on top."""

from __future__ import annotations

from tables.engine.games.house_rules import HOUSE_RULES, HouseRules
from tables.floor.rules import FLOOR_RULES, FloorRules
from tables.models import Table
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


def least_players(table: Table) -> int:
    """With how many players with chips its next hand is dealt: two, or as many as the house wants at a table before
    its first hand while registration is open (WSOP 36, LFP).
    """
    tournament = table.tournament
    if table.hands_dealt or tournament.registration_closed_at is not None:
        return 2
    return tournament.event_rules.late_start_min_players
