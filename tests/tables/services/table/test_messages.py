from __future__ import annotations

from typing import Any

import pytest

from tables.changes.at_table import OfTable
from tables.models import FloorMessage, MessageKind, Table, TableStatus
from tables.services.table.calls import answer_call
from tables.services.table.messages import call_floor, close_message, hold_table, release_table, send_message
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tournament.models import LogEntry
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def call(felt: Felt) -> FloorMessage:
    return call_floor(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


def send(felt: Felt, text: str) -> FloorMessage:
    return send_message(tournament_id=felt.tournament.pk, table_id=felt.table.pk, text=text, by=ACTOR.at(NOW))


def hold(felt: Felt, reason: str = "Hand-for-hand") -> Table:
    return hold_table(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, reason=reason, by=ACTOR.at(NOW)
    )


def release(felt: Felt) -> Table:
    return release_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


def test_floor_is_called_once_however_often_the_dealer_taps() -> None:
    felt = make_felt(1000, 1000)
    assert call(felt).pk == call(felt).pk
    assert LogEntry.objects.filter(verb="floor_called").count() == 1


def test_floor_can_be_called_again_after_it_has_been_there() -> None:
    felt = make_felt(1000, 1000)
    first = call(felt)
    close_message(tournament_id=felt.tournament.pk, message_id=first.pk, by=ACTOR.at(after(2)))
    assert call(felt).pk != first.pk


def test_call_does_not_make_the_dealers_next_tap_stale() -> None:
    felt = make_felt(1000, 1000)
    call(felt)
    assert felt.fresh().version == 0


def test_message_is_stored_with_its_author_and_without_blanks_around_it() -> None:
    felt = make_felt(1000, 1000)
    message = send(felt, "  Chip race after this hand ")
    assert (message.kind, message.text, message.author, message.done_at) == (
        MessageKind.NOTE,
        "Chip race after this hand",
        "Vera Direttrice",
        None,
    )


@pytest.mark.parametrize(("text", "code"), [("   ", "text_empty"), ("x" * 301, "text_too_long")])
def test_message_without_words_or_with_too_many_is_refused(text: str, code: str) -> None:
    felt = make_felt(1000, 1000)
    with pytest.raises(Refused) as caught:
        send(felt, text)
    assert (caught.value.code, caught.value.field) == (code, "text")
    assert FloorMessage.objects.count() == 0


def test_message_is_acknowledged_once_by_the_first_who_does() -> None:
    felt = make_felt(1000, 1000)
    message = send(felt, "Break in five minutes")
    for minutes in (1, 2):
        close_message(
            tournament_id=felt.tournament.pk,
            message_id=message.pk,
            table_id=felt.table.pk,
            by=ACTOR.at(after(minutes)),
        )
    message.refresh_from_db()
    assert (message.done_at, message.done_by) == (after(1), "Vera Direttrice")


def test_answering_and_closing_a_call_or_a_message_is_logged_once() -> None:
    felt = make_felt(1000, 1000)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(NOW)}
    called, sent = call(felt), send(felt, "Break in five minutes")
    for _ in range(2):
        answer_call(message_id=called.pk, **ids)
        close_message(message_id=called.pk, **ids)
        close_message(message_id=sent.pk, **ids)

    lines = LogEntry.objects.filter(verb__in=["call_answered", "call_closed", "message_closed"])
    assert [(line.verb, OfTable.of(line).table) for line in lines.order_by("pk")] == [
        ("call_answered", 1),
        ("call_closed", 1),
        ("message_closed", 1),
    ]


def test_tablet_cannot_acknowledge_a_message_of_another_table() -> None:
    felt, other = make_felt(1000, 1000), make_felt(1000, 1000)
    message = send(felt, "Only for table 1")
    with pytest.raises(FloorMessage.DoesNotExist):
        close_message(
            tournament_id=felt.tournament.pk, message_id=message.pk, table_id=other.table.pk, by=ACTOR.at(NOW)
        )


def test_held_table_deals_no_further_hand_but_plays_its_hand_out() -> None:
    felt = make_felt(1000, 1000)
    felt.deal()
    hold(felt)
    felt.play("f2")
    with pytest.raises(Refused) as caught:
        felt.deal()
    assert caught.value.code == "table_held"
    release(felt)
    assert felt.deal().number == 2


def test_hold_and_release_are_logged_with_their_reason() -> None:
    felt = make_felt(1000, 1000)
    assert hold(felt, " Chip race ").hold_reason == "Chip race"
    assert release(felt).hold_reason == ""
    lines = LogEntry.objects.filter(verb__in=["table_held", "table_released"]).order_by("pk")
    assert list(lines.values_list("verb", "reason")) == [
        ("table_held", "Chip race"),
        ("table_released", ""),
    ]


def test_table_that_is_not_open_cannot_be_held_and_one_not_held_cannot_be_released() -> None:
    felt = make_felt(1000, 1000)
    with pytest.raises(Refused):
        release(felt)
    Table.objects.update(status=TableStatus.CLOSED)
    with pytest.raises(Refused):
        hold(felt)
    assert felt.fresh().version == 0
