"""An event may need a minimum of entries and limit those of a player on one day; money is added to its pool."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0024_entries_have_prices'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='entries_per_day',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='min_entries',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='minimum_waived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='moneyrow',
            name='kind',
            field=models.CharField(choices=[('prize', 'Prize pool'), ('fee', 'House fee'), ('staff', 'Staff'), ('bounty', 'Bounties'), ('other', 'Other deductions'), ('added', 'Added money'), ('overlay', 'Overlay'), ('payout', 'Payout'), ('bounty_paid', 'Bounty paid')], max_length=12),
        ),
    ]
