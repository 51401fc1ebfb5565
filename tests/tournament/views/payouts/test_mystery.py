"""The pages of mystery bounties: the envelopes made up, opened in one tap, what is left in public."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import give_role, make_account
from tests.factories.mystery import BOUNTY, MysteryRoom
from tournament.models import Entry, Envelope, LogEntry, MoneyKind, MoneyRow, MysteryPot, Role
from tournament.rules.payouts.mystery import published_hash, redraw_seed

pytestmark = pytest.mark.django_db

FITS = "100.04 × 1\n50 × 1\n25 × 2"


@pytest.fixture
def room(client: Client) -> MysteryRoom:
    """Four players left, nobody out; the director is logged in."""
    room = MysteryRoom()
    client.force_login(make_account())
    return room


def home(room: MysteryRoom) -> str:
    return f"/floor/{room.tournament.code}/bounties/"


def post(client: Client, room: MysteryRoom, path: str, **data: str) -> Any:
    body = {"key": str(uuid4())} | data
    return client.post(f"{home(room)}{path}", body, headers={"HX-Request": "true"})


def begin(client: Client, room: MysteryRoom, typed: str, **more: str) -> Any:
    body = {"key": str(uuid4()), "envelopes_typed": typed} | more
    return client.post(f"{home(room)}envelopes/", body)


def test_the_director_is_led_from_the_page_of_bounties_to_envelopes_that_fit(
    client: Client, room: MysteryRoom
) -> None:
    room.out(4, by=[1])
    assert "to-mystery" in client.get(f"/floor/{room.tournament.code}/").content.decode()
    page = client.get(home(room)).content.decode()
    assert "3 players left: time for the mystery bounties" in page
    assert "make-envelopes" in page

    form = client.get(f"{home(room)}envelopes/")
    typed = form.context["form"].initial["envelopes_typed"]
    assert "one each, the winner too" in form.content.decode()
    answer = begin(client, room, typed)

    assert answer.headers["Location"] == home(room)
    assert MysteryPot.objects.get().players == 3
    shown = client.get(home(room)).content.decode()
    assert "Started the mystery bounties: 3 envelopes hold €200.04." in shown
    assert "Envelopes: 3 of 3 left" in shown
    assert "to-mystery" not in client.get(f"/floor/{room.tournament.code}/").content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("100.04 × 1\n50 × 2", "3 are 1 too few."),
        ("100.04 × 1\n25 × 4", "5 are 1 too many."),
        (
            "100 × 1\n50 × 1\n25 × 2",
            "The envelopes hold €200 and the bounty money is €200.04: €0.04 is missing.",
        ),
        (
            "101 × 1\n50 × 1\n25 × 2",
            "The envelopes hold €201 and the bounty money is €200.04: €0.96 too much.",
        ),
        ("many", "Line 1: Enter an amount"),
    ],
)
def test_a_mistake_is_said_with_the_exact_difference_and_nothing_begins(
    client: Client, room: MysteryRoom, typed: str, said: str
) -> None:
    answer = begin(client, room, typed)

    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    assert not MysteryPot.objects.exists()


def test_what_is_typed_is_added_up_before_anything_begins(client: Client, room: MysteryRoom) -> None:
    address = f"{home(room)}envelopes/"
    answer = client.post(
        address, {"envelopes_typed": "100 × 1\n50 × 2", "do": "check"}, headers={"HX-Request": "true"}
    )

    assert answer.status_code == 200
    text = " ".join(answer.content.decode().split())
    assert "€0.04 missing" in text
    assert "1 too few" in text
    without_script = begin(client, room, FITS, do="check")
    assert "adds up" in without_script.content.decode()
    assert not MysteryPot.objects.exists()


def test_an_envelope_is_opened_in_one_tap_shown_large_and_paid_in_the_next(
    client: Client, room: MysteryRoom
) -> None:
    begin(client, room, FITS)
    room.out(4, by=[1])
    client.force_login(give_role(room.tournament, Role.REGISTRATION, "desk"))
    envelope = room.envelope_of(4)
    page = client.get(home(room)).content.decode()
    assert (f"open-{envelope.pk}" in page, "1 envelope to open" in page) == (True, True)

    answer = post(client, room, f"envelopes/{envelope.pk}/open/")

    assert answer.status_code == 200
    assert 'id="last-envelope"' in answer.content.decode()
    assert answer.context["envelopes"].opened[0].value == envelope.value
    assert f"open-{envelope.pk}" not in answer.content.decode()
    again = post(client, room, f"envelopes/{envelope.pk}/open/")
    assert (again.status_code, "is open already" in again.content.decode()) == (409, True)

    post(client, room, f"{room.pk(1)}/pay/", amount=str(envelope.value))
    assert MoneyRow.objects.get(kind=MoneyKind.BOUNTY_PAID).amount == -envelope.value


def test_a_closed_envelope_says_nothing_of_its_value_on_any_page(client: Client, room: MysteryRoom) -> None:
    begin(client, room, FITS)
    room.out(4, by=[1])
    pot = MysteryPot.objects.get()

    pages = (home(room), f"/t/{room.tournament.code}/payouts/", f"/floor/{room.tournament.code}/log/")
    for address in pages:
        page = client.get(address).content.decode()
        assert pot.seed not in page, address
    claims = client.get(home(room)).context["envelopes"].queue
    assert [claim.value for claim in claims] == [0]


def test_everybody_sees_what_is_left_what_was_won_and_the_hash_then_the_seed(
    client: Client, room: MysteryRoom
) -> None:
    begin(client, room, FITS)
    pot = MysteryPot.objects.get()
    room.out(4, by=[1])
    room.open(4)
    client.logout()
    public = f"/t/{room.tournament.code}/payouts/"

    page = client.get(public)
    assert page.context["envelopes"].left == 3
    shown = page.content.decode()
    assert (published_hash(pot.seed) in shown, pot.seed in shown) == (True, False)
    assert "Opened last" in shown

    room.out(3, by=[1])
    room.out(2, by=[1])
    for loser in (3, 2):
        room.open(loser)
    assert pot.seed in client.get(public).content.decode()


def test_after_an_end_undone_the_page_shows_both_draws_and_what_the_first_one_was(
    client: Client, room: MysteryRoom
) -> None:
    room.begin((150_04, 1), (30_00, 1), (15_00, 1), (5_00, 1), seed="first-seed")
    client.logout()
    public = f"/t/{room.tournament.code}/payouts/"
    promised = room.board().next_hash
    assert promised in client.get(public).content.decode()
    room.out(4)
    for loser in (3, 2):
        room.out(loser, by=[1])
        room.open(loser)

    room.back(2)

    page = " ".join(client.get(public).content.decode().split())
    assert "Redraw of 2 envelopes, from order 3 on" in page
    assert ("first-seed" in page, redraw_seed("reserve", 1) in page, promised in page) == (True, False, True)


def test_the_director_closes_what_nobody_collects_and_whoever_comes_after_all_is_paid(
    client: Client, room: MysteryRoom
) -> None:
    room.begin((BOUNTY, 4))
    for loser in (4, 3):
        room.out(loser, by=[2])
    room.open(4)
    assert "forfeit-" not in client.get(home(room)).content.decode(), "the tournament is in play"
    early = post(client, room, f"{room.pk(2)}/forfeit/", amount=str(BOUNTY))
    assert (early.status_code, "until the tournament is over" in early.content.decode()) == (422, True)
    room.out(2, by=[1])

    page = client.get(home(room)).content.decode()
    assert f'id="forfeit-{room.pk(2)}"' in page
    assert "Open an envelope first" in page
    answer = post(client, room, f"{room.pk(2)}/forfeit/", amount=str(BOUNTY))

    shown = " ".join(answer.content.decode().split())
    assert (answer.status_code, "€50.01 not collected" in shown) == (200, True)
    assert f'id="pay-{room.pk(2)}"' not in shown
    again = post(client, room, f"{room.pk(2)}/forfeit/", amount=str(BOUNTY))
    assert again.status_code == 409
    books = client.get(f"/floor/{room.tournament.code}/reconciliation/").content.decode()
    assert ("Everything adds up to the cent" in books, "Bounties not collected" in books) == (True, True)

    line = LogEntry.objects.get(verb="bounties_forfeited")
    client.post(f"/floor/{room.tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())})
    assert f'id="pay-{room.pk(2)}"' in client.get(home(room)).content.decode()


def test_the_desk_closes_nothing(client: Client, room: MysteryRoom) -> None:
    room.begin((BOUNTY, 4))
    room.over()
    winner = room.pk(1)
    client.force_login(give_role(room.tournament, Role.REGISTRATION, "desk"))

    assert "forfeit-" not in client.get(home(room)).content.decode()
    assert post(client, room, f"{winner}/forfeit/", amount="1").status_code == 403


def test_wall_and_phones_show_what_is_left_with_the_highest_values_until_all_are_out(
    client: Client, room: MysteryRoom
) -> None:
    secret = Entry.objects.get(pk=room.pk(2)).link_secret
    pages = (f"/t/{room.tournament.code}/clock/", f"/my/{secret}/", f"/t/{room.tournament.code}/")
    assert not any("Envelopes" in client.get(page).content.decode() for page in pages)
    room.begin((100_04, 1), (40_00, 2), (20_00, 1))

    for page in pages:
        words = " ".join(client.get(page).content.decode().replace("&nbsp;", " ").split())
        assert "4/4 · €100.04 · 2 × €40 · €20" in words, page
    room.out(4, by=[1])
    room.open(4)
    value = room.envelope_of(4).value
    words = " ".join(client.get(pages[0]).content.decode().replace("&nbsp;", " ").split())
    assert "3/4 · " in words
    assert ("€100.04" in words, "2 × €40" in words) == (value != 100_04, value != 40_00)

    for loser in (3, 2):
        room.out(loser, by=[1])
        room.open(loser)
    assert not any("Envelopes" in client.get(page).content.decode() for page in pages)


def test_only_the_director_begins_and_an_envelope_of_elsewhere_is_not_found(
    client: Client, room: MysteryRoom
) -> None:
    room.begin((BOUNTY, 4))
    elsewhere = Envelope.objects.latest("pk")
    other = MysteryRoom()

    assert post(client, other, f"envelopes/{elsewhere.pk}/open/").status_code == 404
    client.force_login(give_role(other.tournament, Role.FLOOR, "flora"))
    assert client.get(f"{home(other)}envelopes/").status_code == 403


@pytest.mark.parametrize("winners", [1, 3])
def test_the_page_takes_the_same_queries_however_many_envelopes_wait(
    client: Client, winners: int, django_assert_num_queries: Any
) -> None:
    room = MysteryRoom(8)
    room.begin((BOUNTY, 8))
    for number in range(winners):
        room.out(8 - number, by=[1 + number])
    client.force_login(give_role(room.tournament, Role.REGISTRATION, "desk"))

    # session, account, staff; how many, the page, heads 3; shares, ledger, pot, left in it; whether any;
    # pot, envelopes, shares, redraws; whether they have begun; what waits for these entries 3
    with django_assert_num_queries(22):
        client.get(home(room))
