from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0027_bags_have_numbers'),
    ]

    operations = [
        migrations.AddField(
            model_name='timechip',
            name='stage',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
    ]
