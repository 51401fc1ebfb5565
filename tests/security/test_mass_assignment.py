"""A form takes its own fields and nothing else, whatever is sent with them."""

from __future__ import annotations

import pytest
from axes.models import AccessAttempt
from django.db import connection
from django.db.models import BooleanField, Model

from tests.factories.house import House, undone
from tests.security.forms import Trial
from tests.security.rows import counted_models
from tests.security.test_reading import ONLY_AT_A_PUBLIC_ADDRESS, ONLY_IN_AN_ALARM, WRITES
from tournament.models import Account, Tournament

pytestmark = pytest.mark.django_db

CANARY_TEXT, CANARY_NUMBER = "smuggled-canary", "739391739"
# What a form of the same page may be asked for by that very name, whichever form it is.
NOT_SMUGGLED = frozenset({"id", "key"})


def smuggled(trial: Trial) -> dict[str, str]:
    """Every column of every model that the form does not have."""
    own = set(trial.form.body()) | NOT_SMUGGLED
    extra: dict[str, str] = {}
    for model in counted_models():
        for field in model._meta.concrete_fields:
            for name in {field.name, field.attname} - own:
                extra[name] = canary_of(model, field.name)
    return extra


def canary_of(model: type[Model], name: str) -> str:
    field = model._meta.get_field(name)
    if isinstance(field, BooleanField):
        return "on"
    kind = field.get_internal_type() if hasattr(field, "get_internal_type") else ""
    return CANARY_TEXT if kind in ("CharField", "TextField", "JSONField") else CANARY_NUMBER


def everything() -> str:
    """All rows as they are stored, but for the record of failed log-ins, which keeps what was sent."""
    rows: list[tuple[object, ...]] = []
    with connection.cursor() as cursor:
        for model in counted_models():
            if model is not AccessAttempt:
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)}")
                rows += cursor.fetchall()
    return repr(rows)


@pytest.mark.one_database
@pytest.mark.long(reason="every page of four more tournaments, in other states")
def test_no_form_of_any_page_leads_elsewhere(trials: list[Trial]) -> None:
    assert {trial.name for trial in trials} | ONLY_IN_AN_ALARM | ONLY_AT_A_PUBLIC_ADDRESS == WRITES


@pytest.mark.slow
@pytest.mark.long(reason="each form is sent by the tests of its view")
def test_no_form_is_refused_as_it_stands_on_its_page(house: House, trials: list[Trial]) -> None:
    """A form without its key, or with one of another form, would be taken for a page too old."""
    refused, told = [], 0
    for trial in trials:
        client = house.client(trial.visitor)
        with undone(client):
            page = client.post(trial.form.action, trial.body(), follow=True).content.decode()
            told += "message" in page
            if "This page has expired" in page:
                refused.append(f"{trial.name} on {trial.form.page}")
    assert not refused, "\n".join(refused)
    assert told >= 30, "the control: most answers say something"


@pytest.mark.one_database
@pytest.mark.long(reason="every form of the house with every column")
def test_no_form_writes_a_column_that_it_does_not_show(house: House, trials: list[Trial]) -> None:
    wrong = []
    accepted = 0
    for trial in trials:
        client = house.client(trial.visitor)
        with undone(client):
            response = client.post(trial.form.action, smuggled(trial) | trial.body())
            accepted += response.status_code in (200, 201, 302)
            rows = everything()
            if CANARY_TEXT in rows or CANARY_NUMBER in rows:
                wrong.append(f"{trial.name} wrote what was smuggled in")
            if (
                Account.objects.filter(is_superuser=True).exists()
                or Account.objects.filter(is_staff=True).exists()
            ):
                wrong.append(f"{trial.name} made an account the master of the house")
            if Tournament.objects.filter(is_demo=True).exists():
                wrong.append(f"{trial.name} handed a tournament to the scripted dealers")
        if response.status_code >= 500:
            wrong.append(f"{trial.name}: {response.status_code}")
    assert not wrong, "\n".join(wrong)
    assert accepted >= 30, "the control: most of these bodies are taken"


@pytest.mark.one_database
def test_the_canary_would_be_seen(house: House) -> None:
    client = house.client("director")
    with undone(client):
        client.post("/floor/new/", {"name": CANARY_TEXT, "template": "club_night"})
        assert CANARY_TEXT in everything()
