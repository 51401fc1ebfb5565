"""Undo from the log: a change is undone by a further change that names it.

Each area registers, for its verbs, which lines can still be undone and how. What cannot be put
back exactly as it was (cards were dealt since, somebody else sits there) is not offered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import (
    HeldPayment,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.services.actor import By
from tournament.services.cash.bounties import void_bounty_payment
from tournament.services.cash.holding import asked_to_undo, withdraw_payment
from tournament.services.cash.mystery import (
    close_envelope,
    envelopes_to_close,
    has_envelopes,
    mystery_to_undo,
    undo_beginning,
)
from tournament.services.cash.payouts import PRIZES, void_payment
from tournament.services.cash.ready import cancel_ready, ready_to_undo
from tournament.services.cash.tills import (
    closings_to_undo,
    lock_opening,
    openings_to_undo,
    reopen_till,
    undo_opening,
)
from tournament.services.cash.transfers import lock_transfer, transfers_to_undo, undo_transfer, why_no_undo
from tournament.services.cash.uncollected import due_again, uncollected_to_undo
from tournament.services.clock import CLOCK_CHANGES, restore_clock
from tournament.services.errors import Refused
from tournament.services.field.id_checks import id_checks_to_undo, take_back_id_check
from tournament.services.field.minimum import restore_minimum, waivers_to_undo
from tournament.services.field.no_shows import hand_backs_to_undo, take_no_show_money_again
from tournament.services.field.registration import reopen_registration
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log
from tournament.services.prizes.added_money import additions_to_undo, take_back_money
from tournament.services.prizes.chop_wall import WALL_VERBS, open_wall_lines, restore_wall
from tournament.services.prizes.chops import (
    consents_to_undo,
    drop_proposal,
    proposals_to_undo,
    withdraw_consent,
)
from tournament.services.prizes.locked_ladder import LADDER_CHANGES, may_restore, restore_ladder
from tournament.services.prizes.side_prizes import UNDOABLE as SIDE_PRIZES
from tournament.services.prizes.side_prizes import side_prizes_to_undo, undo_side_prize
from tournament.services.setup.deductions import DEDUCTION_VERB, open_deduction_lines, restore_deductions
from tournament.services.setup.prices import PRICE_VERBS, open_price_lines, restore_price

OpenLines = Callable[[Tournament, Sequence[LogEntry]], Collection[int]]
Take = Callable[[LogEntry, By], None]
Lock = Callable[[LogEntry], None]
Why = Callable[[LogEntry], Refused]


def gone_on() -> Refused:
    """What is said where something has happened since that an undo would contradict."""
    return Refused(_("This can no longer be undone: later changes depend on it."), code="cannot_undo")


def _nothing_more(line: LogEntry) -> None:
    """The lock of the tournament is enough."""


def _gone_on(_line: LogEntry) -> Refused:
    return gone_on()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoable:
    """`open_lines` says which of some lines can be undone now, in a few queries for all of them;
    `undo` does it for one, under the tournament's lock, and logs a line that `undoes` it. `lock` keeps everything else
    as it is that `open_lines` looks at: a table whose dealer or floor changes it without the tournament's lock.
    `why_not` says what is in the way of a line that cannot be undone now.

    `again`: what undoes a line is a change like any other, so that undoing that one makes the first again. Elsewhere
    the line of an undo offers nothing.
    """

    open_lines: OpenLines
    undo: Take
    lock: Lock = _nothing_more
    again: bool = False
    why_not: Why = _gone_on


_undoable: Final[dict[str, Undoable]] = {}


def register_undo(verbs: Collection[str], undoable: Undoable) -> None:
    """Make lines with these verbs undoable; a verb belongs to one area only."""
    for verb in verbs:
        if _undoable.setdefault(verb, undoable) is not undoable:
            raise ValueError(f"Two areas undo {verb!r}.")


def lines_to_undo(tournament: Tournament, lines: Sequence[LogEntry]) -> frozenset[int]:
    """Ids of those lines that can be undone now. Lines come with `undone_by` loaded."""
    found: set[int] = set()
    by_area: dict[int, list[LogEntry]] = defaultdict(list)
    for line in lines:
        area = _undoable.get(line.verb)
        if area is not None and not hasattr(line, "undone_by") and (area.again or line.undoes_id is None):
            by_area[id(area)].append(line)
    for group in by_area.values():
        found.update(_undoable[group[0].verb].open_lines(tournament, group))
    return frozenset(found)


@transaction.atomic
def undo_line(*, tournament_id: int, line_id: int, by: By) -> LogEntry:
    """Undo what one line of the log tells of; give the line that was undone.

    Raises Refused when it was undone already or later changes depend on it, and
    LogEntry.DoesNotExist for another tournament's line.
    """
    tournament = lock_tournament(tournament_id)
    line = LogEntry.objects.select_related("undone_by").get(pk=line_id, tournament=tournament)
    if hasattr(line, "undone_by"):
        raise Refused(_("This has already been undone."), code="undone_already")
    if line.verb in _undoable:
        _undoable[line.verb].lock(line)
    if line.pk not in lines_to_undo(tournament, [line]):
        raise _undoable[line.verb].why_not(line) if line.verb in _undoable else gone_on()
    _undoable[line.verb].undo(line, by)
    return line


def register_together(verbs: Collection[str]) -> None:
    """Make lines undoable that name in `parts` what one tap has done: one tap undoes all of it, the last first."""
    register_undo(verbs, _TOGETHER)


def _open_together(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of which all that still stands can be undone."""
    wanted = [pk for line in lines for pk in line.data["parts"]]
    parts = list(LogEntry.objects.filter(pk__in=wanted).select_related("undone_by"))
    standing = {part.pk for part in parts if not hasattr(part, "undone_by")}
    can_go = lines_to_undo(tournament, parts)
    left = {line.pk: standing.intersection(line.data["parts"]) for line in lines}
    return {line for line, these in left.items() if these and these <= can_go}


