"""A change is a type: its verb, its fields and its sentence are those of one class."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from tests.factories import STRUCTURE
from tournament.changes import change
from tournament.changes.change import Change, all_changes, change_of, logged, sentence_of, verbs_of
from tournament.changes.figures import Chips, Money
from tournament.changes.kinds import TILLS
from tournament.changes.tills import TillClosed, TillOpened
from tournament.models import LogEntry
from tournament.templatetags.writing import PageWriter

ROOT = Path(__file__).resolve().parents[3]
WRITER = PageWriter(currency="EUR", structure=STRUCTURE)


def test_a_change_says_its_figures_as_the_page_writes_them() -> None:
    opened = TillOpened(name="rita", amount=1_234_50)

    with translation.override("en"):
        assert opened.said(WRITER) == "rita opened a till with a float of €1,234.50."
    assert (opened.verb, opened.to_data()) == ("till_opened", {"name": "rita", "amount": 1_234_50})
    assert opened.verb in verbs_of(TILLS)


def test_chips_are_no_money(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change, "_changes", {})

    class Paid(Change):
        says = "%(chips)s for %(paid)s"

        chips: Chips
        paid: Money

    paid = logged(TILLS)(Paid)
    with translation.override("en"):
        assert paid(chips=10_000, paid=50_00).said(WRITER) == "10,000 for €50"  # type: ignore[call-arg]  # made above


def test_a_verb_is_of_one_change() -> None:
    with pytest.raises(ValueError, match="Two changes have the verb 'till_opened'"):
        logged(TILLS)(type("TillOpened", (Change,), {}))


@pytest.mark.parametrize("data", [{}, {"name": "rita", "counted": "100", "expected": 100}])
def test_a_line_that_has_not_what_its_change_needs_shows_its_code(data: dict[str, object]) -> None:
    assert change_of(TillClosed.verb, data) is None
    assert sentence_of(LogEntry(verb="till_closed", data=data), WRITER) == "till closed"


def test_a_line_of_a_later_release_shows_its_code() -> None:
    assert sentence_of(LogEntry(verb="of_a_later_release", data={}), WRITER) == "of a later release"


def test_every_change_is_recorded_by_a_service() -> None:
    files = [*ROOT.glob("tournament/services/**/*.py"), *ROOT.glob("tables/services/**/*.py")]
    words = set(re.findall(r"\w+", "\n".join(path.read_text(encoding="utf-8") for path in files)))

    assert {each.__name__ for each in all_changes().values()} - words == set()
