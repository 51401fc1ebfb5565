"""Which stage the evening has reached, and what the floor does next, from a few facts.

    flights > registering > seated > late_registration > in_play > bubble > final_table > in_the_money > won > finished

A field may skip a phase, and an undo leads back: nothing is stored, the phase is worked out every time. The steps are
what is to be done now, the most urgent first. The room comes before the clock: the clock can wait, but a
table broken too late has played hands it should not have.

Sources: colouring up TDA 24; the bubble, hand for hand, TDA RP-8 and WSOP 126; a redraw before a break, a
break before a balancing move as `tables.queries.room.advice` has it. Near the bubble, when it could burst in one hand
of each table, the tables are kept in step: none deals many hands more than another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Status = Literal["registering", "running", "finished", "cancelled"]
Phase = Literal[
    "flights",
    "registering",
    "seated",
    "late_registration",
    "in_play",
    "bubble",
    "in_the_money",
    "final_table",
    "won",
    "finished",
    "cancelled",
]
Step = Literal[
    "count_stacks",
    "win_seats",
    "register_players",
    "bring_stacks",
    "end_flight",
    "draw_seats",
    "close_registration",
    "redraw",
    "break_table",
    "balance",
    "keep_in_step",
    "open_table",
    "hand_for_hand",
    "colour_up",
    "pair_tablets",
    "start_clock",
    "resume_clock",
    "mend_payouts",
    "pay_prizes",
    "pay_bounties",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is counted. `players` are those still in; `tables` those at which somebody sits.

    `places_paid` is 0 while it is not known, `without_tablet` counts tables with players, `odd_stacks`
    stacks with chips that have left play, `to_pay` prizes that were decided and not handed out, side prizes too.
    `has_bounties_due`: bounties or envelopes that players have won and not collected.
    `is_stopped`: the room deals counted hands already, hand-for-hand for example. `uncounted` tables stand: somebody's
    stack there is not known.
    `too_full` counts tables with more players than can be dealt a game to come, while no move helps.
    `seats_due` counts stacks that win a seat of a satellite at once.
    `waits_for_flights`: its players come from flights, whose bags are not here yet. `is_flight`: it is one itself, and
    `is_flight_played` once it has reached its end.
    `has_misfit`: the payout scheme does not fit the pool, so that no prize can be decided.
    """

    status: Status
    is_drawn: bool = False
    is_registration_closed: bool = False
    is_paused: bool = False
    is_stopped: bool = False
    players: int = 0
    tables: int = 0
    without_tablet: int = 0
    places_paid: int = 0
    odd_stacks: int = 0
    to_pay: int = 0
    has_bounties_due: bool = False
    has_misfit: bool = False
    is_redraw_due: bool = False
    can_break: bool = False
    moves_due: int = 0
    halted: int = 0
    uncounted: int = 0
    too_full: int = 0
    seats_due: int = 0
    waits_for_flights: bool = False
    is_flight: bool = False
    is_flight_played: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """`is_balanced`: tables are dealt at, several, and none of them needs a move.

    `from_the_money` is how many more go out without a prize; None where that is not known or past.
    """

    phase: Phase
    steps: tuple[Step, ...]
    is_balanced: bool
    from_the_money: int | None

    @property
    def is_over(self) -> bool:
        """The tournament is over: no table is opened or held, no player moved."""
        return self.phase in ("won", "finished", "cancelled")


def stage(facts: Facts) -> Stage:
    """The phase and the steps that follow from the facts."""
    return Stage(
        phase=_phase(facts),
        steps=tuple(_steps(facts)),
        is_balanced=_is_balanced(facts),
        from_the_money=_from_the_money(facts),
    )


def _phase(facts: Facts) -> Phase:
    if facts.status == "cancelled":
        return "cancelled"
    if facts.status == "finished":
        return "won" if facts.to_pay or facts.has_bounties_due or facts.has_misfit else "finished"
    if facts.waits_for_flights:
        return "flights"
    if facts.status == "registering":
        return "seated" if facts.is_drawn else "registering"
    if not facts.is_registration_closed:
        return "late_registration"
    if _from_the_money(facts) == 1:
        return "bubble"
    if facts.tables == 1 and not facts.is_flight:
        return "final_table"
    return "in_the_money" if 0 < facts.players <= facts.places_paid else "in_play"


def _steps(facts: Facts) -> Iterator[Step]:
    if facts.status == "cancelled":
        return
    if facts.status == "finished":
        yield from _prizes(facts)
    elif facts.waits_for_flights:
        yield "bring_stacks"
    elif facts.is_flight_played and not facts.is_stopped:
        yield "end_flight"
    elif not facts.is_drawn:
        yield "draw_seats" if facts.players > 1 else "register_players"
    elif (
        facts.status == "running"
        and facts.players == 1
        and not facts.is_registration_closed
        and not facts.is_flight
    ):
        yield "close_registration"
    else:
        yield from _room(facts)
        yield from _play(facts)
        yield from _prizes(facts)


def _room(facts: Facts) -> Iterator[Step]:
    """A table that stands; a stack that wins a seat, whose chips leave play; redraw, break or balancing moves, in this
    order: a redraw or break would undo the moves. Where none of them makes room for a game for fewer players, a table
    is opened.
    """
    if facts.uncounted:
        yield "count_stacks"
    if facts.seats_due:
        yield "win_seats"
    if facts.is_redraw_due:
        yield "redraw"
    elif facts.can_break:
        yield "break_table"
    elif facts.moves_due:
        yield "balance"
    elif facts.too_full:
        yield "open_table"
    may_stop = facts.tables > 1 and not facts.is_redraw_due and not facts.is_stopped
    if may_stop and _phase(facts) == "bubble":
        yield "hand_for_hand"
    elif may_stop and 0 < (_from_the_money(facts) or 0) <= facts.tables:
        yield "keep_in_step"


def _play(facts: Facts) -> Iterator[Step]:
    if facts.odd_stacks:
        yield "colour_up"
    if facts.without_tablet:
        yield "pair_tablets"
    if facts.status == "registering":
        yield "start_clock"
    elif facts.is_paused and not facts.is_stopped:
        yield "resume_clock"


def _prizes(facts: Facts) -> Iterator[Step]:
    if facts.has_misfit and facts.is_registration_closed:
        yield "mend_payouts"
    if facts.to_pay:
        yield "pay_prizes"
    # In play they are collected all evening, or with the prize: only at the end none may be left.
    if facts.has_bounties_due and facts.status == "finished":
        yield "pay_bounties"


def _is_balanced(facts: Facts) -> bool:
    is_seated = facts.is_drawn and facts.status in ("registering", "running") and facts.tables > 1
    needs_more = facts.is_redraw_due or facts.can_break or facts.moves_due or facts.halted or facts.too_full
    return is_seated and not needs_more


def _from_the_money(facts: Facts) -> int | None:
    """The field is known only once registration is closed."""
    if facts.status != "running" or not facts.is_registration_closed or not facts.places_paid:
        return None
    away = facts.players - facts.places_paid
    return away if away > 0 else None
