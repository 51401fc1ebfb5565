"""What only the person at the desk knows of a list: whose a club number is that stands beside two names, and what
becomes of one whose digits a spreadsheet has lost.

the house does not know the number    whose is it: one of the lines, or none of them
the house knows it by another name    is a line that player under another name, or is none
a line has the name the house knows   no question: the number is theirs, the other lines are refused
a number is written like 1,23E+05     a question for each line: take the player without it, or leave the line out
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tables.services.desk.player_list import ListLine, is_spoiled
from tournament.models import Player
from tournament.rules.names import fold_name

# The line that was chosen for each question, by the question's id; None is "leave them out".
Answers = Mapping[int, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberQuestion:
    """Who has `club_number`? `known` is whom the house knows by it, or empty; `options` are lines, one a name.

    Where `is_spoiled`: is the player of the only line taken without it?
    """

    club_number: str
    known: str
    options: tuple[ListLine, ...]
    is_spoiled: bool = False

    @property
    def id(self) -> int:
        """The number of its first line."""
        return self.options[0].number


def number_questions(lines: Sequence[ListLine], owners: Mapping[str, Player]) -> Mapping[str, NumberQuestion]:
    """The questions by club number; `owners` are the players whom the house knows by these numbers."""
    named: dict[str, dict[str, ListLine]] = defaultdict(dict)
    for line in lines:
        if line.club_number and not line.surplus and not is_spoiled(line.club_number):
            named[line.club_number].setdefault(fold_name(line.name), line)
    questions = {}
    for number, by_name in named.items():
        owner = owners.get(number)
        is_clear = len(by_name) == 1 if owner is None else owner.search_name in by_name
        if not is_clear:
            questions[number] = NumberQuestion(
                club_number=number,
                known="" if owner is None else owner.name,
                options=tuple(by_name.values()),
            )
    return questions


def spoiled_numbers(lines: Sequence[ListLine]) -> Mapping[int, NumberQuestion]:
    """The questions about numbers whose digits are lost, by line: several players may share what is left of them."""
    return {
        line.number: NumberQuestion(club_number=line.club_number, known="", options=(line,), is_spoiled=True)
        for line in lines
        if is_spoiled(line.club_number) and not line.surplus
    }
