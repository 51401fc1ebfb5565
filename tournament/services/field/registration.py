"""The end of registration: by its last level, or by hand at any time while the tournament is in play.

    open --last level over, or closed by hand--> closed --opened again by hand--> open

Once it is closed the pool is known and prizes are decided; from the first one on it stays closed,
because what was decided would no longer add up. Opened again after its last level, registration no
longer has a deadline: it is open until somebody closes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.entries import RegistrationClosed, RegistrationClosedByHand, RegistrationReopened
from tournament.models import LogEntry, Payout, Tournament, TournamentStatus
from tournament.queries.registration import is_before_deadline, registration_is_open
from tournament.realtime import publish
from tournament.services.actor import CLOCK, By
from tournament.services.cash.mystery import has_envelopes, require_no_envelopes
from tournament.services.errors import Refused
from tournament.services.field.results import require_no_chop, settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

# Tables break and the final table is made only once it is closed: the room's advice changes too.
TOPICS = ("clock", "standings", "players", "payouts", "tables", "log", "field")


@transaction.atomic
def close_registration(*, tournament_id: int, by: By) -> Tournament:
    """Take no entries from here on; with one player left they have won. Raises Refused."""
    tournament = lock_tournament(tournament_id)
    _check_in_play(tournament)
    if tournament.registration_closed_at is not None:
        raise Refused(_("Registration is already closed."), code="registration_closed")
    tournament.registration_closed_at = by.now
    tournament.registration_kept_open = False
    tournament.save(update_fields=["registration_closed_at", "registration_kept_open"])
    record(RegistrationClosedByHand(), tournament_id=tournament.pk, by=by)
    settle_results(tournament=tournament, now=by.now)
    publish(tournament.code, TOPICS)
    return tournament


@transaction.atomic
def reopen_registration(*, tournament_id: int, by: By, undoes: LogEntry | None = None) -> Tournament:
    """Take entries again, to the last level as planned or, if that is over, until closed by hand.

    Raises Refused while it is open, and once a prize is decided.
    """
    tournament = lock_tournament(tournament_id)
    _check_in_play(tournament)
    if registration_is_open(tournament, now=by.now):
        raise Refused(_("Registration is open."), code="registration_open")
    if Payout.objects.filter(tournament=tournament).exists():
        raise Refused(
            _("Prizes have been awarded: registration can no longer be reopened."),
            code="prizes_decided",
        )
    require_no_chop(tournament)
    require_no_envelopes(tournament)
    tournament.registration_closed_at = None
    tournament.registration_kept_open = not is_before_deadline(tournament, now=by.now)
    tournament.save(update_fields=["registration_closed_at", "registration_kept_open"])
    record(RegistrationReopened(), tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, TOPICS)
    return tournament


def must_close_registration(tournament: Tournament, *, now: datetime) -> bool:
    """Whether its deadline has passed and nobody has booked that yet."""
    if tournament.status != TournamentStatus.RUNNING:
        return False
    if tournament.registration_closed_at is not None or tournament.registration_kept_open:
        return False
    return not is_before_deadline(tournament, now=now)


def close_registration_if_due(tournament: Tournament, *, now: datetime) -> None:
    """Late registration ends by itself with its level, or with the break after it (profile; WSOP 12)."""
    if not must_close_registration(tournament, now=now):
        return
    claimed = Tournament.objects.filter(
        pk=tournament.pk, registration_closed_at__isnull=True, registration_kept_open=False
    ).update(registration_closed_at=now)
    if claimed == 1:
        tournament.registration_closed_at = now
        record(RegistrationClosed(), tournament_id=tournament.pk, by=CLOCK.at(now))
        settle_results(tournament=lock_tournament(tournament.pk), now=now)
        publish(tournament.code, ["clock", "standings", "players", "payouts", "field"])


def _check_in_play(tournament: Tournament) -> None:
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(
            _("Registration can be opened and closed by hand only while the tournament is in play."),
            code="not_in_play",
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


register_undo([RegistrationClosedByHand], Undoable(open_lines=_open_closings, undo=_undo_closing))
