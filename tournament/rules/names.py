"""Names as they are searched: the letters typed in a hurry, however the name is spelt.

`fold_name` takes case, accents, strokes, hooks and apostrophes away, in every script alike:

    Łukasz Żółć -> lukasz zolc      Weiß -> weiss           Ægir Þórsson -> aegir thorsson
    O’Brien -> obrien               Jean‑Luc -> jean luc    Ёлкин -> елкин

The folded form is stored beside the name, so that every database finds the same players. It keeps the
script: a transliteration would find a Cyrillic name by Latin letters, but would also make one name of
many Chinese ones.
"""

import unicodedata
from typing import Final

# Letters that Unicode takes for letters of their own: what they are typed as where they are not on the
# keyboard. Those with a stroke, a hook or a descender are found by their names instead.
_OWN_LETTERS: Final = {
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ð": "d",
    "ı": "i",
    "ȷ": "j",
    "ĸ": "k",
    "ŋ": "ng",
    "ə": "e",
    "ǝ": "e",
}
# Written in a name or left out as people like: O'Brien, OʼBrien, OBrien; J. P. and JP; Gal·la and Galla.
_LEFT_OUT: Final = frozenset("'’‘‛`´ʹʻʼʽˈ′＇.·‧")


class _Letters(dict[int, str]):
    """What each decomposed, casefolded character becomes; worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_letter(chr(code))
        return folded


def fold_name(name: str) -> str:
    """The name as it is searched: no case, no accents, no punctuation, single spaces; perhaps empty."""
    # Before decomposing, which makes a space and an accent of an acute that stands alone.
    bare = "".join(letter for letter in name if letter not in _LEFT_OUT)
    # Casefolding comes first for İ and ß, and again for letters that only decomposing has shown.
    letters = unicodedata.normalize("NFKD", bare.casefold()).casefold().translate(_LETTERS)
    # Composed again: syllables of Hangul and the like take one place, as in the name.
    return " ".join(unicodedata.normalize("NFC", letters).split())


def first_name_and_initial(name: str) -> str:
    """ "Anna V." of "Anna Verdi", and of "Anna Maria De Verdi"; a name of one word is all there is."""
    first, *others = name.split()
    return f"{first} {others[-1][0].upper()}." if others else name


def split_name(name: str) -> tuple[str, str]:
    """First and last name of one that is kept whole: the first word, and what stands behind it."""
    first, _blank, last = name.strip().partition(" ")
    return first, last.strip()


def key_of(name: str) -> str:
    """What names of one person have in common: "Rossi Mario" is "Mario Rossi"."""
    return " ".join(sorted(fold_name(name).split())) or name.strip()


def is_same_name(folded: str, other: str) -> bool:
    """Whether two folded names have the same words: "rossi mario" is "mario rossi"."""
    return sorted(folded.split()) == sorted(other.split())


def _fold_letter(letter: str) -> str:
    if letter in _OWN_LETTERS:
        return _OWN_LETTERS[letter]
    category = unicodedata.category(letter)
    if letter in _LEFT_OUT or unicodedata.combining(letter) or category == "Cf":
        return ""
    if category[0] in "PZ":
        return " "
    return _base_letter(letter) if category[0] == "L" else letter


def _base_letter(letter: str) -> str:
    """ł, the LATIN SMALL LETTER L WITH STROKE, is an l; қ, with a descender, is a к."""
    base, has_mark, _mark = unicodedata.name(letter, "").partition(" WITH ")
    if not has_mark:
        return letter
    try:
        return _OWN_LETTERS.get(plain := unicodedata.lookup(base), plain)
    except KeyError:
        return letter


_LETTERS: Final = _Letters()
