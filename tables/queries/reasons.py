"""Why the floor does something, in the reader's language.

The pure rules name a reason by its code with its figures and say it in English; here are the same
sentences for translation. A test keeps the two lists equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext, gettext_noop

from tables.floor.reasons import Reason
from tournament.queries.log_sentences import Writer

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "tables_uneven": gettext_noop(
            "Table {from_table} has {from_players} players and table {to_table} has {to_players}: "
            "tables may be at most {tolerance} apart."
        ),
        "table_breaks": gettext_noop("Table {from_table} breaks: its players fit on the other tables."),
        "due_big_blind": gettext_noop(
            "Seat {from_seat} at table {from_table} is due for the big blind next."
        ),
        "due_after_others": gettext_noop(
            "Seat {from_seat} at table {from_table} is the next in line for the big blind who may "
            "move: those due earlier moved lately or keep their seats."
        ),
        "moved_again": gettext_noop(
            "Seat {from_seat} at table {from_table} moves again, because everyone there moved lately."
        ),
        "player_drawn": gettext_noop(
            "No hand has been dealt at table {from_table} yet: seat {from_seat} was drawn to move."
        ),
        "last_seat_moves": gettext_noop(
            "No hand has been dealt at table {from_table} yet: the last seat, {from_seat}, moves."
        ),
        "seat_big_blind": gettext_noop(
            "Seat {to_seat} at table {to_table} is the worst open seat: it has the big blind in the "
            "next hand."
        ),
        "seat_worst": gettext_noop(
            "Seat {to_seat} at table {to_table} is the worst open seat: hands until its big blind: {hands}."
        ),
        "seat_waits": gettext_noop(
            "Table {to_table} has no open seat but in the small blind or behind it: the player takes "
            "seat {to_seat} and waits, without cards, until the button has passed."
        ),
        "seat_small_blind": gettext_noop(
            "Table {to_table} has no open seat but the small blind: the player takes seat {to_seat} "
            "and is dealt in, so that three can play."
        ),
        "seat_drawn": gettext_noop(
            "No hand has been dealt at table {to_table} yet: seat {to_seat} was drawn among the open seats."
        ),
        "seat_first_free": gettext_noop(
            "No hand has been dealt at table {to_table} yet: seat {to_seat} is its first open seat."
        ),
        "seat_by_card": gettext_noop(
            "Seat {from_seat} drew the {card} and gets seat card {turn} of {turns}: table {to_table}, "
            "seat {to_seat}."
        ),
        "table_halted": gettext_noop(
            "Table {table} stops dealing until it is balanced: it has {players} players, {short_by} "
            "fewer than the fullest table."
        ),
        "table_halts_soon": gettext_noop(
            "Table {table} has {players} players, {short_by} fewer than the fullest table: it stops "
            "as soon as its big blind would fall on an empty seat."
        ),
        "dead_button": gettext_noop(
            "The button is dead on empty seat {seat}: the big blind moves on and everybody pays both "
            "blinds. Seat {last} acts last."
        ),
        "button_rests": gettext_noop(
            "This game has no button: it waits at seat {seat} for the next game with blinds."
        ),
        "button_passes_over": gettext_noop(
            "Seat {seat} would have the button but has just sat down and waits: seat {last} acts last."
        ),
        "dead_small_blind": gettext_noop(
            "Nobody posts the small blind: the player who had the big blind has left seat {seat}."
        ),
        "no_small_blind_due": gettext_noop("Nobody owes a small blind in this hand."),
        "several_big_blinds": gettext_noop(
            "In this hand {count} players post the big blind, because players before them have left."
        ),
        "small_blind_waits": gettext_noop(
            "Nobody posts the small blind: the player in seat {seat} has just moved there and waits."
        ),
        "newcomer_waits": gettext_noop(
            "Seat {seat} waits without cards until the button has passed: the player sat down too "
            "close behind the blinds."
        ),
    }
)


def say_reason(reason: Reason | Mapping[str, Any], writer: Writer) -> str:
    """One reason as a sentence. A code of an older release is said in the English it was stored with."""
    stored: Mapping[str, Any] = reason.to_dict() if isinstance(reason, Reason) else reason
    params = dict(stored["params"])
    template = SENTENCES.get(stored["code"])
    if template is None:
        return str(stored["sentence"])
    if "card" in params:
        params["card"] = writer.card(params["card"])
    return gettext(template).format(**params)


def say_reasons(reasons: Sequence[Reason | Mapping[str, Any]], writer: Writer) -> tuple[str, ...]:
    return tuple(say_reason(reason, writer) for reason in reasons)
