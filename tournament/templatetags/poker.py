"""How pages write chips, money, times and cards: the only formatter.

Numbers follow the active language and are written on the server only: a browser prints 1234 where
Italian wants 1.234.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from zoneinfo import ZoneInfo

from django import template
from django.utils import translation
from django.utils.formats import date_format, get_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext

from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import minor_units
from tournament.rules.structure.generate.making import hours as hours_text
from tournament.words.cards import rank_name, suit_letter, suit_name, suit_sign
from tournament.words.rules import say_error
from tournament.words.spans import hands_text

register = template.Library()

CURRENCY_SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"}
NO_BREAK_SPACE = "\u00a0"
JOKER = "Jk"
MINUS = "\u2212"


@register.filter
def chips(amount: int | None) -> str:
    """Chips or any count, grouped: 1,234 in English, 1.234 in Italian. A dash for none."""
    return chips_in(get_language() or "en")(amount)


@cache
def chips_in(language: str) -> Callable[[int | None], str]:
    """The filter for what is drawn in one language: a dealer's screen has a hundred numbers."""
    sign = str(get_format("THOUSAND_SEPARATOR", language))

    def chips_there(amount: int | None) -> str:
        if amount is None:
            return "–"
        grouped = f"{abs(amount):,}".replace(",", sign)
        return f"{MINUS}{grouped}" if amount < 0 else grouped

    return chips_there


@register.filter
def entry_number(number: int) -> str:
    """One entry among those of its player."""
    return gettext("entry %(number)s") % {"number": chips(number)}


@register.filter
def stack(amount: int | None) -> str:
    """The chips of a player; "unknown" where nobody has counted them."""
    return gettext("unknown") if amount is None else chips(amount)


@register.filter
def signed_chips(difference: int) -> str:
    """A difference of chips: +1,250, −25, 0."""
    return f"+{chips(difference)}" if difference > 0 else chips(difference)


@register.filter
def short_chips(amount: int | None) -> str:
    """Chips for the wall, exact as long as that is readable: 950,000 · 1.5M · 12.25M.

    An amount that would lose a digit is written whole: the wall never rounds stakes.
    """
    if amount is None or abs(amount) < 1_000_000 or amount % 10_000:
        return chips(amount)
    digits = 0 if amount % 1_000_000 == 0 else 1 if amount % 100_000 == 0 else 2
    millions = number_format(amount / 1_000_000, decimal_pos=digits, force_grouping=True)
    return pgettext("millions of chips", "%(millions)sM") % {"millions": millions}


