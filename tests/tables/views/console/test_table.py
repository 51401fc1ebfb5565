"""One table on the floor's screen: its seats and its hand, and what is done there."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables import engine
from tables.models import Device, FloorMessage, Move, MoveStatus, PairingCode, Seat, TableStatus
from tables.queries.console.table import TablePage, last_hands, table_page, tablets_of
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.table.tablets import make_pairing_code, pair_device
from tests.factories import ACTOR, make_tournament
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import ChipRow, Entry, LogEntry, Role
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure

pytestmark = pytest.mark.django_db


def look(floor: Floor, number: int = 1, seat: int | None = None) -> TablePage:
    page = table_page(floor.tournament, number=number, seat=seat, now=timezone.now())
    assert page is not None
    return page


def deal(floor: Floor, number: int, *codes: str) -> None:
    ids: dict[str, Any] = {"tournament_id": floor.tournament.pk, "table_id": floor.table(number).pk}
    start_hand(**ids, by=ACTOR.at(timezone.now()))
    for code in codes:
        record_operation(**ids, operation=engine.decode(code), by=ACTOR.at(timezone.now()))


# --- What it shows ------------------------------------------------------------------------------------------------


def test_the_seat_map_shows_names_stacks_and_free_seats(client: Client) -> None:
    floor = Floor(client, 3)

    page = floor.get("tables/1/").content.decode()

    assert page.count('class="seat-on-felt"') == 9
    assert page.count("seat--sitting") == 3
    assert page.count("seat--empty") == 6
    assert "Anna Verdi" in page


def test_the_hand_in_play_is_shown_as_recorded(client: Client) -> None:
    floor = Floor(client, 3)
    deal(floor, 1, "r3:150", "c1", "f2", "b:AsKd7c", "k1")

    page = look(floor)

    assert page.hand is not None
    assert (page.hand.boards, page.hand.pot, page.hand.street, page.hand.actor) == (
        ("AsKd7c",),
        350,
        "flop",
        "Carla Rossi",
    )
    assert [(s.state, s.stack, s.bet, s.is_actor, s.has_button) for s in page.seats[:3]] == [
        ("in", 9_850, 0, False, False),
        ("folded", 9_950, 0, False, False),
        ("in", 9_850, 0, True, True),
    ]


@pytest.mark.parametrize(
    ("game", "codes", "words"),
    [
        (LevelGame(game="NT", small_blind=25, big_blind=50), (), "Before the flop"),
        (LevelGame(game="FR", ante=10, bring_in=15, small_bet=50, big_bet=100), (), "Third street"),
        (
            LevelGame(game="F2L3D", small_blind=25, big_blind=50, small_bet=50, big_bet=100),
            (),
            "Before the draw",
        ),
        (
            LevelGame(game="F2L3D", small_blind=25, big_blind=50, small_bet=50, big_bet=100),
            ("c3", "c1", "k2"),
            "First draw",
        ),
    ],
)
def test_the_street_is_called_as_the_game_calls_it(
    client: Client, game: LevelGame, codes: tuple[str, ...], words: str
) -> None:
    structure = Structure(
        periods=tuple(Level.mixed(games=(game,), hands_per_game=1, duration_seconds=1200) for _ in range(4))
    )
    floor = Floor(client, 3, structure=structure)
    deal(floor, 1, *codes)

    felt = floor.get("tables/1/", part="felt").content.decode()

    shown = felt.split('class="felt__board"')[1].split("</p>")[0]
    assert words in shown
    assert ("Before the flop" in felt) == (words == "Before the flop")


def test_hole_cards_are_shown_only_once_they_were_tabled(client: Client) -> None:
    floor = Floor(client, 3)
    deal(floor, 1, "h1:QsQd", "h2:2c2d")

    page = floor.get("tables/1/").content.decode()

    assert all(seat.cards == "" for seat in look(floor).seats)
    assert "queen of spades" not in page


@pytest.mark.parametrize("players", [2, 6])
def test_the_page_takes_the_same_queries_however_many_players_and_hands(
    client: Client, players: int, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, players, players)
    for _ in range(players // 2):
        deal(floor, 1)
        hand_over(floor, 1)
    deal(floor, 1)

    table = floor.table(1)

    # The penalties of the player looked at are one of them.
    with django_assert_num_queries(12):
        table_page(floor.tournament, number=1, seat=1, now=timezone.now())
    with django_assert_num_queries(2):
        last_hands(table)


def hand_over(floor: Floor, number: int) -> None:
    """Everybody folds to one player."""
    ids: dict[str, Any] = {"tournament_id": floor.tournament.pk, "table_id": floor.table(number).pk}
    while (actor := look(floor, number).hand) is not None:
        seat = next(s.number for s in look(floor, number).seats if s.name == actor.actor)
        record_operation(**ids, operation=engine.decode(f"f{seat}"), by=ACTOR.at(timezone.now()))


def test_hands_are_listed_with_their_winners_newest_first(client: Client) -> None:
    floor = Floor(client, 3)
    deal(floor, 1, "f3", "f1")
    deal(floor, 1)

    hands = last_hands(floor.table(1))

    assert [(hand.number, hand.status, hand.winners) for hand in hands] == [
        (2, "open", ()),
        (1, "complete", (("Bruno Neri", 25),)),
    ]


@pytest.mark.parametrize("part", ["felt", "tools", "words", "hands", "tablets", "changes"])
def test_each_part_is_fetched_by_itself(client: Client, part: str) -> None:
    floor = Floor(client, 3)

    text = floor.get("tables/1/", part=part, seat="2", htmx=True).content.decode()

    assert f'id="{part}"' in text
    assert "<html" not in text


def test_a_table_that_is_not_there_is_not_found(client: Client) -> None:
    floor = Floor(client, 3)
    other = make_tournament(name="Another one")

    assert floor.get("tables/7/").status_code == 404
    assert client.get(f"/floor/{other.code}/tables/1/").status_code == 404


def test_registration_reads_the_table_without_buttons_and_pairing_code(client: Client) -> None:
    floor = Floor(client, 3, role=Role.REGISTRATION)
    code = make_pairing_code(
        tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(timezone.now())
    ).code

    page = floor.get("tables/1/", seat="1").content.decode().split("<main")[1].split("<footer")[0]

    assert "Anna Verdi" in page
    assert 'method="post"' not in page
    assert code[:4] not in page


# --- Move ---------------------------------------------------------------------------------------------------------


def test_a_player_is_moved_by_two_taps_and_the_move_undone_from_the_message(client: Client) -> None:
    floor = Floor(client, 3, 3)
    anna = floor.seats[1, 1]
    assert 'value="2-5"' in floor.get("tables/1/", seat="1").content.decode()

    answer = floor.post("tables/1/move/", entry=anna.pk, to="2-5")

    assert said(answer) == ["Anna Verdi moves to table 2, seat 5."]
    assert floor.where(anna) == (2, 5)
    line = LogEntry.objects.get(verb="entry_moved")
    assert f'action="{floor.home}log/{line.pk}/undo/"' in answer.content.decode()

    answer = floor.post(f"log/{line.pk}/undo/")
    assert floor.where(anna) == (1, 1)
    assert said(answer)[0].startswith("Undone: Moved Anna Verdi")


def test_a_player_in_a_hand_goes_after_it(client: Client) -> None:
    floor = Floor(client, 3, 3)
    deal(floor, 1)

    answer = floor.post("tables/1/move/", entry=floor.seats[1, 1].pk, to="2-5")

    assert said(answer) == ["Anna Verdi moves to table 2, seat 5 after this hand."]
    assert Move.objects.get().status == MoveStatus.WAITING
    assert look(floor).seats[0].leaves_to == (2, 5)
    assert look(floor, 2).seats[4].expected == "Anna Verdi"


def test_a_taken_seat_is_refused(client: Client) -> None:
    floor = Floor(client, 3, 3)

    assert said(floor.post("tables/1/move/", entry=floor.seats[1, 1].pk, to="2-1")) == [
        "Seat 1 at table 2 is taken."
    ]
    assert floor.where(floor.seats[1, 1]) == (1, 1)


@pytest.mark.parametrize("to", ["", "2", "2-", "x-y", "2-1-1", "99999-1"])
def test_a_seat_that_is_none_is_not_understood(client: Client, to: str) -> None:
    floor = Floor(client, 3, 3)

    assert "was not recognised" in said(floor.post("tables/1/move/", entry="1", to=to))[0]


def test_the_same_tap_twice_moves_once_and_answers_the_same(client: Client) -> None:
    floor = Floor(client, 3, 3)
    tap: dict[str, Any] = {"entry": floor.seats[1, 1].pk, "to": "2-5", "key": str(uuid4())}

    assert said(floor.post("tables/1/move/", **tap)) == said(floor.post("tables/1/move/", **tap))
    assert Move.objects.count() == 1


# --- Correct ------------------------------------------------------------------------------------------------------


def test_a_stack_is_corrected_with_its_reason(client: Client) -> None:
    floor = Floor(client, 3)

    answer = floor.post("tables/1/correct/?seat=1", stack="9.500", reason="Counted again")

    assert said(answer) == [
        (
            "Corrected the stack of Anna Verdi from 10,000 to 9,500. "
            "This removes 500 chips from play: 29,500 now, 30,000 before, 30,000 issued."
        )
    ]
    assert Entry.objects.get(pk=floor.seats[1, 1].pk).stack == 9_500
    assert ChipRow.objects.get(kind="correction").amount == -500
    assert LogEntry.objects.get(verb="stack_corrected").reason == "Counted again"


def test_a_correction_that_makes_chips_is_done_and_says_the_sum_wherever_the_floor_looks(
    client: Client,
) -> None:
    floor = Floor(client, 3)
    assert "Chips in play 30,000, issued 30,000." in floor.get("tables/1/?seat=1").content.decode()

    made = floor.post("tables/1/correct/?seat=1", stack="12000", reason="Counted again")
    moved = floor.post("tables/1/correct/?seat=2", stack="8500", reason="Paid to seat 1")

    assert said(made)[0].endswith("2,000 chips to play: 32,000 now, 30,000 before, 30,000 issued.")
    assert said(moved)[-1].endswith("1,500 chips from play: 30,500 now, 32,000 before, 30,000 issued.")
    assert "Chips in play 30,500, issued 30,000." in floor.get("tables/1/?seat=1").content.decode()
    assert "500 more than the 30,000 issued" in floor.get("?part=status").content.decode()
    floor.post("tables/1/correct/?seat=2", stack="7000", reason="Counted again")
    assert "1,000 fewer than the 30,000 issued" in floor.get("?part=status").content.decode()
    floor.post("tables/1/correct/?seat=2", stack="8000", reason="Counted again")
    assert "issued" not in floor.get("?part=status").content.decode()


@pytest.mark.parametrize(
    ("stack", "reason", "field", "htmx"),
    [
        ("", "Counted", "stack", False),
        ("0", "Counted", "stack", True),
        ("-5", "Counted", "stack", True),
        ("9" * 30, "Counted", "stack", True),
        ("lots", "Counted", "stack", True),
        ("9500", "", "reason", False),
        ("9500", "x" * 10_000, "reason", True),
    ],
)
def test_a_wrong_correction_names_the_field_and_keeps_what_was_typed(
    client: Client, stack: str, reason: str, field: str, htmx: bool
) -> None:
    floor = Floor(client, 3)

    answer = floor.post("tables/1/correct/?seat=1", stack=stack, reason=reason, htmx=htmx)

    assert answer.status_code == 422
    assert list(answer.context["correction_form"].errors) == [field]
    assert "Nothing was saved" in answer.content.decode()
    assert Entry.objects.get(pk=floor.seats[1, 1].pk).stack == 10_000


def test_a_correction_during_the_hand_is_refused_in_the_form(client: Client) -> None:
    floor = Floor(client, 3)
    deal(floor, 1)

    answer = floor.post("tables/1/correct/?seat=1", stack="9500", reason="Counted")

    assert answer.status_code == 422
    assert "Correct the stack after the hand." in answer.content.decode()


@pytest.mark.parametrize("seat", ["9", "", "x", "99999999999999999999"])
def test_nobody_is_corrected_on_a_seat_that_is_empty_or_none(client: Client, seat: str) -> None:
    floor = Floor(client, 3)

    assert floor.post(f"tables/1/correct/?seat={seat}", stack="1", reason="x").status_code == 404


# --- Hold, break, lock, message -----------------------------------------------------------------------------------


def test_a_table_is_held_with_a_reason_and_released(client: Client) -> None:
    floor = Floor(client, 3)

    assert said(floor.post("tables/1/hold/", reason="Spilt drink")) == ["Table 1 is on hold."]
    assert "Spilt drink" in floor.get("tables/1/").content.decode()
    assert said(floor.post("tables/1/hold/")) == ["Table 1 is already on hold."]
    assert said(floor.post("tables/1/release/")) == ["Table 1 is released."]
    assert floor.table(1).status == TableStatus.OPEN


def test_a_table_is_broken_and_put_back_by_one_tap(client: Client) -> None:
    floor = Floor(client, 3, 3)

    answer = floor.post("tables/2/break/")
    assert said(answer) == ["Table 2 is broken; the seats are drawn."]
    assert floor.table(2).status == TableStatus.CLOSED

    line = LogEntry.objects.get(verb="table_broken")
    assert f"log/{line.pk}/undo/" in answer.content.decode()
    floor.post(f"log/{line.pk}/undo/")
    assert floor.where(floor.seats[2, 1]) == (2, 1)


def test_a_table_is_broken_with_the_cards_that_were_dealt_at_it(client: Client) -> None:
    floor = Floor(client, 3, 3)
    assert "Broken with real cards" in floor.get("tables/2/").content.decode()

    for typed, seat_cards, says in (
        ("9c As Ad", "1-5 1-4 7", "“7” is not a seat card"),
        ("9c As", "1-5 1-4 1-6", "3 players draw"),
        ("", "1-5", "Enter the cards as dealt."),
    ):
        (told,) = said(floor.post("tables/2/break/", way="dealt", typed=typed, seat_cards=seat_cards))
        assert told.startswith(says)
    floor.post("tables/2/break/", way="dealt", typed="9c As Ad", seat_cards="1-5, 1-4, 1-6")

    assert floor.where(floor.seats[2, 2]) == (1, 5)
    line = LogEntry.objects.get(verb="table_broken")
    floor.post(f"log/{line.pk}/undo/")
    assert floor.where(floor.seats[2, 2]) == (2, 2)


def test_a_table_on_hold_can_be_broken_and_an_empty_one_closed(client: Client) -> None:
    floor = Floor(client, 3, 0, 3)
    floor.post("tables/3/hold/")

    assert "Break this table" in floor.get("tables/3/").content.decode()
    assert said(floor.post("tables/3/break/")) == ["Table 3 is broken; the seats are drawn."]
    assert floor.table(3).status == TableStatus.CLOSED
    # Its players were drawn to the emptier table first; sent back by the undo, they leave it empty again.
    floor.post(f"log/{LogEntry.objects.get(verb='table_broken').pk}/undo/")

    assert "Close this table" in floor.get("tables/2/").content.decode()
    assert said(floor.post("tables/2/break/")) == ["Table 2 is closed."]
    assert floor.table(2).status == TableStatus.CLOSED
    assert "Close this table" not in floor.get("tables/2/").content.decode()


def test_a_seat_is_locked_and_unlocked(client: Client) -> None:
    floor = Floor(client, 3, 3)

    assert said(floor.post("tables/2/lock/", seat="5", locked="1")) == ["Seat 5 is locked."]
    assert Seat.objects.get(table=floor.table(2), number=5).is_locked
    assert 'value="2-5"' not in floor.get("tables/1/", seat="1").content.decode()
    assert said(floor.post("tables/2/lock/", seat="5", locked="0")) == ["Seat 5 can be used again."]
    assert not Seat.objects.get(table=floor.table(2), number=5).is_locked


@pytest.mark.parametrize("fields", [{}, {"seat": "0", "locked": "1"}, {"seat": "5", "locked": "maybe"}])
def test_a_lock_that_makes_no_sense_is_not_understood(client: Client, fields: dict[str, Any]) -> None:
    floor = Floor(client, 3)

    assert "was not recognised" in said(floor.post("tables/1/lock/", **fields))[0]


def test_a_message_reaches_the_dealer_once(client: Client) -> None:
    floor = Floor(client, 3)
    key = str(uuid4())

    for _ in range(2):
        assert said(floor.post("tables/1/message/", text="Wait for the redraw", key=key)) == [
            "Table 1 has received the message."
        ]

    assert FloorMessage.objects.get().text == "Wait for the redraw"


@pytest.mark.parametrize("text", ["", "   ", "x" * 301])
def test_an_empty_or_endless_message_is_refused_at_its_field(client: Client, text: str) -> None:
    floor = Floor(client, 3)

    answer = floor.post("tables/1/message/", text=text)

    assert answer.status_code == 422
    assert list(answer.context["message_form"].errors) == ["text"]
    assert FloorMessage.objects.count() == 0


# --- Tablets ------------------------------------------------------------------------------------------------------


def test_a_pairing_code_is_shown_as_letters_and_as_a_qr_code(client: Client) -> None:
    floor = Floor(client, 3)

    floor.post("tables/1/pairing/")

    code = PairingCode.objects.get().code
    page = floor.get("tables/1/").content.decode()
    assert f"{code[:4]} {code[4:]}" in squeeze(page)
    assert 'class="qr"' in page


def test_a_double_tap_makes_one_pairing_code(client: Client) -> None:
    floor = Floor(client, 3)
    key = str(uuid4())
    floor.post("tables/1/pairing/", key=key)
    first = PairingCode.objects.get().code

    floor.post("tables/1/pairing/", key=key)

    assert PairingCode.objects.get().code == first


def test_a_tablet_is_listed_and_taken_away(client: Client) -> None:
    floor = Floor(client, 3, 3)
    now = timezone.now()
    code = make_pairing_code(tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(now))
    device = pair_device(code=code.code, now=now).device
    assert [(t.name, t.writes) for t in tablets_of(floor.table(1), now=now)] == [("Tablet 1", True)]

    assert floor.post(f"tables/2/revoke/{device.pk}/").status_code == 404
    assert said(floor.post(f"tables/1/revoke/{device.pk}/")) == ["Tablet 1 can no longer record this table."]
    assert Device.objects.get().revoked_at is not None
    assert tablets_of(floor.table(1), now=now) == ()


def test_the_last_changes_of_the_table_can_be_undone_there(client: Client) -> None:
    floor = Floor(client, 3, 3)
    floor.post("tables/1/hold/", reason="Spilt drink")
    floor.post("tables/2/hold/")
    line = LogEntry.objects.get(verb="table_held", data__table=1)

    part = floor.get("tables/1/", part="changes").content.decode()

    assert f"log/{line.pk}/undo/" in part
    assert "Put table 1 on hold." in part
    assert "Put table 2 on hold." not in part


def test_the_page_says_who_is_out_and_where_the_next_button_is(client: Client) -> None:
    floor = Floor(client, 3)
    deal(floor, 1, "r3:10000", "c1", "f2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s1:AhAd")

    page = floor.get("tables/1/", part="felt").content.decode()
    console = floor.get(part="grid").content.decode()

    assert "out, 3rd" in page
    assert "Carla Rossi" in page
    assert "Next hand: button on seat 2" in page
    assert 'title="Button for the next hand"' in page
    assert "Carla Rossi is out, 3rd" in console
