"""The director locks the ladder that was announced, edits it by hand, and unlocks it.

    follows the pool --lock, as calculated or by hand--> locked --unlock--> follows the pool
                                                           | lock again, with other amounts

What has been awarded stays through all of it; only the places still open may change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.changes.change import verbs
from tournament.changes.prizes import OfLadder, PayoutsLocked, PayoutsLockUndone, PayoutsUnlocked
from tournament.models import Entry, LogEntry, Tournament, TournamentStatus
from tournament.queries.flights import LIVE, entries_counted
from tournament.queries.payouts.decided import prizes_before_their_place
from tournament.queries.payouts.ladder import (
    awarded_places,
    first_chop,
    locked_ladder,
    pool_for,
    prize_pool,
    scheme_ladder,
)
from tournament.realtime import publish
from tournament.rules.payouts.chops import check_chop_fits
from tournament.rules.payouts.ladders import Ladder
from tournament.rules.payouts.locked import (
    Difference,
    LockedLadder,
    locked_from_dict,
    require_awarded,
    require_said,
    tiers_of,
)
from tournament.rules.payouts.money import PrizePool
from tournament.rules.payouts.schemes import CustomAmounts, PrizeError
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.results import require_event, require_no_chop, settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

LADDER_VERBS: Final = verbs(PayoutsLocked, PayoutsUnlocked, PayoutsLockUndone)


@transaction.atomic
def lock_payouts(
    *,
    tournament_id: int,
    amounts: CustomAmounts | None = None,
    difference: Difference = "none",
    pool_seen: int | None = None,
    by: By,
    reason: str = "",
) -> Tournament:
    """Lock these amounts, or without any the ladder as the scheme gives it for the pool of this moment.

    `difference` says who bears what the amounts are above or below the pool; `pool_seen` is the pool that the director
    had in front of them. Raises PrizeError for amounts that do not fit the pool, the field or what has been awarded,
    and Refused where the pool has moved meanwhile or there is nobody to pay.
    """
    tournament = lock_tournament(tournament_id)
    require_event(tournament)
    _check_open(tournament)
    pool, entries = prize_pool(tournament), entries_counted(tournament)
    if pool_seen is not None and pool_seen != pool.total:
        raise Refused(
            _("The prize pool has changed since you opened this page. Check the difference and lock again."),
            code="pool_moved",
        )
    if amounts is None:
        amounts = _as_calculated(tournament, pool, entries)
    places = amounts.tiers[-1].last
    # The bubble prize stays what it is: these are the places in the money.
    left = pool_for(tournament, places=places, pool=pool, entries=entries)
    locked = LockedLadder(amounts=amounts, pool=left)
    locked_ladder(tournament, locked, entries=entries)
    require_said(amounts, pool=left, difference=difference)
    change = PayoutsLocked(
        total=amounts.total, pool=left, places=places, before=tournament.locked_ladder_data
    )
    _put(tournament, locked, change, by=by, reason=reason)
    return tournament


@transaction.atomic
def unlock_payouts(*, tournament_id: int, by: By) -> Tournament:
    """Let prizes follow the scheme and the pool again.

    Raises Refused where nothing is locked, PrizeError where the scheme would pay otherwise what has been awarded.
    """
    tournament = lock_tournament(tournament_id)
    _check_open(tournament)
    if tournament.locked_ladder_data is None:
        raise Refused(_("The payouts are not locked."), code="not_locked")
    _put(tournament, None, PayoutsUnlocked(before=tournament.locked_ladder_data), by=by)
    return tournament


def restore_ladder(line: LogEntry, by: By) -> None:
    """Undo a change of the lock: what stood before the line stands again. The caller holds the tournament's lock."""
    tournament = line.tournament
    before = locked_from_dict(OfLadder.of(line).before)
    undone = PayoutsLockUndone(was=line.verb, before=tournament.locked_ladder_data)
    _put(tournament, before, undone, by=by, undoes=line)


def may_restore(tournament: Tournament, line: LogEntry) -> bool:
    """Whether what stood before the line would pay what has been awarded, and no chop divides the prizes."""
    if tournament.chop_id is not None:
        return False
    try:
        _require_kept(tournament, locked_from_dict(OfLadder.of(line).before))
    except (PrizeError, Refused):
        return False
    return True


def _put(
    tournament: Tournament,
    locked: LockedLadder | None,
    change: OfLadder,
    *,
    by: By,
    reason: str = "",
    undoes: LogEntry | None = None,
) -> None:
    _require_kept(tournament, locked)
    tournament.locked_ladder_data = locked.to_dict() if locked else None
    tournament.payouts_locked_at = by.now if locked else None
    tournament.save(update_fields=["locked_ladder_data", "payouts_locked_at"])
    record(change, tournament_id=tournament.pk, by=by, reason=reason, undoes=undoes)
    # Prizes that waited for a ladder that fits can be decided now, and the part of the house follows.
    settle_results(tournament=tournament, now=by.now)
    publish(tournament.code, ["payouts", "standings", "clock", "log"])


def _require_kept(tournament: Tournament, locked: LockedLadder | None) -> None:
    """Raise PrizeError where this ladder, or the scheme without one, would pay otherwise what has been awarded, and
    Refused where it pays those left less than they were awarded in advance.

    Those who have made a chop are paid what they agreed on, which together is what their places pay.
    """
    awarded, chop = awarded_places(tournament), first_chop(tournament)
    early = prizes_before_their_place(tournament).aggregate(most=Max("advance"))["most"] or 0
    if not awarded and not early and chop is None:
        return
    entries = entries_counted(tournament)
    if locked is None:
        ladder = scheme_ladder(tournament, pool=prize_pool(tournament), entries=entries)
    else:
        ladder = locked_ladder(tournament, locked, entries=entries)
    left = Entry.objects.filter(tournament=tournament, status__in=LIVE).count()
    if early > (ladder.prizes[left - 1] if 0 < left <= len(ladder.prizes) else 0) and chop is None:
        raise Refused(
            _("Those left were awarded more in advance than the next place would pay: give it as much."),
            code="paid_in_advance",
        )
    players = 0
    if chop is not None:
        check_chop_fits(ladder.prizes, players=chop.players, prizes=chop.prizes)
        players = chop.players
    require_awarded(ladder.prizes, [each for each in awarded if each.first > players])


def _as_calculated(tournament: Tournament, pool: PrizePool, entries: int) -> CustomAmounts:
    """What the scheme gives the places in the money."""
    ladder = scheme_ladder(tournament, pool=pool, entries=entries) if entries else Ladder()
    if not ladder.prizes:
        raise Refused(_("There is no prize pool yet: there is nothing to lock."), code="no_prizes")
    return tiers_of(ladder.amounts)


def _check_open(tournament: Tournament) -> None:
    if tournament.status == TournamentStatus.CANCELLED:
        raise Refused(_("The tournament is cancelled: no prizes are paid."), code="cancelled")
    require_no_chop(tournament)


def _open_ladder_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest change of the lock, while what stood before it pays what has been awarded since."""
    newest = LogEntry.objects.filter(tournament=tournament, verb__in=LADDER_VERBS).order_by("-pk").first()
    return {line.pk for line in lines if line == newest and may_restore(tournament, line)}


register_undo([PayoutsLocked, PayoutsUnlocked], Undoable(open_lines=_open_ladder_lines, undo=restore_ladder))
