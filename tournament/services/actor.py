from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who makes a change: an account, a tablet, or Floorman itself, for example the clock.

    `label` is what the log says; it outlives the account or the device. `device_id` is a tablet's,
    `device` says in words what a person works on.
    """

    label: str
    account_id: int | None = None
    device_id: int | None = None
    device: str = ""

    def at(self, now: datetime) -> By:
        """The change that this one makes at `now`, an aware datetime."""
        return By(actor=self, now=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class By:
    """Who makes a change, and when: what a service needs to write its line of the log. Made by `Actor.at`.

    All that one tap changes has the same `now`, an aware datetime. `reason` is why, where the person was asked for it
    beside what the service asks.
    """

    actor: Actor
    now: datetime
    reason: str = ""


CLOCK = Actor(label="clock")
HOUSE = Actor(label="floorman")
