"""What a director reads of the house's own log, and in which words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from tests.factories import NOW, give_role, make_account, make_tournament
from tournament.models import Role
from tournament.queries.people.house_log import house_log
from tournament.queries.people.words import KINDS, SENTENCES, house_sentence
from tournament.services.people.house_log import Visitor, write_house_line

pytestmark = pytest.mark.django_db

DATA = {
    "name": "Vera", "how": "link", "second": "code", "count": 3, "role": "floor", "method": "POST", "path": "/floor/",
}  # fmt: skip


def verbs_written() -> set[str]:
    """Every verb that the code passes to one of the two ways into the log."""
    paths = [
        path for path in (Path(settings.BASE_DIR) / "tournament").rglob("*.py") if path.name != "words.py"
    ]
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    said = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return said & set(SENTENCES)


def test_every_sentence_has_a_verb_that_is_written_and_a_kind() -> None:
    assert verbs_written() == set(SENTENCES)
    assert set().union(*(verbs for _, verbs in KINDS.values())) == set(SENTENCES)


@pytest.mark.parametrize("verb", sorted(SENTENCES))
def test_every_line_is_a_sentence_in_both_languages(verb: str) -> None:
    english = house_sentence(verb, DATA)
    with translation.override("it"):
        italian = house_sentence(verb, DATA)
    assert english != italian
    assert "%" not in english + italian
    assert verb.replace("_", " ") != english


def test_a_line_of_an_older_release_shows_its_code() -> None:
    assert house_sentence("sessions_ended", {}) == "sessions ended"
    assert house_sentence("no_such_verb", {}) == "no such verb"


def test_a_director_reads_of_the_own_staff_and_of_strangers_and_of_nobody_else() -> None:
    mine, theirs = make_tournament(), make_tournament(make_account("rita"))
    flora, other = give_role(mine, Role.FLOOR, "flora"), give_role(theirs, Role.FLOOR, "otto")
    write_house_line("logged_out", visitor=Visitor(account=flora), now=NOW, subject=flora)
    write_house_line("logged_out", visitor=Visitor(account=other), now=NOW, subject=other)
    write_house_line("unknown_name", visitor=Visitor(address="10.0.0.9"), now=NOW)
    write_house_line(
        "right_refused", visitor=Visitor(account=other), now=NOW, subject=other, tournament_id=theirs.pk,
        data={"role": "floor", "method": "GET", "path": "/"},
    )  # fmt: skip
    assert [line.text for line in house_log(mine).lines] == [
        "Log-in failed: there is no such name.",
        "flora logged out.",
    ]
    assert "otto" in house_log(theirs, kind="refused").lines[0].text


def test_it_is_read_page_by_page_and_by_kind(django_assert_num_queries: object) -> None:
    tournament = make_tournament()
    for _ in range(5):
        write_house_line("unknown_name", visitor=Visitor(), now=NOW)
    write_house_line("link_spent", visitor=Visitor(), now=NOW)
    first = house_log(tournament, limit=4)
    second = house_log(tournament, limit=4, before=first.before)
    assert (len(first.lines), len(second.lines), second.before) == (4, 2, None)
    assert first.lines[0].pk > first.lines[-1].pk > second.lines[0].pk
    assert house_log(tournament, kind="roles").lines == ()
    assert len(house_log(tournament, kind="made up").lines) == 6
