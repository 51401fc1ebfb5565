"""What the house knows of a player stays with its staff: the public reads the name the player chose, and no more."""

from __future__ import annotations

import pytest
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpResponse

from tests.breadth import sample
from tests.factories.house import House
from tests.security.pages import crawl
from tests.security.test_access_table import LISTED, TABLE, pairing_values, values_of
from tournament.links import screen_link
from tournament.live import fragments
from tournament.live.fragments import fragment_topics, render_fragment
from tournament.models import Player, Screen, ScreenContent

pytestmark = pytest.mark.django_db

SECRETS = ("Realname-Canary", "Club-Canary", "Note-Canary")
CHOSEN = "Alias-Canary"


def with_number(word: str) -> Concat:
    return Concat(Value(f"{word}-"), Cast(F("pk"), CharField()))


@pytest.fixture
def known(house: House) -> House:
    """A house that knows of each player a name, another name for the public, a number and a note."""
    Player.objects.update(
        name=with_number(SECRETS[0]),
        search_name=with_number(SECRETS[0].lower()),
        public_name=with_number(CHOSEN),
        search_shown_name=with_number(CHOSEN.lower()),
        note=SECRETS[2],
    )
    Player.objects.filter(merged_into=None).update(club_number=with_number(SECRETS[1]))
    return house


def text_for(house: House, visitor: str) -> str:
    """All that somebody of the public can read in the house."""
    values = values_of(house, visitor)
    starts = [
        address.url(pairing_values(house, address, values))
        for address in LISTED
        if "GET" in TABLE[address.name].methods and TABLE[address.name].access in ("public", "private link")
    ]
    starts += [f"/t/{house.mine.code}/seat/?name={word}" for word in (*SECRETS, CHOSEN)]
    return "".join(
        visit.response.content.decode(errors="replace")
        for visit in crawl(house.client(visitor), starts, limit=sample("pages read for names"))
        if isinstance(visit.response, HttpResponse)
    )


@pytest.mark.sampled
@pytest.mark.parametrize(
    "visitor",
    ["player", pytest.param("anonymous", marks=pytest.mark.long(reason="a player reads the same and more"))],
)
def test_the_public_reads_the_chosen_name_and_nothing_else_of_a_person(known: House, visitor: str) -> None:
    read = text_for(known, visitor)
    # What was asked for stands in the field that asked.
    asked = [f'value="{word}"' for word in SECRETS]
    for words in asked:
        read = read.replace(words, "")
    assert [word for word in SECRETS if f"{word}-" in read or f"{word}<" in read] == []
    assert CHOSEN in read


def test_screens_and_what_is_pushed_call_everybody_as_they_wish(
    known: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The hub's threads have connections of their own; this one is the test's.
    monkeypatch.setattr(fragments, "close_old_connections", lambda: None)
    read = "".join(render_fragment(known.mine.code, topic, "en") for topic in sorted(fragment_topics()))
    television = known.client("anonymous")
    television.get(f"/screen/open/{screen_link(known.mine.screen.pk)}/")
    for content in ScreenContent.values:
        Screen.objects.filter(pk=known.mine.screen.pk).update(content=content)
        shown = television.get("/screen/", follow=True)
        assert shown.status_code == 200, content
        read += shown.content.decode()
    assert [word for word in SECRETS if word in read] == []
    assert CHOSEN in read


def test_the_control_the_staff_reads_what_the_public_does_not(known: House) -> None:
    player = known.mine.entries[0].player_id
    page = known.client("director").get(f"/floor/{known.mine.code}/people/{player}/")
    read = page.content.decode()
    assert [word for word in SECRETS if word not in read] == []
