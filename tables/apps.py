from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the log, which belongs to the tournament, what the tables write into it."""
        from tables.queries import log_sentences  # noqa: PLC0415  # models are loaded only now
        from tables.services import undoing, undoing_seating, undoing_start  # noqa: PLC0415

        log_sentences.register()
        undoing.register()
        undoing_seating.register()
        undoing_start.register()
