"""Who takes the bounties of players who are out: read from the pots of a recorded hand, or as said by hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tables import engine
from tables.floor.circle import clockwise_from
from tables.models import Hand, Table
from tournament.rules.payouts.bounties import PotWon, bounty_takers


def takers_of_hand(state: engine.State, *, out: Collection[int]) -> Mapping[int, Sequence[int]]:
    """By seat that a complete hand has put out the seats that take its bounty, first the one left of the button.

    Nobody does where the pot was not won in this hand.
    """
    pots = [_pot_won(state, pot, out) for pot in state.pots]
    won = [pot for pot in pots if pot.winners]
    there = {seat for pot in won for seat in pot.entries}
    return bounty_takers(won, eliminated=there.intersection(out))


def in_position(table: Table, seats: Collection[int], *, hand: Hand | None = None) -> Sequence[int]:
    """Seats from the left of the button on, in a hand or as the table stands; by number where nobody follows the
    button.
    """
    if hand is not None:
        return clockwise_from(hand.setup.button, seats)
    positions = table.positions
    return sorted(seats) if positions is None else clockwise_from(positions.button, seats)


def _pot_won(state: engine.State, pot: engine.Pot, out: Collection[int]) -> PotWon:
    awards = [award for award in state.awards if award.pot == pot.index]
    high = {award.seat for award in awards if award.half != "low"}
    low = {award.seat for award in awards if award.half == "low"}
    return PotWon(
        entries=frozenset(pot.seats) | _dead_hands(state, pot, out),
        winners=tuple(seat for seat in state.order if seat in high),
        low_winners=tuple(seat for seat in state.order if seat in low),
    )


def _dead_hands(state: engine.State, pot: engine.Pot, out: Collection[int]) -> set[int]:
    """Players all-in whose hand was killed: they can win no pot, and their chips lie in those they have reached."""
    stacks = {seat.seat: seat.stack for seat in state.setup.seats}
    eligible = {seat for each in state.pots for seat in each.seats}
    shallower = {seat for each in state.pots[: pot.index] for seat in each.seats} - set(pot.seats)
    bottom = max((stacks[seat] for seat in shallower), default=0)
    return {seat for seat in out if seat not in eligible and stacks[seat] > bottom}
