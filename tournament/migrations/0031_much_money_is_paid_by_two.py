"""Much money is paid by two people, papers are seen, and a prize lies ready."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0030_ids_are_checked"),
    ]

    operations = [
        migrations.CreateModel(
            name="HeldPayment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("prize", "Prize"), ("bounties", "Bounties")], max_length=8),
                ),
                ("amount", models.BigIntegerField()),
                ("papers", models.JSONField(blank=True, default=list)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="payout",
            name="ready_line",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="readied_payout",
                to="tournament.logentry",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="id_from",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="pay_place",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="tournament",
            name="tax_form_from",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="two_people_from",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="payout",
            constraint=models.CheckConstraint(
                condition=models.Q(("paid_at__isnull", True), ("ready_line__isnull", True), _connector="OR"),
                name="payout_paid_is_not_ready",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("two_people_from__isnull", True), ("two_people_from__gt", 0), _connector="OR"),
                    models.Q(("id_from__isnull", True), ("id_from__gt", 0), _connector="OR"),
                    models.Q(("tax_form_from__isnull", True), ("tax_form_from__gt", 0), _connector="OR"),
                ),
                name="tournament_payment_limits_positive",
            ),
        ),
        migrations.AddField(
            model_name="heldpayment",
            name="asked_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="heldpayment",
            name="asked_line",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="held_payment",
                to="tournament.logentry",
            ),
        ),
        migrations.AddField(
            model_name="heldpayment",
            name="confirmed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="heldpayment",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="held_payments",
                to="tournament.entry",
            ),
        ),
        migrations.AddField(
            model_name="heldpayment",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="held_payments",
                to="tournament.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="heldpayment",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="held_payment_positive"
            ),
        ),
        migrations.AddConstraint(
            model_name="heldpayment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("confirmed_by__isnull", True),
                    models.Q(("confirmed_by", models.F("asked_by")), _negated=True),
                    _connector="OR",
                ),
                name="held_payment_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="heldpayment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("confirmed_by__isnull", True), ("withdrawn_at__isnull", True), _connector="OR"
                ),
                name="held_payment_ends_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="heldpayment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("confirmed_by__isnull", True), ("withdrawn_at__isnull", True)),
                fields=("entry", "kind"),
                name="held_payment_one_waits",
            ),
        ),
    ]
