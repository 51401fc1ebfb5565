"""Places in the log are those that hold, or say that they were of their moment."""

from __future__ import annotations

import pytest

from tables.models import Seat
from tests.factories import ACTOR, NOW, after, enter
from tests.factories.field import bust, started
from tests.factories.lines import write_line
from tournament.models import Tournament
from tournament.queries.log import LogFilter, log_lines, log_rows
from tournament.services.field.entries import reinstate_entries
from tournament.services.locks import lock_tournament
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def said(tournament: Tournament) -> list[str]:
    """What the log says of places, the oldest first."""
    rows = log_rows(tournament, wanted=LogFilter())
    lines = log_lines(rows, writer=PageWriter.of(tournament))
    return [line.text for line in reversed(lines) if line.verb in ("entry_eliminated", "place_changed")]


def test_a_place_that_late_entries_have_shifted_was_that_of_its_moment() -> None:
    tournament, entries = started(4, late_registration_level=3)
    bust(tournament, entries[3], winner=entries[0])
    assert said(tournament) == ["Dario Conti is out in 4th place."]

    enter(tournament, "Late Player")
    bust(tournament, entries[2], winner=entries[0])

    assert said(tournament) == [
        "Dario Conti is out (4th at the time).",
        "Carla Rossi is out in 4th place.",
    ]


def test_a_place_that_was_taken_back_was_that_of_its_moment_even_if_it_is_taken_again() -> None:
    tournament, entries = started(4, late_registration_level=3)
    bust(tournament, entries[3], winner=entries[0])

    reinstate_entries(
        tournament=lock_tournament(tournament.pk), stacks={entries[3].pk: 10_000}, by=ACTOR.at(NOW)
    )

    assert said(tournament) == ["Dario Conti is out (4th at the time)."]
    free = Seat.objects.filter(table__tournament=tournament, entry=None)
    Seat.objects.filter(pk=free.values_list("pk", flat=True)[0]).update(entry=entries[3])
    bust(tournament, entries[3], winner=entries[0], now=after(1))

    assert said(tournament) == ["Dario Conti is out (4th at the time).", "Dario Conti is out in 4th place."]


def test_a_place_that_changed_is_said_as_it_is_now() -> None:
    tournament, entries = started(4, late_registration_level=3)
    for verb, first, last in (("entry_eliminated", 4, 4), ("place_changed", 3, 4), ("place_changed", 4, 4)):
        write_line(
            tournament_id=tournament.pk,
            by=ACTOR.at(NOW),
            verb=verb,
            data={
                "entry": entries[3].pk,
                "number": 4,
                "name": "Dario Conti",
                "place_first": first,
                "place_last": last,
            },
        )
    entries[3].place_first = entries[3].place_last = 4
    entries[3].save(update_fields=["place_first", "place_last"])

    assert said(tournament) == [
        "Dario Conti is out in 4th place.",
        "Dario Conti: 3–4 at the time.",
        "Dario Conti is now in 4th place.",
    ]
