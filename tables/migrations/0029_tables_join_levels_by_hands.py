from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0028_time_chips_know_their_stage'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='level_data',
            field=models.JSONField(blank=True, null=True),
        ),
    ]
