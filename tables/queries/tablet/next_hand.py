"""Between hands: what is still shown of the one that is over, and what the next one will be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tables import engine
from tables.floor.button.positions import Positions
from tables.models import Hand, Seat, Table
from tables.queries.table.button import ButtonShown, button_shown, next_positions
from tables.queries.table.hand import TableHand
from tables.queries.table.last_hand import LastHand, last_hand_shown
from tables.queries.table.next_game import NextGame, game_of_next_hand, hand_to_redeal, with_carried_pot
from tournament.queries.level import LevelNow
from tournament.rules.structure.level_games import posts_blinds


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand:
    """`again` is the misdeal that is dealt once more, `last` what the seats still show of a hand that is over.

    `game` is the code of the hand in play or of the next one, `coming` what the next is played for; `positions` are
    its button and blinds, None where it has none to show, and `posts_blinds` whether the game has any.
    """

    again: engine.Setup | None
    game: str
    coming: NextGame
    positions: Positions | None
    posts_blinds: bool
    button: ButtonShown
    last: LastHand


def next_hand(
    table: Table,
    seats: Sequence[Seat],
    recorded: TableHand | None,
    level: LevelNow,
    counted: Hand | None = None,
) -> NextHand:
    """What would be dealt now, after the hand in play if there is one; `counted` is the newest where it has no record.

    Three queries at most.
    """
    hand = None if recorded is None else recorded.hand
    in_play = None if recorded is None or recorded.state.is_complete else recorded.state
    again = hand_to_redeal(hand, {seat.number: seat.entry.stack for seat in seats if seat.entry})
    coming = game_of_next_hand(table, level)
    if recorded is not None and in_play is None:
        coming = with_carried_pot(coming, hand, recorded.state.carried_pot)
    game = hand.game if hand is not None and (in_play or again) else coming.game
    positions = next_positions(table, seats, game=game, in_play=in_play is not None)
    setup = in_play.setup if in_play else again
    return NextHand(
        again=again,
        game=game,
        coming=coming,
        positions=positions,
        posts_blinds=posts_blinds(game),
        button=button_shown(table, positions, game=game, setup=setup, in_play=in_play is not None),
        last=last_hand_shown(hand or counted, seats, recording=table.recording),
    )
