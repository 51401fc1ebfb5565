from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Know every change that a line can tell of, and how it is undone: each is said where it is made."""
        from tournament.changes.every import import_rooms

        import_rooms("tables.changes", "tables.queries.room", "tables.services")
