"""Leagues have seasons: events whose points add up, points given by hand, guests."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

import tournament.models.tokens


def _key() -> models.BigAutoField:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def _of(model: str, name: str) -> models.ForeignKey:
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name=name, to=f"tournament.{model}")


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
        ("tournament", "0050_prizes_in_advance"),
    ]

    operations = [
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", _key()),
                ("name", models.CharField(max_length=80)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=~Q(("name", "")), name="league_has_a_name")],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", _key()),
                (
                    "code",
                    models.CharField(
                        default=tournament.models.tokens.new_tournament_code,
                        editable=False,
                        max_length=12,
                        unique=True,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("rules_data", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("frozen_data", models.JSONField(blank=True, null=True)),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                ("league", _of("league", "seasons")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=~Q(("name", "")), name="season_has_a_name"),
                    models.CheckConstraint(
                        condition=Q(("frozen_at__isnull", True), ("frozen_data__isnull", True))
                        | Q(("frozen_at__isnull", False), ("frozen_data__isnull", False)),
                        name="season_frozen_with_standings",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                ("id", _key()),
                ("weight", models.PositiveIntegerField(default=100)),
                ("is_finale", models.BooleanField(default=False)),
                ("joined_line", _line()),
                ("left_line", _line(may_come_later=True)),
                ("season", _of("season", "events")),
                ("tournament", _of("tournament", "in_seasons")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=Q(("weight__lte", 1000)), name="season_event_weight"),
                    models.UniqueConstraint(
                        condition=Q(("left_line__isnull", True)),
                        fields=("season", "tournament"),
                        name="season_event_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonNote",
            fields=[
                ("id", _key()),
                ("points", models.DecimalField(blank=True, decimal_places=3, max_digits=12, null=True)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("line", _line()),
                ("undone_line", _line(may_come_later=True)),
                ("player", _of("player", "season_notes")),
                ("season", _of("season", "notes")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(("points__isnull", True)) | ~Q(("points", 0)),
                        name="season_note_moves_points",
                    ),
                    models.UniqueConstraint(
                        condition=Q(("points__isnull", True), ("undone_line__isnull", True)),
                        fields=("season", "player"),
                        name="season_guest_once",
                    ),
                ],
            },
        ),
    ]
