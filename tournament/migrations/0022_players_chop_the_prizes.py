"""Players who are left may divide the prizes left between them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0021_people_have_tills"),
    ]

    operations = [
        migrations.CreateModel(
            name="Chop",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("icm", "ICM"),
                            ("chip_chop", "Chip chop"),
                            ("equal", "Equal"),
                            ("custom", "Custom"),
                        ],
                        max_length=12,
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("prizes", models.BigIntegerField()),
                ("played_for", models.BigIntegerField(default=0)),
                ("proposed_at", models.DateTimeField()),
                ("agreed_at", models.DateTimeField(blank=True, null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "log_entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chop",
                        to="tournament.logentry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chops",
                        to="tournament.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="tournament",
            name="chop",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournament.chop",
            ),
        ),
        migrations.CreateModel(
            name="ChopShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stack", models.BigIntegerField(blank=True, null=True)),
                ("amount", models.BigIntegerField()),
                (
                    "chop",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shares",
                        to="tournament.chop",
                    ),
                ),
                (
                    "consent",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chop_consent",
                        to="tournament.logentry",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chop_shares",
                        to="tournament.entry",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="chop",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at__isnull", True)),
                fields=("tournament",),
                name="chop_one_standing",
            ),
        ),
        migrations.AddConstraint(
            model_name="chop",
            constraint=models.CheckConstraint(
                condition=models.Q(("played_for__gte", 0), ("prizes__gte", models.F("played_for"))),
                name="chop_of_prizes",
            ),
        ),
        migrations.AddConstraint(
            model_name="chop",
            constraint=models.CheckConstraint(
                condition=models.Q(("undone_at__isnull", True), ("agreed_at__isnull", True), _connector="OR"),
                name="chop_agreed_stands",
            ),
        ),
        migrations.AddConstraint(
            model_name="chopshare",
            constraint=models.UniqueConstraint(fields=("chop", "entry"), name="chop_share_once"),
        ),
        migrations.AddConstraint(
            model_name="chopshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 0)), name="chop_share_not_negative"
            ),
        ),
    ]
