"""A verdict's question in its address: cards as the engine writes them ("Kd"), the same for every reader.

What the form sends says by `letters` in which language its suits are written, and by its buttons what
was tapped: `pick` a card (`picked` several), `add` or `drop` a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import override

from tables.engine import GAMES
from tables.forms.cards import leading_cards, write_cards
from tables.forms.judging.verdict import BOARD, CARDS_MAX, MOST_HANDS, VerdictForm, hand_name
from tables.queries.hands.verdict import VerdictQuestion
from tables.queries.hands.verdict_games import FIRST, kind_of

LEAST_SHOWN: Final = 2


def has_cards(asked: Mapping[str, str]) -> bool:
    """Whether an address asks about hands at all."""
    return any(name in asked for name in (BOARD, *map(hand_name, range(1, MOST_HANDS + 1))))


def address_of(asked: VerdictQuestion, *, table: int | None = None, to: str = "") -> str:
    """The query that asks this again, for any reader."""
    query = QueryDict(mutable=True)
    if table is not None:
        query["table"] = str(table)
    query["game"] = asked.game
    if GAMES[asked.game].rule_of_eleven and asked.players:
        query["players"] = str(asked.players)
    for number, cards in asked.hands:
        query[hand_name(number)] = "".join(cards)
    if asked.board:
        query[BOARD] = "".join(asked.board)
    if to:
        query["to"] = to
    return query.urlencode(safe="/")


def typed_of(asked: QueryDict, *, game: str) -> tuple[dict[str, str], tuple[int, ...]]:
    """What the form holds in the reader's letters, and the numbers of its hands, after a tap on a button.

    `game` is the one of an address that names none.
    """
    rows = [number for number in range(1, MOST_HANDS + 1) if hand_name(number) in asked]
    dropped = asked.get("drop", "")
    rows = [number for number in rows if hand_name(number) != dropped]
    data = {name: asked.get(name, "")[:CARDS_MAX] for name in ("game", "players", "to", "go")}
    data["game"] = kind_of(data["game"]) or game or FIRST
    free = (number for number in range(1, MOST_HANDS + 1) if number not in rows)
    if asked.get("add") and len(rows) < MOST_HANDS:
        rows.append(next(free))
        data["to"] = hand_name(rows[-1])
    while len(rows) < LEAST_SHOWN:
        rows.append(next(free))
    for name in (*map(hand_name, rows), BOARD):
        data[name] = _in_our_letters(asked.get(name, ""), asked.get("letters", ""))
    return data, tuple(sorted(rows))


def with_card(form: VerdictForm, card: str) -> dict[str, str]:
    """What the form holds after a tap on a card: added where the next one goes, or undone."""
    data = dict(form.data)
    holder = next((name for name in form.names if card in form.cards(name)), "")
    if holder:
        data[holder] = write_cards(each for each in form.cards(holder) if each != card)
        data["to"] = holder
    elif card in form.deck and form.room(form.to) > 0:
        data[form.to] = write_cards([*form.cards(form.to), card])
        data["to"] = form.to
    return data


def _in_our_letters(typed: str, language: str) -> str:
    """Cards written in the letters of a language, English if it is none of ours, as the reader writes them.

    What cannot be read stays as it was typed.
    """
    with override(language if language in dict(settings.LANGUAGES) else "en"):
        cards, rest = leading_cards(typed, joker=True)
    return typed if rest else write_cards(cards)
