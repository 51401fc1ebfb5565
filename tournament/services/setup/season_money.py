"""The money of a season: what its events collect for it, and what its players are paid once the standings are final.

What events collect is part of what entries pay for other deductions, and stays in the books of each event until the
season is paid. A payment is made at the desk of any of its events: the house brings the money there, and the player
gets it. It is undone in the log; until then the standings stay final.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import UNSET

from tournament.changes.seasons import SeasonFrozen, SeasonPaid, SeasonPaymentVoided, SeasonShareSet
from tournament.models import (
    LogEntry,
    MoneyKind,
    MoneyRow,
    Player,
    Season,
    SeasonEvent,
    SeasonPayment,
    Tournament,
    TournamentStatus,
)
from tournament.queries.seasons.money import amounts_due_finally
from tournament.realtime import publish
from tournament.rules.payouts.money import MAX_MONEY
from tournament.services.actor import By
from tournament.services.cash.holding import check_limits
from tournament.services.errors import Refused
from tournament.services.locks import lock_season, lock_tournament
from tournament.services.log import record
from tournament.services.setup.seasons import check_currency, counted_in, lock_event, standing_in, tell
from tournament.services.undo import Undoable, register_undo

_OF_PAYMENT: Final = (MoneyKind.SEASON_MONEY, MoneyKind.SEASON_PAID)


@transaction.atomic
def set_season_share(
    *, tournament_id: int, season_id: int, share: int, by: By, undoes: LogEntry | None = None
) -> LogEntry | None:
    """So much of each entry of this event goes into the season, sold or to come; None where it is as it was.

    Raises Refused for more than no amount where another event collects in another currency.
    """
    tournament = lock_event(tournament_id)
    season, row = standing_in(tournament, season_id)
    if share == row.share:
        return None
    if not 0 <= share <= MAX_MONEY:
        raise Refused(_("Enter an amount from 0 on."), code="out_of_range", field="share")
    change = SeasonShareSet(season=season.pk, name=str(season), before=row.share, after=share)
    row.share = share
    check_currency(row)
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    row.save(update_fields=["share"])
    tell(tournament)
    return line


@transaction.atomic
def pay_season_prize(
    *, tournament_id: int, season_id: int, player_id: int, by: By, papers_seen: bool = False
) -> LogEntry:
    """Hand a player what the final standings give, at the desk of this event, by the limits of this desk.

    Above the limit for two people the one who made the standings final does not pay too. Raises Refused for that,
    before the standings are final, for a player who was paid or is due nothing, and where papers are due;
    Player.DoesNotExist.
    """
    tournament = lock_event(tournament_id)
    season = lock_season(season_id)
    counted_in(tournament, season)
    player = Player.objects.get(pk=player_id)
    if tournament.status == TournamentStatus.CANCELLED:
        raise Refused(_("The tournament is cancelled: no prizes are paid."), code="cancelled")
    if season.frozen_at is None:
        raise Refused(
            _("Make the standings of the season final first: then it is known who gets what."),
            code="not_final",
        )
    amount = amounts_due_finally(season).get(player.pk)
    if amount is None:
        raise Refused(_("This player is due nothing from the season: reload the page."), code="nothing_due")
    if season.frozen_currency != tournament.currency:
        raise Refused(
            _("The money of this season is in %(currency)s: pay it at an event in that currency.")
            % {"currency": season.frozen_currency},
            code="other_currency",
        )
    if SeasonPayment.objects.filter(season=season, player=player, undone_line=None).exists():
        raise Refused(_("%(name)s has been paid already.") % {"name": player.name}, code="already_paid")
    if tournament.payment_limits.needs_second(amount) and _frozen_by(season) in (None, by.actor.account_id):
        raise Refused(
            _(
                "A payment of this amount takes two people: it is made by another director of the event than the one "
                "who made the standings final."
            ),
            code="second_person",
        )
    checks = check_limits(tournament, amount, papers_seen=papers_seen, held=None, is_seconded=True)
    paid = SeasonPaid(
        season=season.pk,
        name=str(season),
        player=player.pk,
        who=player.name,
        amount=amount,
        papers=checks.get("papers", UNSET),
    )
    line = record(paid, tournament_id=tournament.pk, by=by)
    SeasonPayment(season=season, tournament=tournament, player=player, amount=amount, line=line).save()
    MoneyRow.objects.bulk_create(
        MoneyRow(tournament=tournament, kind=kind, amount=moved, at=by.now, log_entry=line)
        for kind, moved in zip(_OF_PAYMENT, (amount, -amount), strict=True)
    )
    publish(tournament.code, ["payouts", "log"])
    return line


def _frozen_by(season: Season) -> int | None:
    """The account that made the standings final, None for none."""
    lines = LogEntry.objects.filter(
        tournament__in_seasons__season=season, verb=SeasonFrozen.verb, undone_by=None
    )
    ours = [line for line in lines.order_by("-pk") if SeasonFrozen.of(line).season == season.pk]
    return ours[0].account_id if ours else None


def _open_shares(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest of each season, while the event counts in it as it said."""
    found = {}
    for line in sorted(lines, key=lambda each: each.pk):
        change = SeasonShareSet.of(line)
        found[change.season] = (line.pk, change.after)
    rows = SeasonEvent.objects.filter(
        season__in=found, tournament=tournament, left_line=None, season__frozen_at=None
    )
    return {found[row.season_id][0] for row in rows if row.share == found[row.season_id][1]}


def _undo_share(line: LogEntry, by: By) -> None:
    change = SeasonShareSet.of(line)
    set_season_share(
        tournament_id=line.tournament_id, season_id=change.season, share=change.before, by=by, undoes=line
    )


def _open_payments(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    standing = SeasonPayment.objects.filter(line__in=lines, undone_line=None)
    return set(standing.values_list("line_id", flat=True))


def _undo_payment(line: LogEntry, by: By) -> None:
    """The money came back to the desk, and went back to the house: it is due again."""
    tournament = lock_tournament(line.tournament_id)
    payment = SeasonPayment.objects.select_related("season__league").get(line=line)
    paid = SeasonPaid.of(line)
    voided = SeasonPaymentVoided(
        season=paid.season, name=paid.name, player=paid.player, who=paid.who, amount=paid.amount
    )
    back = record(voided, tournament_id=tournament.pk, by=by, undoes=line)
    rows = list(MoneyRow.objects.filter(log_entry=line, kind__in=_OF_PAYMENT))
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament=tournament, kind=row.kind, amount=-row.amount, at=by.now, corrects=row, log_entry=back
        )
        for row in rows
    )
    payment.undone_line = back
    payment.save(update_fields=["undone_line"])
    publish(tournament.code, ["payouts", "log"])


register_undo([SeasonShareSet], Undoable(open_lines=_open_shares, undo=_undo_share, again=True))
register_undo([SeasonPaid], Undoable(open_lines=_open_payments, undo=_undo_payment))
