"""Lines of the house's own log: who came, went, was refused, or changed what somebody may.

Strangers may knock as often as they like without filling it: what comes in bursts is counted, and written down at
the first few and then at ten, a hundred, a thousand. Names that the house does not know are one burst together, and
what was typed is not kept: many a password is typed into the field of the name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from tournament.changes.house import HouseChange, InBursts
from tournament.front.tries import count_up
from tournament.models import Account, HouseLine

# How long a burst lasts from its first, and what of it is written down one by one.
BURST: Final = timedelta(minutes=15)
ONE_BY_ONE: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who is at the door: their account where they are logged in, their device in words, their network."""

    account: Account | None = None
    device: str = ""
    address: str = ""


NOBODY: Final = Visitor()
MACHINE: Final = Visitor(device="manage.py")


def write_house_line(
    change: HouseChange,
    *,
    visitor: Visitor,
    now: datetime,
    subject: Account | None = None,
    tournament_id: int | None = None,
) -> HouseLine:
    """Append one line."""
    return HouseLine.objects.create(
        at=now,
        verb=change.verb,
        data=_on_one_line(change.to_data()),
        account=visitor.account,
        actor=one_line(name_of(visitor.account))[:150] if visitor.account else "",
        subject=subject,
        tournament_id=tournament_id,
        device=one_line(visitor.device)[:60],
        address=one_line(visitor.address)[:45],
    )


def write_burst_line(
    change: InBursts,
    *,
    visitor: Visitor,
    now: datetime,
    subject: Account | None = None,
    tournament_id: int | None = None,
    about: str = "",
    one_by_one: int = ONE_BY_ONE,
) -> HouseLine | None:
    """As above for what may come a thousand times: None where this one is only counted.

    A burst is what has the same verb, account, person and `about`, wherever it comes from.
    """
    who = f"{visitor.account.pk if visitor.account else 0}:{subject.pk if subject else 0}"
    # What it is about may be long and have any letters.
    count = count_up(
        f"house-log:{change.verb}:{who}:{hashlib.sha256(about.encode()).hexdigest()[:16]}", BURST
    )
    if not is_written_down(count, one_by_one=one_by_one):
        return None
    return write_house_line(
        replace(change, count=count), visitor=visitor, now=now, subject=subject, tournament_id=tournament_id
    )


def is_written_down(count: int, *, one_by_one: int = ONE_BY_ONE) -> bool:
    """Whether the one of a burst that is its `count`th gets a line: the first ones, then 10, 100, 1000 and so on."""
    return count <= one_by_one or (count >= 10 and str(count).strip("0") == "1")


def name_of(account: Account) -> str:
    """What the log calls somebody."""
    return account.get_full_name() or account.get_username()


def one_line(text: str) -> str:
    """Without line breaks and other unprintable characters, which could pass for another line."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _on_one_line(data: Mapping[str, object]) -> dict[str, object]:
    return {key: one_line(value)[:200] if isinstance(value, str) else value for key, value in data.items()}
