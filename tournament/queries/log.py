"""The log to read: who did what, when and why, newest first, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, LogEntry, Tournament
from tournament.queries.names import has_words
from tournament.queries.words.log import Data, Writer, sentence_of
from tournament.rules.names import fold_name

PAGE_SIZE = 50
# Lines that tell of a place.
TELL_PLACES: Final = ("entry_eliminated", "place_changed")
# What the log calls those who have neither an account nor a tablet (tournament.services.actor).
CLOCK, HOUSE = "clock", "floorman"
ActorKind = Literal["person", "tablet", "clock", "house"]

# Filters of the log: name -> (label, verbs). The tables app adds its own.
_kinds: Final[dict[str, tuple[str | Promise, frozenset[str]]]] = {}

# Why a change was made, for verbs whose lines keep the reason as codes elsewhere.
Why = Callable[[Sequence[LogEntry], Writer], Mapping[int, str]]
_whys: Final[dict[str, Why]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePage:
    """Where something is added to what a line tells of: the name of an address by the line's key, and of the link."""

    address: str
    label: str


# By the line's data; None where there is nothing to add.
PageOfLine = Callable[[Data], LinePage | None]
_pages: Final[dict[str, PageOfLine]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """What to show: one table's lines, one player's (by name), one kind's, those before a line."""

    table: int | None = None
    player: str = ""
    kind: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One line. `undoes` is the line it undid, `undone_by` who took this one back.

    `device` is what a person acted on; a tablet is its own actor. `page` is where something is added to it.
    """

    pk: int
    at: datetime
    verb: str
    text: str
    why: str
    actor: str
    by: ActorKind
    device: str
    undoes: int | None
    undone_by: str
    undone_at: datetime | None
    can_undo: bool
    page: LinePage | None


def register_kind(name: str, label: str | Promise, verbs: Collection[str]) -> None:
    """Offer a kind of change as a filter; registered again, it gets further verbs."""
    _, known = _kinds.get(name, (label, frozenset()))
    _kinds[name] = (label, known | frozenset(verbs))


def kinds() -> tuple[tuple[str, str], ...]:
    """Name and label of every kind, for a list to choose from."""
    return tuple((name, str(label)) for name, (label, _) in _kinds.items())


def register_why(verbs: Collection[str], why: Why) -> None:
    """Let `why` say the reasons of lines with these verbs, all at once."""
    for verb in verbs:
        _whys[verb] = why


def register_page(verbs: Collection[str], page: PageOfLine) -> None:
    """Let lines with these verbs lead to a page."""
    for verb in verbs:
        _pages[verb] = page


def log_rows(tournament: Tournament, *, wanted: LogFilter, limit: int = PAGE_SIZE) -> list[LogEntry]:
    """The newest rows that fit, with who took them back. One query, two for a player's."""
    rows = LogEntry.objects.filter(tournament=tournament).select_related("undone_by")
    if wanted.table is not None:
        rows = rows.filter(
            Q(data__table=wanted.table) | Q(data__from_table=wanted.table) | Q(data__to_table=wanted.table)
        )
    if wanted.player:
        rows = rows.filter(_about(tournament, wanted.player))
    if wanted.kind in _kinds:
        rows = rows.filter(verb__in=_kinds[wanted.kind][1])
    if wanted.before is not None:
        rows = rows.filter(pk__lt=wanted.before)
    return list(rows.order_by("-pk")[:limit])


def _about(tournament: Tournament, typed: str) -> Q:
    """Lines about players with that name, and those that have it as it was typed: the name of that time."""
    folded = fold_name(typed)
    said = Q(data__name__icontains=typed)
    if not folded:
        return said
    entries = Entry.objects.filter(has_words(folded, field="player__search_name"), tournament=tournament)
    return said | Q(data__entry__in=list(entries.values_list("pk", flat=True)))


def log_lines(
    rows: Sequence[LogEntry], *, writer: Writer, can_undo: Collection[int] = ()
) -> tuple[LogLine, ...]:
    """The rows in words. `can_undo`: ids of those that can be undone."""
    reasons = _reasons(rows, writer)
    past = _places_past(rows)
    return tuple(
        _line(row, reasons.get(row.pk, row.reason), writer, row.pk in can_undo, is_past=row.pk in past)
        for row in rows
    )


def _places_past(rows: Sequence[LogEntry]) -> frozenset[int]:
    """The lines that tell of a place which is another one by now: others entered or went out, it was undone, or the
    player came back and has gone out again, whatever the place.

    One query, none where no line tells of a place.
    """
    told = [row for row in rows if row.verb in TELL_PLACES]
    if not told:
        return frozenset()
    entries = Entry.objects.filter(pk__in={row.data["entry"] for row in told})
    found = entries.values_list("pk", "place_first", "place_last", "eliminated_at")
    places = {pk: (first, last, out_at) for pk, first, last, out_at in found}

    def holds(row: LogEntry) -> bool:
        first, last, out_at = places.get(row.data["entry"], (None, None, None))
        is_place = (first, last) == (row.data["place_first"], row.data["place_last"])
        return is_place and (out_at is None or row.at >= out_at)

    return frozenset(row.pk for row in told if not holds(row))


def _reasons(rows: Sequence[LogEntry], writer: Writer) -> dict[int, str]:
    groups: dict[Why, list[LogEntry]] = {}
    for row in rows:
        if row.verb in _whys:
            groups.setdefault(_whys[row.verb], []).append(row)
    found: dict[int, str] = {}
    for why, group in groups.items():
        found.update(why(group, writer))
    return found


def _line(row: LogEntry, why: str, writer: Writer, can_undo: bool, *, is_past: bool) -> LogLine:
    """`is_past`: the place that it tells of was that of its moment."""
    undone: Any = getattr(row, "undone_by", None)
    data = {**row.data, "is_past": True} if is_past else row.data
    return LogLine(
        pk=row.pk,
        at=row.at,
        verb=row.verb,
        text=sentence_of(row.verb, data, writer),
        why=why,
        actor=row.actor,
        by=_by(row),
        device=row.device,
        undoes=row.undoes_id,
        undone_by=undone.actor if undone else "",
        undone_at=undone.at if undone else None,
        can_undo=can_undo,
        page=None if undone else _page(row),
    )


def _page(row: LogEntry) -> LinePage | None:
    find = _pages.get(row.verb)
    return find(row.data) if find else None


def _by(row: LogEntry) -> ActorKind:
    """Lines name their actor in words; the clock and Floorman itself have no account."""
    if row.tablet is not None:
        return "tablet"
    if row.account_id is None:
        if row.actor == CLOCK:
            return "clock"
        if row.actor == HOUSE:
            return "house"
    return "person"


register_kind(
    "clock",
    _("Clock and levels"),
    [
        "clock_started",
        "clock_begun",
        "start_undone",
        "clock_paused",
        "clock_resumed",
        "clock_restored",
        "level_changed",
        "level_skipped",
        "level_set_back",
        "time_added",
        "time_deducted",
        "clock_paused_until",
        "level_jumped",
        "minimum_waived",
        "minimum_restored",
        "registration_closed",
        "registration_closed_by_hand",
        "registration_reopened",
        "computer_clock_set",
        "computer_clock_right",
        "computer_time_adopted",
    ],
)
register_kind(
    "entries",
    _("Entries and places"),
    [
        "entry_registered",
        "entry_voided",
        "entry_refunded",
        "refund_undone",
        "buy_in_handed_back",
        "buy_in_hand_back_undone",
        "no_show_handed_back",
        "no_show_hand_back_undone",
        "entry_eliminated",
        "entry_reinstated",
        "id_checked",
        "id_check_undone",
        "place_changed",
        "tournament_won",
        "seats_won",
    ],
)
register_kind(
    "sales",
    _("Rebuys and add-ons"),
    [
        "rebuy_sold",
        "add_on_sold",
        "sale_undone",
        "sale_collected",
        "sale_owed_again",
        "sale_refunded",
        "sale_refund_undone",
    ],
)
register_kind(
    "money",
    _("Prizes paid"),
    [
        "money_added",
        "money_taken_back",
        "overlay_added",
        "overlay_taken_back",
        "house_adds",
        "house_withholds",
        "house_part_changed",
        "payouts_locked",
        "payouts_unlocked",
        "payouts_lock_undone",
        "deductions_changed",
        "prize_paid",
        "player_paid",
        "payment_taken_back",
        "side_prize_added",
        "side_prize_removed",
        "side_prize_restored",
        "side_prize_awarded",
        "side_prize_taken_back",
        "side_prize_paid",
        "side_prize_voided",
        "prize_ready",
        "prize_not_ready",
        "payment_asked",
        "payment_withdrawn",
        "payment_confirmed",
        "whole_payment_confirmed",
        "chop_proposed",
        "chop_consented",
        "chop_agreed",
        "chop_dropped",
        "chop_consent_withdrawn",
        "chop_undone",
        "chop_shown",
        "chop_hidden",
    ],
)
register_kind(
    "bounties",
    _("Bounties"),
    [
        "bounties_to_winner",
        "bounty_paid",
        "bounty_payment_voided",
        "bounties_forfeited",
        "bounties_due_again",
        "mystery_begun",
        "mystery_undone",
        "envelope_opened",
        "envelope_closed",
        "envelopes_to_winner",
        "envelopes_redrawn",
    ],
)
register_kind(
    "tills",
    _("Tills"),
    [
        "till_opened",
        "till_opening_undone",
        "till_closed",
        "till_reopened",
        "cash_transferred",
        "transfer_undone",
    ],
)
register_kind(
    "setup",
    _("Settings and staff"),
    [
        "tournament_created",
        "tournament_cloned",
        "tournament_edited",
        "tournament_cancelled",
        "price_added",
        "price_changed",
        "price_removed",
        "staff_added",
        "staff_asked",
        "staff_declined",
        "staff_request_withdrawn",
        "staff_removed",
        "login_link_made",
    ],
)
