from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tables.queries.checks.buttons import check_buttons
from tables.queries.checks.chain import check_chain
from tables.queries.checks.chips import check_chips, check_seats
from tables.queries.checks.clock import check_clock
from tables.queries.checks.credits import check_bounties, check_credits
from tables.queries.checks.draws import check_draws
from tables.queries.checks.findings import Check, Finding, HouseCheck
from tables.queries.checks.flights import check_flights
from tables.queries.checks.hands import check_hand_numbers, check_hands
from tables.queries.checks.house import check_log_ins, check_triggers
from tables.queries.checks.kept import check_kept
from tables.queries.checks.keys import check_bounds, check_references, check_schema_refuses, check_unique
from tables.queries.checks.log import check_log
from tables.queries.checks.money import check_ledger, check_money
from tables.queries.checks.places import check_places
from tables.queries.checks.prizes import check_prizes
from tables.queries.checks.roles import check_roles
from tables.queries.checks.seasons import check_seasons
from tables.queries.checks.stacks import check_stacks
from tables.queries.checks.states import check_states
from tables.queries.checks.structure import check_structure
from tables.queries.checks.told import check_told_places
from tables.queries.checks.vouchers import check_vouchers
from tournament.models import Tournament

# What takes longest comes last.
CHECKS: Final[dict[str, Check]] = {
    "chips": check_chips,
    "seats": check_seats,
    "places": check_places,
    "told places": check_told_places,
    "ledger": check_ledger,
    "money": check_money,
    "prizes": check_prizes,
    "kept": check_kept,
    "log": check_log,
    "clock": check_clock,
    "flights": check_flights,
    "vouchers": check_vouchers,
    "seasons": check_seasons,
    "structure": check_structure,
    "knock-outs": check_credits,
    "bounties": check_bounties,
    "roles": check_roles,
    "draws": check_draws,
    "buttons": check_buttons,
    "chain": check_chain,
    "hand numbers": check_hand_numbers,
    "stacks": check_stacks,
    "changes": check_states,
    "hands": check_hands,
}
"""By the word that `manage.py verify` says while it works."""

HOUSE_CHECKS: Final[dict[str, HouseCheck]] = {
    "log-ins": check_log_ins,
    "triggers": check_triggers,
    "references": check_references,
    "unique": check_unique,
    "bounds": check_bounds,
    "schema": check_schema_refuses,
}
"""Of what belongs to no tournament: asked once, however many there are."""


def findings_in(*tournaments: Tournament) -> Iterator[Finding]:
    """What all of them find in the house and in these tournaments. The schema nobody changes by playing: it is left."""
    for name, of_the_house in HOUSE_CHECKS.items():
        if name != "schema":
            yield from of_the_house()
    for tournament in tournaments:
        for check in CHECKS.values():
            yield from check(tournament)
