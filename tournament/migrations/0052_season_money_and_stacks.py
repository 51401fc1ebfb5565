"""Events collect money for a season, which is paid by its standings; a finale begins with stacks from points."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


def _key(to: str, name: str = "+") -> models.ForeignKey:
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name=name, to=f"tournament.{to}")


def _line(*, may_come_later: bool = False) -> models.OneToOneField:
    return models.OneToOneField(
        blank=may_come_later,
        null=may_come_later,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to="tournament.logentry",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0051_seasons"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="frozen_pool",
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="season",
            name="frozen_currency",
            field=models.CharField(blank=True, default="", max_length=3),
        ),
        migrations.AddField(
            model_name="seasonevent",
            name="share",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tournament",
            name="stacks_line",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournament.logentry",
            ),
        ),
        migrations.CreateModel(
            name="SeasonPayment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("amount", models.PositiveBigIntegerField()),
                ("line", _line()),
                ("undone_line", _line(may_come_later=True)),
                ("player", _key("player", "season_payments")),
                ("season", _key("season", "payments")),
                ("tournament", _key("tournament", "season_payments")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=Q(("amount__gt", 0)), name="season_payment_positive"),
                    models.UniqueConstraint(
                        condition=Q(("undone_line__isnull", True)),
                        fields=("season", "player"),
                        name="season_payment_once",
                    ),
                ],
            },
        ),
        migrations.AlterField(
            model_name="moneyrow",
            name="kind",
            field=models.CharField(
                choices=[
                    ("prize", "Prize pool"),
                    ("fee", "House fee"),
                    ("staff", "Staff"),
                    ("bounty", "Bounties"),
                    ("other", "Other deductions"),
                    ("added", "Added money"),
                    ("overlay", "Overlay"),
                    ("payout", "Payout"),
                    ("bounty_paid", "Bounty paid"),
                    ("forfeited", "Bounty not collected"),
                    ("withheld", "Withheld"),
                    ("seat", "Seat given"),
                    ("voucher", "Paid by voucher"),
                    ("side_money", "Side prizes of the house"),
                    ("side_paid", "Side prize paid"),
                    ("season_money", "Money of a season"),
                    ("season_paid", "Money of a season paid"),
                    ("no_show", "Buy-ins of no-shows"),
                ],
                max_length=12,
            ),
        ),
    ]
