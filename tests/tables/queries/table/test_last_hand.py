"""Between two hands: what is said of the last one, and where the button of the next one lies."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Device, Recording, Seat, Table, TableStatus
from tables.queries.console.grid import TableCard, table_grid
from tables.queries.console.table import TablePage, table_page
from tables.queries.table.last_hand import OutShown
from tables.queries.tablet.screen import TabletScreen
from tables.services.desk.seating import register_and_seat
from tables.services.hands.recording import undo_operation
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.table.messages import hold_table
from tables.templatetags.tablet import out_of_seat, out_words
from tests.factories import ACTOR, NOW, after, make_player
from tests.factories.felt import Felt, add_felt, make_felt
from tests.factories.mixed import LIMIT, STUD, fold_out, mixed, mixed_felt
from tests.tables.looking import screen_of
from tests.tables.services.hands.test_busting import bust as put_out
from tests.tables.services.hands.test_counted import switch
from tests.worlds import kept
from tournament.models import Payout, Tournament, TournamentStatus
from tournament.services.field.registration import close_registration

pytestmark = pytest.mark.django_db

SHOWDOWN = ("r3:10000", "c1", "f2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s1:AhAd")
"""Seat 1 takes everything that seat 3 has."""


def screen(felt: Felt) -> TabletScreen:
    device = Device.objects.filter(table=felt.table).first() or felt.pair()[0]
    device.refresh_from_db()
    return screen_of(device, now=NOW)


def page(felt: Felt) -> TablePage:
    shown = table_page(felt.tournament, number=felt.table.number, seat=None, now=NOW)
    assert shown is not None
    return shown


def card(felt: Felt) -> TableCard:
    cards = table_grid(felt.tournament, now=NOW).cards
    return next(card for card in cards if card.number == felt.table.number)


@kept
def bust() -> Felt:
    """Carla Rossi on seat 3 is out in third place."""
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=2)
    felt.deal()
    felt.play(*SHOWDOWN)
    return felt


# --- Who is out -------------------------------------------------------------------------------------------------------


def test_who_is_out_stands_on_the_seat_with_the_place_until_the_next_hand() -> None:
    felt = bust()
    out = OutShown(seat=3, name="Carla Rossi", place_first=3, place_last=3)

    tablet, floor = screen(felt), page(felt)

    plate = tablet.felt.seats[2]
    assert (plate.name, plate.state, plate.out, plate.cards) == ("", "out", out, "QhQd")
    assert (floor.seats[2].name, floor.seats[2].state, floor.seats[2].out) == ("", "out", out)
    assert card(felt).out == (out,)
    assert (tablet.felt.out, floor.out) == ((), ())
    felt.deal()
    assert (screen(felt).felt.seats[2].state, page(felt).seats[2].state, card(felt).out) == (
        "empty",
        "empty",
        (),
    )


def test_the_place_is_said_with_the_prize_once_it_is_decided() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=2)
    felt.deal()
    close_registration(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    felt.play(*SHOWDOWN)

    plate, [on_card] = screen(felt).felt.seats[2], card(felt).out

    assert plate.out is not None
    assert plate.out == on_card == page(felt).seats[2].out
    assert out_of_seat(plate.out) == "Out, 3rd: €27"
    assert out_words(on_card) == "Carla Rossi is out in 3rd place: €27"


def test_where_busts_alone_are_entered_the_last_of_them_is_said_and_no_older_hand() -> None:
    felt = make_felt(*(10_000,) * 6, late_registration_level=2)
    felt.deal()
    felt.play("r3:10000", "f4", "f5", "f6", "c1", "c2", "b:2c7d9h", "b:Js", "b:4s")
    felt.play("s3:AhAd", "s1:KhKd", "s2:QhQd")
    assert [(out.name, out.place_first, out.place_last) for out in card(felt).out] == [
        ("Anna Verdi", 5, 6),
        ("Bruno Neri", 5, 6),
    ]
    switch(felt, Recording.BUSTS, minutes=1)
    assert [out.seat for out in card(felt).out] == [1, 2]

    put_out(felt, 5, minutes=2)
    put_out(felt, 6, minutes=3)

    assert [(out.name, out.place_first, out.place_last) for out in card(felt).out] == [("Fabio Riva", 3, 3)]
    assert [seat.out for seat in page(felt).seats] == [None] * 9
    assert screen(felt).felt.out == ()


def test_who_went_out_in_the_last_hand_is_said_until_another_is_put_out_by_hand() -> None:
    felt = make_felt(*(10_000,) * 5, late_registration_level=2)
    felt.deal()
    felt.play("r3:10000", "f4", "f5", "c1", "f2", "b:2c7d9h", "b:Js", "b:4s", "s3:AhAd", "s1:KhKd")
    assert [out.seat for out in card(felt).out] == [1]
    assert (page(felt).seats[0].out, screen(felt).felt.seats[0].out) != (None, None)

    put_out(felt, 5, by=(3,), minutes=2)

    assert [out.seat for out in card(felt).out] == [5]
    assert (page(felt).seats[0].out, screen(felt).felt.seats[0].out) == (None, None)


def test_after_the_end_the_tablet_sends_nobody_to_another_seat() -> None:
    felt = make_felt(10_000, 10_000, late_registration_level=2)
    other = add_felt(felt.tournament, 10_000, 10_000, number=2)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk}
    assert screen(other).feed.moves == ()
    break_table(table_id=other.table.pk, seed="1", by=ACTOR.at(after(1)), **ids)
    assert len(screen(other).feed.moves) == 2

    Tournament.objects.update(status=TournamentStatus.FINISHED)

    assert screen(other).feed.moves == ()


def test_two_who_go_out_with_equal_stacks_share_their_places() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    felt.play("r3:10000", "c1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s1:AhAd", "s2:KhKd")

    assert [(out.seat, out.place_first, out.place_last) for out in card(felt).out] == [(2, 2, 3), (3, 2, 3)]


def test_who_is_out_is_still_said_when_somebody_else_takes_the_seat() -> None:
    felt = bust()
    for number in range(4, 10):
        Seat.objects.filter(table=felt.table, number=number).update(is_locked=True)
    seated = register_and_seat(
        tournament_id=felt.tournament.pk,
        player_id=make_player("Late Player").pk,
        seed="1",
        by=ACTOR.at(after(1)),
    )
    assert seated.seat is not None
    assert seated.seat.number == 3

    tablet, floor = screen(felt), page(felt)

    # One more player in the field: third is fourth now.
    out = OutShown(seat=3, name="Carla Rossi", place_first=4, place_last=4)
    assert (tablet.felt.out, floor.out, card(felt).out) == ((out,), (out,), (out,))
    assert (tablet.felt.seats[2].name, tablet.felt.seats[2].out, tablet.felt.seats[2].cards) == (
        "Late Player",
        None,
        "",
    )
    assert (floor.seats[2].name, floor.seats[2].out) == ("Late Player", None)


def test_who_is_back_by_an_undo_is_not_out() -> None:
    felt = bust()
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))

    assert (screen(felt).felt.seats[2].out, page(felt).seats[2].out, card(felt).out) == (None, None, ())


# --- Whose winnings they are ------------------------------------------------------------------------------------------


def test_the_winner_has_the_amount_and_the_cards_beside_the_name() -> None:
    plate = screen(bust()).felt.seats[0]

    assert (plate.name, plate.won, plate.cards) == ("Anna Verdi", 20_050, "AhAd")


def test_after_a_redraw_nobody_has_what_somebody_else_won() -> None:
    felt = make_felt(*[10_000] * 4, late_registration_level=2)
    other = add_felt(felt.tournament, *[10_000] * 4, number=2)
    Tournament.objects.filter(pk=felt.tournament.pk).update(registration_closed_at=NOW)
    for each in (felt, other):
        each.deal()
        each.play("f3", "f4", "f1")
    before = screen(felt)
    redraw_tables(tournament_id=felt.tournament.pk, tables_left=1, seed="2", by=ACTOR.at(NOW))

    shown = screen(felt)

    assert [plate.won for plate in before.felt.seats[:4]] == [0, 50, 0, 0]
    assert before.felt.pot_total == 50
    assert [plate.won for plate in shown.felt.seats] == [0] * 9
    assert (shown.felt.boards[0].cards, shown.felt.pot_total, shown.felt.won_with, shown.feed.last) == (
        "",
        0,
        (),
        (),
    )


def test_who_moves_to_a_winners_seat_gets_no_winnings_and_no_words() -> None:
    felt = bust()
    other = add_felt(felt.tournament, 10_000, 10_000, number=2)
    felt.send(1, other.table, 9)
    other.send(1, felt.table, 1)

    shown = screen(felt)

    assert (shown.felt.seats[0].name, shown.felt.seats[0].won, shown.felt.seats[0].cards) == (
        "Dario Conti",
        0,
        "",
    )
    assert (shown.felt.won_with, shown.feed.last) == ((), ())


def test_the_last_words_name_who_played_the_hand() -> None:
    """Carla is out, and somebody else sits on seat 3 while the words of the hand still stand there."""
    felt = bust()
    Seat.objects.filter(table=felt.table, number=3).update(entry=None)
    other = add_felt(felt.tournament, 10_000, 10_000, number=2)
    other.send(1, felt.table, 3)

    told = [(line.seat, line.name) for line in screen(felt).feed.last if line.seat]

    assert (3, "Carla Rossi") in told


# --- The button -------------------------------------------------------------------------------------------------------


def buttons(felt: Felt) -> tuple[list[int], list[int]]:
    """The seats with the button on the tablet and on the floor's page."""
    return (
        [plate.number for plate in screen(felt).felt.seats if plate.has_button],
        [seat.number for seat in page(felt).seats if seat.has_button],
    )


