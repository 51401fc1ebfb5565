"""One club number under two names in a list: only the person at the desk knows whose it is.

the house does not know the number    whose is it: one of the lines, or none of them
the house knows it by another name    is a line that player under another name, or is none
a line has the name the house knows   no question: the number is theirs, the other lines are refused
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tables.services.desk.player_list import ListLine
from tournament.models import Player
from tournament.rules.names import fold_name

# The line that was chosen for each question, by the question's id; None is "leave them out".
Answers = Mapping[int, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberQuestion:
    """Who has `club_number`? `known` is whom the house knows by it, or empty; `options` are lines, one a name."""

    club_number: str
    known: str
    options: tuple[ListLine, ...]

    @property
    def id(self) -> int:
        """The number of its first line."""
        return self.options[0].number


def number_questions(lines: Sequence[ListLine], owners: Mapping[str, Player]) -> Mapping[str, NumberQuestion]:
    """The questions by club number; `owners` are the players whom the house knows by these numbers."""
    named: dict[str, dict[str, ListLine]] = defaultdict(dict)
    for line in lines:
        if line.club_number and not line.surplus:
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
