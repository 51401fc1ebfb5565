from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.models import Device, FloorMessage, HandOperation, Move, Seat, Table
from tables.services.moves.breaking import break_table
from tables.services.table.calls import answer_call
from tables.services.table.messages import hold_table, send_message
from tables.services.table.tablets import make_pairing_code, revoke_device, take_over_table
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, add_table, make_felt
from tournament.models import StoredReply

pytestmark = pytest.mark.django_db

TABLE = "/tablet/table/"


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    """The evening has just begun, and nobody has tried a code yet."""
    cache.clear()
    with time_machine.travel(NOW):
        yield


class Tablet:
    """A paired browser that taps as the outbox does."""

    def __init__(self, felt: Felt) -> None:
        self.felt = felt
        self.device, secret = felt.pair(now=timezone.now())
        self.client = Client()
        self.client.cookies[COOKIE] = secret

    def fields(self, **more: Any) -> dict[str, Any]:
        self.device.refresh_from_db()
        return {
            "key": str(uuid4()),
            "version": self.felt.fresh().version,
            "epoch": self.device.epoch,
            **more,
        }

    def send(self, action: str, fields: dict[str, Any]) -> Any:
        return self.client.post(f"{TABLE}{action}/", fields, headers={"Floorman-Tap": "1"})

    def tap(self, action: str = "act", **more: Any) -> Any:
        return self.send(action, self.fields(**more))

    def deal(self) -> Any:
        return self.tap("deal")


@pytest.fixture
def tablet() -> Tablet:
    return Tablet(make_felt(1000, 1000, 1000))


def code_for(felt: Felt) -> str:
    return make_pairing_code(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(timezone.now())
    ).code


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


# --- Who may look and who may write


@pytest.mark.parametrize("action", ["", "deal/", "act/", "undo/", "call/", "read/", "take-over/"])
def test_browser_that_is_not_paired_is_asked_to_pair(client: Client, action: str) -> None:
    response = client.post(TABLE + action) if action else client.get(TABLE)
    assert response.status_code == 401
    assert response.headers["Floorman"] == "1"


def test_expired_tablet_is_asked_to_pair_again(tablet: Tablet) -> None:
    Device.objects.update(expires_at=timezone.now())
    assert tablet.client.get(TABLE).status_code == 401


def test_revoked_tablet_is_told_so_with_its_next_request(tablet: Tablet) -> None:
    fields = tablet.fields()
    revoke_device(
        tournament_id=tablet.felt.tournament.pk, device_id=tablet.device.pk, by=ACTOR.at(timezone.now())
    )
    assert tablet.client.get(TABLE).status_code == 410
    assert tablet.send("deal", fields).status_code == 410
    assert tablet.felt.fresh().version == 0


@pytest.mark.parametrize("action", ["deal", "act", "undo", "call", "read", "take-over"])
def test_nothing_is_written_by_a_get(tablet: Tablet, action: str) -> None:
    response = tablet.client.get(f"{TABLE}{action}/")
    assert response.status_code == 405
    assert response.headers["Floorman"] == "1"


def test_looking_at_the_table_writes_nothing(tablet: Tablet, django_assert_max_num_queries: Any) -> None:
    Device.objects.update(last_seen_at=None)
    before = list(Device.objects.values())
    with django_assert_max_num_queries(14):
        assert tablet.client.get(TABLE).status_code == 200
    assert list(Device.objects.values()) == before


@pytest.mark.parametrize("told", [1, 3])
def test_no_message_and_no_move_takes_a_query_of_its_own(told: int, django_assert_num_queries: Any) -> None:
    """One more for all messages and two for all moves: `may_differ_by` of this page in tests/bench/page_list.py."""
    felt = make_felt(*[5_000] * 5)
    tablet, other = Tablet(felt), add_table(felt.tournament, number=2)
    tablet.client.get(TABLE)
    with CaptureQueriesContext(connection) as quiet:
        tablet.client.get(TABLE)
    for seat in range(1, told + 1):
        send_message(
            tournament_id=felt.tournament.pk, table_id=felt.table.pk, text=f"Note {seat}", by=ACTOR.at(NOW)
        )
        felt.send(seat, other, seat)

    with django_assert_num_queries(len(quiet) + 3):
        page = tablet.client.get(TABLE).content.decode()
    # One note at a time; every move.
    assert "Note 1" in page
    assert [f"T2 S{seat}" in page for seat in (1, 2, 3)] == [seat <= told for seat in (1, 2, 3)]


