"""What a broadcast can lay over its picture, by the word in the address."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

OVERLAYS: Final[dict[str, str | Promise]] = {
    "clock": gettext_lazy("Clock"),
    "stacks": gettext_lazy("Stacks"),
    "payouts": gettext_lazy("Payouts"),
    "lower-third": gettext_lazy("Lower third"),
    "board": gettext_lazy("Board"),
}
