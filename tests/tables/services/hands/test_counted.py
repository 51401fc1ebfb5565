"""Hands that are only counted: button, blinds and places by the same rules, and back again."""

from __future__ import annotations

from typing import Any

import pytest

from tables.changes.busts import HandCounted
from tables.models import Bust, Hand, HandSeat, HandStatus, Recording, Seat, Table, TableStatus
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.counted import Result, count_hand, undo_counted_hand
from tables.services.hands.dealing import start_hand
from tables.services.table.messages import hold_table, release_table
from tables.services.table.tablets import make_pairing_code, pair_device
from tables.services.table.ways import set_recording
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, add_felt, make_felt
from tests.tables.looking import screen_of
from tests.tables.services.hands.test_busting import places, seated, stacks, undo
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.worlds import kept
from tournament.models import Entry, LogEntry, Tournament, TournamentStatus
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


@kept
def results(*stack: int, **changes: Any) -> Felt:
    """A table whose results are entered."""
    felt = make_felt(*stack, **changes)
    switch(felt, Recording.RESULTS)
    return felt


def switch(felt: Felt, recording: Recording, *, minutes: float = 0) -> LogEntry:
    set_recording(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        recording=recording,
        by=ACTOR.at(after(minutes)),
    )
    return LogEntry.objects.filter(verb="recording_changed").latest("pk")


def over(
    felt: Felt,
    *out: int,
    by: tuple[int, ...] = (),
    stacks: dict[int, int] | None = None,
    order: dict[int, int] | None = None,
    minutes: float = 1,
) -> None:
    """A hand is over, with these seats out."""
    said = Out(
        entries=[felt.entries[seat].pk for seat in out],
        credited_to=[felt.entries[seat].pk for seat in by],
        order={felt.entries[seat].pk: place for seat, place in (order or {}).items()},
    )
    count_hand(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        result=Result(out=said, stacks=stacks or {}),
        by=ACTOR.at(after(minutes)),
    )


def take_back(felt: Felt, *, minutes: float = 9) -> None:
    undo_counted_hand(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(minutes)))


def positions(felt: Felt) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    found = felt.fresh().positions
    assert found is not None
    return found.button, found.small_blinds, found.big_blinds


def test_one_tap_counts_a_hand_and_moves_button_and_blinds_as_a_recorded_one() -> None:
    felt, recorded = results(10_000, 10_000, 10_000), make_felt(10_000, 10_000, 10_000)
    for minutes in range(1, 5):
        over(felt, minutes=minutes)
        recorded.deal(now=after(minutes))
        recorded.play(*_folds(recorded), now=after(minutes))

        assert positions(felt) == positions(recorded)
        assert felt.fresh().hands_dealt == recorded.fresh().hands_dealt == minutes

    hand = Hand.objects.filter(table=felt.table).latest("number")
    assert (hand.status, hand.is_counted, hand.game, hand.level_number) == (
        HandStatus.COMPLETE,
        True,
        "NT",
        1,
    )
    assert HandSeat.objects.filter(hand=hand).count() == 3
    assert not LogEntry.objects.filter(verb="hand_counted").exists()


def _folds(felt: Felt) -> list[str]:
    """Everybody folds to the big blind."""
    hand = Hand.objects.filter(table=felt.table).latest("number").setup
    order = [seat.seat for seat in hand.seats]
    first = order.index(hand.button)
    around = order[first + 1 :] + order[: first + 1]
    blinds = [post.seat for post in hand.posts]
    acting = [seat for seat in around[2:] + around[:2] if seat != blinds[-1]]
    return [f"f{seat}" for seat in acting]


def test_after_a_counted_hand_no_stack_is_known_but_those_entered() -> None:
    felt = results(10_000, 10_000, 10_000)

    over(felt)
    assert stacks(felt) == {1: None, 2: None, 3: None}
    over(felt, stacks={2: 12_000}, minutes=2)
    assert stacks(felt) == {1: None, 2: 12_000, 3: None}
    over(felt, stacks={1: 8_000, 2: 12_000, 3: 10_000}, minutes=3)

    assert stacks(felt) == {1: 8_000, 2: 12_000, 3: 10_000}
    assert sum(felt.stacks().values()) == 30_000


