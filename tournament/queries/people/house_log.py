"""The house's own log as a director of one tournament reads it, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from tournament.changes.house import HOUSE_KINDS, house_sentence, house_verbs_of
from tournament.models import HouseLine, Tournament
from tournament.queries.people.own_accounts import own_accounts

PAGE_SIZE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseLogLine:
    """One line. `actor` is empty where it is the person the sentence names, or a stranger."""

    pk: int
    number: int
    at: datetime
    text: str
    actor: str
    device: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseLogPage:
    """Some lines; `before` is where the next page goes on, None on the last one."""

    lines: tuple[HouseLogLine, ...]
    before: int | None


def house_log(
    tournament: Tournament,
    *,
    director_id: int,
    kind: str = "",
    before: int | None = None,
    limit: int = PAGE_SIZE,
) -> HouseLogPage:
    """What concerns this tournament, those of its staff whose accounts are this director's, and strangers whose
    name nobody knows. When and where a colleague from elsewhere logs in is not told. Three queries.
    """
    own = own_accounts(director_id).filter(staff_roles__tournament=tournament)
    staff = list(own.values_list("pk", flat=True))
    rows = HouseLine.objects.filter(
        Q(tournament=tournament)
        | Q(tournament=None, account__in=staff)
        | Q(tournament=None, subject__in=staff)
        | Q(tournament=None, account=None, subject=None)
    )
    if verbs := house_verbs_of(kind):
        rows = rows.filter(verb__in=verbs)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: limit + 1])
    shown = found[:limit]
    return HouseLogPage(
        lines=tuple(_line(row) for row in shown),
        before=shown[-1].pk if len(found) > limit else None,
    )


def kinds() -> tuple[tuple[str, str], ...]:
    """Name and label of every kind, for a list to choose from."""
    return tuple((kind.name, str(kind.label)) for kind in HOUSE_KINDS)


def _line(row: HouseLine) -> HouseLogLine:
    is_own = row.account_id is not None and row.account_id == row.subject_id
    return HouseLogLine(
        pk=row.pk,
        number=row.number,
        at=row.at,
        text=house_sentence(row.verb, row.data),
        actor="" if is_own else row.actor,
        device=row.device,
        address=row.address,
    )
