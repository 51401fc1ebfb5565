from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Teach the log, which belongs to the tournament app, the verbs that tables write to it."""
        from tables.queries.words import arrivals as arrival_words
        from tables.queries.words import log
        from tables.queries.words import penalties as penalty_words
        from tables.services.desk import players, queue
        from tables.services.undo import (
            alternates,
            arrivals,
            bags,
            breaks,
            busts,
            button,
            chip_sales,
            clock,
            counts,
            disputes,
            gestures,
            house_rules,
            moves,
            one_table,
            people,
            pushes,
            redraws,
            refunds,
            seating,
            shaping,
            start,
            stops,
            ways,
        )

        undone = (
            one_table,
            alternates,
            arrivals,
            bags,
            breaks,
            busts,
            button,
            chip_sales,
            clock,
            counts,
            disputes,
            gestures,
            house_rules,
            moves,
            people,
            pushes,
            redraws,
            refunds,
            seating,
            shaping,
            start,
            stops,
            ways,
        )
        for module in (log, arrival_words, penalty_words, players, queue, *undone):
            module.register()
