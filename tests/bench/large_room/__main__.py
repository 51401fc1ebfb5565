"""Make a large room in the database that the environment names (FLOORMAN_DATA_DIR or DATABASE_URL)."""

from __future__ import annotations

import argparse
import os
import sys
import time
from datetime import UTC, datetime

import django
from django.core.management import call_command

from tests.bench.large_room.size import MAIN_EVENT, Size


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.large_room", description=__doc__)
    parser.add_argument("--entries", type=int, default=MAIN_EVENT.entries)
    parser.add_argument("--tables", type=int, default=MAIN_EVENT.tables)
    parser.add_argument("--operations", type=int, default=MAIN_EVENT.operations)
    parser.add_argument("--in-the-money", action="store_true", help="registration closed, one in nine left")
    wanted = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    began = time.monotonic()
    say = make(
        Size(
            entries=wanted.entries,
            tables=wanted.tables,
            operations=wanted.operations,
            in_the_money=wanted.in_the_money,
        )
    )
    print(f"{say}\nmade in {time.monotonic() - began:.0f} s")
    return 0


def make(size: Size) -> str:
    """The room's code, and the address that logs its director in."""
    from tests.bench.large_room.build import build
    from tournament.models import Account
    from tournament.services.setup.accounts import make_login_link

    now = datetime.now(UTC)
    account, _ = Account.objects.get_or_create(username="large-room")
    tournament = build(size, account=account, now=now)
    return f"tournament {tournament.code}, log in at /login/{make_login_link(account=account, now=now)}/"


if __name__ == "__main__":
    sys.exit(main())
