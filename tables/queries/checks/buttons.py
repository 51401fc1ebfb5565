from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.utils.translation import gettext as _

from tables import engine
from tables.changes.breaks import TablesRedrawn
from tables.changes.busts import PlayersBusted
from tables.changes.buttons import ButtonCorrected, ButtonDrawn, ButtonPutBack, ButtonSet
from tables.changes.tables import RecordingChanged, TableReopened
from tables.models import Hand, HandStatus, Table
from tables.queries.checks.findings import Finding
from tournament.changes.change import verbs
from tournament.models import LogEntry, Tournament

# Lines by which a table's button comes to lie elsewhere than in its last hand, or is not followed any more.
BY_HAND = Q(
    verb__in=(
        *verbs(ButtonSet, ButtonCorrected, ButtonDrawn, ButtonPutBack, PlayersBusted),
        *verbs(RecordingChanged, TableReopened, TablesRedrawn),
    )
) | Q(undoes__isnull=False)
# A hand that is void may have been dealt again, or be about to be: its button stays.
LOOKED_AT = 20


def check_buttons(tournament: Tournament) -> Iterator[Finding]:
    """I13: between two hands the button is where the last one had it, unless a line of the log has moved it since.

    One query for each table, two where they differ. Of a table whose last hands have no button nothing is said.
    """
    for table in Table.objects.filter(tournament=tournament).order_by("number"):
        try:
            hands = _newest_with_button(table)
        except engine.DAMAGED:
            # A hand that cannot be read is another finding.
            continue
        if not hands or (table.positions_data or {}).get("button") in {hand.setup.button for hand in hands}:
            continue
        here = Q(data__table=table.number) | Q(data__table__isnull=True)
        since = LogEntry.objects.filter(BY_HAND, here, tournament=tournament, at__gte=hands[-1].started_at)
        if not since.exists():
            yield Finding(
                invariant="I13",
                says=_(
                    "Table %(table)s has its button at seat %(seat)s; hand %(hand)s had it at seat %(told)s."
                )
                % {
                    "table": table.number,
                    "seat": (table.positions_data or {}).get("button", "–"),
                    "hand": hands[-1].number,
                    "told": hands[-1].setup.button,
                },
            )


def _newest_with_button(table: Table) -> list[Hand]:
    """The last hand with a button that stands, and before it in the list the void ones that came after it."""
    found = []
    newest = Hand.objects.filter(table=table, is_counted=False).order_by("-number", "-pk")
    for hand in newest[:LOOKED_AT]:
        game = engine.GAMES.get(hand.setup.game)
        if game is None or not game.has_button:
            continue
        found.append(hand)
        if hand.status != HandStatus.VOID:
            return found
    return []
