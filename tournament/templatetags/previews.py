"""What stands beside a link to an event, and what search engines read of it.

Its figures are those of the page: where a page has the clock's board, that is what is written here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tournament.links import absolute_url
from tournament.models import Tournament
from tournament.queries.calendar import length_of
from tournament.queries.clock import ClockBoard, clock_board
from tournament.queries.prices import PublicPrice, public_prices
from tournament.rules.payouts.money import minor_units
from tournament.templatetags.poker import big_blinds, chips, day_and_time, money, short_chips

register = template.Library()

# In a script element these would end it, or begin a comment of HTML: the same letters, as JSON writes any.
IN_A_SCRIPT: Final = {ord(letter): f"\\u{ord(letter):04X}" for letter in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure of an event: what it is of, itself, and what is small beside it; `said` is all of it in one phrase."""

    label: str
    value: str
    small: str = ""
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPreview:
    """An event in a few words: what its clock does, "" while it only runs, or what came of it; who won, "" before, and
    where nobody wins alone; its figures.
    """

    name: str
    state: str
    winner: str
    facts: tuple[Fact, ...]

    @property
    def description(self) -> str:
        """ "212 left of 1,037 · level 14 · average 98,000" """
        winner = _("Winner: %(name)s") % {"name": self.winner} if self.winner else ""
        return " · ".join(filter(None, (self.state, winner, *(fact.said for fact in self.facts))))


def event_preview(tournament: Tournament, board: ClockBoard) -> EventPreview:
    """What is told before the start, during it and after it; prize money where the wall shows it. A query where there
    is an early bird.
    """
    return EventPreview(
        name=tournament.name,
        state=_state(tournament, board),
        winner=(board.winner or "") if _has_winner(tournament) else "",
        facts=tuple(_facts(tournament, board)),
    )


@register.simple_tag(takes_context=True)
def link_preview(context: template.Context) -> Mapping[str, str]:
    """The `title`, `description`, `address` and `picture` of the event of a public page, absolute.

    As many queries as `clock_board` has where the page has none.
    """
    request: HttpRequest = context["request"]
    tournament: Tournament = context["tournament"]
    board = context.get("board")
    if not isinstance(board, ClockBoard):
        board = clock_board(tournament, now=_moment_of(context))
    picture = reverse("tournament:event_picture", args=[tournament.code])
    return {
        "title": tournament.name,
        "description": event_preview(tournament, board).description,
        "address": absolute_url(request, reverse("tables:standings", args=[tournament.code])),
        "picture": absolute_url(request, f"{picture}?language={get_language() or 'en'}"),
    }


@register.simple_tag(takes_context=True)
def sports_event(context: template.Context) -> SafeString:
    """The event as schema.org's SportsEvent, for a data block; of one without a day nothing but its name."""
    request: HttpRequest = context["request"]
    tournament: Tournament = context["tournament"]
    event = sports_event_data(
        tournament, link=lambda path: absolute_url(request, path), now=_moment_of(context)
    )
    return SafeString(json.dumps(event, ensure_ascii=False).translate(IN_A_SCRIPT))


def _moment_of(context: template.Context) -> datetime:
    """As the view has it, or as of now."""
    now: datetime = context.get("now") or context["moment_of_page"]()
    return now


def sports_event_data(tournament: Tournament, *, link: Any, now: datetime) -> dict[str, Any]:
    """`link` makes a path absolute. A query at most."""
    page = link(reverse("tables:standings", args=[tournament.code]))
    is_cancelled = tournament.status == "cancelled"
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": tournament.name,
        "sport": "Poker",
        "url": page,
        "image": link(reverse("tournament:event_picture", args=[tournament.code])),
        "eventStatus": f"https://schema.org/Event{'Cancelled' if is_cancelled else 'Scheduled'}",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        **_times(tournament),
    }
    if tournament.options.where:
        data["location"] = _place(tournament)
    if tournament.max_entries is not None:
        data["maximumAttendeeCapacity"] = tournament.max_entries
    prices = public_prices(tournament, now=now) if not tournament.is_over else ()
    if prices:
        data["offers"] = [_offer(price, tournament, page) for price in prices]
    return data


def terms_of(*, buy_in: int, guarantee: int, currency: str) -> Iterator[Fact]:
    """The buy-in and the guarantee, each where there is one."""
    if buy_in:
        amount = money(buy_in, currency)
        yield Fact(label=_("Buy-in"), value=amount, said=_("Buy-in %(amount)s") % {"amount": amount})
    if guarantee:
        amount = money(guarantee, currency)
        yield Fact(
            label=pgettext("prize pool", "Guaranteed"),
            value=amount,
            said=_("%(amount)s guaranteed") % {"amount": amount},
        )


