"""An event has a bubble prize and side prizes, and seats of a satellite name their event; a seat given is no cash."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0027_prizes_have_deductions'),
    ]

    operations = [
        migrations.CreateModel(
            name='SidePrize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('amount', models.BigIntegerField()),
                ('is_from_pool', models.BooleanField()),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='tournament',
            name='bubble_prize',
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='seat_event',
            field=models.CharField(blank=True, default='', max_length=120),
        ),
        migrations.AddField(
            model_name='tournament',
            name='side_prizes_from_pool',
            field=models.BigIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='moneyrow',
            name='kind',
            field=models.CharField(choices=[('prize', 'Prize pool'), ('fee', 'House fee'), ('staff', 'Staff'), ('bounty', 'Bounties'), ('other', 'Other deductions'), ('added', 'Added money'), ('overlay', 'Overlay'), ('payout', 'Payout'), ('bounty_paid', 'Bounty paid'), ('withheld', 'Withheld'), ('seat', 'Seat given'), ('side_money', 'Side prizes of the house'), ('side_paid', 'Side prize paid')], max_length=12),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('bubble_prize__gte', 0)), name='tournament_bubble_prize_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('side_prizes_from_pool__gte', 0)), name='tournament_side_prizes_not_negative'),
        ),
        migrations.AddField(
            model_name='sideprize',
            name='award',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.logentry'),
        ),
        migrations.AddField(
            model_name='sideprize',
            name='entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='side_prizes', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='sideprize',
            name='funding',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.moneyrow'),
        ),
        migrations.AddField(
            model_name='sideprize',
            name='payment',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='side_prizes', to='tournament.moneyrow'),
        ),
        migrations.AddField(
            model_name='sideprize',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='side_prizes', to='tournament.tournament'),
        ),
        migrations.AddIndex(
            model_name='sideprize',
            index=models.Index(condition=models.Q(('removed_at__isnull', True)), fields=['tournament'], name='side_prize_standing'),
        ),
        migrations.AddConstraint(
            model_name='sideprize',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='side_prize_positive'),
        ),
        migrations.AddConstraint(
            model_name='sideprize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('award__isnull', True), ('entry__isnull', True)), models.Q(('award__isnull', False), ('entry__isnull', False)), _connector='OR'), name='side_prize_awarded_by_a_line'),
        ),
        migrations.AddConstraint(
            model_name='sideprize',
            constraint=models.CheckConstraint(condition=models.Q(('payment__isnull', True), ('entry__isnull', False), _connector='OR'), name='side_prize_paid_to_somebody'),
        ),
        migrations.AddConstraint(
            model_name='sideprize',
            constraint=models.CheckConstraint(condition=models.Q(('removed_at__isnull', True), models.Q(('entry__isnull', True), ('funding__isnull', True)), _connector='OR'), name='side_prize_removed_is_nobodys'),
        ),
        migrations.AddConstraint(
            model_name='sideprize',
            constraint=models.CheckConstraint(condition=models.Q(('funding__isnull', True), ('is_from_pool', False), _connector='OR'), name='side_prize_of_the_house'),
        ),
    ]
