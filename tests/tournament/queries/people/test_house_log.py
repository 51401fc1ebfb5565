"""What a director reads of the house's own log, and in which words."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.factories import ACTOR, NOW, give_role, make_account, make_tournament
from tournament.changes.house import (
    LinkSpent,
    LoggedOut,
    LogInFailed,
    RightRefused,
    UnknownName,
    house_changes,
    house_sentence,
)
from tournament.models import Account, Role, Tournament
from tournament.queries.people.house_log import house_log
from tournament.services.people.house_log import Visitor, write_house_line
from tournament.services.setup.staff import add_member

pytestmark = pytest.mark.django_db

DATA = {
    "name": "Vera", "how": "link", "second": "code", "count": 3, "role": "floor", "method": "POST", "path": "/floor/",
    "players": 12, "events": 6,
}  # fmt: skip


def added(tournament: Tournament, username: str) -> Account:
    """Somebody new, added to the staff of the floor by its director."""
    return add_member(
        tournament_id=tournament.pk, username=username, full_name="", role=Role.FLOOR, by=ACTOR.at(NOW)
    ).account


def texts(tournament: Tournament, director: Account) -> list[str]:
    return [line.text for line in house_log(tournament, director_id=director.pk).lines]


@pytest.mark.parametrize("verb", sorted(house_changes()))
def test_every_line_is_a_sentence_in_both_languages(verb: str) -> None:
    fields = house_changes()[verb].__dataclass_fields__
    data = {name: DATA.get(name, name) for name in fields}
    english = house_sentence(verb, data)
    with translation.override("it"):
        italian = house_sentence(verb, data)
    assert english != italian
    assert "%" not in english + italian
    assert verb.replace("_", " ") != english


def test_a_line_of_an_older_release_shows_its_code() -> None:
    assert house_sentence("sessions_ended", {}) == "sessions ended"
    assert house_sentence("no_such_verb", {}) == "no such verb"


def test_a_director_reads_of_the_own_staff_and_of_strangers_and_of_nobody_else() -> None:
    vera, rita = make_account(), make_account("rita")
    mine, theirs = make_tournament(vera), make_tournament(rita)
    flora, other = added(mine, "flora"), added(theirs, "otto")
    write_house_line(LoggedOut(name=flora.username), visitor=Visitor(account=flora), now=NOW, subject=flora)
    write_house_line(LoggedOut(name=other.username), visitor=Visitor(account=other), now=NOW, subject=other)
    write_house_line(UnknownName(), visitor=Visitor(address="10.0.0.9"), now=NOW)
    write_house_line(
        RightRefused(name="otto", role="floor", method="GET", path="/"),
        visitor=Visitor(account=other),
        now=NOW,
        subject=other,
        tournament_id=theirs.pk,
    )
    assert texts(mine, vera) == [
        "Log-in failed: there is no such name.",
        "flora logged out.",
        "Gave flora a role: Floor.",
    ]
    assert "otto" in house_log(theirs, director_id=rita.pk, kind="refused").lines[0].text


def test_whom_somebody_adds_to_a_tournament_of_their_own_they_do_not_read_of() -> None:
    """A clerk creates a tournament, and puts the director and a colleague on its staff."""
    clerk, vera = make_account("clerk"), make_account()
    hers, bait = make_tournament(vera), make_tournament(clerk)
    flora = added(hers, "flora")
    for account in (vera, flora):
        give_role(bait, Role.FLOOR, account.username)
    for account in (clerk, vera, flora):
        visitor = Visitor(account=account, device="Firefox, Android", address="10.0.0.7")
        write_house_line(LoggedOut(name=account.username), visitor=visitor, now=NOW, subject=account)
    write_house_line(LogInFailed(name="vera"), visitor=Visitor(address="10.0.0.8"), now=NOW, subject=vera)

    assert texts(bait, clerk) == ["clerk logged out."]
    assert texts(hers, vera)[:2] == ["Log-in as vera failed: wrong password.", "vera logged out."]


def test_a_director_reads_of_those_added_in_any_tournament_of_hers_as_long_as_they_work_in_no_other() -> None:
    vera = make_account()
    before, tonight = make_tournament(vera), make_tournament(vera)
    flora = added(before, "flora")
    give_role(tonight, Role.FLOOR, "flora")
    write_house_line(LoggedOut(name=flora.username), visitor=Visitor(account=flora), now=NOW, subject=flora)
    assert texts(tonight, vera) == ["flora logged out."]
    make_tournament(flora)
    assert texts(tonight, vera) == []


def test_it_is_read_page_by_page_and_by_kind(django_assert_num_queries: object) -> None:
    vera = make_account()
    tournament = make_tournament(vera)
    for _ in range(5):
        write_house_line(UnknownName(), visitor=Visitor(), now=NOW)
    write_house_line(LinkSpent(), visitor=Visitor(), now=NOW)
    first = house_log(tournament, director_id=vera.pk, limit=4)
    second = house_log(tournament, director_id=vera.pk, limit=4, before=first.before)
    assert (len(first.lines), len(second.lines), second.before) == (4, 2, None)
    assert first.lines[0].pk > first.lines[-1].pk > second.lines[0].pk
    assert house_log(tournament, director_id=vera.pk, kind="roles").lines == ()
    assert len(house_log(tournament, director_id=vera.pk, kind="made up").lines) == 6
