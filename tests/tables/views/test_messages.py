"""The player's own page: messages by the services of the house, with consent, and stopped as easily."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tables.services.desk.players import merge_players
from tests.factories import ACTOR, NOW, after, as_vera, enter, make_account, make_player, make_tournament
from tests.factories.messages import EMAIL, join, make_message_service
from tests.pages import squeeze, told
from tournament.models import Entry, MessageService, PhoneNotice, PlayerPhone, Tournament
from tournament.queries.messages import messages_shown
from tournament.services.phones.sending import forget_phones_of_the_past
from tournament.services.phones.switching import MOST_PHONES

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Entry:
    (entry,) = enter(make_tournament(phone_notices=True), "Anna Verdi")
    return entry


@pytest.fixture
def sms(entry: Entry) -> MessageService:
    return make_message_service(entry.tournament)


def post(client: Client, entry: Entry, service: MessageService, to: str | None = None) -> str:
    """Switch on with an address, off without one; what is said on the page that comes then."""
    what, fields = ("off/", {}) if to is None else ("", {"to": to})
    response = client.post(f"/my/{entry.link_secret}/message/{service.pk}/{what}", fields, follow=True)
    assert response.redirect_chain == [(f"/my/{entry.link_secret}/", 302)]
    return told(response.content.decode())


def page(client: Client, entry: Entry) -> str:
    return squeeze(client.get(f"/my/{entry.link_secret}/").content.decode())


def test_a_player_gives_an_address_and_takes_it_away_again(
    client: Client, entry: Entry, sms: MessageService
) -> None:
    assert "I agree: send me SMS" in page(client, entry)

    assert post(client, entry, sms, "0039 333 1234567") == (
        "Messages are on. The first one is on its way to you."
    )

    way, notice = PlayerPhone.objects.get(), PhoneNotice.objects.get()
    assert (way.entry, way.service, way.endpoint, way.language) == (entry, sms, "+393331234567", "en")
    assert notice.title == "Notices are on."
    assert "SMS to …567: your seat" in page(client, entry)
    assert "393331234567" not in page(client, entry)

    assert post(client, entry, sms) == "Messages are off, and your address is forgotten."
    way.refresh_from_db()
    assert (way.ended, way.endpoint) == ("by_hand", "")
    assert "I agree: send me SMS" in page(client, entry)


def test_the_same_address_again_makes_no_second_message_and_another_takes_its_place(
    client: Client, entry: Entry, sms: MessageService
) -> None:
    for to in ("+39 333 1234567", "+39 333 1234567", "+39 333 7654321"):
        post(client, entry, sms, to)

    assert [way.endpoint for way in PlayerPhone.objects.order_by("pk")] == ["", "+393337654321"]
    assert [notice.state for notice in PhoneNotice.objects.order_by("pk")] == ["failed", "waiting"]


@pytest.mark.parametrize(
    "to", ["", "333 1234567", "+393331234567,+393337654321", "x" * 300, "anna@example.org"]
)
def test_what_is_no_address_of_this_service_is_refused_with_the_cure(
    client: Client, entry: Entry, sms: MessageService, to: str
) -> None:
    said = post(client, entry, sms, to)

    assert said == "Enter the number with + and the country, for example +39 333 1234567."
    assert not PlayerPhone.objects.exists()


def test_a_stranger_with_the_link_cannot_have_many_addresses_written_to(
    client: Client, entry: Entry, sms: MessageService
) -> None:
    for number in range(5):
        post(client, entry, sms, f"+39 333 123456{number}")

    assert post(client, entry, sms, "+39 333 9999999") == (
        "You have given 5 addresses within an hour. Try again later."
    )
    assert PhoneNotice.objects.count() == 5
    PlayerPhone.objects.update(made_at=after(-61))
    post(client, entry, sms, "+39 333 9999999")
    assert PlayerPhone.objects.get(ended="").endpoint == "+393339999999"


def test_a_service_that_is_off_removed_or_of_another_event_is_not_offered(
    client: Client, entry: Entry, sms: MessageService
) -> None:
    other = make_message_service(make_tournament(phone_notices=True), EMAIL, name="Other")
    off = make_message_service(entry.tournament, EMAIL, name="Off", is_on=False)

    text = page(client, entry)

    assert "send me SMS" in text
    assert "send me Other" not in text
    assert "send me Off" not in text
    for service in (other, off):
        for what in ("", "off/"):
            path = f"/my/{entry.link_secret}/message/{service.pk}/{what}"
            assert client.post(path, {"to": "anna@example.org"}).status_code == 404
    assert client.post(f"/my/nobody/message/{sms.pk}/", {"to": "+393331234567"}).status_code == 404


def test_a_player_who_chose_a_service_can_stop_it_while_it_is_off(
    client: Client, entry: Entry, sms: MessageService
) -> None:
    join(entry, sms)
    MessageService.objects.update(is_on=False)

    post(client, entry, sms)

    assert PlayerPhone.objects.get().endpoint == ""


@pytest.mark.parametrize("what", ["off", "removed", "no notices", "cancelled"])
def test_an_address_is_shown_and_stopped_whatever_has_become_of_its_service(
    client: Client, entry: Entry, sms: MessageService, what: str
) -> None:
    """Nobody else can: the house would keep it until a day after the event."""
    join(entry, sms)
    make_message_service(entry.tournament, EMAIL, name="E-mail", is_on=False)
    if what == "off":
        MessageService.objects.update(is_on=False)
    elif what == "removed":
        MessageService.objects.update(removed_at=NOW)
    elif what == "cancelled":
        Tournament.objects.update(status="cancelled")
    else:
        Tournament.objects.update(options_data={})

    text = page(client, entry)

    assert "SMS to …567: nothing is sent at the moment." in text
    assert f'id="message-off-{sms.pk}"' in text
    assert "I agree" not in text
    post(client, entry, sms)
    assert PlayerPhone.objects.get().endpoint == ""
    assert 'id="message-services"' not in page(client, entry)


@pytest.mark.parametrize("count", [0, 3])
def test_the_services_of_a_page_cost_one_query(
    django_assert_num_queries: DjangoAssertNumQueries, entry: Entry, count: int
) -> None:
    for number in range(count):
        join(entry, make_message_service(entry.tournament, name=f"SMS {number}"))
    with django_assert_num_queries(1):
        assert len(messages_shown(entry.pk, entry.tournament)) == count


def test_a_service_for_all_events_of_its_director_is_offered_there_and_nowhere_else(client: Client) -> None:
    dora, ugo = make_account("dora"), make_account("ugo")
    make_message_service(make_tournament(dora), account=dora, is_for_all=True)
    also, foreign = make_tournament(dora, phone_notices=True), make_tournament(ugo, phone_notices=True)

    (there,), (not_there,) = enter(also, "Anna Verdi"), enter(foreign, "Bruno Neri")

    assert "send me SMS" in page(client, there)
    assert "send me SMS" not in page(client, not_there)


def test_an_event_sends_messages_only_where_the_director_has_said_so(client: Client) -> None:
    (entry,) = enter(make_tournament(), "Anna Verdi")
    sms = make_message_service(entry.tournament)

    assert 'id="message-services"' not in page(client, entry)
    assert post(client, entry, sms, "+393331234567") == "This event sends no messages by this service."


def test_messages_need_no_address_that_every_phone_trusts(
    client: Client, entry: Entry, sms: MessageService
) -> None:
    assert 'id="phones"' not in page(client, entry)
    assert 'id="message-services"' in page(client, entry)


def test_browsers_and_messages_are_counted_apart(client: Client, entry: Entry, sms: MessageService) -> None:
    join(entry, sms)
    client.post(f"/my/{entry.link_secret}/phone/off/")

    assert PlayerPhone.objects.get().ended == ""
    assert MOST_PHONES == 5


def test_the_desk_sees_whose_messages_do_not_arrive_and_no_address(client: Client) -> None:
    tournament = as_vera(client, phone_notices=True)
    sms = make_message_service(tournament)
    anna, bruno = enter(tournament, "Anna Verdi", "Bruno Neri")
    join(bruno, sms, "+39 333 7654321")
    lost = join(anna, sms)
    players = f"/floor/{tournament.code}/players/"
    assert "Notices do not arrive" not in client.get(players).content.decode()

    PlayerPhone.objects.filter(pk=lost.pk).update(last_failure_at=NOW)

    text = squeeze(client.get(players).content.decode())
    rows = re.findall(r"<tr role=\"row\" data-row=\"(\d+)\"(.*?)</tr>", text)
    assert {int(pk) for pk, row in rows if "Notices do not arrive" in row} == {anna.pk}
    assert "3331234567" not in text


def test_a_way_goes_with_the_entry_to_the_player_who_stays_when_doubles_are_merged(
    entry: Entry, sms: MessageService
) -> None:
    way, kept = join(entry, sms), make_player("Anna Verdi")

    merge_players(
        tournament_id=entry.tournament_id,
        kept_id=kept.pk,
        double_id=entry.player_id,
        by=ACTOR.at(NOW),
    )

    assert PlayerPhone.objects.filter(entry__player=kept, ended="").get() == way


def test_a_day_after_the_event_an_address_is_forgotten(entry: Entry, sms: MessageService) -> None:
    join(entry, sms)
    Tournament.objects.update(finished_at=NOW)

    forget_phones_of_the_past(now=NOW + timedelta(hours=23))
    assert PlayerPhone.objects.exists()
    forget_phones_of_the_past(now=NOW + timedelta(hours=25))
    assert not PlayerPhone.objects.exists()