def test_who_is_out_gets_the_place_and_the_seat_is_free_for_the_next_hand() -> None:
    felt = results(10_000, 10_000, 10_000, 10_000)

    over(felt, 2, 3, by=(1,))

    assert places(felt) == {2: (3, 4), 3: (3, 4)}
    assert seated(felt) == [1, 4]
    line = LogEntry.objects.get(verb="hand_counted")
    counted = HandCounted.of(line)
    assert (counted.hand, [each.name for each in counted.out]) == (
        1,
        ["Bruno Neri", "Carla Rossi"],
    )
    assert [bust.hand_id for bust in Bust.objects.all()] == [counted.hand_id] * 2
    assert sum(felt.stacks().values()) == 40_000


def test_where_nobody_knows_the_stacks_the_order_is_asked_for() -> None:
    felt = results(10_000, 10_000, 10_000, 10_000)
    over(felt)

    with pytest.raises(Refused, match="enter who finishes higher"):
        over(felt, 2, 3, minutes=2)
    over(felt, 2, 3, order={2: 2, 3: 1}, minutes=2)

    assert places(felt) == {3: (3, 3), 2: (4, 4)}


def test_a_move_that_waits_is_made_when_the_hand_is_over() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, late_registration_level=3)
    two = add_felt(felt.tournament, 10_000, 10_000, number=2)
    switch(felt, Recording.RESULTS)
    felt.send(4, two.table, 5)
    assert Seat.objects.get(entry=felt.entries[4]).table_id == two.table.pk

    over(felt)

    assert seated(felt) == [1, 2, 3]


def test_a_counted_hand_is_undone_with_button_places_and_what_was_known() -> None:
    felt = results(10_000, 10_000, 10_000)
    over(felt)
    before = (positions(felt), felt.stacks(), stacks(felt))
    over(felt, 2, by=(3,), minutes=2)

    take_back(felt)

    assert (positions(felt), felt.stacks(), stacks(felt)) == before
    assert (places(felt), seated(felt), felt.fresh().hands_dealt) == ({}, [1, 2, 3], 1)
    take_back(felt)
    assert stacks(felt) == {1: 10_000, 2: 10_000, 3: 10_000}
    assert felt.fresh().positions is None


def test_a_counted_hand_is_not_undone_while_a_player_of_it_is_in_again() -> None:
    felt = results(10_000, 10_000, 10_000, late_registration_level=2, entries_per_player=2)
    over(felt, 2, by=(3,))
    register_entry(
        tournament_id=felt.tournament.pk, player_id=felt.entries[2].player_id, by=ACTOR.at(after(2))
    )

    with pytest.raises(Refused, match="Bruno Neri is in again with entry 4; void that entry first"):
        take_back(felt)


def test_a_counted_hand_is_undone_from_the_log_while_it_is_the_last() -> None:
    felt = results(10_000, 10_000, 10_000)
    over(felt, 2, by=(3,))
    line = LogEntry.objects.get(verb="hand_counted")
    over(felt, minutes=2)

    with pytest.raises(Refused, match="can no longer be undone"):
        undo(line)
    take_back(felt)
    undo(line)

    assert (places(felt), felt.fresh().hands_dealt) == ({}, 0)
    assert LogEntry.objects.get(pk=line.pk).undone_by.verb == "counted_hand_undone"


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({1: 8_000, 2: 12_000, 3: 11_000}, "31,000 counted, but the players of this hand have 30,000"),
        ({4: 100}, "Seat 4 has no player who is still in"),
        ({1: 29_975, 2: 25}, "The counts leave 0 chips for 1 players"),
    ],
)
def test_stacks_that_cannot_be_are_refused(counts: dict[int, int], words: str) -> None:
    felt = results(10_000, 10_000, 10_000)

    with pytest.raises(Refused, match=words):
        over(felt, stacks=counts)
    assert Hand.objects.count() == 0


def test_only_where_results_are_entered_a_hand_is_counted_and_there_none_is_dealt() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    with pytest.raises(Refused, match="Results are not entered at table 1"):
        over(felt)
    switch(felt, Recording.RESULTS)

    with pytest.raises(Refused, match="The hands of table 1 are not recorded"):
        felt.deal()


def test_back_to_every_hand_asks_for_the_counts_first_and_goes_on_from_the_button() -> None:
    felt = results(10_000, 10_000, 10_000)
    over(felt)
    button = positions(felt)[0]

    with pytest.raises(
        Refused, match="stacks of seats 1, 2, 3 at table 1 are unknown: enter the counts first"
    ):
        switch(felt, Recording.HANDS, minutes=2)
    over(felt, stacks={1: 8_000, 2: 12_000, 3: 10_000}, minutes=3)
    switch(felt, Recording.HANDS, minutes=4)

    assert felt.deal(now=after(5)).setup.button != button
    assert Entry.objects.get(pk=felt.entries[1].pk).known_stack == 8_000


