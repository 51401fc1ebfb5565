"""The dealers of the bench read the tablet's real screens: what they tap is lawful, to the end of each hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from urllib.parse import parse_qs
from uuid import UUID

import pytest
import time_machine
from django.test import Client

from tables.templatetags.screen_parts import PARTS
from tables.views.tablet.access import COOKIE
from tests.bench.dealer import PART, TABLE, AllIn, Choice, Seen, Shown, fields_of, fold_on, kind_of, play_on
from tests.breadth import sample
from tests.factories import NOW
from tests.factories.felt import make_felt
from tournament.models import Entry, EntryStatus

STACKS = (5_000, 4_000, 3_000, 2_000, 1_000)
LONGEST_HAND = 80


class Tablet:
    """A paired browser that taps what a dealer of the bench chooses."""

    def __init__(self, *stacks: int) -> None:
        _device, secret = make_felt(*stacks).pair(now=NOW)
        self._client = Client(headers={"Floorman-Tap": "1"})
        self._client.cookies[COOKIE] = secret
        self._keys = random.Random(1)
        self._shown = Shown()
        self.seen = self._shown.take(self._client.get(TABLE).content)

    def tap(self, choice: Choice) -> str:
        body = fields_of(choice, self.seen, UUID(int=self._keys.getrandbits(128), version=4))
        answer = self._client.post(
            choice.path,
            {name: each[0] for name, each in parse_qs(body.decode()).items()},
            headers={"Floorman-Parts": self._shown.marks},
        )
        assert answer.status_code == 200, (choice, self.seen, answer.content)
        self.seen = self._shown.take(answer.content)
        return kind_of(choice, self.seen)

    def play_hand(self, choose: Callable[[Seen], Choice]) -> list[str]:
        """The kinds of all taps of one hand."""
        kinds: list[str] = []
        while not kinds or kinds[-1] in ("deal", "act"):
            kinds.append(self.tap(choose(self.seen)))
            assert len(kinds) < LONGEST_HAND
        return kinds


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


@pytest.mark.django_db
def test_everybody_folds_to_the_end() -> None:
    assert Tablet(*STACKS).play_hand(fold_on) == ["deal", "act", "act", "act", "last tap"]


@pytest.mark.django_db
def test_two_play_for_it_all_and_one_is_out() -> None:
    kinds = Tablet(*STACKS).play_hand(AllIn())
    assert kinds == ["deal", *["act"] * 8, "bust-out"]
    assert Entry.objects.filter(status=EntryStatus.ELIMINATED).count() == 1


@pytest.mark.django_db
@pytest.mark.sampled
def test_an_ordinary_table_goes_on_hand_after_hand() -> None:
    tablet, rng = Tablet(*[100_000] * 5), random.Random(7)
    ends = [
        tablet.play_hand(lambda seen: play_on(seen, rng))[-1] for _ in range(sample("hands of the dealer"))
    ]
    assert set(ends) <= {"last tap", "bust-out"}


@pytest.mark.django_db
def test_a_table_without_players_has_nothing_to_tap() -> None:
    tablet = Tablet(2_000, 1_000)
    tablet.play_hand(AllIn())
    with pytest.raises(LookupError):
        play_on(tablet.seen, random.Random(1))


def test_what_is_no_screen_is_not_read() -> None:
    with pytest.raises(ValueError, match="no screen"):
        Shown().take(b"<h1>Sign in to the hotel's network</h1>")


def test_every_part_of_the_screen_is_one_that_the_dealers_know() -> None:
    assert [name for name in PARTS if not PART.fullmatch(f'<p id="{name}"'.encode())] == []
