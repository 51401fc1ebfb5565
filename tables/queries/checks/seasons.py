"""Final standings of seasons beside the lines that made them final, and what was paid by them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.seasons import SeasonFrozen
from tournament.models import LogEntry, Season, SeasonPayment, Tournament
from tournament.queries.seasons.money import amounts_due_finally, currency_of


def check_seasons(tournament: Tournament) -> Iterator[Finding]:
    """I35: standings made final here, and their money, are as the log has them; what was paid here of a season is what
    its final standings give that player. Two queries; two more for each season with either.
    """
    lines = LogEntry.objects.filter(tournament=tournament, verb=SeasonFrozen.verb, undone_by=None)
    told = {SeasonFrozen.of(line).season: SeasonFrozen.of(line) for line in lines.order_by("pk")}
    for season in Season.objects.filter(pk__in=told).select_related("league").order_by("pk"):
        digest = told[season.pk].digest
        if digest and season.frozen_at is not None and season.final_digest != digest:
            yield Finding(
                invariant="I35",
                says=_(
                    "The final standings of “%(season)s”, or their money, are not as they were made final."
                )
                % {"season": season},
            )
    paid = SeasonPayment.objects.filter(tournament=tournament, undone_line=None)
    for payment in paid.select_related("season__league", "player").order_by("pk"):
        due = amounts_due_finally(payment.season, currency=currency_of(payment.season))
        if due.get(payment.player_id) != payment.amount:
            yield Finding(
                invariant="I35",
                says=_("%(name)s was paid %(paid)s of “%(season)s”, the final standings give %(due)s.")
                % {
                    "name": payment.player.name,
                    "paid": payment.amount,
                    "season": payment.season,
                    "due": due.get(payment.player_id, 0),
                },
            )