def count(table: Table, *, minutes: float) -> None:
    count_hand(tournament_id=table.tournament_id, table_id=table.pk, by=ACTOR.at(after(minutes)))


def refused_alike(counted: Table, recorded: Table, *, minutes: float) -> tuple[str, str]:
    """What is said where neither a hand can be counted nor one dealt, without the number of the table."""
    with pytest.raises(Refused) as count_refused:
        count(counted, minutes=minutes)
    with pytest.raises(Refused) as deal_refused:
        start_hand(tournament_id=recorded.tournament_id, table_id=recorded.pk, by=ACTOR.at(after(minutes)))
    said = [
        (each.value.code, each.value.message.replace(f"able {table.number}", "able N"))
        for each, table in ((count_refused, counted), (deal_refused, recorded))
    ]
    assert said[0] == said[1]
    return said[0]


def two_short_tables() -> tuple[Table, Table]:
    """Of four tables the second and the third have lost three players: results, and every hand."""
    tournament = make_room(8, 8, 8, 8)
    tables = list(Table.objects.filter(tournament=tournament).order_by("number"))
    set_recording(
        tournament_id=tournament.pk, table_id=tables[1].pk, recording=Recording.RESULTS, by=ACTOR.at(after(0))
    )
    for table in tables[1:3]:
        seats = Seat.objects.filter(table=table, number__in=(1, 2, 3)).order_by("number")
        out = [seat.entry_id or 0 for seat in seats]
        bust_players(
            tournament_id=tournament.pk,
            table_id=table.pk,
            out=Out(entries=out, order=dict.fromkeys(out, 1)),
            by=ACTOR.at(after(1)),
        )
    Entry.objects.filter(tournament=tournament, stack__gt=0).update(is_stack_known=True)
    return tables[1], tables[2]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (TableStatus.BREAKING, "Table 1 is being broken."),
        (TableStatus.CLOSED, "Table 1 is closed."),
    ],
)
def test_no_hand_is_counted_at_a_table_that_is_no_more(status: str, words: str) -> None:
    felt = results(10_000, 10_000, 10_000)
    Table.objects.filter(pk=felt.table.pk).update(status=status)
    with pytest.raises(Refused, match=f"^{words}$"):
        over(felt)


def test_what_was_never_counted_is_not_taken_back_and_no_hand_is_counted_after_the_end() -> None:
    felt = results(10_000, 10_000, 10_000)
    with pytest.raises(Refused, match=r"^There is nothing to undo at this table\.$"):
        take_back(felt)
    Tournament.objects.update(status=TournamentStatus.FINISHED)
    with pytest.raises(Refused, match=r"^The tournament is not in play\.$"):
        over(felt)


@pytest.mark.rule("HALT-01..02")
def test_a_hand_is_not_counted_at_a_table_that_is_halted_in_the_words_of_the_deal() -> None:
    counted, recorded = two_short_tables()

    said = refused_alike(counted, recorded, minutes=2)

    assert said == (
        "halted",
        "Table N halts until it is balanced: it is 3 players short of table 1.",
    )
    # Floorman says it before the tap.
    tablet = pair_device(
        code=make_pairing_code(
            tournament_id=counted.tournament_id, table_id=counted.pk, by=ACTOR.at(after(2))
        ).code,
        now=after(2),
    ).device
    shown = screen_of(tablet, now=after(3))
    assert (shown.prompt.refusal, shown.prompt.can_count) == ("halted", False)


def test_of_a_table_on_hold_the_hand_in_play_is_counted_and_no_other() -> None:
    felt, recorded = results(10_000, 10_000, 10_000), make_felt(10_000, 10_000, 10_000)
    over(felt)
    for each in (felt, recorded):
        hold_table(tournament_id=each.tournament.pk, table_id=each.table.pk, reason="", by=ACTOR.at(after(2)))

    over(felt, minutes=3)
    assert felt.fresh().hands_dealt == 2
    said = refused_alike(felt.table, recorded.table, minutes=4)
    assert said == ("table_held", "The floor has put table N on hold.")
    release_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(5)))
    over(felt, minutes=6)

    assert felt.fresh().hands_dealt == 3
