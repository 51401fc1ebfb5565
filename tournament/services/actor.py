from __future__ import annotations

from dataclasses import dataclass


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


CLOCK = Actor(label="clock")
HOUSE = Actor(label="floorman")
