"""Side prizes wait for a second person too; an entry may have won several."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0031_much_money_is_paid_by_two'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='heldpayment',
            name='held_payment_one_waits',
        ),
        migrations.AddField(
            model_name='heldpayment',
            name='side_prize',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='held_payments', to='tournament.sideprize'),
        ),
        migrations.AlterField(
            model_name='heldpayment',
            name='kind',
            field=models.CharField(choices=[('prize', 'Prize'), ('bounties', 'Bounties'), ('side', 'Side prize')], max_length=8),
        ),
        migrations.AddConstraint(
            model_name='heldpayment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'side'), ('side_prize__isnull', False)), models.Q(models.Q(('kind', 'side'), _negated=True), ('side_prize__isnull', True)), _connector='OR'), name='held_payment_of_a_side_prize'),
        ),
        migrations.AddConstraint(
            model_name='heldpayment',
            constraint=models.UniqueConstraint(condition=models.Q(('confirmed_by__isnull', True), ('side_prize__isnull', True), ('withdrawn_at__isnull', True)), fields=('entry', 'kind'), name='held_payment_one_waits'),
        ),
        migrations.AddConstraint(
            model_name='heldpayment',
            constraint=models.UniqueConstraint(condition=models.Q(('confirmed_by__isnull', True), ('withdrawn_at__isnull', True)), fields=('side_prize',), name='held_payment_one_of_a_side_prize'),
        ),
    ]
