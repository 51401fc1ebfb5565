"""Balancing an event of nothing but stud: by position, or by a high card that can be made again."""

from __future__ import annotations

from datetime import datetime

import pytest

from tables.changes.tables import HighCardDealt
from tables.floor.draws.cards import seat_with_highest_card
from tables.floor.draws.seats import draw_cards
from tables.management.scripted_floor import follow_advice
from tables.models import Hand, HandSeat, HandStatus, Move, Seat, SeatDraw, Table
from tables.queries.room.advice import advice
from tables.queries.room.tables import room
from tables.services.hands.dealing import start_hand
from tables.services.moves.balancing import apply_balancing_moves
from tables.services.moves.high_card import move_by_high_card
from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.felt import add_table
from tests.factories.mixed import LIMIT, STUD, STUD_LEVEL, mixed
from tests.tournament.rules.mixed import raised
from tests.worlds import kept
from tournament.draws.chance import SeededRng
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.rules.structure.periods import Structure
from tournament.services.clock import start_clock
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@kept
def stud_room(*counts: int, profile: str = "tda2024") -> Tournament:
    """A running razz-and-stud house: tables of eight, the first seats taken, registration closed."""
    tournament = make_tournament(
        seats_per_table=8, rule_profile=profile, structure=Structure(periods=(STUD_LEVEL,))
    )
    entries = iter(enter(tournament, *(f"Player {n}" for n in range(1, sum(counts) + 1))))
    for number, count in enumerate(counts, start=1):
        table = add_table(tournament, number=number, seats=8)
        for seat in range(1, count + 1):
            entry = next(entries)
            Entry.objects.filter(pk=entry.pk).update(status=EntryStatus.PLAYING)
            Seat.objects.filter(table=table, number=seat).update(entry=entry)
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=NOW)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    return Tournament.objects.get(pk=tournament.pk)


def go_out(tournament: Tournament, table: int, *seats: int, at: datetime) -> None:
    """The players in these seats lose their last chips in a hand, as settling it leaves them."""
    felt = Table.objects.get(tournament=tournament, number=table)
    # The floor lets it play on, however short.
    Table.objects.filter(pk=felt.pk).update(plays_on_with=2)
    hand = start_hand(tournament_id=tournament.pk, table_id=felt.pk, by=ACTOR.at(at))
    Hand.objects.filter(pk=hand.pk).update(status=HandStatus.COMPLETE, ended_at=at)
    HandSeat.objects.filter(hand=hand, seat_number__in=seats).update(finishing_stack=0)
    chairs = Seat.objects.filter(table=felt, number__in=seats)
    Entry.objects.filter(pk__in=list(chairs.values_list("entry_id", flat=True))).update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=9, place_last=9
    )
    chairs.update(entry=None)
    Table.objects.filter(pk=felt.pk).update(plays_on_with=None)


def short_room(profile: str) -> Tournament:
    """Eight and eight; at table 2 seat 3 goes out, then seats 6 and 8, then seat 5."""
    tournament = stud_room(8, 8, profile=profile)
    go_out(tournament, 2, 3, at=after(1))
    go_out(tournament, 2, 6, 8, at=after(2))
    go_out(tournament, 2, 5, at=after(3))
    return tournament


def test_the_seat_that_opened_last_is_filled_by_the_player_in_the_same_position() -> None:
    tournament = short_room("tda2024")

    moves = apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(after(4)))

    assert [(m.from_table.number, m.from_seat, m.to_table.number, m.to_seat) for m in moves] == [
        (1, 5, 2, 5),
        (1, 8, 2, 8),
    ]
    assert [reason["code"] for reason in moves[0].reasons] == [
        "tables_uneven",
        "same_position",
        "seat_opened_last",
    ]


def test_a_seat_that_a_moved_player_left_opened_then() -> None:
    tournament = stud_room(8, 5)
    (move,) = apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    assert [view.left for view in room(tournament)] == [(move.from_seat,), ()]
    go_out(tournament, 1, 2, at=after(2))
    assert room(tournament)[0].left == (move.from_seat, 2)


def test_where_no_seat_was_left_yet_the_seat_drawn_stays_proposed_until_the_move_is_made() -> None:
    tournament = stud_room(8, 4)
    SeatDraw.objects.create(tournament=tournament, kind="seating", seed="the draw", result=[], made_at=NOW)
    first, second = advice(tournament).moves

    assert advice(tournament).moves == (first, second)
    assert first.reasons[-1].code == "seat_drawn"
    rng = SeededRng("the draw/2/[1, 2, 3, 4]")
    assert first.to_seat == (5, 6, 7, 8)[rng.randrange(4)]
    made = apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    assert [move.to_seat for move in made] == [first.to_seat, second.to_seat]


