"""What is announced of players who were put out by hand: place and prize, who knocked them out, and the bounty."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tables.changes.busts import ByHand, HandCounted
from tournament.changes.entries import EntryEliminated
from tournament.models import Entry, LogEntry, Tournament
from tournament.words.writer import Writer


def announced(tournament: Tournament, line: LogEntry, *, writer: Writer) -> str:
    """The line that put them out, with places and prizes as they are now; "" where nobody is out by it.

    A prize is said once it is decided. Three queries at most.
    """
    told_of = ByHand.of(line)
    out = [each.entry for each in told_of.out]
    if not out:
        return ""
    said = []
    if line.verb == HandCounted.verb:
        counted = HandCounted.of(line)
        said = [counted.hand_over(), *counted.stacks_after(writer)]
    entries = Entry.objects.filter(pk__in=out).select_related("player", "payout")
    said += [_placed(entry, writer) for entry in entries.order_by("place_first", "number")]
    by = [each.name for each in told_of.by]
    if by:
        said.append(_("Knocked out by %(names)s.") % {"names": get_text_list(by, _("and"))})
    if tournament.has_bounties:
        said += _bounties(tournament, line, out, writer)
    return " ".join(said)


def _placed(entry: Entry, writer: Writer) -> str:
    first, last = entry.place_first or 0, entry.place_last or 0
    payout = getattr(entry, "payout", None)
    words = {"name": entry.player.name, "place": writer.places(first, last)}
    if payout is None and first == last:
        return _("%(name)s is out in %(place)s place.") % words
    if payout is None:
        return _("%(name)s is out and ties for places %(place)s.") % words
    words["prize"] = writer.money(payout.amount)
    if first == last:
        return _("%(name)s is out in %(place)s place: %(prize)s.") % words
    return _("%(name)s is out and ties for places %(place)s: %(prize)s.") % words


def _bounties(tournament: Tournament, line: LogEntry, out: list[int], writer: Writer) -> Iterator[str]:
    """Who has won the bounties, or that they wait."""
    lines = LogEntry.objects.filter(
        tournament=tournament, verb=EntryEliminated.verb, pk__gt=line.pk, data__entry__in=out
    )
    won = [text for each in lines.order_by("pk") for text in EntryEliminated.of(each).bounties_said(writer)]
    yield from won
    if not won and not tournament.has_mystery_bounties:
        yield _("The bounty stays in the pool until the knock-out is credited.")
