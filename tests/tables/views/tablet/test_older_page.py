"""A tablet whose page is of another version than the server: its taps are understood, or refused with what is now."""

from __future__ import annotations

import pytest

from tables.models import HandOperation
from tests.factories.felt import make_felt
from tests.tables.views.tablet.test_table import Tablet
from tournament.models import StoredReply
from tournament.views.outages import MARKER

pytestmark = pytest.mark.django_db


@pytest.fixture
def tablet() -> Tablet:
    tablet = Tablet(make_felt(1000, 1000, 1000))
    tablet.deal()
    return tablet


def test_a_field_that_this_version_does_not_know_is_left_out(tablet: Tablet) -> None:
    answer = tablet.tap(operation="c3", colour="green", operation_2="f1")
    assert answer.status_code == 200
    assert list(HandOperation.objects.values_list("code", flat=True)) == ["c3"]


@pytest.mark.parametrize("missing", ["key", "version", "epoch", "operation"])
def test_a_tap_without_a_field_is_refused_by_the_house_and_not_by_a_fault(
    tablet: Tablet, missing: str
) -> None:
    """The queue stops and shows its taps, with the table as it is now below: none is dropped and none is guessed."""
    before = StoredReply.objects.count()
    fields = tablet.fields(operation="c3")
    del fields[missing]

    answer = tablet.send("act", fields)

    assert 400 <= answer.status_code < 500
    assert answer.headers[MARKER] == "1"
    assert (HandOperation.objects.count(), StoredReply.objects.count()) == (0, before)


def test_an_address_that_this_version_does_not_have_writes_nothing(tablet: Tablet) -> None:
    assert tablet.send("act-as-before", tablet.fields(operation="c3")).status_code == 404
    assert HandOperation.objects.count() == 0


def test_where_the_outbox_could_not_be_loaded_htmx_is_told_to_show_the_page(tablet: Tablet) -> None:
    """A tap that is recorded and shows nothing would be tapped again."""
    by_htmx = {"HX-Request": "true"}
    taken = tablet.client.post("/tablet/table/act/", tablet.fields(operation="c3"), headers=by_htmx)
    assert (taken.status_code, taken.headers["HX-Redirect"]) == (200, "/tablet/table/")
    refused = tablet.client.post("/tablet/table/act/", tablet.fields(operation="r1:1"), headers=by_htmx)
    assert (refused.status_code, refused.headers["HX-Retarget"]) == (422, "body")
    assert 'id="refusal"' in refused.content.decode()
