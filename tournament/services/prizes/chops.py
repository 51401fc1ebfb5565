"""A chop of the prizes left: proposed, agreed by each player, and then what prizes follow.

    proposed --consent of every player--> agreed

Nothing is paid by it: a player's prize is due with the player's place, as always, and is then the share agreed on, and
for the winner, or the first two, what was left to play for. Every step back is one line of the log: the proposal is
dropped, a consent is withdrawn. Without the last consent the chop is no longer in force, so that undoing it once a
share was paid is refused.

Those left after a chop may make a further one while something is left to play for. It takes its place in
`Tournament.chop`, and chops are undone in the opposite order: each is held by the one that comes after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.changes.chops import (
    ChopAgreed,
    ChopConsented,
    ChopConsentWithdrawn,
    ChopDropped,
    ChopProposed,
    ChopUndone,
    Consent,
)
from tournament.changes.people import whose
from tournament.models import Chop, ChopMethod, ChopShare, Entry, LogEntry, Payout, Tournament
from tournament.queries.payouts.advances import early_prizes
from tournament.queries.payouts.chops import PrizesLeft, prizes_left
from tournament.realtime import publish
from tournament.rules.payouts.chops import FairMethod, check_custom_shares, check_left
from tournament.rules.payouts.schemes import PrizeError
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.results import remove_payouts, require_event, settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.prizes.chop_wall import clear_wall
from tournament.services.undo import Undoable, register_undo

TOPICS = ("payouts", "clock", "log")


@transaction.atomic
def propose_chop(
    *,
    tournament_id: int,
    method: ChopMethod,
    played_for: int,
    by: By,
    second_for: int = 0,
    custom: Mapping[int, int] | None = None,
) -> LogEntry:
    """Work the shares out from the stacks as they are now, and keep them for the players to agree on.

    `played_for` is left to the winner, `second_for` to second place. `custom`: what each entry gets, for that method.
    Raises PrizeError for a chop that cannot be made (ChopError) or where the prizes are not known, and Refused where
    one is proposed already.
    """
    tournament = lock_tournament(tournament_id)
    require_event(tournament)
    if Chop.objects.filter(tournament=tournament, undone_at=None, agreed_at=None).exists():
        raise Refused(
            _("A chop is proposed already. Drop it first, then propose another."), code="chop_stands"
        )
    left = prizes_left(tournament)
    check_left(played_for, second_for)
    amounts = _amounts(tournament, left, method, played_for + second_for, custom)
    _check_advances(tournament, amounts)
    proposed = ChopProposed(
        method=str(method),
        players=len(amounts),
        amount=left.total,
        played_for=played_for,
        second_for=second_for,
    )
    line = record(proposed, tournament_id=tournament.pk, by=by)
    chop = Chop.objects.create(
        tournament=tournament,
        method=method,
        players=len(left.players),
        prizes=left.total,
        played_for=played_for,
        second_for=second_for,
        after=left.after,
        log_entry=line,
        proposed_at=by.now,
    )
    ChopShare.objects.bulk_create(
        ChopShare(chop=chop, entry_id=player.entry, stack=player.stack, amount=amounts[player.entry])
        for player in left.players
    )
    publish(tournament.code, TOPICS)
    return line


@transaction.atomic
def agree_to_chop(*, tournament_id: int, chop_id: int, entry_id: int, by: By) -> LogEntry:
    """Record that one player agrees; with the last one the chop is in force.

    Raises Refused where the proposal is gone, the player has agreed already, or the players or prizes left are others,
    and ChopShare.DoesNotExist for an entry that is not part of it.
    """
    tournament = lock_tournament(tournament_id)
    share = ChopShare.objects.select_related("chop", "entry__player").get(
        chop=chop_id, chop__tournament=tournament, entry=entry_id
    )
    chop = share.chop
    if chop.undone_at is not None:
        raise Refused(_("This proposal was dropped. Look at the one that stands now."), code="chop_gone")
    if share.consent_id is not None:
        raise Refused(
            _("%(name)s has agreed already.") % {"name": share.entry.player.name}, code="agreed_already"
        )
    _check_still_left(tournament, chop)
    _check_advances(tournament, {share.entry_id: share.amount})
    is_last = not chop.shares.filter(consent=None).exclude(pk=share.pk).exists()
    consent = _consent(ChopAgreed if is_last else ChopConsented, share)
    line = record(consent, tournament_id=tournament.pk, by=by)
    share.consent = line
    share.save(update_fields=["consent"])
    if is_last:
        chop.agreed_at = by.now
        chop.save(update_fields=["agreed_at"])
        _put_in_force(tournament, chop)
        clear_wall(tournament)
    publish(tournament.code, TOPICS)
    return line


def proposals_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of these lines by which a chop is proposed that is not in force."""
    proposed = Chop.objects.filter(log_entry__in=lines, undone_at=None, agreed_at=None)
    return set(proposed.values_list("log_entry_id", flat=True))


