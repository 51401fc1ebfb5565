"""A structure from lines of other people's sheets: "1  100/200 (200)  20 min", "L3 200-400 ante 50", "Break 15".

A line is taken apart from the left into parts that each have one meaning. A line with a part that has none, or that
can be taken apart in two ways, is refused.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Final

from tournament.rules.structure.level_games import AnteKind, LevelGame
from tournament.rules.structure.text.cells import (
    AMOUNT,
    DURATION,
    HANDS,
    chips_in,
    hands_of,
    levelled,
    payer_of,
    seconds_of,
    values_in,
)
from tournament.rules.structure.text.draft import BreakRow, Draft, LevelRow
from tournament.rules.structure.text.problems import TextProblem, shown

BREAK_WORDS: Final = re.compile(r"\b(?:break|pause|pausa|intervallo)\b", re.IGNORECASE)
_PLAIN_BREAKS: Final = frozenset({"break", "pause", "pausa", "intervallo"})

_WORD: Final = r"(?:level|lvl|lv|livello|liv|l)\.?\s*(?P<said>[0-9]{1,3})(?:\s*[:.)-]\s*|\s+)"
_NUMBERED: Final = r"(?P<bare>[0-9]{1,3})\s*[:.)-]?\s+"
_BLINDS: Final = (
    rf"(?:blinds?|bui)?\s*:?\s*(?P<small>{AMOUNT})\s*(?P<sign>[/-])\s*(?P<big>{AMOUNT})"
    rf"(?:\s*(?P=sign)\s*(?P<third>{AMOUNT}))?"
)
_WITH_WORD: Final = re.compile(_WORD + _BLINDS, re.IGNORECASE)
_WITH_NUMBER: Final = re.compile(_NUMBERED + _BLINDS, re.IGNORECASE)
_WITHOUT: Final = re.compile(_BLINDS, re.IGNORECASE)
_PAIR: Final = re.compile(rf"{_BLINDS}(?:\s*\(\s*(?P<brackets>{AMOUNT})\s*\))?", re.IGNORECASE)

_BB_ANTE: Final = r"(?:bba|bb\s+ante|big\s+blind\s+ante|ante\s+bb)"
_BETWEEN: Final = re.compile(r"[\s,;|·-]*")
_PARTS: Final = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        (
            "brackets",
            (
                rf"\(\s*(?:(?P<before>{_BB_ANTE})|ante)?\s*:?\s*(?P<amount>{AMOUNT})"
                rf"(?:\s+(?:(?P<behind>{_BB_ANTE})|ante))?\s*\)"
            ),
        ),
        ("bb_ante", rf"{_BB_ANTE}\s*[:=]?\s*(?P<amount>{AMOUNT})"),
        (
            "ante",
            rf"ante\s*[:=]?\s*(?P<amount>{AMOUNT})(?P<each>\s*(?:each|per\s+player|a\s+testa|p\.?\s?p\.?))?",
        ),
        ("duration", DURATION),
        ("hands", HANDS),
        ("number", rf"(?P<amount>{AMOUNT})"),
    )
)
_CHIPS: Final = re.compile(
    r"\(?\s*(?:colou?r(?:ing)?[ -]?up|chip\s+race|race[ -]?off|remov(?:e|ing)|chips\s+removed|via\s+le)\s*:?\s*"
    rf"(?P<values>t?{AMOUNT}s?(?:\s*(?:[,/&+]|and|e)?\s*t?{AMOUNT}s?)*)\s*(?:chips)?\s*\)?",
    re.IGNORECASE,
)
_TIME: Final = re.compile(DURATION, re.IGNORECASE)
_DIGITS: Final = re.compile(r"[0-9]+(?::[0-9]{2})?")


@dataclass(frozen=True, slots=True)
class _Read:
    """What a line says of a level; 0 or None where it does not."""

    number: int | None
    small: int
    big: int
    ante: int | None = None
    kind: AnteKind | None = None
    seconds: int | None = None
    hands: int = 0
    numbers: tuple[str, ...] = field(default=())


def read_lines(text: str, *, seconds: int | None, draft: Draft) -> None:
    """Every line into the draft. seconds: of levels that do not say theirs."""
    for number, line in enumerate(text.split("\n"), start=1):
        plain = levelled(line).strip()
        if not plain or draft.is_full:
            continue
        if BREAK_WORDS.search(plain):
            row = draft.tried(number, "", lambda plain=plain: read_break(plain))  # type: ignore[misc]  # bound now
            if row:
                draft.add(BreakRow(number, *row))
            continue
        level = draft.tried(number, "", lambda plain=plain: _read_level(plain))  # type: ignore[misc]  # bound now
        draft.begin_level(number, level.number if level else None)
        if level:
            _add_level(level, number, seconds, draft)


def blinds_in(cell: str) -> tuple[int, ...]:
    """Small and big blind, perhaps with an ante: 100/200, 100-200 (200), 100/200/25."""
    match = _PAIR.fullmatch(levelled(cell).strip())
    if not match or (match["third"] and match["brackets"]):
        raise TextProblem("bad_blinds", found=shown(cell))
    amounts = (match["small"], match["big"], match["third"] or match["brackets"])
    return tuple(chips_in(amount) for amount in amounts if amount)


def read_break(line: str) -> tuple[int, tuple[int, ...], str]:
    """Seconds, chip values removed and label of a break: "Break 15", "Dinner break - 60 min (colour up 25)"."""
    plain = levelled(line)
    removed: tuple[int, ...] = ()
    if chips := _CHIPS.search(plain):
        removed = values_in(re.sub(r"(?<=[0-9km])s\b", "", chips["values"], flags=re.IGNORECASE))
        plain = plain[: chips.start()] + " " + plain[chips.end() :]
    if found := _TIME.search(plain):
        seconds = seconds_of(found)
    else:
        numbers = list(_DIGITS.finditer(plain))
        if len(numbers) != 1:
            raise TextProblem("no_break_minutes" if not numbers else "which_minutes", found=shown(line))
        found = numbers[0]
        minutes, colon, _rest = found[0].partition(":")
        if colon:
            # "Dinner 19:30" is a time of day to one, minutes and seconds to another.
            raise TextProblem("which_minutes", found=shown(line))
        seconds = int(minutes) * 60
    if not seconds:
        raise TextProblem("bad_minutes", found=shown(found[0]))
    names = [_named(plain[: found.start()]), _named(plain[found.end() :])]
    return seconds, removed, " ".join(name for name in names if name)


def _named(text: str) -> str:
    """What a part of a line calls the break; nothing where that is only the word for it."""
    name = " ".join(text.split()).strip(" -:,;.()*=|")
    return "" if name.casefold() in _PLAIN_BREAKS else name


def _add_level(level: _Read, line: int, default: int | None, draft: Draft) -> None:
    seconds = level.seconds or default
    if seconds is None:
        draft.problems.append(TextProblem("no_minutes", line=line))
        return
    game = draft.tried(line, "", lambda: _stakes(level))
    if game is not None:
        draft.add(LevelRow(line, seconds, [game], plays=level.hands))


def _stakes(level: _Read) -> LevelGame:
    if level.small > level.big:
        raise TextProblem("falling", small_blind=level.small, big_blind=level.big)
    ante = level.ante or 0
    kind = level.kind if ante and level.kind else payer_of(ante, level.big)
    return LevelGame(game="NT", small_blind=level.small, big_blind=level.big, ante=ante, ante_kind=kind)


def _read_level(line: str) -> _Read:
    """The only way in which the line can be read."""
    worded = _WITH_WORD.match(line)
    matches = [worded] if worded else [_WITH_NUMBER.match(line), _WITHOUT.match(line)]
    readings: list[_Read] = []
    refusals: list[TextProblem] = []
    for match in matches:
        if match is None:
            continue
        try:
            readings.append(_settled(_rest(match, line)))
        except TextProblem as problem:
            refusals.append(problem)
    if len(readings) > 1:
        raise TextProblem("two_meanings", found=shown(line))
    if readings:
        return readings[0]
    raise refusals[0] if refusals else _not_a_level(line)


def _not_a_level(line: str) -> TextProblem:
    """TextColumns of numbers without a line that names them are what is pasted most."""
    if re.fullmatch(r"[\d\s.,;'/km:-]+", line, re.IGNORECASE) and len(line.split()) > 2:
        return TextProblem("too_many_numbers", found=shown(" ".join(line.split())))
    return TextProblem("not_understood", found=shown(line))


def _rest(match: re.Match[str], line: str) -> _Read:
    """The parts behind the blinds."""
    groups = match.groupdict()
    said = groups.get("said") or groups.get("bare")
    read = _Read(
        number=int(said) if said else None,
        small=chips_in(match["small"]),
        big=chips_in(match["big"]),
        ante=chips_in(match["third"]) if match["third"] else None,
    )
    at = match.end()
    while at < len(line):
        at = _BETWEEN.match(line, at).end()  # type: ignore[union-attr]  # it matches nothing as well
        if at < len(line):
            at, read = _part(line, at, read)
    return read


def _part(line: str, at: int, read: _Read) -> tuple[int, _Read]:
    for name, pattern in _PARTS:
        found = pattern.match(line, at)
        if found is None:
            continue
        if name == "duration":
            return found.end(), _once(read, found, seconds=seconds_of(found))
        if name == "hands":
            lasts = hands_of(found)
            return found.end(), replace(_once(read, found, seconds=lasts.seconds), hands=lasts.hands)
        if name == "number":
            return found.end(), replace(read, numbers=(*read.numbers, found["amount"]))
        return found.end(), _once(read, found, ante=chips_in(found["amount"]), kind=_payer(name, found))
    raise TextProblem("not_understood", found=shown(line[at:]))


def _payer(name: str, found: re.Match[str]) -> AnteKind | None:
    """Who pays the ante of a part, where its words say so."""
    said = found.groupdict()
    if name == "bb_ante" or said.get("before") or said.get("behind"):
        return "big_blind"
    return "classic" if said.get("each") else None


def _once(
    read: _Read,
    found: re.Match[str],
    *,
    ante: int | None = None,
    kind: AnteKind | None = None,
    seconds: int | None = None,
) -> _Read:
    """The line with what a part adds to it; refused where the line has said it already."""
    if (read.ante is not None and ante is not None) or (read.seconds and seconds):
        raise TextProblem("said_twice", found=shown(found[0]))
    if seconds is not None:
        if not seconds:
            raise TextProblem("bad_minutes", found=shown(found[0]))
        return replace(read, seconds=seconds)
    return replace(read, ante=ante, kind=kind)


def _settled(read: _Read) -> _Read:
    """Numbers without a word: a single one is the only thing that the line does not say."""
    if not read.numbers:
        return read
    if len(read.numbers) > 1 or (read.ante is not None and read.seconds):
        raise TextProblem("too_many_numbers", found=shown(" ".join(read.numbers)))
    [number] = read.numbers
    if read.ante is not None and number.isdigit() and 0 < int(number) < 10_000:
        return replace(read, seconds=int(number) * 60)
    if read.seconds:
        return replace(read, ante=chips_in(number))
    raise TextProblem("which_number", found=shown(number))
