"""What players are told: with the change or not at all, in the language of the phone, each thing once."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tables.models import Move, MoveKind
from tables.services.desk.alternates import call_alternates
from tables.services.desk.seating import make_seat_draw, register_and_seat
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import carry_out_waiting_moves, drop_move, move_entry
from tests.factories import ACTOR, NOW, after, make_player
from tests.factories.books import played_for_money
from tests.factories.felt import Felt, add_felt, make_felt
from tests.factories.field import bust, entered, started
from tests.factories.phones import Browser, switch_phone_on
from tests.tables.services.desk.test_alternates import free_a_seat
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tournament.changes.phones import changes_for_phones
from tournament.models import (
    Entry,
    LogEntry,
    NoticeState,
    Payout,
    PhoneNotice,
    PlayerPhone,
    Tournament,
)
from tournament.services.cash.ready import cancel_ready, make_ready
from tournament.services.field.entries import register_entries
from tournament.services.undo import undo_line

EVERY_VERB = Path(__file__).parents[2] / "told" / "every_verb.json"
FCM = "https://fcm.googleapis.com/fcm/send"

pytestmark = pytest.mark.django_db


def told(phone: PlayerPhone) -> list[tuple[str, str]]:
    """Title and text of what waits to be sent, the oldest first."""
    waiting = PhoneNotice.objects.filter(phone=phone, state=NoticeState.WAITING).order_by("pk")
    return [(each.title, each.text) for each in waiting]


def two_tables() -> tuple[Felt, Felt]:
    """Three players at table 1, two at table 2, in an event that sends notices."""
    felt = make_felt(5_000, 5_000, 5_000, phone_notices=True, late_registration_level=3)
    return felt, add_felt(felt.tournament, 5_000, 5_000, number=2)


def send(felt: Felt, seat: int, *, to: Felt, to_seat: int, kind: MoveKind = MoveKind.BALANCE) -> Move:
    return move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        to_table_id=to.table.pk,
        to_seat=to_seat,
        kind=kind,
        by=ACTOR.at(after(1)),
    )


def test_a_player_who_is_moved_at_once_is_told_where_and_why() -> None:
    felt, other = two_tables()
    phone = switch_phone_on(felt.entries[3])

    send(felt, 3, to=other, to_seat=4)

    assert told(phone) == [
        (
            "Move to table 2, seat 4",
            "To balance the tables. Take all your chips with you.",
        )
    ]
    (notice,) = PhoneNotice.objects.all()
    assert (notice.kind, notice.page) == ("seat", f"/my/{felt.entries[3].link_secret}/")
    assert (notice.made_at, notice.due_at, notice.expires_at) == (after(1), after(1), after(6))


def test_each_phone_is_told_in_its_own_language_and_nobody_elses_is() -> None:
    felt, other = two_tables()
    phones = [
        switch_phone_on(
            felt.entries[3],
            Browser(endpoint=f"https://fcm.googleapis.com/fcm/send/{language}"),
            language=language,
        )
        for language in ("en", "it")
    ]
    stranger = switch_phone_on(felt.entries[1])

    send(felt, 3, to=other, to_seat=4)

    assert [len(told(phone)) for phone in phones] == [1, 1]
    assert told(stranger) == []


def test_a_move_that_waits_for_the_hand_is_told_at_once_and_not_again_when_it_happens() -> None:
    felt, other = two_tables()
    phone = switch_phone_on(felt.entries[3])
    felt.deal(NOW)

    send(felt, 3, to=other, to_seat=4)
    felt.play("f3", "f1", now=after(1))
    carry_out_waiting_moves(table=felt.table, by=ACTOR.at(after(2)))

    assert [title for title, _ in told(phone)] == ["After this hand: move to table 2, seat 4"]
    assert Move.objects.get().status == "applied"


def test_a_move_that_is_cancelled_takes_the_place_of_what_was_not_sent_yet() -> None:
    felt, other = two_tables()
    phone = switch_phone_on(felt.entries[3])
    felt.deal(NOW)
    move = send(felt, 3, to=other, to_seat=4)

    drop_move(tournament_id=felt.tournament.pk, move_id=move.pk, by=ACTOR.at(after(2)))

    assert told(phone) == [("Your move is cancelled.", "You stay at table 1, seat 3.")]
    states = list(PhoneNotice.objects.order_by("pk").values_list("state", flat=True))
    assert states == [NoticeState.REPLACED, NoticeState.WAITING]


def test_a_move_undone_and_made_again_is_told_each_time() -> None:
    felt, other = two_tables()
    phone = switch_phone_on(felt.entries[3])
    send(felt, 3, to=other, to_seat=4)

    undo_line(
        tournament_id=felt.tournament.pk, line_id=LogEntry.objects.latest("pk").pk, by=ACTOR.at(after(2))
    )
    assert told(phone) == [("Your move was undone.", "Go back to table 1, seat 3.")]
    undo_line(
        tournament_id=felt.tournament.pk, line_id=LogEntry.objects.latest("pk").pk, by=ACTOR.at(after(3))
    )

    assert [title for title, _ in told(phone)] == ["Move to table 2, seat 4"]


def test_a_table_that_breaks_tells_each_of_its_players_their_own_seat() -> None:
    felt, other = two_tables()
    leaving = switch_phone_on(other.entries[1])
    staying = switch_phone_on(felt.entries[1])

    (move, *_) = break_table(
        tournament_id=felt.tournament.pk, table_id=other.table.pk, seed="seven", by=ACTOR.at(after(1))
    )

    mine = Move.objects.get(entry=other.entries[1])
    assert move.kind == MoveKind.BREAK
    assert told(leaving) == [
        (
            f"Move to table 1, seat {mine.to_seat}",
            "Your table is breaking. Take all your chips with you.",
        )
    ]
    assert told(staying) == []


def test_a_redraw_tells_those_whose_seat_is_another_one() -> None:
    felt, other = two_tables()
    phones = {entry.pk: switch_phone_on(entry) for entry in (*felt.entries.values(), *other.entries.values())}
    was = {entry.pk: (entry.seat.table.number, entry.seat.number) for entry in Entry.objects.all()}

    redraw_tables(tournament_id=felt.tournament.pk, tables_left=1, seed="seven", by=ACTOR.at(after(1)))

    for entry in Entry.objects.select_related("seat__table"):
        now_at = (entry.seat.table.number, entry.seat.number)
        title = f"Your seat: table {now_at[0]}, seat {now_at[1]}"
        why = "All seats have been redrawn. Take all your chips with you."
        assert told(phones[entry.pk]) == ([] if was[entry.pk] == now_at else [(title, why)])


def test_what_is_rolled_back_is_told_to_nobody() -> None:
    felt, other = two_tables()
    phone = switch_phone_on(felt.entries[3])

    with transaction.atomic():
        send(felt, 3, to=other, to_seat=4)
        assert told(phone)
        transaction.set_rollback(True)

    assert not PhoneNotice.objects.exists()
    assert not Move.objects.exists()


def test_without_the_option_nothing_is_written() -> None:
    felt, other = two_tables()
    phone = switch_phone_on(felt.entries[3])
    felt.tournament.options_data = {}
    felt.tournament.save(update_fields=["options_data"])

    send(felt, 3, to=other, to_seat=4)

    assert told(phone) == []


def test_an_event_without_phones_pays_one_query_for_a_move_and_the_facts_are_not_asked_for() -> None:
    felt, other = two_tables()

    with CaptureQueriesContext(
        connection,
    ) as queries:
        send(felt, 3, to=other, to_seat=4)

    asked = [each["sql"] for each in queries if "tournament_playerphone" in each["sql"]]
    assert len(asked) == 1
    assert not [each for each in queries if "tournament_phonenotice" in each["sql"]]


def test_a_phone_that_is_on_at_the_pages_of_two_entries_is_told_once() -> None:
    tournament, entries = started(3, phone_notices=True, entries_per_player=0, late_registration_level=3)
    first, browser = entries[0], Browser()
    phone = switch_phone_on(first, browser)
    bust(tournament, first, winner=entries[1])
    player = first.player
    second = register_entries(tournament_id=tournament.pk, player_ids=[player.pk], by=ACTOR.at(after(1)))[0]

    again = switch_phone_on(second, browser)

    assert again == phone
    assert PlayerPhone.objects.count() == 1
    assert [title for title, _ in told(phone)] == []


def test_a_prize_that_is_ready_is_told_without_its_amount() -> None:
    tournament, entries = played_for_money()
    tournament.options_data = {"phone_notices": True}
    tournament.save(update_fields=["options_data"])
    payout = Payout.objects.get(entry=entries[1])
    phone = switch_phone_on(payout.entry)

    make_ready(tournament_id=payout.tournament_id, payout_id=payout.pk, by=ACTOR.at(after(61)))
    assert told(phone) == [("Your prize is ready.", "Collect it from the cashier.")]
    cancel_ready(tournament_id=payout.tournament_id, payout_id=payout.pk, by=ACTOR.at(after(62)))

    assert told(phone) == [("Your prize is not ready yet.", "The desk will tell you.")]
    assert PhoneNotice.objects.latest("pk").expires_at - after(62) == timedelta(minutes=5)


def undo_newest(tournament: Tournament, minutes: float) -> None:
    undo_line(
        tournament_id=tournament.pk, line_id=LogEntry.objects.latest("pk").pk, by=ACTOR.at(after(minutes))
    )


def test_the_seat_draw_tells_each_player_their_own_seat_and_its_undo_that_they_wait_again() -> None:
    tournament, entries = entered(4, phone_notices=True)
    phones = {entry.pk: switch_phone_on(entry, Browser(endpoint=f"{FCM}/{entry.pk}")) for entry in entries}

    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(after(1)))

    for entry in Entry.objects.select_related("seat__table"):
        seat = entry.seat
        assert told(phones[entry.pk]) == [(f"Your seat: table {seat.table.number}, seat {seat.number}", "")]

    undo_newest(tournament, 2)

    assert [told(phone) for phone in phones.values()] == [
        [("The seat draw was undone.", "Wait for your new seat.")]
    ] * 4


def test_a_player_on_the_waiting_list_is_called_and_called_back() -> None:
    tournament = make_room(4, 4, seats=4, closed=False)
    Tournament.objects.update(late_registration_level=3, options_data={"phone_notices": True})
    seated = register_and_seat(
        tournament_id=tournament.pk,
        player_id=make_player("Ugo Attesa").pk,
        seed="seed",
        when_full="wait",
        by=ACTOR.at(after(1)),
    )
    phone = switch_phone_on(seated.entry)
    free_a_seat(table=1, seat=2)

    assert call_alternates(tournament_id=tournament.pk, seed="seed", by=ACTOR.at(after(2))) == 1

    assert told(phone) == [
        (
            "A seat is free for you: table 1, seat 2",
            "Go there now. If you do not come, the next player gets it.",
        )
    ]
    undo_newest(tournament, 3)
    assert told(phone) == [
        ("You are on the waiting list again.", "The call was undone. You keep your place."),
    ]


def test_every_change_for_phones_is_one_that_lines_tell_of() -> None:
    verbs = {line["verb"] for line in json.loads(EVERY_VERB.read_text())}
    assert {change.verb for change in changes_for_phones()} <= verbs
