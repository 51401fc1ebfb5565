from __future__ import annotations

from datetime import UTC

from django.utils import timezone

from tournament.timekeeping import house_now


def test_the_house_reads_the_clock_in_utc() -> None:
    before = timezone.now()
    now = house_now()
    assert before <= now <= timezone.now()
    assert now.tzinfo is UTC
