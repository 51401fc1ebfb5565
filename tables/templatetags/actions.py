"""One line of a recorded hand as a sentence, as the page of the hand tells it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop, ngettext

from tables.templatetags.rulings import ruling_rule, said_ruling
from tables.words.hand_lines import ActionLine, LineKind
from tables.words.pots import pot_goes_to
from tournament.templatetags.poker import card_list, chips

register = template.Library()

Words = SafeString | str


@register.filter
def action_words(line: ActionLine) -> SafeString:
    """ "Anna raises to 800", "Bruno calls all-in, 350", "Carla shows" with her cards."""
    return format_html("{}", _SENTENCES[line.kind](line))


def _plain(sentence: str) -> Callable[[ActionLine], Words]:
    return lambda line: gettext(sentence) % {"name": line.name, "amount": chips(line.amount)}


def _chips_in(sentence: str, all_in: str) -> Callable[[ActionLine], Words]:
    """What puts chips in, said otherwise when they are the last."""
    return lambda line: _plain(all_in if line.is_all_in else sentence)(line)


def _knows(line: ActionLine) -> Words:
    if not line.cards:
        return _plain(gettext_noop("The cards of %(name)s were recorded"))(line)
    return _with_cards(_plain(gettext_noop("Dealt to %(name)s"))(line), line)


def _up_card(line: ActionLine) -> Words:
    if not line.is_known:
        return _plain(gettext_noop("The up-card of %(name)s was not recorded"))(line)
    return _with_cards(line.name, line)


def _draw(line: ActionLine) -> Words:
    if not line.amount:
        return _plain(gettext_noop("%(name)s stands pat"))(line)
    drawn = ngettext("%(name)s draws %(count)s card", "%(name)s draws %(count)s cards", line.amount)
    words = drawn % {"name": line.name, "count": line.amount}
    if line.reshuffled:
        late = ngettext("%(count)s after a reshuffle", "%(count)s after a reshuffle", line.reshuffled)
        words += f" ({late % {'count': line.reshuffled}})"
    discarded = gettext("discarded:")
    return _with_cards(f"{words}, {discarded}", line) if line.is_known else words


def _openers(line: ActionLine) -> Words:
    words = _plain(gettext_noop("%(name)s shows openers"))(line)
    return _with_cards(words, line) if line.is_known else words


def _boards(line: ActionLine) -> Words:
    return gettext("The board is dealt %(times)s times") % {"times": line.amount}


def _show(line: ActionLine) -> Words:
    return _with_cards(_plain(gettext_noop("%(name)s shows"))(line), line)


def _declare(line: ActionLine) -> Words:
    unseen = gettext("cards not shown")
    return f"{pot_goes_to(line.names, pot=line.pot, pots=line.pots, half=line.half)}, {unseen}"


def _ruling(line: ActionLine) -> Words:
    said = (
        format_html("{}: {}", line.name, said_ruling(line.ruling)) if line.name else said_ruling(line.ruling)
    )
    if line.ruling is None:
        return said
    rule = ruling_rule(line.ruling)
    if line.ruling.floor:
        rule = format_html("{} {}", rule, gettext("Decided by the floor."))
    return format_html('{} <span class="soft small">{}</span>', said, rule)


def _with_cards(words: Words, line: ActionLine) -> SafeString:
    return format_html("{} {}", words, card_list(line.cards))


_SENTENCES: Final[Mapping[LineKind, Callable[[ActionLine], Words]]] = {
    "waited": _plain(gettext_noop("%(amount)s carried over from the previous hand")),
    "ante": _plain(gettext_noop("%(name)s posts the ante %(amount)s")),
    "table_ante": _plain(gettext_noop("%(name)s posts the table ante %(amount)s")),
    "small_blind": _plain(gettext_noop("%(name)s posts the small blind %(amount)s")),
    "big_blind": _plain(gettext_noop("%(name)s posts the big blind %(amount)s")),
    "straddle": _plain(gettext_noop("%(name)s straddles %(amount)s")),
    "entry_blind": _plain(gettext_noop("%(name)s posts %(amount)s to enter")),
    "dead_blind": _plain(gettext_noop("%(name)s posts %(amount)s dead")),
    "knows": _knows,
    "up_card": _up_card,
    "speaks_first": _plain(gettext_noop("%(name)s acts first")),
    "fold": _plain(gettext_noop("%(name)s folds")),
    "check": _plain(gettext_noop("%(name)s checks")),
    "call": _chips_in(
        gettext_noop("%(name)s calls %(amount)s"), gettext_noop("%(name)s calls all-in, %(amount)s")
    ),
    "bring_in": _chips_in(
        gettext_noop("%(name)s brings in %(amount)s"), gettext_noop("%(name)s brings in all-in, %(amount)s")
    ),
    "complete": _chips_in(
        gettext_noop("%(name)s completes to %(amount)s"),
        gettext_noop("%(name)s completes all-in, %(amount)s"),
    ),
    "bet": _chips_in(
        gettext_noop("%(name)s bets %(amount)s"), gettext_noop("%(name)s bets all-in, %(amount)s")
    ),
    "raise": _chips_in(
        gettext_noop("%(name)s raises to %(amount)s"), gettext_noop("%(name)s raises all-in, %(amount)s")
    ),
    "blind": _chips_in(
        gettext_noop("%(name)s bets %(amount)s blind"), gettext_noop("%(name)s bets blind all-in, %(amount)s")
    ),
    "draw": _draw,
    "show": _show,
    "muck": _plain(gettext_noop("%(name)s mucks")),
    "openers": _openers,
    "declare": _declare,
    "no_low": _plain(gettext_noop("No low")),
    "boards": _boards,
    "puts_in": _plain(gettext_noop("%(name)s puts %(amount)s in")),
    "takes_out": _plain(gettext_noop("%(name)s takes %(amount)s out")),
    "end": _plain(gettext_noop("The hand is over")),
    "returned": _plain(gettext_noop("Uncalled bet of %(amount)s returned to %(name)s")),
    "waits": _plain(gettext_noop("No winner: %(amount)s carries over to the next hand")),
    "ruling": _ruling,
}
