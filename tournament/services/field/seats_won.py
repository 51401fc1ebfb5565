"""A stack that wins a seat of a satellite at once: the player is out of play in the next place from the top.

Those who go out later have the places that they would have had: who has won a seat stands before all of them. The last
seat is played out, so that everybody left is placed by play.
"""

from __future__ import annotations

from django.db.models import F
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.flights import entries_counted
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.queries.seats_won import seats_won
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.results import settle_results, take_back_results


def check_wins_seat(tournament: Tournament, entry: Entry) -> None:
    """Raise Refused unless the stack of this player wins a seat, and it is not the last one.

    The caller holds the tournament's lock and has the entry's player loaded.
    """
    needed = tournament.options.milestone
    if tournament.satellite is None or not needed:
        raise Refused(_("No stack wins a seat here before the end."), code="no_milestone")
    words = {
        "name": entry.player.name,
        "needed": number_format(needed, force_grouping=True),
        "chips": number_format(entry.stack, force_grouping=True),
    }
    if not entry.is_stack_known:
        raise Refused(
            _("Count the stack of %(name)s first: %(needed)s chips win a seat.") % words,
            code="stack_unknown",
        )
    if entry.stack < needed:
        raise Refused(
            _(
                "%(name)s has %(chips)s chips on record, and %(needed)s win a seat: correct the stack if it is more."
            )
            % words,
            code="below_milestone",
        )
    if tournament.flight_of_id is not None:
        raise Refused(_("This is a flight: seats are won on Day 2."), code="is_flight")
    ladder = ladder_as_it_is(tournament, pool=prize_pool(tournament), entries=entries_counted(tournament))
    if not ladder.places_paid:
        raise Refused(
            _(
                "Nobody can win a seat while the payouts do not fit the pool: mend them on the page “Payouts”."
            ),
            code="no_ladder",
        )
    if seats_won(tournament) + 1 >= ladder.places_paid:
        raise Refused(
            _("The last seat has to be played for: %(name)s stays in.") % words,
            code="last_seat",
        )


def win_seat(tournament: Tournament, entry_id: int, *, by: By) -> None:
    """The next place from the top. The stack is 0 already; the caller holds the tournament's lock."""
    place = seats_won(tournament) + 1
    Entry.objects.filter(pk=entry_id).update(
        status=EntryStatus.SEAT_WON, place_first=place, place_last=place, eliminated_at=by.now
    )
    settle_results(tournament=tournament, now=by.now)


def take_seat_back(tournament: Tournament, entry_id: int, *, chips: int, by: By) -> None:
    """The player is in play again with these chips, and later winners of seats move up.

    Raises Refused where the seat was paid, or one that was won at the end.
    """
    entry = Entry.objects.get(pk=entry_id, status=EntryStatus.SEAT_WON)
    at_the_end = Entry.objects.filter(
        tournament=tournament, status=EntryStatus.PLAYING, place_first__isnull=False
    )
    shared = [entry_id, *at_the_end.values_list("pk", flat=True)]
    take_back_results(tournament=tournament, entry_ids=shared, now=by.now)
    place = entry.place_first or 0
    entry.status, entry.stack = EntryStatus.PLAYING, chips
    entry.eliminated_at = entry.place_first = entry.place_last = None
    entry.save(update_fields=["status", "stack", "eliminated_at", "place_first", "place_last"])
    Entry.objects.filter(tournament=tournament, status=EntryStatus.SEAT_WON, place_first__gt=place).update(
        place_first=F("place_first") - 1, place_last=F("place_last") - 1
    )
    settle_results(tournament=tournament, now=by.now)
