"""Mystery bounties: the money for bounties goes into envelopes, which knock-outs take."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0028_prizes_beside_the_ladder"),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='mystery_from',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='bounty_kind',
            field=models.CharField(choices=[('none', 'No bounties'), ('fixed', 'Fixed: paid to those who knock the player out'), ('progressive', "Progressive: half is paid, half goes on the winner's head"), ('marker', 'Marker: paid whole to one winner, not divided'), ('mystery', 'Mystery: knock-outs open envelopes once the director starts them')], default='none', max_length=12),
        ),
        migrations.CreateModel(
            name='Envelope',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('value', models.BigIntegerField()),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='envelopes', to='tournament.entry')),
                ('log_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.logentry')),
            ],
        ),
        migrations.AddField(
            model_name='bountyshare',
            name='envelope',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='tournament.envelope'),
        ),
        migrations.CreateModel(
            name='MysteryPot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.CharField(max_length=64)),
                ('players', models.PositiveIntegerField()),
                ('begun_at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('log_entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='mystery_pot', to='tournament.logentry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mystery_pots', to='tournament.tournament')),
            ],
        ),
        migrations.AddField(
            model_name='envelope',
            name='pot',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='envelopes', to='tournament.mysterypot'),
        ),
        migrations.AddConstraint(
            model_name='mysterypot',
            constraint=models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('tournament',), name='mystery_pot_one_standing'),
        ),
        migrations.AddConstraint(
            model_name='envelope',
            constraint=models.UniqueConstraint(fields=('pot', 'place'), name='envelope_place_once'),
        ),
        migrations.AddConstraint(
            model_name='envelope',
            constraint=models.UniqueConstraint(fields=('pot', 'entry'), name='envelope_of_an_entry_once'),
        ),
        migrations.AddConstraint(
            model_name='envelope',
            constraint=models.CheckConstraint(condition=models.Q(('value__gt', 0)), name='envelope_holds_something'),
        ),
        migrations.AddConstraint(
            model_name='envelope',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('log_entry__isnull', True), ('opened_at__isnull', True)), models.Q(('log_entry__isnull', False), ('opened_at__isnull', False)), _connector='OR'), name='envelope_opened_by_a_line'),
        ),
    ]
