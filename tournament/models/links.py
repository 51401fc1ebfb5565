"""How a link of the chain of seals comes about: the digest of what stands in a row, the hash over it, the statement.

No model is needed here: those whose rows are sealed import it (`chain`, `states`, `house_log`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections

# Before the first link.
NOTHING: Final = ""

# Every line of the log passes here: written once, as what every tap runs (`tournament.models.rows`).
_NEWEST: Final = (
    "SELECT number, hash FROM tournament_chainlink WHERE tournament_id = %s ORDER BY number DESC LIMIT 1"
)
_ADD: Final = (
    "INSERT INTO tournament_chainlink "
    '(tournament_id, number, kind, "row", digest, hash, is_of_upgrade) VALUES '
)
_LINK: Final = "(%s, %s, %s, %s, %s, %s, FALSE)"
# Most of what stands in a row: looked at where it lies, for every write seals a row and every check reads all seals.
_AS_IT_IS: Final = frozenset({str, int, bool, type(None)})
# SQLite takes some thirty thousand values in a statement.
AT_ONCE: Final = 1_000


def append_links(tournament_id: int, sealed: Sequence[tuple[str, int, str]]) -> None:
    """Add a link for each of (kind, row, digest), in their order. Two statements, and one more for each further
    thousand. The caller holds the tournament's lock.
    """
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_NEWEST, [tournament_id])
        newest, last = cursor.fetchone() or (0, NOTHING)
        links = []
        for number, (kind, row, digest) in enumerate(sealed, newest + 1):
            last = hash_of(last, number=number, kind=kind, row=row, digest=digest)
            links.append((tournament_id, number, kind, row, digest, last))
        for start in range(0, len(links), AT_ONCE):
            part = links[start : start + AT_ONCE]
            cursor.execute(_ADD + ", ".join([_LINK] * len(part)), list(chain.from_iterable(part)))


def digest_of(values: Mapping[str, Any]) -> str:
    """A hash of what stands in a row, the same for what is written and for what either database gives back.

    What holds nothing is left out: a column that comes later, empty in all rows of before, changes no digest.
    """
    held = {
        name: value if value.__class__ in _AS_IT_IS else _plain(value)
        for name, value in values.items()
        if value is not None
    }
    text = json.dumps(held, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def hash_of(before: str, *, number: int, kind: str, row: int, digest: str) -> str:
    """The hash of a link after the one whose hash is `before`."""
    return hashlib.sha256(f"{before}\n{number}\n{kind}\n{row}\n{digest}".encode()).hexdigest()


def _plain(value: Any) -> Any:
    """The value as JSON has it: moments in UTC, keys as text, and 2.0 as 2, which PostgreSQL does not tell apart."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, Mapping):
        return {
            _key(name): each if each.__class__ in _AS_IT_IS else _plain(each) for name, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [each if each.__class__ in _AS_IT_IS else _plain(each) for each in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _key(name: Any) -> str:
    """A key as `json` writes it."""
    return name if isinstance(name, str) else json.dumps(name)
