"""A session of PokerGFX feeds a table: looked at, matched with its players, taken over, undone."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tables.forms.stream_table import Looked
from tables.models import Bust
from tables.queries.console.table import table_page
from tables.queries.hands.stream_table import StreamedPlayer
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tests.tables.engine.notation.gfx_cases import board, events, hand, players, text
from tournament.models import Entry, EntryStatus, LogEntry

pytestmark = pytest.mark.django_db

STREAM = "tables/1/stream/"

# Four players of 10,000 each; the seats of the file are not those of the table.
WON = hand(
    7,
    players(
        (2, "Anna Verdi", 10_000, 10_000),
        (4, "Bruno Neri", 10_000, 9000),
        (5, "Carla Rossi", 10_000, 6000),
        (7, "Conti", 10_000, 15_000),
    ),
    events((7, "BET", 4000), (2, "FOLD"), (4, "FOLD"), (5, "FOLD")),
)
OUT = hand(
    8,
    players(
        (2, "Anna Verdi", 10_000, 0, "kh kd", 4),
        (4, "Bruno Neri", 9000, 9000, "2c 7d"),
        (5, "Carla Rossi", 6000, 6000, "3s 8h"),
        (7, "Conti", 15_000, 25_000, "ah ad"),
    ),
    events(*[(2, "ALL IN", 10_000), (4, "FOLD"), (5, "FOLD"), (7, "CALL", 10_000)], *board("4c 5c 9d jh 2s")),
    SmallBlindPlayerNum=0,
    BigBlindPlayerNum=7,
    ButtonPlayerNum=5,
    AnteAmt=0,
)


def look(floor: Floor, sent: str | bytes) -> Any:
    raw = sent if isinstance(sent, bytes) else sent.encode()
    file = SimpleUploadedFile("PGFX_live_data_export GameID=640602346875783819.json", raw)
    return floor.client.post(floor.home + STREAM, {"do": "look", "file": file})


def take(floor: Floor, answer: Any, **changes: str) -> Any:
    """Send the form of a preview as it stands, but for these fields."""
    form = answer.context["form"]
    fields = {field.html_name: str(field.value() or "") for field in form}
    return floor.post(STREAM, **{"do": "take", "looked": answer.context["looked"], **fields, **changes})


def stacks(floor: Floor) -> list[int]:
    return [Entry.objects.get(pk=entry.pk).stack for entry in floor.entries]


def words(answer: Any) -> str:
    return squeeze(answer.content.decode())


def test_the_last_hand_is_shown_with_whom_it_means(client: Client) -> None:
    floor = Floor(client, 4)
    answer = look(floor, text(WON, OUT))

    assert answer.status_code == 200
    rows = [(row.player.name, row.who.value()) for row in answer.context["form"].rows()]
    anna, bruno, carla, dario = [str(entry.pk) for entry in floor.entries]
    assert rows == [("Bruno Neri", bruno), ("Carla Rossi", carla), ("Conti", dario), ("Anna Verdi", anna)]
    [out] = [row for row in answer.context["form"].rows() if row.won_by]
    assert out.won_by.value() == dario
    page = words(answer)
    assert "Stacks after hand 8" in page
    assert "out in hand 8 with 10,000" in page
    assert page.count("our rules end with the same stacks") == 2
    assert "2 of 2 hands end with the same stacks by our rules." in page
    assert "The button was on seat 5 of the file." in page
    assert stacks(floor) == [10_000] * 4


def test_a_hand_that_our_rules_end_otherwise_names_the_stacks(client: Client) -> None:
    floor = Floor(client, 4)
    wrong = deepcopy(WON)
    wrong["Players"][1]["EndStackAmt"], wrong["Players"][2]["EndStackAmt"] = 6000, 9000
    page = words(look(floor, text(wrong)))
    assert "our rules end otherwise" in page
    assert "Bruno Neri: 9,000 by our rules, 6,000 in the file." in page
    assert "Carla Rossi: 6,000 by our rules, 9,000 in the file." in page


def test_stacks_and_busts_are_taken_over_and_undone(client: Client) -> None:
    floor = Floor(client, 4)
    answer = take(floor, look(floor, text(WON, OUT)))

    [one] = said(answer)
    assert one.startswith("Anna Verdi is out at table 1, knocked out by Dario Conti.")
    assert stacks(floor) == [0, 9000, 6000, 25_000]
    gone = Entry.objects.get(pk=floor.entries[0].pk)
    assert (gone.status, gone.place_first) == (EntryStatus.ELIMINATED, 4)
    assert list(Bust.objects.get().credited_to.values_list("pk", flat=True)) == [floor.entries[3].pk]

    for verb in ("stacks_counted", "players_busted"):
        line = LogEntry.objects.get(tournament=floor.tournament, verb=verb)
        floor.post(f"log/{line.pk}/undo/")
    assert stacks(floor) == [10_000] * 4
    assert Entry.objects.get(pk=floor.entries[0].pk).status == EntryStatus.PLAYING


def test_who_sits_where_is_chosen_where_no_name_says_so(client: Client) -> None:
    floor = Floor(client, 4)
    stranger = deepcopy(WON)
    stranger["Players"][3] |= {"Name": "THE SHARK", "LongName": ""}
    answer = look(floor, text(stranger))
    row = answer.context["form"].rows()[3]
    assert (row.player.name, row.who.value()) == ("THE SHARK", "")

    refused = take(floor, answer)
    assert refused.status_code == 422
    assert "7 THE SHARK</a>: This field is required." in words(refused)
    assert stacks(floor) == [10_000] * 4

    assert said(take(floor, refused, who_3=str(floor.entries[3].pk))) != []
    assert stacks(floor) == [10_000, 9000, 6000, 15_000]


def test_a_seat_is_chosen_once(client: Client) -> None:
    floor = Floor(client, 4)
    refused = take(floor, look(floor, text(WON)), who_3=str(floor.entries[0].pk))
    assert refused.status_code == 422
    assert "This seat is chosen twice." in words(refused)
    assert stacks(floor) == [10_000] * 4


def test_who_is_left_out_keeps_the_stack_and_chips_that_are_missing_need_a_reason(client: Client) -> None:
    floor = Floor(client, 4)
    answer = look(floor, text(WON))
    refused = take(floor, answer, who_3="0")
    assert refused.status_code == 422
    assert "35,000 counted, but table 1 has 40,000: 5,000 missing." in words(refused)
    assert stacks(floor) == [10_000] * 4

    take(floor, refused, who_3="0", reason="chips of a colour-up")
    assert stacks(floor) == [10_000, 9000, 6000, 10_000]


def test_one_refusal_and_nothing_is_written(client: Client) -> None:
    floor = Floor(client, 4)
    told = deepcopy(OUT)
    told["Players"][1]["EndStackAmt"], told["Players"][3]["EndStackAmt"] = 9001, 24_999
    lines = LogEntry.objects.count()
    refused = take(floor, look(floor, text(WON, told)))
    assert refused.status_code == 422
    assert LogEntry.objects.count() == lines
    assert stacks(floor) == [10_000] * 4
    assert not Bust.objects.exists()


def test_the_same_tap_twice_counts_once(client: Client) -> None:
    floor = Floor(client, 4)
    answer = look(floor, text(WON, OUT))
    key = "6d4c2c2e-4dd5-4a8e-9a3e-0b8a9c0f5b11"
    first = take(floor, answer, key=key)
    lines = LogEntry.objects.count()
    # A player who is out by the first is no choice in the form any more; the second is answered all the same.
    second = take(floor, answer, key=key)
    assert (second.status_code, LogEntry.objects.count()) == (first.status_code, lines)


def test_players_who_have_left_the_table_meanwhile_are_looked_at_again(client: Client) -> None:
    floor = Floor(client, 4)
    answer = look(floor, text(WON))
    floor.post("tables/1/bust/", out=str(floor.entries[0].pk), nobody="on")
    refused = take(floor, answer, who_0=str(floor.entries[0].pk))
    assert refused.status_code == 422
    assert "Select a valid choice" in words(refused)


def test_a_hand_in_play_is_left_alone(client: Client) -> None:
    floor = Floor(client, 4)
    answer = look(floor, text(WON))
    floor.deal(1)
    refused = take(floor, answer)
    assert refused.status_code == 422
    assert "Hand 1 is in play at table 1. Count the stacks when it is over." in words(refused)


def test_the_button_is_offered_where_it_is_another(client: Client) -> None:
    floor = Floor(client, 4)
    page = table_page(floor.tournament, number=1, seat=None, now=timezone.now())
    assert page is not None
    for had, in_file in ((1, 2), (2, 4), (3, 5), (4, 7)):
        blinds = WON["FlopDrawBlinds"] | {"ButtonPlayerNum": in_file}
        [(address, _)] = take(floor, look(floor, text(WON | {"FlopDrawBlinds": blinds}))).redirect_chain
        following = had % 4 + 1
        set_it = "" if following == page.next_button else f"?button={following}#button"
        assert address == f"{floor.home}tables/1/{set_it}"


def test_stacks_that_do_not_add_up_are_not_taken_over(client: Client) -> None:
    floor = Floor(client, 4)
    in_play = deepcopy(OUT)
    in_play["Players"][3]["EndStackAmt"] = 5000
    answer = look(floor, text(WON, in_play))
    assert answer.context["form"].looked.last == 7
    assert "the stacks do not add up: still in play, or not all entered" in words(answer)
    page = words(look(floor, text(in_play)))
    assert "No hand of this file has stacks after it that add up" in page
    assert 'name="looked"' not in page


def test_a_hand_that_cannot_be_replayed_gives_its_stacks_all_the_same(client: Client) -> None:
    floor = Floor(client, 4)
    answer = look(floor, text(WON | {"GameVariant": "PINEAPPLE"}))
    page = words(answer)
    assert "cannot be replayed" in page
    assert "PINEAPPLE NOLIMIT" in page
    take(floor, answer)
    assert stacks(floor) == [10_000, 9000, 6000, 15_000]


def test_a_file_that_ends_in_the_middle_says_so_and_keeps_what_stands_before(client: Client) -> None:
    floor = Floor(client, 4)
    whole = text(WON, OUT)
    answer = look(floor, whole[: whole.index('"HandNum": 8') + 60])
    assert "after the first 1 hands: this is not JSON" in words(answer)
    assert answer.context["form"].looked.last == 7


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "this is not JSON"),
        (b"\xff\xfe", "This is not a text in UTF-8: send the file as PokerGFX has written it."),
        (b"[" + b" " * 4_000_000, "The file is 4000 kB, 4000 kB are the most."),
    ],
)
def test_a_file_that_is_none_is_refused_in_words(client: Client, sent: bytes, why: str) -> None:
    floor = Floor(client, 4)
    answer = look(floor, sent)
    assert why in words(answer)
    assert answer.context["form"] is None


def test_only_what_the_page_has_sent_comes_back(client: Client) -> None:
    floor = Floor(client, 4, 3)
    signed = look(floor, text(WON)).context["looked"]
    player = StreamedPlayer(seat=1, name="Eve", hand=1, at=0, start=0, chips=1_000_000, entry_id=None)
    of_another = Looked(last=1, button=None, players=(player,)).signed(table_id=floor.table(2).pk)
    for looked in ("", signed[:-1], of_another):
        answer = floor.post(STREAM, do="take", looked=looked)
        assert said(answer) == ["This tap was not recognised. Nothing was changed."]
    assert stacks(floor) == [10_000] * 7


def test_the_page_asks_for_a_file_and_the_table_leads_to_it(client: Client) -> None:
    floor = Floor(client, 3)
    assert "Session file" in words(floor.get(STREAM))
    assert f'href="{floor.home}{STREAM}"' in floor.get("tables/1/").content.decode()
    assert floor.client.post(floor.home + STREAM, {"do": "look"}).status_code == 422
    assert floor.get("tables/9/stream/").status_code == 404


@pytest.mark.parametrize("hands", [1, 3])
def test_a_preview_takes_the_same_queries_however_many_hands(
    client: Client, hands: int, django_assert_max_num_queries: Any
) -> None:
    floor = Floor(client, 4)
    floor.get(STREAM)
    with django_assert_max_num_queries(14):
        look(floor, text(*[WON] * hands))