def nexts(felt: Felt) -> tuple[int, int]:
    """The seat that both call the next button's."""
    return screen(felt).felt.next_button, page(felt).next_button


def test_tablet_and_floor_show_the_same_button_before_during_and_after_a_hand() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    before = buttons(felt), nexts(felt)
    hand = felt.deal()
    during = buttons(felt), nexts(felt)
    felt.play("f3", "f1")
    after_it = buttons(felt), nexts(felt)
    following = felt.deal()

    assert (hand.setup.button, following.setup.button) == (3, 1)
    assert before == (([3], [3]), (3, 3))
    assert during == (([3], [3]), (0, 0))
    assert after_it == (([1], [1]), (1, 1))


def test_the_next_button_is_known_on_hold_too() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    felt.play("f3", "f1")
    hold_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, reason="Break", by=ACTOR.at(NOW))

    assert (buttons(felt), nexts(felt)) == (([1], [1]), (1, 1))
    assert screen(felt).feed.remarks == ()


def test_a_misdeal_leaves_the_button_where_it_is_on_both() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    felt.play("x:misdeal,f")

    assert (buttons(felt), nexts(felt)) == (([3], [3]), (3, 3))


def test_a_resting_button_lies_on_the_same_seat_on_both() -> None:
    felt = mixed_felt(mixed(LIMIT, STUD), mixed(LIMIT, STUD))
    fold_out(felt)
    fold_out(felt)

    between = buttons(felt)
    felt.deal()

    assert between == ([2], [2])
    assert buttons(felt) == ([2], [2])


