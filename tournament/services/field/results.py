"""What follows from places: prizes, and the end of the tournament.

The pool is known once registration is closed. From then on every entry out in the money gets one
Payout row with its share; before, nobody's prize is decided. The last player with chips wins; in a
satellite everybody who is left when there is a seat for each of them, and who has left with one before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import groupby

from django.db.models import F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.changes.change import verbs
from tournament.changes.entries import Ended, SeatsWon, TournamentWon
from tournament.changes.pool import (
    HouseAdds,
    HousePartChanged,
    HouseWithholds,
    OverlayAdded,
    OverlayTakenBack,
    PartOfHouse,
)
from tournament.models import (
    Entry,
    EntryStatus,
    HeldKind,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import LIVE, entries_counted
from tournament.queries.payouts.advances import early_prizes, prize_of_place
from tournament.queries.payouts.chops import agreed_amounts, entries_of_chop
from tournament.queries.payouts.due import chop_amounts
from tournament.queries.payouts.ladder import (
    bubble_place,
    house_part,
    lawful_ladder,
    prize_pool,
    seats_to_win,
)
from tournament.queries.seats_won import seats_won
from tournament.realtime import publish
from tournament.rules import clock as clock_rules
from tournament.rules.payouts.money import PrizePool
from tournament.rules.payouts.prizes import prize_shares
from tournament.rules.payouts.schemes import PrizeError
from tournament.services.actor import HOUSE
from tournament.services.cash.bounties import pay_heads_to_winner, take_heads_from_winner
from tournament.services.cash.holding import withdraw_requests
from tournament.services.clock_claim import claim_clock
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.season_points import keep_points_of_event

# Lines of the log that end a tournament.
ENDS = verbs(TournamentWon, SeatsWon)


def settle_results(*, tournament: Tournament, now: datetime) -> None:
    """Write the payouts that are decided, and end the tournament when one player is left.

    Does nothing while registration is open: neither pool nor field is final. Safe to repeat. In a flight nobody wins:
    it is over when its bags are accepted. The caller holds the tournament's lock.
    """
    if tournament.flight_of_id is not None:
        return
    if tournament.registration_closed_at is None or tournament.draw_made_at is None:
        return
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return
    pool = prize_pool(tournament)
    was_in_play = tournament.status == TournamentStatus.RUNNING
    if was_in_play:
        _end_if_won(tournament, pool, now)
    decide_payouts(tournament=tournament, pool=pool, now=now)
    _book_overlay(tournament, pool, now)
    if was_in_play and tournament.status == TournamentStatus.FINISHED:
        keep_points_of_event(tournament)
    publish(tournament.code, ["standings", "payouts", "players", "clock"])


def _end_if_won(tournament: Tournament, pool: PrizePool, now: datetime) -> None:
    """The tournament is over when one player is left, a satellite when there is a seat for everybody left.

    Seats that stacks have won before are not among those left to win. In hand-for-hand a round is played to its end
    first: others may still go out in it.
    """
    won = seats_won(tournament)
    # Where the pool has shrunk since, none may be left: the last player has the place below them.
    seats = max(seats_to_win(tournament, pool=pool) - won, 1)
    live = list(Entry.objects.filter(tournament=tournament, status__in=LIVE).order_by("number")[: seats + 1])
    is_round_open = tournament.stop is not None and tournament.stop.is_round_open
    if len(live) == 1 and not won:
        _crown(tournament, live[0], now)
    elif live and len(live) <= seats and not is_round_open:
        _give_seats(tournament, live, now)


def decide_payouts(*, tournament: Tournament, pool: PrizePool, now: datetime) -> None:
    """One Payout row for each placed entry in the money that has none yet.

    None while the scheme does not fit the pool (a ladder written by hand for another field): play
    continues, the payouts page says what is wrong, and editing the scheme decides them.
    """
    try:
        ladder = lawful_ladder(tournament, pool=pool, entries=entries_counted(tournament)).prizes
    except PrizeError:
        return
    agreed = agreed_amounts(tournament)
    due = (
        Entry.objects.filter(
            Q(place_first__lte=len(ladder)) | Q(pk__in=agreed),
            # Awarded before its place, too: that may add to it.
            Q(payout=None) | Q(payout__advance=F("payout__amount")),
            tournament=tournament,
            place_first__isnull=False,
        )
        .select_related("payout")
        .exclude(status=EntryStatus.VOID)
        .order_by("place_first", "number")
    )
    if tournament.stop is not None and tournament.stop.is_round_open:
        # Somebody at another table may still share these prizes (TDA RP-8).
        due = due.exclude(round_bust__stop=tournament.stop, round_bust__round=tournament.stop.round)
    for (first, last), tied in groupby(due, key=lambda e: (e.place_first or 0, e.place_last or 0)):
        entries = list(tied)
        shares: Sequence[int]
        if entries[0].pk in agreed:
            shares = chop_amounts(tournament, entries, agreed=agreed)
        elif len(entries) <= last - first:
            # Decided before; these got a share of nothing, which has no row.
            continue
        else:
            shares = prize_shares(ladder, first=first, last=last, unit=tournament.payout_unit)
        Payout.objects.bulk_create(
            Payout(tournament=tournament, entry=entry, amount=amount, decided_at=now)
            for entry, amount in zip(entries, shares, strict=True)
            if amount > 0 and not hasattr(entry, "payout")
        )
        for entry, amount in zip(entries, shares, strict=True):
            if hasattr(entry, "payout") and entry.payout.amount != amount:
                _add_to_advance(tournament, entry.payout, amount, now)


def _add_to_advance(tournament: Tournament, payout: Payout, amount: int, now: datetime) -> None:
    """The place is known of somebody who had a prize before: what was paid of it stays paid."""
    withdraw_requests(tournament, kind=HeldKind.PRIZE, entries=[payout.entry_id], by=HOUSE.at(now))
    if payout.paid_at is None:
        payout.advance = 0
    # No less than was paid, whatever the ladder says by now: a check of the prizes names it, and play goes on.
    payout.amount, payout.decided_at = max(amount, payout.advance), now
    payout.paid_at = payout.paid_by = payout.ready_line = None
    payout.save(update_fields=["amount", "advance", "decided_at", "paid_at", "paid_by", "ready_line"])


def _book_overlay(tournament: Tournament, pool: PrizePool, now: datetime) -> None:
    """What the house adds to the pool, or withholds, is in the ledger as long as a prize is decided by it.

    With it the ledger balances: what came in for the pool is what is paid out.
    """
    wanted = house_part(tournament, pool=pool)
    rows = MoneyRow.objects.filter(tournament=tournament, kind=MoneyKind.OVERLAY, corrects__isnull=True)
    booked = rows.filter(corrected_by__isnull=True).select_related("log_entry").first()
    if wanted == (booked.amount if booked else 0):
        return
    if booked is not None:
        is_awarded = Payout.objects.filter(tournament=tournament).exists()
        _book_house_part(
            tournament,
            HousePartChanged if is_awarded else OverlayTakenBack,
            -booked.amount,
            now,
            corrects=booked,
        )
    if wanted and wanted == pool.overlay:
        _book_house_part(tournament, OverlayAdded, wanted, now)
    elif wanted:
        _book_house_part(tournament, HouseAdds if wanted > 0 else HouseWithholds, wanted, now)


def _book_house_part(
    tournament: Tournament,
    change: type[PartOfHouse],
    amount: int,
    now: datetime,
    *,
    corrects: MoneyRow | None = None,
) -> None:
    undoes = corrects.log_entry if corrects else None
    line = record(change(amount=abs(amount)), tournament_id=tournament.pk, by=HOUSE.at(now), undoes=undoes)
    MoneyRow.objects.create(
        tournament=tournament,
        kind=MoneyKind.OVERLAY,
        amount=amount,
        at=now,
        corrects=corrects,
        log_entry=line,
    )


def can_awards_change(tournament: Tournament, *, changed_at: datetime | None, bubble: bool) -> bool:
    """Whether every prize awarded can still be another, or none: none lies ready or was paid, and each was awarded by
    the settings themselves when they were changed at `changed_at`.

    With `bubble` the bubble prize alone may have been awarded by a hand: the places in the money are all open then.
    """
    awarded = Payout.objects.filter(tournament=tournament)
    is_settled = Q(ready_line__isnull=False) | Q(paid_at__isnull=False) | Q(advance__gt=0)
    if awarded.filter(is_settled).exists():
        return False
    by_hands = awarded.exclude(decided_at=changed_at) if changed_at else awarded
    bubble_at = bubble_place(tournament) if bubble else 0
    return not (by_hands.filter(entry__place_first__lt=bubble_at) if bubble_at else by_hands).exists()


def take_back_awards(tournament: Tournament, *, now: datetime) -> None:
    """The caller has seen that each can still be another, and settles the results again."""
    remove_payouts(tournament, Payout.objects.filter(tournament=tournament), now=now)


def remove_payouts(tournament: Tournament, payouts: QuerySet[Payout], *, now: datetime) -> None:
    """These prizes are now won by nobody: with them goes what waits for a second person to pay them.

    Of a prize that was paid in advance the advance stands, as it was paid.
    """
    entries = list(payouts.values_list("entry_id", flat=True))
    withdraw_requests(tournament, kind=HeldKind.PRIZE, entries=entries, by=HOUSE.at(now))
    for payout in payouts.filter(advance__gt=0, advance__lt=F("amount")):
        rows = MoneyRow.objects.filter(entry=payout.entry_id, kind=MoneyKind.PAYOUT, amount__lt=0)
        paid = rows.filter(corrected_by=None).select_related("log_entry__account").latest("pk")
        payout.amount, payout.paid_at = payout.advance, paid.at
        payout.paid_by = None if paid.log_entry is None else paid.log_entry.account
        payout.ready_line = None
        payout.save(update_fields=["amount", "paid_at", "paid_by", "ready_line"])
    payouts.filter(advance=0).delete()


def remove_advances(tournament: Tournament, entries: Collection[int]) -> None:
    """The caller has seen that nothing of them was paid, and that nobody of these has a place."""
    Payout.objects.filter(
        tournament=tournament, entry__in=entries, paid_at=None, advance=F("amount")
    ).delete()


def require_event(tournament: Tournament) -> None:
    """Raise Refused for a flight: prizes are those of its event."""
    if tournament.flight_of is not None:
        raise Refused(
            _("This is a flight: its prizes are on the page “Payouts” of “%(event)s”.")
            % {"event": tournament.flight_of.name},
            code="is_flight",
        )


def require_open_pool(tournament: Tournament) -> None:
    """Raise Refused for a flight whose stacks are in its event: what it has taken is played for there.

    The caller holds the tournament's lock, which is taken where stacks are brought.
    """
    event = tournament.flight_of
    if event is not None and event.stacks_brought_at is not None:
        raise Refused(
            _("The stacks of this flight are in “%(event)s” by now: undo that in its log first.")
            % {"event": event.name},
            code="stacks_brought",
        )


def require_no_chop(tournament: Tournament) -> None:
    """Raise Refused while the players left have agreed on a chop, for what would change the prizes they divide."""
    if tournament.chop_id is not None:
        raise Refused(
            _("The players left have agreed on a chop of the prizes; undo it in the log first."),
            code="chop_agreed",
        )


def take_back_results(*, tournament: Tournament, entry_ids: Iterable[int], now: datetime) -> None:
    """Undo what followed from the places of these entries; refused once money was paid out.

    The clock of a tournament that was over runs on if it ran when the last player was out.
    """
    ids = set(entry_ids)
    if tournament.chop_id is not None and not ids <= entries_of_chop(tournament):
        raise Refused(
            _("The players left have agreed on a chop of the prizes since; undo it in the log first."),
            code="chop_agreed",
        )
    lowest = Entry.objects.filter(pk__in=ids).aggregate(place=Max("place_last"))["place"] or 0
    # With one more player in, these places change and are decided again; the places below stay as they are.
    # A player who has left with a seat keeps it.
    rows = Payout.objects.filter(
        ~Q(entry__status=EntryStatus.SEAT_WON) | Q(entry__in=ids),
        tournament=tournament,
        entry__place_first__lte=lowest,
    )
    if rows.filter(paid_at__isnull=False).exclude(advance=F("amount")).exists():
        raise Refused(
            _("A prize that depends on this hand has been paid; void the payment first."),
            code="prize_paid",
        )
    early = early_prizes(tournament)
    if early and max(early.values()) > prize_of_place(tournament, lowest):
        raise Refused(
            _(
                "Those left have been awarded a prize since, in advance, that was not sure with one more player in: "
                "void those payments and undo that in the log first."
            ),
            code="paid_in_advance",
        )
    remove_payouts(tournament, rows, now=now)
    _take_back_end(tournament, now)


def take_back_seats(tournament: Tournament, *, now: datetime) -> None:
    """A satellite that is over, as there was a seat for everybody left, is in play again, until it is settled again.

    The caller has seen that each prize can still be another, as in `take_back_awards`.
    """
    ends = LogEntry.objects.filter(tournament=tournament, verb__in=ENDS)
    if (last := ends.last()) is not None and last.verb == SeatsWon.verb:
        _take_back_end(tournament, now)


def _take_back_end(tournament: Tournament, now: datetime) -> None:
    """Nobody has won yet, if the tournament was over."""
    if tournament.status == TournamentStatus.FINISHED:
        if tournament.flight_of_id is not None:
            raise Refused(
                _("This flight is over: undo in the log that its bags were accepted, then change this."),
                code="flight_over",
            )
        take_heads_from_winner(tournament, now)
        Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).update(
            place_first=None, place_last=None
        )
        tournament.status = TournamentStatus.RUNNING
        tournament.finished_at = None
        tournament.save(update_fields=["status", "finished_at"])
        since = now if _ran_to_the_end(tournament) else None
        if not claim_clock(tournament, clock_rules.reopen(tournament.clock, runs_since=since)):
            raise Refused(_("The clock has just changed. Try again."), code="clock_changed")


def _finish(tournament: Tournament, winners: Sequence[Entry], now: datetime) -> bool:
    """Those left share the first places after the seats won before, and the clock stops; whether it ran."""
    won = seats_won(tournament)
    for winner in winners:
        winner.place_first, winner.place_last = won + 1, won + len(winners)
        winner.status = EntryStatus.PLAYING
        winner.save(update_fields=["place_first", "place_last", "status"])
    tournament.status = TournamentStatus.FINISHED
    tournament.finished_at = now
    tournament.save(update_fields=["status", "finished_at"])
    ran = tournament.clock.state == "running"
    claim_clock(tournament, clock_rules.finish(tournament.clock, tournament.structure, now=now))
    return ran


def _give_seats(tournament: Tournament, winners: Sequence[Entry], now: datetime) -> None:
    """A satellite: everybody left has won, and nobody before another."""
    ran = _finish(tournament, winners, now)
    before = Entry.objects.filter(tournament=tournament, status=EntryStatus.SEAT_WON).order_by("place_first")
    names = [*before.values_list("player__name", flat=True), *(winner.player.name for winner in winners)]
    won = SeatsWon(names=tuple(names), clock_ran=ran)
    record(won, tournament_id=tournament.pk, by=HOUSE.at(now))


def _crown(tournament: Tournament, winner: Entry, now: datetime) -> None:
    ran = _finish(tournament, [winner], now)
    won = TournamentWon(entry=winner.pk, number=winner.number, name=winner.player.name, clock_ran=ran)
    record(won, tournament_id=tournament.pk, by=HOUSE.at(now))
    pay_heads_to_winner(tournament, winner, now)


def _ran_to_the_end(tournament: Tournament) -> bool:
    """Whether the clock ran when the tournament was won. An older line does not say: the floor resumes it then."""
    won = LogEntry.objects.filter(tournament=tournament, verb__in=ENDS).order_by("pk").last()
    return won is not None and Ended.of(won).clock_ran
