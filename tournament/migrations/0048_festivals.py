# The models with their keys and constraints in one go: on SQLite each that is added later makes its table anew.

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import tournament.models.tokens


def key(to: str, name: str = "+", **more: Any) -> Any:
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name=name, to=to, **more)


OPTIONAL: dict[str, Any] = {"blank": True, "null": True}
CODE: dict[str, Any] = {"editable": False, "unique": True}
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0047_flights"),
    ]

    operations = [
        migrations.CreateModel(
            name="Festival",
            fields=[
                ID,
                (
                    "code",
                    models.CharField(
                        default=tournament.models.tokens.new_tournament_code, max_length=12, **CODE
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="festival_has_a_name"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="festival",
            field=key("tournament.festival", "events", **OPTIONAL),
        ),
        migrations.AddField(
            model_name="tournament",
            name="seats_for",
            field=key("tournament.tournament", "satellites", **OPTIONAL),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("seats_for__isnull", True), ("festival__isnull", False), _connector="OR"
                ),
                name="tournament_seats_within_a_festival",
            ),
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
                    ("no_show", "Buy-ins of no-shows"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Voucher",
            fields=[
                ID,
                (
                    "code",
                    models.CharField(
                        default=tournament.models.tokens.new_voucher_code, max_length=8, **CODE
                    ),
                ),
                ("value", models.BigIntegerField()),
                (
                    "terms",
                    models.CharField(
                        choices=[
                            ("event", "One entry of its event; what is left of it lapses"),
                            ("festival", "Entries of any event of the festival, until it is used up"),
                            ("cash", "Entries of any event of the festival, or cash"),
                        ],
                        max_length=8,
                    ),
                ),
                ("tournament", key("tournament.tournament", "vouchers_given")),
                ("entry", key("tournament.entry", "vouchers_won")),
                ("event", key("tournament.tournament", "vouchers_for")),
                ("given_line", key("tournament.logentry")),
                ("voided_line", key("tournament.logentry", **OPTIONAL)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("value__gt", 0)), name="voucher_positive"),
                    models.UniqueConstraint(
                        condition=models.Q(("voided_line__isnull", True)),
                        fields=("entry",),
                        name="voucher_one_of_an_entry",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="VoucherUse",
            fields=[
                ID,
                ("amount", models.BigIntegerField()),
                ("voucher", key("tournament.voucher", "uses")),
                ("tournament", key("tournament.tournament", "voucher_uses")),
                ("entry", key("tournament.entry", "voucher_uses", **OPTIONAL)),
                ("line", key("tournament.logentry")),
                ("undone_line", key("tournament.logentry", **OPTIONAL)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="voucher_use_positive"),
                ],
            },
        ),
    ]
