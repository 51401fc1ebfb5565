"""A tournament in any state for a test, made by the services that make it in the room.

Here are its first rows: accounts, tournaments, players, entries. From there on a module for each state:
`felt` one table in play with stacks as given, `mixed` the same with levels of several games, `field` a field that is
entered, drawn, started or partly out, `desk` and `floor` the same with staff logged in, `house` two directors'
tournaments in every state with everybody who may knock.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.test import Client

from tests.worlds import kept
from tournament.models import Account, Entry, Player, Role, StaffMember, Tournament
from tournament.plans.plan import TournamentPlan
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.rules.profiles import event_rules
from tournament.rules.structure.game_sizes import tightest_game
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.services.actor import Actor
from tournament.services.field.entries import register_entries
from tournament.services.field.players import NewPlayer, add_player, add_players
from tournament.services.locks import lock_tournament
from tournament.services.setup.tournaments import create_tournament

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
ACTOR = Actor(label="Vera Direttrice")

STRUCTURE = Structure(
    periods=(
        Level(small_blind=25, big_blind=50, duration_seconds=1200),
        Level(small_blind=50, big_blind=100, duration_seconds=1200),
        Break(duration_seconds=600, chips_removed=(25,), label="Colour-up"),
        Level(small_blind=100, big_blind=200, ante=200, ante_kind="big_blind", duration_seconds=1200),
        Level(small_blind=200, big_blind=400, ante=400, ante_kind="big_blind", duration_seconds=1200),
    )
)

PLAN = TournamentPlan(
    name="Friday Fifty",
    buy_in_prize=45_00,
    buy_in_fee=3_00,
    buy_in_staff=2_00,
    starting_stack=10_000,
    seats_per_table=9,
    structure=STRUCTURE,
    payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000))),
    rule_overrides={},
)

# Made up, all different; tests know the first of them by name.
NAMES = (
    *("Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti", "Elena Gallo", "Fabio Riva"),
    *("Gina Serra", "Hugo Marini", "Irene Costa", "Luca Ferri", "Mara Piras", "Nino Testa"),
    *("Olga Valli", "Piero Leone", "Rita Orlando", "Sandro Bassi", "Tina Moretti", "Ugo Ricci"),
)
FIRST_NAMES = (
    "Ada",
    "Cesare",
    "Delia",
    "Ettore",
    "Gaia",
    "Ivo",
    "Livia",
    "Marta",
    "Otto",
    "Pia",
    "Rocco",
    "Zeno",
)


def names(count: int) -> list[str]:
    """So many players: up to 234, always in the same order."""
    family_names = [name.split()[1] for name in NAMES]
    return [*NAMES, *(f"{first} {family}" for family in family_names for first in FIRST_NAMES)][:count]


def after(minutes: float) -> datetime:
    """A moment `minutes` after NOW."""
    return NOW + timedelta(minutes=minutes)


def make_account(name: str = "vera") -> Account:
    """An account, or the one with that name that is there already."""
    found = Account.objects.filter(username=name).first()
    return found or Account.objects.create(username=name, password=make_password(None))


@kept
def make_tournament(account: Account | None = None, **changes: Any) -> Tournament:
    """A tournament open for registration, with `changes` to PLAN; its tables are no larger than its games allow."""
    plan = replace(PLAN, **changes)
    rules = event_rules(plan.rule_profile, overrides=plan.rule_overrides.get("event"))
    seats = min(plan.seats_per_table, tightest_game(plan.structure, rules).most)
    plan = replace(plan, seats_per_table=seats)
    return create_tournament(plan=plan, account=account or make_account(), now=NOW)


def give_role(tournament: Tournament, role: Role, name: str | None = None) -> Account:
    """A fresh account with that role there."""
    account = make_account(name or f"{role}-{tournament.code}".lower())
    with transaction.atomic():
        lock_tournament(tournament.pk)
        StaffMember.objects.create(account=account, tournament=tournament, role=role)
    return account


def make_player(name: str = "Nicolò Bianchi", **fields: str) -> Player:
    return add_player(name=name, now=NOW, **fields)


def enter(tournament: Tournament, *names: str, now: datetime = NOW) -> list[Entry]:
    """New players with an entry each, in this order, taken by the desk in one go."""
    players = add_players([NewPlayer(name=name) for name in names], now=NOW)
    return register_entries(
        tournament_id=tournament.pk, player_ids=[player.pk for player in players], by=ACTOR.at(now)
    )


def as_vera(client: Client, **changes: Any) -> Tournament:
    """A tournament whose director is logged in."""
    tournament = make_tournament(**changes)
    client.force_login(make_account())
    return tournament
