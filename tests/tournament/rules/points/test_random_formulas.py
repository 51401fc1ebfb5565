"""A thousand random formulas: what the reader works out is what fractions and Python's own mathematics give.

Each is made as a tree, worked out here without being read, and written with no bracket more than it needs: what binds
how strongly is a list of this test.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest

from tournament.rules.points.errors import FormulaError
from tournament.rules.points.evaluation import points, settled
from tournament.rules.points.formula import PointsFormula, read_formula

VALUES = {"n": 24, "r": 5, "nh": 2, "pot": 1_200, "mr": 4}
# The strongest last: a part is put in brackets where it binds less than its place asks.
TERNARY, EITHER, BOTH, NOT, COMPARED, SUMS, PRODUCTS, SIGN, WHOLE = range(9)


@dataclass(frozen=True, slots=True)
class Tree:
    """`exact` is what comes out; `text` how it is written, which binds as `binds` says."""

    text: str
    binds: int
    exact: Fraction

    def inside(self, place: int) -> str:
        return self.text if self.binds >= place else f"({self.text})"


def leaf(rng: random.Random) -> Tree:
    if rng.random() < 0.4:
        name = rng.choice(list(VALUES))
        return Tree(rng.choice([name, name.upper()]), WHOLE, Fraction(VALUES[name]))
    text = rng.choice(["0", "1", "2", "3", "7", "10", "0.5", "2.25", ".75", "1e1"])
    return Tree(text, WHOLE, Fraction(text if not text.startswith(".") else f"0{text}"))


def sums(rng: random.Random, left: Tree, right: Tree) -> Tree:
    sign = rng.choice("+-")
    exact = left.exact + right.exact if sign == "+" else left.exact - right.exact
    return Tree(f"{left.inside(SUMS)} {sign} {right.inside(PRODUCTS)}", SUMS, exact)


def products(rng: random.Random, left: Tree, right: Tree) -> Tree:
    if rng.random() < 0.6:
        return Tree(f"{left.inside(PRODUCTS)}*{right.inside(SIGN)}", PRODUCTS, left.exact * right.exact)
    # By what a decimal number is divided without a remainder.
    by = rng.choice([2, 4, 5, 8, 10])
    if rng.random() < 0.5:
        return Tree(f"{left.inside(PRODUCTS)} / {by}", PRODUCTS, left.exact / by)
    return Tree(f"{left.inside(PRODUCTS)} % {by}", PRODUCTS, left.exact % by)


def compared(rng: random.Random, left: Tree, right: Tree) -> Tree:
    signs: dict[str, Callable[[Fraction, Fraction], bool]] = {
        "=": lambda a, b: a == b,
        "==": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
        "<>": lambda a, b: a != b,
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
    }
    sign = rng.choice(list(signs))
    exact = Fraction(signs[sign](left.exact, right.exact))
    return Tree(f"{left.inside(COMPARED)} {sign} {right.inside(SUMS)}", COMPARED, exact)


def joined(rng: random.Random, left: Tree, right: Tree) -> Tree:
    if rng.random() < 0.5:
        exact = Fraction(left.exact != 0 and right.exact != 0)
        return Tree(f"{left.inside(BOTH)} {rng.choice(['and', '&&'])} {right.inside(NOT)}", BOTH, exact)
    exact = Fraction(left.exact != 0 or right.exact != 0)
    return Tree(f"{left.inside(EITHER)} {rng.choice(['or', '||'])} {right.inside(BOTH)}", EITHER, exact)


def signed(rng: random.Random, left: Tree, _right: Tree) -> Tree:
    if rng.random() < 0.5:
        return Tree(f"-{left.inside(SIGN)}", SIGN, -left.exact)
    if rng.random() < 0.5:
        return Tree(f"!{left.inside(SIGN)}", SIGN, Fraction(left.exact == 0))
    return Tree(f"not {left.inside(NOT)}", NOT, Fraction(left.exact == 0))


def chosen(rng: random.Random, left: Tree, right: Tree) -> Tree:
    third = leaf(rng)
    exact = right.exact if left.exact != 0 else third.exact
    if rng.random() < 0.5:
        return Tree(f"if({left.text}, {right.text}, {third.text})", WHOLE, exact)
    return Tree(f"{left.inside(EITHER)} ? {right.text} : {third.text}", TERNARY, exact)


def half_up(value: Fraction) -> Fraction:
    whole = math.floor(abs(value) + Fraction(1, 2))
    return Fraction(whole if value >= 0 else -whole)


def functions(rng: random.Random, left: Tree, right: Tree) -> Tree:
    a, b = left.exact, right.exact
    made = {
        f"min({left.text}, {right.text})": min(a, b),
        f"MAX({left.text}, {right.text})": max(a, b),
        f"sum({left.text}, [{right.text}, 1])": a + b + 1,
        f"floor({left.text})": Fraction(math.floor(a)),
        f"Ceil({left.text})": Fraction(math.ceil(a)),
        f"abs({left.text})": abs(a),
        f"round({left.text})": half_up(a),
        f"pow({left.text}, 2)": a * a,
        f"index([{left.text}, {right.text}], 1)": b,
        f"lswitch(2, {left.text}, {right.text})": b,
    }
    text = rng.choice(list(made))
    return Tree(text, WHOLE, made[text])


KINDS = (sums, products, compared, joined, signed, chosen, functions)


def tree(rng: random.Random, depth: int) -> Tree:
    if depth == 0 or rng.random() < 0.15:
        return leaf(rng)
    return rng.choice(KINDS)(rng, tree(rng, depth - 1), tree(rng, depth - 1))


def given_by(formula: PointsFormula) -> Decimal | str:
    """The points, or why there are none."""
    try:
        return points(formula, VALUES)
    except FormulaError as error:
        return error.code


def test_random_formulas_come_out_as_fractions_do() -> None:
    rng, read, refused = random.Random(7), 0, set[str]()
    while read < 1_000:
        made = tree(rng, rng.randint(1, 5))
        if len(made.text) > 2_000 or abs(made.exact) > 10**12:
            continue
        try:
            formula = read_formula(made.text)
        except FormulaError as error:
            refused.add(error.code)
            continue
        # What is the same for everybody is worked out before, and nothing comes out otherwise.
        common = {name: VALUES[name] for name in rng.sample(list(VALUES), rng.randint(0, len(VALUES)))}
        found, with_common = given_by(formula), given_by(settled(formula, common))
        assert with_common == found, made.text
        if isinstance(found, str):
            refused.add(found)
            continue
        assert found == Decimal(int(half_up(made.exact * 1_000))) / 1_000, made.text
        read += 1
    # A part of one alone may be larger than numbers may be, or it has more parts than a formula.
    assert refused <= {"too_large", "too_many_parts", "too_deep"}


@pytest.mark.parametrize("number", range(40))
def test_roots_and_logarithms_come_out_as_pythons_do(number: int) -> None:
    rng = random.Random(number)
    n, r, b = rng.randint(2, 10_000), rng.randint(1, 500), rng.randint(1, 5_000)
    formula = (
        "10 * sqrt(n) / sqrt(r) * (1 + log10(b + 0.25)) + log(n, 3) - exp(r / 500) + pow(b, 0.4) * ln(n)"
    )
    expected = (
        10 * math.sqrt(n) / math.sqrt(r) * (1 + math.log10(b + 0.25))
        + math.log(n, 3)
        - math.exp(r / 500)
        + b**0.4 * math.log(n)
    )
    assert float(points(read_formula(formula), {"n": n, "r": r, "b": b})) == pytest.approx(expected, abs=6e-4)
