"""What the pure rules refuse or remark, in the reader's language.

The rules say it in English templates with named figures; `manage.py makemessages` finds the templates
where they stand, and here they are translated and filled in. A figure that is a field's name is said in
the words of the pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop

from tournament.rules.errors import RulesError
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.stakes_check import StructureRemark

# Fields as the rules name them -> words for people.
FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "small_blind": gettext_noop("small blind"),
        "big_blind": gettext_noop("big blind"),
        "ante": gettext_noop("ante"),
        "ante_kind": gettext_noop("paid by"),
        "small_bet": gettext_noop("small bet"),
        "big_bet": gettext_noop("big bet"),
        "bring_in": gettext_noop("bring-in"),
        "min_bet": gettext_noop("minimum bet"),
        "games": gettext_noop("games"),
        "hands_per_game": gettext_noop("hands of each game"),
        "orbit_from": gettext_noop("players for an orbit"),
        "hands": gettext_noop("hands"),
        "duration_seconds": gettext_noop("minutes"),
        "game": gettext_noop("game"),
        "chips_removed": gettext_noop("chips removed"),
        "label": gettext_noop("label"),
        "level": gettext_noop("level"),
        "break": gettext_noop("break"),
        "periods": gettext_noop("structure"),
        "row": gettext_noop("row"),
        "price": gettext_noop("price"),
        "prize": gettext_noop("prize pool"),
        "fee": gettext_noop("fee"),
        "staff": gettext_noop("staff fee"),
        "bounty": gettext_noop("bounty"),
        "other": gettext_noop("other deductions"),
        "amount": gettext_noop("amount"),
        "paid": gettext_noop("places paid"),
        "min_cash": gettext_noop("smallest prize"),
        "value": gettext_noop("value of a seat"),
        "flatness": gettext_noop("flatness"),
        "first_share": gettext_noop("first prize"),
        "first": gettext_noop("first place"),
        "last": gettext_noop("last place"),
        "players": gettext_noop("players"),
        "stack": gettext_noop("stack"),
        "rebuys": gettext_noop("rebuys"),
        "duration": gettext_noop("hours"),
        "breaks": gettext_noop("breaks"),
        "depth": gettext_noop("big blinds"),
        "chips": gettext_noop("chips"),
    }
)
_NAMED: Final = ("field", "name", "kind")


def say_error(error: RulesError) -> str:
    """A refusal as one text: its sentences translated one by one."""
    figures = _figures(error.params)
    return " ".join(_fill(sentence, figures) for sentence in error.sentences)


def say_at_field(error: StructureError) -> str:
    """A refusal where its field is, which says where: what is wrong, and the cure."""
    figures = _figures(error.params)
    _where, *rest = (_fill(sentence, figures) for sentence in error.sentences)
    said = " ".join(rest)
    return said[:1].upper() + said[1:]


def say_without_games(remark: StructureRemark) -> str:
    """A remark of the structure's check."""
    return _fill(remark.template, _figures(remark.params))


def _fill(template: str, figures: Mapping[str, str]) -> str:
    # As in the rules: a sentence without figures may hold a bare per cent sign.
    return gettext(template) % figures if figures else gettext(template)


def _figures(params: Mapping[str, object]) -> dict[str, str]:
    return {name: _shown(name, value) for name, value in params.items()}


def _shown(name: str, value: object) -> str:
    if isinstance(value, int):
        return number_format(value, force_grouping=True)
    words = str(value)
    if name == "percent":
        # Written with a point by the rules: "99.1".
        return number_format(words)
    if name in _NAMED:
        # The structure's check names its fields with a space already.
        return gettext(FIELDS.get(words.replace(" ", "_"), words))
    return words
