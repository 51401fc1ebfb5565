"""What a tablet shows while the whole room is stopped: hold, dealing, done, the cards that wait, a timed pause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tables.services.stops.announcing import StopOrder, announce_stop
from tables.services.stops.run_outs import release_run_outs
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, add_felt, make_felt
from tests.tables.views.tablet.test_table import Tablet, text
from tournament.models import StopKind
from tournament.services.clock import pause_for
from tournament.services.field.registration import close_registration

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def felt() -> Felt:
    """A full table of three with a tablet, another one beside it; registration is closed."""
    felt = make_felt(9000, 9000, 5000, seats=3, late_registration_level=3)
    add_felt(felt.tournament, 9000, 9000, 5000, number=2, seats=3)
    close_registration(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    return felt


def announce(felt: Felt, kind: StopKind = StopKind.HAND_FOR_HAND, hands: int = 1) -> None:
    announce_stop(tournament_id=felt.tournament.pk, order=StopOrder(kind=kind, hands=hands), by=ACTOR.at(NOW))


def shown(tablet: Tablet) -> str:
    return text(tablet.client.get("/tablet/table/"))


@pytest.mark.rule("RP-8")
def test_the_hand_in_play_is_played_on_and_then_the_table_holds(felt: Felt) -> None:
    tablet = Tablet(felt)
    felt.deal()
    announce(felt)

    playing = shown(tablet)
    felt.play("f3", "f1")
    done = shown(tablet)

    assert "Hand-for-hand: hold after this hand" in playing
    assert "Done: hold Hand-for-hand: wait for the other tables." in done
    assert 'id="slot-deal" class="slot slot--deal" type="button" aria-disabled="true"' in (
        tablet.client.get("/tablet/table/").content.decode()
    )


def test_a_tablet_that_deals_on_all_the_same_is_told_why_not(felt: Felt) -> None:
    tablet = Tablet(felt)
    felt.deal()
    announce(felt)
    felt.play("f3", "f1")

    answer = tablet.tap("deal")

    assert answer.status_code == 409
    assert "Hand-for-hand: table 1 waits for the floor to release the next hand." in text(answer)


@pytest.mark.rule("H4H-07")
def test_an_all_in_keeps_its_cards_face_down_until_the_floor_releases_them(felt: Felt) -> None:
    tablet = Tablet(felt)
    felt.deal()
    announce(felt)
    felt.play("r3:5000", "c1", "f2")

    waiting = tablet.client.get("/tablet/table/").content.decode()
    refused = tablet.tap(operation="b:2c7d9h")
    release_run_outs(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    released = shown(tablet)

    assert "All-in: cards face down" in waiting
    assert "?sheet=pick" not in waiting
    assert refused.status_code == 409
    assert "All-in: cards face down" not in released
    assert "Flop without cards" in released


def test_how_many_hands_are_left_is_said(felt: Felt) -> None:
    tablet = Tablet(felt)
    felt.deal()
    announce(felt, StopKind.AFTER_HANDS, hands=2)

    assert "Hold after these hands: 2 more hands, then hold" in shown(tablet)
    felt.play("f3", "f1")
    # Beside the next hand as well: what is said of a dead button may have the other place.
    assert "Hand 2 is next Hold after these hands" in shown(tablet)


def test_a_timed_pause_is_counted_down_and_stops_the_deal(felt: Felt) -> None:
    tablet = Tablet(felt)
    pause_for(tournament_id=felt.tournament.pk, seconds=300, by=ACTOR.at(NOW))

    paused = shown(tablet)
    answer = tablet.tap("deal")
    with time_machine.travel(NOW.timestamp() + 301, tick=False):
        resumed = tablet.tap("deal")

    assert "Paused 5:00" in paused
    assert "Paused The next hand is dealt at 21:05." in paused
    assert answer.status_code == 409
    assert resumed.status_code == 200