def test_write_without_a_csrf_token_is_refused(tablet: Tablet) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = tablet.client.cookies
    assert strict.post(f"{TABLE}deal/", tablet.fields()).status_code == 403
    assert tablet.felt.fresh().version == 0


def test_page_is_kept_out_of_every_cache(tablet: Tablet) -> None:
    assert tablet.client.get(TABLE).headers["Cache-Control"] == "no-store"


# --- Taps


def test_next_hand_takes_one_tap(tablet: Tablet) -> None:
    response = tablet.deal()
    assert response.status_code == 200
    assert response.headers["Floorman"] == "1"
    assert 'data-stage="betting"' in response.content.decode()


def test_tap_answers_with_the_screen_alone_and_a_plain_form_with_a_redirect(tablet: Tablet) -> None:
    assert "<html" not in tablet.deal().content.decode()
    response = tablet.client.post(f"{TABLE}act/", tablet.fields(operation="f3"))
    assert (response.status_code, response.headers["Location"]) == (302, TABLE)
    assert HandOperation.objects.get().code == "f3"


def test_same_tap_again_gets_the_same_answer_and_has_no_effect(tablet: Tablet) -> None:
    tablet.deal()
    fields = tablet.fields(operation="f3")
    first, second = tablet.send("act", fields), tablet.send("act", fields)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    assert ("Idempotent-Replay" in first.headers, second.headers["Idempotent-Replay"]) == (False, "1")
    assert HandOperation.objects.count() == 1
    assert tablet.felt.fresh().version == 2


def test_same_key_with_another_tap_is_refused(tablet: Tablet) -> None:
    tablet.deal()
    fields = tablet.fields(operation="f3")
    tablet.send("act", fields)
    response = tablet.send("act", {**fields, "operation": "c3"})
    assert response.status_code == 422
    assert HandOperation.objects.get().code == "f3"


def test_old_version_gets_the_fresh_screen_and_has_no_effect(tablet: Tablet) -> None:
    old = tablet.fields(operation="c3")
    tablet.deal()
    response = tablet.send("act", old)
    assert response.status_code == 409
    assert 'data-version="1"' in response.content.decode()
    assert "The table has changed" in text(response)
    assert (HandOperation.objects.count(), StoredReply.objects.count()) == (0, 1)


@pytest.mark.parametrize("amount", ["60", "1001", "999999999999"])
def test_illegal_amount_gets_the_legal_range(tablet: Tablet, amount: str) -> None:
    tablet.deal()
    response = tablet.tap(operation="r3", amount=amount)
    assert response.status_code == 422
    assert "at least 100 and at most 1,000" in text(response)
    assert HandOperation.objects.count() == 0


def test_illegal_amount_is_said_in_the_open_sheet_without_javascript(tablet: Tablet) -> None:
    tablet.deal()
    fields = tablet.fields(operation="r3", amount="430", sheet="bet")
    response = tablet.client.post(f"{TABLE}act/", fields)
    assert response.status_code == 422
    page = re.sub(r"\s+", " ", response.content.decode())
    sheet = page[page.index('<dialog id="sheet-bet"') :].split("</dialog>")[0]
    assert sheet.split(">")[0].endswith(" open")
    assert "430 cannot be made with the chips in play: 425 or 450." in sheet
    assert 'value="430"' in sheet
    assert "100 to 1,000 · in steps of 25" in sheet


@pytest.mark.parametrize("amount", ["0", "-5", "1.5", "x", "1" * 40, "1000000000001"])
def test_amount_that_is_no_amount_is_refused_kindly(tablet: Tablet, amount: str) -> None:
    tablet.deal()
    response = tablet.tap(operation="r3", amount=amount)
    assert response.status_code == 422
    assert 'id="refusal"' in response.content.decode()
    assert HandOperation.objects.count() == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"operation": "q3"},
        {"operation": ""},
        {"operation": "r3:1e9"},
        {"operation": "b", "cards": ["Zz"]},
        {"operation": "u0"},
        {"operation": "f" * 500},
        {"operation": "f3", "key": "no"},
        {"operation": "f3", "version": "x"},
        {"operation": "f3", "epoch": ""},
    ],
)
def test_tap_that_makes_no_sense_is_refused_and_leaves_nothing(
    tablet: Tablet, fields: dict[str, Any]
) -> None:
    tablet.deal()
    response = tablet.tap(**fields)
    assert response.status_code == 422
    assert HandOperation.objects.count() == 0


