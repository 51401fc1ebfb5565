"""A whole hand on one line, for logs and tests:

    NT rules=tda2024,limit_cap=3 blinds=50/100 button=3 seats=1:200,2:150,3:90 posts=s1:50,b2:100 | f3 c1 k2

rules: a profile and the keys that differ from it. Only where they say something: ante=KIND:AMOUNT,
bets=SMALL/BIG (limit), bring=BRING-IN, least=MINIMUM BET, chip, last_two=true, carry=POT:OPENERS:parola
(what is empty at the end left out), rake=HUNDREDTHS OF A PERCENT:CAP, title (percent-encoded) and
deck=LOWEST RANK. posts: a ante, t table ante, s small blind, b big blind, d straddle, e a new player's
blind, x a blind missed. After the bar the operations, undos included, in their text form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import quote, unquote

from tables.engine.errors import InvalidNotation
from tables.engine.games.house_rules import CHOICES, HOUSE_RULES, HouseRules
from tables.engine.games.setup import CarriedPot, Rake, Setup
from tables.engine.notation.fields import check_length
from tables.engine.play.coding import decode, encode
from tables.engine.play.operations import Operation

_POST_LETTER: Final = MappingProxyType(
    {
        "ante": "a",
        "table_ante": "t",
        "small_blind": "s",
        "big_blind": "b",
        "straddle": "d",
        "entry_blind": "e",
        "dead_blind": "x",
    }
)
_POST_KIND: Final = MappingProxyType({letter: kind for kind, letter in _POST_LETTER.items()})
LONGEST_LINE: Final = 100_000
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
_CARRY: Final = re.compile(rf"({_NUMBER.pattern})(?::(\w?)(:parola)?)?", re.ASCII)


def format_line(setup: Setup, operations: Iterable[Operation]) -> str:
    """The line of a hand; `parse_line` gives back the same."""
    stakes = setup.stakes
    parts = [
        setup.game,
        f"rules={_format_rules(setup.rules)}",
        f"blinds={stakes.small_blind}/{stakes.big_blind}",
    ]
    if stakes.ante or stakes.ante_kind != "none":
        parts.append(f"ante={stakes.ante_kind}:{stakes.ante}")
    if stakes.small_bet or stakes.big_bet:
        parts.append(f"bets={stakes.small_bet}/{stakes.big_bet}")
    parts += [f"{word}={value}" for word, value in _single(setup) if value]
    parts.append(f"button={setup.button}")
    parts.append("seats=" + ",".join([f"{each.seat}:{each.stack}" for each in setup.seats]))
    if setup.posts:
        posts = [f"{_POST_LETTER[post.kind]}{post.seat}:{post.amount}" for post in setup.posts]
        parts.append("posts=" + ",".join(posts))
    if setup.last_two:
        parts.append("last_two=true")
    return " ".join([*parts, "|", *map(encode, operations)])


def _single(setup: Setup) -> list[tuple[str, object]]:
    """What has one value and is mostly left out."""
    stakes, carried_pot, rake = setup.stakes, setup.carried_pot, setup.rake
    carried = f"{carried_pot.chips}:{carried_pot.openers}:{'parola' if carried_pot.parola else ''}".rstrip(
        ":"
    )
    return [
        ("bring", stakes.bring_in),
        ("least", stakes.min_bet),
        ("chip", stakes.chip if stakes.chip != 1 else 0),
        ("unit", stakes.unit),
        ("carry", carried if carried_pot != CarriedPot() else ""),
        ("rake", f"{rake.hundredths}:{rake.cap}" if rake != Rake() else ""),
        ("title", quote(setup.title, safe="")),
        ("deck", setup.deck_lowest),
    ]


def _format_rules(rules: HouseRules) -> str:
    own = rules.to_dict().items()
    differing = {name: dict(own - profile.to_dict().items()) for name, profile in HOUSE_RULES.items()}
    nearest = min(differing, key=lambda name: len(differing[name]))
    return ",".join(
        [nearest, *[f"{key}={_word(value)}" for key, value in sorted(differing[nearest].items())]]
    )


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_line(line: str) -> tuple[Setup, tuple[Operation, ...]]:
    """Setup and operations of a line; raises InvalidNotation that names the bad part."""
    if len(line) > LONGEST_LINE:
        raise InvalidNotation(
            f"the line has {len(line)} characters, more than {LONGEST_LINE}",
            "text_too_long",
            {"length": len(line), "limit": LONGEST_LINE},
        )
    head, bar, tail = line.partition("|")
    game, *words = head.split() or [""]
    if not bar:
        raise _bad(line, "no bar between the setup and the operations")
    fields: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in fields:
            raise _bad(word, "a name, once, and its value as in button=3")
        fields[name] = value
    operations = tuple([decode(word) for word in tail.split()])
    check_length(operations)
    return _setup(game, fields), operations


def _setup(game: str, fields: dict[str, str]) -> Setup:
    data: dict[str, object] = {
        "game": game,
        "rules": _parse_rules(fields.pop("rules", "")),
        "stakes": _stakes(fields),
        "button": _number(fields.pop("button", "")),
        "seats": [list(_pair(each, ":")) for each in fields.pop("seats", "").split(",")],
        "posts": [_post(each) for each in fields.pop("posts", "").split(",") if each],
        "last_two": fields.pop("last_two", "") == "true",
    }
    if "carry" in fields:
        data["carry"] = _carry(fields.pop("carry"))
    if "rake" in fields:
        data["rake"] = list(_pair(fields.pop("rake"), ":"))
    if "title" in fields:
        data["title"] = unquote(fields.pop("title"))
    if "deck" in fields:
        data["deck_lowest"] = fields.pop("deck")
    for name in fields:
        raise _bad(name, "no field of a hand")
    return Setup.from_dict(data)


def _stakes(fields: dict[str, str]) -> dict[str, object]:
    small_blind, big_blind = _pair(fields.pop("blinds", ""), "/")
    stakes: dict[str, object] = {"small_blind": small_blind, "big_blind": big_blind}
    if "ante" in fields:
        kind, _, amount = fields.pop("ante").partition(":")
        stakes |= {"ante_kind": kind, "ante": _number(amount)}
    if "bets" in fields:
        stakes["small_bet"], stakes["big_bet"] = _pair(fields.pop("bets"), "/")
    for word, name in (("bring", "bring_in"), ("least", "min_bet"), ("chip", "chip"), ("unit", "unit")):
        if word in fields:
            stakes[name] = _number(fields.pop(word))
    return stakes


def _carry(text: str) -> list[object]:
    match = _CARRY.fullmatch(text)
    if match is None:
        raise _bad(text, "a pot, and what opens it, as in carry=80:Q or carry=80:Q:parola")
    return [int(match[1]), match[2] or "", match[3] is not None]


def _post(text: str) -> list[object]:
    if text[:1] not in _POST_KIND:
        raise _bad(text, "a post begins with one of " + " ".join(_POST_KIND))
    return [*_pair(text[1:], ":"), _POST_KIND[text[0]]]


def _parse_rules(text: str) -> dict[str, object]:
    profile, *overrides = text.split(",")
    if profile not in HOUSE_RULES:
        raise _bad(text, "rules begin with one of " + ", ".join(HOUSE_RULES))
    data = HOUSE_RULES[profile].to_dict()
    for override in overrides:
        key, _, value = override.partition("=")
        data[key] = value if key in CHOICES else _value(value)
    return data


def _value(word: str) -> object:
    words: Mapping[str, object] = {"true": True, "false": False}
    return int(word) if _NUMBER.fullmatch(word) else words.get(word, word)


def _pair(text: str, separator: str) -> tuple[int, int]:
    first, found, second = text.partition(separator)
    if not found:
        raise _bad(text, f"two numbers with “{separator}” between them")
    return _number(first), _number(second)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _bad(text, "a whole number")
    return int(text)


def _bad(text: str, wanted: str) -> InvalidNotation:
    shown = text[:40]
    return InvalidNotation(
        f"“{shown}” is no part of a hand: {wanted}", "bad_line", {"text": shown, "wanted": wanted}
    )