def test_a_table_halts_by_elimination_and_not_when_it_was_opened_short() -> None:
    # TDA 11-D, WSOP 67.
    assert advice(stud_room(8, 4)).halts == ()
    assert [(halt.table, halt.short_by) for halt in advice(short_room("tda2024")).halts] == [(2, 4)]


def test_by_wsop_a_drawn_high_card_moves_and_its_seed_gives_the_same_cards_again() -> None:
    tournament = short_room("wsop2024")
    (proposal,) = advice(tournament).moves
    assert (proposal.from_seat, proposal.drawing, proposal.to_seat) == (None, tuple(range(1, 9)), 5)
    assert apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(after(4))) == []

    move = move_by_high_card(
        tournament_id=tournament.pk, from_table=1, to_table=2, to_seat=5, seed="a" * 32, by=ACTOR.at(after(4))
    )

    cards = draw_cards(range(1, 9), SeededRng("a" * 32))
    assert (move.from_seat, move.to_seat) == (seat_with_highest_card(cards), 5)
    assert move.reasons[1]["code"] == "high_card_moves"
    line = LogEntry.objects.get(verb="high_card_dealt")
    by_seat = [[seat, card] for seat, card in cards.items()]
    assert line.data == {
        "table": 1,
        "seat": move.from_seat,
        "card": cards[move.from_seat],
        "cards": by_seat,
        "seed": "a" * 32,
    }
    draw = SeatDraw.objects.get(log_entry=line)
    assert (draw.kind, draw.seed, draw.result) == ("balance-pick", "a" * 32, by_seat)


def test_a_high_card_dealt_at_the_table_is_entered_as_it_fell() -> None:
    tournament = short_room("wsop2024")

    move = move_by_high_card(
        tournament_id=tournament.pk,
        from_table=1,
        to_table=2,
        to_seat=5,
        cards=("2c", "Kd", "9s", "Ks", "Kh", "3d", "4d", "5d"),
        by=ACTOR.at(after(4)),
    )

    assert (move.from_seat, move.reasons[1]["params"]["card"]) == (4, "Ks")
    assert HighCardDealt.of(LogEntry.objects.get(verb="high_card_dealt")).seed == ""
    assert SeatDraw.objects.count() == 0


@pytest.mark.parametrize(
    ("cards", "to_seat", "code"),
    [
        (("2c", "Kd"), 5, "cards_do_not_match"),
        (("2c",) * 8, 5, "card_twice"),
        ((), 6, "proposal_outdated"),
    ],
)
def test_a_high_card_that_cannot_be_is_refused_and_nobody_moves(
    cards: tuple[str, ...], to_seat: int, code: str
) -> None:
    tournament = short_room("wsop2024")

    with pytest.raises(Refused) as refusal:
        move_by_high_card(
            tournament_id=tournament.pk,
            from_table=1,
            to_table=2,
            to_seat=to_seat,
            seed="a",
            cards=cards,
            by=ACTOR.at(after(4)),
        )

    assert refusal.value.code == code
    assert not Move.objects.exists()
    assert not LogEntry.objects.filter(verb="high_card_dealt").exists()


def test_the_house_floor_draws_the_high_cards_until_the_room_is_even() -> None:
    tournament = short_room("wsop2024")

    turns = 0
    while follow_advice(tournament_id=tournament.pk, seed=f"seed {turns}", by=ACTOR.at(after(4))):
        turns += 1

    assert turns == 2
    assert [view.players for view in room(tournament)] == [6, 6]


@pytest.mark.rule("MIX-02")
@pytest.mark.parametrize(("profile", "drawing"), [("tda2024", 0), ("wsop2024", 8)])
def test_mix_02_at_horse_by_wsop_a_high_card_moves_a_player_also_while_hold_em_is_dealt(
    profile: str, drawing: int
) -> None:
    tournament = stud_room(8, 5, profile=profile)
    horse = Structure(periods=(mixed(LIMIT, STUD), mixed(raised(LIMIT), raised(STUD))))
    Tournament.objects.filter(pk=tournament.pk).update(structure_data=horse.to_dict())

    (move,) = advice(Tournament.objects.get(pk=tournament.pk)).moves

    assert (len(move.drawing), move.from_seat is None) == (drawing, drawing > 0)
