"""A chop may leave money to second place too, and a further one may come after the one in force."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0025_entries_have_a_minimum_and_the_pool_is_added_to"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="chop", name="chop_one_standing"),
        migrations.RemoveConstraint(model_name="chop", name="chop_of_prizes"),
        migrations.AddField(
            model_name="chop",
            name="after",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="further_chops",
                to="tournament.chop",
            ),
        ),
        migrations.AddField(model_name="chop", name="second_for", field=models.BigIntegerField(default=0)),
        migrations.AddConstraint(
            model_name="chop",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", True), ("undone_at__isnull", True)),
                fields=("tournament",),
                name="chop_one_proposed",
            ),
        ),
        migrations.AddConstraint(
            model_name="chop",
            constraint=models.UniqueConstraint(
                condition=models.Q(("after__isnull", True), ("undone_at__isnull", True)),
                fields=("tournament",),
                name="chop_one_first",
            ),
        ),
        migrations.AddConstraint(
            model_name="chop",
            constraint=models.UniqueConstraint(
                condition=models.Q(("after__isnull", False), ("undone_at__isnull", True)),
                fields=("after",),
                name="chop_one_after_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="chop",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("played_for__gte", models.F("second_for")),
                    ("prizes__gte", models.F("played_for") + models.F("second_for")),
                    ("second_for__gte", 0),
                ),
                name="chop_of_prizes",
            ),
        ),
    ]
