"""A tablet that was switched off with a tap on it: what it gets three days later, when answers are forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tables.models import Device, HandOperation
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.tables.views.tablet.test_table import Tablet, text
from tournament.models import StoredReply
from tournament.tasks import forget_replies

pytestmark = pytest.mark.django_db


def test_a_tap_that_was_recorded_is_not_recorded_again_three_days_later() -> None:
    with time_machine.travel(NOW) as clock:
        tablet = Tablet(make_felt(1000, 1000, 1000))
        tablet.deal()
        fields = tablet.fields(operation="c3")
        # Recorded, but the answer never reached the tablet: its battery was empty.
        assert tablet.send("act", fields).status_code == 200
        recorded = list(HandOperation.objects.values_list("pk", "code"))

        clock.shift(timedelta(days=3))
        assert (forget_replies(), StoredReply.objects.count()) == (2, 0)

        # Its pairing has ended: it keeps the tap, and is paired again before anything is taken from it.
        assert tablet.send("act", fields).status_code == 401
        assert list(HandOperation.objects.values_list("pk", "code")) == recorded

        # Even a pairing that went on would be told that the table has changed.
        Device.objects.update(expires_at=timezone.now() + timedelta(hours=1))
        late = tablet.send("act", fields)
        assert (late.status_code, "Idempotent-Replay" in late.headers) == (409, False)
        assert "The table has changed. Check it and tap again." in text(late)
        assert list(HandOperation.objects.values_list("pk", "code")) == recorded
        assert StoredReply.objects.count() == 0
