"""Recorded hands: the list, one hand with every action, PHH and Open Hand History."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from html import unescape
from typing import Any, get_args

import pytest
from django.test import Client
from django.utils import timezone, translation

from tables import engine
from tables.engine.notation import read_phh
from tables.engine.notation.gfx.reading import read_gfx
from tables.engine.notation.ohh.reading import read_ohh
from tables.models import Hand
from tables.queries.hands.export import gfx_of_table, ohh_of_hand, ohh_of_table, phhs_of_table
from tables.queries.hands.history import HandHistory, find_hand, hand_history
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation, undo_operation
from tables.templatetags.actions import action_words
from tables.words.hand_lines import NAMELESS, ActionLine, LineKind
from tests.factories import ACTOR
from tests.factories.floor import Floor
from tests.factories.sales import REBUY
from tournament.models import BountyShare, Entry

pytestmark = pytest.mark.django_db

# Three players, 25/50: seat 3 has the button, 1 and 2 the blinds. Everything but the cards of seat 1 is known.
PLAYED = (
    "h2:QsQd", "r3:150", "f1", "c2", "b:Kd7c2h", "k2", "r3:200", "c2", "b:5s", "k2", "k3", "b:9c",
    "r2:500", "c3", "s2:", "s3:AsKc",
)  # fmt: skip


def ids(floor: Floor) -> dict[str, Any]:
    return {"tournament_id": floor.tournament.pk, "table_id": floor.table(1).pk}


def play(floor: Floor, *codes: str) -> Hand:
    hand = start_hand(**ids(floor), by=ACTOR.at(timezone.now()))
    for code in codes:
        record_operation(**ids(floor), operation=engine.decode(code), by=ACTOR.at(timezone.now()))
    return Hand.objects.select_related("table").get(pk=hand.pk)


def said(history: HandHistory, street: int) -> list[tuple[str, int, int]]:
    return [(line.kind, line.seat, line.amount) for line in history.streets[street].lines]


def test_a_hand_is_told_street_by_street(client: Client) -> None:
    floor = Floor(client, 3)
    history = hand_history(play(floor, *PLAYED))

    assert [(s.name, s.cards, s.pot) for s in history.streets] == [
        ("preflop", "", 0),
        ("flop", "Kd7c2h", 325),
        ("turn", "5s", 725),
        ("river", "9c", 725),
        ("showdown", "", 1725),
    ]
    assert said(history, 0) == [
        ("small_blind", 1, 25),
        ("big_blind", 2, 50),
        ("knows", 2, 0),
        ("raise", 3, 150),
        ("fold", 1, 0),
        ("call", 2, 100),
    ]
    assert said(history, 1) == [("check", 2, 0), ("bet", 3, 200), ("call", 2, 200)]
    assert said(history, 4) == [("show", 2, 0), ("show", 3, 0)]
    assert [(p.name, p.change, p.cards) for p in history.players] == [
        ("Anna Verdi", -25, ""),
        ("Bruno Neri", -850, "QsQd"),
        ("Carla Rossi", 875, "AsKc"),
    ]
    assert [(pot.amount, pot.winners) for pot in history.pots] == [
        (1725, (("Carla Rossi", 1725, "", "pair of kings", 0),))
    ]


def test_from_a_hand_one_tap_says_why_it_was_won(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, *PLAYED)
    play(floor, "r1:150", "f2", "f3")
    page = floor.get("tables/1/hands/1/").text
    [question] = re.findall(r'href="([^"]+/verdict/\?[^"]+)"', page)
    answer = client.get(unescape(question)).text
    assert "pair of kings" in answer
    assert "The pair decides: kings against queens." in answer
    assert "/verdict/?" not in floor.get("tables/1/hands/2/").text


def test_an_all_in_an_uncalled_bet_and_a_side_pot_are_told(client: Client) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/correct/?seat=1", stack="1000", reason="short")
    floor.post("tables/1/correct/?seat=2", stack="4000", reason="short")

    history = hand_history(play(floor, "r3:9000", "c1", "c2", "b:??????", "b:??", "b:??", "w1:3", "w0:1"))

    calls = [line for line in history.streets[0].lines if line.kind in ("raise", "call", "returned")]
    assert [(line.kind, line.seat, line.amount, line.is_all_in) for line in calls] == [
        ("raise", 3, 9000, False),
        ("call", 1, 975, True),
        ("call", 2, 3950, True),
        ("returned", 3, 5000, False),
    ]
    assert [(pot.index, pot.amount, pot.winners) for pot in history.pots] == [
        (0, 3000, (("Anna Verdi", 3000, "", "", 0),)),
        (1, 6000, (("Carla Rossi", 6000, "", "", 0),)),
    ]


def test_what_was_taken_back_is_counted_and_not_told(client: Client) -> None:
    floor = Floor(client, 3)
    hand = play(floor, "r3:150", "c1")
    undo_operation(**ids(floor), by=ACTOR.at(timezone.now()))

    history = hand_history(hand)

    assert said(history, 0)[2:] == [("raise", 3, 150)]
    assert history.undone == 1


def test_a_hand_in_play_hides_cards_that_were_not_tabled(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, "h2:QsQd")

    page = floor.get("tables/1/hands/1/").content.decode()

    assert "queen of spades" not in page
    assert "The cards of Bruno Neri were recorded" in page


@pytest.mark.parametrize("codes", [("f3", "f1"), PLAYED])
def test_a_hand_takes_the_same_queries_however_long(
    client: Client, codes: tuple[str, ...], django_assert_num_queries: Any
) -> None:
    floor = Floor(client, 3)
    hand = play(floor, *codes)

    with django_assert_num_queries(4):
        hand_history(hand)


def test_every_action_is_a_sentence_in_both_languages(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, *PLAYED)

    english = floor.get("tables/1/hands/1/").content.decode()
    client.cookies["django_language"] = "it"
    italian = floor.get("tables/1/hands/1/").content.decode()

    for sentence in (
        "Anna Verdi posts the small blind 25",
        "Carla Rossi raises to 150",
        "Bruno Neri calls 100",
        "Carla Rossi bets 200",
        "Bruno Neri checks",
        "Anna Verdi folds",
        "Carla Rossi wins 1,725",
    ):
        assert sentence in english
        assert sentence not in italian


def test_each_kind_of_line_has_words() -> None:
    for kind in get_args(LineKind):
        line = ActionLine(kind=kind, seat=1, name="Anna", amount=100, cards="As", names=("Anna",))
        with translation.override("en"):
            words = action_words(line)
        assert words, kind
        assert ("Anna" in words) != (kind in NAMELESS), kind


def test_hands_are_leafed_through_and_a_deal_taken_back_is_no_hand(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, "f3", "f1")
    play(floor)
    undo_operation(**ids(floor), by=ACTOR.at(timezone.now()))
    play(floor)

    assert [(h.number, h.status) for h in floor.get("tables/1/hands/").context["hands"]] == [
        (2, "open"),
        (2, "void"),
        (1, "complete"),
    ]
    found = find_hand(floor.tournament, table=1, number=2)
    assert found is not None
    assert found.status == "open"
    history = hand_history(found)
    assert (history.previous, history.following) == (1, None)
    assert floor.get("tables/1/hands/3/").status_code == 404


def test_a_hand_is_exported_as_phh_that_reads_back_to_the_same_hand(client: Client) -> None:
    floor = Floor(client, 3)
    hand = play(floor, *PLAYED)

    answer = floor.get("tables/1/hands/1.phh")

    assert answer.headers["Content-Type"] == "application/toml; charset=utf-8"
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="{floor.tournament.code}-table-1-hand-1.phh"'
    )
    (read,) = read_phh(answer.content.decode())
    assert read.setup == hand.setup
    final = engine.replay(read.setup, read.operations)
    assert dict(final.results) == {1: 9_975, 2: 9_150, 3: 10_875}
    assert (read.meta["event"], read.meta["table"], read.meta["hand"]) == ("Friday Fifty", "1", 1)


def test_all_complete_hands_of_a_table_are_exported_together(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, *PLAYED)
    play(floor, "f1", "f2")
    play(floor)

    answer = floor.get("tables/1/hands.phhs")

    assert [read.meta["hand"] for read in read_phh(answer.content.decode())] == [1, 2]
    assert f'{floor.tournament.code}-table-1.phhs"' in answer.headers["Content-Disposition"]


def test_a_hand_in_play_is_exported_without_unseen_cards(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, "h2:QsQd", "r3:150")

    phh = floor.get("tables/1/hands/1.phh").content.decode()
    ohh = floor.get("tables/1/hands/1.ohh").content.decode()

    assert "QsQd" not in phh
    assert "cbr 150" in phh
    assert "Qs" not in ohh
    assert '"Raise", "amount": 150' in ohh


def test_a_hand_is_exported_as_open_hand_history_that_reads_back_to_the_same_hand(client: Client) -> None:
    floor = Floor(client, 3)
    hand = play(floor, *PLAYED)

    answer = floor.get("tables/1/hands/1.ohh")

    code = floor.tournament.code
    assert answer.headers["Content-Type"] == "text/plain; charset=us-ascii"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{code}-table-1-hand-1.ohh"'
    (read,) = read_ohh(answer.content.decode("ascii"))
    assert read.setup == hand.setup
    assert dict(engine.replay(read.setup, read.operations).results) == {1: 9_975, 2: 9_150, 3: 10_875}
    assert read.players == ("Anna Verdi", "Bruno Neri", "Carla Rossi")
    assert read.meta["game_number"] == f"{code}-1-1"
    assert read.meta["tournament_info"] == {
        "tournament_number": code,
        "name": "Friday Fifty",
        "start_date_utc": f"{floor.tournament.started_at:%Y-%m-%dT%H:%M:%SZ}",
        "currency": "EUR",
        "buyin_amount": 45,
        "bounty_fee_amount": 0,
        "fee_amount": 5,
        "initial_stack": 10_000,
        "type": "STT",
        "flags": [],
        "speed": {"type": "Normal", "round_time": 1200},
    }


def test_all_complete_hands_of_a_table_are_exported_as_open_hand_history(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, *PLAYED)
    play(floor, "f1", "f2")
    play(floor)

    answer = floor.get("tables/1/hands.ohh")

    code = floor.tournament.code
    assert [read.meta["game_number"] for read in read_ohh(answer.content.decode())] == [
        f"{code}-1-1",
        f"{code}-1-2",
    ]
    assert f'{code}-table-1.ohh"' in answer.headers["Content-Disposition"]


def test_a_game_without_words_in_open_hand_history_has_no_such_file(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, "f3", "f1")
    assert "hands/1.ohh" in floor.get("tables/1/hands/1/").content.decode()

    Hand.objects.update(game="XX")

    assert floor.get("tables/1/hands/1.ohh").status_code == 404
    assert floor.get("tables/1/hands.ohh").content == b""


def test_all_complete_hands_of_a_table_are_exported_as_a_session_of_pokergfx(client: Client) -> None:
    floor = Floor(client, 3)
    first = play(floor, *PLAYED)
    play(floor, "f1", "f2")
    play(floor)

    answer = floor.get("tables/1/hands.json")

    assert answer.headers["Content-Type"] == "application/json"
    name = f"{floor.tournament.code}-table-1-pokergfx.json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    text = answer.content.decode("ascii")
    one, two = read_gfx(text)
    assert one.setup == first.setup
    assert dict(engine.replay(one.setup, one.operations).results) == {1: 9_975, 2: 9_150, 3: 10_875}
    assert (one.meta["HandNum"], two.meta["HandNum"]) == (1, 2)
    session = json.loads(text)
    assert (session["EventTitle"], session["Type"]) == ("Friday Fifty, 1", "FEATURE_TABLE")
    told = session["Hands"][0]["Players"]
    assert [(each["Name"], each["HoleCards"], each["CumulativeWinningsAmt"]) for each in told] == [
        ("Anna Verdi", [""], -25),
        ("Bruno Neri", ["qs qd"], -850),
        ("Carla Rossi", ["as kc"], 875),
    ]
    assert session["Hands"][0]["FlopDrawBlinds"]["BlindLevel"] == first.level_number


def test_the_place_of_a_player_stands_in_the_hand_in_which_they_went_out(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, "f3", "f1")
    floor.post("tables/1/correct/?seat=1", stack="50", reason="short")
    play(floor, "c1", "f2", "b:2c3c4c", "b:5d", "b:9h", "s3:AhAd", "s1:KhQd")

    session = json.loads(floor.get("tables/1/hands.json").content)

    ranks = [[each["EliminationRank"] for each in hand["Players"]] for hand in session["Hands"]]
    assert ranks == [[-1, -1, -1], [3, -1, -1]]


def test_a_game_that_pokergfx_does_not_know_is_left_out_of_its_session(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, "f3", "f1")
    Hand.objects.update(game="NS")

    session = json.loads(floor.get("tables/1/hands.json").content)

    assert session["Hands"] == []
    assert session["CreatedDateTimeUTC"].startswith(f"{floor.tournament.started_at:%Y-%m-%dT%H:%M:%S}")


def test_exports_take_the_same_queries_however_many_hands(
    client: Client, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, 3)
    table = floor.table(1)
    for codes in (("f3", "f1"), ("f1", "f2")):
        hand = play(floor, *codes)
        with django_assert_num_queries(3):
            ohh_of_hand(floor.tournament, hand)
        with django_assert_num_queries(4):
            ohh_of_table(floor.tournament, table)
        with django_assert_num_queries(3):
            phhs_of_table(floor.tournament, table)
        with django_assert_num_queries(3):
            gfx_of_table(floor.tournament, table)


def test_a_table_without_hands_has_an_empty_file_and_says_so_on_the_page(client: Client) -> None:
    floor = Floor(client, 3)

    assert floor.get("tables/1/hands.phhs").content == b""
    assert floor.get("tables/1/hands.ohh").content == b""
    assert "No hands dealt yet." in floor.get("tables/1/hands/").content.decode()
    assert floor.get("tables/2/hands.phhs").status_code == 404


def test_the_tab_lists_every_table_with_its_hands(client: Client) -> None:
    floor = Floor(client, 3, 2)
    play(floor, "f3", "f1")

    assert list(floor.get("hands/").context["tables"]) == [(1, 3, 1), (2, 2, 0)]


def test_with_htmx_only_the_part_comes(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, "f3", "f1")

    for path in ("tables/1/hands/", "tables/1/hands/1/"):
        assert "<html" not in floor.get(path, htmx=True).content.decode()


def test_open_hand_history_has_the_split_of_the_buy_in_and_who_won_which_bounty(client: Client) -> None:
    floor = Floor(
        client,
        3,
        buy_in_bounty=20_01,
        buy_in_other=50,
        bounty_kind="progressive",
        rebuy_data=REBUY.to_dict(),
        entries_per_player=0,
    )
    Entry.objects.filter(pk=floor.seats[1, 2].pk).update(stack=200)
    play(floor, "r3:10000", "c1", "c2", "b:2c7d9h", "b:3s", "b:4d", "s3:AcKc", "s1:AdKd", "s2:QsJs")

    read: Any
    of_table: Any
    (read,) = read_ohh(floor.get("tables/1/hands/1.ohh").content.decode("ascii"))
    (of_table,) = read_ohh(floor.get("tables/1/hands.ohh").content.decode("ascii"))

    info = {name: read.meta["tournament_info"][name] for name in PRICE_OF_OHH}
    assert info == dict(
        zip(
            PRICE_OF_OHH,
            (45, Decimal("20.01"), Decimal("5.5"), ["Progressive-Bounty", "Rebuy", "Re-Entry"]),
            strict=True,
        )
    )
    # Half is paid, half goes on the heads of the two who share the pot; the odd cent to the left of the button.
    assert read.meta["tournament_bounties"] == of_table.meta["tournament_bounties"]
    won = {
        (each["player_id"], each["defeated_player_id"]): each["bounty_won"]
        for each in read.meta["tournament_bounties"]
    }
    shares = BountyShare.objects.order_by("pk").values_list("winner", "due")
    seats = {entry.pk: seat for (_table, seat), entry in floor.seats.items()}
    assert won == {(seats[winner], 2): Decimal(due) / 100 for winner, due in shares}
    assert set(won) == {(1, 2), (3, 2)}


PRICE_OF_OHH = ("buyin_amount", "bounty_fee_amount", "fee_amount", "flags")
