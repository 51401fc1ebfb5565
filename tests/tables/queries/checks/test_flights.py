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


def bring_one_more(flights: Flights) -> None:
    anna = Entry.objects.get(tournament=flights.event, player__name="Anna")
    Entry.objects.filter(tournament__name="Day 1A", player__name="Dario").update(
        status="playing", stack=1, place_first=None, place_last=None
    )
    assert anna.brought_line_id


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (lambda _flights: None, []),
        (alter_bag, ["I33: Entry 2 of a flight is worth 12500 chips on Day 2; 12000 were issued for it."]),
        (issue_more, ["I33: Entry 2 of a flight is worth 15000 chips on Day 2; 15100 were issued for it."]),
        (
            forget_where_it_went,
            ["I33: Entry 2 of a flight is worth 15000 chips on Day 2; 0 were issued for it."],
        ),
        (
            bring_one_more,
            [
                "I33: Entry 3 of a flight is worth 1 chips on Day 2; 0 were issued for it.",
                "I33: 3 entries came from flights, by the bags there are 4.",
            ],
        ),
    ],
)
def test_a_stack_that_differs_from_its_bag_is_found(
    fault: Callable[[Flights], None], says: list[str]
) -> None:
    flights = brought()

    fault(flights)

    assert [str(finding) for finding in check_flights(flights.event)] == says
