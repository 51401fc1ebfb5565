"""Prepare the demo tournament and print how to look at it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from tables.management.demo import ACTOR, YOUR_TABLE, make_demo, make_screens
from tables.models import Table, TableStatus
from tables.services.table.tablets import make_pairing_code
from tournament.links import screen_link
from tournament.management.prepare import terminal_url
from tournament.models import Account, Screen, Tournament, TournamentStatus
from tournament.services.setup.accounts import make_login_link
from tournament.timekeeping import house_now


class Command(BaseCommand):
    help = "Create a demo tournament in play and print its addresses."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="only if no other tournament is in play")
        parser.add_argument(
            "--base-url", help="start of the links (default: where phones reach this Floorman)"
        )
        parser.add_argument("--seed", default="", help="the same seed makes the same demo")

    def handle(self, *_args: Any, **options: Any) -> None:
        now = house_now()
        live = Tournament.objects.exclude(status__in=[TournamentStatus.FINISHED, TournamentStatus.CANCELLED])
        if options["if_empty"] and live.filter(is_demo=False).exists():
            return
        tournament = live.filter(is_demo=True).order_by("-pk").first()
        account, _created = Account.objects.get_or_create(
            username="demo-director", defaults={"first_name": "Demo", "last_name": "Director"}
        )
        if tournament is None:
            self.stdout.write("Preparing the demo tournament (a few seconds, the first time) ...")
            self.stdout.flush()
            tournament = make_demo(account=account, seed=options["seed"], now=now)
            make_screens(tournament, now=now)
        self._print_addresses(tournament, account, (options["base_url"] or terminal_url()).rstrip("/"))

    def _print_addresses(self, tournament: Tournament, account: Account, base: str) -> None:
        now = house_now()
        secret = make_login_link(account=account, now=now)
        code = {"code": tournament.code}
        lines = [
            ("Floor console, single-use log-in", reverse("tournament:log_in_by_link", args=[secret])),
            ("Wall display", reverse("tournament:clock", kwargs=code)),
            ("Standings", reverse("tables:standings", kwargs=code)),
        ]
        table = Table.objects.filter(
            tournament=tournament, number=YOUR_TABLE, status=TableStatus.OPEN
        ).first()
        if table is not None:
            pairing = make_pairing_code(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(now))
            lines.append(
                (f"Tablet of table {YOUR_TABLE}", reverse("tables:tablet_pair_link", args=[pairing.code]))
            )
        for screen in Screen.objects.filter(tournament=tournament, removed_at=None).order_by(
            "taken_at", "pk"
        ):
            address = reverse("tournament:open_screen", args=[screen_link(screen.pk)])
            lines.append((f"Screen “{screen.name}”", address))
        for label, path in lines:
            self.stdout.write(f"  {label}: {base}{path}")
