"""Python runs this file at the start of every process of the house under soak, because its folder is on PYTHONPATH.

It changes modules right after they are loaded: the clock, by as many seconds as the file SOAK_CLOCK says, and what the
file SOAK_PLANT names. The product knows nothing of it and has no switch for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

Change = Callable[[Any], None]


def read(variable: str) -> str:
    """The text of the file that a variable names; nothing where there is none, as on a full disk."""
    with suppress(OSError):
        return Path(os.environ.get(variable, "")).read_text(encoding="utf-8").strip()
    return ""


def wrong_clock(timezone: Any) -> None:
    """django.utils.timezone: what time it is, by a clock that jumps."""
    right = timezone.now

    def now() -> datetime:
        moment: datetime = right()
        return moment + timedelta(seconds=float(read("SOAK_CLOCK") or 0))

    timezone.now = now


def replies_outside(lease: Any) -> None:
    """tables.services.table.lease: the answer of a tap is stored a moment after its effect, and not with it."""
    import time  # nothing more is loaded into a house that nothing is planted in

    def answer_change(change: Any, *, key: Any, body: bytes, now: Any, draw: Callable[[], str]) -> Any:
        with lease.transaction.atomic():
            lease.write_change(change)
        time.sleep(0.3)
        reply = lease.Reply(status=200, body=draw())
        row = lease.reply_row(
            tournament_id=change.before.table.tournament_id, key=key, body=body, now=now, reply=reply
        )
        try:
            lease.REPLY.store(row)
        except lease.IntegrityError as error:
            raise lease.AlreadyAnswered from error
        return reply

    lease.answer_change = answer_change


def any_version(lease: Any) -> None:
    """tables.services.table.lease: nobody asks which version the tablet saw."""
    right = lease.check_lease

    def check_lease(table: Any, device: Any, given: Any) -> None:
        right(table, device, lease.Lease(device_id=given.device_id, epoch=given.epoch, version=table.version))

    lease.check_lease = check_lease


def no_key_is_known(replies: Any) -> None:
    """tournament.services.replies: nobody looks whether a tap's key was answered."""
    replies.find_reply = lambda *_given: None


PLANTS: dict[str, tuple[str, Change]] = {
    "replies outside": ("tables.services.table.lease", replies_outside),
    "no key is known": ("tournament.services.replies", no_key_is_known),
    "any version": ("tables.services.table.lease", any_version),
}


class Changed(Loader):
    """Loads a module as always, and changes it then."""

    def __init__(self, loader: Loader, change: Change) -> None:
        self.loader, self.change = loader, change

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        self.change(module)


class Planter(MetaPathFinder):
    """Finds the modules that are to be changed."""

    def __init__(self, changes: dict[str, Change]) -> None:
        self.changes = changes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        change = self.changes.get(fullname)
        if change is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = Changed(spec.loader, change)
        return spec


def plant() -> None:
    changes: dict[str, Change] = {"django.utils.timezone": wrong_clock}
    if named := PLANTS.get(read("SOAK_PLANT")):
        changes[named[0]] = named[1]
    sys.meta_path.insert(0, Planter(changes))


if "SOAK_CLOCK" in os.environ:
    plant()