def _state(tournament: Tournament, board: ClockBoard) -> str:
    if board.state == "not_started":
        starts = board.starts_at
        return day_and_time(starts, tournament.time_zone) if starts else _("Not started")
    if board.state == "break":
        return (board.break_.label if board.break_ else "") or _("Break")
    words = {
        "paused": _("Paused"),
        "overtime": _("Overtime"),
        "cancelled": _("Cancelled"),
    }
    if board.state == "finished":
        # Who has won says it.
        return "" if board.winner and _has_winner(tournament) else board.winner or _("Finished")
    is_told = board.is_final_table and board.state == "running"
    return _("Final table") if is_told else words.get(board.state, "")


def _has_winner(tournament: Tournament) -> bool:
    """Whether one of them wins: in a satellite many win seats, from a flight many go on."""
    return tournament.satellite is None and tournament.flight_of_id is None


def _facts(tournament: Tournament, board: ClockBoard) -> Iterator[Fact]:
    if board.state == "cancelled":
        return
    if board.state == "not_started":
        price = tournament.price_to_pay(board.now).price.total
        guarantee = tournament.guarantee if tournament.options.money_on_wall else 0
        yield from terms_of(buy_in=price, guarantee=guarantee, currency=board.currency)
    elif board.state == "finished":
        yield _entries(board)
    else:
        yield from _facts_in_play(board)
    is_told = board.state in ("not_started", "finished") and tournament.options.money_on_wall
    if is_told and board.field.entries and board.pool:
        amount = money(board.pool, board.currency)
        said = _("Prize pool %(amount)s") % {"amount": amount}
        yield Fact(label=_("Prize pool"), value=amount, said=said)


def _facts_in_play(board: ClockBoard) -> Iterator[Fact]:
    field, level = board.field, board.level
    counts = {"left": chips(field.left), "entries": chips(field.entries)}
    yield Fact(
        label=_("Players left"),
        value=counts["left"],
        small=_("of %(number)s entries") % {"number": counts["entries"]},
        said=_("%(left)s left of %(entries)s") % counts,
    )
    yield Fact(
        label=_("Level"),
        value=chips(board.level_number),
        small=f"{short_chips(level.small_blind)}/{short_chips(level.big_blind)}" if level.big_blind else "",
        said=_("level %(number)s") % {"number": chips(board.level_number)},
    )
    if board.average:
        average = chips(board.average.chips)
        yield Fact(
            label=_("Average stack"),
            value=average,
            small=big_blinds(board.average.chips, level.big_blind),
            said=_("average %(chips)s") % {"chips": average},
        )


def _entries(board: ClockBoard) -> Fact:
    number = chips(board.field.entries)
    said = ngettext("%(number)s entry", "%(number)s entries", board.field.entries) % {"number": number}
    return Fact(label=_("Entries"), value=number, said=said)


def _times(tournament: Tournament) -> dict[str, str]:
    """As the venue's clocks have them. A day that is known only once play began is its start."""
    starts = tournament.starts_at or tournament.started_at
    if starts is None:
        return {}
    zone = ZoneInfo(tournament.time_zone)
    ends = tournament.finished_at or starts + length_of(tournament.structure)
    return {
        "startDate": starts.astimezone(zone).isoformat(timespec="seconds"),
        "endDate": ends.astimezone(zone).isoformat(timespec="seconds"),
    }


def _place(tournament: Tournament) -> dict[str, Any]:
    """As much of it as the director has said."""
    options = tournament.options
    address = {"addressLocality": options.city, "addressCountry": options.country}
    said = {name: value for name, value in address.items() if value}
    place: dict[str, Any] = {"@type": "Place", "name": options.venue or options.where}
    return place | {"address": {"@type": "PostalAddress", **said}} if said else place


def _offer(price: PublicPrice, tournament: Tournament, page: str) -> dict[str, str]:
    units = minor_units(tournament.currency)
    whole, rest = divmod(price.total, units)
    offer = {
        "@type": "Offer",
        "name": price.name or _("Buy-in"),
        "price": f"{whole}.{rest:02d}" if units > 1 else str(whole),
        "priceCurrency": tournament.currency,
        "url": page,
    }
    if price.starts_at is not None:
        offer["validFrom"] = price.starts_at.isoformat(timespec="seconds")
    if price.ends_at is not None:
        offer["validThrough"] = price.ends_at.isoformat(timespec="seconds")
    return offer
