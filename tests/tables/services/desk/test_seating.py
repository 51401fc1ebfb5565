"""The seat draw, late seats, and taking an entry back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tables.floor.draws.seats import TableToFill, draw_seats
from tables.models import HandSeat, Seat, SeatDraw, Table
from tables.services.desk.seating import make_seat_draw, open_table, register_and_seat, void_and_unseat
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament, names
from tests.factories.felt import make_felt
from tests.worlds import kept
from tournament.draws.chance import SeededRng
from tournament.models import ChipRow, Entry, EntryStatus, LogEntry, MoneyRow, Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@kept
def drawn_tournament(entries: int, **changes: Any) -> Tournament:
    tournament = make_tournament(**changes)
    enter(tournament, *(f"Player {n}" for n in range(1, entries + 1)))
    make_seat_draw(tournament_id=tournament.pk, seed="seed", by=ACTOR.at(NOW))
    tournament.refresh_from_db()
    return tournament


def sizes(tournament: Tournament) -> list[int]:
    taken = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    counts = Counter(taken.values_list("table__number", flat=True))
    return [counts[number] for number in sorted(counts)]


@pytest.mark.rule("SEAT-01")
def test_twenty_players_sit_at_three_tables_of_seven_seven_and_six() -> None:
    # SEAT-01
    tournament = drawn_tournament(20)

    assert sizes(tournament) == [7, 7, 6]
    assert Seat.objects.filter(entry__tournament=tournament).count() == 20
    assert set(Entry.objects.filter(tournament=tournament).values_list("status", flat=True)) == {
        EntryStatus.PLAYING
    }


def test_seats_are_filled_in_the_order_of_the_house() -> None:
    tournament = drawn_tournament(16, seat_order="1 3 5 7 9 2")

    taken = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    for number in (1, 2):
        seats = taken.filter(table__number=number).values_list("number", flat=True)
        assert sorted(seats) == [1, 2, 3, 4, 5, 6, 7, 9]


@pytest.mark.rule("S-111")
def test_s_111_the_federation_draws_the_button_after_the_seats() -> None:
    tournament = drawn_tournament(20, rule_profile="figp")
    tables = Table.objects.filter(tournament=tournament).order_by("number")
    buttons = [table.first_button for table in tables]
    taken = [
        set(Seat.objects.filter(table=table, entry__isnull=False).values_list("number", flat=True))
        for table in tables
    ]
    assert all(button in seats for button, seats in zip(buttons, taken, strict=True))
    assert buttons != [max(seats) for seats in taken]
    again = drawn_tournament(20, rule_profile="figp")
    assert [
        table.first_button for table in Table.objects.filter(tournament=again).order_by("number")
    ] == buttons
    assert not Table.objects.filter(tournament=drawn_tournament(20), first_button__isnull=False).exists()


def by_seat(draw: SeatDraw) -> dict[int, tuple[str, str]]:
    """The card of each seat, and the card for the deal."""
    return {seat: (card, dealer) for _entry, _table, seat, card, dealer in draw.result}


@pytest.mark.rule("S-085")
def test_s_085_italian_poker_deals_its_seats_by_one_packet_and_the_ace_has_the_first_button() -> None:
    tournament = drawn_tournament(6, rule_profile="italian", seats_per_table=7)
    draw = SeatDraw.objects.get(tournament=tournament)
    assert by_seat(draw) == {
        seat: (card, card) for seat, card in enumerate(["As", "Ks", "Qs", "Js", "Ts", "9s"], start=1)
    }
    seated = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    assert {(seat.entry_id, seat.number) for seat in seated} == {
        (entry, seat) for entry, _table, seat, _card, _dealer in draw.result
    }
    assert [row[0] for row in draw.result] != sorted(row[0] for row in draw.result)
    assert Table.objects.get(tournament=tournament).first_button == 1
    assert SeatDraw.objects.get(
        tournament=drawn_tournament(6, rule_profile="italian", seats_per_table=7)
    ).result[0][2:] == [1, "As", "As"]


@pytest.mark.rule("S-086")
def test_s_086_a_second_packet_finds_the_seats_and_dealt_again_the_first_dealer() -> None:
    tournament = drawn_tournament(
        5, rule_profile="italian", seats_per_table=7, rule_overrides={"floor": {"seat_draw": "two_packets"}}
    )
    cards = by_seat(SeatDraw.objects.get(tournament=tournament))
    assert [cards[seat][0] for seat in sorted(cards)] == ["Ah", "Kh", "Qh", "Jh", "Th"]
    dealers = {dealer: seat for seat, (_card, dealer) in cards.items()}
    assert sorted(dealers) == ["Ah", "Jh", "Kh", "Qh", "Th"]
    assert Table.objects.get(tournament=tournament).first_button == dealers["Ah"]


@pytest.mark.rule("S-085", "S-086")
@pytest.mark.parametrize("method", ["one_packet", "two_packets"])
def test_of_several_tables_each_deals_its_own_players_their_seats_and_its_first_button(method: str) -> None:
    tournament = drawn_tournament(
        9, rule_profile="italian", seats_per_table=7, rule_overrides={"floor": {"seat_draw": method}}
    )
    assert sizes(tournament) == [5, 4]
    draw = SeatDraw.objects.get(tournament=tournament)
    for table in Table.objects.filter(tournament=tournament):
        rows = [row for row in draw.result if row[1] == table.number]
        cards = {seat: card[0] for _entry, _table, seat, card, _dealer in rows}
        # The seats from the first one on, in the order of the ranks; the ace of the deal has the button.
        assert "".join(cards[seat] for seat in sorted(cards)) == "AKQJT"[: len(rows)]
        (dealer,) = [seat for _entry, _table, seat, _card, dealer_card in rows if dealer_card[0] == "A"]
        assert table.first_button == dealer
        taken = Seat.objects.filter(table=table, entry__isnull=False).values_list("entry_id", "number")
        assert set(taken) == {(entry, seat) for entry, _table, seat, _card, _dealer in rows}


def test_nobody_draws_a_locked_seat() -> None:
    # TDA 9: kept for a player with special needs, or broken.
    tournament = make_tournament(seats_per_table=9)
    enter(tournament, *(f"Player {n}" for n in range(1, 19)))
    table = open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    Seat.objects.filter(table=table, number__in=[1, 4]).update(is_locked=True)

    make_seat_draw(tournament_id=tournament.pk, seed="seed", by=ACTOR.at(NOW))

    assert not Seat.objects.filter(is_locked=True, entry__isnull=False).exists()
    assert sizes(tournament) == [6, 6, 6]


def test_the_same_seed_draws_the_same_seats() -> None:
    def places(tournament: Tournament) -> list[tuple[int, int, int]]:
        numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
        result = SeatDraw.objects.get(tournament=tournament).result
        return [(numbers[entry], table, seat) for entry, table, seat in result]

    first, second = make_tournament(name="One"), make_tournament(name="Two")
    for tournament, again in ((first, ""), (second, " again")):
        enter(tournament, *(f"Player {n}{again}" for n in range(1, 13)))
        make_seat_draw(tournament_id=tournament.pk, seed="7", by=ACTOR.at(NOW))

    assert places(first) == places(second)


def test_a_stored_draw_is_made_again_from_its_seed_and_the_rows() -> None:
    tournament = drawn_tournament(20)
    kept = SeatDraw.objects.get(tournament=tournament)
    entries = list(
        Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True)
    )
    tables = [
        TableToFill(table=table.number, seats=tuple(range(1, table.seats_count + 1)))
        for table in Table.objects.filter(tournament=tournament).order_by("number")
    ]

    again = draw_seats(entries, tables, SeededRng(kept.seed))

    assert [[each.entry, each.table, each.seat] for each in again] == kept.result
    other = draw_seats(entries, tables, SeededRng(f"{kept.seed}2"))
    assert [[each.entry, each.table, each.seat] for each in other] != kept.result


def test_the_draw_is_made_once_and_logged_with_its_seed() -> None:
    tournament = drawn_tournament(4)

    with pytest.raises(Refused) as refusal:
        make_seat_draw(tournament_id=tournament.pk, seed="other", by=ACTOR.at(NOW))

    assert refusal.value.code == "draw_made"
    line = LogEntry.objects.get(tournament=tournament, verb="seats_drawn")
    offered = [[1, [*range(1, 10)], []]]
    told = {"entries": 4, "tables": 1, "seed": "seed", "offered": offered}
    assert (line.actor, line.data) == (ACTOR.label, told)
    assert SeatDraw.objects.get(tournament=tournament).log_entry == line


def test_one_player_cannot_be_drawn() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi")

    with pytest.raises(Refused) as refusal:
        make_seat_draw(tournament_id=tournament.pk, seed="seed", by=ACTOR.at(NOW))

    assert refusal.value.code == "too_few_entries"
    assert not Table.objects.filter(tournament=tournament).exists()


def test_a_late_player_sits_at_the_table_with_the_fewest_players() -> None:
    tournament = drawn_tournament(13)
    assert sizes(tournament) == [7, 6]

    seated = register_and_seat(
        tournament_id=tournament.pk, player_id=make_player("Late Player").pk, seed="late", by=ACTOR.at(NOW)
    )

    assert seated.seat is not None
    assert seated.seat.table.number == 2
    assert seated.seat.is_newcomer
    assert sizes(tournament) == [7, 7]
    assert SeatDraw.objects.filter(tournament=tournament, kind="late-seat", seed="late").count() == 1


def test_a_full_room_gets_another_table() -> None:
    tournament = drawn_tournament(9)

    seated = register_and_seat(
        tournament_id=tournament.pk, player_id=make_player("Tenth Player").pk, seed="late", by=ACTOR.at(NOW)
    )

    assert seated.seat is not None
    assert seated.seat.table.number == 2


def test_before_the_draw_an_entry_has_no_seat() -> None:
    tournament = make_tournament()

    seated = register_and_seat(
        tournament_id=tournament.pk, player_id=make_player().pk, seed="x", by=ACTOR.at(NOW)
    )

    assert seated.seat is None
    assert seated.entry.status == EntryStatus.REGISTERED


def test_a_table_opened_by_hand_is_filled_by_the_draw() -> None:
    tournament = make_tournament()
    table = open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW), seats=6)
    enter(tournament, *names(6))

    make_seat_draw(tournament_id=tournament.pk, seed="seed", by=ACTOR.at(NOW))

    assert Table.objects.get(tournament=tournament) == table
    assert sizes(tournament) == [6]


def test_an_entry_that_was_not_dealt_in_is_taken_back_with_money_and_chips() -> None:
    tournament = drawn_tournament(4)
    entry = Entry.objects.filter(tournament=tournament).order_by("number")[0]

    void_and_unseat(
        tournament_id=tournament.pk, entry_id=entry.pk, by=ACTOR.at(after(1)), reason="Typed twice"
    )

    entry.refresh_from_db()
    assert (entry.status, entry.stack) == (EntryStatus.VOID, 0)
    assert not Seat.objects.filter(entry=entry).exists()
    assert sum(row.amount for row in MoneyRow.objects.filter(entry=entry)) == 0
    assert sum(row.amount for row in ChipRow.objects.filter(entry=entry)) == 0
    assert LogEntry.objects.get(verb="entry_voided").reason == "Typed twice"


def test_an_entry_that_was_dealt_in_stays() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()

    with pytest.raises(Refused) as refusal:
        void_and_unseat(
            tournament_id=felt.tournament.pk, entry_id=felt.entries[1].pk, by=ACTOR.at(NOW), reason="Too late"
        )

    assert refusal.value.code == "dealt_in"
    assert HandSeat.objects.filter(entry=felt.entries[1]).exists()
