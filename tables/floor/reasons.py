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
            "TDA 11-D, WSOP 67",
        ),
        "too_many_to_deal": (
            "Table {from_table} has {from_players} players, and a game still to come takes {most} at most.",
            "WSOP IX",
        ),
        "tie_breaks_first": (
            "Tables {tables} have {players} players each: table {from_table} breaks first, so it sends one.",
            "TDA 11-C, WSOP 67",
        ),
        "tie_next_number": (
            (
                "Tables {tables} have {players} players each: table {from_table} is next by number after "
                "table {last_source}, which sent the last player."
            ),
            "WSOP 67",
        ),
        "tie_lowest_number": (
            (
                "Tables {tables} have {players} players each: table {from_table} has the lowest number, "
                "so it sends the first player."
            ),
            "WSOP 67",
        ),
        "source_due_moved": (
            "Table {table} has {players} players, but the player due to move has just moved.",
            "TDA 1",
        ),
        "source_all_moved": (
            "Table {table} has {players} players, but every player who may be moved has just moved.",
            "TDA 1",
        ),
        "source_all_locked": (
            "Table {table} has {players} players, but all their seats are locked.",
            "TDA 9",
        ),
        "tie_breaks_last": (
            "Tables {tables} have {players} players each: table {to_table} breaks last, so it receives one.",
            "TDA 1",
        ),
        "only_small_blind_open": (
            (
                "Table {table} has {players} players, but no open seat other than the small blind or one "
                "between it and the button."
            ),
            "TDA 11-A, WSOP 67",
        ),
        "table_can_break": (
            (
                "Table {from_table} can break: it is the first in the breaking order whose players fit, "
                "{players} into the {seats} open seats at the other tables."
            ),
            "TDA 10, WSOP 66",
        ),
        "table_breaks": (
            (
                "Table {from_table} breaks: its players fit, {players} into the {seats} open seats at the "
                "other tables."
            ),
            "TDA 10, WSOP 66",
        ),
        # which player
        "due_big_blind": (
            "Seat {from_seat} at table {from_table} is due for the big blind next.",
            "TDA 11-A, 11-B, WSOP 67",
        ),
        "due_after_others": (
            (
                "Seat {from_seat} at table {from_table} is the next due for the big blind among players who "
                "may "
                "be moved."
            ),
            "TDA 11-A, 11-B, WSOP 67",
        ),
        "source_button_unknown": (
            (
                "The button at table {from_table} is unknown: seat {from_seat} is proposed by its number. Set the "
                "button there, and the player due for the big blind is proposed."
            ),
            "TDA 11-A",
        ),
        "seat_button_unknown": (
            (
                "The button at table {to_table} is unknown: seat {to_seat} is the first open one. Set the button "
                "there, and the worst open seat is proposed."
            ),
            "TDA 11-A, WSOP 67",
        ),
        "same_position": (
            (
                "There are no blinds, so players move by position: seat {from_seat} at table {from_table} "
                "fills seat {to_seat}."
            ),
            "TDA 11-A",
        ),
        "next_position": (
            (
                "There are no blinds, so players move by position: counting from seat {to_seat}, seat "
                "{from_seat} at table {from_table} is the first that may be moved."
            ),
            "TDA 11-A",
        ),
        "high_card_decides": (
            "The high card decides who leaves table {from_table}: one card each to {count} players.",
            "WSOP 67b",
        ),
        "high_card_moves": (
            "Seat {from_seat} at table {from_table} was dealt the {card}, the highest of {count} cards.",
            "WSOP 67b",
        ),
        "only_one_may_move": (
            "Seat {from_seat} at table {from_table} is the only one there that may be moved.",
            "TDA 1",
        ),
        "moved_again": (
            (
                "Seat {from_seat} at table {from_table} moves again: all {count} players who may be moved "
                "there have just moved."
            ),
            "TDA 1",
        ),
        "passed_over_moved": ("Passed over, having just moved: {from_seats}.", "TDA 1"),
        "passed_over_locked": ("Passed over, seats locked: {from_seats}.", "TDA 9"),
        # which seat
        "seat_big_blind": (
            "Seat {to_seat} at table {to_table} is the worst open seat: it gets the big blind next.",
            "TDA 11-A, WSOP 67",
        ),
        "seat_worst": (
            "Seat {to_seat} at table {to_table} is the worst open seat: hands until its big blind: {hands}.",
            "TDA 11-A, WSOP 67",
        ),
        "seat_waits": (
            (
                "Table {to_table} has no open seat that gets cards in the next hand: the player takes "
                "seat {to_seat}, between small blind and button, and waits until the button passes."
            ),
            "TDA 10-A, WSOP 66",
        ),
        "seat_waits_walking": (
            (
                "Table {to_table} has no open seat that gets cards in the next hand: the player takes "
                "seat {to_seat}, between big blind and button, and waits until the button passes."
            ),
            "Robert's Rules 4",
        ),
        "seat_waits_small_blind": (
            (
                "Table {to_table} has no better open seat than the small blind, which a moved player may "
                "not take: the player takes seat {to_seat} and waits until the button passes."
            ),
            "TDA 11-A, FIGP",
        ),
        "seat_small_blind": (
            (
                "The small blind is the only open seat at table {to_table}: the player takes seat "
                "{to_seat} and is dealt in, so that three can play."
            ),
            "TDA 1",
        ),
        "seat_small_blind_dealt_in": (
            (
                "The small blind is the only open seat at table {to_table}: the player takes seat "
                "{to_seat} and is dealt in."
            ),
            "TDA 1",
        ),
        "seat_first_free": (
            "Table {to_table} has no players yet: seat {to_seat} is its first open seat.",
            "TDA 1",
        ),
        "seat_opened_last": ("Seat {to_seat} is the seat vacated last at table {to_table}.", "TDA 11-A"),
        "seat_by_lot": (
            "Seat {to_seat} at table {to_table} is drawn from its {count} open seats.",
            "WSOP 67b",
        ),
        "seat_drawn": (
            (
                "No player has left a seat at table {to_table} yet: seat {to_seat} is drawn from its {count} open "
                "seats."
            ),
            "TDA 10-B, WSOP 66",
        ),
        "seat_reserved": ("Seat {to_seat} at table {to_table} is reserved for this player.", "TDA 9"),
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
                "Play halts at table {table} until it is balanced: it has {players} players, {short_by} "
                "fewer than table {fullest} with {most}."
            ),
            "TDA 11-D, WSOP 67",
        ),
        "table_halted_blinds": (
            (
                "Play halts at table {table} until it is balanced: it has {players} players, {short_by} "
                "fewer than table {fullest} with {most}, and its big blind falls on empty seat {seat}."
            ),
            "TDA 11-D, WSOP 67",
        ),
        "table_halts_soon": (
            (
                "Table {table} has {players} players, {short_by} fewer than table {fullest} with {most}: "
                "play halts there as soon as its big blind falls on an empty seat."
            ),
            "TDA 11-D, WSOP 67",
        ),
        # button and blinds
        "dead_button": (
            "Dead button on empty seat {seat}: every player pays both blinds. Seat {last} acts last.",
            "TDA 32, WSOP 85",
        ),
        "dead_button_no_blinds": (
            "Dead button on empty seat {seat}: seat {last} acts last.",
            "TDA 32, WSOP 85",
        ),
        "button_rests": (
            "This game has no button: it stays at seat {seat} until the next game with blinds.",
            "TDA 11-B, WSOP 67",
        ),
        "button_passes_over": (
            (
                "Seat {seat} would have the button, but the player has just sat down and waits: seat {last} "
                "acts last."
            ),
            "FIGP",
        ),
        "alone": (
            (
                "Only seat {seat} is there: five minutes after the start deal a hand every two minutes; it ends by "
                "itself, and seat {seat} gets the blinds."
            ),
            "WSOP 36",
        ),
        "alone_antes": (
            (
                "Only seat {seat} is there: deal a hand every {count} minutes, one for each seat sold; it ends by "
                "itself, and seat {seat} gets the antes."
            ),
            "WSOP 36",
        ),
        "alone_heads_up": (
            (
                "Only seat {seat} is there: five minutes after the start deal a hand every minute; it ends by itself, "
                "and seat {seat} gets the blinds."
            ),
            "WSOP 36",
        ),
        "dead_small_blind": (
            "Dead small blind on empty seat {seat}: nobody posts it.",
            "TDA 32, WSOP 85",
        ),
        "no_small_blind_due": ("No small blind is due in this hand.", "Robert's Rules 4.2a"),
        "several_big_blinds": (
            "In this hand {count} players post the big blind, because players before them have left.",
            "Robert's Rules 4.2a",
        ),
        "big_blind_again": (
            (
                "Seat {seat} posts the big blind again: with the moving button several players posted it "
                "in the last hand."
            ),
            "Robert's Rules 4.2a",
        ),
        "small_blind_waits": (
            "Dead small blind: the player in seat {seat} has just moved there and waits.",
            "TDA 11-A, FIGP",
        ),
        "newcomer_waits": (
            (
                "Seat {seat} waits without cards until the button passes: the player sat down between "
                "small blind and button."
            ),
            "TDA 10-A, WSOP 66",
        ),
        "newcomer_waits_walking": (
            (
                "Seat {seat} waits without cards until the button passes: the player sat down between big "
                "blind and button."
            ),
            "Robert's Rules 4",
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reason: its code and its figures; the English sentence and the rule behind it follow from them."""

    code: str
    params: Mapping[str, object]

    @property
    def sentence(self) -> str:
        """Put together when it is asked for: a large room has hundreds of reasons that nobody reads in English."""
        said = {name: _listed(name, value) for name, value in self.params.items()}
        return REASONS[self.code][0].format(**said)

    @property
    def source(self) -> str:
        return REASONS[self.code][1]

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
    return Reason(code=code, params=params)


def _listed(name: str, value: object) -> object:
    """Several seats or tables one after the other: "seat 5, seat 6" and "1, 2, 3"."""
    if not isinstance(value, list):
        return value
    return ", ".join(f"seat {each}" if name.endswith("seats") else str(each) for each in value)
