"""What a payout scheme, a ladder or envelopes are refused for, its amounts written as money."""

from __future__ import annotations

from typing import Final

from tournament.rules.errors import RulesError
from tournament.templatetags.poker import money
from tournament.words.rules import say_error

_AMOUNTS: Final = ("total", "pool", "missing", "bubble", "smallest")


def say_problem(problem: RulesError, currency: str) -> str:
    """The refusal in the reader's language, amounts with their currency."""
    params = {
        name: money(value, currency) if name in _AMOUNTS and isinstance(value, int) else value
        for name, value in problem.params.items()
    }
    return say_error(RulesError(problem.template, code=problem.code, **params))
