"""Who knocked out the players that were put out in one hand: as it is credited, and who else was at the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from tables.changes.busts import ByHand, PlayersBusted
from tables.models import Bust, HandSeat
from tournament.models import Entry, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A player who was at the table in that hand and stayed in: one of those who may be credited."""

    entry_id: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut:
    """A player who is out, with those who are credited, by entry; `seen` names them for the form."""

    bust_id: int
    entry_id: int
    name: str
    place: tuple[int, int] | None
    credited: frozenset[int]

    @property
    def seen(self) -> str:
        return ",".join(map(str, sorted(self.credited)))


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOuts:
    """The players of one line of the log who are out; `hand` is the number of a counted hand, otherwise 0."""

    line_id: int
    table: int
    hand: int
    out: tuple[KnockOut, ...]
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryKnockedOut:
    """Of a player's entry that was put out by hand, who knocked it out; `line_id` is the line that tells of it."""

    entry_number: int
    line_id: int
    by: tuple[str, ...]


def standing_busts(tournament: Tournament) -> QuerySet[Bust]:
    """Those that nobody has undone, with what is shown of them."""
    rows = Bust.objects.filter(table__tournament=tournament, undone_at__isnull=True)
    return rows.select_related("entry__player", "table", "hand", "log_entry").order_by("pk")


def knock_outs(tournament: Tournament, *, line_id: int) -> KnockOuts | None:
    """Those of a line of the log; None where it tells of none that stands. Three queries at most."""
    rows = list(standing_busts(tournament).filter(log_entry=line_id).prefetch_related("credited_to"))
    if not rows:
        return None
    return KnockOuts(
        line_id=line_id,
        table=rows[0].table.number,
        hand=rows[0].hand.number if rows[0].hand else 0,
        out=tuple(_knock_out(row) for row in rows),
        opponents=opponents_of(rows[0]),
    )


def opponents_of(bust: Bust) -> tuple[Opponent, ...]:
    """By seat who else was dealt in and is not out by the same hand; its hand and its line are loaded. A query at most.

    Of a counted hand the hand says it, of busts alone the line of the log: others may sit there by now.
    """
    if bust.hand_id is None:
        busted = PlayersBusted.of(bust.log_entry)
        found = [
            Opponent(entry_id=each.entry, seat=each.seat, name=each.name)
            for each in (*busted.by, *busted.others)
        ]
    else:
        out = [each.entry for each in ByHand.of(bust.log_entry).out]
        seats = HandSeat.objects.filter(hand=bust.hand_id).exclude(entry__in=out)
        found = [
            Opponent(entry_id=seat.entry_id, seat=seat.seat_number, name=seat.entry.player.name)
            for seat in seats.select_related("entry__player")
        ]
    return tuple(sorted(found, key=lambda each: each.seat))


def credited_of(tournament: Tournament, *, player_id: int) -> tuple[EntryKnockedOut, ...]:
    """A player's entries that were put out by hand, by number. Two queries, one where there is none."""
    rows = standing_busts(tournament).filter(entry__player=player_id).order_by("entry__number")
    return tuple(
        EntryKnockedOut(
            entry_number=row.entry.number,
            line_id=row.log_entry_id,
            by=tuple(each.player.name for each in _credited(row)),
        )
        for row in rows.prefetch_related("credited_to__player")
    )


def _knock_out(row: Bust) -> KnockOut:
    entry = row.entry
    has_place = entry.place_first is not None and entry.place_last is not None
    return KnockOut(
        bust_id=row.pk,
        entry_id=entry.pk,
        name=entry.player.name,
        place=(entry.place_first or 0, entry.place_last or 0) if has_place else None,
        credited=frozenset(each.pk for each in _credited(row)),
    )


def _credited(row: Bust) -> list[Entry]:
    return sorted(row.credited_to.all(), key=lambda each: each.number)
