"""A full room: a late entry asks, waits in the list, gets the next seat by itself, comes or lets the next one by."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables import tasks
from tables.models import (
    Alternate,
    Move,
    MoveKind,
    MoveStatus,
    Seat,
    SeatDraw,
    SeatReservation,
    Table,
    TableStatus,
)
from tables.queries.room.alternates import waiting_list
from tables.queries.room.tables import room
from tables.services.desk.alternates import (
    call_alternate,
    call_alternates,
    pass_alternate,
    seat_alternate,
    seats_left,
)
from tables.services.desk.check_in import open_check_in, remove_no_shows
from tables.services.desk.seating import Seated, open_table, register_and_seat, void_and_unseat
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import undo_operation
from tables.services.table.seats import lock_seat
from tables.tasks import sweep_alternates
from tests.factories import ACTOR, after, make_player
from tests.factories.felt import make_felt
from tests.pages import squeeze
from tests.tables.floor.room_builder import hand_at
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import can_undo, newest, undo
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def full() -> Tournament:
    """Two tables of four, all seats taken, registration open."""
    tournament = make_room(4, 4, seats=4, closed=False)
    Tournament.objects.update(late_registration_level=3)
    tournament.refresh_from_db()
    return tournament


def ids(tournament: Tournament, minutes: float = 2) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "by": ACTOR.at(after(minutes))}


def enter_late(tournament: Tournament, name: str, when_full: Any = "wait", minutes: float = 1) -> Seated:
    return register_and_seat(
        player_id=make_player(name).pk, seed="seed", when_full=when_full, **ids(tournament, minutes)
    )


def wait(tournament: Tournament, *names: str) -> list[Entry]:
    return [enter_late(tournament, name, minutes=turn).entry for turn, name in enumerate(names, start=1)]


def free_a_seat(table: int = 1, seat: int = 2) -> None:
    found = Seat.objects.get(table__number=table, number=seat)
    Entry.objects.filter(seat=found).update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=9, place_last=9
    )
    Seat.objects.filter(pk=found.pk).update(entry=None)


def call(tournament: Tournament, minutes: float = 5) -> int:
    return call_alternates(seed="s", **ids(tournament, minutes))


def lists(tournament: Tournament) -> tuple[list[tuple[str, int | None, int | None]], list[str]]:
    found = waiting_list(tournament)
    return [(one.name, one.table, one.seat) for one in found.called], [one.name for one in found.waiting]


def test_a_late_entry_asks_before_a_table_is_opened_and_nothing_is_done(full: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        enter_late(full, "Nina Sala", "ask")

    assert (refusal.value.code, refusal.value.message) == ("room_full", "Every seat is taken.")
    assert Entry.objects.filter(tournament=full).count() == 8
    assert Table.objects.count() == 2


@pytest.mark.rule("LATE-01")
@pytest.mark.parametrize(("blinds", "is_dealt"), [((1, 3, 4), True), ((4, 1, 3), False)])
def test_late_01_an_alternate_has_a_full_stack_and_waits_only_between_button_and_small_blind(
    full: Tournament, blinds: tuple[int, int, int], is_dealt: bool
) -> None:
    """Button, small and big blind move on by one: 3, 4, 1 or 1, 3, 4 around seat 2."""
    (nina,) = wait(full, "Nina Sala")
    free_a_seat()
    Table.objects.filter(number=1).update(positions_data=hand_at(*blinds, (1, 3, 4)).to_dict())
    call(full)
    seat_alternate(entry_id=nina.pk, **ids(full, 6))

    hand = start_hand(table_id=Table.objects.get(number=1).pk, **ids(full, 7))

    assert Entry.objects.get(pk=nina.pk).stack == full.starting_stack
    assert (2 in [seat.seat for seat in hand.setup.seats]) is is_dealt


def test_a_table_is_opened_where_the_desk_wants_it(full: Tournament) -> None:
    seated = enter_late(full, "Nina Sala", "open")

    assert seated.seat is not None
    assert seated.seat.table.number == 3


def test_while_a_seat_is_free_nobody_is_asked(full: Tournament) -> None:
    free_a_seat()

    seated = enter_late(full, "Nina Sala", "ask")

    assert seated.seat is not None
    assert (seated.seat.table.number, seated.seat.number) == (1, 2)


def test_the_next_free_seat_goes_to_the_first_of_the_list_who_is_called_and_sits_down(
    full: Tournament,
) -> None:
    nina, otto = wait(full, "Nina Sala", "Otto Valle")
    assert call(full) == 0
    free_a_seat()
    assert seats_left(full) == -1

    assert sweep_alternates() == 1

    assert lists(full) == ([("Nina Sala", 1, 2)], ["Otto Valle"])
    assert SeatReservation.objects.get().player_id == nina.player_id
    # Nobody else gets the seat: it is locked for her.
    assert all(not view.free_seats for view in room(full))
    draw = SeatDraw.objects.get(kind="late-seat")
    assert draw.result == [[nina.pk, 1, 2]]

    seat_alternate(entry_id=nina.pk, **ids(full, 6))

    seat = Seat.objects.get(entry=nina)
    assert (seat.table.number, seat.number, seat.is_locked, seat.is_newcomer) == (1, 2, False, True)
    assert Entry.objects.get(pk=nina.pk).status == EntryStatus.PLAYING
    assert lists(full) == ([], ["Otto Valle"])
    assert SeatReservation.objects.count() == 0
    assert Entry.objects.get(pk=otto.pk).status == EntryStatus.REGISTERED


def test_who_was_called_and_does_not_come_lets_the_next_one_by(full: Tournament) -> None:
    nina, _otto = wait(full, "Nina Sala", "Otto Valle")
    free_a_seat()
    call(full)

    pass_alternate(entry_id=nina.pk, seed="s", **ids(full, 6))

    assert lists(full) == ([("Otto Valle", 1, 2)], ["Nina Sala"])
    # At the end of the list and by hand only: nobody is called to and fro.
    free_a_seat(2, 3)
    assert call(full, 7) == 0
    call_alternate(entry_id=nina.pk, seed="s", **ids(full, 8))
    assert lists(full)[0] == [("Otto Valle", 1, 2), ("Nina Sala", 2, 3)]


def test_a_newcomer_does_not_get_the_seat_that_somebody_waits_for(full: Tournament) -> None:
    wait(full, "Nina Sala")
    free_a_seat()

    with pytest.raises(Refused, match="Every seat is taken"):
        enter_late(full, "Otto Valle", "ask")


def test_each_step_is_undone_and_made_again(full: Tournament) -> None:
    (nina,) = wait(full, "Nina Sala")
    free_a_seat()
    call(full)

    undo(newest("alternate_called"))
    assert lists(full) == ([], ["Nina Sala"])
    assert not Seat.objects.get(table__number=1, number=2).is_locked
    # Called by hand only: the sweep does not call what the floor has just undone.
    assert call(full, 6) == 0

    call_alternate(entry_id=nina.pk, seed="s", **ids(full, 7))
    seat_alternate(entry_id=nina.pk, **ids(full, 8))
    undo(newest("alternate_seated"))
    assert lists(full) == ([("Nina Sala", 1, 2)], [])
    assert Entry.objects.get(pk=nina.pk).status == EntryStatus.REGISTERED

    pass_alternate(entry_id=nina.pk, seed="s", **ids(full, 9))
    undo(newest("alternate_missed"))
    assert lists(full) == ([("Nina Sala", 1, 2)], [])
    seat_alternate(entry_id=nina.pk, **ids(full, 10))
    assert Seat.objects.get(entry=nina).number == 2


def test_who_was_dealt_in_does_not_go_back_to_the_list(full: Tournament) -> None:
    (nina,) = wait(full, "Nina Sala")
    free_a_seat()
    call(full)
    seat_alternate(entry_id=nina.pk, **ids(full, 6))
    Seat.objects.filter(entry=nina).update(is_newcomer=False)
    start_hand(table_id=Table.objects.get(number=1).pk, **ids(full, 7))

    assert not can_undo(newest("alternate_seated"))


def test_who_waits_when_registration_closes_gets_the_next_seat(full: Tournament) -> None:
    """The buy-in is in the pool: places and prizes count on the player, who must be able to play."""
    wait(full, "Nina Sala", "Otto Valle")
    close_registration(**ids(full))
    bust_players(
        table_id=Table.objects.get(number=1).pk,
        out=Out(entries=[Seat.objects.get(table__number=1, number=2).entry_id or 0], credited_to=[]),
        **ids(full, 3),
    )

    assert Entry.objects.get(status=EntryStatus.ELIMINATED).place_first == 10
    assert (sweep_alternates(), sweep_alternates()) == (1, 0)
    assert lists(full) == ([("Nina Sala", 1, 2)], ["Otto Valle"])


HELD = r"^Seat 2 at table 1 is held for Nina Sala, who was called: undo the call in the log first\.$"


def test_a_bust_is_not_undone_while_its_seat_is_held_for_somebody(full: Tournament) -> None:
    """Two players would have the same seat, and the first one none."""
    (nina,) = wait(full, "Nina Sala")
    table = Table.objects.get(number=1)
    out = Seat.objects.get(table=table, number=2).entry_id or 0
    bust_players(table_id=table.pk, out=Out(entries=[out], credited_to=[]), **ids(full, 3))
    assert call(full) == 1

    with pytest.raises(Refused, match=HELD):
        undo(newest("players_busted"))
    undo(newest("alternate_called"))
    undo(newest("players_busted"))

    assert Seat.objects.get(table=table, number=2).entry_id == out
    assert Entry.objects.get(pk=nina.pk).status == EntryStatus.REGISTERED


def test_a_hand_is_not_undone_while_the_seat_of_its_bust_out_is_held_for_somebody() -> None:
    felt = make_felt(*[10_000] * 3, seats=3, late_registration_level=3)
    tournament = felt.tournament
    wait(tournament, "Nina Sala")
    felt.deal()
    felt.play("r3:10000", "c1", "f2", "b:??????", "b:??", "b:??", "w0:3")
    assert call(tournament) == 1

    with pytest.raises(Refused, match=r"^Seat 1 at table 1 is held for Nina Sala"):
        undo_operation(table_id=felt.table.pk, **ids(tournament, 6))

    assert Seat.objects.get(table=felt.table, number=1).entry_id is None


def test_a_seat_that_is_held_for_somebody_is_not_unlocked(full: Tournament) -> None:
    """A late entry would draw it."""
    wait(full, "Nina Sala")
    free_a_seat()
    call(full)

    with pytest.raises(Refused, match=HELD):
        lock_seat(table_id=Table.objects.get(number=1).pk, number=2, locked=False, **ids(full, 6))


def test_nobody_is_put_on_somebodys_seat(full: Tournament) -> None:
    """However they came there."""
    (nina,) = wait(full, "Nina Sala")
    free_a_seat()
    call(full)
    other = Entry.objects.exclude(pk=nina.pk).filter(status=EntryStatus.ELIMINATED).get()
    Seat.objects.filter(table__number=1, number=2).update(entry=other)

    with pytest.raises(Refused, match="Somebody sits in the seat that Nina Sala was called to"):
        seat_alternate(entry_id=nina.pk, **ids(full, 6))


def test_a_no_show_leaves_the_list_with_the_seat_and_comes_back_at_its_end(full: Tournament) -> None:
    Tournament.objects.update(rule_overrides={"event": {"no_show_level": 1}})
    nina, _otto = wait(full, "Nina Sala", "Otto Valle")
    free_a_seat()
    call(full)
    pass_alternate(entry_id=nina.pk, seed="s", **ids(full, 6))
    undo(newest("alternate_called"))
    call_alternate(entry_id=nina.pk, seed="s", **ids(full, 7))
    open_check_in(**ids(full, 8))
    Entry.objects.exclude(pk=nina.pk).update(arrival="arrived", is_absent=False)

    remove_no_shows(**ids(full, 9))
    assert lists(full) == ([], ["Otto Valle"])
    assert not Seat.objects.get(table__number=1, number=2).is_locked
    assert not can_undo(newest("alternate_missed"))

    undo(newest("no_show_removed"))
    assert lists(full) == ([], ["Otto Valle", "Nina Sala"])


def test_a_seat_that_a_move_has_meanwhile_is_not_held_again(full: Tournament) -> None:
    (nina,) = wait(full, "Nina Sala")
    free_a_seat()
    call(full)
    pass_alternate(entry_id=nina.pk, seed="s", **ids(full, 6))
    missed = newest("alternate_missed")
    assert can_undo(missed)
    mover = Seat.objects.get(table__number=2, number=1)
    Move.objects.create(
        tournament=full,
        entry_id=mover.entry_id or 0,
        from_table=mover.table,
        from_seat=1,
        to_table=Table.objects.get(number=1),
        to_seat=2,
        kind=MoveKind.FLOOR,
        status=MoveStatus.WAITING,
        created_at=after(7),
    )

    assert not can_undo(missed)


def test_an_opening_stands_while_somebody_is_called_to_its_table(full: Tournament) -> None:
    wait(full, "Nina Sala")
    open_table(seats=4, **ids(full, 2))
    opened = newest("table_opened")
    assert can_undo(opened)

    assert call(full) == 1
    assert not can_undo(opened)
    undo(newest("alternate_called"))

    assert can_undo(opened)


def test_a_waiting_list_that_fails_keeps_no_other_from_its_seats(
    full: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait(full, "Nina Sala")
    free_a_seat()
    monkeypatch.setattr(tasks, "tournaments_that_wait", lambda: [0, full.pk])

    assert sweep_alternates() == 1
    assert lists(full) == ([("Nina Sala", 1, 2)], [])


def test_when_the_tournament_is_over_nobody_is_called(full: Tournament) -> None:
    wait(full, "Nina Sala")
    free_a_seat()
    Tournament.objects.update(status=TournamentStatus.FINISHED)

    assert (call(full), sweep_alternates()) == (0, 0)


def test_a_voided_entry_leaves_the_list_and_its_seat(full: Tournament) -> None:
    nina, _otto = wait(full, "Nina Sala", "Otto Valle")
    free_a_seat()
    call(full)

    void_and_unseat(entry_id=nina.pk, reason="Left", **ids(full, 6))

    assert Alternate.objects.count() == 1
    assert call(full, 7) == 1
    assert lists(full) == ([("Otto Valle", 1, 2)], [])


def test_what_cannot_be_done_is_refused_with_the_reason(full: Tournament) -> None:
    (nina,) = wait(full, "Nina Sala")
    one: dict[str, Any] = {"entry_id": nina.pk, **ids(full)}

    with pytest.raises(Refused, match="No seat is free"):
        call_alternate(seed="s", **one)
    with pytest.raises(Refused, match="Nina Sala has not been called"):
        pass_alternate(seed="s", **one)
    with pytest.raises(Refused, match="Nina Sala has not been called"):
        seat_alternate(**one)


def test_a_table_that_closed_meanwhile_is_said(full: Tournament) -> None:
    (nina,) = wait(full, "Nina Sala")
    free_a_seat()
    call(full)
    Table.objects.filter(number=1).update(status=TableStatus.BREAKING)

    with pytest.raises(Refused, match="is not open any more"):
        seat_alternate(entry_id=nina.pk, **ids(full, 6))


def test_one_who_is_not_on_the_list_is_not_called(full: Tournament) -> None:
    entry = Entry.objects.filter(tournament=full)[0]

    with pytest.raises(Refused, match="not on the waiting list any more"):
        call_alternate(entry_id=entry.pk, seed="s", **ids(full))


def test_the_wall_and_the_players_phone_say_whose_turn_it_is(full: Tournament, client: Client) -> None:
    nina, otto = wait(full, "Nina Sala", "Otto Valle")
    free_a_seat()
    call(full)

    def read(path: str) -> str:
        return squeeze(client.get(path).content.decode())

    wall = read(f"/t/{full.code}/room/")
    assert "Nina Sala" in wall
    assert "please take your seat" in wall
    assert "A seat is free for you. Go there now:" in read(f"/my/{nina.link_secret}/")
    assert "You are 1st on the waiting list." in read(f"/my/{otto.link_secret}/")


def test_every_line_of_the_list_is_in_the_log(full: Tournament) -> None:
    nina, _otto = wait(full, "Nina Sala", "Otto Valle")
    free_a_seat()
    call(full)
    pass_alternate(entry_id=nina.pk, seed="s", **ids(full, 6))

    verbs = LogEntry.objects.filter(verb__startswith="alternate_").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == [
        "alternate_listed",
        "alternate_listed",
        "alternate_called",
        "alternate_missed",
        "alternate_called",
    ]