def test_action_out_of_turn_is_refused_in_words(tablet: Tablet) -> None:
    tablet.deal()
    response = tablet.tap(operation="c1")
    assert response.status_code == 422
    assert "It is not seat 1’s turn." in text(response)


def test_refused_tap_may_be_judged_afresh(tablet: Tablet) -> None:
    """A refusal keeps no key: what was wrong a moment ago may be right now."""
    fields = tablet.fields(operation="c3", version=1)
    assert tablet.send("act", fields).status_code == 409
    tablet.deal()
    assert tablet.send("act", fields).status_code == 200


def test_forms_without_script_put_cards_amounts_and_seats_together(tablet: Tablet) -> None:
    tablet.deal()
    tablet.tap(operation="r3", amount="150")
    for code in ("c1", "c2"):
        tablet.tap(operation=code)
    tablet.tap(operation="b", cards=["Ah", "Td", "2c"])
    for code in ("k1", "k2", "k3", "b:??", "k1", "k2", "k3", "b:??", "k1", "k2", "k3"):
        assert tablet.tap(operation=code).status_code == 200
    response = tablet.tap(operation="w0", seats=["1", "3"])
    assert response.status_code == 200
    codes = list(HandOperation.objects.values_list("code", flat=True))
    assert (codes[0], codes[3], codes[-1]) == ("r3:150", "b:AhTd2c", "w0:1,3")
    assert tablet.felt.stacks() == {1: 1075, 2: 850, 3: 1075}


def test_undo_takes_one_tap_also_after_the_hand(tablet: Tablet) -> None:
    tablet.deal()
    tablet.tap(operation="f3")
    tablet.tap(operation="f1")
    response = tablet.tap("undo")
    assert response.status_code == 200
    assert 'data-actor="1"' in response.content.decode()


def test_undo_without_a_hand_is_refused(tablet: Tablet) -> None:
    response = tablet.tap("undo")
    assert response.status_code == 409
    assert "nothing to undo" in text(response)


def test_straddle_is_dealt_as_the_screen_offers_it() -> None:
    tablet = Tablet(make_felt(1000, 1000, 1000, 1000, rule_profile="home"))
    assert "With straddle" in text(tablet.client.get(TABLE))
    tablet.tap("deal", straddle="1")
    response = tablet.client.get(TABLE)
    assert "STR" in text(response)
    assert 'data-actor="4"' in response.content.decode()


def test_floor_is_called_and_the_next_tap_is_still_good(tablet: Tablet) -> None:
    fields = tablet.fields()
    response = tablet.tap("call")
    assert response.status_code == 200
    assert "Called" in text(response)
    assert tablet.send("deal", fields).status_code == 200


def test_message_of_the_floor_is_shown_until_it_was_read(tablet: Tablet) -> None:
    felt = tablet.felt
    message = send_message(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        text="Break <b>after</b> this hand",
        by=ACTOR.at(timezone.now()),
    )
    page = tablet.client.get(TABLE).content.decode()
    assert "Break &lt;b&gt;after&lt;/b&gt; this hand" in page
    assert "this hand" not in text(tablet.tap("read", message=message.pk))
    assert FloorMessage.objects.get().done_by == "Tablet 1"


def test_message_of_another_table_cannot_be_closed(tablet: Tablet) -> None:
    other = make_felt(1000, 1000)
    message = send_message(
        tournament_id=other.tournament.pk,
        table_id=other.table.pk,
        text="Not yours",
        by=ACTOR.at(timezone.now()),
    )
    assert tablet.tap("read", message=message.pk).status_code == 409
    assert FloorMessage.objects.get().done_at is None


def test_every_player_of_a_broken_table_is_sent_to_a_seat(tablet: Tablet) -> None:
    other = add_table(tablet.felt.tournament, number=2)
    tablet.deal()
    break_table(
        tournament_id=tablet.felt.tournament.pk,
        table_id=tablet.felt.table.pk,
        seed="seed",
        by=ACTOR.at(timezone.now()),
    )
    moves = Move.objects.filter(to_table=other)
    assert moves.count() == len(tablet.felt.entries)
    page = shown_text(tablet.client.get(TABLE))
    for move in moves:
        assert f"{move.entry.player.name} to T2 S{move.to_seat}" in page
        assert f"Leaving T2 S{move.to_seat}" in page


