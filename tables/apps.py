from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the log, which belongs to the tournament, what the tables write into it."""
        from tables.queries import log_sentences  # noqa: PLC0415  # models are loaded only now
        from tables.services import (  # noqa: PLC0415
            people,
            undoing,
            undoing_breaks,
            undoing_colour_up,
            undoing_moves,
            undoing_redraws,
            undoing_seating,
            undoing_start,
        )

        log_sentences.register()
        people.register()
        undoing.register()
        undoing_breaks.register()
        undoing_colour_up.register()
        undoing_moves.register()
        undoing_redraws.register()
        undoing_seating.register()
        undoing_start.register()
