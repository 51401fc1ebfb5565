"""Players who have not arrived, and no-shows by the rule of the house (WSOP 16)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from tables.changes.busts import HandCounted
from tables.changes.stacks import StackCorrected, StacksCounted
from tables.models import Bust, HandSeat, HandStatus, Recording
from tournament.changes.change import verbs
from tournament.models import (
    Arrival,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    SaleKind,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import LIVE
from tournament.queries.vouchers import paid_by_voucher
from tournament.rules.entries import is_no_show


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """How many players have not arrived, and how many of them the house takes out now."""

    awaited: int
    no_shows: int


def arrivals(tournament: Tournament, *, now: datetime) -> Arrivals:
    """One query where everybody has arrived, three at most."""
    awaited = awaited_entries(tournament).count()
    return Arrivals(awaited=awaited, no_shows=no_shows(tournament, now=now).count() if awaited else 0)


def awaited_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Live entries whose player has not arrived."""
    return Entry.objects.filter(tournament=tournament, status__in=LIVE, arrival=Arrival.AWAITED)


def not_asked_for(tournament: Tournament) -> QuerySet[Entry]:
    """Live entries that check-in would wait for: nobody has said that they are there, and nothing else says it.

    Where busts alone are entered nobody's hands are: once such a table plays, who sits there is taken to be there.
    """
    of_their_table = Bust.objects.filter(
        table__seats__entry=OuterRef("pk"), table__recording=Recording.BUSTS, undone_at=None
    )
    return never_came(tournament).filter(arrival="").exclude(Exists(of_their_table))


def no_shows(tournament: Tournament, *, now: datetime) -> QuerySet[Entry]:
    """Awaited players of whom nothing says that they are there, once the house takes them out; none before."""
    if not no_shows_are_due(tournament, now=now):
        return Entry.objects.none()
    # Whose stack came from a flight has played there: it is blinded off.
    return never_came(tournament).filter(arrival=Arrival.AWAITED, brought_line=None)


def never_came(tournament: Tournament) -> QuerySet[Entry]:
    """Live entries of whom nothing says that they are there.

    A player has arrived who has taken a hand, bought a rebuy, knocked somebody out or been put out before, or whose
    stack was counted or entered with a result. One query, and that of the entries.
    """
    live = _without_signs(tournament)
    # Before the start no stack is counted.
    is_running = tournament.status == TournamentStatus.RUNNING
    return live.exclude(pk__in=_counted(tournament)) if is_running else live


def _without_signs(tournament: Tournament) -> QuerySet[Entry]:
    """The same but for counted stacks, which the log alone tells of."""
    rebuys = ChipSale.objects.filter(entry=OuterRef("pk"), kind=SaleKind.REBUY, undone_at=None)
    knock_outs = Bust.objects.filter(credited_to=OuterRef("pk"), undone_at=None)
    busts = Bust.objects.filter(entry=OuterRef("pk"), undone_at=None)
    before = Entry.objects.filter(
        tournament=tournament, player=OuterRef("player"), status=EntryStatus.ELIMINATED
    )
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE).exclude(_has_played())
    for each in (rebuys, knock_outs, busts, before):
        live = live.exclude(Exists(each))
    return live


def _counted(tournament: Tournament) -> set[int]:
    """Whose stack somebody has counted, or entered with a result, by the log. One query."""
    lines = LogEntry.objects.filter(
        tournament=tournament,
        verb__in=verbs(StacksCounted, HandCounted, StackCorrected),
        undone_by__isnull=True,
    )
    found: set[int] = set()
    for verb, data in lines.values_list("verb", "data"):
        if verb == StacksCounted.verb:
            # What is left over for those who were not counted is no count.
            found.update(each.entry for each in StacksCounted.from_data(data).stacks if each.is_known)
        elif verb == HandCounted.verb:
            counted = HandCounted.from_data(data)
            found.update(each.entry for each in (*counted.stacks, *counted.by))
        else:
            found.add(StackCorrected.from_data(data).entry)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShowOffer:
    """An entry that may be removed as a no-show, with its chips and what it has paid, in minor units."""

    entry_id: int
    name: str
    chips: int
    paid: int


def no_show_offer(tournament: Tournament, entry_id: int) -> NoShowOffer | None:
    """What would go with this entry; None where something says that the player is there, or play has not begun.

    One query of who has played, otherwise two.
    """
    if tournament.status != TournamentStatus.RUNNING:
        return None
    entry = _without_signs(tournament).filter(pk=entry_id, brought_line=None).select_related("player").first()
    if entry is None or entry.pk in _counted(tournament):
        return None
    paid = entry.paid_total - paid_by_voucher(tournament, entry.pk)
    return NoShowOffer(entry_id=entry.pk, name=entry.player.name, chips=entry.stack, paid=paid)


def no_shows_are_due(tournament: Tournament, *, now: datetime) -> bool:
    return is_no_show(
        tournament.structure,
        tournament.clock,
        hands_played=0,
        no_show_level=tournament.event_rules.no_show_level,
        now=now,
    )


def _has_played() -> Exists:
    """Dealt in to play: a hand that was killed by the deal is not taken."""
    taken = HandSeat.objects.filter(entry=OuterRef("pk"), sits_out="").exclude(hand__status=HandStatus.VOID)
    return Exists(taken)
