"""Seats dealt with real cards: one packet (S-085) or two (S-086), at each of several tables, before its first hand."""

from __future__ import annotations

import pytest

from tables.models import Seat, Table
from tables.queries.checks.every import CHECKS
from tables.queries.table.packets import packets_of
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.hands.dealing import start_hand
from tables.services.table.packets import DealtPackets, seat_as_dealt
from tables.services.table.seats import lock_seat
from tests.factories import ACTOR, NOW, after
from tests.factories.field import entered
from tournament.changes.change import sentence_of
from tournament.models import LogEntry, Tournament
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

ITALIAN = {"rule_profile": "italian", "seats_per_table": 7}


def drawn(count: int, method: str = "one_packet") -> Tournament:
    tournament, _entries = entered(count, **ITALIAN, rule_overrides={"floor": {"seat_draw": method}})
    make_seat_draw(tournament_id=tournament.pk, seed="seed", by=ACTOR.at(NOW))
    tournament.refresh_from_db()
    return tournament


def table_of(tournament: Tournament, number: int = 1) -> Table:
    return Table.objects.select_related("tournament").get(tournament=tournament, number=number)


def deal(table: Table, cards: str, seats: str = "", deals: str = "") -> LogEntry:
    rows = DealtPackets(
        cards=tuple(cards.split()), seat_cards=tuple(seats.split()), dealer_cards=tuple(deals.split())
    )
    return seat_as_dealt(tournament_id=table.tournament_id, table_id=table.pk, dealt=rows, by=ACTOR.at(NOW))


def sitting(table: Table) -> dict[int, int | None]:
    return dict(
        Seat.objects.filter(table=table, entry__isnull=False)
        .order_by("number")
        .values_list("number", "entry")
    )


def findings(tournament: Tournament) -> list[str]:
    return [str(found) for check in CHECKS.values() for found in check(tournament)]


@pytest.mark.rule("S-085")
def test_s_085_at_each_table_the_players_sit_as_their_packet_was_dealt() -> None:
    tournament = drawn(9)
    one, two = table_of(tournament), table_of(tournament, 2)
    before, others = sitting(one), sitting(two)
    first, second, third, fourth, fifth = before.values()

    line = deal(one, "Ts Ks As Js Qs")

    # The ace takes the lowest seat and the button, the others follow to the left.
    assert list(sitting(one).values()) == [third, second, fifth, fourth, first]
    assert sitting(one).keys() == before.keys()
    assert table_of(tournament).first_button == min(before)
    assert sitting(two) == others
    assert sentence_of(line, PageWriter.of(tournament)).startswith(
        "Dealt the seats of table 1: seat 1 has the button (1: "
    )
    assert findings(tournament) == []
    # Each table its own, and again where it was typed wrong.
    deal(two, "Qh Ah Jh Kh")
    deal(one, "As Ks Qs Js Ts")
    assert list(sitting(one).values()) == [third, second, fifth, fourth, first]


@pytest.mark.rule("S-086")
def test_s_086_with_two_packets_a_player_sits_at_the_card_of_the_same_rank() -> None:
    tournament = drawn(4, "two_packets")
    table = table_of(tournament)
    first, second, third, fourth = sitting(table).values()

    deal(table, "Jh Ah Kh Qh", seats="As Ks Qs Js", deals="Qh Kh Jh Ah")

    assert list(sitting(table).values()) == [second, third, fourth, first]
    # The ace for the deal went to the fourth player, who sits at the queen.
    assert table_of(tournament).first_button == 3
    assert findings(tournament) == []


def test_dealt_seats_are_undone_until_the_first_hand() -> None:
    tournament = drawn(5)
    table = table_of(tournament)
    before, button = sitting(table), table.first_button
    undo_line(tournament_id=tournament.pk, line_id=deal(table, "Ts Ks As Js Qs").pk, by=ACTOR.at(NOW))
    assert (sitting(table), table_of(tournament).first_button) == (before, button)

    line = deal(table, "Ts Ks As Js Qs")
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    start_hand(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(NOW))
    with pytest.raises(Refused):
        undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    with pytest.raises(Refused, match="before the first hand"):
        deal(table, "Ts Ks As Js Qs")
    assert findings(tournament) == []


def test_a_player_in_a_locked_seat_gets_no_card_and_stays() -> None:
    tournament = drawn(4)
    table = table_of(tournament)
    locked = sitting(table)[2]
    lock_seat(tournament_id=tournament.pk, table_id=table.pk, number=2, locked=True, by=ACTOR.at(NOW))
    deal(table, "Qs As Ks")
    assert sitting(table)[2] == locked


@pytest.mark.parametrize(
    ("cards", "method"),
    [
        ("As Ks Qs Js", "one_packet"),
        ("As Ks Qs Js 9s", "one_packet"),
        ("As Ah Qs Js Ts", "one_packet"),
        ("As Ks Qs Js Ts", "two_packets"),
    ],
)
def test_cards_that_are_no_packet_are_refused_with_the_packet(cards: str, method: str) -> None:
    table = table_of(drawn(5, method))
    before = sitting(table)
    with pytest.raises(
        Refused,
        match="enter one card of each of these ranks, the lowest seat first, for example As Ks Qs Js Ts",
    ):
        deal(table, cards)
    assert sitting(table) == before


def test_where_seats_are_drawn_at_random_no_packet_is_dealt() -> None:
    table = table_of(drawn(5, "random"))
    with pytest.raises(Refused, match="where the rules of the event say so"):
        deal(table, "As Ks Qs Js Ts")


def test_a_row_that_is_wrong_is_named_and_one_player_gets_no_packet() -> None:
    table = table_of(drawn(4, "two_packets"))
    with pytest.raises(Refused, match="Cards dealt for the first dealer: enter one card") as refusal:
        deal(table, "Jh Ah Kh Qh", seats="As Ks Qs Js", deals="Qh Kh Jh")
    assert refusal.value.field == "dealer_cards"
    table = table_of(drawn(2))
    lock_seat(tournament_id=table.tournament_id, table_id=table.pk, number=1, locked=True, by=ACTOR.at(NOW))
    with pytest.raises(Refused, match="dealt to two players or more"):
        deal(table, "As")


def test_a_table_that_is_opened_later_deals_no_packets() -> None:
    tournament = drawn(4)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    later = open_table(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    assert packets_of(table_of(tournament)) == 1
    assert packets_of(table_of(tournament, later.number)) == 0
