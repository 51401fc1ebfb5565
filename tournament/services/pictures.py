"""Pictures of the house: the logo, a background, and what screens show, a sponsor for example.

Whatever is sent is read and written anew: no more pixels than a television has, nothing that a camera wrote into it,
and as a background so dark that everything in front of it can be read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from io import BytesIO
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.changes.pictures import OfPicture, PictureAdded, PicturePutBack, PictureRemoved
from tournament.models import LogEntry, Picture, PictureUse, Tournament
from tournament.realtime import publish
from tournament.rules.colours import DARKEST_INK, brightest_behind
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
MOST_PIXELS: Final = 40_000_000
SIZES: Final = {PictureUse.LOGO: (800, 300)}
LARGEST: Final = (1920, 1080)
# Lossy as it is written, a pixel may come out a little brighter.
MARGIN: Final = 6


@transaction.atomic
def add_picture(*, tournament_id: int, name: str, use: PictureUse, sent: bytes, by: By) -> LogEntry:
    """Take in a picture. Raises Refused for what is no picture, or one of too many pixels."""
    data = made_ready(sent, use)
    tournament = lock_tournament(tournament_id)
    picture = Picture.objects.create(
        name=name, use=use, data=data, sha256=hashlib.sha256(data).hexdigest(), added_at=by.now
    )
    line = record(PictureAdded(picture=picture.pk, name=name), tournament_id=tournament_id, by=by)
    publish(tournament.code, ["screens", "log"])
    return line


def made_ready(sent: bytes, use: PictureUse) -> bytes:
    """The picture as WebP, as large as a screen shows it at most."""
    try:
        with Image.open(BytesIO(sent), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise Refused(
                    _(
                        "The picture has %(width)d × %(height)d pixels. Make it smaller: 1920 × 1080 are enough."
                    )
                    % {"width": opened.width, "height": opened.height},
                    code="picture_too_large",
                    field="picture",
                )
            opened.draft("RGB", LARGEST)
            picture = ImageOps.exif_transpose(opened).convert("RGBA" if use == PictureUse.LOGO else "RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise Refused(
            _("This is no picture that can be read. Send a PNG, JPEG, WebP or GIF file."),
            code="no_picture",
            field="picture",
        ) from None
    picture.thumbnail(SIZES.get(use, LARGEST))
    if use == PictureUse.BACKGROUND:
        darkest = brightest_behind(DARKEST_INK) - MARGIN
        picture = picture.point([value * darkest // 255 for value in range(256)] * 3)
    written = BytesIO()
    picture.save(written, "WEBP", quality=80, exact=False)
    return written.getvalue()


@transaction.atomic
def remove_picture(*, tournament_id: int, picture_id: int, by: By) -> LogEntry:
    """Take a picture off every screen."""
    lock_tournament(tournament_id)
    picture = Picture.objects.select_for_update().get(pk=picture_id, removed_at=None)
    return _remove(picture, tournament_id, by)


def _remove(picture: Picture, tournament_id: int, by: By, undoes: LogEntry | None = None) -> LogEntry:
    picture.removed_at = by.now
    picture.save(update_fields=["removed_at"])
    removed = PictureRemoved(picture=picture.pk, name=picture.name)
    line = record(removed, tournament_id=tournament_id, by=by, undoes=undoes)
    _tell(line)
    return line


def _tell(line: LogEntry) -> None:
    publish(line.tournament.code, ["screens", "log"])


def _there(lines: Sequence[LogEntry], change: type[OfPicture], *, is_there: bool) -> Collection[int]:
    """Those lines whose picture is there still, or is not."""
    named = {line.pk: change.of(line).picture for line in lines}
    found = Picture.objects.filter(pk__in=named.values(), removed_at__isnull=is_there)
    numbers = set(found.values_list("pk", flat=True))
    return {pk for pk, picture in named.items() if picture in numbers}


def _open_additions(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    return _there(lines, PictureAdded, is_there=True)


def _open_removals(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    return _there(lines, PictureRemoved, is_there=False)


def _take_away(line: LogEntry, by: By) -> None:
    _remove(Picture.objects.get(pk=PictureAdded.of(line).picture), line.tournament_id, by, undoes=line)


def _put_back(line: LogEntry, by: By) -> None:
    picture = Picture.objects.get(pk=PictureRemoved.of(line).picture)
    picture.removed_at = None
    picture.save(update_fields=["removed_at"])
    back = PicturePutBack(picture=picture.pk, name=picture.name)
    _tell(record(back, tournament_id=line.tournament_id, by=by, undoes=line))


register_undo([PictureAdded], Undoable(open_lines=_open_additions, undo=_take_away))
register_undo([PictureRemoved], Undoable(open_lines=_open_removals, undo=_put_back))
