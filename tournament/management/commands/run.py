"""`manage.py run`: the whole of Floorman in one command, until Ctrl-C."""

import os
import signal
import sys
from argparse import ArgumentParser, BooleanOptionalAction
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections

from tournament.backups.errors import BackupFailed
from tournament.backups.making import back_up_house
from tournament.backups.restoring import in_one_line
from tournament.backups.shelf import way_back
from tournament.links import reaches_only_here
from tournament.management.commands.web import keep_port, listen
from tournament.management.opening import (
    NotFit,
    check_access,
    check_disk,
    check_mode,
    check_schema,
    check_user,
    check_whole,
)
from tournament.management.prepare import (
    USUAL_HTTPS_PORT,
    USUAL_PORT,
    DirectoryInUse,
    collect_static,
    lock_data_directory,
    raise_file_limit,
)
from tournament.management.supervisor import NotReady, Supervisor
from tournament.management.tls import server_context
from tournament.management.translations import compile_ours
from tournament.management.valkey import ValkeyMissing
from tournament.network import fingerprint
from tournament.services.house_time import go_on_from_the_log
from tournament.services.setup.accounts import first_director
from tournament.timekeeping import house_now

ONLY_HERE = (
    "Phones and tablets cannot open these addresses: connect this computer to the room's network, or set "
    "PUBLIC_URL to an address that they can open."
)
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Leave(BaseException):
    """The operator or the system asks Floorman to close; no `except Exception` on the way may swallow it."""


def leave(_number: int, _frame: FrameType | None) -> None:
    """Close, once: make, the terminal and an impatient hand may all send a signal, and closing takes a moment."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise Leave


def listen_to_signals() -> None:
    """Close on Ctrl-C, on a polite kill and on a closed terminal, unless nohup asked to survive that."""
    for number in SIGNALS:
        # A shell also starts its background jobs deaf to Ctrl-C; those must still be told to go.
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, leave)


def usual_web_processes() -> int:
    """A web process for each core that this one may use. With SQLite one: further ones would only wait for each other.

    Only Linux divides the connections of one port between processes.
    """
    if connection.vendor == "sqlite" or sys.platform != "linux":
        return 1
    return len(os.sched_getaffinity(0))


def speak_https(options: dict[str, Any]) -> None:
    """Start over with https in the environment: the settings depend on it, and every process inherits it."""
    wanted = {"FLOORMAN_HTTPS_PORT": str(options["https_port"])}
    for name, option in (("FLOORMAN_CERTIFICATE", "certificate"), ("FLOORMAN_KEY", "key")):
        if options[option]:
            wanted[name] = str(Path(options[option]).resolve())
    if any(os.environ.get(name) != value for name, value in wanted.items()):
        os.environ.update(wanted)
        os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606  # this program itself


def check_https(host: str) -> None:
    """Say in one line what is wrong with the port or the certificate, before anything is started."""
    listen(host, settings.HTTPS_PORT).close()
    try:
        server_context()
    except (OSError, ValueError) as error:
        raise CommandError(f"The certificate {settings.CERTIFICATE} cannot be used: {error}") from error


def migrate(kept: Path | None) -> None:
    """Bring the database forward; where that fails, say the way back to what was before."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        before = f"the backup from before the upgrade is {kept}" if kept else way_back()
        raise NotFit(
            f"The database could not be brought to Floorman {settings.VERSION}: {in_one_line(error)}. Go back to the "
            f"version that was here, as docs/hosts.md says under Upgrade: {before}"
        ) from error


