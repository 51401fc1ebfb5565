import sys
import unicodedata

import pytest

from tournament.rules.names import _Letters, fold_name, is_same_name, split_name


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("  Nicolò   BIANCHI ", "nicolo bianchi"),
        ("Łukasz Żółć", "lukasz zolc"),
        ("Søren Ørsted", "soren orsted"),
        ("Weiß STRAẞE", "weiss strasse"),
        ("Đorđe Đoković", "dorde dokovic"),
        ("Cœur Œuf", "coeur oeuf"),
        ("Ægir Ǽ", "aegir ae"),
        ("Þór Guðrún", "thor gudrun"),
        ("Işık ılgaz İNCİ", "isik ilgaz inci"),
        ("Ħal Ŧerm Ŋorr", "hal term ngorr"),
        ("Əliyev Ƙwara Ɓala", "eliyev kwara bala"),
        ("Nguyễn Thị Ước", "nguyen thi uoc"),
        ("Ångström Çelik Ñuñez Škoda Řehoř Ģirts", "angstrom celik nunez skoda rehor girts"),
        ("D'Angelo D’Angelo DʼAngelo D`Angelo D´Angelo", "dangelo dangelo dangelo dangelo dangelo"),
        ("Jean-Luc Jean‑Luc Jean–Luc", "jean luc jean luc jean luc"),
        ("Rossi, Mario (J.P.)", "rossi mario jp"),
        ("Gal·la", "galla"),
        ("ﬁn Ｗｉｄｅ ǅ", "fin wide dz"),
        ("ЁЛКИН Ўзбек Қазақ", "елкин узбек казак"),
        ("ΝΊΚΟΣ Νίκος", "νικοσ νικοσ"),
        ("محمّد أحمد", "محمد احمد"),
        ("김철수 がき", "김철수 かき"),
        ("An\u00adna\u200b", "anna"),
        ("...", ""),
    ],
)
def test_a_name_is_found_by_the_letters_one_types(name: str, folded: str) -> None:
    assert fold_name(name) == folded


def test_folding_is_the_same_for_either_case_and_for_what_is_folded_already() -> None:
    """Every letter of Unicode; the few that are left are signs of no name."""
    letters = [chr(code) for code in range(sys.maxunicode) if unicodedata.category(chr(code))[0] == "L"]
    assert [one for one in letters if fold_name(one.upper()) != fold_name(one.lower())] == []
    assert [one for one in letters if fold_name(fold_name(one)) != fold_name(one)] == list("Ҋҋẜẝ")


def test_every_letter_of_a_european_name_becomes_one_of_a_plain_keyboard() -> None:
    """Latin-1 and Latin Extended-A: the alphabets of Europe and Turkey."""
    letters = [chr(code) for code in range(0xC0, 0x180) if unicodedata.category(chr(code))[0] == "L"]
    assert len(letters) == 190
    assert [one for one in letters if not fold_name(one).isascii() or not fold_name(one)] == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Mario Rossi", "ROSSI  Mario", True),
        ("Łukasz O’Brien", "lukasz obrien", True),
        ("Mario Rossi", "Maria Rossi", False),
        ("Mario Rossi", "Mario Rossi Rossi", False),
    ],
)
def test_the_same_words_in_another_order_are_the_same_name(one: str, other: str, same: bool) -> None:
    assert is_same_name(fold_name(one), fold_name(other)) is same


def test_a_letter_is_worked_out_when_it_is_first_met() -> None:
    letters = _Letters()
    met = {letter: letters[ord(letter)] for letter in "łøđħɓқæœþðıŋəǝβ\u0301\u200b’-,„ 7+"}
    assert met == {
        **dict(zip("łøđħɓқ", "lodhbк", strict=True)),
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
        "ı": "i",
        "ŋ": "ng",
        "ə": "e",
        "ǝ": "e",
        "β": "β",
        **dict.fromkeys("\u0301\u200b’", ""),
        **dict.fromkeys("-,„ ", " "),
        "7": "7",
        "+": "+",
    }
    assert letters == {ord(letter): folded for letter, folded in met.items()}
    # An ash with an acute is an ash, a schwa with a hook a schwa; what has no mark is a letter of its own.
    assert [letters[ord(letter)] for letter in "ǽꬲɚ"] == ["ae", "ꬲ", "e"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Anna Verdi", ("Anna", "Verdi")),
        ("Anna Maria De Verdi", ("Anna", "Maria De Verdi")),
        ("Cher", ("Cher", "")),
        (" Anna  Verdi ", ("Anna", "Verdi")),
    ],
)
def test_the_first_word_is_the_first_name(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts
