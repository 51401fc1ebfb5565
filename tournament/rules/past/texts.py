"""The text of a file that does not say what its bytes mean."""

from tournament.rules.past.errors import PastFileError

UNREADABLE = "\ufffd"
# Byte order marks of UTF-16.
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def text_of(raw: bytes) -> str:
    """UTF-8 with or without its mark, UTF-16 with it, else Windows' Western Europe. Raises PastFileError.

    A few bytes that are damaged do not make another language of all names: they show as they are, unreadable.
    """
    if raw.startswith(_UTF_16):
        return _decoded(raw, "utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("utf-8-sig", "replace")
        foreign = sum(not letter.isascii() for letter in text)
        return text if text.count(UNREADABLE) * 2 < foreign else _decoded(raw, "cp1252")


def _decoded(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise PastFileError("bad_bytes", at=error.start + 1) from error
