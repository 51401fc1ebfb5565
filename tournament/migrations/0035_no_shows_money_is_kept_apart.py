"""The buy-in of a no-show is money of its own kind, at the desk: also of those who were taken out before."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Sum


def keep_what_was_taken_out(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What the line of a removal has booked out is at the desk, where the removal stands."""
    lines = apps.get_model("tournament", "LogEntry").objects.using(schema_editor.connection.alias)
    rows = apps.get_model("tournament", "MoneyRow").objects.using(schema_editor.connection.alias)
    for line in lines.filter(verb="no_show_removed", undone_by__isnull=True).order_by("pk"):
        booked = rows.filter(log_entry=line).aggregate(all=Sum("amount"))["all"]
        if booked:
            rows.create(
                tournament_id=line.tournament_id,
                entry_id=line.data["entry"],
                kind="no_show",
                amount=-booked,
                at=line.at,
                log_entry=line,
            )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0034_cash_is_carried_between_tills"),
    ]

    operations = [
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
                    ("side_money", "Side prizes of the house"),
                    ("side_paid", "Side prize paid"),
                    ("no_show", "Buy-ins of no-shows"),
                ],
                max_length=12,
            ),
        ),
        migrations.RunPython(keep_what_was_taken_out, migrations.RunPython.noop),
    ]
