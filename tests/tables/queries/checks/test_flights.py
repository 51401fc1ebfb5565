from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.queries.checks.flights import check_flights
from tests.factories.flights import Flights
from tests.tampering import past_the_triggers
from tournament.models import ChipRow, Entry

pytestmark = pytest.mark.django_db


def brought() -> Flights:
    flights = Flights(flight_stacks="added")
    flights.play("Day 1A", ["Anna", "Bruno", "Dario"], {"Anna": 18_000, "Bruno": 12_000})
    flights.play("Day 1B", ["Anna", "Carla"], {"Anna": 5_000, "Carla": 15_000})
    flights.event.refresh_from_db()
    flights.bring()
    return flights


def alter_bag(flights: Flights) -> None:
    Entry.objects.filter(tournament__name="Day 1A", player__name="Bruno").update(stack=12_500)


def issue_more(flights: Flights) -> None:
    with past_the_triggers():
        ChipRow.objects.filter(tournament=flights.event, entry__player__name="Carla").update(amount=15_100)


def forget_where_it_went(flights: Flights) -> None:
    Entry.objects.filter(tournament__name="Day 1B", player__name="Carla").update(goes_on_as=None)


def leave_a_bag(flights: Flights) -> None:
    Entry.objects.filter(tournament__name="Day 1A", player__name="Dario").update(
        status="playing", stack=1, place_first=None, place_last=None
    )


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (lambda _flights: None, []),
        (alter_bag, ["I33: Entry 2 has 12000 chips from its flights; in the bags there are 12500."]),
        (issue_more, ["I33: Entry 3 has 15100 chips from its flights; in the bags there are 15000."]),
        (
            forget_where_it_went,
            [
                "I33: A bag of 15000 chips of a flight went nowhere.",
                "I33: Entry 3 has 15000 chips from its flights; in the bags there are 0.",
            ],
        ),
        (leave_a_bag, ["I33: A bag of 1 chips of a flight went nowhere."]),
    ],
)
def test_a_stack_that_differs_from_its_bag_is_found(
    fault: Callable[[Flights], None], says: list[str]
) -> None:
    flights = brought()

    fault(flights)

    assert [str(finding) for finding in check_flights(flights.event)] == says
