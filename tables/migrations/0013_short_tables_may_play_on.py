from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0012_tables_have_a_way_of_recording'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='plays_on_with',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
