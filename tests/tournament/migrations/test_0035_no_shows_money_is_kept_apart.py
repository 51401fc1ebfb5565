from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from tests.tampering import past_the_triggers
from tests.tournament.services.field.test_no_shows import BUY_IN, Evening
from tournament.models import MoneyKind, MoneyRow

pytestmark = pytest.mark.django_db


def keep() -> None:
    module = import_module("tournament.migrations.0035_no_shows_money_is_kept_apart")
    module.keep_what_was_taken_out(apps, connection.schema_editor())


def test_what_an_earlier_version_has_taken_out_is_at_the_desk_and_what_it_has_put_back_is_not() -> None:
    removed, put_back = Evening(), Evening()
    put_back.undo(put_back.removal)
    rows = MoneyRow.objects.filter(kind=MoneyKind.NO_SHOW)
    with past_the_triggers():
        rows.exclude(corrects=None).delete()
        rows.all().delete()

    keep()

    assert list(rows.values_list("tournament", "entry", "amount", "log_entry")) == [
        (removed.tournament.pk, removed.absent.pk, BUY_IN, removed.removal.pk)
    ]
    assert removed.money() == (4 * BUY_IN, BUY_IN, 3 * 45_00)
    removed.hand_back()
    assert put_back.money()[1] == 0
