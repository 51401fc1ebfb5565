"""Who works in a tournament is its staff: the table, its constraints and its related names."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_players_kept_twice_are_merged")]

    operations = [
        migrations.RemoveConstraint(model_name="crew", name="crew_one_role_each"),
        migrations.RemoveConstraint(model_name="crew", name="crew_role_known"),
        migrations.RenameModel(old_name="Crew", new_name="StaffMember"),
        migrations.AlterField(
            model_name="staffmember",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="staff_roles",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="staffmember",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="staff",
                to="tournament.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffmember",
            constraint=models.UniqueConstraint(fields=("account", "tournament"), name="staff_one_role_each"),
        ),
        migrations.AddConstraint(
            model_name="staffmember",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["director", "floor", "registration"])),
                name="staff_role_known",
            ),
        ),
    ]
