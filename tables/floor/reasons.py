"""Why the floor does something: a code and its figures, and the sentence a floor manager says.

Outer layers translate by `code` with `params`; `sentence` is the English, `source` the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

# code -> (English sentence with its figures, rule it rests on)
REASONS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        # which tables
        "tables_uneven": (
            (
                "Table {from_table} has {from_players} players and table {to_table} has {to_players}: "
                "tables may be at most {tolerance} apart."
            ),
            "TDA 11-C",
        ),
        "table_breaks": (
            "Table {from_table} breaks: its players fit on the other tables.",
            "TDA 10-B",
        ),
        # which player
        "due_big_blind": (
            "Seat {from_seat} at table {from_table} is due for the big blind next.",
            "TDA 11-A",
        ),
        "due_after_others": (
            (
                "Seat {from_seat} at table {from_table} is the next in line for the big blind who may move: "
                "those due earlier moved lately or keep their seats."
            ),
            "TDA 11-A",
        ),
        "moved_again": (
            "Seat {from_seat} at table {from_table} moves again, because everyone there moved lately.",
            "TDA 11-A",
        ),
        "player_drawn": (
            "No hand has been dealt at table {from_table} yet: seat {from_seat} was drawn to move.",
            "TDA 7",
        ),
        "last_seat_moves": (
            "No hand has been dealt at table {from_table} yet: the last seat, {from_seat}, moves.",
            "TDA 7",
        ),
        # which seat
        "seat_big_blind": (
            (
                "Seat {to_seat} at table {to_table} is the worst open seat: it has the big blind in the "
                "next hand."
            ),
            "TDA 11-A",
        ),
        "seat_worst": (
            "Seat {to_seat} at table {to_table} is the worst open seat: hands until its big blind: {hands}.",
            "TDA 11-A",
        ),
        "seat_waits": (
            (
                "Table {to_table} has no open seat but in the small blind or behind it: the player takes "
                "seat {to_seat} and waits, without cards, until the button has passed."
            ),
            "TDA 10-A",
        ),
        "seat_small_blind": (
            (
                "Table {to_table} has no open seat but the small blind: the player takes seat {to_seat} "
                "and is dealt in, so that three can play."
            ),
            "TDA 10-A",
        ),
        "seat_drawn": (
            "No hand has been dealt at table {to_table} yet: seat {to_seat} was drawn among the open seats.",
            "TDA 7",
        ),
        "seat_first_free": (
            "No hand has been dealt at table {to_table} yet: seat {to_seat} is its first open seat.",
            "TDA 7",
        ),
        "seat_by_card": (
            (
                "Seat {from_seat} drew the {card} and gets seat card {turn} of {turns}: "
                "table {to_table}, seat {to_seat}."
            ),
            "TDA 10-B",
        ),
        # halting
        "table_halted": (
            (
                "Table {table} stops dealing until it is balanced: it has {players} players, {short_by} "
                "fewer than the fullest table."
            ),
            "TDA 11-D",
        ),
        "table_halts_soon": (
            (
                "Table {table} has {players} players, {short_by} fewer than the fullest table: it stops "
                "as soon as its big blind would fall on an empty seat."
            ),
            "TDA 11-D",
        ),
        # button and blinds
        "dead_button": (
            (
                "The button is dead on empty seat {seat}: the big blind moves on and everybody pays both "
                "blinds. Seat {last} acts last."
            ),
            "TDA 32",
        ),
        "button_rests": (
            "This game has no button: it waits at seat {seat} for the next game with blinds.",
            "TDA 11-B",
        ),
        "button_passes_over": (
            "Seat {seat} would have the button but has just sat down and waits: seat {last} acts last.",
            "FIGP, dead button",
        ),
        "dead_small_blind": (
            "Nobody posts the small blind: the player who had the big blind has left seat {seat}.",
            "TDA 32",
        ),
        "no_small_blind_due": (
            "Nobody owes a small blind in this hand.",
            "Robert's Rules 4.2, moving button",
        ),
        "several_big_blinds": (
            "In this hand {count} players post the big blind, because players before them have left.",
            "Robert's Rules 4.2, moving button",
        ),
        "small_blind_waits": (
            "Nobody posts the small blind: the player in seat {seat} has just moved there and waits.",
            "TDA 10-A",
        ),
        "newcomer_waits": (
            (
                "Seat {seat} waits without cards until the button has passed: the player sat down "
                "too close behind the blinds."
            ),
            "TDA 10-A",
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reason: its code, its figures, the English sentence and the rule behind it."""

    code: str
    params: Mapping[str, object]
    sentence: str
    source: str

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form for the log."""
        return {
            "code": self.code,
            "params": dict(self.params),
            "sentence": self.sentence,
            "source": self.source,
        }


def reason(code: str, /, **params: object) -> Reason:
    """The reason of this code with its figures filled in."""
    sentence, source = REASONS[code]
    return Reason(code=code, params=params, sentence=sentence.format(**params), source=source)