class Command(BaseCommand):
    """Refuse what cannot work, prepare, start everything, supervise it, close in order."""

    help = "Run Floorman until Ctrl-C: web server, background worker, clock scheduler and embedded Valkey."
    # The web process checks everything when it starts; here it would only cost time.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        # Tablets and phones come over the room's network.
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every network)")  # noqa: S104
        parser.add_argument("--port", type=int, default=USUAL_PORT)
        parser.add_argument(
            "--web",
            type=int,
            default=usual_web_processes(),
            help="web processes (default: on PostgreSQL one for each core, on SQLite one)",
        )
        parser.add_argument(
            "--https", action="store_true", help="speak https too, with a certificate of the house"
        )
        parser.add_argument("--https-port", type=int, default=USUAL_HTTPS_PORT)
        parser.add_argument(
            "--certificate", default="", help="a certificate for https that was bought, with its chain"
        )
        parser.add_argument("--key", default="", help="its key, if that is in a file of its own")
        parser.add_argument(
            "--demo",
            action=BooleanOptionalAction,
            default=True,
            help="open on a demo tournament if there is no other",
        )

    def handle(self, *_args: Any, host: str, port: int, web: int, demo: bool, **options: Any) -> None:
        if options["https"] or options["certificate"]:
            speak_https(options)
        if demo and "demo" not in get_commands():
            raise CommandError("This installation has no demo tournament; start with --no-demo.")
        if web < 1:
            raise CommandError("Floorman needs a web process: --web 1")
        if web > 1 and connection.vendor == "sqlite":
            raise CommandError(
                "SQLite has one writer at a time: several web processes need PostgreSQL (DATABASE_URL)."
            )
        # A taken port is known before anything is touched.
        listener = listen(host, port)
        if settings.HTTPS_PORT:
            check_https(host)
        if web > 1:
            listener.close()
            listener = keep_port(host, port)
        directory = Path(settings.DATA_DIR)
        try:
            check_user(directory)
            check_access(directory)
            lock = lock_data_directory(directory, port=listener.getsockname()[1])
        except (NotFit, DirectoryInUse) as error:
            raise CommandError(str(error)) from error
        raise_file_limit()
        listen_to_signals()
        supervisor = Supervisor(listener=listener, web=web, say=self.say)
        try:
            self.open(supervisor, demo=demo)
            supervisor.look_after()
        except Leave:
            self.say("Closing.")
        except (ValkeyMissing, NotReady, NotFit) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used: {in_one_line(error)}") from error
        finally:
            supervisor.close()
            listener.close()
            lock.close()

    def open(self, supervisor: Supervisor, *, demo: bool) -> None:
        """Prepare the data, start every process, and say where to find what."""
        self.say(f"Floorman {settings.VERSION}")
        kept = self.look_over()
        if "REDIS_URL" not in os.environ:
            supervisor.start_valkey()
        migrate(kept)
        go_on_from_the_log()
        compile_ours(base=Path(settings.BASE_DIR), data=Path(settings.DATA_DIR))
        collect_static()
        if demo:
            call_command("demo", "--if-empty", "--base-url", supervisor.address, stdout=self.stdout)
        if not demo or first_director() is not None:
            # With only the demo, its link has just been printed.
            call_command("login_link", "--base-url", supervisor.address, stdout=self.stdout)
        # A connection kept here would only block the children.
        connections.close_all()
        supervisor.start(demo=demo)
        supervisor.say_addresses()
        if reaches_only_here(supervisor.address):
            self.say(ONLY_HERE)
        if settings.IS_HOUSE_CERTIFICATE:
            self.say(f"Players' phones open {supervisor.plain_address}/")
            self.say(f"A tablet that is to trust this house opens {supervisor.plain_address}/trust/")
            self.say(f"  SHA-256 {fingerprint(settings.HOUSE_CERTIFICATE_FILE.read_text('ascii'))}")
        self.say("Press Ctrl-C to stop it.")

    def look_over(self) -> Path | None:
        """Refuse what would end in errors, before anything is changed; before an upgrade, make a backup: which."""
        directory = Path(settings.DATA_DIR)
        for warning in (*check_disk(directory), *check_mode(directory)):
            self.say(warning)
        check_whole()
        schema = check_schema(is_migrated=False)
        if schema.missing and not schema.is_empty:
            return self.keep_as_it_was()
        return None

    def keep_as_it_was(self) -> Path | None:
        """The way back from an upgrade is a backup from before it."""
        try:
            # What is in play cannot be asked: the tables are still those of the earlier version.
            made = back_up_house(levels={}, now=house_now())
        except BackupFailed as failed:
            is_there = failed.kind == "second"
            before = "A backup from before the upgrade is on the first disk only."
            self.say(f"{before if is_there else 'Upgraded without a backup from before it.'} {failed}")
            return None
        self.say(
            f"A backup from before the upgrade: {made}"
            if made
            else "Upgraded without a backup from before it: another one was being made at that moment."
        )
        return made

    def say(self, words: str) -> None:
        """Tell the operator. A full disk behind `> house.log`, or a terminal that is gone, closes no house."""
        with suppress(OSError):
            self.stdout.write(words)
            self.stdout.flush()
