"""Files of The Tournament Director: the whole event in both forms, and what is refused, noted or left out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from tests.tournament.rules.past.ttd_files import (
    BuyInMade,
    Form,
    codes,
    make_field,
    make_ttd_file,
    one,
    places,
    prize,
    prizes,
    uuid_of,
)
from tests.tournament.rules.past.writing import written
from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import (
    EarlierBullet,
    EarlierEvent,
    EarlierLevel,
    EarlierPlayer,
    EarlierPrice,
)
from tournament.rules.past.literal import Made
from tournament.rules.past.ttd import read_ttd

HOLDEM = "No-limit hold'em"
EVENT = EarlierEvent(
    name="Friday in the Woods",
    own_id="00000000-0000-4000-8000-001700840126",
    league="Woodland League",
    season="Spring",
    day=date(2026, 3, 14),
    began=datetime(2026, 3, 14, 20, 0, tzinfo=UTC),
    game=HOLDEM,
    players=(
        EarlierPlayer(name="Ada Alder", nickname="The Ant", place=1, prize=70_00, spent=20_00, knock_outs=2),
        EarlierPlayer(
            name="Bo Birch",
            place=2,
            prize=39_00,
            entries=2,
            rebuys=1,
            spent=50_00,
            knock_outs=1,
            knocked_out_by=(0,),
        ),
        EarlierPlayer(
            name="Cleo Cedar",
            place=3,
            spent=20_00,
            knock_outs=1,
            knocked_out_by=(0, 1),
            points_adjustment=Decimal(100),
        ),
        EarlierPlayer(name="Dino D", place=4, add_ons=1, spent=30_00, hits_adjustment=Decimal(1)),
    ),
    pool=109_00,
    fees=11_00,
    prizes=(70_00, 39_00),
    hits=((1, 2), (1, 0), (2, 0), (2, 1)),
    levels=(
        EarlierLevel(duration_seconds=1_200, small_blind=25, big_blind=50, game=HOLDEM),
        EarlierLevel(duration_seconds=1_200, small_blind=50, big_blind=100, game=HOLDEM),
        EarlierLevel(duration_seconds=600, is_break=True),
        EarlierLevel(duration_seconds=1_200, small_blind=100, big_blind=200, ante=200, game=HOLDEM),
    ),
    chips=(25, 100, 500, 1_000),
    prices=(
        EarlierPrice(kind="buy_in", name="Standard", amount=20_00, fee=2_00, chips=10_000),
        EarlierPrice(kind="rebuy", name="Standard", amount=10_00, chips=10_000),
        EarlierPrice(kind="add_on", name="Double", amount=10_00, fee=1_00, chips=20_000),
    ),
    formula="n - r + 1",
    source="ttd",
    bullets=(
        EarlierBullet(minute=0, chips=10_000),
        EarlierBullet(minute=0, chips=10_000, out_minute=30, out_level=3),
        EarlierBullet(minute=0, chips=10_000, out_minute=120, out_level=3),
        EarlierBullet(minute=0, chips=10_000, out_minute=90, out_level=3),
        EarlierBullet(minute=0, chips=10_000, out_minute=60, out_level=3),
    ),
)


def refusal(raw: bytes) -> tuple[str, dict[str, object]]:
    with pytest.raises(PastFileError) as refused:
        read_ttd(raw)
    return refused.value.code, refused.value.data


# --- Whole events


def test_the_whole_event_of_a_newer_file() -> None:
    event = read_ttd(make_ttd_file())
    assert event == EVENT
    assert (event.entries, event.paid, event.difference) == (5, 109_00, 0)


@pytest.mark.parametrize(
    ("written", "read"),
    [("6F9-A", "6f9-a"), ("x" * 81, ""), (7, ""), (None, "")],
    ids=["id", "long", "number", "none"],
)
def test_an_event_is_known_by_the_id_in_its_file(written: object, read: str) -> None:
    assert read_ttd(make_ttd_file(UUID=written)).own_id == read


def test_the_same_of_an_older_file_which_has_no_prices() -> None:
    # Its add-on says no rake, and neither does a price.
    assert read_ttd(make_ttd_file(form="old")) == replace(EVENT, prices=(), pool=110_00, fees=10_00)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_letters_of_every_encoding(encoding: str) -> None:
    raw = make_ttd_file((one(BuyInMade(), first="Zoë"),), Title="Caffè", encoding=encoding)
    event = read_ttd(raw)
    assert (event.name, event.players[0].name) == ("Caffè", "Zoë")


def test_levels_chips_and_prizes_are_found_without_what_is_made_around_them() -> None:
    break_of_ten = {"Minutes": 10, "ChipUp": True}
    first_prize = {"Recipient": 1, "CalculatedAmount": 9, "AwardedToPlayers": [uuid_of(0)]}
    raw = make_ttd_file(
        Levels=[break_of_ten], Chips={"Chips": {"a": {"Denomination": 5}}}, Prizes=[first_prize]
    )
    event = read_ttd(raw)
    assert event.levels == (EarlierLevel(duration_seconds=600, is_break=True),)
    assert (event.chips, event.prizes, event.notes) == ((5,), (9_00,), ())
    event = read_ttd(make_ttd_file(Levels=Made("GameLevels", {"Current": 3}), Chips=None, Prizes=7))
    assert (event.levels, event.chips, event.prizes) == ((), (), ())


def test_personal_fields_only_when_asked_and_never_in_a_dict() -> None:
    assert all(not player.contact for player in read_ttd(make_ttd_file()).players)
    event = read_ttd(make_ttd_file(), with_contact=True)
    assert event.players[0].contact == {"Email": "ada@example.org", "Phone": "000"}
    assert "example.org" not in f"{event}{event.to_dict()}"


def test_the_day_is_that_of_the_venue() -> None:
    """20:00 in Greenwich is 6 in the morning of the next day ten hours ahead."""
    event = read_ttd(make_ttd_file(), zone=timezone(timedelta(hours=10)))
    assert (event.day, event.began) == (date(2026, 3, 15), EVENT.began)


@pytest.mark.parametrize(
    "root",
    [
        'new Tournament({Title: "T", Players: {}})',
        '{Game: new Tournament({Title: "T", Players: {}})}',
        '{V: "2.0", T: {Title: "T", Players: {}}}',
        '{T: new Tournament({Title: "T", Players: new GamePlayers({Players: new Map({})})})}',
        '{T: new Tournament({Title: "T", Players: new GamePlayers({Players: []})})}',
        '{T: new Tournament({Title: "T", Players: new GamePlayers({Players: Map.from([])})})}',
    ],
)
def test_the_tournament_is_found_in_every_form(root: str) -> None:
    event = read_ttd(root.encode())
    assert (event.name, event.players, event.pool, event.day) == ("T", (), 0, None)
    assert codes(event) == ["no_date", "pool_from_prizes"]


def test_players_as_a_list_with_names_of_older_kinds() -> None:
    raw = written(
        {
            "T": Made(
                "Tournament",
                {
                    "Players": [
                        {"UUID": "1", "Name": "Ada Alder", "Nickname": "Ant", "Buyins": [{"Amount": 5}]},
                        {
                            "UUID": "2",
                            "Nickname": "Bo",
                            "Buyins": [{"BustOut": {"Time": 9, "HitmanUUID": "1"}}],
                        },
                    ]
                },
            )
        }
    )
    event = read_ttd(raw.encode())
    assert [(each.name, each.nickname, each.place, each.knocked_out_by) for each in event.players] == [
        ("Ada Alder", "Ant", 1, ()),
        ("Bo", "", 2, (0,)),
    ]
    assert event.pool == 5_00


def test_a_large_field_is_read_whole() -> None:
    field = make_field(300)
    event = read_ttd(make_ttd_file(field))
    assert places(event) == list(range(1, 301))
    assert event.entries == sum(len(each.buy_ins) for each in field)
    assert sum(each.knock_outs for each in event.players) == len(event.hits) == event.entries - 1
    assert event.notes == ()


# --- What is left out, and what is refused


def test_parts_that_cannot_be_read_are_left_out_with_a_note() -> None:
    levels = [
        Made("GameRound", {"Minutes": 10_001}),
        Made("GameRound", {"Minutes": 10, "SmallBlind": Decimal("0.5")}),
    ]
    limits = Made("GameRound", {"Minutes": Decimal("7.5"), "Limit1": 2, "Limit2": 4})
    profile = Made("FeeProfile", {"Name": "Odd", "Fee": "free"})
    event = read_ttd(
        make_ttd_file(
            Levels=Made("GameLevels", {"Levels": [*levels, limits]}),
            Chips=Made("GameChips", {"Chips": [Made("GameChip", {"Denomination": 0})]}),
            Financials=Made("FinancialConfig", {"Buyins": Made("BuyConfig", {"Profiles": [profile]})}),
        )
    )
    assert event.levels == (EarlierLevel(duration_seconds=450, limits=(2, 4)),)
    assert (event.chips, event.prices) == ((), ())
    assert codes(event) == ["price_left_out", "level_left_out", "level_left_out", "chip_left_out"]


@pytest.mark.parametrize(
    ("changes", "code", "data"),
    [
        ({"Players": None}, "no_players", {}),
        ({"Players": 7}, "no_players", {}),
        ({"Players": Made("GamePlayers", {"Version": 1})}, "no_players", {}),
        ({"Players": Made("GamePlayers", [])}, "no_players", {}),
        ({"Players": [1]}, "no_name", {"number": 1}),
        ({"Players": {"a": {"Nickname": "  "}}}, "no_name", {"number": 1}),
        ({"Players": [{"UUID": "1", "Name": "Ada"}, {"UUID": "1", "Name": "Bo"}]},
         "same_player_twice", {"name": "Bo"}),
        ({"Players": {"1": {"Name": "Ada"}, "2": {"UUID": "1", "Name": "Bo"}}}, "same_player_twice", {"name": "Bo"}),
        ({"Players": [{"Name": "Ada"}] * 5_001}, "too_many_players", {"most": 5_000}),
        ({"Players": [{"Name": "A" * 201}]}, "text_too_long", {"field": "Name", "most": 200}),
        ({"Title": "A" * 201}, "text_too_long", {"field": "Title", "most": 200}),
        ({"StartTime": -1}, "bad_time", {"field": "StartTime", "found": "-1"}),
        ({"StartTime": "Friday"}, "bad_time", {"field": "StartTime", "found": "Friday"}),
        ({"StartTime": 631_151_999_999}, "bad_time", {"field": "StartTime", "found": "631151999999"}),
        ({"StartTime": 4_102_444_800_000}, "bad_time", {"field": "StartTime", "found": "4102444800000"}),
        ({"StartTime": Decimal("1e300")}, "bad_time", {"field": "StartTime", "found": "1E+300"}),
        (prizes(prize("much")), "bad_amount", {"field": "CalculatedAmount", "found": "much"}),
        (prizes(prize([])), "bad_amount", {"field": "CalculatedAmount", "found": "list"}),
        (prizes(prize(True)), "bad_amount", {"field": "CalculatedAmount", "found": "True"}),
        (prizes(prize(-1)), "out_of_range", {"field": "CalculatedAmount", "found": "-1"}),
        (prizes(prize(Decimal("-0.5"))), "out_of_range", {"field": "CalculatedAmount", "found": "-0.5"}),
        (prizes(prize(10**12 + 1)), "out_of_range", {"field": "CalculatedAmount", "found": "1000000000001"}),
        (prizes(prize(Decimal("1e308"))), "out_of_range", {"field": "CalculatedAmount", "found": "1E+308"}),
        ({"Levels": [0] * 5_001}, "too_many_parts", {"most": 5_000}),
        ({"PointsForPlaying": {"Formula": "n" * 20_001}}, "text_too_long", {"field": "Formula", "most": 20_000}),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], code: str, data: dict[str, object]) -> None:
    assert refusal(make_ttd_file(**changes)) == (code, data)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "empty"),
        (b"[]", "no_tournament"),
        (b'"text"', "no_tournament"),
        (b"new League({})", "no_tournament"),
        (b"{V: 1, T: new League({Players: {}})}", "no_tournament"),
        (b"{T: new Tournament()}", "no_players"),
        (b"new Tournament({})", "no_players"),
        (b"\xff\xfe\x00", "bad_bytes"),
        (b"{a: '\x81'}", "bad_bytes"),
        (b"PK\x03\x04\x14\x00\x00\x00", "null_byte"),
        (b" " * 20_000_001, "too_large"),
    ],
)
def test_what_is_no_tournament_is_refused(raw: bytes, code: str) -> None:
    assert refusal(raw)[0] == code


@pytest.mark.parametrize("form", ["new", "old"])
def test_a_bust_out_without_a_time_that_is_a_number_is_refused(form: Form) -> None:
    raw = make_ttd_file(form=form).replace(b"Time: 1773525600000", b'Time: "late"')
    assert refusal(raw) == ("bad_count", {"field": "Time", "found": "late"})
