"""Why a text cannot be read as a structure: each problem with its line, its column and the cure."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from tournament.rules.errors import RulesError
from tournament.rules.structure.errors import MAX_PERIODS, StructureError

MOST_PROBLEMS: Final = 50
LONGEST_SHOWN: Final = 40

REFUSALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "empty": "There is nothing to read. Write one line for each level and each break.",
        "too_long": "The text is longer than %(most)s characters. A structure has at most %(rows)s rows.",
        "quotation_mark": "a quotation mark is missing or in the wrong place.",
        "unknown_column": "no column is called “%(found)s”. Take it out, or call it one of: %(known)s.",
        "column_twice": "two columns are “%(found)s”. Take one out.",
        "no_blinds_column": "no column has the blinds. Name one small blind and one big blind, or both as blinds.",
        "surplus": "there are more cells than the first line names. Leave out the signs between thousands, or "
        "put tabs or semicolons between the cells.",
        "unknown_type": "“%(found)s” is neither level nor break nor game.",
        "bad_amount": "“%(found)s” is not a number of chips. Write it as 1500, 1,500 or 1.5k.",
        "one_chip_or_two": "“%(found)s” may be one chip or two. Put blanks between chips, and none in a number.",
        "bad_minutes": "“%(found)s” is not a duration. Write minutes, as in 20, or 7:30 for seven and a half, "
        "or 15 hands.",
        "too_many_hands": "“%(found)s” is more than a level lasts: at most %(most)s hands.",
        "hands_of_break": "a break lasts minutes, and no hands are dealt in it. Write its minutes.",
        "no_minutes": "the minutes are missing. Write them on the line, or say beside the text how long levels are.",
        "no_break_minutes": "the minutes of the break are missing. Write them on the line, as in: Break 15.",
        "which_minutes": "which number of “%(found)s” is its minutes? Write the break as: Break 15 min.",
        "bad_blinds": "“%(found)s” is not a pair of blinds. Write it as 100/200.",
        "missing": "this is missing. Fill it in, with 0 where there is none.",
        "bad_ante_kind": "“%(found)s” does not say who pays the ante. Write each, big blind, button or none.",
        "whose_ante": "an ante of %(ante)s with a big blind of %(big_blind)s may be paid by each player or by the big "
        "blind. Write “ante %(ante)s each” or “BB ante %(ante)s”, or fill the column ante paid by.",
        "unknown_game": "“%(found)s” is not a game that is known here. Write its code, as in NT or F7S/8.",
        "bad_hands": "“%(found)s” is not a number of hands. Write 1 or more, or 0 for dealer’s choice.",
        "bad_orbit": "“%(found)s” is not a number of players. Write 2 to %(most)s, or nothing for no orbits.",
        "no_games": "hands of each game are for a level of several games. Write each on a line of its own below the "
        "level, with the type game.",
        "no_hands": "a level of several games needs its hands of each game. Write 8, or 0 for dealer’s choice.",
        "lost_game": "this game does not stand below a level.",
        "own_minutes": "a game lasts as long as its level. Leave its minutes out.",
        "of_breaks": "only breaks have this. Leave it out, or make the line a break.",
        "of_levels": "a break does not have this. Leave it out, or make the line a level.",
        "bad_label": "“%(found)s” has signs that cannot be printed. Take them out.",
        "wrong_number": "this says level %(number)s and is level %(expected)s of the text. Fill in what is missing, or "
        "leave the numbers out.",
        "falling": "the small blind %(small_blind)s is larger than the big blind %(big_blind)s.",
        "two_meanings": "“%(found)s” can be read in two ways. Write the number of the level as in “Level 3”.",
        "which_number": "“%(found)s” may be minutes or an ante. Write “%(found)s min” or “ante %(found)s”.",
        "too_many_numbers": "it is not clear what “%(found)s” are. Name the columns in a first line: level, small "
        "blind, big blind, ante, minutes.",
        "said_twice": "“%(found)s” says once more what the line has said already.",
        "not_understood": "“%(found)s” is not understood. Write the line as “Level 1: 100/200 ante 200, 20 min”.",
    }
)  # fmt: skip

AT: Final = "Line %(line)s, column %(column)s:"
ON_LINE: Final = "Line %(line)s:"


class TextProblem(RulesError):
    """One thing that is wrong. line: from 1, 0 for the whole text. column: as the first line calls it, or ""."""

    def __init__(self, code: str, *, line: int = 0, column: str = "", **data: object) -> None:
        self.line = line
        self.column = column
        self.data = data
        where = (AT if column else ON_LINE,) if line else ()
        self._sentences = (*where, REFUSALS[code])
        shown = {name: value for name, value in (("line", line), ("column", column)) if value}
        super().__init__(" ".join(self._sentences), code=code, **shown, **data)

    @property
    def sentences(self) -> tuple[str, ...]:
        return self._sentences

    def at(self, line: int, column: str = "") -> "TextProblem":
        """The same problem, said of a line and a column."""
        return TextProblem(self.code, line=line, column=column or self.column, **self.data)


class RefusedRow(RulesError):
    """What the structure itself refuses of a line, in its own words. column: always ""."""

    def __init__(self, error: StructureError, *, line: int = 0) -> None:
        self.line = line
        self.column = ""
        self._sentences = (ON_LINE, *error.sentences) if line else error.sentences
        params = {**error.params, "line": line} if line else error.params
        super().__init__(" ".join(self._sentences), code=error.code, **params)

    @property
    def sentences(self) -> tuple[str, ...]:
        return self._sentences


Problem: TypeAlias = TextProblem | RefusedRow


class StructureTextError(Exception):
    """The text cannot be read. problems: in the order of the lines, at most MOST_PROBLEMS, at least one."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line)[:MOST_PROBLEMS])
        super().__init__("\n".join(str(problem) for problem in self.problems))


def shown(text: str) -> str:
    """As much of what was typed as a sentence can hold."""
    return text.strip()[:LONGEST_SHOWN]


def too_long(most: int) -> TextProblem:
    return TextProblem("too_long", most=most, rows=MAX_PERIODS)
