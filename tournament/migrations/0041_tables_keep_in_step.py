from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0040_changes_are_sealed"),
    ]

    operations = [
        migrations.AlterField(
            model_name="stop",
            name="kind",
            field=models.CharField(
                choices=[
                    ("hand_for_hand", "Hand-for-hand"),
                    ("orbits", "Orbit-for-orbit"),
                    ("in_step", "Soft hand-for-hand"),
                    ("hands_per_level", "Fixed hands per level"),
                    ("after_hands", "Hold after these hands"),
                    ("last_hands", "Last hands of the day"),
                ],
                max_length=16,
            ),
        ),
    ]
