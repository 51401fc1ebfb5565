"""The house's clock: the one place that reads what time it is.

Theory of operation. The clock of a computer is set: by NTP, by a hand, by a battery that has died. The room's time only
passes. So the house's time is the clock that runs since the machine was switched on, which nobody can set (it counts
sleep too), from the instant at which it `began`. `began` is taken from the computer's clock once for each start of
the machine and kept in a file of the data directory, which all processes of the machine read: they agree to the
microsecond, and none asks the database. A call costs one look at that file's age.

    the computer's clock differs by        the house's time
    up to 5 s ahead                        follows it
    up to 5 s behind                       goes on as before: time does not go back
    more: it was set                       goes on as before, and there is an alarm (`clock_step`)

The worker looks every few seconds (`look`), keeps the latest instant seen, and lets the house follow. After the
machine was switched on again nothing says how long it was off but the computer's clock: it is believed, unless it
is behind the latest instant seen, or behind the last line of the database, which may come from another machine
(`go_on_from`). A director who says that the computer is right, where it is ahead, moves the house forward (`move`);
where it is behind, the house stays `ahead` of it, because what was written must stay in order: whether a hand was
dealt since a player moved is told by their instants. While nothing is in play the computer's clock is taken over as it
is.

Only processes that have asked for it (`guard_this_process`) keep the house's time: those of `manage.py` and Celery.
"""

from __future__ import annotations

import fcntl
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

logger = logging.getLogger(__name__)

# What NTP corrects at once, and more than that.
SMALL: Final = timedelta(seconds=5)
AT_ONCE: Final = timedelta(microseconds=200)
READINGS: Final = 20
# Of what moved the house's time, so many are remembered.
REMEMBERED: Final = 20
NAME: Final = "house-time.json"
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
# Linux: runs on while the machine sleeps. macOS has no such name; there the monotonic clock does.
_BOOT_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_NONE: Final = timedelta()
_MICROSECOND: Final = timedelta(microseconds=1)


def computer_now() -> datetime:
    """The moment it is by the computer's clock, which anybody may set."""
    return timezone.now()


