"""A table is coloured up in one transaction: stacks, the ledger of chips and the log go together."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Sum

from tables.changes.colour_ups import TableColouredUp
from tables.floor.draws.cards import DECK
from tables.models import SeatDraw, Table
from tables.queries.table.seat_stacks import seat_stacks, stacks_fingerprint
from tables.services.chips.colour_up import colour_up_table, exchange_late_chips, race_chips
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt, make_felt
from tests.tampering import past_the_triggers
from tests.worlds import kept
from tournament.models import ChipRow, Entry, LogEntry, StoredReply, TournamentStatus
from tournament.services.errors import Refused
from tournament.services.replies import Reply, reply_to_tap
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def ids(felt: Felt) -> dict[str, Any]:
    return {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk, "by": ACTOR.at(after(3))}


def chips_in_play(felt: Felt) -> int:
    rows = ChipRow.objects.filter(tournament=felt.tournament)
    return rows.aggregate(total=Sum("amount"))["total"] or 0


def chips_on(felt: Felt) -> int:
    return sum(felt.stacks().values())


def issued_like(felt: Felt) -> None:
    """Bring the ledger to the stacks that the test wants, as if chips had been issued so."""
    for entry in Entry.objects.filter(tournament=felt.tournament):
        with past_the_triggers():
            ChipRow.objects.filter(entry=entry).update(amount=entry.stack)


@kept
def race_felt(*stacks: int, **changes: Any) -> Felt:
    felt = make_felt(*stacks, **changes)
    issued_like(felt)
    return felt


def race(felt: Felt, cards: str | None = "", **more: Any) -> LogEntry | None:
    dealt = None if cards is None else cards.split()
    return race_chips(**{**ids(felt), "old": 25, "new": 100, "cards": dealt, **more})


def refused(call: Any, *args: Any, **kwargs: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        call(*args, **kwargs)
    return refusal.value.code, refusal.value.message


# --- By race ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RACE-01..05")
def test_race_01_gives_the_best_single_cards_one_chip_each() -> None:
    felt = race_felt(10_075, 10_000, 4_025, 9_950, 12_375, 725)

    line = race(felt, "Kd 5c 9s Ah Ks 2d Qc Jd Th Ac")

    assert felt.stacks() == {1: 10_000, 2: 10_000, 3: 4_100, 4: 10_000, 5: 12_300, 6: 800}
    assert line is not None
    assert (line.verb, line.actor) == ("table_coloured_up", ACTOR.label)
    raced = TableColouredUp.of(line)
    assert (raced.table, raced.way, raced.old, raced.new) == (1, "race", 25, 100)
    assert (raced.winners, raced.rescued, raced.difference) == ((3, 6, 4), (), 50)
    assert raced.cards
    assert raced.cards[0] == (1, "Kd", "5c", "9s")
    row = ChipRow.objects.get(log_entry=line)
    assert (row.kind, row.amount, row.entry, row.at) == ("colour_up", 50, None, after(3))
    assert chips_in_play(felt) == chips_on(felt)


@pytest.mark.rule("RACE-01..05")
@pytest.mark.parametrize(
    ("rescue", "stacks", "difference"),
    [
        ("extra", {1: 5_000, 2: 5_000, 3: 5_000, 4: 100, 5: 5_000, 6: 5_100}, 75),
        ("raced_first", {1: 5_000, 2: 5_000, 3: 5_000, 4: 100, 5: 5_000, 6: 5_000}, -25),
    ],
)
def test_race_02_nobody_is_raced_out(rescue: str, stacks: dict[int, int], difference: int) -> None:
    felt = race_felt(5_075, 5_000, 5_000, 25, 5_000, 5_025, rule_overrides={"event": {"race_rescue": rescue}})

    line = race(felt, "9s 4d 4c 2c Jh")

    assert felt.stacks() == stacks
    assert line is not None
    assert (TableColouredUp.of(line).rescued, TableColouredUp.of(line).difference) == ((4,), difference)
    assert chips_in_play(felt) == chips_on(felt)


@pytest.mark.rule("RACE-01..05")
@pytest.mark.parametrize(
    ("stacks", "cards", "difference"),
    [
        ((5_075, 5_075, 5_075), "2c 3c 4c 5c 6c 7c 8c 9c Tc", -25),
        ((5_050, 5_000, 5_000), "2c 3c", 50),
        ((5_025, 5_000, 5_000), "2c", -25),
    ],
)
def test_race_03_half_a_new_chip_is_raced_as_one(
    stacks: tuple[int, ...], cards: str, difference: int
) -> None:
    felt = race_felt(*stacks)

    line = race(felt, cards)

    assert line is not None
    assert TableColouredUp.of(line).difference == difference
    assert chips_on(felt) == chips_in_play(felt) == sum(stacks) + difference


def test_race_03_a_house_that_does_not_round_races_whole_chips_only() -> None:
    felt = race_felt(5_050, 5_000, rule_overrides={"event": {"race_round": "none"}})

    race(felt, "2c 3c")

    assert felt.stacks() == {1: 5_000, 2: 5_000}


@pytest.mark.rule("RACE-01..05")
def test_race_04_chips_found_late_are_changed_at_equal_value_and_the_rest_leaves_play() -> None:
    felt = race_felt(10_175, 9_900)

    line = exchange_late_chips(**ids(felt), old=25, new=100)

    assert felt.stacks() == {1: 10_100, 2: 9_900}
    assert line is not None
    assert (TableColouredUp.of(line).way, TableColouredUp.of(line).difference) == ("late", -75)
    assert chips_in_play(felt) == chips_on(felt)


def test_race_04_takes_nobodys_last_chip() -> None:
    felt = race_felt(10_175, 75)

    assert refused(exchange_late_chips, **ids(felt), old=25, new=100) == (
        "raced_out",
        "Seat 2 would be left without chips: run the chip race, which never eliminates a player.",
    )
    assert felt.stacks() == {1: 10_175, 2: 75}


@pytest.mark.rule("RACE-01..05")
def test_race_05_spades_are_before_hearts_before_clubs() -> None:
    felt = race_felt(5_000, 5_050, 5_000, 5_000, 5_000, 5_000, 5_050)

    line = race(felt, "Kh 2c Kc Qs")

    assert line is not None
    assert TableColouredUp.of(line).winners == (2,)
    assert (felt.stack(2), felt.stack(7)) == (5_100, 5_000)


def test_cards_that_nobody_dealt_are_drawn_by_the_next_promised_seed_and_kept_with_the_result() -> None:
    felt = race_felt(5_075, 5_025)

    line = race(felt, None)

    assert line is not None
    raced = TableColouredUp.of(line)
    draw = SeatDraw.objects.get(tournament=felt.tournament)
    assert (draw.kind, draw.number, draw.seed, draw.log_entry) == ("chip-race", 1, raced.seed, line)
    (step,) = draw.steps
    assert draw.listed == [*step["onto"], *step["of"]] == ["S1", "S1", "S1", "S2", *DECK]
    first, second, third, fourth = step["gives"]
    assert draw.result == [[1, first, second, third], [2, fourth]]
    assert raced.cards == tuple(map(tuple, draw.result))


def test_a_race_that_needs_no_cards_draws_none() -> None:
    felt = race_felt(5_000, 5_100)

    assert race(felt, None) is None
    assert not SeatDraw.objects.exists()


def test_a_table_without_odd_chips_is_left_as_it_is() -> None:
    felt = race_felt(5_000, 5_100)

    assert race(felt) is None
    assert exchange_late_chips(**ids(felt), old=25, new=100) is None
    assert not LogEntry.objects.filter(verb="table_coloured_up").exists()


@pytest.mark.parametrize(
    ("stacks", "more", "code"),
    [
        ((5_075, 5_000), {"cards": "Kd 5c"}, "bad_cards"),
        ((5_075, 5_000), {"cards": "Kd 5c 9s 2h"}, "bad_cards"),
        ((5_075, 5_000), {"cards": "Kd Kd 9s"}, "bad_cards"),
        ((5_075, 5_000), {"cards": "Kd 10c 9s"}, "bad_cards"),
        ((5_075, 5_000), {"old": 25, "new": 90}, "bad_values"),
        ((5_010, 5_000), {}, "uncountable_stack"),
        ((5_975, 5_975, 5_975), {"old": 25, "new": 1000, "cards": None}, "deck_too_small"),
    ],
)
def test_a_race_that_cannot_be_is_refused_and_changes_nothing(
    stacks: tuple[int, ...], more: dict[str, Any], code: str
) -> None:
    felt = race_felt(*stacks)

    assert refused(race, felt, **more)[0] == code
    assert tuple(felt.stacks().values()) == stacks
    assert not ChipRow.objects.filter(kind="colour_up").exists()


# --- As counted ---------------------------------------------------------------------------------------------


def test_stacks_are_set_as_counted_and_the_total_difference_is_one_row_of_the_ledger() -> None:
    felt = race_felt(10_075, 9_950, 9_975)

    line = colour_up_table(**ids(felt), stacks={1: 10_000, 2: 10_000, 3: 10_100})

    assert felt.stacks() == {1: 10_000, 2: 10_000, 3: 10_100}
    assert line is not None
    assert (TableColouredUp.of(line).way, TableColouredUp.of(line).difference) == ("counted", 100)
    assert [(s.seat, s.name, s.before, s.after) for s in TableColouredUp.of(line).stacks] == [
        (1, "Anna Verdi", 10_075, 10_000),
        (2, "Bruno Neri", 9_950, 10_000),
        (3, "Carla Rossi", 9_975, 10_100),
    ]
    assert list(ChipRow.objects.filter(kind="colour_up").values_list("amount", flat=True)) == [100]
    assert chips_in_play(felt) == chips_on(felt)


def test_a_counted_stack_that_the_chips_left_cannot_make_is_refused_at_its_field() -> None:
    felt = race_felt(10_075, 9_950)
    with pytest.raises(Refused) as caught:
        colour_up_table(**ids(felt), stacks={1: 10_000, 2: 9_990})
    assert (caught.value.code, caught.value.field) == ("stack_not_payable", "stack_2")
    assert felt.stacks() == {1: 10_075, 2: 9_950}


def test_what_one_seat_gains_and_another_loses_is_no_row_of_the_ledger() -> None:
    felt = race_felt(10_075, 9_925)

    line = colour_up_table(**ids(felt), stacks={1: 10_000, 2: 10_000})

    assert line is not None
    assert TableColouredUp.of(line).difference == 0
    assert not ChipRow.objects.filter(kind="colour_up").exists()
    assert chips_in_play(felt) == chips_on(felt)


def test_seats_that_are_not_named_or_unchanged_keep_their_stacks() -> None:
    felt = race_felt(10_075, 9_925, 10_000)

    line = colour_up_table(**ids(felt), stacks={1: 10_100, 3: 10_000})

    assert felt.stacks() == {1: 10_100, 2: 9_925, 3: 10_000}
    assert line is not None
    assert [each.seat for each in TableColouredUp.of(line).stacks] == [1]
    assert colour_up_table(**ids(felt), stacks={1: 10_100}) is None


def test_each_table_accounts_for_itself() -> None:
    felt = race_felt(10_075, 9_925, late_registration_level=3)
    other = add_felt(felt.tournament, 10_025, 9_950, number=2)
    issued_like(felt)
    before = {1: chips_on(felt), 2: chips_on(other)}

    colour_up_table(**ids(felt), stacks={1: 10_100})
    colour_up_table(**ids(other), stacks={1: 10_000, 2: 9_900})

    rows = ChipRow.objects.filter(kind="colour_up").values_list("log_entry__data__table", "amount")
    assert dict(rows) == {1: 25, 2: -75}
    assert {1: chips_on(felt), 2: chips_on(other)} == {1: before[1] + 25, 2: before[2] - 75}
    assert chips_in_play(felt) == chips_on(felt) + chips_on(other)


@pytest.mark.parametrize(
    ("stacks", "code"),
    [({1: 0}, "stack_out_of_range"), ({1: -5}, "stack_out_of_range"), ({7: 100}, "seat_empty")],
)
def test_impossible_counts_are_refused_and_no_stack_is_changed(stacks: dict[int, int], code: str) -> None:
    felt = race_felt(10_075, 9_925)

    assert refused(colour_up_table, **ids(felt), stacks={2: 10_000, **stacks})[0] == code
    assert felt.stacks() == {1: 10_075, 2: 9_925}
    assert felt.fresh().version == 0


# --- When it may be, and once -------------------------------------------------------------------------------


def test_during_a_hand_nothing_is_coloured_up_and_the_floor_is_told_when() -> None:
    felt = race_felt(10_075, 9_925, 10_000)
    felt.deal()
    told = ("hand_open", "Hand 1 is in play at table 1. Count the stacks when it is over.")

    assert refused(colour_up_table, **ids(felt), stacks={1: 10_000}) == told
    assert refused(race, felt, "2c 3c 4c 5c") == told
    assert refused(exchange_late_chips, **ids(felt), old=25, new=100) == told
    assert felt.stacks() == {1: 10_075, 2: 9_925, 3: 10_000}


@pytest.mark.parametrize("status", [TournamentStatus.FINISHED, TournamentStatus.REGISTERING])
def test_only_in_play(status: TournamentStatus) -> None:
    felt = race_felt(10_075, 9_925)
    felt.tournament.status = status
    felt.tournament.save(update_fields=["status"])

    assert refused(colour_up_table, **ids(felt), stacks={1: 10_000})[0] == "not_in_play"


def test_a_table_of_another_tournament_is_not_found() -> None:
    felt, other = race_felt(10_075, 9_925), make_felt(10_000, 10_000)

    with pytest.raises(Table.DoesNotExist):
        colour_up_table(**{**ids(felt), "table_id": other.table.pk}, stacks={1: 10_000})


def test_nothing_is_booked_on_stacks_that_have_changed_since_somebody_looked() -> None:
    felt = race_felt(10_075, 9_925)
    seen = stacks_fingerprint(seat_stacks(felt.table))
    colour_up_table(**ids(felt), stacks={1: 10_000}, seen=seen)

    assert refused(colour_up_table, **ids(felt), stacks={1: 10_100}, seen=seen) == (
        "stacks_changed",
        "The stacks at table 1 have changed. Check them again.",
    )
    assert felt.stack(1) == 10_000


def test_the_same_tap_twice_colours_up_once_and_answers_the_same() -> None:
    felt = race_felt(5_075, 5_025)
    key = uuid4()

    def tap() -> Reply:
        def produce() -> Reply:
            line = race(felt, "Kd 5c 9s Ah")
            return Reply(status=200, body=str(line.pk if line else 0))

        return reply_to_tap(
            tournament_id=felt.tournament.pk, key=key, body=b"race", now=after(3), produce=produce
        )

    first, second = tap(), tap()

    assert (first.body, second.is_replay) == (second.body, True)
    assert felt.stacks() == {1: 5_000, 2: 5_100}
    assert ChipRow.objects.filter(kind="colour_up").count() == 0
    assert LogEntry.objects.filter(verb="table_coloured_up").count() == 1
    assert StoredReply.objects.count() == 1


def test_the_tablet_of_the_table_has_to_look_again() -> None:
    felt = race_felt(5_075, 5_025)
    before = felt.fresh().version

    race(felt, "Kd 5c 9s Ah")

    assert felt.fresh().version == before + 1


def test_a_hand_is_not_opened_again_behind_a_colour_up() -> None:
    felt = race_felt(10_075, 10_000, 9_925)
    felt.deal()
    assert felt.play("f3", "f1").is_complete
    seated = felt.stacks()
    colour_up_table(**ids(felt), stacks={1: seated[1] + 25})

    code, _ = refused(
        undo_operation, tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(4))
    )

    assert code == "stack_corrected"


# --- Stacks that nobody knows -------------------------------------------------------------------------------------


def test_a_table_with_unknown_stacks_is_coloured_up_by_counting_and_not_by_a_race() -> None:
    felt = make_felt(10_050, 10_000, 9_950)
    Entry.objects.update(is_stack_known=False)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}

    with pytest.raises(
        Refused, match="The stacks of seats 1, 2, 3 at table 1 are unknown: enter counted stacks"
    ):
        race_chips(**ids, old=25, new=100, by=ACTOR.at(NOW))
    line = colour_up_table(**ids, stacks={1: 10_000, 2: 10_000, 3: 10_000}, by=ACTOR.at(NOW))

    assert not Entry.objects.filter(is_stack_known=False).exists()
    assert line is not None
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    assert Entry.objects.filter(is_stack_known=False).count() == 3
    assert felt.stacks() == {1: 10_050, 2: 10_000, 3: 9_950}
