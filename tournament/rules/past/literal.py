"""The one JavaScript literal that a file of The Tournament Director is, read without running anything.

Theory of operation: one expression cuts the text into tokens, and always finds one, so that the whole is read once from
left to right. A stack has the brackets that are open, each with what may come next in it:

    the file    value -> end
    {           key -> value -> comma -> key ...        closed where a key or a comma may come
    [           item -> comma -> item ...               closed where an item or a comma may come
    (           argument -> close                       of `new Name(` and `Map.from(`: one object or list, or nothing

What fits nowhere is refused with its line and column. No part of the expression gives back what it has taken (`*+`),
so that no text takes longer than its length.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from tournament.rules.past.errors import PastFileError

MOST_MEGABYTES: Final = 20
MOST_BYTES: Final = MOST_MEGABYTES * 1_000_000
# Tokens: names, values, brackets, commas.
MOST_PARTS: Final = 2_000_000
# Objects and lists within each other.
DEEPEST: Final = 200
LONGEST_NUMBER: Final = 64
# JavaScript's own numbers end there.
SMALLEST_EXPONENT: Final = -324
LARGEST_EXPONENT: Final = 308
LONGEST_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Made:
    """`new Name({…})`, `new Name([…])` or `new Name()`: the name of the type, and an object, a list or None."""

    type_name: str
    value: "dict[str, Value] | list[Value] | None" = None


# A number with a decimal sign or an exponent is a Decimal; a map is a dict.
Value: TypeAlias = "bool | int | Decimal | str | list[Value] | dict[str, Value] | Made | None"

_SPACE = r"[ \t\r\n]*+"
_NAME = r"(?:[^\W\d]|\$)[\w$]*+"
_TOKEN: Final = re.compile(
    rf"""
    {_SPACE}(?:
        (?P<key>{_NAME}){_SPACE}:
        | (?P<text>"(?:[^"\\\r\n]++|\\.)*+"|'(?:[^'\\\r\n]++|\\.)*+')(?P<text_key>{_SPACE}:)?+
        | (?P<sign>[][{{}}),])
        | (?P<number>-?(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+)(?![\w$.])
          (?P<number_key>{_SPACE}:)?+
        | (?P<word>true|false|null|undefined|NaN|-?Infinity)(?![\w$.])
        | (?P<made>new[ \t\r\n]++{_NAME}(?:\.{_NAME})*+|Map\.from){_SPACE}\(
        | (?P<other>{_NAME}(?:\.{_NAME})*+|[^ ])
        | (?P<end>\Z)
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ESCAPED: Final[Mapping[str, str]] = MappingProxyType(
    {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "\n": "", "\r": "", "\r\n": ""}
)
# Before any other letter the sign says nothing.
_NOT_PLAIN: Final = frozenset("ux0123456789")
# Every other word is nothing: what is not a number neither.
_WORDS: Final[Mapping[str, bool]] = MappingProxyType({"true": True, "false": False})
_CLOSED_BY: Final[Mapping[str, str]] = MappingProxyType({"{": "}", "[": "]", "(": ")"})
_BEGINS_WITH: Final[Mapping[str, str]] = MappingProxyType(
    {"{": "key", "[": "item", "(": "argument", "": "value"}
)
_THEN: Final[Mapping[str, str]] = MappingProxyType({"{": "comma", "[": "comma", "(": "close", "": "end"})
_MAPS: Final = ("Map", "Map.from")
_CODE: Final = ("function", "class", "async", "return")


class _OpenBracket:
    """A bracket that is open: what it holds so far, and what may come next in it."""

    __slots__ = ("at", "bracket", "depth", "key", "type_name", "value", "wants")

    def __init__(self, bracket: str, *, at: int, depth: int, type_name: str = "") -> None:
        self.bracket = bracket
        self.at = at
        self.depth = depth
        self.type_name = type_name
        self.wants = _BEGINS_WITH[bracket]
        self.key = ""
        self.value: Any = {} if bracket == "{" else [] if bracket == "[" else None

    def put(self, value: Value) -> None:
        if self.bracket == "{":
            self.value[self.key] = value
        elif self.bracket == "[":
            self.value.append(value)
        else:
            self.value = value
        self.wants = _THEN[self.bracket]


def read_literal(text: str) -> Value:
    """The value, made of plain Python values and `Made`. Raises PastFileError with the line and the column.

    Refused beside what is not a literal: null characters, halves of characters, a name twice in an object or a map,
    `__proto__`, and more than the limits of this module.
    """
    if len(text) > MOST_BYTES:
        raise PastFileError("too_large", most=MOST_MEGABYTES)
    reader = _LiteralReader(text)
    reader.require_characters()
    return reader.read()


class _LiteralReader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.stack = [_OpenBracket("", at=0, depth=0)]

    def require_characters(self) -> None:
        at = self.text.find("\0")
        if at >= 0:
            raise self._refusal("null_byte", at)
        found = _SURROGATE.search(self.text)
        if found:
            raise self._refusal("lone_surrogate", found.start())

    def read(self) -> Value:
        stack = self.stack
        for count, found in enumerate(_TOKEN.finditer(self.text)):
            kind, top = found.lastgroup, stack[-1]
            if count > MOST_PARTS:
                raise self._refusal("too_many_parts", found.start(), most=MOST_PARTS)
            if kind == "end":
                break
            if kind in ("text", "number", "word") and top.wants in ("value", "item"):
                top.put(self._scalar(kind, found))
            elif kind in ("key", "text_key", "number_key") and top.wants == "key":
                top.key = self._key(kind, found)
                top.wants = "value"
            elif kind == "sign":
                self._sign(found["sign"], found.start("sign"))
            elif kind == "made" and top.wants in ("value", "item"):
                made = _OpenBracket(
                    "(", at=found.start("made"), depth=top.depth, type_name=_type_name(found["made"])
                )
                stack.append(made)
            elif self._is_last_sign(found, top.wants):
                break
            else:
                raise self._refusal_of(found)
        return self._whole()

    def _is_last_sign(self, found: re.Match[str], wants: str) -> bool:
        """The semicolon behind the value."""
        return wants == "end" and found["other"] == ";" and not self.text[found.end() :].strip()

    def _whole(self) -> Value:
        top = self.stack[-1]
        if top.bracket:
            raise self._refusal("unclosed", top.at, found=self.text[top.at : top.at + LONGEST_SHOWN])
        if top.wants == "value":
            raise PastFileError("empty")
        value: Value = top.value
        return value

    def _sign(self, sign: str, at: int) -> None:
        top = self.stack[-1]
        if sign in "{[" and top.wants in ("value", "item", "argument"):
            if top.depth >= DEEPEST:
                raise self._refusal("too_deep", at, most=DEEPEST)
            self.stack.append(_OpenBracket(sign, at=at, depth=top.depth + 1))
        elif sign == "," and top.wants == "comma":
            top.wants = _BEGINS_WITH[top.bracket]
        elif sign == _CLOSED_BY.get(top.bracket) and top.wants != "value":
            self.stack.pop()
            self.stack[-1].put(self._closed(top))
        else:
            raise self._refusal("trailing" if top.wants == "end" else "unexpected", at, found=sign)

    def _closed(self, opened: _OpenBracket) -> Value:
        if opened.bracket != "(":
            value: Value = opened.value
            return value
        if opened.type_name not in _MAPS:
            return Made(opened.type_name, opened.value)
        return self._map(opened)

    def _map(self, opened: _OpenBracket) -> dict[str, Value]:
        pairs = opened.value
        if not isinstance(pairs, list):
            return pairs or {}
        made: dict[str, Value] = {}
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str | int):
                raise self._refusal("bad_map", opened.at)
            key = str(pair[0])
            if key in made:
                raise self._refusal("duplicate_key", opened.at, found=key[:LONGEST_SHOWN])
            made[key] = pair[1]
        return made

    def _key(self, kind: str, found: re.Match[str]) -> str:
        group = kind.removesuffix("_key")
        key = found[group]
        if kind == "text_key":
            key = self._text(key, found.start(group))
        if key in self.stack[-1].value or key == "__proto__":
            code = "forbidden_key" if key == "__proto__" else "duplicate_key"
            raise self._refusal(code, found.start(group), found=key[:LONGEST_SHOWN])
        return key

    def _scalar(self, kind: str, found: re.Match[str]) -> Value:
        if kind == "text":
            return self._text(found["text"], found.start("text"))
        return self._number(found) if kind == "number" else _WORDS.get(found["word"])

    def _number(self, found: re.Match[str]) -> int | Decimal:
        token, at = found["number"], found.start("number")
        if len(token) <= LONGEST_NUMBER:
            if token.removeprefix("-").isdigit():
                return int(token)
            try:
                number = Decimal(token)
            except InvalidOperation as error:
                raise self._refusal("number_too_large", at, found=token[:LONGEST_SHOWN]) from error
            if SMALLEST_EXPONENT <= number.adjusted() <= LARGEST_EXPONENT:
                return number
        raise self._refusal("number_too_large", at, found=token[:LONGEST_SHOWN])

    def _text(self, token: str, at: int) -> str:
        text = token[1:-1]
        if "\\" not in text:
            return text

        def plain(escape: re.Match[str]) -> str:
            if escape[3] is None:
                return chr(int(escape[1] or escape[2], 16))
            if escape[3] in _NOT_PLAIN:
                raise self._refusal("bad_escape", at + 1 + escape.start(), found=escape[0])
            return _ESCAPED.get(escape[3], escape[3])

        text = _ESCAPE.sub(plain, text)
        if "\0" in text:
            raise self._refusal("null_byte", at)
        return self._joined(text, at) if _SURROGATE.search(text) else text

    def _joined(self, text: str, at: int) -> str:
        """Two halves that stand together are one character."""
        try:
            return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError as error:
            raise self._refusal("lone_surrogate", at) from error

    def _refusal_of(self, found: re.Match[str]) -> PastFileError:
        group = (found.lastgroup or "").removesuffix("_key")
        token, at = found[group], found.start(group)
        wants = self.stack[-1].wants
        following = self.text[found.end() : found.end() + 1]
        code = "trailing" if wants == "end" else _reason(token, group, following, wants)
        return self._refusal(code, at, found=token[:LONGEST_SHOWN])

    def _refusal(self, code: str, at: int, **data: object) -> PastFileError:
        line = self.text.count("\n", 0, at) + 1
        return PastFileError(code, line=line, column=at - self.text.rfind("\n", 0, at), **data)


def _type_name(made: str) -> str:
    """Of `new Name` or `Map.from`."""
    return made.rsplit(maxsplit=1)[-1]


def _reason(token: str, group: str, following: str, wants: str) -> str:
    """The code of what stands where it cannot: `following` is the next character, `wants` what may come there."""
    first = token[0]
    if group != "other":
        return "unexpected"
    if first == "`":
        return "template"
    if first in "\"'":
        return "text_not_closed"
    if first.isdigit():
        return "bad_number"
    if token in _CODE or (following == "(" and wants == "key"):
        return "function"
    is_name = first.isidentifier() or first == "$"
    if first == "(" or (following == "(" and is_name):
        return "call"
    if is_name:
        return "unknown_word"
    return "operator" if first in "+-*/%=<>!&|^~?.;@#" else "unexpected"
