"""Words and places of the dealer's tablet."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tables.floor.reasons import Reason
from tables.queries.bet_choices import BetChoice
from tables.queries.reasons import SENTENCES
from tables.queries.tablet_shown import Plate, Told
from tournament.templatetags.poker import card_list, chips

register = template.Library()

# Where a chair is drawn, clockwise from the dealer's left hand, for each number of chairs.
PLACES: dict[int, tuple[str, ...]] = {
    2: ("left", "right"),
    3: ("left", "top-3", "right"),
    4: ("left", "top-2", "top-4", "right"),
    5: ("low-1", "left", "top-3", "right", "low-5"),
    6: ("low-1", "left", "top-2", "top-4", "right", "low-5"),
    7: ("low-1", "left", "top-1", "top-3", "top-5", "right", "low-5"),
    8: ("low-1", "left", "top-1", "top-2", "top-4", "top-5", "right", "low-5"),
    9: ("low-1", "left", "top-1", "top-2", "top-3", "top-4", "top-5", "right", "low-5"),
    10: ("low-2", "low-1", "left", "top-1", "top-2", "top-4", "top-5", "right", "low-5", "low-4"),
}

SEATS_WITH_NAME = "%(seat)s · %(name)s"


@register.filter
def place(plate: Plate, seats: int) -> str:
    """The class that puts a chair on its place: "plate--top-3"."""
    return f"plate--{PLACES[seats][plate.number - 1]}"


@register.filter
def told(operation: Told) -> SafeString:
    """One operation in few words: "S4 raises to 1,200"."""
    return format_html("{}", _SENTENCES[operation.kind](operation))


@register.filter
def explained(remark: Reason) -> str:
    """What is unusual about the next hand: "Nobody posts the small blind: …"."""
    return gettext(SENTENCES[remark.code]).format(**remark.params)


def _seat(operation: Told) -> str:
    return pgettext("short for seat 4", "S%(seat)s") % {"seat": operation.seat}


def _raise(operation: Told) -> str:
    return gettext("%(seat)s raises to %(amount)s") % {
        "seat": _seat(operation),
        "amount": chips(operation.amount),
    }


def _board(operation: Told) -> SafeString | str:
    if "?" in operation.cards:
        return gettext("Board cards, not recorded")
    return card_list(operation.cards)


def _show(operation: Told) -> SafeString | str:
    if not operation.cards or "?" in operation.cards:
        return gettext("%(seat)s shows") % {"seat": _seat(operation)}
    return format_html("{} {}", _seat(operation), card_list(operation.cards))


def _declare(operation: Told) -> str:
    seats = ", ".join(pgettext("short for seat 4", "S%(seat)s") % {"seat": seat} for seat in operation.seats)
    return gettext("%(seats)s: winner of the pot") % {"seats": seats}


_SENTENCES = {
    "Fold": lambda op: gettext("%(seat)s folds") % {"seat": _seat(op)},
    "Check": lambda op: gettext("%(seat)s checks") % {"seat": _seat(op)},
    "Call": lambda op: gettext("%(seat)s calls") % {"seat": _seat(op)},
    "Muck": lambda op: gettext("%(seat)s mucks") % {"seat": _seat(op)},
    "RaiseTo": _raise,
    "DealBoard": _board,
    "DealHole": _show,
    "Show": _show,
    "DeclareWinners": _declare,
}


@register.filter
def choice_words(choice: BetChoice) -> str:
    """What stands on a preset: "Min", "2.5 BB", "3×", "1/2 pot", "Pot", "All-in"."""
    if choice.kind == "minimum":
        return pgettext("smallest bet", "Min")
    if choice.kind == "pot":
        return gettext("Pot")
    if choice.kind == "all_in":
        return gettext("All-in")
    if choice.kind == "part":
        return gettext("%(part)s pot") % {"part": str(choice.factor)}
    number = number_format(f"{float(choice.factor):g}")
    return gettext("%(number)s BB") % {"number": number} if choice.of_big_blind else f"{number}×"


@register.filter
def street_words(name: str) -> str:
    return {
        "preflop": gettext("Preflop"),
        "flop": gettext("Flop"),
        "turn": gettext("Turn"),
        "river": gettext("River"),
    }.get(name, name)


@register.filter
def next_street_words(name: str) -> str:
    """The street to be dealt after this one."""
    following = {"preflop": "flop", "flop": "turn", "turn": "river"}.get(name, name)
    return street_words(following)


@register.filter
def unknown_cards(count: int) -> str:
    return "??" * count


@register.simple_tag
def pot_name(index: int, pots: int) -> str:
    """ "Pot", or with side pots "Main pot", "Side pot 2"."""
    if index == 0:
        return gettext("Main pot") if pots > 1 else gettext("Pot")
    return gettext("Side pot %(number)s") % {"number": index}
