"""Seals for what a factory has written past the services."""

from __future__ import annotations

from django.db import transaction

from tables.queries.checks.states import SEALED
from tests.worlds import filled_tables
from tournament.models import Tournament
from tournament.models.states import seal_units
from tournament.services.locks import lock_tournament


def seal_as_it_stands(*tournaments: Tournament) -> None:
    """Every row that may change is sealed as it is now, as if services had written it so."""
    filled = set(filled_tables())
    standing = [(model, state) for model, state in SEALED if model._meta.db_table in filled]
    for tournament in tournaments:
        with transaction.atomic():
            lock_tournament(tournament.pk)
            seal_units(
                {
                    (model, state): state.units(
                        model._default_manager.filter(**{state.tournament: tournament.pk})
                    )
                    for model, state in standing
                }
            )
