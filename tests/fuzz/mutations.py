"""Damage to texts and to what they describe: bytes, words, and the fields of TOML and JSON."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final

Tree = Any
"""What JSON or TOML describes."""

LONGEST: Final = 200_000
"""A mutation that makes more characters is given up: what is really long is tried on purpose."""

# --- Pieces that parsers stumble on

NUMBERS: Final = (
    *("0", "-1", "1", "99", "100", "999", "1000", "2147483648", "-9223372036854775809", "1000000000001"),
    *("0.5", "0.00001", "-0.0", "1e5", "1e999", "-1e999", "1E-999", "1e99999999999999999999", "00", "0x1F"),
    *("9" * 19, "9" * 400, "9" * 4301, "0x" + "F" * 5000, "1_000", "nan", "-nan", "inf", "Infinity", "NaN"),
    *("\u0664", "\u00b2", "+5", ".5", "5.", "1" + "0" * 30 + ".5", "0." + "0" * 50 + "1"),
)
WORDS: Final = (
    *("null", "true", "false", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "''", '""', '"\\ud800"'),
    *("'''", '"""', "\\", "\\u0000", "\\uD83D", "\x00", "\x7f", "\ufeff", "\u2028", "\ud800", "é", "♠", "\r"),
    *("[", "]", "{", "}", "[[", "]]", "=", ":", ",", ".", "#", "|", "/", "\n\n", "[" * 40, "{a=" * 40),
    *("[1]\n", "[2]\n", "[a.b]\n", "[[1]]\n", "a.b.c.d = 1\n", '{"ohh": ', '"ohh"', "_floorman", "_setup"),
    *(
        '"Hands": [',
        '"HandNum": 1',
        '"Events"',
        "ALL IN",
        "BOARD CARD",
        "10h",
        '"PlayerNum": 0',
        '"BetAmt": ',
    ),
    *("p0", "p1", "p2", "p9", "p99", "d dh", "d db", "cc", "cbr", "f", "sm", "sd", "pb", "-", "??", "Jk"),
    *("Ah", "2c", "A?", "?h", "AhAh", "????", "# floorman: ", "u0", "u1", "e", "w0:", "w0l:", "w0h:1", "k1"),
    *(
        "x:misdeal,f",
        "x:dead_hand,s=1,f",
        "x:exposed_card,c=Ah,f",
        "o1",
        "i1",
        "l1",
        "j1:AhAd",
        "p1:5",
        "a1:5",
    ),
    *("rules=", "carry=", "rake=", "title=", "posts=", "seats=", "button=", "chip=", "last_two=true", "%00"),
    *("%ff", "%zz", "NT", "FO/8", "F7S", "IT", "XR", "FB", "N5DP", "Preflop", "Showdown", "Post Dead"),
    *("Raise", "Mucks Cards", "Shows Cards", "Holdem", "OmahaHiLo", "Stud", "PL", "FL"),
)
PIECES: Final = NUMBERS + WORDS

# --- Texts


