"""Mystery bounties: envelopes made up, taken by knock-outs, opened at the desk.

    bounty money --begin--> envelope --knock-out--> taken --open--> due --desk--> paid
                                ^                     |
                                +--knock-out undone---+

The order was drawn when the envelopes were made up; a knock-out takes the next one at once, and opening it only shows
what it holds. So nobody at the desk can choose who gets which, however quick the taps are. What is left when the
tournament is won is the winner's.

Then everybody has seen the order. Where the end is undone, what nobody has won is redrawn before anybody takes of it
(`redraw_what_is_known`); what was won keeps its value.

Callers hold the tournament's lock but for what says otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from tournament.changes.bounties import (
    EnvelopeClosed,
    EnvelopeOpened,
    EnvelopesRedrawn,
    EnvelopeWinner,
    MysteryBegun,
    MysteryUndone,
    OfEnvelope,
)
from tournament.models import (
    BountyShare,
    Entry,
    EntryStatus,
    Envelope,
    EnvelopeRedraw,
    HeldKind,
    LogEntry,
    MysteryPot,
    Tournament,
    TournamentStatus,
)
from tournament.queries.payouts.bounties import bounty_money
from tournament.queries.standings import entries_and_left
from tournament.realtime import entry_topic, publish
from tournament.rules.payouts.bounties import BountyWon
from tournament.rules.payouts.mystery import (
    EnvelopeLine,
    check_envelopes,
    draw_order,
    lines_of,
    redraw_seed,
    share_envelope,
    values_of,
)
from tournament.services.actor import HOUSE, By
from tournament.services.cash.holding import withdraw_requests
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

_C = TypeVar("_C", bound=OfEnvelope)
# The clock on the wall shows what is left.
TOPICS = ("payouts", "clock", "log")


@transaction.atomic
def begin_mystery(
    *, tournament_id: int, lines: Sequence[EnvelopeLine], seed: str, reserve: str, by: By
) -> MysteryPot:
    """Put the bounty money into these envelopes and draw their order; knock-outs take them from now on.

    `reserve` is a secret like `seed`, for redraws.

    Locks the tournament. Raises BountyError for envelopes that do not fit the money or the players left, and Refused
    outside of play, while registration is open, without mystery bounties, and where they have begun.
    """
    tournament = lock_tournament(tournament_id)
    _check_may_begin(tournament)
    _entries, players = entries_and_left(tournament)
    check_envelopes(lines, money=bounty_money(tournament).in_pot, players=players)
    values = values_of(lines)
    begun = MysteryBegun(
        players=players,
        amount=sum(values),
        lines=tuple((each.value, each.count) for each in lines_of(values)),
    )
    line = record(begun, tournament_id=tournament.pk, by=by)
    pot = MysteryPot.objects.create(
        tournament=tournament, seed=seed, reserve=reserve, players=players, log_entry=line, begun_at=by.now
    )
    in_order = draw_order(values, seed=seed)
    Envelope.objects.bulk_create(
        Envelope(pot=pot, place=place, value=value) for place, value in enumerate(in_order, start=1)
    )
    publish(tournament.code, TOPICS)
    return pot


def mystery_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of these lines by which envelopes stand of which none has been opened."""
    is_open = Envelope.objects.filter(pot=OuterRef("pk"), opened_at__isnull=False)
    pots = MysteryPot.objects.filter(log_entry__in=lines, undone_at=None).exclude(Exists(is_open))
    return set(pots.values_list("log_entry_id", flat=True))


def undo_beginning(line: LogEntry, by: By) -> None:
    """The money is in the pot again; knock-outs since then have taken nothing."""
    pot = line.mystery_pot
    BountyShare.objects.filter(envelope__pot=pot, undone_at=None).update(undone_at=by.now)
    pot.undone_at = by.now
    pot.save(update_fields=["undone_at"])
    record(MysteryUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, TOPICS)


