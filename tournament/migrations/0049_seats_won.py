"""An entry may have won a seat of a satellite before its end; players may report their stack."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0048_festivals"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReportedStack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chips", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reported",
                        to="tournament.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=Q(("chips__gt", 0)), name="reported_stack_has_chips")
                ],
            },
        ),
        migrations.AlterField(
            model_name="entry",
            name="status",
            field=models.CharField(
                choices=[
                    ("registered", "Registered"),
                    ("playing", "Playing"),
                    ("eliminated", "Eliminated"),
                    ("seat_won", "Won a seat"),
                    ("void", "Void"),
                ],
                default="registered",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("status", "seat_won"), _negated=True),
                    Q(("place_first__isnull", False), ("place_last", F("place_first")), ("stack", 0)),
                    _connector="OR",
                ),
                name="entry_seat_won_has_place_and_no_chips",
            ),
        ),
    ]
