"""Seals for what a factory has written past the services."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Model

from tables.queries.checks.states import SEALED
from tests.worlds import filled_tables
from tournament.models import Tournament
from tournament.models.states import seal_units
from tournament.services.locks import lock_tournament


def seal_as_it_stands(*tournaments: Tournament, only: Collection[type[Model]] = ()) -> None:
    """Every row that may change, or those of the models that were written, are sealed as they are now, as if services
    had written them so.
    """
    filled = set(filled_tables())
    standing = [
        (model, state)
        for model, state in SEALED
        if model._meta.db_table in filled and (not only or model in only)
    ]
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
