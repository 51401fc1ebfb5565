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
from tournament.words.writer import Writer

# (table, seat) -> the name of the player there.
Names = Mapping[tuple[int, int], str]
NOBODY: Final[Names] = MappingProxyType({})
# Of tables that are alike so many are named.
TABLES_NAMED: Final = 8

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "tables_uneven": gettext_noop(
            "Table {from_table} has {from_players} players and table {to_table} has {to_players}: tables "
            "may be at most {tolerance} apart."
        ),
        "too_many_to_deal": gettext_noop(
            "Table {from_table} has {from_players} players, and a game still to come takes {most} at most."
        ),
        "tie_breaks_first": gettext_noop(
            "Tables {tables} have {players} players each: table {from_table} breaks first, so it sends one."
        ),
        "tie_next_number": gettext_noop(
            "Tables {tables} have {players} players each: table {from_table} is next by number after "
            "table {last_source}, which sent the last player."
        ),
        "tie_lowest_number": gettext_noop(
            "Tables {tables} have {players} players each: table {from_table} has the lowest number, so it "
            "sends the first player."
        ),
        "source_due_moved": gettext_noop(
            "Table {table} has {players} players, but the player due to move has just moved."
        ),
        "source_all_moved": gettext_noop(
            "Table {table} has {players} players, but every player who may be moved has just moved."
        ),
        "source_all_locked": gettext_noop(
            "Table {table} has {players} players, but all their seats are locked."
        ),
        "tie_breaks_last": gettext_noop(
            "Tables {tables} have {players} players each: table {to_table} breaks last, so it receives one."
        ),
        "only_small_blind_open": gettext_noop(
            "Table {table} has {players} players, but no open seat other than the small blind or one "
            "between it and the button."
        ),
        "table_can_break": gettext_noop(
            "Table {from_table} can break: it is the first in the breaking order whose players fit, "
            "{players} into the {seats} open seats at the other tables."
        ),
        "table_breaks": gettext_noop(
            "Table {from_table} breaks: its players fit, {players} into the {seats} open seats at the "
            "other tables."
        ),
        "due_big_blind": gettext_noop(
            "Seat {from_seat} at table {from_table} is due for the big blind next."
        ),
        "due_after_others": gettext_noop(
            "Seat {from_seat} at table {from_table} is the next due for the big blind among players who may "
            "be moved."
        ),
        "source_button_unknown": gettext_noop(
            "The button at table {from_table} is unknown: seat {from_seat} is proposed by its number. Set the "
            "button there, and the player due for the big blind is proposed."
        ),
        "seat_button_unknown": gettext_noop(
            "The button at table {to_table} is unknown: seat {to_seat} is the first open one. Set the button "
            "there, and the worst open seat is proposed."
        ),
        "same_position": gettext_noop(
            "There are no blinds, so players move by position: seat {from_seat} at table {from_table} "
            "fills seat {to_seat}."
        ),
        "next_position": gettext_noop(
            "There are no blinds, so players move by position: counting from seat {to_seat}, seat "
            "{from_seat} at table {from_table} is the first that may be moved."
        ),
        "high_card_decides": gettext_noop(
            "The high card decides who leaves table {from_table}: one card each to {count} players."
        ),
        "high_card_moves": gettext_noop(
            "Seat {from_seat} at table {from_table} was dealt the {card}, the highest of {count} cards."
        ),
        "only_one_may_move": gettext_noop(
            "Seat {from_seat} at table {from_table} is the only one there that may be moved."
        ),
        "moved_again": gettext_noop(
            "Seat {from_seat} at table {from_table} moves again: all {count} players who may be moved "
            "there have just moved."
        ),
        "passed_over_moved": gettext_noop("Passed over, having just moved: {from_seats}."),
        "passed_over_locked": gettext_noop("Passed over, seats locked: {from_seats}."),
        "seat_big_blind": gettext_noop(
            "Seat {to_seat} at table {to_table} is the worst open seat: it gets the big blind next."
        ),
        "seat_worst": gettext_noop(
            "Seat {to_seat} at table {to_table} is the worst open seat: hands until its big blind: {hands}."
        ),
        "seat_waits": gettext_noop(
            "Table {to_table} has no open seat that gets cards in the next hand: the player takes seat "
            "{to_seat}, between small blind and button, and waits until the button passes."
        ),
        "seat_waits_walking": gettext_noop(
            "Table {to_table} has no open seat that gets cards in the next hand: the player takes seat "
            "{to_seat}, between big blind and button, and waits until the button passes."
        ),
        "seat_waits_small_blind": gettext_noop(
            "Table {to_table} has no better open seat than the small blind, which a moved player may not "
            "take: the player takes seat {to_seat} and waits until the button passes."
        ),
        "seat_small_blind": gettext_noop(
            "The small blind is the only open seat at table {to_table}: the player takes seat {to_seat} "
            "and is dealt in, so that three can play."
        ),
        "seat_small_blind_dealt_in": gettext_noop(
            "The small blind is the only open seat at table {to_table}: the player takes seat {to_seat} "
            "and is dealt in."
        ),
        "seat_first_free": gettext_noop(
            "Table {to_table} has no players yet: seat {to_seat} is its first open seat."
        ),
        "seat_opened_last": gettext_noop("Seat {to_seat} is the seat vacated last at table {to_table}."),
        "seat_by_lot": gettext_noop(
            "Seat {to_seat} at table {to_table} is drawn from its {count} open seats."
        ),
        "seat_drawn": gettext_noop(
            "No player has left a seat at table {to_table} yet: seat {to_seat} is drawn from its {count} open seats."
        ),
        "seat_reserved": gettext_noop("Seat {to_seat} at table {to_table} is reserved for this player."),
        "seat_by_card": gettext_noop(
            "Seat {from_seat} drew the {card} and gets seat card {turn} of {turns}: table {to_table}, "
            "seat {to_seat}."
        ),
        "table_halted": gettext_noop(
            "Play halts at table {table} until it is balanced: it has {players} players, {short_by} "
            "fewer than table {fullest} with {most}."
        ),
        "table_halted_blinds": gettext_noop(
            "Play halts at table {table} until it is balanced: it has {players} players, {short_by} "
            "fewer than table {fullest} with {most}, and its big blind falls on empty seat {seat}."
        ),
        "table_halts_soon": gettext_noop(
            "Table {table} has {players} players, {short_by} fewer than table {fullest} with {most}: "
            "play halts there as soon as its big blind falls on an empty seat."
        ),
        "dead_button": gettext_noop(
            "Dead button on empty seat {seat}: every player pays both blinds. Seat {last} acts last."
        ),
        "dead_button_no_blinds": gettext_noop("Dead button on empty seat {seat}: seat {last} acts last."),
        "button_rests": gettext_noop(
            "This game has no button: it stays at seat {seat} until the next game with blinds."
        ),
        "button_passes_over": gettext_noop(
            "Seat {seat} would have the button, but the player has just sat down and waits: seat {last} "
            "acts last."
        ),
        "alone": gettext_noop(
            "Only seat {seat} is there: five minutes after the start deal a hand every two minutes; it ends by "
            "itself, and seat {seat} gets the blinds."
        ),
        "alone_antes": gettext_noop(
            "Only seat {seat} is there: deal a hand every {count} minutes, one for each seat sold; it ends by itself, "
            "and seat {seat} gets the antes."
        ),
        "alone_heads_up": gettext_noop(
            "Only seat {seat} is there: five minutes after the start deal a hand every minute; it ends by itself, "
            "and seat {seat} gets the blinds."
        ),
        "dead_small_blind": gettext_noop("Dead small blind on empty seat {seat}: nobody posts it."),
        "no_small_blind_due": gettext_noop("No small blind is due in this hand."),
        "several_big_blinds": gettext_noop(
            "In this hand {count} players post the big blind, because players before them have left."
        ),
        "big_blind_again": gettext_noop(
            "Seat {seat} posts the big blind again: with the moving button several players posted it in "
            "the last hand."
        ),
        "small_blind_waits": gettext_noop(
            "Dead small blind: the player in seat {seat} has just moved there and waits."
        ),
        "newcomer_waits": gettext_noop(
            "Seat {seat} waits without cards until the button passes: the player sat down between small "
            "blind and button."
        ),
        "newcomer_waits_walking": gettext_noop(
            "Seat {seat} waits without cards until the button passes: the player sat down between big "
            "blind and button."
        ),
    }
)


