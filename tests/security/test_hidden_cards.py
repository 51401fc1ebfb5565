"""A hand in play is nobody's but the dealer's and the floor's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tables import engine
from tables.models import Table
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tests.breadth import GOES_LONG
from tests.factories import ACTOR, NOW, give_role
from tests.factories.felt import Felt, add_table, make_felt
from tests.security.test_access_table import LISTED, TABLE
from tournament.live import fragments
from tournament.live.fragments import fragment_topics, render_fragment, series_topics, tell_series
from tournament.models import Role

pytestmark = pytest.mark.django_db

# A showdown with a river still to come: the cards of an all-in are face up on the table, not on the phones.
ALL_IN = ("r3:1000", "c1", "c2", "s3:AsKs", "s1:QhQd", "b:JsTs2c")
BETS = ("r3:775", "c1", "f2", "b:Jh7d2c")
# A flop behind bets, and one behind an all-in whose hands lie face up; in `make test-long` after each.
LOOKED_AFTER = frozenset({"b:Jh7d2c", "b:JsTs2c"})
# Made for each page that is read.
TOKENS = r'csrf[^>]*>|"X-CSRFToken": "[^"]*"|name="key" value="[^"]*"'


@pytest.fixture
def felt(monkeypatch: pytest.MonkeyPatch) -> Felt:
    # The hub's threads have connections of their own; this one is the test's.
    monkeypatch.setattr(fragments, "close_old_connections", lambda: None)
    then = NOW - timedelta(minutes=10)
    felt = make_felt(1000, 1000, 1000, now=then, hands_delay=5)
    # Hands that everybody may read: once around the table, and all is as it was.
    for codes in (("f3", "f1"), ("f1", "f2"), ("f2", "f3")):
        felt.deal(then)
        felt.play(*codes, now=then)
    return felt


def public_addresses(felt: Felt) -> list[str]:
    """Every address that the table of who may open it gives to everybody, and the private links of all players."""
    code = felt.tournament.code
    secrets = [entry.link_secret for entry in felt.entries.values()]
    # A television that nobody has taken in shows its code, another one each time; what a screen shows is public.
    televisions = {"tournament:screen", "tournament:open_screen"}
    is_open = {name for name, row in TABLE.items() if row.access == "public"} - televisions
    open_to_all = [address for address in LISTED if address.name in is_open]
    links = [address for address in LISTED if TABLE[address.name].access == "private link"]
    return [
        *(
            a.url(
                {
                    "code": code,
                    "secret": "none",
                    "sha256": "none",
                    "draw_number": 1,
                    "number": 1,
                    "hand_number": 1,
                }
                | {
                    "festival_code": "none",
                    "season_code": "none",
                    "scorer_id": 1,
                    "show": "standings",
                    "event_code": "none",
                    "results_code": "none",
                }
            )
            for a in open_to_all
            if "GET" in TABLE[a.name].methods
        ),
        f"/t/{code}/seat/?name=verdi",
        *(f"/embed/{code}/{show}/" for show in ("clock", "payouts")),
        f"/t/{code}/overlay/?show=clock,stacks,payouts,lower-third,board",
        f"/t/{code}/overlay/?show=lower-third&entry=1",
        *(
            a.url({"code": code, "secret": secret, "service_id": 1})
            for a in links
            if "secret" in a.arguments
            for secret in secrets
        ),
    ]


def public_words(felt: Felt, *, language: str = "en") -> dict[str, str]:
    """Everything the public can read about the tournament, without the tokens that differ each time."""
    code = felt.tournament.code
    client = Client(headers={"accept-language": language})
    told = {
        address: client.get(address).content.decode(errors="replace") for address in public_addresses(felt)
    }
    told |= {topic: render_fragment(code, topic, language) for topic in sorted(fragment_topics())}
    told |= {topic: str(tell_series(code, topic, language, "").items) for topic in sorted(series_topics())}
    return {where: re.sub(TOKENS, "", html) for where, html in told.items()}


def test_the_public_addresses_are_those_of_the_table_of_who_may(felt: Felt) -> None:
    code = felt.tournament.code
    pages = {
        f"/t/{code}/{name}" for name in ("", "clock/", "payouts/", "structure/", "room/", "hand-for-hand/")
    }
    links = {f"/my/{entry.link_secret}/" for entry in felt.entries.values()}
    addresses = set(public_addresses(felt))
    assert addresses >= pages | links | {"/", "/health"}
    assert not [address for address in addresses if address.startswith(("/floor/", "/tablet/table/"))]


@pytest.mark.sampled
@pytest.mark.one_database
@pytest.mark.parametrize("codes", [BETS, ALL_IN], ids=["bets", "all-in"])
def test_no_public_page_changes_while_a_hand_is_played(felt: Felt, codes: Sequence[str]) -> None:
    """Byte for byte: neither cards nor bets nor stacks of the hand in play leave the table."""
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        felt.deal()
        before = public_words(felt)
        for code in codes:
            felt.play(code)
            if GOES_LONG or code in LOOKED_AFTER:
                assert public_words(felt) == before, code


def test_the_end_of_the_hand_is_public(felt: Felt) -> None:
    """The control: the same pages do change when the hand is over."""
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        felt.deal()
        before = standings(felt)
        felt.play("r3:775", "f1", "f2")
        after = standings(felt)
    assert {where for where in before if before[where] != after[where]} == {"page", "pushed"}


def standings(felt: Felt) -> dict[str, str]:
    code = felt.tournament.code
    told = {
        "page": Client().get(f"/t/{code}/").content.decode(),
        "pushed": render_fragment(code, "standings", "en"),
    }
    return {where: re.sub(TOKENS, "", html) for where, html in told.items()}


@pytest.mark.parametrize("visitor", ["nobody", "registration"])
def test_the_record_of_a_hand_is_for_the_floor_only(felt: Felt, visitor: str) -> None:
    hand = felt.deal()
    felt.play(*BETS)
    client = Client()
    if visitor == "registration":
        account = give_role(felt.tournament, Role.REGISTRATION)
        client.force_login(account, "django.contrib.auth.backends.ModelBackend")
    base = f"/floor/{felt.tournament.code}/tables/1/hands"
    one = f"{base}/{hand.number}"
    for address in (
        f"{one}/",
        f"{one}.phh",
        f"{one}.ohh",
        f"{base}.phhs",
        f"{base}.ohh",
        f"{base}.json",
        f"{base}/",
    ):
        assert client.get(address).status_code in (302, 403), address


def test_the_tablet_of_another_table_sees_nothing_of_this_hand(felt: Felt) -> None:
    other = add_table(felt.tournament, number=2)
    neighbour = Felt(tournament=felt.tournament, table=other, entries={})
    _device, secret = neighbour.pair(now=timezone.now())
    client = Client()
    client.cookies["tablet"] = secret
    with time_machine.travel(timezone.now(), tick=False):
        felt.deal()
        before = words(client)
        felt.play(*BETS)
        assert words(client) == before


def words(client: Client) -> str:
    html = client.get("/tablet/table/").content.decode()
    return re.sub(TOKENS, "", html)


def test_all_in_is_a_real_hand(felt: Felt) -> None:
    """The control of ALL_IN: its cards are known to the house, and hidden only by it."""
    hand = start_hand(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(timezone.now()))
    state: engine.State | None = None
    for code in ALL_IN:
        state = record_operation(
            tournament_id=felt.tournament.pk,
            table_id=felt.table.pk,
            operation=engine.decode(code),
            by=ACTOR.at(timezone.now()),
        ).state
    assert state is not None
    assert engine.format_cards(state.hole[3]) == "AsKs"
    assert hand.status == "open"
    assert Table.objects.get(pk=felt.table.pk).hands_dealt == 4
    assert [felt.stack(seat) for seat in (1, 2, 3)] == [1000, 1000, 1000], "chips move when the hand is over"
