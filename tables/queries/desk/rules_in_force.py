"""The rules in force: every key on which rule books disagree, with the book's value, the house's and what it changes.

The page must not promise a rule that is not applied: a key that no page, service or hand uses is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.queries.desk.house_rules import PARTS, HouseRule, code_of, house_rules_of
from tables.words.rules.effects import EFFECTS
from tables.words.rules.keys import QUESTIONS, answer_words
from tournament.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One key: its question, where it acts and what it changes there, the book's answer and the one in force.

    `choices` are the answers it may have, each as a form sends it; without any it is a number from `low` to `high`, or
    a line of text (`is_line`).
    `too_late` is why it can no longer be set: "drawn", "dealt" or "".
    """

    part: str
    key: str
    question: str
    place: str
    effect: str
    book: str
    answer: str
    is_own: bool
    code: str
    choices: tuple[tuple[str, str], ...]
    low: int
    high: int
    is_line: bool
    too_late: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    title: str
    lines: tuple[RuleLine, ...]


def rules_in_force(tournament: Tournament) -> tuple[RuleGroup, ...]:
    """Three groups: the hand, the floor, the event. One query."""
    titles = {"engine": _("In the hand"), "floor": _("On the floor"), "event": _("In the event")}
    rules = house_rules_of(tournament)
    return tuple(
        RuleGroup(title=titles[part], lines=tuple(_line(rule) for rule in rules if rule.part == part))
        for part in PARTS
    )


def _line(rule: HouseRule) -> RuleLine:
    place, effect = EFFECTS[rule.key]
    return RuleLine(
        part=rule.part,
        key=rule.key,
        question=str(QUESTIONS[rule.key]),
        place=str(place),
        effect=str(effect),
        book=answer_words(rule.key, rule.book),
        answer=answer_words(rule.key, rule.value),
        is_own=rule.is_own,
        code=_code(rule),
        choices=tuple((code_of(choice), answer_words(rule.key, choice)) for choice in rule.choices),
        low=rule.low,
        high=rule.high,
        is_line=rule.is_line,
        too_late=rule.too_late,
    )


def _code(rule: HouseRule) -> str:
    """How the form has the value in force."""
    if rule.choices:
        return code_of(rule.value)
    if rule.is_line:
        return answer_words(rule.key, rule.value) if rule.value else ""
    return str(rule.value or 0)
