"""Points by formula: published examples to the figure, every function, and what is wrong by its place."""

from __future__ import annotations

import builtins
import keyword
from decimal import Decimal
from pathlib import Path

import pytest

from tests.tournament.rules.points.hostile import HOSTILE
from tournament.rules.points.__main__ import main
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.evaluation import points, settled
from tournament.rules.points.formula import DEEPEST, MOST_PARTS, read_formula
from tournament.rules.points.functions import FUNCTIONS
from tournament.rules.points.names import NAMES
from tournament.rules.points.presets import PRESETS

# As a club has it: a third of the field by the square root, the rest falls by a third with each place, one point at
# the end; ten for each knock-out. `log` is the natural one.
CLUB = """
assign("points", 1)
assign("third", round(n / 3))
assign("nineTenths", floor(0.9 * n))
assign("factor", 1 + log((totalBuyinsAmount + totalRebuysAmount + totalAddOnsAmount) / buyins + 0.25))
assign("first", 10 * sqrt(n) / sqrt(third + 1) * factor + 10 * numberOfHits)
IF (r < nineTenths AND r > third, assign("points", ROUND(first * pow(0.66, r - third)) + 10 * nh),
    (IF (r <= third, assign("points", round(10 * sqrt(n) / sqrt(r) * factor) + 10 * nh))))
"""
FORUM = "(n-r)*3 + if(r<=mr, if(r=mr,5,(mr-r)*10),0) + 20 + nh*3"
PARTY_AS_PRINTED = "15*(sqrt(sqrt(b))*(n-6)/r)"
PARTY_AS_MEANT = "15*sqrt(sqrt(b)*(n-6)/r)"


def worked_out(formula: str, **values: float | str) -> Decimal:
    given = {name: Decimal(str(value)) for name, value in values.items()}
    return points(read_formula(formula, known=given), given)


@pytest.mark.parametrize(
    ("formula", "values", "expected"),
    [
        (PRESETS["pokerstars"], {"n": 150, "r": 3, "b": 20}, "163.089"),
        (PRESETS["pokerstars"], {"n": 900, "r": 25, "b": 0}, "23.876"),
        (PRESETS["pokerstars"], {"n": 250, "r": 10, "b": 10}, "100.536"),
        ("10*sqrt(n)/sqrt(r)*(1+log(b+0.25))", {"n": 150, "r": 3, "b": 20}, "283.419"),
        ("10*sqrt(n)/sqrt(r)*(1+ln(b+0.25))", {"n": 900, "r": 25, "b": 0}, "-23.178"),
        ("10*sqrt(n)/sqrt(r)*(1+log(b+0.25))", {"n": 250, "r": 10, "b": 10}, "166.364"),
        (PRESETS["wsop"], {"pot": 40_000, "r": 1, "n": 2_500}, "230.103"),
        (PARTY_AS_MEANT, {"b": 100, "n": 300, "r": 10}, "257.196"),
        (PARTY_AS_PRINTED, {"b": 100, "n": 300, "r": 10}, "1394.564"),
        (FORUM, {"n": 20, "r": 1, "mr": 4, "nh": 19}, "164"),
        (FORUM, {"n": 20, "r": 4, "mr": 4, "nh": 0}, "73"),
        (FORUM, {"n": 20, "r": 20, "mr": 4, "nh": 0}, "20"),
        ("p-f+1", {"p": 30, "f": 5}, "26"),
        (PRESETS["linear"], {"n": 30, "r": 30}, "1"),
        (PRESETS["share"], {"pot": 900, "pw": 300}, "33.333"),
        (PRESETS["share"], {"pot": 0, "pw": 0}, "0"),
    ],
)
def test_published_formulas_give_their_published_points(
    formula: str, values: dict[str, float], expected: str
) -> None:
    assert worked_out(formula, **values) == Decimal(expected)


@pytest.mark.parametrize(
    ("formula", "common", "own", "expected"),
    [
        (PRESETS["pokerstars"], {"n": 150, "b": 20}, {"r": 3}, "163.089"),
        ("index([n, 2 * n], 1) + [n, r][2] + max(n, r)", {"n": 4}, {"r": 9}, "26"),
        ("not n + -n", {"n": 4}, {}, "1"),
        # What nobody comes to may be what cannot be worked out.
        ("if(r = 1, 1 / (n - 4), n)", {"n": 4}, {"r": 2}, "4"),
        ("r = 2 or 1 / (n - 4)", {"n": 4}, {"r": 2}, "1"),
        # A name that the formula gives itself has another value from there on.
        ('assign("before", n); assign("n", n + r); before * 100 + n', {"n": 4}, {"n": 4, "r": 2}, "406"),
    ],
)
def test_what_all_players_have_in_common_is_worked_out_before(
    formula: str, common: dict[str, int], own: dict[str, int], expected: str
) -> None:
    assert points(settled(read_formula(formula), common), own) == Decimal(expected)


