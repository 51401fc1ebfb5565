import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0015_clocks_are_called'),
        ('tournament', '0011_chips_come_back_into_play'),
    ]

    operations = [
        migrations.CreateModel(
            name='Alternate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('waits_since', models.DateTimeField()),
                ('is_held_back', models.BooleanField(default=False)),
                ('called_at', models.DateTimeField(blank=True, null=True)),
                ('seat_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='alternate', to='tournament.entry')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('table__isnull', False)), fields=('table', 'seat_number'), name='alternate_one_called_per_seat'), models.CheckConstraint(condition=models.Q(models.Q(('called_at__isnull', True), ('seat_number__isnull', True), ('table__isnull', True)), models.Q(('called_at__isnull', False), ('seat_number__isnull', False), ('table__isnull', False)), _connector='OR'), name='alternate_called_to_a_seat')],
            },
        ),
    ]
