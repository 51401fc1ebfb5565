"""A television in the room: taken in by its code, given something else to show within a second, alone again after it
was removed.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import OpenDevice, log_in
from tests.e2e.axe import objections
from tests.factories import ACTOR, make_account, make_tournament
from tests.factories.field import started
from tests.processes import LiveFloorman, wait_until
from tournament.links import screen_link
from tournament.models import RuleWhen, Screen
from tournament.services.clock import next_period
from tournament.services.screen_messages import tell_screens
from tournament.services.screen_rules import RuleWanted, add_screen_rule
from tournament.services.screens import set_volume, take_screen

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_television_follows_what_the_floor_gives_it(
    live_page: Page, context: BrowserContext, another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    account = make_account()
    tournament = make_tournament(account)
    television = another_device(1920, 1080).new_page()
    television.goto(f"{live_floorman.url}/screen/")
    code = television.locator(".screen-waits__code")
    expect(code).to_be_visible()
    assert objections(television) == []

    log_in(context, account, live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/screens/")
    assert objections(live_page) == []
    live_page.get_by_label("Code on the television").fill(code.inner_text())
    live_page.get_by_role("textbox", name="Name").fill("Bar")
    live_page.locator("#take-screen").click()
    expect(live_page.locator(".screens")).to_contain_text("Bar")
    expect(television.locator("[data-board]")).to_be_visible()
    expect(television.locator("html")).to_have_attribute("data-connection", "live")
    expect(live_page.locator(".screens .badge")).to_have_text("On")
    assert objections(live_page) == []

    live_page.locator(".screens a", has_text="Change").click()
    live_page.locator("button[value=rounds]").click()
    expect(television.locator("#shown .rounds")).to_be_visible(timeout=2_000)
    assert objections(live_page) == []
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/screens/")
    expect(live_page.locator(".wall-picture .rounds")).to_be_visible()

    live_page.locator(".screens a", has_text="Change").click()
    live_page.locator("button[value=structure]").click()
    expect(television.locator("#shown .framed")).to_contain_text("Structure")
    assert objections(television) == []
    tell_screens(tournament_id=tournament.pk, text="Dinner is served", minutes=5, by=ACTOR.at(timezone.now()))
    expect(television.locator("#shown")).to_contain_text("Dinner is served", timeout=2_000)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/screens/")
    live_page.locator("#end-message").click()
    expect(television.locator("#shown .framed")).to_contain_text("Structure")

    live_page.locator(".screens a", has_text="Change").click()
    live_page.locator("button", has_text="Remove").click()
    expect(code).to_be_visible()


# Which clips are played, and when: an init script is not subject to the page's policy.
LISTEN = """
window.heard = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when, offset, duration) {
  window.heard.push({ when, offset, duration });
  return start.call(this, when, offset, duration);
};
"""


def heard_on(television: Page, clips: dict[str, tuple[float, float]]) -> list[str]:
    """The clips that were played, by name."""
    played = television.evaluate("window.heard")
    return [min(clips, key=lambda name: abs(clips[name][0] - each["offset"])) for each in played]


def test_a_television_says_a_level_when_it_comes_and_nothing_late_or_twice(
    another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    tournament, _entries = started(3, now=timezone.now() - timedelta(minutes=1))
    by = ACTOR.at(timezone.now())
    take_screen(tournament_id=tournament.pk, code="", name="Bar", by=by)
    screen = Screen.objects.get()
    set_volume(tournament_id=tournament.pk, screen_id=screen.pk, volume=60, by=by)
    television = another_device(1920, 1080).new_page()
    television.add_init_script(LISTEN)
    television.goto(live_floorman.url + reverse("tournament:open_screen", args=[screen_link(screen.pk)]))
    index = television.request.get(f"{live_floorman.url}/static/tournament/voice/en.json").json()["clips"]
    off = television.locator("#sound-off")
    expect(off).to_be_visible()
    off.click()
    expect(off).to_be_hidden()
    assert objections(television) == []
    expect(television.locator("html")).to_have_attribute("data-connection", "live")

    next_period(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))

    level = ["sound-level", "level", "2", "blinds", "50", "100"]
    wait_until(lambda: heard_on(television, index) == level, "the level is said")
    played = television.evaluate("window.heard")
    gaps = [later["when"] - one["when"] - one["duration"] for one, later in pairwise(played)]
    assert max(gaps) < 0.04
    # What is as urgent waits, what is more urgent interrupts, what is old is not said; nothing is said twice.
    television.evaluate(
        """() => {
            const now = Math.round(performance.timeOrigin + performance.now());
            for (const [key, late, rank, clips] of [
                ["old", 25000, 0, "winner"], ["equal", 100, 6, "hands"], ["urgent", 0, 1, "hand-for-hand"]
            ]) {
                const said = document.createElement("i");
                Object.assign(said.dataset, { said: key, at: String(now - late), rank: String(rank), clips });
                document.getElementById("air").append(said);
            }
        }"""
    )
    wait_until(
        lambda: heard_on(television, index) == [*level, "hand-for-hand", "hands"],
        "what is urgent is said first",
    )


# A browser that has two voices, one of which needs a network.
TWO_VOICES = """
window.told = [];
SpeechSynthesis.prototype.getVoices = () => [
  { localService: false, lang: "en-GB", name: "far" }, { localService: true, lang: "en-US", name: "near" }
];
SpeechSynthesis.prototype.speak = ({ text, voice }) => window.told.push(`${voice.name}: ${text}`);
window.SpeechSynthesisUtterance = class {
  constructor(text) {
    this.text = text;
  }
};
"""


@pytest.mark.long(reason="another voice of the same screen")
def test_a_voice_of_the_television_says_the_sentence_behind_the_sound(
    another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    tournament, _entries = started(3, now=timezone.now() - timedelta(minutes=1), voice="television")
    by = ACTOR.at(timezone.now())
    take_screen(tournament_id=tournament.pk, code="", name="Bar", by=by)
    screen = Screen.objects.get()
    set_volume(tournament_id=tournament.pk, screen_id=screen.pk, volume=60, by=by)
    television = another_device(1920, 1080).new_page()
    television.add_init_script(LISTEN + TWO_VOICES)
    television.goto(live_floorman.url + reverse("tournament:open_screen", args=[screen_link(screen.pk)]))
    index = television.request.get(f"{live_floorman.url}/static/tournament/voice/en.json").json()
    off = television.locator("#sound-off")
    expect(off).to_be_visible()
    off.click()
    expect(television.locator("html")).to_have_attribute("data-connection", "live")

    next_period(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))

    sentence = " ".join(index["spoken"][clip] for clip in ("level", "2", "blinds", "50", "100"))
    wait_until(lambda: television.evaluate("window.told") == [f"near: {sentence}"], "the level is said")
    assert heard_on(television, index["clips"]) == ["sound-level"]


def test_a_rule_takes_the_television_at_its_moment_though_nothing_is_pushed(
    another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    """Five minutes before the end of a level of twenty, which is in a few seconds."""
    now = timezone.now()
    tournament, _entries = started(3, now=now - timedelta(minutes=15) + timedelta(seconds=6))
    by = ACTOR.at(now)
    wanted = RuleWanted(
        when=RuleWhen.BEFORE_LEVEL, number=5, sound="", message="<players> left", content="", minutes=1
    )
    add_screen_rule(tournament_id=tournament.pk, wanted=wanted, by=by)
    take_screen(tournament_id=tournament.pk, code="", name="Bar", by=by)
    link = screen_link(Screen.objects.get().pk)
    television = another_device(1920, 1080).new_page()
    television.goto(live_floorman.url + reverse("tournament:open_screen", args=[link]))
    expect(television.locator("#shown [data-board]")).to_be_visible()
    expect(television.locator("#shown .framed__message")).to_have_text("3 left", timeout=15_000)
    assert objections(television) == []