@pytest.mark.parametrize(
    ("players", "hits", "expected"),
    [
        (15, 0, {1: 259, 2: 183, 3: 149, 4: 129, 5: 116, 6: 70, 7: 46, 8: 30, 10: 13, 13: 1}),
        (22, 0, {1: 295, 2: 209, 3: 171, 4: 148, 5: 132, 6: 121, 7: 112, 8: 69, 10: 30, 13: 9}),
        (15, 3, {1: 289}),
    ],
)
def test_the_formula_of_a_club_of_the_tournament_director_gives_its_points(
    players: int, hits: int, expected: dict[int, int]
) -> None:
    paid = {"totalBuyinsAmount": 4_000, "totalRebuysAmount": 300, "totalAddOnsAmount": 100}
    found = {
        rank: worked_out(CLUB, n=players, buyins=players, nh=hits, rank=rank, **paid) for rank in expected
    }
    assert found == expected


def test_the_places_of_two_leagues_give_their_tables() -> None:
    """Ceps: a third of the field is paid, and place i from the bottom gets 10·i·i. Scw: 200 shared by the place."""
    ceps = "assign('paid', floor(n / 3)) if(r <= paid, 10 * pow(paid - r + 1, 2), 0)"
    assert [worked_out(ceps, n=21, r=place) for place in range(1, 9)] == [490, 360, 250, 160, 90, 40, 10, 0]
    table = "[200, 135, 100, 70, 60, 50][f]"
    assert [worked_out(table, f=place) for place in range(1, 7)] == [200, 135, 100, 70, 60, 50]
    assert [worked_out(PRESETS["table"], r=place) for place in (1, 2, 9, 10)] == [25, 18, 1, 0]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("2 + 3 * 4 - 10 / 4", "11.5"),
        ("-2 - -3", "1"),
        ("7 % 3 + -1 % 3", "3"),
        ("1 = 1 and 2 <> 3 && 1 is 1", "1"),
        ("0 or 0 || 3", "1"),
        ("not 1 = 2", "1"),
        ("not not 5", "1"),
        ("!0 + 1", "2"),
        ("2 >= 2 == 1", "1"),
        ("3 > 2 ? 10 : 20", "10"),
        ("0 ? 1 : 0 ? 2 : 3", "3"),
        ("ABS(-3) + Ceil(2.1) + floor(-2.1)", "3"),
        ("round(2.5) + round(-2.5) + round(1.55, 1) + round(371, -2)", "401.6"),
        ("roundUp(2.1) + roundDown(2.9) + roundUp(1.51, 1) + roundDown(371, -2)", "306.6"),
        ("roundToNearest(371, 50) + roundUpToNearest(371, 25) + roundDownToNearest(371, 25)", "1075"),
        ("exp(1)", "2.718"),
        ("log(exp(2)) + log(8, 2) + ln(1) + log10(1000)", "8"),
        ("pow(2, 10) + power(4, 0.5) + pow(-2, 3) + pow(0, 0)", "1019"),
        ("pow(0.66, 1900) + pow(2, -99) + pow(-1, 1e15) + pow(0 - 1, 3)", "0"),
        ("sqrt(0) + sqrt(2.25) + triangle(4)", "11.5"),
        ("min(3, 1, 2) + max([4, 9], 5) + sum(1, [2, 3]) + product(2, 3, 4)", "40"),
        ("average(1, 2, 3, 4) + count([1, 2], 3)", "5.5"),
        ("sum(top(2, 5, 1, 9)) * 10 + sum(bottom(2, [5, 1, 9]))", "146"),
        ("oneOf(3, 1, 2, 3) + oneof(4, [1, 2])", "1"),
        ("index([5, 6], 0) + [5, 6][2]", "11"),
        ("sum(setListLength([1, 2, 3], 2)) + count(setListLength([1], 3))", "6"),
        ("switch(2, 1, 10, 2, 20) + switch(9, 1, 10, 5) + switch(9, 1, 10)", "25"),
        ("lswitch(2, 7, 8) + lswitch(9, 7, 8)", "8"),
        ("if(0, 1/0, 3) + if(0, 5)", "3"),
        ("1 or 1/0", "1"),
        ('assign("x", 4); assign("y", x * 2); y + 1', "9"),
        ('assign("points", 7)\n99', "7"),
        ("1\n+ 1", "2"),
        ("1\n2", "2"),
        ("1e3 + .5 + 5.", "1005.5"),
        ("1/3", "0.333"),
        ("0.0005", "0.001"),
        ("-0.0001", "0"),
        ("1e-99 + 0.0000000000000000000000001", "0"),
        ("-0.0005", "-0.001"),
    ],
)
def test_what_a_formula_can_work_out(formula: str, expected: str) -> None:
    assert worked_out(formula) == Decimal(expected)