def test_tablet_of_a_broken_table_has_a_way_to_another_one(tablet: Tablet) -> None:
    menu = '<a id="pair-another" class="button button--big button--block" href="/tablet/">'
    assert menu in tablet.client.get(TABLE).content.decode()
    add_table(tablet.felt.tournament, number=2)
    break_table(
        tournament_id=tablet.felt.tournament.pk,
        table_id=tablet.felt.table.pk,
        seed="seed",
        by=ACTOR.at(timezone.now()),
    )
    page = shown_text(tablet.client.get(TABLE))
    assert "This table is closed Pair another table" in page

    other = Felt(tournament=tablet.felt.tournament, table=Table.objects.get(number=2), entries={})
    answer = tablet.client.post("/tablet/", {"code": code_for(other)})
    tablet.client.cookies[COOKIE] = answer.cookies[COOKIE].value

    assert "Table 2" in shown_text(tablet.client.get(TABLE))
    tablet.device.refresh_from_db()
    assert tablet.device.revoked_at is not None


def test_dealer_reads_who_comes_and_why_there_is_no_small_blind(tablet: Tablet) -> None:
    tablet.tap("call")
    assert "Floor called" in shown_text(tablet.client.get(TABLE))
    call = FloorMessage.objects.get()
    answer_call(tournament_id=tablet.felt.tournament.pk, message_id=call.pk, by=ACTOR.at(timezone.now()))
    assert "Vera Direttrice is on the way" in shown_text(tablet.client.get(TABLE))
    tablet.deal()
    tablet.felt.play("f3", "f1")
    Seat.objects.filter(table=tablet.felt.table, number=2).update(entry=None)
    Seat.objects.filter(table=tablet.felt.table, number=4).update(entry=tablet.felt.entries[2])
    assert "Dead small blind on empty seat 2: nobody posts it." in shown_text(tablet.client.get(TABLE))


def shown_text(response: Any) -> str:
    """The words of a page, without its marks."""
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]*>", "", response.content.decode(), flags=re.DOTALL).split())


def test_held_table_offers_no_hand_and_says_why(tablet: Tablet) -> None:
    felt = tablet.felt
    fields = tablet.fields()
    hold_table(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        reason="Hand-for-hand",
        by=ACTOR.at(timezone.now()),
    )
    assert "Hand-for-hand" in text(tablet.client.get(TABLE))
    assert tablet.send("deal", fields).status_code == 409
    assert tablet.deal().status_code == 409


# --- Two tablets


def test_second_tablet_looks_on_and_says_so(tablet: Tablet) -> None:
    second = Tablet(tablet.felt)
    page = second.client.get(TABLE)
    assert "View only" in text(page)
    assert 'data-writes="0"' in page.content.decode()
    assert second.deal().status_code == 409
    assert tablet.deal().status_code == 200


def test_tablet_that_was_taken_over_from_becomes_read_only(tablet: Tablet) -> None:
    second = Tablet(tablet.felt)
    fields = tablet.fields()
    response = second.tap("take-over")
    assert response.status_code == 200
    assert 'data-writes="1"' in response.content.decode()
    refused = tablet.send("deal", fields)
    assert refused.status_code == 409
    assert "Another tablet has taken over" in text(refused)
    assert second.deal().status_code == 200


def test_late_queue_of_the_old_tablet_is_refused_by_its_epoch(tablet: Tablet) -> None:
    second = Tablet(tablet.felt)
    take_over_table(device_id=second.device.pk, now=timezone.now())
    take_over_table(device_id=tablet.device.pk, now=timezone.now())
    late = {**tablet.fields(), "epoch": 1}
    assert tablet.send("deal", late).status_code == 409
    assert tablet.deal().status_code == 200


def test_tablet_works_without_the_script(tablet: Tablet) -> None:
    """Every place of the page has its plain form: key, version, epoch and token in it."""
    tablet.deal()
    page = tablet.client.get(f"{TABLE}?sheet=bet").content.decode()
    assert 'class="sheet sheet--bet" aria-labelledby="bet-title" open' in page
    key = re.search(r'name="key" value="([0-9a-f-]{36})"', page)
    assert key is not None
    response = tablet.client.post(
        f"{TABLE}act/", {"key": key[1], "version": "1", "epoch": "1", "operation": "r3:100"}
    )
    assert response.status_code == 302
