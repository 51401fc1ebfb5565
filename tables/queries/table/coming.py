"""The hand in play, or between hands the next one, as its table's tablet shows it: its game, button and blinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tables import engine
from tables.floor.reasons import Reason
from tables.models import Hand, Seat, Table
from tables.queries.table.button import ButtonShown, button_shown, next_positions, remarks_before, remarks_of
from tables.queries.table.next_game import NextGame, carried_pot, hand_to_redeal, with_carried_pot
from tables.queries.table.next_hand import has_button, positions_for_engine


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingHand:
    """`remarks` say what is unusual about button and blinds; the seats that post them are none in stud."""

    button: ButtonShown
    small_blinds: tuple[int, ...]
    big_blinds: tuple[int, ...]
    remarks: tuple[Reason, ...]


def coming_hand(
    table: Table, seats: Sequence[Seat], last: Hand | None, setup: engine.Setup | None, coming: NextGame
) -> ComingHand:
    """`setup` is that of the hand in play, None between hands; `last` is the table's newest hand, `coming` the
    game due after it.

    No query, or one or two where the last hand was a misdeal or of a game in which a pot carries over.
    """
    in_play = setup is not None
    if setup is None:
        setup = hand_to_redeal(last, {seat.number: seat.entry.stack for seat in seats if seat.entry})
    if last is not None and setup is not None:
        game = last.game
    else:
        game = with_carried_pot(coming, last, carried_pot(last)).game
    positions = next_positions(table, seats, game=game, in_play=in_play)
    unusual = positions if setup is None else None
    if in_play and has_button(game):
        unusual = table.positions
    if setup is not None:
        small, big = _posting(setup, "small_blind"), _posting(setup, "big_blind")
    elif positions is not None:
        posted = positions_for_engine(positions, game=game)
        small, big = posted.small_blinds, posted.big_blinds
    else:
        small, big = (), ()
    return ComingHand(
        button=button_shown(table, positions, game=game, setup=setup, in_play=in_play),
        small_blinds=small,
        big_blinds=big,
        remarks=remarks_of(table, unusual, game=game)
        if in_play
        else remarks_before(table, seats, unusual, game=game),
    )


def _posting(setup: engine.Setup, kind: str) -> tuple[int, ...]:
    return tuple(post.seat for post in setup.posts if post.kind == kind)