@transaction.atomic
def open_envelope(*, tournament_id: int, envelope_id: int, by: By) -> LogEntry:
    """Open what a knock-out has taken: its value is due to those who made it, in equal parts.

    Locks the tournament. Raises Refused where it is open already, and where nobody has it any more because the
    knock-out was undone; Envelope.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    envelope = Envelope.objects.select_related("entry__player").get(
        pk=envelope_id, pot__tournament=tournament
    )
    shares = _standing_shares(envelope)
    if not shares or envelope.entry is None:
        raise Refused(
            _("The knock-out of this envelope was undone: nothing was opened."), code="no_knock_out"
        )
    if envelope.opened_at is not None:
        raise Refused(
            _("The envelope of %(name)s is open already.") % {"name": envelope.entry.player.name},
            code="opened_already",
        )
    won = share_envelope(
        envelope.value, eliminated=envelope.entry.pk, winners=[share.winner_id for share in shares]
    )
    paid = {each.winner: each.paid for each in won}
    line = record(_of_envelope(EnvelopeOpened, envelope, shares, paid), tournament_id=tournament.pk, by=by)
    for share in shares:
        share.due = paid[share.winner_id]
        share.save(update_fields=["due"])
    envelope.opened_at, envelope.log_entry, envelope.is_seen = by.now, line, True
    envelope.save(update_fields=["opened_at", "log_entry", "is_seen"])
    _tell(tournament, shares)
    return line


def envelopes_to_close(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of these lines that opened an envelope whose knock-out stands and of which nothing was paid."""
    opened = Envelope.objects.filter(log_entry__in=lines, entry__isnull=False)
    shares = BountyShare.objects.filter(envelope=OuterRef("pk"), undone_at=None, is_at_the_end=False)
    found = opened.filter(Exists(shares)).exclude(Exists(shares.exclude(payment=None)))
    return set(found.values_list("log_entry_id", flat=True))


def close_envelope(line: LogEntry, by: By) -> None:
    """Opened by mistake: nothing of it is due. It stays with its knock-out, and opened again holds the same."""
    envelope = Envelope.objects.select_related("entry__player", "pot__tournament").get(log_entry=line)
    shares = _standing_shares(envelope)
    BountyShare.objects.filter(pk__in=[share.pk for share in shares]).update(due=0)
    envelope.opened_at = envelope.log_entry = None
    envelope.save(update_fields=["opened_at", "log_entry"])
    winners = {share.winner_id for share in shares}
    withdraw_requests(envelope.pot.tournament, kind=HeldKind.BOUNTIES, entries=winners, by=HOUSE.at(by.now))
    closed = _of_envelope(EnvelopeClosed, envelope, shares, {})
    record(closed, tournament_id=line.tournament_id, by=by, undoes=line)
    _tell(envelope.pot.tournament, shares)


def envelopes_taken(
    tournament: Tournament, takers: Mapping[int, Sequence[int]], *, now: datetime
) -> Mapping[int, Sequence[BountyWon]]:
    """By entry that is going out the envelope that each of its `takers` has a part of; nothing before they begin.

    In one hand the entries take them in the order of their numbers. An entry whose envelope was opened, and whose
    knock-out was undone, takes that one again. Where more players went out than there were envelopes, as after the
    undo of an elimination from before, the last of them takes none.
    """
    won: dict[int, Sequence[BountyWon]] = defaultdict(tuple)
    pot = _pot(tournament)
    if pot is None:
        return won
    if any(takers.values()):
        redraw_what_is_known(tournament, now)
    before = Entry.objects.filter(
        pk__in=takers, status=EntryStatus.ELIMINATED, eliminated_at__lt=pot.begun_at
    )
    out_before = set(before.values_list("pk", flat=True))
    own = {envelope.entry_id: envelope for envelope in pot.envelopes.filter(entry__in=takers)}
    free = iter(pot.envelopes.filter(entry=None, opened_at=None).order_by("place"))
    for entry in sorted(takers):
        winners = takers[entry]
        envelope = own.get(entry) or (next(free, None) if winners and entry not in out_before else None)
        if not winners or envelope is None:
            continue
        shares = share_envelope(envelope.value, eliminated=entry, winners=winners)
        won[entry] = [
            BountyWon(
                winner=each.winner,
                eliminated=entry,
                paid=0 if envelope.opened_at is None else each.paid,
                envelope=envelope.pk,
            )
            for each in shares
        ]
    return won


def give_envelopes_to(taken: Sequence[BountyWon]) -> None:
    """Write whose knock-outs have these envelopes now."""
    for envelope, entry in {each.envelope: each.eliminated for each in taken if each.envelope}.items():
        Envelope.objects.filter(pk=envelope).update(entry=entry)


def give_envelopes_back(shares: Sequence[BountyShare], *, is_still_out: bool) -> None:
    """Shares that are undone: a closed envelope is anybody's again, what the winner got at the end is closed.

    `is_still_out`: the same knock-out is credited to others, and keeps its envelope.
    """
    for share in shares:
        if share.envelope_id is None:
            continue
        if share.is_at_the_end:
            rows = Envelope.objects.filter(pk=share.envelope_id, log_entry=share.log_entry_id)
            rows.update(opened_at=None, log_entry=None)
        elif not is_still_out:
            Envelope.objects.filter(pk=share.envelope_id, opened_at=None).update(entry=None)


