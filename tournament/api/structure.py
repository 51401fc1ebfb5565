"""The structure of an event, as its page shows it."""

from __future__ import annotations

from typing import Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from tournament.api.shapes import EventCode, Moment
from tournament.api.stakes import StakesOfLevel, stakes_or_none
from tournament.models import Tournament
from tournament.queries.structure import SheetRow, structure_sheet
from tournament.timekeeping import house_now

router = Router(tags=["Events"])


class PeriodPlanned(Schema):
    """A level with its stakes, or a break."""

    kind: Literal["level", "break"]
    number: int = Field(description="Of the level; of a break that of the level before it")
    minutes: int = Field(description="Of a level by hands what plans are made with")
    hands: int | None = Field(description="How many hands the level lasts; null where it lasts its minutes")
    stakes: StakesOfLevel | None
    label: str = Field(description="What a break is called")
    chips_removed: list[int] = Field(description="Chip values coloured up in a break")
    starts_at: Moment | None = Field(description="A forecast, while the clock runs")
    is_past: bool
    is_current: bool
    ends_registration: bool


class StructureShown(Schema):
    items: list[PeriodPlanned]


@router.get("/events/{code}/structure", response=StructureShown, summary="Levels and breaks of an event")
def structure(request: HttpRequest, code: EventCode) -> StructureShown:
    sheet = structure_sheet(get_object_or_404(Tournament, code=code), now=house_now())
    return StructureShown(items=[_period(row) for row in sheet.rows])


def _period(row: SheetRow) -> PeriodPlanned:
    return PeriodPlanned(
        kind="break" if row.level is None else "level",
        number=row.number,
        minutes=row.minutes,
        hands=row.hands or None,
        stakes=stakes_or_none(row.level),
        label="" if row.break_ is None else row.break_.label,
        chips_removed=[] if row.break_ is None else list(row.break_.chips_removed),
        starts_at=row.starts_at,
        is_past=row.is_past,
        is_current=row.is_current,
        ends_registration=row.is_registration_end,
    )
