"""The currency of the amounts that forms read and show: that of the tournament of the page, as long as it is answered.

Like the language, it is known from the request and not handed through every form. Outside a page it is the euro.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tournament.rules.payouts.money import minor_units

_currency: ContextVar[str] = ContextVar("currency", default="EUR")


@contextmanager
def amounts_in(currency: str) -> Iterator[None]:
    """Within it every amount that is typed or shown in a form is one of this currency."""
    token = _currency.set(currency)
    try:
        yield
    finally:
        _currency.reset(token)


def units_in_force() -> int:
    """How many minor units make one of what people type: 100 cents a euro, 1 a yen."""
    return minor_units(_currency.get())
