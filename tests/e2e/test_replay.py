"""A recorded hand on a phone: step by step as the engine has it, by keys and by thumb, and shared."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables import engine
from tables.queries.hands.replay import replay_of_steps
from tables.queries.hands.steps import for_everybody, steps_of
from tests.e2e.axe import objections_in_both_themes
from tests.factories.felt import Felt, make_felt
from tests.processes import LiveFloorman
from tests.published import PublishedHand, all_published
from tournament.models import Player

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PLAYED = "r3:150 f1 c2 b:Ks9h3d k2 r3:200 c2 b:2c k2 k3 b:4h r2:1000 c3 s2:KhKd m3"


def a_hand() -> Felt:
    """Played six minutes ago, and shown after five."""
    then = timezone.now() - timedelta(minutes=6)
    felt = make_felt(2000, 2000, 2000, now=then, hands_delay=5)
    Player.objects.filter(name="Bruno Neri").update(public_name="The Owl", search_shown_name="the owl")
    felt.deal(then)
    felt.play(*PLAYED.split(), now=then)
    return felt


def test_a_hand_is_stepped_through_on_a_phone(live_page: Page, live_floorman: LiveFloorman) -> None:
    felt = a_hand()
    page = live_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_floorman.url}/t/{felt.tournament.code}/")
    page.get_by_role("link", name="Hands").click()
    page.get_by_role("link", name="Table 1, hand 1").click()
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("Bruno Neri")
    said, pot = page.locator("#replay-said"), page.locator(".replay__pot b")
    expect(pot).to_have_text("75")

    page.locator("#replay-on").click()
    expect(said).to_contain_text("raises to 150")
    expect(pot).to_have_text("225")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Anna Verdi folds")
    expect(page.locator("[data-seat='1']")).to_have_class("replay__seat is-folded")
    page.get_by_role("button", name="River").click()
    expect(page.locator(".replay__boards .card")).to_have_count(5)
    expect(said).to_contain_text("Carla Rossi checks")
    page.keyboard.press("End")
    expect(page.locator("#replay-last")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-seat='2'] .replay__cards")).to_contain_text("king of hearts")
    expect(page.locator("[data-seat='2'] .replay__bet")).to_have_text("+2,725")
    assert objections_in_both_themes(page) == []

    page.locator("#replay-first").click()
    expect(pot).to_have_text("75")
    # Nobody waits for more than the last steps.
    page.get_by_role("button", name="River").click()
    page.locator("#replay-pace").select_option("400")
    page.locator("#replay-play").click()
    expect(page.locator("#replay-last")).to_have_attribute("aria-disabled", "true", timeout=20_000)
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")
    page.get_by_text("Share this hand").click()
    expect(page.locator("figcaption")).to_contain_text(f"/t/{felt.tournament.code}/tables/1/hands/1/")


# Pot, stacks, bets and cards on the board after each step of each hand, in numbers.
READ = """async ([bodies, script]) => {
    const number = (element) => Number(element.textContent.replace(/\\D/g, ""));
    const told = [];
    for (const [at, body] of bodies.entries()) {
        document.body.innerHTML = body;
        await import(`${script}?${performance.now()}-${at}`);
        const all = (selector) => [...document.querySelectorAll(selector)].map(number);
        const steps = [];
        for (const key = document.getElementById("replay-on"); ; key.click()) {
            steps.push([
                number(document.querySelector(".replay__pot b")),
                all(".replay__stack"),
                document.querySelectorAll(".replay__boards p:first-child .card").length,
            ]);
            if (key.getAttribute("aria-disabled") === "true") break;
        }
        told.push(steps);
    }
    return told;
}"""


@pytest.mark.long(reason="what each hand sends to its page is compared without a browser")
def test_the_page_shows_every_published_hand_as_the_engine_has_it(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    felt = a_hand()
    live_page.goto(f"{live_floorman.url}/t/{felt.tournament.code}/tables/1/hands/1/")
    script = live_page.locator("script[src*='tables/replay']").get_attribute("src")
    hands = all_published()
    for start in range(0, len(hands), 50):
        part = hands[start : start + 50]
        found = live_page.evaluate(READ, [[page_of(hand) for hand in part], script])
        assert [without_repeats(each) for each in found] == [
            without_repeats(states_of(hand)) for hand in part
        ]


def without_repeats(steps: list[Any]) -> list[Any]:
    """A step that shows what the one before it shows says something else, or nothing."""
    return [step for at, step in enumerate(steps) if not at or step != steps[at - 1]]


def page_of(hand: PublishedHand) -> str:
    """What replay.js finds of a hand in its page."""
    seats = sorted(each.seat for each in hand.setup.seats)
    timed = [(each, timezone.now()) for each in hand.operations]
    names = {seat: f"Player {seat}" for seat in seats}
    steps = list(for_everybody(steps_of(hand.setup, timed, names=names, hides_cards=True)))
    players = [{"seat": seat, "name": names[seat]} for seat in seats]
    each_line = [
        f'<li class="street__line"><span class="wrap">{line.kind}</span></li>'
        for step in steps
        for line in step.lines
    ]
    replay = render_to_string(
        "tournament/public/_replay.html", {"hand": {"players": players}, "replay": replay_of_steps(steps)}
    )
    written = "".join(each_line)
    lines = f'<div id="replay-lines"><ol class="street__lines">{written}</ol></div>'
    return f'{replay}<button id="share-hand"></button>{lines}'


def states_of(hand: PublishedHand) -> list[Any]:
    """The same by the engine, from the start for each step."""
    states = [engine.replay(hand.setup, hand.operations[:count]) for count in range(len(hand.operations) + 1)]
    return [
        [state.pot_total, [state.stacks[seat] for seat in sorted(state.stacks)], len(state.boards_so_far[0])]
        for state in states
    ]
