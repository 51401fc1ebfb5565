from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from tests.factories import NOW, make_tournament
from tests.tampering import past_the_triggers
from tournament.models import LogEntry

pytestmark = pytest.mark.django_db


def test_lines_of_an_earlier_version_are_lines_about_the_staff() -> None:
    tournament = make_tournament()
    made = [
        LogEntry.objects.create(tournament=tournament, at=NOW, verb=verb, actor="vera").pk
        for verb in ("crew_added", "clock_started", "crew_removed")
    ]

    with past_the_triggers():
        import_module("tournament.migrations.0005_the_log_says_staff").rename_verbs(
            apps, connection.schema_editor()
        )

    lines = LogEntry.objects.filter(pk__in=made).order_by("pk")
    assert list(lines.values_list("verb", flat=True)) == ["staff_added", "clock_started", "staff_removed"]
