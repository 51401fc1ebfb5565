import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0008_rooms_have_zones'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='kept_for',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='kept_seats', to='tournament.player'),
        ),
        migrations.AddField(
            model_name='seat',
            name='lock_name',
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name='seat',
            name='lock_reason',
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
