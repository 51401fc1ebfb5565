"""Writes literals: the other way round than the product, which only reads them."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from tournament.rules.past.literal import Made

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z_$0-9]*")


class Map(dict[str, Any]):
    """Written as a map and not as an object."""


def written(value: Any) -> str:
    """The literal of a value: keys bare where they can be."""
    if isinstance(value, Made):
        return f"new {value.type_name}({'' if value.value is None else written(value.value)})"
    if isinstance(value, Map):
        pairs = ", ".join(f"[{json.dumps(key)}, {written(each)}]" for key, each in value.items())
        return f"Map.from([{pairs}])"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _IDENTIFIER.fullmatch(key) else json.dumps(key)
