"""Final standings of seasons beside the lines that made them final, and what was paid by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.seasons import SeasonFrozen
from tournament.models import LogEntry, Season, SeasonPayment, Tournament
from tournament.queries.seasons.money import amounts_due_finally


def check_seasons(tournament: Tournament) -> Iterator[Finding]:
    """I35: standings made final here, and their money, are as the log has them; what was paid here of a season is what
    its final standings give that player. Three queries at most.
    """
    lines = LogEntry.objects.filter(tournament=tournament, verb=SeasonFrozen.verb, undone_by=None)
    told = [SeasonFrozen.of(line) for line in lines.order_by("pk")]
    digests = {each.season: each.digest for each in told}
    for season in Season.objects.filter(pk__in=digests).select_related("league").order_by("pk"):
        digest = digests[season.pk]
        if digest and (season.frozen_at is None or season.final_digest != digest):
            yield Finding(
                invariant="I35",
                says=_(
                    "The final standings of “%(season)s”, or their money, are not as they were made final."
                )
                % {"season": season},
            )
    paid = SeasonPayment.objects.filter(tournament=tournament, undone_line=None)
    dues: dict[int, Mapping[int, int]] = {}
    for payment in paid.select_related("season__league", "player").order_by("pk"):
        if payment.season_id not in dues:
            dues[payment.season_id] = amounts_due_finally(payment.season)
        due = dues[payment.season_id]
        if due.get(payment.player_id) != payment.amount:
            yield Finding(
                invariant="I35",
                says=_(
                    "%(name)s was paid %(paid)s minor units of “%(season)s”, the final standings give %(due)s."
                )
                % {
                    "name": payment.player.name,
                    "paid": payment.amount,
                    "season": payment.season,
                    "due": due.get(payment.player_id, 0),
                },
            )
