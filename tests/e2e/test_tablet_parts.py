"""The tablet is told what has changed: part by part its screen is the one that would have been sent whole."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from django.test import Client
from django.utils import timezone

from tables import engine
from tables.templatetags.screen import render_screen
from tables.views.tablet.access import COOKIE
from tests.breadth import sample
from tests.e2e.dealer import Dealer
from tests.factories.felt import make_felt
from tests.tables.drawn.hands import hand_of

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Shows each change, and says which screens are not like the whole one then. A clock counts by itself.
DIFFERENT = """async ([url, moments]) => {
  const { show } = await import(`${url}/screen.js`);
  const plain = (screen) => {
    const copy = screen.cloneNode(true);
    for (const counted of copy.querySelectorAll("[data-until]")) counted.textContent = "";
    for (const board of copy.querySelectorAll("[data-board]")) board.removeAttribute("data-phase");
    for (const over of copy.querySelectorAll("[data-after]")) over.hidden = false;
    for (const each of copy.querySelectorAll("[class='']")) each.removeAttribute("class");
    return copy.outerHTML;
  };
  const different = [];
  moments.forEach(([whole, change], at) => {
    show(change, document.getElementById("screen").dataset.parts);
    const meant = new DOMParser().parseFromString(whole, "text/html").getElementById("screen");
    if (plain(document.getElementById("screen")) !== plain(meant)) different.push(at);
  });
  return different;
}"""
MARKS = re.compile(r'data-parts="(\w+)"')


def moments(count: int) -> list[tuple[str, str]]:
    """Screens of random hands, whole and as changes of the one before."""
    screens = (moment.screen for game in sorted(engine.GAMES) for moment in hand_of(game))
    found, seen = [], ""
    for screen in islice(screens, count):
        whole = str(render_screen(screen))
        found.append((whole, str(render_screen(screen, seen=seen))))
        seen = MARKS.findall(whole)[0]
    return found


@pytest.mark.sampled
def test_part_by_part_each_screen_is_what_it_would_be_whole(dealer: Dealer) -> None:
    told = moments(sample("screens sent in parts"))
    url = f"{dealer.live.url}/static/tables/tablet"
    assert dealer.page.evaluate(DIFFERENT, [url, told]) == []
    assert sum(len(change) for _whole, change in told[1:]) < sum(len(whole) for whole, _ in told[1:]) / 2

    # The same told once more, but for one part of the last.
    whole, change = told[-1]
    lost = re.sub(r'<p id="prompt".*?</p>', "", change, flags=re.DOTALL)
    assert lost != change
    assert dealer.page.evaluate(DIFFERENT, [url, [*told[:-1], (whole, lost)]]) == [len(told) - 1]


def test_every_form_of_a_tap_is_one_of_htmx_and_works_without_it() -> None:
    felt = make_felt(1_000, 1_000, 1_000)
    felt.deal()
    felt.play("c3", "c1", "k2")
    client = Client()
    client.cookies[COOKIE] = felt.pair(now=timezone.now())[1]
    found = 0
    for query in ("", "sheet=players", "sheet=irregular&kind=exposed", "sheet=bet", "sheet=pick"):
        page = client.get(f"/tablet/table/?{query}").text
        assert 'hx-ext="sse, outbox" hx-target="#screen" hx-swap="none"' in page
        for form in re.findall(r'<form[^>]*method="post"[^>]*>', page):
            address = re.search(r' action="(/tablet/table/[^"]*)"', form)
            if address:
                found += 1
                assert f'hx-post="{address[1]}"' in form
    assert found > 10