@pytest.mark.parametrize("name", [alias for name in NAMES for alias in (name.name, *name.aliases)])
def test_a_name_has_the_value_of_any_of_its_names(name: str) -> None:
    own = next(each for each in NAMES if name in (each.name, *each.aliases))
    formula = read_formula(name.upper())
    assert formula.asks == {own.name.casefold()}
    for alias in (own.name, *own.aliases):
        assert points(formula, {alias: 7}) == 7


@pytest.mark.parametrize(
    ("formula", "code", "says"),
    [
        ("", "empty", "The formula is empty."),
        (" ; ", "empty", "The formula is empty."),
        ("1 +", "ends_early", "The formula ends too early: something is missing at character 4."),
        ("(1 + 2", "not_closed", "Character 7: “)” is missing; “(” was opened at character 1."),
        ("[1, 2", "not_closed", "Character 6: “]” is missing; “[” was opened at character 1."),
        ("1 ? 2", "not_closed", "Character 6: “:” is missing; “?” was opened at character 3."),
        ("n r", "unexpected", "Character 3: “r” cannot stand here."),
        ("1 2", "unexpected", "Character 3: “2” cannot stand here."),
        ("* 2", "unexpected", "Character 1: “*” cannot stand here."),
        ("n £ 2", "bad_character", "Character 3: “£” cannot stand in a formula."),
        ("n ^ 2", "power_sign", "Character 3: for a power write pow(2, 3) and not 2 ^ 3."),
        ("assign('x, 1)", "text_not_closed", "The quotation mark at character 8 is not closed."),
        ("ramk + 1", "unknown_name", "Character 1: “ramk” is not known; perhaps “rank” is meant."),
        ("1 + sqr(4)", "unknown_name", "Character 5: “sqr” is not known; perhaps “sqrt” is meant."),
        ("xyzzy", "unknown_name", "Character 1: “xyzzy” is not known."),
        ("sqrt()", "count_of_values", "Character 1: “sqrt” needs this many values: 1. It has 0."),
        ("round(1, 2, 3)", "count_of_values", "Character 1: “round” needs 1 to 2 values. It has 3."),
        ("top(1)", "count_of_values", "Character 1: “top” needs at least this many values: 2. It has 1."),
        ('assign("x")', "count_of_values", "Character 1: “assign” needs this many values: 2. It has 1."),
        (
            "assign(x, 1)",
            "no_name_to_assign",
            'Character 8: the name to assign stands in quotation marks, as in assign("bonus", 5).',
        ),
        (
            "n * nm",
            "refused_elsewhere",
            "Character 5: “nm” is a name of another program and has no value here.",
        ),
        (
            "cos + 1",
            "refused_trigonometry",
            "Character 1: “cos” is not allowed: formulas of points have no trigonometry.",
        ),
        (
            "random()",
            "refused_chance",
            "Character 1: “random” is not allowed, since points do not depend on chance.",
        ),
        (
            "timeOfDay()",
            "refused_time",
            "Character 1: “timeOfDay” is not allowed, since points do not depend on the time of day.",
        ),
        (
            "sin(1)",
            "refused_trigonometry",
            "Character 1: “sin” is not allowed: formulas of points have no trigonometry.",
        ),
        (
            "buyinProfileFee()",
            "refused_profile",
            (
                "Character 1: “buyinProfileFee” is not known here: what a player has paid is buyinCost, rebuyCost "
                "and addOnCost."
            ),
        ),
        ("10 / 0", "division_by_zero", "Character 4: a division by 0."),
        ("10 % 0", "division_by_zero", "Character 4: a division by 0."),
        ("average([])", "division_by_zero", "Character 1: a division by 0."),
        ("log(8, 1)", "division_by_zero", "Character 1: a division by 0."),
        ("pow(0, -1)", "division_by_zero", "Character 1: a division by 0."),
        ("sqrt(0 - 4)", "not_above_zero", "Character 1: “sqrt” needs a number above 0, not -4."),
        ("log(0)", "not_above_zero", "Character 1: “log” needs a number above 0, not 0."),
        ("pow(0 - 2, 0.5)", "not_above_zero", "Character 1: “pow” needs a number above 0, not -2."),
        ("pow(10, 65)", "too_large", "Character 1: the number is larger than 1000000000000000."),
        ("pow(10, 16)", "too_large", "Character 1: the number is larger than 1000000000000000."),
        ("exp(35)", "too_large", "Character 1: the number is larger than 1000000000000000."),
        ("1e999999999", "too_many_digits", "Character 1: a number may have 28 digits at most."),
        ("1e99", "too_large", "Character 1: the number is larger than 1000000000000000."),
        ("1 + [1, 2]", "no_number", "Character 5: a list stands where a number is needed."),
        ("[1, 2]", "no_number", "Character 0: a list stands where a number is needed."),
        ("[1, 2][3]", "no_item", "Character 7: the list has 2 values, and none at 3."),
        ("max([])", "empty_list", "Character 1: the list is empty."),
        ("index([1, 2], 2)", "no_item", "Character 1: the list has 2 values, and none at 2."),
        (
            "round(1, 10)",
            "too_many_decimals",
            "Character 1: 10 decimals are too many; there may be 9.",
        ),
        ("round(1, 0.5)", "no_whole_number", "Character 1: a whole number is needed here, not 0.5."),
        (
            "setListLength([1], 1001)",
            "list_too_long",
            "Character 1: a list may have 1000 values, not 1001.",
        ),
        ("rank", "no_value", "Character 1: “rank” has no value here."),
        ('if(0, assign("x", 1)) x', "unexpected", "Character 23: “x” cannot stand here."),
        ('if(0, assign("x", 1)); x', "no_value", "Character 24: “x” has no value here."),
    ],
)
def test_what_is_wrong_is_said_with_its_place(formula: str, code: str, says: str) -> None:
    with pytest.raises(FormulaError) as refused:
        worked_out(formula)
    assert (refused.value.code, str(refused.value)) == (code, says)


