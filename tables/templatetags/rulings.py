"""A ruling in words: what it is called, what was said, how much, which cards."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tables import engine
from tables.engine.play.operations import Action
from tables.words.rulings import ruling_words
from tournament.templatetags.poker import card_list, chips

register = template.Library()


@register.filter
def said_ruling(ruling: engine.Ruling | None) -> SafeString:
    """ "Out of turn, raise to 800"; whom it concerns is said by the page."""
    if ruling is None:
        return format_html("{}", "")
    parts: list[SafeString | str] = [ruling_words(ruling.kind).name]
    if ruling.amount and ruling.inner is not None:
        parts.append(gettext("%(amount)s put in") % {"amount": chips(ruling.amount)})
    elif ruling.amount:
        parts.append(chips(ruling.amount))
    if ruling.inner is not None:
        parts.append(said_action(ruling.inner))
    if ruling.cards:
        parts.append(card_list(engine.format_cards(ruling.cards)))
    return format_html_join(", ", "{}", [(part,) for part in parts])


@register.filter
def ruled_seat(ruling: engine.Ruling) -> SafeString:
    """The same with its seat in front: "Seat 4: dead hand"."""
    if not ruling.seat:
        return said_ruling(ruling)
    seat = gettext("Seat %(seat)s") % {"seat": ruling.seat}
    return format_html("{}: {}", seat, said_ruling(ruling))


@register.filter
def ruling_rule(ruling: engine.Ruling) -> str:
    """The rule's sentence with its numbers."""
    return ruling_words(ruling.kind).rule


@register.filter
def said_action(action: Action) -> str:
    """ "raise to 800", "fold"."""
    if isinstance(action, engine.RaiseTo):
        return pgettext("an action", "raise to %(amount)s") % {"amount": chips(action.amount)}
    if isinstance(action, engine.Call):
        return pgettext("an action", "call")
    return (
        pgettext("an action", "check") if isinstance(action, engine.Check) else pgettext("an action", "fold")
    )


@register.filter
def action_word(said: str) -> str:
    """The word on a choice of actions."""
    return {
        "fold": gettext("Fold"),
        "check": gettext("Check"),
        "call": gettext("Call"),
        "raise": gettext("Raise to"),
        "chips": gettext("Chips without a declaration"),
        "declared": gettext("“Raise” was declared"),
    }[said]


@register.filter
def gesture_word(said: str) -> str:
    """What a player said, on a choice."""
    return {
        "": pgettext("words", "nothing"),
        "fold": gettext("Fold"),
        "check": gettext("Check"),
        "call": gettext("Call"),
        "bet": gettext("Bet"),
        "raise": gettext("Raise"),
        "all_in": gettext("All-in"),
        "pot": gettext("Pot"),
        "amount": gettext("a number"),
    }[said]


@register.filter
def pile_word(pile: str) -> str:
    """Where chips went that a player pushed forward."""
    return {
        "chips": gettext("Put in now"),
        "later": gettext("Added in a second motion"),
        "front": gettext("In front from before"),
    }[pile]


@register.filter
def group_words(group: str) -> str:
    """The heading of a group of rulings."""
    return {
        "action": pgettext("rulings", "Action"),
        "deal": pgettext("rulings", "Deal"),
        "hand": pgettext("rulings", "Hand"),
    }[group]
