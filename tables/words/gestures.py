"""What a motion means, in the reader's language: what it comes to, what happens to the chips, and why.

The engine names each rule by a code; here are their sentences for translation. A test keeps the two
lists equal. Numbers of rule books are the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables import engine
from tables.engine.gestures.interpretation import Interpretation
from tables.engine.gestures.rules import SOURCES
from tournament.words.writer import Writer

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no_betting": gettext_noop("No betting round is in progress."),
        "nothing_done": gettext_noop("Nothing was said and no chips were pushed forward."),
        "bound_out_of_turn": gettext_noop("The player has acted out of turn and is bound by that action."),
        # Which of words and chips, and how much of them.
        "chips_first": gettext_noop("The chips went in before the declaration: the chips define the bet."),
        "raise_in_two_motions": gettext_noop(
            "“Raise”, then the amount of the call, then the rest in one more motion: both motions count."
        ),
        "string_bet": gettext_noop("Only the first motion counts, not chips added later."),
        # Words that name an action.
        "fold_unfaced": gettext_noop("A fold is binding, even with nothing to call."),
        "fold": gettext_noop("A fold in turn is binding."),
        "check_faced": gettext_noop(
            "There are %(call)s to call: after “check” the player may call or fold, but not raise."
        ),
        "check": gettext_noop("There is nothing to call."),
        "call_unfaced": gettext_noop("With nothing to call, “call” is a check."),
        "call": gettext_noop("A declared call commits the player to the full bet."),
        # Numbers said without their unit.
        "unclear_amount": gettext_noop(
            "The declared number has several meanings: the highest one within the pot applies, %(heard)s."
        ),
        "unit_left_out": gettext_noop(
            "No meaning of the declared number is within the pot: the lowest one applies, %(heard)s."
        ),
        # What limits any bet or raise.
        "beyond_stack": gettext_noop("These are more chips than the %(stack)s on record."),
        "all_in_call": gettext_noop("The player has only enough chips to call."),
        "raise_not_open": gettext_noop("This player cannot raise now: it counts as a call or a check."),
        "all_in_above_limit": gettext_noop("All-in is above the maximum bet of %(maximum)s here."),
        "all_in": gettext_noop("“All-in” is everything the player has: %(stack)s."),
        "pot": gettext_noop("In pot limit, “pot” is the maximum bet: %(maximum)s."),
        "pot_without_pot_limit": gettext_noop(
            "Outside pot limit, “pot” is not an amount, but it commits the player to a valid bet or raise "
            "of at least %(minimum)s."
        ),
        # Neither number nor chips.
        "raise_unfaced": gettext_noop(
            "With nothing to call, “raise” commits the player to a bet of at least %(minimum)s."
        ),
        "raise_unnamed": gettext_noop(
            "“Raise” without an amount commits the player to a raise to at least %(minimum)s."
        ),
        "bet_faced": gettext_noop("“Bet” is unclear when there is already a bet."),
        "pulled_in": gettext_noop(
            "Chips from an earlier bet were pulled back: the player may call or raise, but not fold."
        ),
        # A bet is faced and no raise was declared.
        "prior_chips": gettext_noop("Chips left from an earlier bet count together with the new chips."),
        "tiny_chips": gettext_noop("The chips are tiny compared with the %(call)s to call."),
        "undercall_heads_up": gettext_noop("Heads-up, an undercall is a full call."),
        "undercall_of_opening": gettext_noop("An undercall of the opening bet is a full call."),
        "undercall": gettext_noop(
            "%(heard)s is an undercall of the raise to %(call)s: a full call, or a fold that forfeits "
            "these chips."
        ),
        "exact_call": gettext_noop("It is exactly the amount to call."),
        "overchip": gettext_noop("A single oversized chip without a declaration is a call."),
        "every_chip_needed": gettext_noop("Without the smallest chip it would not cover the call."),
        "last_chips": gettext_noop("It is everything the player has, and more than the call: all-in."),
        "less_than_half": gettext_noop("It adds less than half of the minimum raise: it is not a raise."),
        # It is a bet or a raise: how much.
        "above_maximum": gettext_noop("The maximum bet here is %(maximum)s."),
        "bet_below_minimum": gettext_noop("The minimum bet is %(minimum)s."),
        "raise_below_minimum": gettext_noop("A declared raise must be to at least %(minimum)s."),
        "raise_completed": gettext_noop(
            "It adds half of the minimum raise or more: it is made up to a full raise."
        ),
        "raise_with_overchip": gettext_noop(
            "“Raise” with a single chip: the raise is as much as the chip allows."
        ),
        "bet_of_overchip": gettext_noop(
            "With nothing to call, a single chip without a declaration is a bet of its full value."
        ),
        "raise_to_total": gettext_noop("The amount declared or put in is the total of the raise."),
        "bet": gettext_noop("The amount declared or put in is the bet."),
        "raise_by_half_or_more": gettext_noop("It covers the call and a full raise: all of it counts."),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureWords:
    """outcome: what is recorded or who chooses; chips: what goes back or is due, or ""; why: a
    sentence for each rule, with its number."""

    outcome: str
    chips: str
    why: tuple[str, ...]


def gesture_words(interpretation: Interpretation, writer: Writer) -> GestureWords:
    """A meaning as the dealer reads it, in the language in force."""
    figures = {name: writer.chips(amount) for name, amount in interpretation.params.items()}
    return GestureWords(
        outcome=_outcome(interpretation, writer),
        chips=_chips(interpretation, writer),
        why=tuple(_(SENTENCES[code]) % figures + _numbers(code) for code in interpretation.rules),
    )


def _outcome(interpretation: Interpretation, writer: Writer) -> str:
    if interpretation.operation is not None:
        return f"{action_words(interpretation.operation, interpretation, writer)}."
    if not interpretation.choices:
        return _("It has no meaning here.")
    choices = {
        "choices": _(" or ").join(
            action_words(each, interpretation, writer) for each in interpretation.choices
        )
    }
    if interpretation.floor:
        return _("The floor decides: %(choices)s.") % choices
    return _("The player decides: %(choices)s.") % choices


def action_words(operation: engine.Operation, interpretation: Interpretation, writer: Writer) -> str:
    """An operation as an action: "Call", "Raise to 1,700"."""
    if isinstance(operation, engine.RaiseTo):
        amount = {"amount": writer.chips(operation.amount)}
        if not interpretation.params["call"]:
            return (_("Bet at least %(amount)s") if interpretation.at_least else _("Bet %(amount)s")) % amount
        return (
            _("Raise to at least %(amount)s") if interpretation.at_least else _("Raise to %(amount)s")
        ) % amount
    if isinstance(operation, engine.Call):
        return _("Call")
    return _("Check") if isinstance(operation, engine.Check) else _("Fold")


def _chips(interpretation: Interpretation, writer: Writer) -> str:
    if interpretation.chips_back:
        return _("Chips to return: %(chips)s.") % {"chips": writer.chips(interpretation.chips_back)}
    if interpretation.chips_due:
        return _("Chips still owed: %(chips)s.") % {"chips": writer.chips(interpretation.chips_due)}
    return ""


def rule_numbers(interpretation: Interpretation) -> str:
    """The published rules by which a gesture was read: "TDA 42, TDA 56, TDA 44"."""
    numbers = [number for code in interpretation.rules for number in _published(code)]
    return ", ".join(dict.fromkeys(numbers))


def _numbers(code: str) -> str:
    """The published rules behind a code: " (TDA 44, WSOP 97)"."""
    published = _published(code)
    return f" ({', '.join(published)})" if published else ""


def _published(code: str) -> list[str]:
    """Seeds are ours alone."""
    return [source for source in SOURCES[code] if not source.startswith("S-")]
