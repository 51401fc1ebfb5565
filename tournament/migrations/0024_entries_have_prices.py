"""An event has prices besides its buy-in, with other deductions; an entry keeps what its price was called."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0023_players_have_a_note"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="tournament",
            name="tournament_money_not_negative",
        ),
        migrations.AddField(
            model_name="entry",
            name="paid_other",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="entry",
            name="price_name",
            field=models.CharField(blank=True, default="", max_length=30),
        ),
        migrations.AddField(
            model_name="tournament",
            name="buy_in_other",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tournament",
            name="price_data",
            field=models.JSONField(blank=True, default=list),
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
                    ("overlay", "Overlay"),
                    ("payout", "Payout"),
                    ("bounty_paid", "Bounty paid"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("buy_in_fee__gte", 0),
                    ("buy_in_prize__gte", 0),
                    ("buy_in_bounty__gte", 0),
                    ("buy_in_other__gte", 0),
                    ("buy_in_staff__gte", 0),
                    ("guarantee__gte", 0),
                ),
                name="tournament_money_not_negative",
            ),
        ),
    ]