def damage_bytes(text: str, rng: random.Random) -> str:
    """Bytes changed, put in, taken out, doubled; what is no UTF-8 any more is read as a reader would not."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0 if at < len(data):
                data[at] = rng.randrange(256)
            case 1:
                data.insert(at, rng.randrange(256))
            case 2:
                del data[at : at + rng.choice([1, 1, 2, 8])]
            case _ if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
    return data.decode("utf-8", "replace")


def cut_short(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def cut_out(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.choice([1, 5, 20, 100]) :]


def put_in(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(PIECES) + text[at + rng.choice([0, 0, 1, 3, 8]) :]


def repeat(text: str, rng: random.Random) -> str:
    """A stretch again and again."""
    at = rng.randrange(len(text) + 1)
    stretch = text[at : at + rng.choice([1, 4, 20, 100])]
    return text[:at] + stretch * rng.choice([2, 2, 3, 50]) + text[at:]


def swap(text: str, rng: random.Random) -> str:
    """Two neighbouring words, or lines, change places."""
    mark = rng.choice([" ", "\n", ",", '"'])
    parts = text.split(mark)
    if len(parts) > 1:
        a, b = rng.randrange(len(parts)), rng.randrange(len(parts))
        parts[a], parts[b] = parts[b], parts[a]
    return mark.join(parts)


def change_number(text: str, rng: random.Random) -> str:
    places = [at for at, each in enumerate(text) if each.isdigit()]
    if not places:
        return text
    start = end = rng.choice(places)
    while start and text[start - 1].isdigit():
        start -= 1
    while end < len(text) and text[end].isdigit():
        end += 1
    digits = text[start:end]
    near = (
        str(max(0, int(digits) + rng.choice([-1, 1, -2, 2])))
        if len(digits) < 20 and digits.isascii()
        else "7"
    )
    return text[:start] + rng.choice([near, near, rng.choice(NUMBERS)]) + text[end:]


TEXT_DAMAGE: Final[Sequence[Callable[[str, random.Random], str]]] = (
    damage_bytes, cut_short, cut_out, put_in, put_in, repeat, swap, change_number, change_number,
)  # fmt: skip


def damage_text(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice([1, 1, 2, 5])):
        damaged = rng.choice(TEXT_DAMAGE)(text, rng)
        text = damaged if len(damaged) <= LONGEST else text
    return text


# --- Trees


def damage_tree(tree: Tree, rng: random.Random) -> Tree:
    """Fields taken out, doubled, swapped, renamed, replaced, nested, grafted from elsewhere in the tree."""
    for _ in range(rng.choice([1, 1, 2, 4])):
        holders = [each for each in _containers(tree) if each]
        if not holders:
            return _value(rng)
        _damage_container(rng.choice(holders), holders, rng)
    return tree


def _containers(tree: Tree) -> list[Tree]:
    found: list[Tree] = [tree] if isinstance(tree, (dict, list)) else []
    at = 0
    while at < len(found):
        inner = found[at].values() if isinstance(found[at], dict) else found[at]
        found += [each for each in inner if isinstance(each, (dict, list))]
        at += 1
    return found


def _damage_container(holder: Tree, holders: list[Tree], rng: random.Random) -> None:
    key: Any = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
    match rng.randrange(9):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(rng.randrange(len(holder) + 1), _copy(holder[key]))
        case 1:
            holder[rng.choice(WORDS)] = _copy(holder[key])
        case 2 if isinstance(holder, list):
            other = rng.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case 2:
            other = rng.choice(list(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case 3:
            holder[key] = _near(holder[key], rng)
        case 4:
            holder[key] = _wrapped(holder[key], rng)
        case 5:
            donor = rng.choice(holders)
            holder[key] = _copy(rng.choice(list(donor.values()) if isinstance(donor, dict) else donor))
        case 6 if isinstance(holder, list):
            rng.shuffle(holder)
        case 7 | 8:
            holder[key] = _near(holder[key], rng)
        case _:
            holder[key] = _value(rng)


def _copy(tree: Tree) -> Tree:
    if isinstance(tree, dict):
        return {key: _copy(value) for key, value in tree.items()}
    return [_copy(each) for each in tree] if isinstance(tree, list) else tree


def _near(value: Tree, rng: random.Random) -> Tree:
    """A value of the same kind, or none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and abs(value) < 10**100:
        return rng.choice([value + 1, value - 1, -value, 0, value * 2, value * 10, 10**12, 10**30])
    if isinstance(value, Decimal):
        return rng.choice([value / 2 if value.is_finite() else value, -value, Decimal("0.00001"), Decimal(0)])
    if isinstance(value, str):
        return damage_text(value, rng)[:1000]
    return _value(rng)


def _wrapped(value: Tree, rng: random.Random) -> Tree:
    for _ in range(rng.choice([1, 1, 2, 25])):
        value = [value] if rng.random() < 0.5 else {rng.choice("abn"): value}
    return value


def _value(rng: random.Random) -> Tree:
    return rng.choice(
        [
            None, True, False, 0, 1, -1, 5, 100, 2**31, 2**63, 10**12, 10**12 + 1, 10**18, 10**40,
            Decimal("0.5"), Decimal("1E+50"), Decimal("1E-50"), Decimal("NaN"), Decimal("Infinity"),
            "", "x", "\x00", "\ud800", "é" * 500, rng.choice(WORDS), rng.choice(NUMBERS),
            [], {}, [[]], [{}], [None], {"": []}, [0] * 100, ["p1 f"] * 50,
        ]
    )  # fmt: skip


# --- Trees as texts


def read_json(text: str) -> list[Tree]:
    """The values that stand one after the other; what is no JSON ends the list."""
    decoder = json.JSONDecoder(parse_float=_decimal, strict=False)
    values, at = [], 0
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        values.append(value)
        while at < len(text) and text[at].isspace():
            at += 1
    return values


def read_toml(text: str) -> Tree:
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except (ValueError, RecursionError):
        return None


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal(0)


def write_json(tree: Tree) -> str:
    """JSON, but for amounts that no JSON has: those are written as Python does."""
    if isinstance(tree, dict):
        return "{" + ", ".join([f"{json.dumps(key)}: {write_json(each)}" for key, each in tree.items()]) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(write_json, tree)) + "]"
    return str(tree) if isinstance(tree, Decimal) else json.dumps(tree)


def write_toml(tree: Tree) -> str:
    """One line for each field of the hand, or of each hand of several; None is left out."""
    if not isinstance(tree, dict):
        return f"x = {_toml(tree)}\n"
    if tree and all(isinstance(each, dict) for each in tree.values()):
        return "\n".join([f"[{_key(name)}]\n{write_toml(fields)}" for name, fields in tree.items()])
    return "".join([f"{_key(key)} = {_toml(each)}\n" for key, each in tree.items() if each is not None])


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _toml(tree: Tree) -> str:
    if isinstance(tree, dict):
        return "{" + ", ".join([f"{_key(key)} = {_toml(each)}" for key, each in tree.items()]) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join([_toml(each) for each in tree if each is not None]) + "]"
    if isinstance(tree, (str, bool)):
        return json.dumps(tree, ensure_ascii=False)
    if isinstance(tree, int):
        return str(tree) if abs(tree) < 10**100 else f"{tree:#x}"
    return str(tree).lower()
