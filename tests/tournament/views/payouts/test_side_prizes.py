"""Side prizes on the payouts' page: added by the director, awarded in two taps, paid once at the desk, printed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, NOW, after, enter, give_role, make_tournament, names
from tests.factories.field import bust, started
from tests.factories.floor import tapped
from tests.pages import squeeze
from tournament.models import Entry, MoneyKind, MoneyRow, Role, SidePrize, Tournament
from tournament.rules.payouts.schemes import FixedShares, SatelliteSeats, payout_scheme_to_dict
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = pytest.mark.django_db


def event(client: Client, role: Role = Role.DIRECTOR) -> Tournament:
    tournament = make_tournament()
    enter(tournament, *names(3))
    client.force_login(give_role(tournament, role))
    return tournament


def made(tournament: Tournament, to: Entry | None = None) -> SidePrize:
    of: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW)}
    prize = add_side_prize(name="Last woman", amount=25_00, is_from_pool=False, **of)
    return prize if to is None else award_side_prize(prize_id=prize.pk, entry_id=to.pk, **of)


def page(client: Client, tournament: Tournament, path: str = "payouts/", **query: str) -> str:
    return squeeze(client.get(f"/floor/{tournament.code}/{path}", query).content.decode())


def tap(client: Client, prize: SidePrize, step: str, **fields: object) -> Any:
    address = f"/floor/{prize.tournament.code}/side-prizes/{prize.pk}/{step}/"
    return tapped(client, address, {"key": str(uuid4()), **fields})


def test_the_director_adds_one_and_a_form_that_is_wrong_says_so(client: Client) -> None:
    tournament = event(client)
    address = f"/floor/{tournament.code}/side-prizes/"
    for fields in ({"name": "", "amount": "5"}, {"name": "x", "amount": "0"}, {"name": "x", "amount": "5"}):
        assert client.post(address, fields).status_code == 422
    answer = client.post(address, {"name": "High hand", "amount": "20", "source": "house"}, follow=True)
    assert "Added the side prize “High hand”: the house pays €20." in answer.content.decode()
    assert SidePrize.objects.get().amount == 20_00
    refused = client.post(address, {"name": "Too much", "amount": "20", "source": "pool"})
    assert refused.status_code == 302
    assert page(client, tournament).count("High hand") >= 1


def test_it_is_awarded_by_name_or_number_and_the_public_reads_it(client: Client) -> None:
    tournament = event(client)
    prize = made(tournament)
    path = f"side-prizes/{prize.pk}/award/"
    assert "Bruno Neri" in page(client, tournament, path)
    found = page(client, tournament, path, q="bru")
    assert ("Bruno Neri" in found, "Anna Verdi" in found) == (True, False)
    assert "Carla Rossi" in page(client, tournament, path, q="3")
    entry = Entry.objects.get(number=2)
    answer = tap(client, prize, "award", entry=entry.pk)
    assert "to Bruno Neri." in answer.content.decode()
    assert "Bruno Neri has this prize." in page(client, tournament, path)
    assert "has been taken" not in answer.content.decode()
    public = squeeze(client.get(f"/t/{tournament.code}/payouts/").content.decode())
    assert "Last woman" in public
    assert entry.player.shown_name in public
    again = tap(client, prize, "award", entry=Entry.objects.get(number=3).pk)
    assert "is awarded to Bruno Neri: take that back first." in again.content.decode()


def test_the_words_about_a_step_offer_its_undo_and_those_about_a_step_back_offer_none(client: Client) -> None:
    prize = made(event(client))
    steps = (("award", True), ("pay", True), ("void", False), ("take-back", False), ("remove", True))
    for step, has_undo in steps:
        answer = tap(client, prize, step, entry=Entry.objects.get(number=2).pk).content.decode()
        said = answer.split('id="messages"')[1].split("</section>")[0]
        assert (step, 'data-message="success"' in said) == (step, True)
        assert (step, "/undo/" in said.split("data-close-message")[0]) == (step, has_undo)


@pytest.mark.parametrize(
    ("entry", "status"), [("", 200), ("x", 200), ("9" * 40, 200), ("0", 404), ("99999999", 404)]
)
def test_an_entry_that_is_none_gets_nothing(client: Client, entry: str, status: int) -> None:
    prize = made(event(client))
    answer = tap(client, prize, "award", entry=entry)
    assert answer.status_code == status
    assert status == 404 or "was not recognised" in answer.content.decode()
    assert SidePrize.objects.get().entry is None


def test_the_desk_pays_once_voids_and_prints_but_neither_awards_nor_removes(client: Client) -> None:
    tournament = event(client, Role.REGISTRATION)
    prize = made(tournament, Entry.objects.get(number=2))
    key = str(uuid4())
    for _ in range(2):
        tap(client, prize, "pay", key=key)
    assert list(MoneyRow.objects.filter(kind=MoneyKind.SIDE_PAID).values_list("amount", flat=True)) == [
        -25_00
    ]
    slip = page(client, tournament, f"side-prizes/{prize.pk}/slip/")
    for words in ("Bruno Neri", "Last woman", "€25", "Payout slip"):
        assert words in slip
    tap(client, prize, "void")
    assert SidePrize.objects.get().payment is None
    for step in ("award", "take-back", "remove"):
        assert tap(client, prize, step).status_code == 403
    body = page(client, tournament)
    assert (f'id="pay-side-{prize.pk}"' in body, "add-side-prize" in body) == (True, False)


def test_an_open_prize_has_no_slip_and_the_reconciliation_names_it_at_the_end(client: Client) -> None:
    tournament, entries = started(
        2, payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(1_000_000,)))
    )
    client.force_login(give_role(tournament, Role.DIRECTOR))
    prize = made(tournament)
    assert client.get(f"/floor/{tournament.code}/side-prizes/{prize.pk}/slip/").status_code == 404
    assert "what is the house’s goes back" not in page(client, tournament, "reconciliation/")
    bust(tournament, entries[1], winner=entries[0], now=after(2))
    body = page(client, tournament, "reconciliation/")
    assert "what is the house’s goes back" in body
    assert "Everything adds up to the cent" in body


def test_a_seat_names_its_event_on_every_page(client: Client) -> None:
    tournament, _entries = started(
        3, payout_scheme_data=payout_scheme_to_dict(SatelliteSeats(value=60_00)), seat_event="Sunday Main"
    )
    client.force_login(give_role(tournament, Role.DIRECTOR))
    assert "Sunday Main" in page(client, tournament)
    assert "Sunday Main" in client.get(f"/t/{tournament.code}/payouts/").content.decode()