def running_for() -> timedelta:
    """How long this machine has been on, by a clock that nobody can set; the same for all its processes."""
    return timedelta(microseconds=time.clock_gettime_ns(_BOOT_CLOCK) // 1_000)


def both_clocks() -> tuple[datetime, timedelta]:
    """What the computer's clock says and how long the machine has been on, at one moment.

    A process that is made to wait between two clocks would take its wait for a difference.
    """
    for _attempt in range(READINGS):
        running, computer = running_for(), computer_now()
        if running_for() - running < AT_ONCE:
            return computer, running
    # So busy a machine may be off by its own waits.
    return computer_now(), running_for()


@cache
def boot_id() -> str:
    """This start of the machine, told from all others. Without a name for it the next start is not told from it, but
    by a clock that runs for a shorter time than it has."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return "unnamed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerTimeStep:
    """The computer's clock was set by so much, forward or (negative) back, at about this instant of the house."""

    by: timedelta
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseTime:
    """What a machine keeps of the house's time.

    `began` is the house's time at the zero of the clock that the machine runs by. `seen_at` is the latest instant
    seen, `stepped_at` the last one before the computer's clock was set. The house is knowingly `ahead` of the computer
    by so much. `moves` are those that were followed here, by their names. `is_said`: the logs say that the clock was
    set, and not yet that it is right.
    """

    boot: str
    began: datetime
    seen_at: datetime
    stepped_at: datetime | None = None
    ahead: timedelta = _NONE
    moves: tuple[str, ...] = ()
    is_said: bool = False

    def at(self, running: timedelta) -> datetime:
        return self.began + running

    def differs(self, *, computer: datetime, running: timedelta) -> timedelta:
        """How far the computer is from where it would be had nobody set it."""
        return computer + self.ahead - self.at(running)

    def encode(self) -> str:
        return json.dumps(
            {
                "boot": self.boot,
                "began": self.began.isoformat(),
                "seen_at": self.seen_at.isoformat(),
                "stepped_at": self.stepped_at.isoformat() if self.stepped_at else None,
                "ahead": self.ahead // _MICROSECOND,
                "moves": list(self.moves),
                "is_said": self.is_said,
            }
        )

    @classmethod
    def decode(cls, text: str) -> HouseTime:
        """The inverse of `encode`; ValueError, KeyError or TypeError where it is not one."""
        data = json.loads(text)
        return cls(
            boot=data["boot"],
            began=datetime.fromisoformat(data["began"]),
            seen_at=datetime.fromisoformat(data["seen_at"]),
            stepped_at=datetime.fromisoformat(data["stepped_at"]) if data["stepped_at"] else None,
            ahead=timedelta(microseconds=data["ahead"]),
            moves=tuple(data["moves"]),
            is_said=data.get("is_said", False),
        )


def begin(kept: HouseTime | None, *, boot: str, computer: datetime, running: timedelta) -> HouseTime:
    """The house's time at a start of the machine: the computer's, or the latest instant seen if that is later."""
    if kept is None:
        return HouseTime(boot=boot, began=computer - running, seen_at=computer)
    said = computer + kept.ahead
    now = max(said, kept.seen_at)
    return replace(
        kept,
        boot=boot,
        began=now - running,
        seen_at=now,
        stepped_at=kept.seen_at if kept.seen_at - said > SMALL else None,
    )


def looked(house: HouseTime, *, computer: datetime, running: timedelta, is_in_play: bool) -> HouseTime:
    """The house's time after a look at the computer's clock."""
    if not is_in_play:
        return replace(
            house, began=computer - running, seen_at=computer, stepped_at=None, ahead=_NONE, is_said=False
        )
    now, differs = house.at(running), house.differs(computer=computer, running=running)
    if abs(differs) > SMALL:
        return replace(house, seen_at=now, stepped_at=house.stepped_at or house.seen_at)
    by = max(differs, _NONE)
    return replace(house, began=house.began + by, seen_at=now + by, stepped_at=None)


def moved(house: HouseTime, *, by: timedelta, name: str) -> HouseTime:
    """The house's time after a director has said that the computer is right: forward at once, back never."""
    if name in house.moves:
        return house
    house = replace(house, moves=(*house.moves, name)[-REMEMBERED:], stepped_at=None, is_said=False)
    if by < _NONE:
        return replace(house, ahead=house.ahead - by)
    return replace(house, began=house.began + by, seen_at=house.seen_at + by)


class Keeper:
    """The house's time of this machine, in a file that its processes share."""

    def __init__(self, path: Path | None = None) -> None:
        self._given = path
        # None instead of a stamp: the file could not be written.
        self._known: tuple[tuple[int, int] | None, HouseTime] | None = None
        self._failed = False

    @cached_property
    def _path(self) -> Path:
        # Not before somebody asks for the time: a command says first what is wrong with its settings.
        return self._given or Path(settings.DATA_DIR) / NAME

    def read(self) -> HouseTime:
        """As the file has it; the first process after a start of the machine begins it."""
        known = self._known
        try:
            stamp = self._stamp()
            if known is not None and known[0] == stamp:
                return known[1]
            house = self._load()
            if house is not None and self._is_of_this_start(house):
                self._known = (stamp, house)
                return house
        except OSError:
            # Not there yet, or not for this user.
            if known is not None:
                return known[1]
        return self.change(lambda house: house)

    def change(self, change: Callable[[HouseTime], HouseTime]) -> HouseTime:
        """Replace what is kept, one process at a time."""
        try:
            with self._locked():
                kept = self._load()
                house = change(kept if kept and self._is_of_this_start(kept) else self._begun(kept))
                if house != kept:
                    self._write(house)
                self._known, self._failed = (self._stamp(), house), False
                return house
        except OSError:
            # A disk that is full or gone: the house's time goes on, and what was seen last is not kept.
            if not self._failed:
                logger.exception("The house's time could not be kept in %s.", self._path)
            self._failed = True
            if self._known is None:
                self._known = (None, self._begun(None))
            return self._known[1]

    def can_keep(self) -> bool:
        """Whether a change would be kept, by writing what is there once more."""
        try:
            with self._locked():
                self._write(self._load() or self._begun(None))
        except OSError:
            return False
        return True

    def _begun(self, kept: HouseTime | None) -> HouseTime:
        computer, running = both_clocks()
        return begin(kept, boot=boot_id(), computer=computer, running=running)

    @staticmethod
    def _is_of_this_start(house: HouseTime) -> bool:
        # Of a start without a name, one that has seen later than now was another.
        return house.boot == boot_id() and house.at(running_for()) >= house.seen_at - SMALL

    def _stamp(self) -> tuple[int, int]:
        found = self._path.stat()
        return found.st_ino, found.st_mtime_ns

    def _load(self) -> HouseTime | None:
        try:
            return HouseTime.decode(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            logger.exception("%s cannot be read: the computer's clock is believed.", self._path)
            return None

    def _write(self, house: HouseTime) -> None:
        fresh = self._path.with_suffix(".new")
        fresh.write_text(house.encode(), encoding="utf-8")
        fresh.replace(self._path)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


_keeper: Keeper | None = None


def guard_this_process() -> None:
    """From now on this process goes by the house's time, whatever becomes of the computer's clock."""
    global _keeper  # noqa: PLW0603  # one clock for the whole process
    _keeper = _keeper or Keeper()


def house_now() -> datetime:
    """The moment it is in the house, in UTC."""
    return computer_now() if _keeper is None else _keeper.read().at(running_for())


def house_and_computer() -> tuple[datetime, datetime]:
    """The moment it is in the house and by the computer's clock, for what a phone with the true time has to match."""
    return house_now(), computer_now()


def clock_step() -> ComputerTimeStep | None:
    """How the computer's clock was set, if the house does not follow it."""
    if _keeper is None:
        return None
    house, (computer, running) = _keeper.read(), both_clocks()
    by = house.differs(computer=computer, running=running)
    return ComputerTimeStep(by=by, at=house.stepped_at or house.at(running)) if abs(by) > SMALL else None


def look(*, is_in_play: bool) -> HouseTime | None:
    """Look at the computer's clock; what is kept then. None where nobody guards this process."""
    if _keeper is None:
        return None

    def change(house: HouseTime) -> HouseTime:
        computer, running = both_clocks()
        return looked(house, computer=computer, running=running, is_in_play=is_in_play)

    return _keeper.change(change)


def can_be_moved() -> bool:
    """Whether a move of the house's time would stay: not on a disk that is full, or that is not Floorman's."""
    return _keeper is None or _keeper.can_keep()


def note_said(*, is_said: bool) -> None:
    """Keep whether the logs say that the computer's clock was set."""
    if _keeper is not None:
        _keeper.change(lambda house: replace(house, is_said=is_said))


def go_on_from(latest: datetime) -> None:
    """Begin no earlier than an instant that was written down: the data may come from another machine."""

    def change(house: HouseTime) -> HouseTime:
        running = running_for()
        if latest - house.at(running) <= SMALL:
            return house
        return replace(house, began=latest - running, seen_at=latest, stepped_at=latest)

    if _keeper is not None:
        _keeper.change(change)


def move(*, by: timedelta, name: str) -> None:
    """Move the house's time as a director has decided, once on each machine for each decision."""
    if _keeper is not None:
        _keeper.change(lambda house: moved(house, by=by, name=name))
