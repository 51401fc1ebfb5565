from django.db import migrations, models


class Migration(migrations.Migration):
    """What is there already has no id of its own: it is recognised by what is said of it."""

    dependencies = [
        ("tournament", "0061_levels_by_hands"),
    ]

    operations = [
        migrations.AddField(
            model_name="importedevent",
            name="own_id",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="importedfile",
            name="given_again",
            field=models.BooleanField(default=False),
        ),
    ]
