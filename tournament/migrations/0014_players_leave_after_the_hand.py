"""A player who leaves with chips in the middle of a hand is out when it is over."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_new_tables_have_a_way_of_recording")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="leaving_line",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournament.logentry",
            ),
        ),
    ]
