from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0058_notices_to_phones'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='country',
            field=models.CharField(blank=True, default='', max_length=2),
        ),
    ]
