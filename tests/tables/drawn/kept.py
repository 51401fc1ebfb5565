"""What was drawn is kept beside this file, compressed: about a thousand pages are alike but for little.

A page is kept as a browser reads it, one tag to the line, so that two of them are compared line by line.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Final

from tests.pages import squeeze

FILE: Final = Path(__file__).with_name("screens.txt.xz")
LANGUAGES: Final = ("en", "it")
HEAD: Final = "=== "
# One quotation mark has many spellings in HTML, a message is known by the number of its row, and the marks of parts are
# digests of what stands below.
SAME: Final = (
    (r"&#x27;|&#39;", "'"),
    (r"&quot;|&#34;", "&quot;"),
    (r'(name="message" value=)"\d+"', r'\1"…"'),
    (r'(data-parts=)"\w+"', r'\1"…"'),
)


def lines_of(html: str) -> str:
    """The HTML as it is kept."""
    for pattern, instead in SAME:
        html = re.sub(pattern, instead, html)
    return re.sub(r">(?=.)", ">\n", squeeze(html))


def source_of(name: str) -> str:
    return name.partition(": ")[0]


def read() -> dict[str, str]:
    """Everything that is kept, by its name."""
    whole = lzma.decompress(FILE.read_bytes()).decode()
    parts = (part.partition("\n") for part in whole.removeprefix(HEAD).split(f"\n{HEAD}"))
    return {name: lines.removesuffix("\n") for name, _, lines in parts}


def write(drawn: Mapping[str, str]) -> None:
    whole = "\n".join(f"{HEAD}{name}\n{lines}" for name, lines in sorted(drawn.items()))
    FILE.write_bytes(lzma.compress(whole.encode(), preset=9 | lzma.PRESET_EXTREME))


def difference(name: str, before: str, now: str) -> str:
    """The lines that are not the same, each with three around it; "" where there are none."""
    return "\n".join(unified_diff(before.splitlines(), now.splitlines(), name, name, lineterm=""))


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Every line that went or came, and on how many screens: what has to be looked at before it is kept."""
    changed: Counter[str] = Counter()
    for name in sorted({*before, *now}):
        if name not in before or name not in now:
            changed["+++ new" if name in now else "--- gone"] += 1
            continue
        found = unified_diff(before[name].splitlines(), now[name].splitlines(), lineterm="", n=0)
        changed.update(line for line in found if not line.startswith(("---", "+++", "@@")))
    yield from changed.most_common()
