"""Words and places of the dealer's tablet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Final

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop, ngettext, pgettext

from tables.floor.reasons import Reason
from tables.queries.table.last_hand import OutShown
from tables.queries.tablet.actions import Actions, BetChoice, Kind
from tables.queries.tablet.screen import TabletScreen
from tables.queries.tablet.seats import BACK, SeatShown
from tables.queries.tablet.sheets import Picker
from tables.words.reasons import SENTENCES
from tournament.templatetags.poker import card, chips, money, places, side_by_side

register = template.Library()

# Where a seat is drawn, clockwise from the dealer's left hand, for each number of seats.
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

STREETS: Final = MappingProxyType(
    {
        "preflop": gettext_noop("Preflop"),
        "first card": gettext_noop("First card"),
        "flop": gettext_noop("Flop"),
        "turn": gettext_noop("Turn"),
        "river": gettext_noop("River"),
        "second street": gettext_noop("Second street"),
        "third street": gettext_noop("Third street"),
        "fourth street": gettext_noop("Fourth street"),
        "fifth street": gettext_noop("Fifth street"),
        "sixth street": gettext_noop("Sixth street"),
        "seventh street": gettext_noop("Seventh street"),
        "deal": gettext_noop("Before the draw"),
        "draw": gettext_noop("Draw"),
        "first draw": gettext_noop("First draw"),
        "second draw": gettext_noop("Second draw"),
        "third draw": gettext_noop("Third draw"),
    }
)
AFTER_A_DRAW: Final = MappingProxyType(
    {
        "draw": gettext_noop("After the draw"),
        "first draw": gettext_noop("After the first draw"),
        "second draw": gettext_noop("After the second draw"),
        "third draw": gettext_noop("After the third draw"),
    }
)
# What a player does with the cards that are picked: the picker's heading, the tap while it is queued, and the button
# that records it without cards.
TITLES: Final = MappingProxyType(
    {
        "show": gettext_noop("Seat %(seat)s · %(name)s shows"),
        "up": gettext_noop("Seat %(seat)s · %(name)s: up-card"),
        "discard": gettext_noop("Seat %(seat)s · %(name)s discards"),
        "openers": gettext_noop("Seat %(seat)s · %(name)s shows openers"),
    }
)
QUEUED: Final = MappingProxyType(
    {
        "show": gettext_noop("Seat %(seat)s shows"),
        "up": gettext_noop("Up-card of seat %(seat)s"),
        "discard": gettext_noop("Seat %(seat)s draws"),
        "openers": gettext_noop("Seat %(seat)s shows openers"),
    }
)
WITHOUT_CARDS: Final = MappingProxyType(
    {
        "show": gettext_noop("Shown, cards not recorded"),
        "up": gettext_noop("Up-card not recorded"),
        "openers": gettext_noop("Openers shown, cards not recorded"),
    }
)


@register.filter
def place(seat: SeatShown, seats: int) -> str:
    """The class that puts a seat on its place: "plate--top-3"."""
    return f"plate--{PLACES[seats][seat.number - 1]}"


@register.filter
def explained(remark: Reason) -> str:
    """What is unusual about the next hand: "Dead small blind: …"."""
    return gettext(SENTENCES[remark.code]).format(**remark.params)


@register.filter
def choice_words(choice: BetChoice) -> str:
    """What stands on a preset: "Min", "2.5 BB", "3×", "1/2 pot", "Pot", "All-in"."""
    return choice_words_in(get_language())(choice)


@cache
def choice_words_in(language: str | None) -> Callable[[BetChoice], str]:
    """The filter for what is drawn in one language."""
    # A pair of numbers is looked up quicker than the fraction of them.
    return lambda choice: _choice_words(
        choice.kind, choice.factor.as_integer_ratio(), choice.of_big_blind, language
    )


@cache
def _choice_words(kind: Kind, ratio: tuple[int, int], of_big_blind: bool, _language: str | None) -> str:
    factor = Fraction(*ratio)
    if kind == "minimum":
        return pgettext("smallest bet", "Min")
    if kind == "pot":
        return gettext("Pot")
    if kind == "all_in":
        return gettext("All-in")
    if kind == "part":
        return gettext("%(part)s pot") % {"part": str(factor)}
    number = number_format(f"{float(factor):g}")
    return gettext("%(number)s BB") % {"number": number} if of_big_blind else f"{number}×"


@register.filter
def street_words(name: str) -> str:
    """The name of a street; "" where a card for everybody stands in for one."""
    return gettext(STREETS[name]) if name in STREETS else name


@register.filter
def betting_words(street: str) -> str:
    """Which betting round it is: those after a draw are not the draw."""
    return gettext(AFTER_A_DRAW[street]) if street in AFTER_A_DRAW else street_words(street)


@register.filter
def board_words(street: str) -> str:
    """What is dealt face up for everybody with this street; in stud it is the last card of all."""
    return (
        street_words(street)
        if street in ("first card", "flop", "turn", "river")
        else gettext("Community card")
    )


@register.filter
def board_without_cards(street: str) -> str:
    """Board cards that were dealt and not recorded: "Flop without cards"."""
    return gettext("%(street)s without cards") % {"street": board_words(street)}


def street_without_cards(street: str) -> str:
    """A street of a run-out that was dealt and not recorded: "Fifth street without cards"."""
    return gettext("%(street)s without cards") % {"street": street_words(street)}


@register.filter
def picker_title(picker: Picker, screen: TabletScreen) -> str:
    """The heading of the card picker: "Flop", "Flop · Board 2", "Fifth street: seats 2, 5", "Seat 4 · Anna shows"."""
    if picker.kind == "board" and screen.felt.board_number:
        words = {"street": board_words(screen.header.next_street), "number": screen.felt.board_number}
        return gettext("%(street)s · Board %(number)d") % words
    if picker.kind == "board":
        return board_words(screen.header.next_street)
    if picker.kind == "street":
        street, seats = street_words(screen.header.next_street), ", ".join(map(str, picker.seats))
        return gettext("%(street)s: seats %(seats)s, in this order") % {"street": street, "seats": seats}
    return gettext(TITLES[picker.kind]) % {"seat": picker.seat, "name": picker.name}


@register.filter
def picker_words(picker: Picker, screen: TabletScreen) -> str:
    """The tap's label while it is queued: "Seat 4 shows"."""
    if picker.kind == "board":
        return board_words(screen.header.next_street)
    if picker.kind == "street":
        return street_words(screen.header.next_street)
    return gettext(QUEUED[picker.kind]) % {"seat": picker.seat}