@pytest.mark.parametrize(("formula", "code"), HOSTILE)
def test_hostile_formulas_are_refused_or_worked_out_without_a_tower_of_python(
    formula: str, code: str | None
) -> None:
    if code is None:
        assert worked_out(formula) == 1
        return
    with pytest.raises(FormulaError) as refused:
        worked_out(formula)
    assert refused.value.code == code


def test_no_name_of_python_means_anything() -> None:
    ours = {*FUNCTIONS, *(alias.casefold() for name in NAMES for alias in (name.name, *name.aliases))}
    names = {*dir(builtins), *keyword.kwlist, "os", "sys", "self", "__class__"}
    for name in sorted(each for each in names if each.casefold() not in ours | {"not", "and", "or", "if"}):
        for formula in (name, f"{name}(1)", f"(1).{name}", f"n.{name}", f"'{name}'"):
            with pytest.raises(FormulaError):
                worked_out(formula, n=1)


def test_the_limits_are_as_they_are_said() -> None:
    assert worked_out("+".join(["1"] * (MOST_PARTS // 2))) == MOST_PARTS // 2
    assert worked_out("(" * (DEEPEST - 1) + "1" + ")" * (DEEPEST - 1)) == 1
    with pytest.raises(FormulaError):
        worked_out("(" * DEEPEST + "1" + ")" * DEEPEST)


@pytest.mark.parametrize(
    ("arguments", "out", "err"),
    [
        (["10*sqrt(n)/sqrt(r)*(1+log10(b+0.25))", "n=150", "r=3", "b=20"], "163.089\n", ""),
        (["linear", "n=30", "r=5"], "26\n", ""),
        (["x * 2", "x=2.50"], "5\n", ""),
        (["n - r", "n=30"], "", "Character 5: “r” has no value here.\n"),
        (["n", "n=many"], "", "“n=many” is not a name with a number, as in n=150.\n"),
        (["n", "n=NaN"], "", "“n=NaN” is not a name with a number, as in n=150.\n"),
        (["n", "n=1e999999"], "", "“n=1e999999” is not a name with a number, as in n=150.\n"),
        (["n", "150"], "", "“150” is not a name with a number, as in n=150.\n"),
        ([], "", 'Say a formula: python -m tournament.rules.points "n - r + 1" n=30 r=5\n'),
    ],
)
def test_the_command_prints_the_points_or_what_is_wrong(
    arguments: list[str], out: str, err: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == (0 if out else 2)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (out, err)


def test_the_command_reads_a_formula_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "club.txt").write_text(CLUB, encoding="utf-8")
    given = ["n=15", "buyins=15", "r=6", "nh=0", "totalBuyinsAmount=4400", "totalRebuysAmount=0"]
    assert main([f"@{tmp_path / 'club.txt'}", *given, "totalAddOnsAmount=0"]) == 0
    assert capsys.readouterr().out == "70\n"
    assert main([f"@{tmp_path / 'none.txt'}"]) == 2
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    assert main([f"@{tmp_path / 'picture.png'}"]) == 2
