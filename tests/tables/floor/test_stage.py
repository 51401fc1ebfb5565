"""The stage of an evening: what the console names first, from the first entry to the last prize paid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.floor.stage import Facts, Phase, Stage, Step, stage

IN_PLAY = Facts(
    status="running", is_drawn=True, is_registration_closed=True, players=20, tables=3, places_paid=4
)


def the(phase: Phase, *steps: Step, balanced: bool = False, away: int | None = None) -> Stage:
    return Stage(phase=phase, steps=steps, is_balanced=balanced, from_the_money=away)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (Facts(status="registering", players=1), the("registering", "register_players")),
        (Facts(status="registering", players=2), the("registering", "draw_seats")),
        (
            Facts(status="registering", is_drawn=True, players=18, tables=2, without_tablet=2),
            the("seated", "pair_tablets", "start_clock", balanced=True),
        ),
        (
            Facts(status="registering", is_drawn=True, players=9, tables=1),
            the("seated", "start_clock"),
        ),
        (
            Facts(status="running", is_drawn=True, players=18, tables=2, places_paid=3),
            the("late_registration", balanced=True),
        ),
        (
            Facts(status="running", is_drawn=True, players=1, tables=1, places_paid=1, without_tablet=1),
            the("late_registration", "close_registration"),
        ),
        (Facts(status="registering", waits_for_flights=True), the("flights", "bring_stacks")),
        (
            Facts(status="running", is_drawn=True, players=1, tables=1, is_flight=True),
            the("late_registration"),
        ),
        # Played to its end, and while its bags are counted.
        (
            replace(IN_PLAY, places_paid=0, tables=1, is_flight=True, is_flight_played=True, moves_due=1),
            the("in_play", "end_flight"),
        ),
        (
            replace(IN_PLAY, places_paid=0, tables=1, is_flight=True, is_flight_played=True, is_stopped=True),
            the("in_play"),
        ),
        (IN_PLAY, the("in_play", balanced=True, away=16)),
        (replace(IN_PLAY, odd_stacks=9), the("in_play", "colour_up", balanced=True, away=16)),
        (replace(IN_PLAY, is_paused=True), the("in_play", "resume_clock", balanced=True, away=16)),
        (replace(IN_PLAY, uncounted=1), the("in_play", "count_stacks", balanced=True, away=16)),
        (
            replace(IN_PLAY, seats_due=1, moves_due=1),
            the("in_play", "win_seats", "balance", away=16),
        ),
        (replace(IN_PLAY, uncounted=1, moves_due=1), the("in_play", "count_stacks", "balance", away=16)),
        (replace(IN_PLAY, moves_due=2, halted=1), the("in_play", "balance", away=16)),
        (replace(IN_PLAY, halted=1), the("in_play", away=16)),
        (replace(IN_PLAY, too_full=1), the("in_play", "open_table", away=16)),
        (replace(IN_PLAY, too_full=1, moves_due=1), the("in_play", "balance", away=16)),
        (replace(IN_PLAY, players=5), the("bubble", "hand_for_hand", balanced=True, away=1)),
        (replace(IN_PLAY, players=5, tables=1), the("bubble", away=1)),
        (replace(IN_PLAY, players=4), the("in_the_money", balanced=True)),
        (replace(IN_PLAY, players=3, to_pay=1), the("in_the_money", "pay_prizes", balanced=True)),
        (replace(IN_PLAY, players=9, tables=1), the("final_table", away=5)),
        (replace(IN_PLAY, players=3, tables=1, to_pay=1), the("final_table", "pay_prizes")),
        (replace(IN_PLAY, places_paid=0, has_misfit=True), the("in_play", "mend_payouts", balanced=True)),
        (Facts(status="finished", is_drawn=True, players=1, to_pay=3), the("won", "pay_prizes")),
        (Facts(status="finished", players=1, has_bounties_due=True), the("won", "pay_bounties")),
        (
            Facts(status="finished", players=1, to_pay=1, has_bounties_due=True),
            the("won", "pay_prizes", "pay_bounties"),
        ),
        (replace(IN_PLAY, has_bounties_due=True), the("in_play", balanced=True, away=16)),
        (
            Facts(status="finished", is_drawn=True, is_registration_closed=True, players=1, has_misfit=True),
            the("won", "mend_payouts"),
        ),
        (Facts(status="finished", is_drawn=True, players=1, tables=1), the("finished")),
        (Facts(status="cancelled", players=7), the("cancelled")),
    ],
)
def test_the_facts_name_the_phase_and_what_to_do(facts: Facts, expected: Stage) -> None:
    assert stage(facts) == expected


def test_the_room_comes_before_chips_tablets_and_the_clock() -> None:
    everything = replace(
        IN_PLAY,
        is_redraw_due=True,
        can_break=True,
        moves_due=1,
        odd_stacks=1,
        without_tablet=1,
        is_paused=True,
        to_pay=1,
    )

    assert stage(everything).steps == ("redraw", "colour_up", "pair_tablets", "resume_clock", "pay_prizes")
    assert stage(replace(everything, is_redraw_due=False)).steps[0] == "break_table"
    assert stage(replace(everything, is_redraw_due=False, can_break=False)).steps[0] == "balance"


def test_hand_for_hand_waits_for_a_redraw_that_is_due_on_the_bubble() -> None:
    assert stage(replace(IN_PLAY, players=5, is_redraw_due=True)).steps == ("redraw",)


def test_nothing_is_called_balanced_before_the_draw_at_one_table_or_after_the_end() -> None:
    states = (
        Facts(status="registering", players=20),
        replace(IN_PLAY, tables=1),
        replace(IN_PLAY, status="finished"),
        replace(IN_PLAY, status="cancelled"),
    )

    assert [stage(facts).is_balanced for facts in states] == [False] * 4


@pytest.mark.parametrize("facts", [Facts(status="finished"), Facts(status="cancelled")])
def test_after_the_end_the_stage_is_over_and_the_room_has_no_steps(facts: Facts) -> None:
    busy = replace(
        facts, is_drawn=True, tables=3, moves_due=4, is_redraw_due=True, odd_stacks=2, is_paused=True
    )

    assert stage(busy).is_over
    assert stage(busy).steps == ()


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (replace(IN_PLAY, is_stopped=True, is_paused=True), the("in_play", balanced=True, away=16)),
        (replace(IN_PLAY, players=5, is_stopped=True), the("bubble", balanced=True, away=1)),
        (replace(IN_PLAY, players=6), the("in_play", "keep_in_step", balanced=True, away=2)),
        (replace(IN_PLAY, players=7), the("in_play", "keep_in_step", balanced=True, away=3)),
        (replace(IN_PLAY, players=8), the("in_play", balanced=True, away=4)),
        (replace(IN_PLAY, players=6, is_stopped=True), the("in_play", balanced=True, away=2)),
        (replace(IN_PLAY, players=0, places_paid=0), the("in_play", balanced=True)),
        (replace(IN_PLAY, players=1), the("in_the_money", balanced=True)),
        (
            replace(IN_PLAY, is_registration_closed=False, has_misfit=True),
            the("late_registration", balanced=True),
        ),
        (replace(IN_PLAY, is_drawn=False, without_tablet=1), the("in_play", "draw_seats", away=16)),
        (replace(IN_PLAY, is_drawn=False, players=1), the("in_the_money", "register_players")),
        (replace(IN_PLAY, players=1, tables=1, to_pay=2), the("final_table", "pay_prizes")),
        (replace(IN_PLAY, players=5, moves_due=1), the("bubble", "balance", "hand_for_hand", away=1)),
        (replace(IN_PLAY, can_break=True), the("in_play", "break_table", away=16)),
        (replace(IN_PLAY, tables=2), the("in_play", balanced=True, away=16)),
        (Facts(status="finished", to_pay=1), the("won", "pay_prizes")),
        (Facts(status="cancelled", is_drawn=True, tables=2, to_pay=1), the("cancelled")),
    ],
)
def test_the_stage_at_the_edges_of_each_phase(facts: Facts, expected: Stage) -> None:
    assert stage(facts) == expected


def test_the_stages_after_the_end_are_over_and_no_other_is() -> None:
    phases: tuple[Phase, ...] = ("registering", "in_play", "in_the_money", "won", "finished", "cancelled")
    assert [the(phase).is_over for phase in phases] == [False, False, False, True, True, True]
