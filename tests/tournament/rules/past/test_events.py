from __future__ import annotations

import json
from datetime import UTC, date, datetime
from decimal import Decimal

from tournament.rules.past.events import (
    EarlierEvent,
    EarlierLevel,
    EarlierNote,
    EarlierPlayer,
    EarlierPrice,
)


def test_an_event_is_json_with_its_sums_and_without_personal_fields() -> None:
    player = EarlierPlayer(
        name="Ada",
        place=1,
        prize=90_00,
        entries=2,
        knocked_out_by=(0,),
        points=Decimal("1.5"),
        contact={"Email": "ada@example.org"},
    )
    event = EarlierEvent(
        name="Friday",
        day=date(2026, 3, 14),
        began=datetime(2026, 3, 14, 20, 0, tzinfo=UTC),
        players=(player,),
        pool=100_00,
        hits=((0, 0),),
        levels=(EarlierLevel(duration_seconds=600, limits=(2, 4)),),
        prices=(EarlierPrice(kind="rebuy", name="Double", amount=20_00),),
        notes=(EarlierNote(code="level_left_out", data={"number": 3}),),
    )
    assert json.loads(json.dumps(event.to_dict())) == {
        "name": "Friday",
        "league": "",
        "season": "",
        "game": "",
        "source": "",
        "day": "2026-03-14",
        "began": "2026-03-14T20:00:00+00:00",
        "pool": 100_00,
        "fees": 0,
        "entries": 2,
        "paid": 90_00,
        "difference": 10_00,
        "players": [
            {
                "name": "Ada",
                "nickname": "",
                "place": 1,
                "prize": 90_00,
                "entries": 2,
                "rebuys": 0,
                "add_ons": 0,
                "spent": 0,
                "knock_outs": 0,
                "hits_adjustment": "0",
                "knocked_out_by": [0],
                "points": "1.5",
                "points_adjustment": "0",
            }
        ],
        "prizes": [],
        "hits": [[0, 0]],
        "levels": [
            {
                "duration_seconds": 600,
                "is_break": False,
                "small_blind": 0,
                "big_blind": 0,
                "ante": 0,
                "limits": [2, 4],
                "game": "",
            }
        ],
        "chips": [],
        "prices": [{"kind": "rebuy", "name": "Double", "amount": 20_00, "fee": 0, "chips": 0}],
        "formula": "",
        "notes": [
            {
                "code": "level_left_out",
                "data": {"number": 3},
                "text": "Level 3 cannot be read and was left out.",
            }
        ],
    }


def test_an_event_of_which_little_is_known() -> None:
    event = EarlierEvent(name="", players=())
    assert (event.entries, event.paid, event.difference) == (0, 0, 0)
    assert event.to_dict()["day"] is event.to_dict()["began"] is None
