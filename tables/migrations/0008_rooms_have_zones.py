import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0007_hands_know_who_sat_out'),
        ('tournament', '0007_players_may_be_absent'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='breaking_place',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='name',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='table',
            name='opening_place',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='Zone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('staff', models.CharField(blank=True, max_length=120)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='zones', to='tournament.tournament')),
            ],
        ),
        migrations.AddField(
            model_name='table',
            name='zone',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tables', to='tables.zone'),
        ),
        migrations.AddConstraint(
            model_name='zone',
            constraint=models.UniqueConstraint(fields=('tournament', 'name'), name='zone_name_once'),
        ),
    ]
