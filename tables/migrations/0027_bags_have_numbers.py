from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0026_draws_are_promised'),
    ]

    operations = [
        migrations.AddField(
            model_name='bag',
            name='number',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
        migrations.AddField(
            model_name='bag',
            name='seal',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
        migrations.AddField(
            model_name='bag',
            name='second_count',
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='bag',
            constraint=models.UniqueConstraint(condition=models.Q(('number', ''), _negated=True), fields=('stop', 'number'), name='bag_number_once_a_day'),
        ),
        migrations.AddConstraint(
            model_name='bag',
            constraint=models.CheckConstraint(condition=models.Q(('second_count__isnull', True), ('second_count__gt', 0), _connector='OR'), name='bag_second_count_positive'),
        ),
    ]
