"""A director locks the ladder that was announced."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0018_sold_bounties_have_a_kind"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="locked_ladder_data",
            field=models.JSONField(blank=True, default=None, null=True),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("locked_ladder_data__isnull", True), ("payouts_locked_at__isnull", True)),
                    models.Q(("locked_ladder_data__isnull", False), ("payouts_locked_at__isnull", False)),
                    _connector="OR",
                ),
                name="tournament_locked_with_a_ladder",
            ),
        ),
    ]
