"""Each page of the house, read once by those whom it is for, with a nasty string wherever somebody may have typed one.

What was found wrong with any of them is kept for the tests of this file, which look for one kind of fault each.
"""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest
from django.http import HttpResponse, HttpResponseBase
from filelock import FileLock

from tests.breadth import GOES_LONG, sample
from tests.factories.house import House, undone
from tests.security.acting_lists import rows_of
from tests.security.checks import faults_of_htmx, faults_of_markup, injected, lacks
from tests.security.forms import ELSEWHERE, address_of, forms_on, pages_with_forms
from tests.security.pages import Page, crawl, read_page
from tests.security.poison import NASTY, poison_house
from tests.security.rows import digest
from tests.security.test_access_table import LISTED, TABLE, pairing_values, values_of
from tournament.models import Entry, Player

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

# What everybody reads the player reads too, in the same words.
PUBLIC = ("public",) if GOES_LONG else ()
# Whose pages somebody reads, how many strings he must meet there at least, and how many addresses he opens at most:
# those that he is given, and links until there are so many.
READS = {
    "director": (
        (*PUBLIC, "account", "any director", "any staff", "floor", "director"),
        len(NASTY) - 2,
        180,
    ),
    "registration": (("account", "any staff"), 8, 120),
    "tablet": (("tablet",), 4, 30),
    "player": (("public", "private link"), 4, 45),
}
VISITORS = [
    *("director", "tablet", "player"),
    pytest.param("registration", marks=pytest.mark.long(reason="the director reads the same pages and more")),
]
OF_PAGES: dict[str, Callable[[Page], list[str]]] = {
    "typed": injected,
    "markup": faults_of_markup,
    "htmx": faults_of_htmx,
}


@dataclass(slots=True, kw_only=True)
class Reading:
    """What somebody has read, what was wrong with it by its kind, and to which addresses its forms write."""

    urls: list[str] = field(default_factory=list)
    writes: set[str] = field(default_factory=set)
    faults: dict[str, list[str]] = field(
        default_factory=lambda: {name: [] for name in (*OF_PAGES, "headers")}
    )
    broken: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    shown: str = ""
    # Of the lists whose rows act: their names, and the pages of those that have none.
    lists: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)

    def look_at(self, url: str, response: HttpResponseBase, page: Page | None) -> None:
        self.urls.append(url)
        if response.status_code >= 500:
            self.broken[url] = response.status_code
        if response.status_code in (403, 404):
            self.refused.append(url)
        self.faults["headers"] += [f"{url} ({response.status_code}): {name}" for name in lacks(response)]
        if page is not None and page.tags:
            for name, faults_of in OF_PAGES.items():
                self.faults[name] += [f"{url}: {fault}" for fault in faults_of(page)]
            self.shown += " ".join(page.text)
            self.writes |= {address_of(form.action) for form in page.forms}
        if page is not None and isinstance(response, HttpResponse):
            for row in rows_of(url, response.content.decode()):
                self.lists.add(re.sub(r"-\d+$", "", row.name) or f"without a name on {url}")


def starts_of(house: House, visitor: str) -> list[str]:
    kinds, values = READS[visitor][0], values_of(house, visitor)
    starts = [
        address.url(pairing_values(house, address, values))
        for address in LISTED
        if "GET" in TABLE[address.name].methods and TABLE[address.name].access in kinds
    ]
    if visitor == "director":
        starts += [
            f"/floor/{house.mine.code}/?q=%3Cb%20data-xss%3E",
            f"/floor/{house.mine.code}/players/?q=%22%3E%3Cb%20data-xss%3E",
            f"/floor/{house.mine.code}/log/?player=%3Cb%20data-xss%3E&kind=%22data-xss%3D",
            f"/t/{house.mine.code}/seat/?name=%22%3E%3Cb%20data-xss%3E",
            "/login/?next=%22%3E%3Cb%20data-xss%3E",
            # Forms that stand in another state of a tournament, or behind a choice.
            *pages_with_forms(house, ELSEWHERE)[visitor],
        ]
    return starts


def read_house(house: House, visitor: str) -> Reading:
    """Read all pages as `visitor` does, and ask for every tenth in the other ways that change nothing."""
    reading, client, starts = Reading(), house.client(visitor), starts_of(house, visitor)
    before = digest()
    for visit in crawl(client, starts, limit=sample("pages read by each visitor") * READS[visitor][2]):
        reading.look_at(visit.url, visit.response, visit.page)
    for url in starts[:: sample("every so many starts")]:
        client.head(url)
        client.options(url)
    reading.changed = {name for name, rows in digest().items() if rows != before[name]}
    return reading


@pytest.fixture(params=VISITORS)
def reading(request: pytest.FixtureRequest) -> Reading:
    """What was found by the first of this run that asks: the tests of a file may be shared out among processes."""
    found = Path(os.environ["FLOORMAN_TEST_DIR"]) / f"reading of the {request.param}.pickle"
    with FileLock(f"{found}.lock"):
        if not found.exists():
            house = request.getfixturevalue("house")
            # What else the test asks of its house it asks of one without poison.
            with undone():
                poison_house()
                read = read_house(house, request.param)
            found.write_bytes(pickle.dumps(read))
    return cast("Reading", pickle.loads(found.read_bytes()))


