"""The points of a formula, printed: python -m tournament.rules.points "FORMULA" n=150 r=3 b=20

Names may be any, also such that no event has: what stands before "=" is their name, a number behind it their value. The
formula may stand in a file as well, @file, or be one of the presets by its name: linear, pokerstars.
"""

import sys
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path

from tournament.rules.points.errors import FormulaError
from tournament.rules.points.evaluation import points
from tournament.rules.points.formula import read_formula
from tournament.rules.points.functions import in_bounds, shown
from tournament.rules.points.presets import PRESETS


def main(arguments: Sequence[str]) -> int:
    """0 with the points on the standard output, otherwise 2 with what is wrong on the other one."""
    if not arguments:
        return _wrong('Say a formula: python -m tournament.rules.points "n - r + 1" n=30 r=5')
    formula, *given = arguments
    values: dict[str, Decimal] = {}
    for each in given:
        name, sign, value = each.partition("=")
        try:
            values[name.strip()] = in_bounds(_finite(value.strip()), 0)
        except (InvalidOperation, FormulaError):
            sign = ""
        if not sign or not name.strip().isidentifier():
            return _wrong(f"“{each}” is not a name with a number, as in n=150.")
    try:
        text = PRESETS.get(formula, formula)
        if formula.startswith("@"):
            text = Path(formula[1:]).read_text(encoding="utf-8")
        print(shown(points(read_formula(text, known=values), values)))
    except (FormulaError, OSError, UnicodeDecodeError) as error:
        return _wrong(str(error))
    return 0


def _finite(text: str) -> Decimal:
    found = Decimal(text)
    if not found.is_finite():
        raise InvalidOperation
    return found


def _wrong(says: str) -> int:
    print(says, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
