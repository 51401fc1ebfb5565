"""A prize may be paid in advance: those left at a rest are paid what they have already."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0049_seats_won"),
    ]

    operations = [
        migrations.AddField(
            model_name="payout",
            name="advance",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="payout",
            constraint=models.CheckConstraint(
                condition=Q(("advance__gte", 0), ("advance__lte", F("amount"))),
                name="payout_advance_of_it",
            ),
        ),
    ]
