"""Players put out by hand, and back again from the log."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Bust, Seat
from tables.queries.room.tables import room
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.recording import undo_operation
from tables.services.moves.breaking import break_table
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt, make_felt
from tournament.models import ChipRow, Entry, EntryStatus, LogEntry, Payout, Tournament, TournamentStatus
from tournament.queries.standings import field_of
from tournament.services.actor import Actor
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def bust(
    felt: Felt, *seats: int, by: tuple[int, ...] = (), minutes: float = 1, actor: Actor = ACTOR, **more: Any
) -> LogEntry:
    """Players of these seats are out, knocked out by those of `by`; `order` is by seat."""
    order = {felt.entries[seat].pk: place for seat, place in more.get("order", {}).items()}
    return bust_players(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=Out(
            entries=[felt.entries[seat].pk for seat in seats],
            credited_to=[felt.entries[seat].pk for seat in by],
            order=order,
        ),
        by=actor.at(after(minutes)),
    )


def undo(line: LogEntry, *, minutes: float = 9) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(minutes)))


def places(felt: Felt) -> dict[int, tuple[int | None, int | None]]:
    """By seat the places of those who are out."""
    rows = {seat: Entry.objects.get(pk=entry.pk) for seat, entry in felt.entries.items()}
    return {
        seat: (row.place_first, row.place_last)
        for seat, row in rows.items()
        if row.status == EntryStatus.ELIMINATED
    }


def stacks(felt: Felt) -> dict[int, int | None]:
    """By seat what is known of the stacks."""
    return {seat: Entry.objects.get(pk=entry.pk).known_stack for seat, entry in felt.entries.items()}


def chips_at(felt: Felt) -> int:
    return sum(felt.stacks().values())


def seated(felt: Felt) -> list[int]:
    return list(
        Seat.objects.filter(table=felt.table, entry__isnull=False)
        .order_by("number")
        .values_list("number", flat=True)
    )


# --- Out ----------------------------------------------------------------------------------------------------------


def test_a_player_put_out_gets_the_place_and_the_winner_the_chips() -> None:
    felt = make_felt(5_000, 20_000, 5_000)
    version = felt.fresh().version

    line = bust(felt, 3, by=(2,))

    assert places(felt) == {3: (3, 3)}
    assert stacks(felt) == {1: 5_000, 2: 25_000, 3: 0}
    assert seated(felt) == [1, 2]
    assert felt.fresh().version == version + 1
    row = Bust.objects.get()
    assert (row.seat_number, row.entry_id, row.hand, row.log_entry) == (3, felt.entries[3].pk, None, line)
    assert [entry.pk for entry in row.credited_to.all()] == [felt.entries[2].pk]


def test_without_a_winner_nobody_at_the_table_is_said_to_have_the_chips() -> None:
    felt = make_felt(10_000, 10_000, 10_000)

    bust(felt, 3)

    assert stacks(felt) == {1: None, 2: None, 3: 0}
    assert chips_at(felt) == 30_000
    assert field_of(felt.tournament).average(50) is not None


def test_of_several_who_won_nobody_is_said_to_have_the_chips_and_each_has_the_credit() -> None:
    felt = make_felt(10_000, 10_000, 10_001, 10_000)

    bust(felt, 3, by=(1, 2))

    assert stacks(felt) == {1: None, 2: None, 3: 0, 4: 10_000}
    assert felt.stacks() == {1: 15_001, 2: 15_000, 3: 0, 4: 10_000}
    assert Bust.objects.get().credited_to.count() == 2


def test_a_winner_who_had_less_leaves_the_table_to_be_counted() -> None:
    felt = make_felt(3_000, 10_000, 8_000)

    bust(felt, 3, by=(1,))

    assert stacks(felt) == {1: None, 2: None, 3: 0}
    assert chips_at(felt) == 21_000


def test_of_two_players_the_other_one_has_everything() -> None:
    felt = make_felt(3_000, 10_000, late_registration_level=3)

    bust(felt, 2)

    assert stacks(felt) == {1: 13_000, 2: 0}


@pytest.mark.rule("BUST-01")
def test_several_out_in_one_hand_are_placed_by_their_stacks_and_equal_ones_tie() -> None:
    felt = make_felt(5_000, 2_000, 5_000, 20_000)

    bust(felt, 1, 2, 3, by=(4,))

    assert places(felt) == {1: (2, 3), 3: (2, 3), 2: (4, 4)}
    assert stacks(felt) == {1: 0, 2: 0, 3: 0, 4: 32_000}


@pytest.mark.rule("BUST-01")
def test_where_stacks_are_unknown_the_order_is_given_by_hand() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, 10_000)
    bust(felt, 5)

    with pytest.raises(Refused, match="Not every stack is known: enter who finishes higher"):
        bust(felt, 1, 2, 3, minutes=2)
    bust(felt, 1, 2, 3, order={1: 2, 2: 1, 3: 2}, minutes=2)

    assert places(felt) == {5: (5, 5), 2: (2, 2), 1: (3, 4), 3: (3, 4)}


def test_a_move_that_waits_for_a_player_who_is_out_is_cancelled() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    two = add_felt(felt.tournament, 10_000, 10_000, number=2)
    felt.deal()
    move = felt.send(3, two.table, 5)
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    move.refresh_from_db()
    assert move.status == "applied"

    bust(
        Felt(tournament=felt.tournament, table=two.table, entries={5: felt.entries[3], 1: two.entries[1]}), 5
    )

    assert Entry.objects.get(pk=felt.entries[3].pk).status == EntryStatus.ELIMINATED


def test_the_last_bust_ends_the_tournament_and_decides_the_prizes() -> None:
    felt = make_felt(10_000, 10_000)

    bust(felt, 1, by=(2,))

    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED
    assert Payout.objects.count() == 2


def test_a_player_put_out_by_hand_counts_where_a_table_is_halted_three_short() -> None:
    felt = make_felt(10_000, 10_000, 10_000)

    bust(felt, 2)

    [view] = room(felt.tournament)
    assert (view.eliminated, view.left, view.seats) == (1, (2,), frozenset({1, 3}))


# --- Refused ------------------------------------------------------------------------------------------------------


def test_nobody_is_put_out_during_a_hand() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()

    with pytest.raises(
        Refused, match="Hand 1 is in play at table 1: record its end, or undo its deal, first"
    ):
        bust(felt, 3)


def test_the_second_of_two_floor_managers_is_told_who_was_first() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    bust(felt, 3, actor=Actor(label="Flora"))

    with pytest.raises(Refused, match="Carla Rossi is already out: entered by Flora"):
        bust(felt, 3)


def test_a_player_who_was_moved_meanwhile_is_named() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    two = add_felt(felt.tournament, 10_000, number=2)
    felt.send(3, two.table, 5)

    with pytest.raises(Refused, match="Carla Rossi no longer sits at table 1"):
        bust(felt, 3)


@pytest.mark.parametrize(
    ("seats", "by", "words"),
    [
        ((), (), "Choose who is out"),
        ((1,), (1,), "cannot be out and have won the hand"),
        ((1, 2, 3), (), "One player at table 1 must have won these chips"),
    ],
)
def test_what_cannot_have_happened_is_refused(
    seats: tuple[int, ...], by: tuple[int, ...], words: str
) -> None:
    felt = make_felt(10_000, 10_000, 10_000)

    with pytest.raises(Refused, match=words):
        bust(felt, *seats, by=by)


# --- Back again ---------------------------------------------------------------------------------------------------


def test_an_undone_bust_leaves_everything_as_it_was() -> None:
    felt = make_felt(5_000, 20_000, 5_000)
    line = bust(felt, 1, 3, by=(2,))

    undo(line)

    assert places(felt) == {}
    assert stacks(felt) == {1: 5_000, 2: 20_000, 3: 5_000}
    assert seated(felt) == [1, 2, 3]
    assert not Bust.objects.filter(undone_at__isnull=True).exists()
    assert bust(felt, 1, by=(2,), minutes=12).undoes is None


def test_an_undone_bust_without_a_winner_makes_the_stacks_known_again() -> None:
    felt = make_felt(5_000, 20_000, 5_000)

    undo(bust(felt, 3))

    assert stacks(felt) == {1: 5_000, 2: 20_000, 3: 5_000}


def test_an_earlier_bust_is_undone_while_a_later_one_stands() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    first = bust(felt, 4)
    bust(felt, 3, minutes=2)

    undo(first)

    assert places(felt) == {3: (4, 4)}
    assert stacks(felt) == {1: None, 2: None, 3: 0, 4: 10_000}
    assert chips_at(felt) == 40_000


def test_undone_the_last_bust_takes_back_the_end_and_the_prizes() -> None:
    felt = make_felt(10_000, 10_000)
    line = bust(felt, 1, by=(2,))

    undo(line)

    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.RUNNING
    assert (Payout.objects.count(), places(felt)) == (0, {})


def test_a_bust_is_not_undone_once_its_prize_was_paid() -> None:
    felt = make_felt(10_000, 10_000)
    line = bust(felt, 1, by=(2,))
    payout = Payout.objects.get(entry=felt.entries[1])
    pay_out(tournament_id=felt.tournament.pk, payout_id=payout.pk, by=ACTOR.at(NOW))

    with pytest.raises(Refused, match="void the payment first"):
        undo(line)


def test_a_bust_is_not_undone_after_a_hand() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    line = bust(felt, 3, by=(1,))
    felt.deal(now=after(2))

    with pytest.raises(Refused, match="Hand 1 was dealt at table 1 since; undo it first"):
        undo(line)


def test_a_bust_is_not_undone_once_somebody_sits_there_or_is_on_the_way() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    two = add_felt(felt.tournament, 10_000, 10_000, 10_000, number=2)
    line = bust(felt, 3, by=(1,))
    two.deal()
    two.send(1, felt.table, 3)

    with pytest.raises(
        Refused, match="Seat 3 is reserved for Dario Conti from table 2; cancel that move first"
    ):
        undo(line)
    two.play("f3", "f1")
    with pytest.raises(Refused, match="Dario Conti sits in seat 3 now; move that player first"):
        undo(line)


def test_a_bust_is_not_undone_at_a_broken_table() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    add_felt(felt.tournament, 10_000, 10_000, number=2)
    line = bust(felt, 3, by=(1,))
    break_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, seed="1", by=ACTOR.at(NOW))

    with pytest.raises(Refused, match="Table 1 has been broken since; undo the break first"):
        undo(line)


def test_a_bust_is_not_undone_once_the_player_is_in_again() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3, entries_per_player=2)
    line = bust(felt, 3, by=(1,))
    [again] = [Entry.objects.create(**_copy(felt.entries[3]))]

    with pytest.raises(
        Refused, match=f"Carla Rossi is in again with entry {again.number}; void that entry first"
    ):
        undo(line)


def _copy(entry: Entry) -> dict[str, Any]:
    names = ("tournament", "player", "paid_prize", "paid_fee", "paid_staff", "paid_bounty", "registered_at")
    return {**{name: getattr(entry, name) for name in names}, "number": 99, "stack": 10_000}


def test_a_bust_is_not_undone_once_the_chips_have_gone_on() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    line = bust(felt, 4, by=(1,))
    bust(felt, 1, by=(2,), minutes=2)

    with pytest.raises(Refused, match="The chips went to Anna Verdi, and that stack has changed since"):
        undo(line)


def test_a_bust_that_was_undone_is_not_offered_again() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    line = bust(felt, 3, by=(1,))
    assert lines_to_undo(felt.tournament, [line]) == {line.pk}

    undo(line)

    fresh = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
    assert lines_to_undo(Tournament.objects.get(), [fresh]) == frozenset()


def test_chips_in_play_stay_those_issued() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    rows = ChipRow.objects.count()

    undo(bust(felt, 3))

    assert ChipRow.objects.count() == rows