def redraw_what_is_known(tournament: Tournament, now: datetime) -> None:
    """Draw the order of what nobody has won again, if anybody may know what one of them holds.

    One alone has no order. The seed was fixed when they were made up, so that nobody can wish for another.
    """
    pot = _pot(tournament)
    if pot is None:
        return
    free = list(pot.envelopes.filter(entry=None, opened_at=None).order_by("place"))
    if len(free) < 2 or not any(each.is_seen for each in free):
        return
    seed = redraw_seed(pot.reserve, pot.redraws.count() + 1)
    in_order = draw_order(sorted((each.value for each in free), reverse=True), seed=seed)
    for envelope, value in zip(free, in_order, strict=True):
        envelope.value, envelope.is_seen = value, False
    Envelope.objects.bulk_update(free, ["value", "is_seen"])
    redrawn = EnvelopesRedrawn(envelopes=len(free), amount=sum(in_order))
    line = record(redrawn, tournament_id=tournament.pk, by=HOUSE.at(now))
    EnvelopeRedraw.objects.create(
        pot=pot, seed=seed, order=[[each.place, each.value] for each in free], log_entry=line, at=now
    )
    publish(tournament.code, TOPICS)


def envelopes_left(tournament: Tournament) -> list[Envelope]:
    """Those that no knock-out has: the winner's when the tournament is won."""
    taken = BountyShare.objects.filter(envelope=OuterRef("pk"), undone_at=None)
    rows = Envelope.objects.filter(pot__tournament=tournament, pot__undone_at=None)
    return list(rows.exclude(Exists(taken)).order_by("place"))


def open_what_is_left(envelopes: Sequence[Envelope], *, line: LogEntry, now: datetime) -> None:
    """What the winner gets at the end is open; what was open already stays as it is.

    From now on everybody can tell what any of them holds: those of knock-outs are all that is missing.
    """
    closed = [each.pk for each in envelopes if each.opened_at is None]
    Envelope.objects.filter(pk__in=closed).update(opened_at=now, log_entry=line)
    Envelope.objects.filter(pot__in={each.pot_id for each in envelopes}).update(is_seen=True)


def has_envelopes(tournament: Tournament) -> bool:
    """Whether the mystery bounties have begun."""
    return _pot(tournament) is not None


def _pot(tournament: Tournament) -> MysteryPot | None:
    if not tournament.has_mystery_bounties:
        return None
    return MysteryPot.objects.filter(tournament=tournament, undone_at=None).first()


def require_no_envelopes(tournament: Tournament) -> None:
    """Raise Refused while the bounty money is in envelopes, for what would change it."""
    if has_envelopes(tournament):
        raise Refused(
            _(
                "The bounty money is in envelopes: it can no longer change. Undo their start in the log first."
            ),
            code="envelopes_made_up",
        )


def _check_may_begin(tournament: Tournament) -> None:
    if not tournament.has_mystery_bounties:
        raise Refused(_("This tournament has no mystery bounties."), code="no_mystery")
    if tournament.flight_of is not None:
        raise Refused(
            _("This is a flight: its bounty money goes into the envelopes of “%(event)s”.")
            % {"event": tournament.flight_of.name},
            code="is_flight",
        )
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if tournament.registration_closed_at is None:
        raise Refused(
            _("Registration is open: the bounty money can still grow. Close it first."),
            code="registration_open",
        )
    if has_envelopes(tournament):
        raise Refused(_("The envelopes have been made up already."), code="mystery_begun")


def _standing_shares(envelope: Envelope) -> list[BountyShare]:
    """The shares of it, first the one left of the button."""
    rows: QuerySet[BountyShare] = envelope.shares.filter(undone_at=None, is_at_the_end=False)
    return list(rows.select_related("winner__player").order_by("pk"))


def _of_envelope(
    change: type[_C], envelope: Envelope, shares: Sequence[BountyShare], paid: Mapping[int, int]
) -> _C:
    """`paid`: by the entry of a winner what is due, nothing where the envelope is closed."""
    entry = envelope.entry
    if entry is None:
        raise ValueError(f"{envelope} was taken by no knock-out")
    return change(
        entry=entry.pk,
        name=entry.player.name,
        amount=sum(paid.values()),
        winners=tuple(
            EnvelopeWinner(name=share.winner.player.name, amount=paid.get(share.winner_id, 0))
            for share in shares
        ),
    )


def _tell(tournament: Tournament, shares: Sequence[BountyShare]) -> None:
    publish(tournament.code, [*TOPICS, *(entry_topic(share.winner_id) for share in shares)])


register_undo([MysteryBegun], Undoable(open_lines=mystery_to_undo, undo=undo_beginning))
register_undo([EnvelopeOpened], Undoable(open_lines=envelopes_to_close, undo=close_envelope))