def _undo_together(line: LogEntry, by: By) -> None:
    parts = LogEntry.objects.filter(pk__in=line.data["parts"], undone_by__isnull=True)
    for part in parts.order_by("-pk"):
        _undoable[part.verb].undo(part, by)
    write_log(
        tournament_id=line.tournament_id,
        by=by,
        verb="undone_together",
        data={**line.data, "was": line.verb},
        undoes=line,
    )


def _lock_together(line: LogEntry) -> None:
    for part in LogEntry.objects.filter(pk__in=line.data["parts"]).order_by("pk"):
        _undoable[part.verb].lock(part)


_TOGETHER: Final = Undoable(open_lines=_open_together, undo=_undo_together, lock=_lock_together)


def _open_clock_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Only the newest change of the clock, while nothing has moved it since."""
    return {line.pk for line in lines if line.data.get("clock_version") == tournament.clock_version}


def _undo_clock(line: LogEntry, by: By) -> None:
    restore_clock(
        tournament_id=line.tournament_id, version=line.data["clock_version"], line=line, by=by, undoes=line
    )


def _open_closings(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The closing that stands, in play and until a prize is decided or bounties are in envelopes."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    standing = {line.pk for line in lines if line.at == tournament.registration_closed_at}
    if not standing or Payout.objects.filter(tournament=tournament).exists() or has_envelopes(tournament):
        return set()
    return standing


def _undo_closing(line: LogEntry, by: By) -> None:
    reopen_registration(tournament_id=line.tournament_id, by=by, undoes=line)


def _open_prize_payments(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    rows = MoneyRow.objects.filter(log_entry__in=lines, kind__in=PRIZES, corrected_by=None)
    return set(rows.values_list("log_entry_id", flat=True))


def _undo_prize_payment(line: LogEntry, by: By) -> None:
    void_payment(tournament_id=line.tournament_id, payout_id=line.data["payout"], by=by)


def _open_bounty_payments(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    rows = MoneyRow.objects.filter(log_entry__in=lines, kind=MoneyKind.BOUNTY_PAID, corrected_by=None)
    return set(rows.values_list("log_entry_id", flat=True))


def _undo_bounty_payment(line: LogEntry, by: By) -> None:
    row = MoneyRow.objects.get(log_entry=line, kind=MoneyKind.BOUNTY_PAID)
    void_bounty_payment(tournament_id=line.tournament_id, row_id=row.pk, by=by)


def _open_ladder_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest change of the lock, while what stood before it pays what has been awarded since."""
    newest = LogEntry.objects.filter(tournament=tournament, verb__in=LADDER_CHANGES).order_by("-pk").first()
    return {line.pk for line in lines if line == newest and may_restore(tournament, line)}


def _undo_ladder(line: LogEntry, by: By) -> None:
    restore_ladder(line=line, by=by)


