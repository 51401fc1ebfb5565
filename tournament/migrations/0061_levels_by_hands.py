from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0060_message_services"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="clock_hands",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
