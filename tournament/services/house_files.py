"""Pictures and sounds of the house: the logo, a background, what screens show, and how they sound.

Whatever is sent is read and written again. A picture has no more pixels than a television, nothing that a camera wrote
into it, and as a background it is so dark that everything in front of it can be read. A sound is ten seconds at most.
"""

from __future__ import annotations

import hashlib
import wave
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

import miniaudio
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.changes.house_files import HouseFileAdded, HouseFilePutBack, HouseFileRemoved, OfHouseFile
from tournament.models import HouseFile, LogEntry, Tournament
from tournament.options.files import FileUse
from tournament.realtime import publish
from tournament.rules.screens.colours import DARKEST_INK, brightest_behind
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
MOST_PIXELS: Final = 40_000_000
SIZES: Final = {FileUse.LOGO: (800, 300), FileUse.CHIP: (240, 240)}
# What may have no ground of its own.
SEEN_THROUGH: Final = (FileUse.LOGO, FileUse.CHIP)
LARGEST: Final = (1920, 1080)
# Lossy as it is written, a pixel may come out a little brighter.
MARGIN: Final = 6
LONGEST_SECONDS: Final = 10
SAMPLES_A_SECOND: Final = 22_050


@dataclass(frozen=True, slots=True)
class Ready:
    """A file as it is kept, and what browsers are told that it is."""

    data: bytes
    kind: str


@transaction.atomic
def add_file(*, tournament_id: int, name: str, use: str, sent: bytes, by: By) -> LogEntry:
    """Take in a picture (FileUse) or a sound (RoomSound). Raises Refused for another file or a too large one."""
    ready = picture_of(sent, FileUse(use)) if use in FileUse.values else sound_of(sent)
    tournament = lock_tournament(tournament_id)
    file = HouseFile.objects.create(
        name=name,
        use=use,
        kind=ready.kind,
        data=ready.data,
        sha256=hashlib.sha256(ready.data).hexdigest(),
        added_at=by.now,
    )
    line = record(HouseFileAdded(file=file.pk, name=name), tournament_id=tournament_id, by=by)
    publish(tournament.code, ["screens", "log"])
    return line


def picture_of(sent: bytes, use: FileUse) -> Ready:
    """The picture as WebP, as large as a screen shows it at most."""
    try:
        with Image.open(BytesIO(sent), formats=FORMATS) as opened:
            # A photo is read in a half, a quarter or an eighth of its size.
            opened.draft("RGB", LARGEST)
            if opened.width * opened.height > MOST_PIXELS:
                raise Refused(
                    _(
                        "The picture has %(width)d × %(height)d pixels. Make it smaller: 1920 × 1080 are enough."
                    )
                    % {"width": opened.width, "height": opened.height},
                    code="picture_too_large",
                    field="file",
                )
            picture = ImageOps.exif_transpose(opened).convert("RGBA" if use in SEEN_THROUGH else "RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise Refused(
            _("This is no picture that can be read. Send a PNG, JPEG, WebP or GIF file."),
            code="no_picture",
            field="file",
        ) from None
    picture.thumbnail(SIZES.get(use, LARGEST))
    if use == FileUse.BACKGROUND:
        darkest = brightest_behind(DARKEST_INK) - MARGIN
        picture = picture.point([value * darkest // 255 for value in range(256)] * 3)
    written = BytesIO()
    picture.save(written, "WEBP", quality=80, exact=False)
    return Ready(written.getvalue(), "image/webp")


def sound_of(sent: bytes) -> Ready:
    """The sound as WAV, one channel of 16 bits. It is read piece by piece: a small file may last for hours."""
    samples = array("h")
    try:
        for piece in miniaudio.stream_memory(sent, nchannels=1, sample_rate=SAMPLES_A_SECOND):
            samples.extend(piece)
            if len(samples) > LONGEST_SECONDS * SAMPLES_A_SECOND:
                raise Refused(
                    _("The sound lasts longer than %(seconds)d seconds. Cut it.")
                    % {"seconds": LONGEST_SECONDS},
                    code="sound_too_long",
                    field="file",
                )
    except miniaudio.MiniaudioError:
        samples = array("h")
    if not any(samples):
        raise Refused(
            _("This is no sound that can be read. Send an MP3, OGG, FLAC or WAV file."),
            code="no_sound",
            field="file",
        )
    written = BytesIO()
    with wave.open(written, "wb") as file:
        file.setparams((1, 2, SAMPLES_A_SECOND, len(samples), "NONE", ""))
        file.writeframes(samples.tobytes())
    return Ready(written.getvalue(), "audio/wav")


@transaction.atomic
def remove_file(*, tournament_id: int, file_id: int, by: By) -> LogEntry:
    """Take a file off every screen."""
    lock_tournament(tournament_id)
    file = HouseFile.objects.select_for_update().get(pk=file_id, removed_at=None)
    return _remove(file, tournament_id, by)


def _remove(file: HouseFile, tournament_id: int, by: By, undoes: LogEntry | None = None) -> LogEntry:
    file.removed_at = by.now
    file.save(update_fields=["removed_at"])
    removed = HouseFileRemoved(file=file.pk, name=file.name)
    line = record(removed, tournament_id=tournament_id, by=by, undoes=undoes)
    _tell(line)
    return line


def _tell(line: LogEntry) -> None:
    publish(line.tournament.code, ["screens", "log"])


def _there(lines: Sequence[LogEntry], change: type[OfHouseFile], *, is_there: bool) -> Collection[int]:
    """Those lines whose file is there still, or is not."""
    named = {line.pk: change.of(line).file for line in lines}
    found = HouseFile.objects.filter(pk__in=named.values(), removed_at__isnull=is_there)
    numbers = set(found.values_list("pk", flat=True))
    return {pk for pk, file in named.items() if file in numbers}


def _open_additions(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    return _there(lines, HouseFileAdded, is_there=True)


def _open_removals(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    return _there(lines, HouseFileRemoved, is_there=False)


def _take_away(line: LogEntry, by: By) -> None:
    _remove(HouseFile.objects.get(pk=HouseFileAdded.of(line).file), line.tournament_id, by, undoes=line)


def _put_back(line: LogEntry, by: By) -> None:
    file = HouseFile.objects.get(pk=HouseFileRemoved.of(line).file)
    file.removed_at = None
    file.save(update_fields=["removed_at"])
    back = HouseFilePutBack(file=file.pk, name=file.name)
    _tell(record(back, tournament_id=line.tournament_id, by=by, undoes=line))


register_undo([HouseFileAdded], Undoable(open_lines=_open_additions, undo=_take_away))
register_undo([HouseFileRemoved], Undoable(open_lines=_open_removals, undo=_put_back))