def _open_ready(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return set(ready_to_undo([line.pk for line in lines]))


def _undo_ready(line: LogEntry, by: By) -> None:
    payout_id = ready_to_undo([line.pk])[line.pk]
    cancel_ready(tournament_id=line.tournament_id, payout_id=payout_id, by=by)


def _open_asked(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return asked_to_undo([line.pk for line in lines])


def _undo_asked(line: LogEntry, by: By) -> None:
    held = HeldPayment.objects.get(asked_line=line)
    withdraw_payment(tournament_id=line.tournament_id, held_id=held.pk, by=by)


def _open_tills(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return openings_to_undo([line.pk for line in lines])


def _undo_till(line: LogEntry, by: By) -> None:
    undo_opening(line=line, by=by)


def _closed_tills(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return closings_to_undo([line.pk for line in lines])


def _reopen_till(line: LogEntry, by: By) -> None:
    reopen_till(line=line, by=by)


def _open_transfers(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return transfers_to_undo([line.pk for line in lines])


def _undo_transfer(line: LogEntry, by: By) -> None:
    undo_transfer(line=line, by=by)


def _open_proposals(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return proposals_to_undo([line.pk for line in lines])


def _undo_proposal(line: LogEntry, by: By) -> None:
    drop_proposal(line=line, by=by)


def _open_consents(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return consents_to_undo([line.pk for line in lines])


def _undo_consent(line: LogEntry, by: By) -> None:
    withdraw_consent(line=line, by=by)


def _open_hand_backs(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return hand_backs_to_undo([line.pk for line in lines])


def _undo_hand_back(line: LogEntry, by: By) -> None:
    take_no_show_money_again(line=line, by=by)


def _open_waivers(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return waivers_to_undo(tournament, lines)


def _undo_waiver(line: LogEntry, by: By) -> None:
    restore_minimum(line=line, by=by)


def _open_additions(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return additions_to_undo(tournament, [line.pk for line in lines])


def _undo_addition(line: LogEntry, by: By) -> None:
    take_back_money(line=line, by=by)


def _mystery_begun(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return mystery_to_undo([line.pk for line in lines])


def _undo_beginning(line: LogEntry, by: By) -> None:
    undo_beginning(line=line, by=by)


def _opened_envelopes(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return envelopes_to_close([line.pk for line in lines])


def _close_envelope(line: LogEntry, by: By) -> None:
    close_envelope(line=line, by=by)


def _open_uncollected(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return uncollected_to_undo([line.pk for line in lines])


def _undo_uncollected(line: LogEntry, by: By) -> None:
    due_again(line=line, by=by)


register_undo(CLOCK_CHANGES, Undoable(open_lines=_open_clock_lines, undo=_undo_clock))
register_undo(["registration_closed_by_hand"], Undoable(open_lines=_open_closings, undo=_undo_closing))
register_undo(LADDER_CHANGES[:2], Undoable(open_lines=_open_ladder_lines, undo=_undo_ladder))
register_undo(["id_checked"], Undoable(open_lines=id_checks_to_undo, undo=take_back_id_check))
register_undo(PRICE_VERBS, Undoable(open_lines=open_price_lines, undo=restore_price, again=True))
register_undo(WALL_VERBS, Undoable(open_lines=open_wall_lines, undo=restore_wall, again=True))
register_undo(
    [DEDUCTION_VERB], Undoable(open_lines=open_deduction_lines, undo=restore_deductions, again=True)
)
register_undo(["prize_paid"], Undoable(open_lines=_open_prize_payments, undo=_undo_prize_payment))
register_together(["player_paid", "whole_payment_confirmed"])
register_undo(["bounty_paid"], Undoable(open_lines=_open_bounty_payments, undo=_undo_bounty_payment))
register_undo(["no_show_handed_back"], Undoable(open_lines=_open_hand_backs, undo=_undo_hand_back))
register_undo(["minimum_waived"], Undoable(open_lines=_open_waivers, undo=_undo_waiver))
register_undo(["money_added"], Undoable(open_lines=_open_additions, undo=_undo_addition))
register_undo(SIDE_PRIZES, Undoable(open_lines=side_prizes_to_undo, undo=undo_side_prize))
register_undo(["mystery_begun"], Undoable(open_lines=_mystery_begun, undo=_undo_beginning))
register_undo(["envelope_opened"], Undoable(open_lines=_opened_envelopes, undo=_close_envelope))
register_undo(["bounties_forfeited"], Undoable(open_lines=_open_uncollected, undo=_undo_uncollected))
register_undo(["prize_ready"], Undoable(open_lines=_open_ready, undo=_undo_ready))
register_undo(["payment_asked"], Undoable(open_lines=_open_asked, undo=_undo_asked))
register_undo(["till_opened"], Undoable(open_lines=_open_tills, undo=_undo_till, lock=lock_opening))
register_undo(["till_closed"], Undoable(open_lines=_closed_tills, undo=_reopen_till))
register_undo(
    ["cash_transferred"],
    Undoable(open_lines=_open_transfers, undo=_undo_transfer, lock=lock_transfer, why_not=why_no_undo),
)
register_undo(["chop_proposed"], Undoable(open_lines=_open_proposals, undo=_undo_proposal))
register_undo(["chop_consented", "chop_agreed"], Undoable(open_lines=_open_consents, undo=_undo_consent))
