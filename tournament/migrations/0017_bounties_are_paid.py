"""A bounty is of a kind, goes to those who knock its player out, and is paid at the desk."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_chips_are_sold")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="bounty_kind",
            field=models.CharField(
                choices=[
                    ("none", "No bounties"),
                    ("fixed", "Fixed: paid to those who knock the player out"),
                    ("progressive", "Progressive: half is paid, half goes on the winner's head"),
                    ("marker", "Marker: paid whole to one winner, not divided"),
                ],
                default="none",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="moneyrow",
            name="kind",
            field=models.CharField(
                choices=[
                    ("prize", "Prize pool"),
                    ("fee", "House fee"),
                    ("staff", "Staff"),
                    ("bounty", "Bounties"),
                    ("overlay", "Overlay"),
                    ("payout", "Payout"),
                    ("bounty_paid", "Bounty paid"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="BountyShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("due", models.BigIntegerField()),
                ("on_head", models.BigIntegerField(default=0)),
                ("is_at_the_end", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "eliminated",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bounties_lost",
                        to="tournament.entry",
                    ),
                ),
                (
                    "log_entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.logentry",
                    ),
                ),
                (
                    "payment",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bounty_shares",
                        to="tournament.moneyrow",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bounty_shares",
                        to="tournament.tournament",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bounties_won",
                        to="tournament.entry",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=["tournament"],
                        name="bounty_share_standing",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("due__gte", 0), ("on_head__gte", 0)),
                        name="bounty_share_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("undone_at__isnull", True), ("payment__isnull", True), _connector="OR"
                        ),
                        name="bounty_share_paid_stands",
                    ),
                ],
            },
        ),
    ]