def consents_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of these lines that are consents to a proposal; of a chop in force the last one, until a share is paid or
    a further chop is proposed.
    """
    given = ChopShare.objects.filter(consent__in=lines, chop__undone_at=None)
    found = set(given.filter(chop__agreed_at=None).values_list("consent_id", flat=True))
    paid = Payout.objects.filter(paid_at__isnull=False, entry__chop_shares__chop__agreed_at__isnull=False)
    # Before the chop: that stays paid whatever becomes of it.
    paid = paid.exclude(advance=F("amount"))
    further = Chop.objects.filter(after__isnull=False, undone_at=None)
    in_force = given.filter(consent__verb=ChopAgreed.verb, chop__agreed_at__isnull=False)
    in_force = in_force.exclude(chop__in=further.values("after"))
    unpaid = in_force.exclude(chop__shares__entry__payout__in=paid)
    return found | set(unpaid.values_list("consent_id", flat=True))


def drop_proposal(line: LogEntry, by: By) -> None:
    """Undo a proposal, which is not in force. The caller holds the tournament's lock."""
    chop, tournament = line.chop, line.tournament
    chop.undone_at = by.now
    chop.save(update_fields=["undone_at"])
    clear_wall(tournament)
    record(ChopDropped.of(line), tournament_id=tournament.pk, by=by, undoes=line)
    publish(tournament.code, TOPICS)


def withdraw_consent(line: LogEntry, by: By) -> None:
    """Undo a consent. A chop is no longer in force: prizes that it decided are decided again, by place or by the
    chop before it.

    The caller holds the tournament's lock, and has seen that no share was paid.
    """
    tournament = line.tournament
    share = ChopShare.objects.select_related("chop__after", "entry__player").get(consent=line)
    share.consent = None
    share.save(update_fields=["consent"])
    was_agreed = share.chop.agreed_at is not None
    withdrawn = _consent(ChopUndone if was_agreed else ChopConsentWithdrawn, share)
    record(withdrawn, tournament_id=tournament.pk, by=by, undoes=line)
    if was_agreed:
        share.chop.agreed_at = None
        share.chop.save(update_fields=["agreed_at"])
        _put_in_force(tournament, share.chop.after)
        of_chop = Payout.objects.filter(tournament=tournament, entry__chop_shares__chop=share.chop)
        remove_payouts(tournament, of_chop, now=by.now)
        settle_results(tournament=tournament, now=by.now)
    publish(tournament.code, TOPICS)


def _amounts(
    tournament: Tournament,
    left: PrizesLeft,
    method: ChopMethod,
    played_for: int,
    custom: Mapping[int, int] | None,
) -> dict[int, int]:
    players = [player.entry for player in left.players]
    if method == ChopMethod.CUSTOM:
        amounts = dict(custom or {})
        if amounts.keys() != set(players):
            raise Refused(
                _("The players left have changed: look at the amounts again."), code="players_changed"
            )
        check_custom_shares(
            [amounts[entry] for entry in players],
            prizes=left.prizes,
            sure=left.agreed,
            played_for=played_for,
        )
        return amounts
    shares = left.shares(cast("FairMethod", str(method)), played_for=played_for, unit=tournament.payout_unit)
    return dict(zip(players, shares, strict=True))


def _check_advances(tournament: Tournament, amounts: Mapping[int, int]) -> None:
    """Nobody gets less than was awarded in advance."""
    early = early_prizes(tournament)
    short = [entry for entry, amount in amounts.items() if amount < early.get(entry, 0)]
    if short:
        entry = Entry.objects.select_related("player").get(pk=short[0])
        raise Refused(
            _("%(name)s was awarded more than this share in advance: give at least that.")
            % {"name": entry.player.name},
            code="less_than_advance",
        )


def _check_still_left(tournament: Tournament, chop: Chop) -> None:
    """The players and prizes are those of the proposal."""
    try:
        left = prizes_left(tournament)
    except PrizeError:
        left = PrizesLeft(players=(), prizes=(), sure=())
    of_chop = set(chop.shares.values_list("entry", flat=True))
    if {player.entry for player in left.players} != of_chop or left.total != chop.prizes:
        raise Refused(
            _("The players left or their prizes have changed since. Drop this proposal and make another."),
            code="chop_stale",
        )


def _put_in_force(tournament: Tournament, chop: Chop | None) -> None:
    tournament.chop = chop
    tournament.save(update_fields=["chop"])


def _consent(change: type[Consent], share: ChopShare) -> Consent:
    return change(**whose(share.entry), amount=share.amount, players=share.chop.players)


register_undo([ChopProposed], Undoable(open_lines=proposals_to_undo, undo=drop_proposal))
register_undo([ChopConsented, ChopAgreed], Undoable(open_lines=consents_to_undo, undo=withdraw_consent))
