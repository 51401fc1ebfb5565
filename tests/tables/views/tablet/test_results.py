"""A table whose results are entered by its tablet: one tap a hand, with who is out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tables.models import Bust, Hand, HandStatus, Recording
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.pages import squeeze
from tests.tables.services.hands.test_busting import places, stacks
from tests.tables.views.tablet.test_table import Tablet
from tournament.models import LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def tablet() -> Tablet:
    tablet = Tablet(make_felt(1000, 1000, 1000, 1000))
    tablet.tap("recording", recording="results")
    return tablet


def test_the_dealer_changes_the_way_of_recording_and_the_log_names_the_tablet(tablet: Tablet) -> None:
    assert tablet.felt.fresh().recording == Recording.RESULTS
    line = LogEntry.objects.get(verb="recording_changed")
    assert line.tablet == tablet.device.pk
    again = tablet.tap("recording", recording="results")
    assert again.status_code == 200
    assert LogEntry.objects.filter(verb="recording_changed").count() == 1


def test_one_tap_counts_a_hand_and_the_next_one_is_offered(tablet: Tablet) -> None:
    page = squeeze(tablet.client.get("/tablet/table/").content.decode())
    assert "Results only: tap when the hand is over." in page
    assert 'formaction="/tablet/table/over/"' in page
    assert 'formaction="/tablet/table/deal/"' not in page

    answer = tablet.tap("over")

    assert answer.status_code == 200
    screen = squeeze(answer.content.decode())
    assert "hand 1 </span>" in screen.split('id="undo"')[1].split("</button>")[0]
    assert "unknown" in screen
    assert Hand.objects.get().status == HandStatus.COMPLETE


def test_the_same_tap_sent_twice_counts_one_hand(tablet: Tablet) -> None:
    fields = tablet.fields()
    first, second = tablet.send("over", fields), tablet.send("over", fields)

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.headers["Idempotent-Replay"] == "1"
    assert (first.content, Hand.objects.count()) == (second.content, 1)


def test_who_is_out_is_entered_with_the_hand_and_undone_with_it(tablet: Tablet) -> None:
    answer = tablet.tap("over", out=["2", "3"], by=["1"], stack_4="1000")

    assert answer.status_code == 200
    assert places(tablet.felt) == {2: (3, 4), 3: (3, 4)}
    assert stacks(tablet.felt)[4] == 1000

    assert tablet.tap("undo").status_code == 200
    assert places(tablet.felt) == {}
    assert stacks(tablet.felt) == dict.fromkeys(range(1, 5), 1000)


def test_a_result_that_cannot_be_is_refused_and_nothing_is_counted(tablet: Tablet) -> None:
    tablet.tap("over")

    answer = tablet.tap("over", out=["2", "3"])

    assert answer.status_code == 422
    assert "Not every stack is known: enter who finishes higher." in answer.content.decode()
    assert Hand.objects.count() == 1
    ordered = tablet.tap("over", out=["2", "3"], order_2="1", order_3="2")
    assert ordered.status_code == 200
    assert places(tablet.felt) == {2: (3, 3), 3: (4, 4)}


def test_with_bounties_the_hand_is_over_with_the_tap_that_says_by_whom() -> None:
    tablet = Tablet(make_felt(1000, 1000, 1000, 1000, buy_in_bounty=10_00, bounty_kind="fixed"))
    tablet.tap("recording", recording="results")
    sheet = squeeze(tablet.client.get("/tablet/table/?sheet=result").content.decode())
    sheet = sheet.split('id="sheet-result"')[1].split("</dialog>")[0]
    assert sheet.index('name="out" value="3"') < sheet.index('type="submit" name="by" value="1"')
    assert 'name="nobody"' in sheet

    answer = tablet.tap("over", out=["3"], by=["1"])

    assert "Out, 4th" in squeeze(answer.content.decode())
    nobody = tablet.tap("over", out=["4"], nobody="1")
    assert nobody.status_code == 200
    assert [bust.credited_to.count() for bust in Bust.objects.order_by("pk")] == [1, 0]


def test_a_tap_by_whom_without_anybody_out_counts_nothing() -> None:
    tablet = Tablet(make_felt(1000, 1000, 1000, buy_in_bounty=10_00, bounty_kind="fixed"))
    tablet.tap("recording", recording="results")

    answer = tablet.tap("over", by=["1"])

    assert answer.status_code == 422
    assert "Choose who is out." in answer.content.decode()
    assert Hand.objects.count() == 0


def test_an_older_screen_counts_nothing(tablet: Tablet) -> None:
    fields = tablet.fields()
    tablet.tap("over")

    assert tablet.send("over", fields).status_code == 409
    assert Hand.objects.count() == 1


def test_where_only_busts_are_entered_the_tablet_offers_no_hand(tablet: Tablet) -> None:
    tablet.tap("recording", recording="busts")

    page = squeeze(tablet.client.get("/tablet/table/").content.decode())
    assert "The floor enters who is out. No hands are recorded." in page
    assert "/tablet/table/over/" not in page.split('id="screen"')[1].split("</main>")[0]
