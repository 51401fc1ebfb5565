"""The pictures of the house."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Picture, PictureUse

TURN_SECONDS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureShown:
    """A picture by its number and its name; `sha256` is its address."""

    picture_id: int
    name: str
    use: PictureUse
    sha256: str


def pictures_of_house() -> tuple[PictureShown, ...]:
    """Every picture, the newest of a use first. One query, without what is in them."""
    rows = Picture.objects.filter(removed_at=None).order_by("use", "-pk")
    return tuple(
        PictureShown(picture_id=pk, name=name, use=PictureUse(use), sha256=sha256)
        for pk, name, use, sha256 in rows.values_list("pk", "name", "use", "sha256")
    )


def newest_of(use: PictureUse) -> PictureShown | None:
    """The one that counts of a use that has one place."""
    return next((each for each in pictures_of_house() if each.use == use), None)


def picture_to_show(now: datetime) -> PictureShown | None:
    """One after the other of those that are shown, each as long as the others."""
    shown = [each for each in pictures_of_house() if each.use == PictureUse.SHOWN]
    return shown[int(now.timestamp()) // TURN_SECONDS % len(shown)] if shown else None
