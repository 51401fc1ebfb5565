"""Every ready-made tournament, played by the simulation from the first hand to the last prize."""

from __future__ import annotations

import pytest

from tables.changes.breaks import TablesRedrawn
from tables.management.simulation import Options, simulate
from tests.factories import make_account
from tournament.models import LogEntry
from tournament.rules.templates.catalogue import TEMPLATES

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database,
    pytest.mark.slow,
    pytest.mark.long(reason="whole evenings; which numbers play which game has its tests beside each rule"),
]


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_is_played_to_its_end(template: str) -> None:
    entries = TEMPLATES[template].seats_per_table + 1
    report = simulate(
        Options(entries=entries, seed="1", incidents=0, template=template), account=make_account()
    )
    assert (report.places[0][1:], len(report.places)) == ((1, 1), entries)
    assert sum(amount for _entry, amount in report.payouts) == report.pool


@pytest.mark.rule("SIZE-01")
def test_with_nine_left_horse_goes_on_at_two_tables_and_its_final_table_is_of_eight() -> None:
    simulate(Options(entries=18, seed="1", incidents=0, template="horse"), account=make_account())
    redraws = LogEntry.objects.filter(verb="tables_redrawn").order_by("pk")
    final = [redraw.players for redraw in map(TablesRedrawn.of, redraws) if redraw.tables == 1]
    # Eight, or fewer where somebody goes out in the hands that the others finish first.
    assert [players <= 8 for players in final] == [True]
