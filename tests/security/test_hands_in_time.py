"""Until its delay is over nobody of the public can tell which hand was played: not from any address, stream or hook.

Two hands that leave the same stacks, but differ in bets, board and cards, are played in the same house. Whatever the
public can read must be the same after either, until everybody may read the hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

import pytest
import time_machine

from tables import engine
from tables.models import Table
from tables.queries.table.hand import load_hand
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.hands.told_hands import tell_of_hands
from tests.factories import ACTOR, NOW
from tests.factories.hooks import make_hook
from tests.factories.house import House, undone
from tests.factories.house.tables import fold_once
from tests.security.pages import crawl
from tests.security.test_access_table import LISTED, TABLE, pairing_values, values_of
from tournament.links import screen_link
from tournament.live import fragments
from tournament.live.fragments import fragment_topics, render_fragment, series_topics, tell_series
from tournament.models import HookDelivery, Screen, ScreenContent, Tournament

pytestmark = pytest.mark.django_db

ENDS = NOW + timedelta(minutes=2)
PAGES_READ = 230
# What `hands_delay` of the house's event is.
DELAY = timedelta(minutes=5)
# What differs whenever a page is read: tokens and keys of forms, codes of screens, pauses by chance; and the seal of
# the newest row, a digest of everything, from which nothing is read back.
CHANGING = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")[^"]+|(?<="X-CSRFToken": ")[^"]+|(?<=nonce=")[^"]+|(?<=name="key" value=")[^"]+'
    r'|(?<=screen-waits__code" )[^<]+|(?<=delay:)[0-9]+|(?<= · )[0-9a-f]{4} [0-9a-f]{4}'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A hand between the blinds: what they do on each street, and what the winner shows."""

    flop: str
    turn: str
    river: str
    bets_on: str
    shows: str


ONE = Told(flop="Ks9h3d", turn="2c", river="4h", bets_on="flop", shows="KhKd")
OTHER = Told(flop="Js8h6d", turn="Tc", river="6c", bets_on="turn", shows="JhJd")


def play(table: Table, hand: Told, *, now: datetime) -> int:
    """Everybody else folds; the small blind bets once, is called, and wins. Return the hand's number."""
    dealt = start_hand(tournament_id=table.tournament_id, table_id=table.pk, by=ACTOR.at(now))

    def record(code: str) -> None:
        record_operation(
            tournament_id=table.tournament_id,
            table_id=table.pk,
            operation=engine.decode(code),
            by=ACTOR.at(now),
        )

    def actor() -> int:
        return engine.legal(load_hand(dealt).state).actor or 0

    for _ in range(len(dealt.setup.seats) - 2):
        record(f"f{actor()}")
    small = actor()
    record(f"c{small}")
    big = actor()
    record(f"k{big}")
    for street, cards in (("flop", hand.flop), ("turn", hand.turn), ("river", hand.river)):
        record(f"b:{cards}")
        record(f"r{small}:500" if street == hand.bets_on else f"k{small}")
        record(f"c{big}" if street == hand.bets_on else f"k{big}")
    record(f"s{small}:{hand.shows}")
    record(f"m{big}")
    return dealt.number


def addresses(house: House, number: int) -> list[str]:
    """Every public address, those of the hand among them."""
    values = values_of(house, "player") | {"hand_number": number}
    found = [
        address.url(pairing_values(house, address, values))
        for address in LISTED
        if "GET" in TABLE[address.name].methods and TABLE[address.name].access in ("public", "private link")
    ]
    return [*found, f"/t/{house.mine.code}/hands/?table={house.mine.tables[0].number}"]


def everything(house: House, number: int, *, only: str) -> Iterator[tuple[str, str]]:
    """What the public can read now: pages and what they lead to, televisions, streams, hooks."""
    starts = [address for address in addresses(house, number) if only in address]
    for visit in crawl(house.client("player"), starts, limit=PAGES_READ):
        # A page or a file: either gives its bytes in pieces.
        text = b"".join(cast("Iterable[bytes]", visit.response)).decode(errors="replace")
        yield visit.url, f"{visit.response.status_code} {CHANGING.sub('', text)}"
    television = house.client("anonymous")
    television.get(f"/screen/open/{screen_link(house.mine.screen.pk)}/")
    for content in ScreenContent.values:
        Screen.objects.filter(pk=house.mine.screen.pk).update(content=content)
        yield (
            f"television {content}",
            CHANGING.sub("", television.get("/screen/", follow=True).content.decode()),
        )
    for topic in fragment_topics():
        yield f"stream {topic}", render_fragment(house.mine.code, topic, "en")
    for topic in series_topics():
        series = tell_series(house.mine.code, topic, "en", "")
        # A set has no order of its own.
        yield f"series {topic}", repr((sorted(series.there), replace(series, there=frozenset())))
    tell_of_hands(now=datetime.now(NOW.tzinfo))
    yield "hooks", json.dumps(list(HookDelivery.objects.order_by("pk").values_list("type", "body")))


def read_after(house: House, hand: Told, moment: datetime, *, only: str = "") -> dict[str, str]:
    """Play the hand, read at this moment, and take everything back. `only` pages whose addresses have this."""
    with undone(), time_machine.travel(moment, tick=False):
        number = play(house.mine.tables[0], hand, now=ENDS)
        return dict(everything(house, number, only=only))


@pytest.mark.long(
    reason="all addresses in one house; each of a hand has its test in tests/tables/views/hands and tests/tables/api"
)
def test_two_hands_cannot_be_told_apart_before_their_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The hub's threads have connections of their own; this one is the test's.
    monkeypatch.setattr(fragments, "close_old_connections", lambda: None)
    make_hook(house.mine.tournament, "https://press.example/hooks")
    # Screens show its board as late as everybody may read it.
    event = Tournament.objects.get(pk=house.mine.tournament.pk)
    event.options_data |= {"feature_delay": 5}
    event.save(update_fields=["options_data"])
    actor: int | None = 0
    while actor is not None:
        actor = engine.legal(fold_once(house.mine.tables[0], house.mine.hand, NOW)).actor

    early, early_too = (read_after(house, hand, ENDS + DELAY - timedelta(seconds=1)) for hand in (ONE, OTHER))
    assert early.keys() == early_too.keys()
    assert [where for where in early if early[where] != early_too[where]] == []

    in_time, in_time_too = (read_after(house, hand, ENDS + DELAY, only="/hands") for hand in (ONE, OTHER))
    told = {where for where in in_time if in_time[where] != in_time_too[where]}
    home = f"/t/{house.mine.code}/tables/{house.mine.tables[0].number}/hands/3"
    assert {home + tail for tail in ("/", ".phh", ".ohh", "/picture.png")} < told
    assert {"hooks", "series told-hand", "stream on-feature"} < told
    assert [where for where in told if where.startswith("/api/v1/")] != []
