"""The house may withhold a tax or a share of prizes, and a chop may stand on the board of the room."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0026_chops_follow_chops"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="deduction_data",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="tournament",
            name="chop_wall_data",
            field=models.JSONField(blank=True, default=None, null=True),
        ),
        migrations.AddField(
            model_name="moneyrow",
            name="label",
            field=models.CharField(blank=True, default="", max_length=30),
        ),
        migrations.AddField(
            model_name="payout",
            name="withheld",
            field=models.BigIntegerField(default=0),
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
                    ("other", "Other deductions"),
                    ("added", "Added money"),
                    ("overlay", "Overlay"),
                    ("payout", "Payout"),
                    ("bounty_paid", "Bounty paid"),
                    ("withheld", "Withheld"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="payout",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", models.F("withheld")), ("withheld__gte", 0)),
                name="payout_withheld_of_it",
            ),
        ),
    ]
