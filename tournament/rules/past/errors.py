"""Why a file of another system is refused, and what is said of one that was read.

Each has a code that stays; the sentences stand here once.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournament.rules.errors import RulesError

# Of a file as text, of the literal in it, of an event of The Tournament Director, of a list of results.
REFUSALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "too_large": "The file is larger than %(most)s MB.",
        "bad_bytes": "The file is not text: byte %(at)s cannot be read.",
        "null_byte": "A null character cannot be read.",
        "lone_surrogate": "Half a character stands alone.",
        "empty": "The file is empty.",
        "too_many_parts": "The file has more than %(most)s parts.",
        "too_deep": "Brackets are more than %(most)s deep.",
        "function": "“%(found)s” is program code, which is not run.",
        "call": "“%(found)s” is a call, which is not run.",
        "template": "A template is not a value.",
        "operator": "“%(found)s” is to be worked out, and nothing is.",
        "unknown_word": "“%(found)s” is not a value.",
        "unexpected": "“%(found)s” is not expected here.",
        "trailing": "There is something behind the end: “%(found)s”.",
        "unclosed": "“%(found)s” is not closed.",
        "text_not_closed": "A quotation mark is not closed.",
        "bad_escape": "“%(found)s” is not a character.",
        "bad_number": "“%(found)s” is not a number.",
        "number_too_large": "“%(found)s” is too large or too small a number.",
        "duplicate_key": "“%(found)s” stands there twice.",
        "forbidden_key": "“%(found)s” is not a name of a value.",
        "bad_map": "A map is not made of pairs with a name each.",
        "no_tournament": "There is no tournament in the file.",
        "no_players": "There is no list of players in the tournament.",
        "too_many_players": "There are more than %(most)s players.",
        "no_name": "Player %(number)s has no name.",
        "same_player_twice": "“%(name)s” is there twice.",
        "bad_name": "“%(name)s” cannot be a player’s name: shorten it, or take out what cannot be printed.",
        "text_too_long": "%(field)s has more than %(most)s characters.",
        "bad_amount": "%(field)s is not an amount: “%(found)s”.",
        "bad_count": "%(field)s is not a whole number: “%(found)s”.",
        "out_of_range": "%(field)s is out of range: %(found)s.",
        "bad_time": "%(field)s is not a moment from 1990 to 2100: “%(found)s”.",
        "no_rows": "The list has no results.",
        "too_many_rows": "The list has more than %(most)s results.",
        "no_column": "No column is “%(column_name)s”: the first line has to name it.",
        "column_twice": "Two columns are “%(column_name)s”.",
        "quotation_mark": "A quotation mark is missing or in the wrong place.",
        "surplus": "The line has more cells than the first one.",
        "missing_name": "The player has no name.",
        "bad_place": "“%(found)s” is not a place.",
        "bad_date": "“%(found)s” is not a date: write 2026-01-31 or 31/01/2026.",
    }
)  # fmt: skip

# What is right, or was left out, and has to be known.
NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no_date": "The file does not say when the event was.",
        "date_day_first": "“%(found)s” was read with the day first: %(day)s.",
        "date_month_first": "“%(found)s” was read with the month first: %(day)s.",
        "no_event_name": "The event has no name.",
        "not_finished": "The event was not finished: %(count)s players were left, and have no place.",
        "everyone_out": "Everybody was knocked out: the last one out is taken for the winner.",
        "same_time": "%(names)s went out at the same moment: their order is that of the file.",
        "never_bought_in": "Without a buy-in, and so left out: %(count)s.",
        "unknown_hitman": "%(name)s was knocked out by somebody who is not in the file.",
        "unknown_winner": "A prize of %(amount)s went to somebody who is not in the file, and was left out.",
        "awarded_by_place": "The file awards the prize of place %(place)s to nobody: the player of that place has it.",
        "not_awarded": "A prize of %(amount)s was awarded to nobody, and was left out.",
        "prize_shared": "The prize of place %(place)s was divided evenly among %(count)s players.",
        "prize_elsewhere": "%(name)s finished %(place)s and has the prize of place %(other)s.",
        "pool_from_prizes": "The file does not say what players paid: the pool is the sum of the prizes.",
        "fixed_rake": "The file has a fixed rake, which was not taken off the pool.",
        "bounties": "Bounties of %(amount)s were played for, which the pool may include.",
        "bounties_left_out": "Bounties of %(amount)s were paid besides the prizes, and were left out.",
        "only_paid": "The file names %(named)s of %(players)s players: those who were paid.",
        "level_left_out": "Level %(number)s cannot be read and was left out.",
        "chip_left_out": "Chip %(number)s cannot be read and was left out.",
        "price_left_out": "A price cannot be read and was left out.",
    }
)

WHERE: Final = "Line %(line)s, column %(column)s:"
ON_LINE: Final = "Line %(line)s:"


class PastFileError(RulesError):
    """A file that cannot be read.

    code: one of REFUSALS. line, column: counted from 1, of characters in a literal and of cells in a list of results;
    0 where no single one is wrong. data: what the sentence names. others: what else is wrong in a list of results.
    """

    def __init__(self, code: str, *, line: int = 0, column: int = 0, **data: object) -> None:
        where = (WHERE if column else ON_LINE,) if line else ()
        self._sentences = (*where, REFUSALS[code])
        super().__init__(" ".join(self._sentences), code=code, line=line, column=column, **data)
        self.line = line
        self.column = column
        self.data: dict[str, object] = data
        self.others: tuple[PastFileError, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        return self._sentences
