from __future__ import annotations

import pytest
from django.db import connection, models, transaction

from tables.models import Seat
from tables.queries.checks.keys import check_bounds, check_references, check_schema_refuses, check_unique
from tests.factories import make_player
from tests.factories.felt import make_felt
from tests.tampering import past_the_triggers
from tournament.models import Entry, Player

pytestmark = pytest.mark.django_db

CHECKS = (check_references, check_unique, check_bounds, check_schema_refuses)


def test_nothing_is_said_of_rows_and_a_schema_that_are_as_they_should_be() -> None:
    make_felt(10_000, 10_000)

    assert [str(finding) for check in CHECKS for finding in check()] == []


def test_a_reference_to_a_row_that_is_not_there_is_named_with_table_and_column() -> None:
    felt = make_felt(10_000, 10_000)
    with transaction.atomic():
        with past_the_triggers():
            models.QuerySet(Seat).filter(entry=felt.entries[1]).update(entry_id=999_999)

        assert [str(finding) for finding in check_references()] == [
            "I32: 1 rows of tables_seat point in entry_id to missing rows."
        ]
        transaction.set_rollback(True)


def test_an_index_that_was_dropped_and_what_it_let_in_are_named() -> None:
    """Of the index that is a condition, which both databases drop alike."""
    first, second = make_player("Anna Verdi", club_number="7"), make_player("Bruno Neri")
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("DROP INDEX player_club_number_once")
        Player.objects.filter(pk=second.pk).update(club_number=first.club_number)

        assert [str(finding) for finding in check_unique()] == [
            "I32: 2 rows of tournament_player repeat what must be unique: player_club_number_once."
        ]
        assert [str(finding) for finding in check_schema_refuses()] == [
            "I32: The database table tournament_player has lost a safeguard: player_club_number_once."
        ]
        transaction.set_rollback(True)


def test_a_value_out_of_bounds_is_named() -> None:
    make_felt(10_000, 10_000)
    with transaction.atomic():
        with past_the_triggers(), connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA ignore_check_constraints = ON")
            else:
                # No table is changed while references of it are still to be looked at.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                cursor.execute("ALTER TABLE tournament_entry DROP CONSTRAINT entry_stack_not_negative")
            models.QuerySet(Entry).update(stack=-1)
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA ignore_check_constraints = OFF")

        assert [str(finding) for finding in check_bounds()] == [
            "I32: 2 rows of tournament_entry are out of bounds: entry_stack_not_negative."
        ]
        transaction.set_rollback(True)