def say_reason(
    reason: Reason | Mapping[str, Any], writer: Writer, names: Names = NOBODY, *, with_rule: bool = True
) -> str:
    """One reason as a sentence that names seats, players and the rule it rests on.

    A code of an older release is said in the English it was stored with.
    """
    if isinstance(reason, Reason):
        code, params, source = reason.code, reason.params, reason.source
    else:
        code, params, source = reason["code"], reason["params"], reason.get("source", "")
    said = _say(code, params, writer, names)
    if said is None:
        said = reason.sentence if isinstance(reason, Reason) else str(reason["sentence"])
    if not with_rule or not source:
        return said
    return f"{said.removesuffix('.')} ({source})."


def say_reasons(
    reasons: Sequence[Reason | Mapping[str, Any]], writer: Writer, names: Names = NOBODY
) -> tuple[str, ...]:
    return tuple(say_reason(reason, writer, names) for reason in reasons)


def _say(code: str, figures: Mapping[str, Any], writer: Writer, names: Names) -> str | None:
    """The sentence; None for a code that is not known, or one that was stored before it had all its figures."""
    template = SENTENCES.get(code)
    if template is None:
        return None
    params = dict(figures)
    table = params.get("from_table")
    if "card" in params:
        params["card"] = writer.card(params["card"])
    if "from_seat" in params:
        params["from_seat"] = _seat(table, params["from_seat"], names)
    if "from_seats" in params:
        seats = [_seat(table, seat, names) for seat in params["from_seats"]]
        params["from_seats"] = ", ".join(gettext("seat %(seat)s") % {"seat": seat} for seat in seats)
    if "tables" in params:
        params["tables"] = _tables(params["tables"])
    try:
        return gettext(template).format(**params)
    except KeyError:
        return None


def _tables(numbers: Sequence[int]) -> str:
    """ "1, 2, 3", in a large room the first and how many more are like them."""
    named = ", ".join(map(str, numbers[:TABLES_NAMED]))
    more = len(numbers) - TABLES_NAMED
    return named if more <= 0 else gettext("%(tables)s and %(count)d more") % {"tables": named, "count": more}


def _seat(table: Any, seat: Any, names: Names) -> str:
    """The number of a seat with who sits there: "5 (Ada Verdi)"."""
    name = names.get((table, seat))
    return f"{seat} ({name})" if name else str(seat)
