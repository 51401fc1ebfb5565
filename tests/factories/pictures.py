"""Pictures as files, to be sent."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def picture_file(
    width: int,
    height: int,
    *,
    colour: tuple[int, int, int] = (200, 30, 60),
    kind: str = "PNG",
    **written: object,
) -> bytes:
    """A picture of one colour."""
    file = BytesIO()
    Image.new("RGB", (width, height), colour).save(file, kind, **written)
    return file.getvalue()
