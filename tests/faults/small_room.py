"""A drawn tournament of two tables, started, in the database that the environment names; code and a tablet's secret.

python -m tests.faults.small_room       prints both, separated by a blank
"""

from __future__ import annotations

import sys

import django


def make_small_room() -> str:
    """Make the room; returns its code and the secret of the first table's tablet."""
    from django.utils import timezone

    from tests.factories import ACTOR
    from tests.faults.tablet import pair_tablets
    from tests.faults.test_faults import make_room
    from tournament.services.clock import start_clock

    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    return f"{tournament.code} {pair_tablets(tournament, url='')[0].secret}"


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(make_small_room())
