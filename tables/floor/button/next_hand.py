"""Where the button and the blinds are in the next hand.

Theory of operation. Everything follows from the big blind, never from the button: the next big
blind is the next player clockwise, arrivals included; the small blind is where the big blind
was and the button where the small blind was, even if that seat is now empty (a dead small
blind, a dead button). Moving the button first and deriving the blinds from it makes a player post the big
blind repeatedly when new players join; this order avoids that bug.

Three exceptions. Two players left: the one who is not due for the big blind has the
button and the small blind. Three or more again after heads-up, or a button that would fall on
one of the blinds: the button goes to the first player counter-clockwise of the small blind.
A new player between the button and the small blind waits, undealt, for one hand, unless their wait
would leave fewer than three players dealt in; then they get the button and everybody is dealt in.

The other two values of `button_rule` walk the button to the next player. With a "simplified"
button the next two post, and somebody may skip a blind; with a "moving" button everybody between
the old and the new big blind posts one, and everybody who has posted a big blind owes a small
one, which `Positions.owing` remembers. In both, a new player between the old button and the old
big blind waits until the button has passed them.

Seat numbers run clockwise from 1. "Live" seats hold a player with chips, present or not.
Sources: TDA 10-A, 32, 34-B; WSOP 85, 87; Robert's Rules 4.2, 4.3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from tables.floor.button.positions import Positions
from tables.floor.circle import clockwise_from, is_between, next_clockwise, next_counter_clockwise
from tables.floor.errors import FloorError
from tables.floor.rules import FLOOR_RULES, FloorRules

DEFAULT_RULES: Final = FLOOR_RULES["tda2024"]

# With fewer dealt in while more are seated, a two-handed deal would contradict the heads-up order.
_FEWEST_DEALT: Final = 3


def starting_button(*, occupied: Collection[int], dealer_after_seat: int | None = None) -> int:
    """The button of a table's first hand when none is drawn: the first stack right of the dealer.

    `dealer_after_seat` is the seat at the dealer's right hand; None: they sit between the last
    seat and seat 1. Source: WSOP 85.
    """
    seats = _live(occupied, at_least=1)
    if dealer_after_seat is None:
        return seats[-1]
    return next_counter_clockwise(dealer_after_seat + 1, seats)


def first_positions(*, live: Collection[int], button: int, rules: FloorRules = DEFAULT_RULES) -> Positions:
    """The positions of a table's first hand, with the button where it was drawn.

    Nobody waits. Raises FloorError with fewer than two players.
    """
    seats = _live(live, at_least=2)
    if len(seats) == 2:
        button = button if button in seats else next_counter_clockwise(button, seats)
        return _heads_up(big_blind=next_clockwise(button, seats), seats=seats, rules=rules)
    small_blind = next_clockwise(button, seats)
    big_blind = next_clockwise(small_blind, seats)
    return _positions(
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        seats=seats,
        owing=_owing_after(rules, (), (), (big_blind,)),
    )


def next_big_blind(*, previous: Positions, live: Collection[int]) -> int:
    """The seat due for the big blind in the next hand, whatever the button rule but "moving".

    Also the player who moves in balancing, in a stud round of a mixed game too: there `previous`
    is the last hand with a button (TDA 11-A, 11-B; see resting_button.py).
    """
    return next_clockwise(previous.big_blind_position, _live(live, at_least=1))


def next_positions(
    previous: Positions,
    *,
    live: Collection[int],
    newcomers: Collection[int] = (),
    moved_by_balancing: Collection[int] = (),
    told_to_wait: Collection[int] = (),
    rules: FloorRules = DEFAULT_RULES,
) -> Positions:
    """The positions of the hand after `previous`.

    `live` are the seats with chips now; `newcomers` the seats of those players who sat down since
    `previous` was dealt, by registration, breaking or balancing; `moved_by_balancing` those who
    came by balancing, whom the "figp" zone keeps out of the small blind as well; `told_to_wait`
    new players whom the floor seated in the small blind for want of another seat, and who wait until
    the button has passed. The players who wait are remembered in `Positions.waiting`.

    Raises FloorError when fewer than two players are left.
    """
    seats = _live(live, at_least=2)
    arrived = (frozenset(newcomers) | frozenset(moved_by_balancing)) & frozenset(seats)
    if len(seats) == 2:
        return _heads_up(big_blind=next_big_blind(previous=previous, live=seats), seats=seats, rules=rules)
    if rules.button_rule == "dead":
        zone = moved_by_balancing if rules.inactive_zone == "figp" else ()
        kept_out = frozenset(zone) | frozenset(told_to_wait)
        return _dead_button(previous, seats, arrived=arrived, kept_out=kept_out, rules=rules)
    return _walking_button(previous, seats, arrived=arrived, rules=rules)


def _dead_button(
    previous: Positions,
    seats: tuple[int, ...],
    *,
    arrived: frozenset[int],
    kept_out: frozenset[int],
    rules: FloorRules,
) -> Positions:
    big_blind = next_clockwise(previous.big_blind_position, seats)
    small_blind = previous.big_blind_position
    button = previous.small_blind_position
    # Only arrivals wait: the button of the next hand has passed every seat that waited in this one.
    waiting = frozenset(
        seat
        for seat in arrived
        if is_between(button, seat, small_blind)
        # FIGP and seats given for want of another: the small blind seat is inactive too.
        or (seat in kept_out and is_between(button, seat, big_blind))
        # A disc that stays where it was leaves a player who takes the empty seat behind it waiting.
        or (seat == button and rules.button_marker == "stays")
    )
    if len(seats) - len(waiting) < _FEWEST_DEALT:
        waiting = frozenset(seat for seat in arrived if is_between(button, seat, small_blind))
    two_handed = len(seats) - len(waiting) < _FEWEST_DEALT
    if two_handed or previous.is_heads_up or button in (small_blind, big_blind):
        button = next_counter_clockwise(small_blind, seats)
        waiting = frozenset()

    stays = rules.button_marker == "stays" and (button not in seats or button in waiting)
    return _positions(
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        seats=seats,
        waiting=waiting,
        marker=previous.marker if stays else button,
    )


def _walking_button(
    previous: Positions,
    seats: tuple[int, ...],
    *,
    arrived: frozenset[int],
    rules: FloorRules,
) -> Positions:
    unsettled = arrived | (previous.waiting & frozenset(seats))
    barred = frozenset(
        seat
        for seat in unsettled
        if seat == previous.big_blind_position
        or is_between(previous.button, seat, previous.big_blind_position)
    )
    eligible = [seat for seat in seats if seat not in barred]
    walks_on = len(eligible) >= _FEWEST_DEALT and not previous.is_heads_up
    button, small_blind, big_blind = (
        clockwise_from(previous.button, eligible)[:3]
        if walks_on
        else (previous.button, previous.small_blind_position, previous.big_blind_position)
    )
    if big_blind == previous.big_blind_position:
        # Too few to walk the button past the new players: everybody is dealt in, and nobody has the
        # big blind twice running.
        eligible, barred = list(seats), frozenset()
        big_blind = next_clockwise(previous.big_blind_position, seats)
        small_blind = next_counter_clockwise(big_blind, seats)
        button = next_counter_clockwise(small_blind, seats)

    waiting = frozenset(seat for seat in barred if is_between(button, seat, big_blind))
    if rules.button_rule == "simplified":
        return _positions(
            button=button, small_blind=small_blind, big_blind=big_blind, seats=seats, waiting=waiting
        )
    due = clockwise_from(previous.big_blind_position, eligible)
    big_blinds = due[: due.index(big_blind) + 1]
    owing = [seat for seat in previous.owing if seat in seats and seat not in arrived]
    # Largest first: who posts the big blind now pays the small one in a later hand.
    debtors = clockwise_from(previous.big_blind_position, set(owing))
    small_blinds = tuple(seat for seat in debtors if seat not in big_blinds)
    return _positions(
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        seats=seats,
        small_blinds=small_blinds,
        big_blinds=big_blinds,
        waiting=waiting,
        owing=_owing_after(rules, owing, small_blinds, big_blinds),
        # After a hand with several big blinds the first of them may be due again.
        again=tuple(seat for seat in big_blinds if seat in previous.big_blinds and seat not in arrived),
    )


def _heads_up(*, big_blind: int, seats: tuple[int, ...], rules: FloorRules) -> Positions:
    button = next_counter_clockwise(big_blind, seats)
    return Positions(
        button=button,
        small_blind_position=button,
        big_blind_position=big_blind,
        small_blinds=(button,),
        big_blinds=(big_blind,),
        dealt=(big_blind, button),
        waiting=frozenset(),
        first_to_act=button,
        last_to_act=button,
        marker=button,
        owing=_owing_after(rules, (), (), (big_blind,)),
    )


def _positions(
    *,
    button: int,
    small_blind: int,
    big_blind: int,
    seats: tuple[int, ...],
    small_blinds: tuple[int, ...] | None = None,
    big_blinds: tuple[int, ...] | None = None,
    waiting: frozenset[int] = frozenset(),
    marker: int | None = None,
    owing: tuple[int, ...] = (),
    again: tuple[int, ...] = (),
) -> Positions:
    dealt = clockwise_from(button, [seat for seat in seats if seat not in waiting])
    if small_blinds is None:
        small_blinds = (small_blind,) if small_blind in dealt else ()
    return Positions(
        button=button,
        small_blind_position=small_blind,
        big_blind_position=big_blind,
        small_blinds=small_blinds,
        big_blinds=(big_blind,) if big_blinds is None else big_blinds,
        dealt=dealt,
        waiting=waiting,
        first_to_act=next_clockwise(big_blind, dealt),
        last_to_act=dealt[-1],
        marker=button if marker is None else marker,
        owing=owing,
        again=again,
    )


def _owing_after(
    rules: FloorRules, owing: Iterable[int], paid: Iterable[int], big_blinds: Iterable[int]
) -> tuple[int, ...]:
    """The small blinds owed after a hand: one less for each paid, one more for each big blind."""
    if rules.button_rule != "moving":
        return ()
    left = list(owing)
    for seat in paid:
        left.remove(seat)
    return tuple(sorted([*left, *big_blinds]))


def _live(seats: Collection[int], *, at_least: int) -> tuple[int, ...]:
    ordered = tuple(sorted(set(seats)))
    if len(ordered) < at_least:
        raise FloorError(
            f"A hand needs {at_least} players with chips; this table has {len(ordered)}.",
            code="too_few_players",
            params={"needed": at_least, "players": len(ordered)},
        )
    return ordered
