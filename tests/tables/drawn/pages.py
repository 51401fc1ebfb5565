"""The whole page, as a tablet without the script meets it: each sheet at its address, and refusals of plain forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from uuid import uuid4

import time_machine
from django.test import Client

from tables.models import Device
from tables.views.tablet.access import COOKIE
from tests.factories import NOW
from tests.factories.felt import Felt, make_felt
from tests.factories.mixed import NO_LIMIT, STUD, mixed, sheet
from tests.tables.drawn.hands import level_of
from tournament.rules.structure.level_games import LevelGame

TABLE: Final = "/tablet/table/"
# What differs from one page to the next and not with the screen: keys, secrets, names of rows.
PASSING: Final = (
    (r'(name="csrfmiddlewaretoken" value=)"[^"]*"', r'\1"…"'),
    (r'(name="key" value=)"[^"]*"', r'\1"…"'),
    (r'(data-owner=)"[^"]*"', r'\1"…"'),
)


def pages(language: str) -> Iterator[tuple[str, str]]:
    """A name and the HTML of each page in this language."""
    with time_machine.travel(NOW, tick=False):
        for felt, name, addresses in _tables():
            client = _tablet(felt, language)
            for address in addresses:
                yield f"page {name} {address}", _lasting(client.get(f"{TABLE}{address}"))
        yield from _refused(language)


def _tablet(felt: Felt, language: str) -> Client:
    client = Client(headers={"Accept-Language": language})
    client.cookies[COOKIE] = felt.pair()[1]
    return client


def _lasting(response: Any) -> str:
    # What stands before it every page of Floorman has.
    html = "".join(response.content.decode().partition('<section class="too-narrow"')[1:])
    for pattern, instead in PASSING:
        html = re.sub(pattern, instead, html)
    return html


def _tables() -> Iterator[tuple[Felt, str, tuple[str, ...]]]:
    """A table, what it is playing, and the addresses that are opened there."""
    holdem = make_felt(1000, 1000, 1000, 1000)
    yield holdem, "between", ("", "?sheet=menu", "?sheet=irregular", "?sheet=nonsense")
    holdem.deal()
    rulings = tuple(
        f"?sheet=irregular&kind={kind}" for kind in ("out_of_turn", "misdeal", "exposed_card", "jam")
    )
    yield holdem, "betting", ("", "?sheet=bet", "?sheet=irregular", *rulings)
    holdem.play("f3", "f4", "c1", "k2")
    yield holdem, "flop", ("?sheet=pick", "?sheet=pick&pick=b")
    holdem.play("b:AhTd2c", "k1", "k2", "b:??", "k1", "k2", "b:??", "k1", "k2")
    yield holdem, "showdown", ("?sheet=winners", "?sheet=pick&pick=s2", "?sheet=irregular&kind=asked_to_see")
    stud = make_felt(1000, 1000, 1000, structure=sheet(level_of("F7S"), level_of("F7S")))
    stud.deal()
    yield stud, "stud", ("?sheet=opens", "?sheet=pick&pick=t2")
    wild = make_felt(1000, 1000, 1000, structure=sheet(level_of("N5DAw"), level_of("N5DAw")))
    wild.deal()
    yield wild, "joker", ("?sheet=pick",)
    other = LevelGame(game="XR", ante=25, ante_kind="classic", min_bet=25)
    choice = mixed(NO_LIMIT, STUD, other, hands=0)
    any_game = make_felt(1000, 1000, 1000, structure=sheet(choice, choice))
    yield any_game, "choice", ("?sheet=games",)
    any_game.deal(game="XR", title="Guts")
    yield any_game, "by result", ("?sheet=chips", "?sheet=chips&seat=2")


def _refused(language: str) -> Iterator[tuple[str, str]]:
    """Plain forms that are refused: the sheet is open again, with what was typed and why."""
    felt = make_felt(1000, 1000, 1000)
    client = _tablet(felt, language)
    felt.deal()
    posts: tuple[dict[str, Any], ...] = (
        {"operation": "r3", "amount": "60", "sheet": "bet"},
        {"operation": "r3", "amount": "12345678901234567", "sheet": "bet"},
        {"operation": "k3"},
        {"operation": ""},
    )
    for number, post in enumerate(posts):
        device = Device.objects.get(table=felt.table)
        common = {"key": str(uuid4()), "version": felt.fresh().version, "epoch": device.epoch}
        yield f"page refused {number}", _lasting(client.post(f"{TABLE}act/", {**common, **post}))
