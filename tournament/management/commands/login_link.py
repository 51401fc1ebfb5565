"""`manage.py login_link [NAME]`: a link that logs one account in once, for the person at the terminal."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.urls import reverse

from tournament.management.opening import why_unusable
from tournament.management.prepare import terminal_url
from tournament.models import Account
from tournament.services.people.house_log import MACHINE
from tournament.services.setup.accounts import (
    demo_director,
    first_director,
    make_first_director,
    make_login_link,
)
from tournament.timekeeping import house_now


class Command(BaseCommand):
    """Accounts made by a director have no password: without links nobody would get in on the next day."""

    help = "Print a single-use log-in link, valid for twelve hours: for NAME, or for the first director."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", help="name of the account (default: the first director)")
        parser.add_argument(
            "--base-url", help="start of the link (default: where phones reach this Floorman)"
        )

    def handle(self, *_args: Any, name: str | None, base_url: str | None, **_options: Any) -> None:
        try:
            account = _account(name) if name else first_director() or demo_director() or make_first_director()
        except DatabaseError as error:
            raise CommandError(why_unusable(error)) from error
        if not account.is_active:
            raise CommandError(f"The account {account.username} is inactive.")
        secret = make_login_link(account=account, now=house_now(), visitor=MACHINE)
        path = reverse("tournament:log_in_by_link", args=[secret])
        self.stdout.write(
            f"  Single-use log-in link for {account.username}: {(base_url or terminal_url()).rstrip('/')}{path}"
        )


def _account(name: str) -> Account:
    try:
        return Account.objects.get(username=name)
    except Account.DoesNotExist:
        names = ", ".join(Account.objects.order_by("username").values_list("username", flat=True)[:50])
        raise CommandError(f"Account {name} not found. Accounts: {names or 'none'}.") from None
