"""The words of what is printed of an event on A4: its structure, its prizes, its results, in the language in force."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Tournament
from tournament.printing.letters import printed_name
from tournament.printing.sheet_pdf import PrintedList, PrintedSheet
from tournament.printing.structure_rows import period_rows
from tournament.queries.flights import entries_counted
from tournament.queries.payouts.ladder import LadderRow, PlacesChopped, prize_board
from tournament.queries.prices import public_prices
from tournament.queries.results import EventResults, PaidPlace
from tournament.queries.standings import field_of
from tournament.queries.structure import SheetRow, structure_sheet
from tournament.templatetags.poker import chips, day_and_time, money, places
from tournament.words.games import game_name

Figures = tuple[tuple[str, str], ...]


def printed_structure(tournament: Tournament, *, now: datetime) -> PrintedSheet:
    """Levels and breaks as the public page has them."""
    zone = tournament.time_zone
    sheet = structure_sheet(tournament, now=now)
    rows = tuple(line for row in sheet.rows for line in _with_mark(row, zone))
    return PrintedSheet(
        event=tournament.name,
        title=_("Structure"),
        printed=_as_of(tournament, now),
        note="",
        page=_("Page"),
        figures=_structure_figures(tournament, now),
        lists=(
            PrintedList(
                title=_("Levels and breaks"),
                heads=(_("Level"), _("Blinds"), _("Minutes"), _("Starts at")),
                rows=rows,
                shares=(0.2, 0.5, 0.15, 0.15),
            ),
            PrintedList(
                title=_("How it is played"),
                heads=(_("Rule"), _("In this event")),
                rows=tuple((note.title, note.text) for note in sheet.notes),
                shares=(0.3, 0.7),
            ),
        ),
    )


def printed_prizes(tournament: Tournament, *, now: datetime) -> PrintedSheet:
    """The prizes as they stand, and who has them."""
    field = field_of(tournament)
    board = prize_board(tournament, entries=field.entries, next_place=field.next_place)
    note = "" if board.chop is None else _chopped(board.chop, tournament.currency)
    if not board.is_final and tournament.status != "cancelled":
        note = _("Registration is open: prize pool, places and prizes can still grow.")
    if not board.rows and board.chop is None:
        note = _("No prizes yet: they depend on the number of entries.")
    return PrintedSheet(
        event=tournament.name,
        title=_("Prizes by place"),
        printed=_as_of(tournament, now),
        note=note,
        page=_("Page"),
        figures=(
            (_("Prize pool"), money(board.pool, tournament.currency)),
            (_("Places paid"), chips(board.places_paid)),
            # Those of the event, whose prizes these are.
            (_("Entries"), chips(entries_counted(tournament.event))),
        ),
        lists=(
            PrintedList(
                title=_("Prizes"),
                heads=(_("Place"), _("Prize"), _("Player")),
                rows=tuple(_prize(row, tournament) for row in board.rows),
                shares=(0.15, 0.25, 0.6),
            ),
        ),
    )


def printed_results(
    results: EventResults, tournament: Tournament, *, is_public: bool, now: datetime
) -> PrintedSheet:
    """Paid places with their players. is_public: players are called as the public calls them."""
    note = (
        "" if results.is_over else _("The event is not over: these are the places that are decided so far.")
    )
    return PrintedSheet(
        event=results.name,
        title=_("Results"),
        printed=_as_of(tournament, now),
        note=note,
        page=_("Page"),
        figures=_results_figures(results),
        lists=(
            PrintedList(
                title=_("Places paid"),
                heads=(_("Place"), _("Player"), _("Prize"), _("Bounties")),
                rows=tuple(_result(line, results.currency, is_public=is_public) for line in results.lines),
                shares=(0.12, 0.48, 0.24, 0.16),
            ),
        ),
    )


def _as_of(tournament: Tournament, now: datetime) -> str:
    return _("As of %(moment)s") % {"moment": day_and_time(now, tournament.time_zone)}


def _with_mark(row: SheetRow, zone: str) -> tuple[tuple[str, ...], ...]:
    mark = (("", _("Late registration ends"), "", ""),) if row.is_registration_end else ()
    return (*period_rows(row, zone), *mark)


def _structure_figures(tournament: Tournament, now: datetime) -> Figures:
    late, entries = tournament.late_registration_level, tournament.entries_per_player
    where = tournament.options.where
    return (
        (_("Starting stack"), chips(tournament.starting_stack)),
        *(
            (price.name or _("Buy-in"), money(price.total, tournament.currency))
            for price in public_prices(tournament, now=now)
        ),
        (_("Late registration"), _("Level %(number)d") % {"number": late} if late else _("None")),
        (_("Entries per player"), str(entries) if entries else _("No limit")),
        *([(_("Venue"), where)] if where else []),
    )


def _chopped(chop: PlacesChopped, currency: str) -> str:
    """As the page of the payouts says it."""
    text = _("The last %(count)s players have agreed on a chop and divide %(amount)s.") % {
        "count": chop.players,
        "amount": money(chop.shared, currency),
    }
    if not chop.played_for:
        return text
    left = {"text": text, "amount": money(chop.played_for, currency)}
    return _("%(text)s %(amount)s is left to play for.") % left


def _prize(row: LadderRow, tournament: Tournament) -> tuple[str, ...]:
    name = (printed_name(row.name) or "–") if row.name else ""
    satellite = tournament.satellite
    is_seat = satellite is not None and row.amount >= satellite.value
    said = [money(row.amount, tournament.currency), pgettext("a prize", "Seat") if is_seat else ""]
    return (
        places(row.first, row.last),
        " · ".join(filter(None, said)),
        " · ".join(filter(None, (_("Bubble prize") if row.is_bubble else "", name))),
    )


def _results_figures(results: EventResults) -> Figures:
    where = ", ".join(part for part in (results.venue, results.city, results.country) if part)
    price = f"{money(results.buy_in, results.currency)} + {money(results.fee, results.currency)}"
    counted = (
        _("%(entries)s, with %(re_entries)s re-entries")
        % {"entries": chips(results.entries), "re_entries": chips(results.re_entries)}
        if results.re_entries
        else chips(results.entries)
    )
    return (
        (_("Date"), _days(results.started_on, results.ended_on)),
        *([(_("Venue"), where)] if where else []),
        (_("Game"), game_name(results.game) if results.game else _("Mixed games")),
        (_("Buy-in"), price if results.fee else money(results.buy_in, results.currency)),
        (_("Entries"), counted),
        (_("Prize pool"), money(results.pool, results.currency)),
    )


def _days(first: date | None, last: date | None) -> str:
    """One day, or from when to when; the year stands once where it is the same."""
    if first is None or last is None or first == last:
        return date_format(first, "j F Y") if first else "–"
    begins = date_format(first, "j M" if first.year == last.year else "j M Y")
    return f"{begins} – {date_format(last, 'j M Y')}"


def _result(line: PaidPlace, currency: str, *, is_public: bool) -> tuple[str, ...]:
    names = (line.shown_name,) if is_public else (line.name, line.shown_name)
    prize = money(line.prize, currency)
    return (
        places(line.place, line.last_place),
        printed_name(*names) or "–",
        _("%(amount)s, by a chop") % {"amount": prize} if line.is_deal else prize,
        money(line.bounties, currency) if line.bounties else "",
    )
