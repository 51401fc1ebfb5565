"""Some seconds of what `python -m tests.bench.fuzz_importers` does for an hour, with seeds of their own."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tables.engine import InvalidNotation
from tests.breadth import sample
from tests.fuzz.corpus import Text, corpus
from tests.fuzz.fuzzing import Failure, Hunt
from tests.fuzz.importers import IMPORTERS, Importer

INPUTS = sample("damaged files")


@pytest.mark.sampled
@pytest.mark.parametrize("seed", [11, pytest.param(12, marks=pytest.mark.long(reason="more of the same"))])
def test_damaged_texts_are_read_or_refused_by_every_importer(seed: int) -> None:
    rng = random.Random(seed)
    hunt = Hunt(corpus(rng, hands_of_a_game=1), rng)
    for _ in range(INPUTS):
        failure = hunt.step()
        assert failure is None, f"{failure.kind}, {failure.place}:\n{failure.text}\n{failure.story}"
    tally = hunt.tally
    assert tally.by_kind.keys() == IMPORTERS.keys()
    assert tally.inputs == INPUTS
    assert tally.accepted > INPUTS // 10
    assert len(tally.answers) > 200


def hunted(importer: Importer, text: str) -> Failure:
    """The first failure of an importer of "line", reduced."""
    hunt = Hunt([Text("line", text)], random.Random(1), {"line": importer}, patience=0.05)
    for _ in range(2000):
        failure = hunt.step()
        if failure is not None:
            return hunt.reduced(failure, seconds=10)
    raise AssertionError("the hunt found nothing")


def test_an_importer_that_raises_anything_else_is_found_and_the_text_cut_down() -> None:
    def importer(text: str) -> str:
        if "[" in text:
            raise KeyError(text)
        raise InvalidNotation("no bracket", "bad", {})

    failure = hunted(importer, "twelve words or so that hold no bracket")
    assert failure.text == "["
    assert failure.place.startswith("KeyError in importer (test_importers_fuzzed.py:")


def test_an_importer_that_never_ends_or_says_too_much_is_found() -> None:
    def endless(text: str) -> str:
        while len(text) > 60:
            pass
        return "read"

    def talkative(text: str) -> str:
        raise InvalidNotation("no " * 1000 if "#" in text else "no", "bad", {})

    text = "some words, five times sixty characters of them or nearly so"
    failure = hunted(endless, text)
    assert (failure.place, len(failure.text)) == ("Endless", 61)
    assert hunted(talkative, text).story.endswith("Broken: a sentence of 3000 characters\n")


def test_answers_that_differ_in_numbers_and_names_only_count_as_one() -> None:
    hunt = Hunt([Text("line", "f1 f2")], random.Random(1), {"line": lambda text: f"read “{text}” 17"})
    for _ in range(50):
        assert hunt.step() is None
    assert hunt.tally.answers == Counter({"line read * *": 50})
