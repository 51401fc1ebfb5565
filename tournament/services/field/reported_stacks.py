"""Players say on their own page how many chips they have, where the house allows it and nobody else knows.

It is what they say: no stack, rank, average or prize follows from it, and what was recorded or counted stands above it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Sum
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.models import Entry, EntryStatus, ReportedStack, Tournament, TournamentStatus
from tournament.queries.chip_count import chip_count
from tournament.realtime import entry_topic, publish
from tournament.services.errors import Refused

# A finger that taps again and again shall not have every page drawn again.
REST: Final = timedelta(seconds=15)


@transaction.atomic
def report_stack(*, secret: str, chips: int, now: datetime) -> ReportedStack:
    """`secret` is that of the player's page. Raises Refused where the house does not ask, the stack is known, they
    cannot have so many, or the last number was just said; Entry.DoesNotExist for no such page.
    """
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(link_secret=secret)
    tournament = entry.tournament
    if not tournament.options.stacks_reported or tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("Stacks are not reported in this event."), code="not_asked")
    if entry.status != EntryStatus.PLAYING:
        raise Refused(_("You are not in play."), code="not_in_play")
    if entry.is_stack_known:
        raise Refused(
            _("Your stack is on record: %(chips)s. Tell the floor if it is wrong.")
            % {"chips": number_format(entry.stack, force_grouping=True)},
            code="stack_known",
        )
    most = most_possible(tournament)
    if not 0 < chips <= most:
        raise Refused(
            _("Enter a number from 1 to %(most)s: there are no more chips than that.")
            % {"most": number_format(most, force_grouping=True)},
            code="not_possible",
            field="chips",
        )
    before = ReportedStack.objects.filter(entry=entry).first()
    if before is not None and before.at <= now < before.at + REST:
        raise Refused(_("You have just reported it. Try again in a moment."), code="just_reported")
    reported, _created = ReportedStack.objects.update_or_create(
        entry=entry, defaults={"chips": chips, "at": now}
    )
    publish(tournament.code, ["standings", entry_topic(entry.pk)])
    return reported


def most_possible(tournament: Tournament) -> int:
    """The chips in play that are in no stack that somebody knows."""
    known = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING, is_stack_known=True)
    held = known.aggregate(all=Sum("stack", default=0))["all"]
    return max(0, chip_count(tournament.pk).in_play - int(held))
