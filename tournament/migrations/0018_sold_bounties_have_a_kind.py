"""Bounties that an earlier release has sold are fixed ones: they can be won and paid now."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


def make_sold_bounties_fixed(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    tournaments = apps.get_model("tournament", "Tournament").objects.using(schema_editor.connection.alias)
    sold = tournaments.filter(Q(buy_in_bounty__gt=0) | Q(money_rows__kind="bounty"))
    tournaments.filter(pk__in=sold.values("pk")).update(bounty_kind="fixed")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_bounties_are_paid")]

    operations = [
        migrations.RunPython(make_sold_bounties_fixed, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bounty_kind", "none"), _negated=True), ("buy_in_bounty", 0), _connector="OR"
                ),
                name="tournament_bounty_has_a_kind",
            ),
        ),
    ]
