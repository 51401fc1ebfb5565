"""What a press room hears: hands no sooner than everybody may read them, and the counts of the standings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client

from tables.api.stream import told_counts, told_hand
from tables.queries.hands.public_hands import public_hands
from tests.factories import after
from tests.factories.felt import Felt, make_felt
from tournament.live.addresses import read_stream
from tournament.live.fragments import Renderer, Series, touched_by
from tournament.live.series import place_of
from tournament.models import Player

pytestmark = pytest.mark.django_db

HAND = "r3:150 f1 c2 b:Ks9h3d k2 r3:200 c2 b:2c k2 k3 b:4h r2:1000 c3 s2:KhKd m3"


@pytest.fixture
def felt() -> Felt:
    felt = make_felt(2000, 2000, 2000, hands_delay=5)
    felt.deal(after(1))
    felt.play("h3:AcAd", *HAND.split(), now=after(1))
    return felt


def heard(felt: Felt, fragment: Renderer, time_machine: Any, minutes: float) -> Any:
    time_machine.move_to(after(minutes), tick=False)
    return json.loads(fragment(public_id=felt.tournament.code, language="en", now=after(minutes)))


def hands_told(felt: Felt, time_machine: Any, minutes: float, *, after_id: str = "") -> Series:
    time_machine.move_to(after(minutes), tick=False)
    return told_hand(public_id=felt.tournament.code, language="en", now=after(minutes), after=after_id)


def test_a_program_is_led_to_the_stream_of_both(client: Client, felt: Felt) -> None:
    answer = client.get(f"/api/v1/events/{felt.tournament.code}/stream")
    assert answer.status_code == 307
    address = urlsplit(answer["Location"])
    stream = read_stream(
        public_id=address.path.removeprefix("/live/"), query=dict(parse_qsl(address.query)), session_key=""
    )
    assert stream.shows == {"told-hand", "told-counts"}
    assert client.get("/api/v1/events/NOTHING/stream").status_code == 404


def test_a_hand_is_heard_when_it_may_be_read_and_as_the_list_has_it(
    client: Client, felt: Felt, time_machine: Any
) -> None:
    assert hands_told(felt, time_machine, 5.9) == Series(items=(), there=frozenset())
    told = hands_told(felt, time_machine, 6)
    (listed,) = client.get(f"/api/v1/events/{felt.tournament.code}/hands").json()["items"]
    ((name, text),) = told.items
    heard = json.loads(text)
    assert heard["number"] == 1
    for each in (heard, listed):
        # To the microsecond here, to the millisecond there.
        each["ended_at"] = each["ended_at"][:19]
    assert heard == listed
    assert told.there == {name}
    assert public_hands(felt.tournament, now=after(6)).count() == 1


def test_after_a_hand_only_those_that_were_over_later_are_told(
    felt: Felt, time_machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    felt.deal(after(2))
    felt.play("f1", "f2", now=after(2))
    both = hands_told(felt, time_machine, 7)
    (first, _text), (second, _other) = both.items
    assert place_of(first) < place_of(second)  # type: ignore[operator]  # both are ids
    assert hands_told(felt, time_machine, 7, after_id=first) == replace(both, items=both.items[1:])
    assert hands_told(felt, time_machine, 7, after_id=second) == replace(both, items=())
    monkeypatch.setattr("tables.api.stream.KEPT", 1)
    marks = {second: both.marks[second]}
    newest = Series(items=both.items[1:], there=frozenset({second}), left_off=first, marks=marks)
    assert hands_told(felt, time_machine, 7) == newest


def test_the_mark_of_a_hand_changes_with_what_its_players_are_called_and_with_nothing_else(
    felt: Felt, time_machine: Any
) -> None:
    first = hands_told(felt, time_machine, 6)
    ((name, text),) = first.items
    assert "Bruno Neri" in text
    assert hands_told(felt, time_machine, 7, after_id=name).marks == first.marks
    Player.objects.filter(name="Bruno Neri").update(note="Left-handed")
    assert hands_told(felt, time_machine, 7, after_id=name).marks == first.marks
    Player.objects.filter(name="Bruno Neri").update(public_name="The Owl", search_shown_name="the owl")
    assert hands_told(felt, time_machine, 7, after_id=name).marks.keys() == {name}
    assert hands_told(felt, time_machine, 7, after_id=name).marks != first.marks
    assert "Bruno" not in hands_told(felt, time_machine, 7).items[0][1]


def test_counts_are_those_of_the_standings(client: Client, felt: Felt, time_machine: Any) -> None:
    told = heard(felt, told_counts, time_machine, 2)
    listed = client.get(f"/api/v1/events/{felt.tournament.code}/standings").json()
    assert told["items"] == [each for each in listed["items"] if each["is_in"]]
    assert touched_by("told-counts") == {"told-counts", "standings"}
