"""Envelopes whose order is known are redrawn, and bounties that nobody collects are closed."""

import secrets
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def fill(apps: Any, _schema_editor: Any) -> None:
    """Every pot has a reserve of its own; what was opened was seen."""
    for pot in apps.get_model("tournament", "MysteryPot").objects.all():
        pot.reserve = secrets.token_hex(32)
        pot.save(update_fields=["reserve"])
    apps.get_model("tournament", "Envelope").objects.exclude(opened_at=None).update(is_seen=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0032_side_prizes_are_paid_by_two"),
    ]

    operations = [
        migrations.AddField(
            model_name="mysterypot",
            name="reserve",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="envelope",
            name="is_seen",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
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
                    ("forfeited", "Bounty not collected"),
                    ("withheld", "Withheld"),
                    ("seat", "Seat given"),
                    ("side_money", "Side prizes of the house"),
                    ("side_paid", "Side prize paid"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="EnvelopeRedraw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seed", models.CharField(max_length=64)),
                ("order", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "log_entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.logentry",
                    ),
                ),
                (
                    "pot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="redraws",
                        to="tournament.mysterypot",
                    ),
                ),
            ],
        ),
    ]
