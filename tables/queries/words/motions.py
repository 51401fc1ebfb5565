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
from tables.engine.gestures.interpretation import SOURCES, Meaning
from tournament.queries.words.log import Writer

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no_betting": gettext_noop("There is no betting now."),
        "nothing_done": gettext_noop("Nothing was said and no chips came forward."),
        "bound_out_of_turn": gettext_noop("The player has acted out of turn and is bound by it."),
        # Which of words and chips, and how much of them.
        "chips_first": gettext_noop("The chips came before the words: the chips decide."),
        "string_bet": gettext_noop("Only the first motion counts, not the chips brought later."),
        # Words that name an action.
        "fold_unfaced": gettext_noop("A fold binds, also with nothing to call."),
        "fold": gettext_noop("A fold in turn binds."),
        "check_faced": gettext_noop(
            "There are %(call)s to call: after “check” the player may call or fold, but not raise."
        ),
        "check": gettext_noop("There is nothing to call."),
        "call_unfaced": gettext_noop("With nothing to call, “call” is a check."),
        "call": gettext_noop("A declared call binds to the whole bet."),
        # Numbers said without their unit.
        "unclear_amount": gettext_noop(
            "The number can mean several amounts: it is the highest one within the pot, %(heard)s."
        ),
        "unit_left_out": gettext_noop(
            "Nothing the number can mean is within the pot: it is the lowest such amount, %(heard)s."
        ),
        # What limits any bet or raise.
        "beyond_stack": gettext_noop("These are more chips than the %(stack)s that the record knows."),
        "all_in_call": gettext_noop("The player has no more than a call."),
        "raise_not_open": gettext_noop(
            "No raise is open to this player now: it is no more than a call or a check."
        ),
        "all_in_above_limit": gettext_noop("All-in is more than the %(maximum)s that may be bet here."),
        "all_in": gettext_noop("“All-in” is everything the player has: %(stack)s."),
        "pot": gettext_noop("In pot limit “pot” is the most that may be bet: %(maximum)s."),
        "pot_without_pot_limit": gettext_noop(
            "Outside pot limit “pot” is no amount, but it binds to a valid bet or raise: at least %(minimum)s."
        ),
        # Neither number nor chips.
        "raise_unfaced": gettext_noop(
            "With nothing to call, “raise” binds to a bet of at least %(minimum)s."
        ),
        "raise_unnamed": gettext_noop("“Raise” without an amount binds to a raise to at least %(minimum)s."),
        "bet_faced": gettext_noop("“Bet” is no clear word when there is a bet already."),
        "pulled_in": gettext_noop("Chips of an earlier bet were pulled back in: call or raise, but no fold."),
        # A bet is faced and no raise was declared.
        "prior_chips": gettext_noop("What still lies there of an earlier bet counts with the new chips."),
        "tiny_chips": gettext_noop("The chips are tiny beside the %(call)s to call."),
        "undercall_heads_up": gettext_noop("Heads-up, less than the bet is a full call."),
        "undercall_of_opening": gettext_noop("Less than the opening bet is a full call."),
        "undercall": gettext_noop(
            "%(heard)s is less than the raise to %(call)s: a full call, or a fold that leaves these chips in "
            "the pot."
        ),
        "exact_call": gettext_noop("It is exactly the call."),
        "overchip": gettext_noop("One larger chip without a word is a call."),
        "every_chip_needed": gettext_noop("Without the smallest chip it would be less than the call."),
        "last_chips": gettext_noop("It is everything the player has, and more than the call needs: all-in."),
        "less_than_half": gettext_noop("It adds less than half of the smallest raise: that is no raise."),
        # It is a bet or a raise: how much.
        "above_maximum": gettext_noop("No more than %(maximum)s may be bet here."),
        "bet_below_minimum": gettext_noop("A bet is at least %(minimum)s."),
        "raise_below_minimum": gettext_noop("A declared raise is at least to %(minimum)s."),
        "raise_completed": gettext_noop("It adds half of the smallest raise or more: it becomes a full one."),
        "raise_with_overchip": gettext_noop("“Raise” and one chip: as much as the chip allows."),
        "bet_of_overchip": gettext_noop(
            "With nothing to call, one chip without a word is a bet of all of it."
        ),
        "raise_to_total": gettext_noop("What is said or put in is the total of the raise."),
        "bet": gettext_noop("What is said or put in is the bet."),
        "raise_by_half_or_more": gettext_noop(
            "It is more than the call needs and a full raise: all of it counts."
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionWords:
    """outcome: what is recorded or who chooses; chips: what goes back or is due, or ""; why: a
    sentence for each rule, with its number."""

    outcome: str
    chips: str
    why: tuple[str, ...]


def motion_words(meaning: Meaning, writer: Writer) -> MotionWords:
    """A meaning as the dealer reads it, in the language in force."""
    figures = {name: writer.chips(amount) for name, amount in meaning.params.items()}
    return MotionWords(
        outcome=_outcome(meaning, writer),
        chips=_chips(meaning, writer),
        why=tuple(_(SENTENCES[code]) % figures + _numbers(code) for code in meaning.rules),
    )


def _outcome(meaning: Meaning, writer: Writer) -> str:
    if meaning.operation is not None:
        return f"{_action(meaning.operation, meaning, writer)}."
    if not meaning.choices:
        return _("This means nothing.")
    choices = {"choices": _(" or ").join(_action(each, meaning, writer) for each in meaning.choices)}
    if meaning.floor:
        return _("The floor decides: %(choices)s.") % choices
    return _("The player decides: %(choices)s.") % choices


def _action(operation: engine.Operation, meaning: Meaning, writer: Writer) -> str:
    """An operation as an action: "Call", "Raise to 1,700"."""
    if isinstance(operation, engine.RaiseTo):
        amount = {"amount": writer.chips(operation.amount)}
        if not meaning.params["call"]:
            return (_("Bet at least %(amount)s") if meaning.at_least else _("Bet %(amount)s")) % amount
        return (_("Raise to at least %(amount)s") if meaning.at_least else _("Raise to %(amount)s")) % amount
    if isinstance(operation, engine.Call):
        return _("Call")
    return _("Check") if isinstance(operation, engine.Check) else _("Fold")


def _chips(meaning: Meaning, writer: Writer) -> str:
    if meaning.chips_back:
        return _("Chips to give back: %(chips)s.") % {"chips": writer.chips(meaning.chips_back)}
    if meaning.chips_due:
        return _("Chips still to put in: %(chips)s.") % {"chips": writer.chips(meaning.chips_due)}
    return ""


def _numbers(code: str) -> str:
    """The published rules behind a code: " (TDA 44, WSOP 97)". Seeds are ours alone."""
    published = [source for source in SOURCES[code] if not source.startswith("S-")]
    return f" ({', '.join(published)})" if published else ""
