"""What the tablet says of a player whom the floor takes out, and of one who is alone at the table."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from tables.services.hands.absence import set_absence
from tables.services.hands.decision_clock import call_clock
from tables.services.hands.leaving import remove_player
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, make_felt
from tests.tables.views.tablet.test_rulings import TABLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def felt() -> Felt:
    return make_felt(10_000, 10_000, 10_000)


def tablet_of(felt: Felt) -> str:
    tablet = Client()
    tablet.cookies[COOKIE] = felt.pair()[1]
    with time_machine.travel(NOW, tick=False):
        page: str = tablet.get(TABLE).content.decode()
    return re.sub(r"\s+", " ", page)


def test_a_player_who_is_disqualified_in_the_hand_leaves_in_sight_of_the_dealer(felt: Felt) -> None:
    felt.deal()
    assert "Leaves" not in tablet_of(felt)
    remove_player(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        why="disqualified",
        offence="conduct",
        by=ACTOR.at(NOW),
    )
    plate = re.search(r'id="plate-2".*?</(?:li|button)>', tablet_of(felt))
    assert plate is not None
    assert "Leaves" in plate[0]
    felt.play("f3")
    assert "Leaves" not in tablet_of(felt)


def test_the_clock_that_the_floor_has_called_counts_down_on_the_tablet(felt: Felt) -> None:
    felt.deal()
    call_clock(tournament_id=felt.tournament.pk, table_id=felt.table.pk, stop=False, by=ACTOR.at(NOW))
    assert re.search(r'role="timer">.*?0:30<', tablet_of(felt))


@pytest.mark.rule("ABS-03")
@pytest.mark.parametrize(("language", "words"), [("en", "Only seat 3 is there"), ("it", "solo il posto 3")])
def test_abs_03_the_dealer_reads_who_is_alone_and_when_to_deal(felt: Felt, language: str, words: str) -> None:
    for seat in (1, 2):
        set_absence(
            tournament_id=felt.tournament.pk,
            table_id=felt.table.pk,
            entry_id=felt.entries[seat].pk,
            absent=True,
            by=ACTOR.at(NOW),
        )
    tablet = Client(headers={"accept-language": language})
    tablet.cookies[COOKIE] = felt.pair()[1]
    with time_machine.travel(NOW, tick=False), translation.override(language):
        assert words in tablet.get(TABLE).content.decode()
