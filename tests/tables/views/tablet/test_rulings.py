"""Irregularities over the tablet's own addresses, and the floor's answer on the console."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tables.models import FloorMessage, HandOperation
from tables.views.tablet.access import COOKIE
from tests.factories import NOW, give_role
from tests.factories.felt import Felt, make_felt
from tests.factories.mixed import sheet as sheet_of
from tournament.models import Role
from tournament.rules.structure.levels import Level

pytestmark = pytest.mark.django_db

TABLE = "/tablet/table/"


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def felt() -> Felt:
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal()
    return felt


@pytest.fixture
def tablet(felt: Felt) -> Client:
    client = Client()
    client.cookies[COOKIE] = felt.pair()[1]
    return client


def rule(tablet: Client, felt: Felt, *, key: str = "", **fields: Any) -> Any:
    """A tap as the outbox sends it."""
    epoch = felt.fresh().lease_epoch
    common = {"key": key or str(uuid4()), "version": felt.table.version, "epoch": epoch}
    return tablet.post(f"{TABLE}rule/", {**common, **fields}, headers={"Floorman-Tap": "1"})


def floor_of(felt: Felt, role: Role = Role.FLOOR) -> Client:
    client = Client()
    client.force_login(give_role(felt.tournament, role))
    return client


def decide(client: Client, felt: Felt, answer: str) -> Any:
    call = FloorMessage.objects.get(kind="call")
    address = f"/floor/{felt.tournament.code}/calls/{call.pk}/{answer}/"
    return client.post(address, {"key": str(uuid4())}, follow=True)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def codes() -> list[str]:
    return list(HandOperation.objects.order_by("pk").values_list("code", flat=True))


def test_sheet_says_what_can_be_ruled_with_the_rules_number_and_substantial_action(
    tablet: Client, felt: Felt
) -> None:
    page = text(tablet.get(f"{TABLE}?sheet=irregular"))
    assert "Substantial action on this street: no (TDA 36)" in page
    assert "(TDA 35, WSOP 88)" in page
    felt.play("r3:100", "c4")
    page = text(tablet.get(f"{TABLE}?sheet=irregular"))
    assert "Substantial action on this street: yes (TDA 36)" in page
    assert "(TDA 35, WSOP 88)" not in page


def test_page_without_the_sheet_has_no_list_of_rulings(tablet: Client) -> None:
    assert "kind-misdeal" not in tablet.get(TABLE).content.decode()


def test_chosen_ruling_asks_what_it_needs_and_nothing_else(tablet: Client) -> None:
    page = tablet.get(f"{TABLE}?sheet=irregular&kind=out_of_turn").content.decode()
    form = page.split('<form id="ruling"')[1].split("</form>")[0]
    assert set(re.findall(r'name="(\w+)"', form)) >= {"seat", "said", "amount", "kind"}
    assert 'name="cards"' not in form
    misdeal = tablet.get(f"{TABLE}?sheet=irregular&kind=misdeal").content.decode()
    form = misdeal.split('<form id="ruling"')[1].split("</form>")[0]
    assert set(re.findall(r'name="(\w+)"', form)) == {
        "csrfmiddlewaretoken", "key", "version", "epoch", "kind",
    }  # fmt: skip


def test_ruling_of_the_dealer_is_recorded_once_however_often_it_is_sent(tablet: Client, felt: Felt) -> None:
    key = str(uuid4())
    fields = {"key": key, "version": felt.fresh().version, "epoch": felt.table.lease_epoch}
    fields |= {"kind": "boxed_card"}
    for _time in range(2):
        answer = tablet.post(f"{TABLE}rule/", fields, headers={"Floorman-Tap": "1"})
        assert answer.status_code == 200
    assert codes() == ["x:boxed_card"]


def test_refusal_is_said_with_422_and_nothing_is_recorded(tablet: Client, felt: Felt) -> None:
    answer = rule(tablet, felt, kind="retrieved", seat="1")
    assert answer.status_code == 422
    assert 'id="refusal"' in answer.content.decode()
    assert (codes(), FloorMessage.objects.count()) == ([], 0)


def test_tablet_cannot_confirm_for_the_floor(tablet: Client, felt: Felt) -> None:
    answer = rule(tablet, felt, kind="misdeal", floor="1")
    assert "Waiting for the floor: Misdeal" in text(answer)
    assert codes() == []
    call = FloorMessage.objects.get()
    confirm = f"/floor/{felt.tournament.code}/calls/{call.pk}/confirm/"
    assert tablet.post(confirm, {"key": str(uuid4())}).status_code == 302
    assert codes() == []


def test_floor_confirms_on_the_console(tablet: Client, felt: Felt) -> None:
    rule(tablet, felt, kind="dead_hand", seat="2")
    floor = floor_of(felt)
    assert "To confirm: Seat 2: Dead hand" in text(floor.get(f"/floor/{felt.tournament.code}/"))
    assert "Table 1: the ruling is recorded." in text(decide(floor, felt, "confirm"))
    assert codes() == ["x:dead_hand,s=2,f"]
    assert "Waiting for the floor" not in text(tablet.get(TABLE))


def test_floor_refuses_and_the_dealer_reads_it(tablet: Client, felt: Felt) -> None:
    rule(tablet, felt, kind="misdeal")
    decide(floor_of(felt), felt, "refuse")
    assert codes() == []
    assert "Overruled by the floor; the hand continues: Misdeal." in text(tablet.get(TABLE))


def test_stale_proposal_is_refused_with_a_sentence(tablet: Client, felt: Felt) -> None:
    rule(tablet, felt, kind="misdeal")
    felt.play("f3")
    answer = decide(floor_of(felt), felt, "confirm")
    assert "The hand at table 1 has moved on since this was proposed." in text(answer)
    assert codes() == ["f3"]


def test_desk_sees_the_proposal_but_cannot_decide(tablet: Client, felt: Felt) -> None:
    rule(tablet, felt, kind="misdeal")
    desk = floor_of(felt, Role.REGISTRATION)
    page = desk.get(f"/floor/{felt.tournament.code}/").content.decode()
    assert "Misdeal" in page
    assert "/confirm/" not in page
    assert decide(desk, felt, "confirm").status_code == 403


def test_sheet_and_feed_are_in_italian_too(tablet: Client, felt: Felt) -> None:
    tablet.cookies["django_language"] = "it"
    felt.play("x:out_of_turn,s=4,o=r4:300", "c3")
    page = text(tablet.get(f"{TABLE}?sheet=irregular", headers={"Accept-Language": "it"}))
    assert "Irregolarità" in page
    assert "Azione significativa in questa fase: no (TDA 36)" in page
    assert "Vincolato dall’azione fuori turno: raise a 300 (TDA 53-A)" in page


def test_hand_page_says_rulings_with_rule_and_floor(tablet: Client, felt: Felt) -> None:
    felt.play("x:out_of_turn,s=4,o=f4", "x:dead_hand,s=2,f")
    page = text(floor_of(felt).get(f"/floor/{felt.tournament.code}/tables/1/hands/1/"))
    assert "Dario Conti: Out of turn, fold" in page
    assert "Bruno Neri: Dead hand" in page
    assert "Decided by the floor." in page


# --- What happened


@pytest.mark.parametrize(
    ("fields", "recorded", "said"),
    [
        ({"said": "chips", "amount": "450"}, "x:short_raise,s=4,a=450,o=r4:500", "450 put in, raise to 500"),
        ({"said": "chips", "amount": "375"}, "x:short_raise,s=4,a=375,o=c4", "375 put in, call"),
        (
            {"said": "declared", "amount": "375"},
            "x:short_raise,s=4,a=375,o=r4:500",
            "375 put in, raise to 500",
        ),
    ],
)
def test_facing_300_a_player_puts_in_450_and_it_is_a_raise_to_500(
    fields: dict[str, str], recorded: str, said: str
) -> None:
    felt, client = facing_300()
    sheet = client.get(f"{TABLE}?sheet=irregular&kind=short_raise").content.decode()
    assert "Total in front of the player" in sheet
    answer = rule(client, felt, kind="short_raise", seat="4", **fields)
    assert (answer.status_code, codes()) == (200, ["r3:300", recorded])
    assert f"S4: Short raise, {said}" in text(answer)


def test_less_than_a_raise_told_as_a_short_raise_is_sent_to_the_undercall() -> None:
    felt, client = facing_300()
    answer = rule(client, felt, kind="short_raise", seat="4", said="chips", amount="200")
    assert answer.status_code == 422
    assert "Choose “Undercall”: a call, or a fold that leaves the chips" in text(answer)
    assert codes() == ["r3:300"]


def test_less_than_the_blind_is_a_full_call_without_a_choice() -> None:
    felt, client = facing_300(raised=False)
    sheet = client.get(f"{TABLE}?sheet=irregular&kind=undercall").content.decode()
    assert 'name="said"' not in sheet
    assert rule(client, felt, kind="undercall", seat="3", amount="50").status_code == 200
    assert codes() == ["x:undercall,s=3,a=50,o=c3"]


def test_an_undercall_of_a_raise_is_proposed_with_what_was_put_in() -> None:
    felt, client = facing_300()
    rule(client, felt, kind="undercall", seat="4", said="call", amount="100")
    assert FloorMessage.objects.get().data["ruling"] == "x:undercall,s=4,a=100,o=c4,f"


def facing_300(*, raised: bool = True) -> tuple[Felt, Client]:
    """Blinds 50/100; seat 3 has raised to 300, or is to act."""
    level = Level(duration_seconds=1200, small_blind=50, big_blind=100)
    felt = make_felt(5000, 5000, 5000, 5000, structure=sheet_of(level, level))
    felt.deal()
    if raised:
        felt.play("r3:300")
    client = Client()
    client.cookies[COOKIE] = felt.pair()[1]
    return felt, client


@pytest.mark.rule("S-010")
def test_s_010_the_tablet_asks_how_many_cards_were_cut_and_takes_no_cut_of_five_or_more(
    tablet: Client, felt: Felt
) -> None:
    sheet = tablet.get(f"{TABLE}?sheet=irregular&kind=uncut_deck").content.decode()
    assert "Cards cut off (blank: none)" in sheet
    refused = rule(tablet, felt, kind="uncut_deck", amount="5")
    assert refused.status_code == 422
    assert "A cut with 5 cards is valid: each part needs at least 5." in text(refused)
    assert rule(tablet, felt, kind="uncut_deck", amount="4").status_code == 200
    assert codes() == ["x:uncut_deck,a=4"]
    assert "Misdeal: Deck not cut." in text(tablet.get(f"{TABLE}?sheet=irregular"))