@register.filter
def without_cards_words(picker: Picker, screen: TabletScreen) -> str:
    """The button of the picker that records without cards."""
    if picker.kind == "board":
        return board_without_cards(screen.header.next_street)
    if picker.kind == "street":
        return street_without_cards(screen.header.next_street)
    return gettext(WITHOUT_CARDS[picker.kind]) if picker.kind in WITHOUT_CARDS else ""


@register.filter
def wager_words(actions: Actions, amount: int) -> str:
    """The label of a queued bet or raise: "Seat 4 bets 300", "Seat 4 all-in, 12,075"."""
    figures = {"seat": actions.seat, "amount": chips(amount)}
    if amount == actions.all_in:
        return gettext("Seat %(seat)s all-in, %(amount)s") % figures
    return f"{wager_start(actions)} {figures['amount']}"


@register.filter
def wager_start(actions: Actions) -> str:
    """The same up to the amount, where that is still to be typed."""
    if actions.raise_is_completion:
        sentence = gettext("Seat %(seat)s completes to")
    elif actions.raise_is_bet:
        sentence = gettext("Seat %(seat)s bets")
    else:
        sentence = gettext("Seat %(seat)s raises to")
    return sentence % {"seat": actions.seat}


@register.filter
def drawn_words(counts: Sequence[int]) -> str:
    """How many cards a player changed, draw by draw: "Drew 3 · 1 · pat", "Stood pat"."""
    if not any(counts):
        return gettext("Stood pat")
    pat = pgettext("draws no card", "pat")
    return gettext("Drew %(cards)s") % {"cards": " · ".join([str(n) if n else pat for n in counts])}


@register.filter
def halves_words(halves: Sequence[str]) -> str:
    """Which halves of the pot somebody won: "high", "low", "high, low"; or "five" and "badugi" (`half_called`)."""
    words = {
        "high": pgettext("half of a pot", "high"),
        "low": pgettext("half of a pot", "low"),
        "five": pgettext("half of a pot", "five-card low"),
        "badugi": pgettext("half of a pot", "badugi"),
    }
    return ", ".join([words[half] for half in halves])


@register.filter
def half_name(half: str) -> str:
    """The heading of what a pot of two halves is won by."""
    return {
        "": gettext("Whole pot"),
        "high": gettext("High"),
        "low": gettext("Low"),
        "five": gettext("Five-card low"),
        "badugi": gettext("Badugi"),
    }[half]


@register.filter
def cards_at_seat(codes: str) -> SafeString:
    """Up-cards as faces and down-cards as backs; a screen reader hears the number of face-down cards once."""
    pairs = [codes[i : i + 2] for i in range(0, len(codes), 2)]
    shown = side_by_side([_BACK if pair == BACK else card(pair) for pair in pairs])
    backs = pairs.count(BACK)
    if not backs:
        return shown
    said = ngettext("%(count)s card face down", "%(count)s cards face down", backs) % {"count": backs}
    return shown + format_html('<span class="visually-hidden">{}</span>', said)


@register.filter
def unknown_cards(count: int) -> str:
    return "??" * count


_BACK = format_html('<span class="card card--{}" aria-hidden="true"></span>', "back")


@register.filter
def out_words(out: OutShown) -> str:
    """Who went out in the last hand: "Anna is out, 9th"; with a prize "Anna is out in 3rd place: €15"."""
    words = {"name": out.name, "place": places(out.place_first, out.place_last)}
    if not out.prize:
        return gettext("%(name)s is out, %(place)s") % words
    words["prize"] = money(out.prize, out.currency)
    if out.place_first == out.place_last:
        return gettext("%(name)s is out in %(place)s place: %(prize)s") % words
    return gettext("%(name)s is out and ties for places %(place)s: %(prize)s") % words


@register.filter
def out_of_seat(out: OutShown) -> str:
    """The same in the empty seat, below the name: "Out, 3rd: €15"."""
    said = gettext("Out, %(place)s") % {"place": places(out.place_first, out.place_last)}
    return f"{said}: {money(out.prize, out.currency)}" if out.prize else said


@register.simple_tag
def pot_name(index: int, pots: int) -> str:
    """ "Pot", or with side pots "Main pot", "Side pot 2"."""
    if index == 0:
        return gettext("Main pot") if pots > 1 else gettext("Pot")
    return gettext("Side pot %(number)s") % {"number": index}