def test_an_empty_or_closed_table_and_one_of_stud_alone_have_no_button() -> None:
    felt = make_felt(10_000, 10_000)
    felt.pair()
    Seat.objects.filter(table=felt.table).update(entry=None)
    Table.objects.filter(pk=felt.table.pk).update(status=TableStatus.CLOSED)
    stud = mixed_felt(mixed(STUD), mixed(STUD))

    assert (buttons(felt), nexts(felt)) == (([], []), (0, 0))
    assert (buttons(stud), nexts(stud)) == (([], []), (0, 0))


# --- After the end ----------------------------------------------------------------------------------------------------


def test_after_the_last_hand_the_tablet_says_that_the_tournament_is_over() -> None:
    felt = make_felt(500, 500)
    Tournament.objects.filter(pk=felt.tournament.pk).update(registration_closed_at=NOW)
    felt.deal()
    felt.play("r2:500", "c1", "b:2c7d9h", "b:Js", "b:4s", "s2:QhQd", "s1:AhAd")

    shown = screen(felt)

    assert (shown.prompt.refusal, shown.prompt.can_deal, shown.prompt.undo) == ("over", False, "operation")
    [won] = Payout.objects.filter(entry=felt.entries[2]).values_list("amount", flat=True)
    assert shown.felt.seats[1].out == OutShown(
        seat=2, name="Bruno Neri", place_first=2, place_last=2, prize=won, currency="EUR"
    )
    assert shown.felt.seats[0].won == 1_000