# A player's starts have a private link of somebody else.
@pytest.mark.parametrize("reading", [one for one in VISITORS if one != "player"], indirect=True)
def test_no_page_leads_where_its_reader_may_not_go(reading: Reading) -> None:
    assert reading.refused == []


# Whoever asks for more than the role allows is noted.
@pytest.mark.parametrize("reading", ["director", "tablet", "player"], indirect=True)
def test_reading_every_page_and_every_link_changes_no_row(reading: Reading) -> None:
    assert len(reading.urls) >= 10
    assert reading.changed == set()


# What programs write with a token has no form.
WRITES = {name for name, row in TABLE.items() if "POST" in row.methods and row.access != "token"}
# Its button stands on the pages while the computer's clock is wrong: tests/tables/test_computer_clock.py taps it there.
ONLY_IN_AN_ALARM = {"tables:adopt_computer_time"}
# Their buttons stand on the pages of a house with a public address: tests/tables/views/test_phones.py taps them there.
ONLY_AT_A_PUBLIC_ADDRESS = {"tables:phone_on", "tables:phone_off"}


@pytest.mark.one_database
@pytest.mark.parametrize("reading", ["director"], indirect=True)
def test_every_write_of_the_house_is_reached_by_a_form_of_its_pages(reading: Reading, house: House) -> None:
    """So that test_mass_assignment.py tries them all, and that everything works without scripts (rule 18)."""
    # In the house that is read there every dispute has an answer: here that of the last complete hand waits.
    address_of_hand = f"/floor/{house.mine.code}/tables/1/hands/{house.mine.hand.number - 1}/"
    # And every stack of its other table is known: here none is.
    Entry.objects.filter(seat__table=house.mine.tables[1]).update(is_stack_known=False)
    pages = pages_with_forms(house, ELSEWHERE) | {
        # Where every name is poison no name in a file is that of a player.
        # Where everything was pressed the web hook is off.
        "director": [address_of_hand, "/floor/imported/", house.mine.url_of_hook, house.mine.url_of_messages],
        "tablet of another table": ["/tablet/table/", "/tablet/table/?sheet=count"],
        "second tablet": ["/tablet/table/"],
    }
    reached = reading.writes | {trial.name for trial in forms_on(pages, house)}
    assert reached | ONLY_IN_AN_ALARM | ONLY_AT_A_PUBLIC_ADDRESS == WRITES


@pytest.mark.one_database
@pytest.mark.parametrize("reading", ["director"], indirect=True)
def test_every_list_whose_rows_act_has_rows_that_stay_under_the_finger(reading: Reading) -> None:
    """What a second tap then does in a browser: tests/e2e/test_second_taps.py."""
    assert [name for name in reading.lists if name.startswith("without")] == []
    assert len(reading.lists) > 25


@pytest.mark.one_database
def test_every_page_carries_the_policy_and_the_protections(reading: Reading) -> None:
    assert reading.faults["headers"] == []


@pytest.mark.one_database
def test_every_page_tells_htmx_not_to_evaluate(reading: Reading) -> None:
    """And has no script of its own, no style and no handler in its markup, whatever the template said."""
    assert reading.faults["htmx"] == []
    assert reading.faults["markup"] == []


@pytest.mark.one_database
def test_what_was_typed_is_text_on_every_page(reading: Reading, request: pytest.FixtureRequest) -> None:
    assert reading.broken == {}
    assert reading.faults["typed"] == []
    # The control: they are there, and as they were typed.
    wanted = READS[request.node.callspec.params["reading"]][1]
    seen = [string for string in NASTY if string in reading.shown or string[:60] in reading.shown]
    assert len(seen) >= wanted, sorted(set(NASTY) - set(seen))
    assert [word for word in reading.shown.split() if word.startswith("14<b")] == [], (
        "a template in a name was run"
    )


# --- Controls ------------------------------------------------------------------------------------------------------


def test_a_list_without_rows_that_stay_is_found() -> None:
    html = "<form method=post><ul><li><button id=b>Pay</button></li></ul></form>"

    assert [(row.name, row.button) for row in rows_of("/", html)] == [("", "b")]


HEAD = """<html><meta name="htmx-config" content='{"allowEval": true}'>"""


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<b data-xss>Anna</b>", {"typed"}),
        ('<a hx-get="/floor/" hx-trigger="alert(1)">', {"typed"}),
        ("<b onclick=x>", {"markup"}),
        ("<p style=x>", {"markup"}),
        ("<script>alert()</script>", {"markup"}),
        ('<img src="https://evil.example/">', {"markup"}),
        ("<html><p>nothing about htmx", {"htmx"}),
        (HEAD, {"htmx"}),
    ],
)
def test_a_page_with_a_fault_is_found(html: str, kinds: set[str]) -> None:
    page = read_page("/", html)
    assert kinds <= {name for name, faults_of in OF_PAGES.items() if faults_of(page)}


def test_an_answer_without_the_protections_and_a_row_that_changed_are_found(house: House) -> None:
    assert {"policy script-src", "Cache-Control", "X-Frame-Options"} <= set(lacks(HttpResponse()))
    before = digest()
    with undone():
        Player.objects.filter(pk=house.mine.newcomer.pk).update(note="changed")
        assert {name for name, rows in digest().items() if rows != before[name]} == {"Player"}
