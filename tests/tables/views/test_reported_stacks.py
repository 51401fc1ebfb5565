"""Players say how many chips they have, where nobody knows it and the house wants to hear it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories.felt import Felt, make_felt
from tests.pages import squeeze
from tournament.models import Entry, ReportedStack, Tournament
from tournament.services.errors import Refused
from tournament.services.field.reported_stacks import report_stack

pytestmark = pytest.mark.django_db


def room(*, stacks_reported: bool = True) -> Felt:
    """Three players; the stack of the first is known, those of the others are not."""
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now(), stacks_reported=stacks_reported)
    Entry.objects.filter(pk__in=[felt.entries[2].pk, felt.entries[3].pk]).update(is_stack_known=False)
    return felt


def own(client: Client, felt: Felt, seat: int) -> str:
    return squeeze(client.get(f"/my/{felt.entries[seat].link_secret}/").content.decode())


def say(client: Client, felt: Felt, seat: int, chips: str) -> str:
    answer = client.post(f"/my/{felt.entries[seat].link_secret}/stack/", {"chips": chips}, follow=True)
    return squeeze(answer.content.decode())


def test_a_player_says_the_stack_and_everybody_reads_that_it_is_the_player_who_says_it(
    client: Client,
) -> None:
    felt = room()
    assert "How many chips do you have?" in own(client, felt, 2)
    assert "How many chips do you have?" not in own(client, felt, 1)
    page = say(client, felt, 2, "12.500")
    assert "Your stack is reported." in page
    assert "12,500 <small" in page
    standings = squeeze(client.get(f"/t/{felt.tournament.code}/").content.decode())
    assert '12,500 <small class="soft">reported' in standings
    # No rank and no chip follows from it.
    entry = Entry.objects.get(pk=felt.entries[2].pk)
    assert (entry.stack, entry.is_stack_known) == (10_000, False)
    Entry.objects.filter(pk=entry.pk).update(is_stack_known=True, stack=9_000)
    standings = squeeze(client.get(f"/t/{felt.tournament.code}/").content.decode())
    assert "reported" not in standings
    assert "9,000" in standings


@pytest.mark.parametrize(
    ("seat", "chips", "says"),
    [
        (1, "5000", "Your stack is on record: 10,000. Tell the floor if it is wrong."),
        (2, "20001", "Enter a number from 1 to 20,000: there are no more chips than that."),
        (2, "0", "0 is out of range"),
        (2, "many", "Enter"),
        (2, "", "This field is required."),
    ],
)
def test_what_cannot_be_is_refused_in_words(client: Client, seat: int, chips: str, says: str) -> None:
    felt = room()
    assert says in say(client, felt, seat, chips)
    assert not ReportedStack.objects.exists()


def test_where_the_house_does_not_ask_nobody_reports_and_no_secret_but_the_own_one_counts(
    client: Client,
) -> None:
    felt = room(stacks_reported=False)
    assert "How many chips" not in own(client, felt, 2)
    assert "Stacks are not reported in this event." in say(client, felt, 2, "5000")
    assert client.post("/my/nobody/stack/", {"chips": "5000"}).status_code == 404


def test_a_number_rests_for_a_moment_and_a_later_one_stands() -> None:
    felt = room()
    now, secret = timezone.now(), felt.entries[2].link_secret
    report_stack(secret=secret, chips=5_000, now=now)
    with pytest.raises(Refused, match="You have just reported it"):
        report_stack(secret=secret, chips=6_000, now=now + timedelta(seconds=5))
    report_stack(secret=secret, chips=6_000, now=now + timedelta(seconds=20))
    assert ReportedStack.objects.get().chips == 6_000
    Tournament.objects.update(status="finished")
    with pytest.raises(Refused, match="not reported"):
        report_stack(secret=secret, chips=7_000, now=now + timedelta(minutes=1))