@register.filter
def big_blinds(amount: int | None, big_blind: int) -> str:
    """A stack in big blinds, whole from 20 up: "41 BB", "8.5 BB". Nothing for an unknown one."""
    if amount is None or not big_blind:
        return ""
    in_tenths = amount * 10 // big_blind
    value = number_format(in_tenths // 10 if in_tenths >= 200 else in_tenths / 10, force_grouping=True)
    return gettext("%(number)s BB") % {"number": value}


@register.filter
def money(amount: int | None, currency: str) -> str:
    """An amount of minor units with its currency; cents only where there are any."""
    if amount is None:
        return "–"
    whole, cents = divmod(abs(amount), minor_units(currency))
    text = number_format(whole, force_grouping=True)
    if cents:
        decimal_sign = number_format(0.1, decimal_pos=1)[1:-1]
        text = f"{text}{decimal_sign}{cents:02d}"
    sign = CURRENCY_SIGNS.get(currency, currency)
    minus = MINUS if amount < 0 else ""
    # English puts the sign before the number, Italian after it.
    if (get_language() or "en").startswith("en"):
        gap = "" if sign != currency else NO_BREAK_SPACE
        return f"{minus}{sign}{gap}{text}"
    return f"{minus}{text}{NO_BREAK_SPACE}{sign}"


@register.filter
def points(value: Decimal) -> str:
    """Points of a league: thousands apart, decimals only where there are any."""
    whole = value == value.to_integral_value()
    places = 0 if whole else -int(value.normalize().as_tuple().exponent)
    text = number_format(abs(value), decimal_pos=places, force_grouping=True)
    return f"{MINUS}{text}" if value < 0 else text


@register.filter
def reason(error: RulesError) -> str:
    """Why the rules refuse something, in the reader's language."""
    return say_error(error)


@register.filter
def has_cents(currency: str) -> bool:
    """Whether amounts of this currency have cents; yen have none."""
    return minor_units(currency) > 1


@register.filter
def countdown(seconds: int | timedelta | None) -> str:
    """Time left as a clock shows it: 19:59, or 1:02:03 from an hour on. Never below 0:00."""
    if seconds is None:
        return "–"
    if isinstance(seconds, timedelta):
        seconds = -(-seconds // timedelta(seconds=1))
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


@register.filter
def duration(seconds: int | timedelta | None) -> str:
    """A length of time in words: "20 min", "1 h 30 min", "45 s"."""
    if seconds is None:
        return "–"
    total = int(seconds.total_seconds()) if isinstance(seconds, timedelta) else seconds
    if 0 < total < 60:
        return gettext("%(number)s s") % {"number": total}
    hours, minutes = divmod(total // 60, 60)
    in_minutes = gettext("%(number)s min") % {"number": minutes}
    if not hours:
        return in_minutes
    in_hours = gettext("%(number)s h") % {"number": hours}
    return f"{in_hours} {in_minutes}" if minutes else in_hours


register.filter("hands_text", hands_text)


@register.filter
def hours(seconds: int) -> str:
    """A length of time as hours and minutes: "5:30"."""
    return hours_text(seconds)


@register.filter
def time_of_day(moment: datetime | None, time_zone: str) -> str:
    """Time on the wall at the tournament's place, 24 hours: "21:05"."""
    return "–" if moment is None else f"{moment.astimezone(ZoneInfo(time_zone)):%H:%M}"


@register.filter
def exact_time(moment: datetime | None, time_zone: str) -> str:
    """Time on the wall with its seconds: "21:05:40"."""
    return "–" if moment is None else f"{moment.astimezone(ZoneInfo(time_zone)):%H:%M:%S}"


@register.filter
def day(moment: datetime, time_zone: str) -> str:
    """Date at the tournament's place: "Sat 21 November 2026"."""
    return date_format(moment.astimezone(ZoneInfo(time_zone)), "D j F Y")


@register.filter
def day_and_time(moment: datetime | None, time_zone: str) -> str:
    """Date and time at the tournament's place: "Sat 21 November 2026, 21:05"."""
    if moment is None:
        return "–"
    return f"{day(moment, time_zone)}, {time_of_day(moment, time_zone)}"


@register.filter
def machine_time(moment: datetime | None) -> str:
    """For <time datetime>: ISO 8601 in UTC, or nothing."""
    return "" if moment is None else moment.astimezone(ZoneInfo("UTC")).isoformat(timespec="seconds")


@register.filter
def epoch_ms(moment: datetime | None) -> str:
    """Milliseconds since 1970 for scripts, or nothing."""
    return "" if moment is None else str(round(moment.timestamp() * 1000))


@register.filter
def ordinal(number: int) -> str:
    """A place: "1st", "22nd"; in Italian "1º"."""
    if not (get_language() or "en").startswith("en"):
        return f"{number_format(number, force_grouping=True)}º"
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number_format(number, force_grouping=True)}{ending}"


@register.simple_tag
def places(first: int | None, last: int | None) -> str:
    """A place or the places shared by a tie: "9th", "9–11"."""
    if first is None or last is None:
        return "–"
    return ordinal(first) if first == last else f"{chips(first)}–{chips(last)}"


@register.simple_tag
def players_left(left: int, entries: int) -> str:
    """ "84 of 180 players" """
    return ngettext("%(left)s of %(entries)s player", "%(left)s of %(entries)s players", entries) % {
        "left": chips(left),
        "entries": chips(entries),
    }


@register.filter
def card(code: str) -> SafeString:
    """A card face from its code ("As"; "??" unknown, "Jk" joker): rank, suit sign and letter, a name to hear.

    Colour is the fourth sign of the suit, never the only one.
    """
    return _card(code, get_language() or "en")


@cache
def _card(code: str, language: str) -> SafeString:
    """Each face of the deck once for each language: a dealer's screen has many, and they never change."""
    with translation.override(language):
        return _face(code)


def _face(code: str) -> SafeString:
    if "?" in code:
        return format_html(
            '<span class="card card--unknown"><span aria-hidden="true">?</span>'
            '<span class="visually-hidden">{}</span></span>',
            gettext("unknown card"),
        )
    if code == JOKER:
        return format_html(
            '<span class="card"><span aria-hidden="true">★</span><span class="visually-hidden">{}</span></span>',
            card_name(code),
        )
    rank, suit = code[0], code[1]
    return format_html(
        '<span class="card" data-suit="{suit}"><span class="card__face" aria-hidden="true">'
        '<span class="card__rank">{rank}</span><span class="card__suit">{sign}</span>'
        '<span class="card__letter">{letter}</span></span>'
        '<span class="visually-hidden">{name}</span></span>',
        suit=suit,
        rank="10" if rank == "T" else rank,
        sign=suit_sign(suit),
        letter=suit_letter(suit),
        name=card_name(code),
    )


@register.filter
def card_name(code: str) -> str:
    """A card in words, for labels: "ace of spades", "asso di picche"."""
    if code == JOKER:
        return pgettext("card", "joker")
    return gettext("%(rank)s of %(suit)s") % {"rank": rank_name(code[0]), "suit": suit_name(code[1])}


@register.filter
def card_list(codes: str) -> SafeString:
    """Cards written one after the other ("AsKd??") as faces."""
    pairs = [codes[i : i + 2] for i in range(0, len(codes), 2)]
    return side_by_side([card(pair) for pair in pairs])


def side_by_side(faces: Iterable[SafeString]) -> SafeString:
    """What is HTML already, one after the other."""
    return format_html_join("", "{}", ((face,) for face in faces))


@register.simple_tag
def icon(name: str) -> SafeString:
    """One sign of templates/_icons.html. Decoration: the word beside it says the same."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="#icon-{}"></use></svg>', name)


@register.simple_tag
def badge(text: str, tone: str = "plain", icon_name: str = "") -> SafeString:
    """A small state: a word, with an icon where the tone alone would have to tell.

    Tones: plain, good, warn, bad, info, accent.
    """
    sign = icon(icon_name) if icon_name else ""
    return format_html('<span class="badge badge--{}">{}<span>{}</span></span>', tone, sign, text)
