from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0041_tables_keep_in_step"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="options_data",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
