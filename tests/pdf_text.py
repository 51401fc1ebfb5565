"""The words of a PDF as a reader of the file finds them: by the tables that its fonts carry along."""

from __future__ import annotations

import re
import zlib

OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)endobj", re.DOTALL)
WRITTEN = re.compile(rb"/(\S+) [\d.]+ Tf [\d.]+ TL \(((?:[^\\()]|\\.)*)\) Tj", re.DOTALL)
SIGN = re.compile(rb"\\([0-7]{3})|\\(.)|(.)", re.DOTALL)


def lines_of(pdf: bytes) -> list[str]:
    """Every line that is written, in the order of writing."""
    objects = {int(match[1]): match[2] for match in OBJECT.finditer(pdf)}
    fonts: dict[bytes, dict[int, str]] = {}
    for body in objects.values():
        name, table = re.search(rb"/Name /(\S+)", body), re.search(rb"/ToUnicode (\d+) 0 R", body)
        if name and table:
            pairs = re.findall(rb"<([0-9A-F]{2})> <([0-9A-F]{4})>", _stream(objects[int(table[1])]))
            fonts[name[1]] = {int(code, 16): chr(int(letter, 16)) for code, letter in pairs}
    pages = [_stream(body) for body in objects.values() if b"stream" in body and b"/Length1" not in body]
    written = [found for page in pages for found in WRITTEN.findall(page)]
    return ["".join(fonts[font][code] for code in _codes(text)) for font, text in written]


def _stream(body: bytes) -> bytes:
    return zlib.decompress(body.split(b"stream\n", 1)[1].rsplit(b"endstream", 1)[0])


def _codes(text: bytes) -> list[int]:
    return [int(octal, 8) if octal else ord(escaped or plain) for octal, escaped, plain in SIGN.findall(text)]
