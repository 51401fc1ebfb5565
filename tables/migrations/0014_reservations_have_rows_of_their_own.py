import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0013_short_tables_may_play_on'),
        ('tournament', '0008_stacks_may_be_unknown'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='seat',
            name='kept_for',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='lock_name',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='lock_reason',
        ),
        migrations.CreateModel(
            name='SeatReservation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=120)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reserved_seats', to='tournament.player')),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.DO_NOTHING, related_name='reservation', to='tables.seat')),
            ],
        ),
    ]
