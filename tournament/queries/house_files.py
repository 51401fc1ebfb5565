"""The pictures and the sounds of the house."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournament.models import HouseFile
from tournament.options.files import FileUse, use_in_words
from tournament.options.options import EventOptions
from tournament.options.sounds import RoomSound

TURN_SECONDS: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A file by its number and its name; `sha256` is its address, `use` a value of FileUse or RoomSound."""

    file_id: int
    name: str
    use: str
    kind: str
    sha256: str

    @property
    def is_sound(self) -> bool:
        return self.kind.startswith("audio/")

    @property
    def use_label(self) -> str:
        return use_in_words(self.use)


def files_of_house() -> tuple[FileRow, ...]:
    """Every file, the newest of a use first. One query, without what is in them."""
    rows = HouseFile.objects.filter(removed_at=None).order_by("use", "-pk")
    return tuple(
        FileRow(file_id=pk, name=name, use=use, kind=kind, sha256=sha256)
        for pk, name, use, kind, sha256 in rows.values_list("pk", "name", "use", "kind", "sha256")
    )


def newest_of(use: FileUse) -> FileRow | None:
    """The one that counts of a use that has one place."""
    return next((each for each in files_of_house() if each.use == use), None)


def own_sounds() -> dict[RoomSound, FileRow]:
    """What the house has instead of the sounds that come with Floorman: of each the newest."""
    sounds = reversed([each for each in files_of_house() if each.is_sound])
    return {RoomSound(each.use): each for each in sounds if each.use in RoomSound.values}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLook:
    """How a chip looks: the English name of its colour and the address of its picture, "" for what is not known."""

    value: int
    colour: str
    picture: str


def chip_looks(values: Iterable[int], options: EventOptions) -> tuple[ChipLook, ...]:
    """Of these chips of an event; of several pictures of a value the newest. One query."""
    files = reversed([each for each in files_of_house() if each.use == FileUse.CHIP])
    pictures = {int(each.name): each.sha256 for each in files if each.name.isdecimal()}
    colours = options.colours_of_chips
    return tuple(
        ChipLook(value=value, colour=colours.get(value, ""), picture=pictures.get(value, ""))
        for value in values
    )


def picture_to_show(now: datetime) -> FileRow | None:
    """One after the other of those that are shown, each as long as the others."""
    shown = [each for each in files_of_house() if each.use == FileUse.SHOWN]
    return shown[int(now.timestamp()) // TURN_SECONDS % len(shown)] if shown else None
