"""Formulas that are made to break a reader, with the code of their refusal; None: they are worked out."""

from __future__ import annotations

from typing import Final

HOSTILE: Final[tuple[tuple[str, str | None], ...]] = (
    ("(" * 100_000, "too_long"),
    ("(" * 1_999, "too_deep"),
    ("[" * 1_999, "too_deep"),
    ("not " * 498 + "1", None),
    ("-" * 1_999, "ends_early"),
    ("-" * 1_990 + "1", "too_many_parts"),
    ("1+" * 999 + "1", "too_many_parts"),
    ("1?1:" * 400 + "1", "too_deep"),
    ("sqrt(" * 300 + "2" + ")" * 300, "too_deep"),
    ("pow(9, pow(9, pow(9, 9)))", "too_large"),
    ("pow(1.000001, 1e15)", "too_large"),
    ("1 + pow(0.999999, 1e15)", None),
    ("pow(pow(pow(1e-99,64),64),-64)", "division_by_zero"),
    ("1e-99 * 1e-99 / 1e-99 / 1e-99", None),
    ("assign('a', setListLength([], 1000));0" + "+product(a)" * 40, "too_many_steps"),
    ("9" * 1_999, "too_many_digits"),
    ("1e99999999999999999999", "too_many_digits"),
    ("0." + "0" * 1_900 + "1", "too_many_digits"),
    ("exp(exp(exp(10)))", "too_large"),
    ("1/(1-1)", "division_by_zero"),
    ("assign('" + "a" * 1_900 + "', 1)", None),
)
