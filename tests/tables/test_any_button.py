"""Whatever the director presses, on whatever page and in whatever order: no page breaks, and everything adds up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db.models import Max
from django.test import Client

from tables.queries.checks.every import findings_in
from tests.factories import give_role, make_tournament
from tests.security.addresses import all_addresses
from tests.security.pages import Control, FoundForm, read_page
from tests.tables.money_pages import NoWayOut, Pages
from tests.tables.money_walk.faults import keep_what_a_sponsor_takes_back
from tests.tables.test_money_ways_out import SOLD, Evening
from tournament.models import BountyKind, Entry, EntryStatus, LogEntry, Role, Tournament
from tournament.queries.ledger.reconciliation import reconciliation

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long_on_postgresql(reason="whole pages; the services have their own tests there"),
]

# Where most is pressed.
OFTEN: Final = ("tables/1/", "tables/1/", "payouts/", "bounties/", "desk/?q=a", "players/")
# What would end the walk: the tournament called off, the director without a role, or another house.
NEVER: Final = re.compile(r"/(cancel|clone|staff|logout|import|pair)/")
# What is downloaded has nothing to press.
A_FILE: Final = re.compile(r"\.(csv|pdf)$")
AMOUNTS: Final = ("1", "5", "10", "12.50", "20", "100")
CHIPS: Final = ("100", "1000", "5000", "10000")


class BeforePlay(Evening):
    """Registration is open, nobody has entered, and no table is there."""

    def __init__(self, client: Client, **changes: Any) -> None:
        self.tournament = make_tournament(**SOLD | {"late_registration_level": 2} | changes)
        client.force_login(give_role(self.tournament, Role.DIRECTOR, "flora"))
        self.pages = Pages(client, f"/floor/{self.tournament.code}/")


@dataclass(slots=True)
class Director:
    """Somebody who goes from page to page and presses what is there; `done` is what was pressed, the last last."""

    evening: Evening
    client: Client
    rng: Random
    pages: Sequence[str]
    url: str = ""
    done: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def do_something(self) -> None:
        if self.rng.random() < 0.1:
            self._bust_somebody()
            return
        self._turn_over()
        answer = self.client.get(self.url)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        if answer.status_code != 200 or not is_page:
            self.url = self._home
            return
        page = read_page(self.url, answer.content.decode())
        forms = [form for form in page.forms if self._is_ours(form.action)]
        links = sorted(link for link in page.links if self._is_ours(link))
        if forms and (not links or self.rng.random() < 0.75):
            self._send(self.rng.choice(forms))
        elif links:
            self.url = self.rng.choice(links)

    def check(self) -> None:
        tournament = Tournament.objects.get(pk=self.evening.tournament.pk)
        said = [str(finding) for finding in findings_in(tournament)]
        books = reconciliation(tournament)
        if tournament.locked_ladder_data is not None and books.pool.difference:
            # A pool that has moved under locked payouts is a warning to the director, and nobody's until it is heard.
            assert said.pop().startswith("I06")
            assert books.faults == 1
        else:
            assert books.faults == 0, f"after {self.done[-5:]}"
        assert said == [], f"after {self.done[-5:]}"

    @property
    def _home(self) -> str:
        return self.evening.pages.home

    def _is_ours(self, address: str) -> bool:
        return address.startswith(self._home) and not NEVER.search(address)

    def _turn_over(self) -> None:
        """To one of the pages, to the log, or no further."""
        what = self.rng.random()
        if what < 0.6 or not self.url:
            self.url = self.rng.choice(self.pages)
        elif what < 0.7:
            self.url = self._home + "log/"

    def _send(self, form: FoundForm) -> None:
        body = filled(form, self.rng)
        self.done.append((form.action, body))
        self.client.post(form.action, {**body, "key": str(uuid4())}, follow=True)

    def _bust_somebody(self) -> None:
        playing = Entry.objects.filter(tournament=self.evening.tournament, status=EntryStatus.PLAYING)
        names = list(playing.order_by("pk").values_list("player__name", flat=True))
        self.rng.shuffle(names)
        if len(names) < 2:
            return
        self.done.append(("bust", {"name": names[0]}))
        try:
            self.evening.bust(names[0], by=names[1 : 1 + self.rng.randrange(3)])
        except NoWayOut:
            # The player sits at another table, or waits.
            self.done.pop()


def pages_of(evening: Evening) -> list[str]:
    """Every page of the tournament that needs no further number, and those where most is pressed."""
    code = {"code": evening.tournament.code}
    urls = [each.url(code) for each in all_addresses() if each.arguments == ("code",)]
    ours = [url for url in urls if url.startswith(evening.pages.home) and not NEVER.search(url)]
    return [url for url in ours if not A_FILE.search(url)] + [evening.pages.home + page for page in OFTEN]


def filled(form: FoundForm, rng: Random) -> dict[str, Any]:
    """What a person in a hurry sends: one of the buttons, something in every field, most of it as it stood."""
    groups: dict[str, list[Control]] = {}
    for control in form.controls:
        groups.setdefault(control.name, []).append(control)
    body = {name: _typed(rng.choice(controls), rng) for name, controls in groups.items()}
    for name, _value in form.buttons:
        body.pop(name, None)
    return body | dict([rng.choice(form.buttons)] if form.buttons else [])


def _typed(control: Control, rng: Random) -> str:
    if control.choices and rng.random() < 0.4:
        return rng.choice(control.choices)
    if not control.is_typed:
        return control.value
    if control.name in ("reason", "text"):
        return "Because"
    if control.name in ("name", "title") and not control.value:
        return f"Player {rng.randrange(10_000)}"
    if re.search("amount|counted|float|money|value", control.name) and rng.random() < 0.8:
        return rng.choice(AMOUNTS)
    if control.name in ("chips", "stack") and rng.random() < 0.5:
        return rng.choice(CHIPS)
    return str(rng.randrange(50)) if rng.random() < 0.05 else control.value


def walk(client: Client, seed: int, *, steps: int, only: Sequence[str] = ()) -> set[str]:
    """An evening of so many steps; the verbs of the log that came of it. `only`: on these pages."""
    kind = list(BountyKind)[seed % len(BountyKind)]
    changes: dict[str, Any] = {"bounty_kind": kind.value}
    if kind == BountyKind.NONE:
        changes |= {"buy_in_bounty": 0, "price_data": ()}
    if seed % 3 == 0:
        changes |= {"guarantee": 0, "rule_overrides": {"event": {"no_show_level": 1}}}
    if seed % 5 == 0:
        changes |= {"two_people_from": 50_00}
    evening = (BeforePlay if seed % 4 == 0 else Evening)(client, **changes)
    for name in ("Known Kira", "Luca Lodi", "Mara Mito"):
        evening.sell_entry(name)
    pages = [evening.pages.home + page for page in only] or pages_of(evening)
    director = Director(evening, client, Random(seed), pages)
    newest = 0
    for step in range(steps):
        if seed % 8 == 0 and step == steps // 2:
            with suppress(NoWayOut):
                # The clock may have been started.
                evening.pages.press("cancel/", r"cancel/$", reason="Storm")
        director.do_something()
        before, newest = newest, LogEntry.objects.aggregate(newest=Max("pk"))["newest"]
        if newest != before:
            director.check()
    return set(LogEntry.objects.filter(tournament=evening.tournament).values_list("verb", flat=True))


LONGER = pytest.mark.long(reason="longer evenings of every kind")


@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        (1, 30),
        pytest.param(1, 60, marks=pytest.mark.long(reason="twice as far on the same evening")),
        pytest.param(2, 60, marks=pytest.mark.long(reason="the same with bounties of another kind")),
        # Each kind of bounty once, and each of the other ways in which an evening begins (walk).
        *(pytest.param(seed, 140, marks=[pytest.mark.slow, LONGER]) for seed in range(4, 7)),
    ],
)
def test_whatever_is_pressed_no_page_breaks_and_everything_adds_up(
    client: Client, seed: int, steps: int
) -> None:
    assert len(walk(client, seed, steps=steps)) > steps // 12


def test_the_control_money_that_stays_after_its_undo_is_found(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_what_a_sponsor_takes_back(monkeypatch)

    with pytest.raises(AssertionError, match=r"after .*log/\d+/undo/"):
        walk(client, 1, steps=300, only=["payouts/added/", "log/"])
