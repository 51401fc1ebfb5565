"""Scripted dealers for the demo: one process that deals at the pace of a room until it is stopped."""

from __future__ import annotations

import secrets
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from tables.management.demo import deal_one_operation, follow_advice_in_demo, scripted_tables
from tournament.draws.chance import SeededRng
from tournament.timekeeping import house_now


class Command(BaseCommand):
    help = "Deal at every demo table except the one left for you."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seconds", type=float, default=2.5, help="pause between two operations at a table"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        rng = SeededRng(secrets.token_hex(16))
        while True:
            tables = scripted_tables(now=house_now())
            pause = options["seconds"] / max(1, len(tables))
            for table in tables:
                deal_one_operation(table=table, rng=rng, now=house_now())
                time.sleep(pause)
            if tables:
                follow_advice_in_demo(table=tables[0], now=house_now())
            else:
                time.sleep(options["seconds"])
            close_old_connections()
