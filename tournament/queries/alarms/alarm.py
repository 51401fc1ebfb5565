from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """Something that the director should see to: what is so, and what to do about it, each in one sentence.

    `code` is stable and names it in logs and tests. An urgent one endangers what is being recorded. `way` is the name
    of an address without arguments besides the tournament's code, to which a button labelled `way_label` posts.
    """

    code: str
    words: str
    cure: str
    is_urgent: bool = False
    way: str = ""
    way_label: str = ""
