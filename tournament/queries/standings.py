"""The field in figures, and a page of it: who is in with how much, who is out in which place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from tournament.models import ChipSale, Entry, EntryStatus, Tournament
from tournament.queries.chip_count import chip_count
from tournament.queries.flights import LIVE, entries_counted, sharing_a_pool
from tournament.rules.chips.ledger import AverageStack, average_stack


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Counts of a tournament's field. `players` are persons, `entries` bullets, void ones left out; of an event with
    flights those of all of them.

    `tables` are those at which somebody sits: none before the draw. `chips_issued` is what would be in
    play if no stack had been corrected. `largest_stack` is that of the stacks that are known. `rebuys` and `add_ons`
    are None where there are none in this event.
    """

    entries: int
    players: int
    left: int
    chips_in_play: int
    chips_issued: int
    largest_stack: int
    tables: int
    rebuys: int | None = None
    add_ons: int | None = None
    # Seats of a satellite that stacks have won before the end.
    seats_won: int = 0

    @property
    def next_place(self) -> int:
        """Of the next player who goes out."""
        return self.left + self.seats_won

    @property
    def chips_surplus(self) -> int:
        """Chips in play that nobody has issued; negative for chips that are missing."""
        return self.chips_in_play - self.chips_issued

    @property
    def chips_missing(self) -> int:
        return max(0, -self.chips_surplus)

    def average(self, big_blind: int) -> AverageStack | None:
        """The average stack of those still in; None when nobody is."""
        return average_stack(in_play=self.chips_in_play, players=self.left, big_blind=big_blind)


def entries_and_left(tournament: Tournament) -> tuple[int, int]:
    """Of the field's figures the two that many pages need: entries, and how many are still in.

    One query, three where it has flights.
    """
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    counts = entries.aggregate(entries=Count("pk"), left=Count("pk", filter=Q(status__in=LIVE)))
    if tournament.has_flights:
        return entries_counted(tournament), counts["left"]
    return counts["entries"], counts["left"]


def field_of(tournament: Tournament) -> Field:
    """Two queries, whatever the size of the field, and one more where rebuys or add-ons are sold, two where it has
    flights.
    """
    counts = (
        Entry.objects.filter(tournament=tournament)
        .exclude(status=EntryStatus.VOID)
        .aggregate(
            entries=Count("pk"),
            players=Count("player", distinct=True),
            left=Count("pk", filter=Q(status__in=LIVE)),
            seats_won=Count("pk", filter=Q(status=EntryStatus.SEAT_WON)),
            largest=Max("stack", filter=Q(is_stack_known=True)),
            tables=Count("seat__table", distinct=True),
        )
    )
    chips = chip_count(tournament.pk)
    sold = _sold(tournament)
    if tournament.has_flights:
        counts |= _over_flights(tournament)
    return Field(
        entries=counts["entries"],
        players=counts["players"],
        left=counts["left"],
        seats_won=counts["seats_won"],
        chips_in_play=chips.in_play,
        chips_issued=chips.issued,
        largest_stack=counts["largest"] or 0,
        tables=counts["tables"],
        rebuys=sold["rebuy"] if tournament.rebuy_data is not None else None,
        add_ons=sold["add_on"] if tournament.add_on_data is not None else None,
    )


def _over_flights(tournament: Tournament) -> dict[str, int]:
    rows = Entry.objects.filter(tournament__in=sharing_a_pool(tournament)).exclude(status=EntryStatus.VOID)
    return rows.aggregate(
        entries=Count("pk", filter=Q(brought_line=None)), players=Count("player", distinct=True)
    )


def _sold(tournament: Tournament) -> Counter[str]:
    """How many of each kind stand."""
    if not tournament.sells_chips:
        return Counter()
    standing = ChipSale.objects.filter(tournament=tournament, undone_at=None)
    return Counter(dict(standing.values_list("kind").annotate(count=Count("pk"))))
