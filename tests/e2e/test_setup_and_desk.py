"""Set-up, desk, clock panel and payouts in a browser: by keyboard, live, and without a fault for axe."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import AT_WORK, Watch, log_in
from tests.e2e.axe import objections, objections_in_both_themes
from tests.factories import ACTOR, make_account, make_player, make_tournament
from tests.factories.field import bust, entered, started
from tests.processes import LiveFloorman
from tests.tournament.rules.mixed import NINE_GAMES, mixed
from tournament.models import Entry, Tournament
from tournament.rules.structure.periods import Structure
from tournament.services.clock_controls import change_clock
from tournament.services.field.registration import close_registration

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def director(live_page: Page, live_floorman: LiveFloorman, context: BrowserContext) -> Page:
    """A page whose session is that of the director of what `make_tournament` makes."""
    log_in(context, make_account(), live_floorman)
    return live_page


def show(page: Page, live: LiveFloorman, address: str) -> None:
    page.goto(live.url + address)
    if page.locator("body[sse-connect]").count():
        expect(page.locator("html")).to_have_attribute("data-connection", "live")


@pytest.mark.long(
    reason="test_money_taps.py registers by the same search; the tests of the views print the ticket"
)
def test_from_a_name_typed_to_a_seat_ticket(director: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = started(4, now=timezone.now() - timedelta(minutes=5), late_registration_level=2)
    make_player("Nicolò Bianchi")
    show(director, live_floorman, f"/floor/{tournament.code}/desk/")

    expect(director.locator("#q")).to_be_focused()
    # What was found with half of the name is exchanged for what is found with all of it.
    with director.expect_response("**/desk/?q=nicolo"):
        director.keyboard.type("nicolo")
    expect(director.locator("#matches")).to_contain_text("Nicolò Bianchi")
    director.locator("#matches").get_by_role("button", name="Nicolò Bianchi").click()
    seat = director.locator(".desk-receipt__seat").inner_text()
    director.locator(".desk-receipt").get_by_role("link", name="Ticket", exact=True).click()

    entry = Entry.objects.get(player__name="Nicolò Bianchi")
    assert seat == f"Table {entry.seat.table.number} Seat {entry.seat.number}"
    expect(director.locator(".ticket")).to_contain_text(seat)
    expect(director.locator(".ticket svg.qr")).to_be_visible()


@pytest.mark.long(
    reason="tests/tables/views/desk/test_tickets.py asks for them, has them made and opens them"
)
def test_the_tickets_of_a_large_field_are_made_while_the_page_looks_on(
    director: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = entered(101)
    show(director, live_floorman, f"/floor/{tournament.code}/desk/")

    director.get_by_role("link", name="All tickets").click()
    expect(director.get_by_role("heading", level=2)).to_have_text("101 tickets as a PDF, one on each page")
    director.get_by_role("button", name="Make the PDF").click()
    expect(director.get_by_role("heading", level=2)).to_have_text("The PDF is made in a moment.")
    director.evaluate("window.sameDocument = true")
    live_floorman.start_celery()

    expect(director.get_by_role("heading", level=2)).to_have_text("101 tickets are ready", timeout=60_000)
    assert director.evaluate("window.sameDocument") is True
    address = director.get_by_role("link", name="Open the PDF").get_attribute("href")
    pdf = director.request.get(f"{live_floorman.url}{address}")
    assert (pdf.headers["content-type"], pdf.body().count(b"/Type /Page\n")) == ("application/pdf", 101)


@pytest.mark.long(reason="the same desk and the same tap as for a name that is known")
def test_somebody_new_is_registered_with_one_tap_after_the_search(
    director: Page, live_floorman: LiveFloorman
) -> None:
    tournament = make_tournament()
    show(director, live_floorman, f"/floor/{tournament.code}/desk/")

    expect(director.locator("#q")).to_be_focused()
    director.keyboard.type("Zoë Nuová")
    director.get_by_role("button", name="Add “Zoë Nuová” and register").click()

    expect(director.locator(".desk-receipt")).to_contain_text("Zoë Nuová")


@pytest.mark.long(reason="one more page that hears by itself")
def test_the_desk_hears_that_registration_has_closed_and_takes_re_enter_away(
    director: Page, live_floorman: LiveFloorman
) -> None:
    tournament, entries = started(
        4, now=timezone.now() - timedelta(minutes=5), late_registration_level=2, entries_per_player=0
    )
    bust(tournament, entries[3], winner=entries[0], now=timezone.now())
    name = entries[3].player.name
    show(director, live_floorman, f"/floor/{tournament.code}/desk/?q={name}")
    again = director.locator(f"#register-{entries[3].player_id}")
    expect(again).to_contain_text("Re-enter")

    close_registration(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))

    expect(again).to_have_count(0)
    expect(director.locator("#matches")).to_contain_text("Late registration is closed.")
    expect(director.locator("#desk-state")).to_contain_text("Registration closed")


def test_the_same_name_twice_is_asked_about_and_answered_by_keyboard(
    director: Page, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected.append("422")
    tournament = make_tournament()
    make_player("Łukasz Żółć", club_number="17")
    show(director, live_floorman, f"/floor/{tournament.code}/desk/")
    director.locator("#new-player summary").click()
    director.fill("#id_name", "zolc lukasz")
    director.keyboard.press("Enter")

    expect(director.locator("#same-name-title")).to_be_focused()
    expect(director.locator("#same-name")).to_contain_text("no. 17")
    assert objections(director) == []
    director.locator("#another").press("Enter")

    expect(director.locator(".desk-receipt")).to_contain_text("zolc lukasz")


@pytest.mark.long(reason="the same editor by the same keys, for a mixed level")
@pytest.mark.sampled
def test_a_level_gets_several_games_by_keyboard(director: Page, live_floorman: LiveFloorman) -> None:
    tournament = make_tournament()
    show(director, live_floorman, f"/floor/{tournament.code}/structure/")

    director.focus("#row-0-games")
    director.keyboard.press("Enter")
    expect(director.locator("#row-0-add")).to_be_focused()
    director.locator("#row-0-add").select_option("FT")
    director.locator("button[value='add-game:0']").press("Enter")
    expect(director.locator("#row-0-g1-small_bet")).to_have_value("100")
    expect(director.locator("#row-0-add")).to_be_focused()
    director.locator("#row-0-add").select_option("PO")
    director.locator("button[value='add-game:0']").press("Enter")
    expect(director.locator(".structure__group")).to_have_count(2)
    expect(director.locator(".structure__group-name").first).to_have_text("NLH, PLO")

    assert objections_in_both_themes(director) == []
    director.set_viewport_size({"width": 320, "height": 640})
    assert director.evaluate("document.documentElement.scrollWidth") == 320

    director.locator("button[value='save']").first.click()
    expect(director.locator(".structure__rotation")).to_have_text("NLH · LHE · PLO")
    first = Tournament.objects.get().structure.level_in_force(0)
    assert [game.game for game in first.games] == ["NT", "FT", "PO"]


@pytest.mark.long(reason="one more field of the same form")
def test_the_minutes_of_a_mixed_level_are_a_field_like_any_other(
    director: Page, live_floorman: LiveFloorman
) -> None:
    tournament = make_tournament(structure=Structure(periods=(mixed(*NINE_GAMES), mixed(*NINE_GAMES))))
    show(director, live_floorman, f"/floor/{tournament.code}/structure/")
    for width in (1280, 1024, 390):
        director.set_viewport_size({"width": width, "height": 800})
        minutes = director.locator("#row-0-minutes").bounding_box()
        stake = director.locator("#row-0-g0-small_blind").bounding_box()
        assert minutes is not None
        assert stake is not None
        assert minutes["height"] == stake["height"], width
        assert minutes["width"] < 3 * stake["width"], width


def test_a_level_asks_for_what_its_game_is_played_for(director: Page, live_floorman: LiveFloorman) -> None:
    tournament = make_tournament()
    show(director, live_floorman, f"/floor/{tournament.code}/structure/")
    asked = director.locator("#line-1 .structure__cell:visible label")
    expect(asked).to_have_text(["Small blind", "Big blind", "Ante", "Paid by", "Minutes or hands", "Game"])
    director.locator("#row-0-game").select_option("FT")
    expect(asked).to_have_text(
        ["Small blind", "Big blind", "Ante", "Paid by", "Minutes or hands", "Game", "Small bet", "Big bet"]
    )


def test_the_structure_is_edited_by_keyboard_and_the_focus_stays_with_the_row(
    director: Page, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected.append("422")  # the refused save below
    tournament = make_tournament()
    show(director, live_floorman, f"/floor/{tournament.code}/structure/")

    director.focus("#row-0-level")
    director.keyboard.press("Enter")
    expect(director.locator("#row-1-small_blind")).to_be_focused()
    expect(director.locator(".structure__row")).to_have_count(6)
    director.focus("#row-1-down")
    director.keyboard.press("Enter")
    expect(director.locator("#row-2-down")).to_be_focused()
    director.focus("#row-2-delete")
    director.keyboard.press("Enter")
    expect(director.locator(".structure__row")).to_have_count(5)
    expect(director.locator("#row-2-minutes")).to_be_focused()

    director.fill("#row-1-big_blind", "many")
    director.locator("button[value=save]").first.click()
    expect(director.locator(".error-summary")).to_be_focused()
    expect(director.locator(".error-summary a")).to_have_attribute("href", "#row-1-big_blind")
    director.locator(".error-summary a").click()
    expect(director.locator("#row-1-big_blind")).to_be_focused()
    director.fill("#row-1-big_blind", "150")
    director.fill("#row-1-small_blind", "75")
    # Enter in a field only checks.
    director.keyboard.press("Enter")
    expect(director.locator(".error-summary")).to_have_count(0)
    assert Tournament.objects.get().structure.periods[1].to_dict()["big_blind"] == 100

    director.locator("button[value=save]").first.click()
    expect(director.locator("[data-message]")).to_contain_text("Structure saved.")
    assert Tournament.objects.get().structure.periods[1].to_dict()["big_blind"] == 150


def test_the_clock_is_changed_by_keys_and_follows_other_peoples_taps(
    director: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(4, now=timezone.now() - timedelta(minutes=5))
    show(director, live_floorman, f"/floor/{tournament.code}/clock/")
    strip = director.locator(".clock-strip")

    for key, words in ((" ", "Paused"), (" ", "Running"), ("n", "Level 2"), ("p", "Level 1")):
        director.keyboard.press(key)
        expect(strip).to_contain_text(words)
        # The stream may show the change before the answer of the key has come: until then no key is taken.
        expect(director.locator(AT_WORK)).to_have_count(0)
    director.keyboard.press("+")
    expect(director.locator(".clock-controls__last")).to_contain_text("Time changed")
    expect(director.locator(".clock-strip__time")).to_contain_text("20:")
    director.keyboard.press("u")
    expect(director.locator(".clock-controls__last")).to_contain_text("No change to undo.")

    director.keyboard.press("?")
    expect(director.locator("dialog[open]")).to_be_visible()
    director.keyboard.press("n")  # behind the dialog no key acts
    director.keyboard.press("Escape")
    expect(strip).to_contain_text("Level 1")

    version = Tournament.objects.get().clock_version
    change_clock(tournament_id=tournament.pk, step="pause", version=version, by=ACTOR.at(timezone.now()))
    expect(strip).to_contain_text("Paused")


@pytest.mark.long(reason="what is being typed stays while news comes in test_seat_maps.py")
def test_a_level_that_is_being_typed_stays_when_the_clock_is_changed_elsewhere(
    director: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(4, now=timezone.now() - timedelta(minutes=5))
    show(director, live_floorman, f"/floor/{tournament.code}/clock/")
    wanted = director.locator("#jump-row option", has_text="Level 2 ·")
    director.locator("#jump-row").select_option(value=wanted.get_attribute("value"))
    director.locator("#jump-minutes").fill("90")
    version = Tournament.objects.get().clock_version
    change_clock(tournament_id=tournament.pk, step="pause", version=version, by=ACTOR.at(timezone.now()))
    expect(director.locator(".clock-strip")).to_contain_text("Paused")

    director.locator("#step-jump").click()

    expect(director.locator(".clock-strip")).to_contain_text("Level 2")
    expect(director.locator(".clock-strip__time")).to_contain_text("1:30:00")


@pytest.mark.long(reason="axe reads every page; a refused form has its own look once more")
@pytest.mark.sampled
def test_axe_finds_nothing_on_a_refused_form(
    director: Page, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected.append("422")
    there = f"/floor/{make_tournament().code}"
    findings: list[str] = []
    for address, button in (
        (f"{there}/structure/", "button[value=save]"),
        (f"{there}/settings/", "main form button[type=submit]"),
        (f"{there}/import/", "button[value=preview]"),
    ):
        show(director, live_floorman, address)
        for field in director.locator("main input[inputmode]:visible").all()[:3]:
            field.fill("-1")
        director.locator(button).first.click()
        expect(director.locator(".error-summary").first).to_be_visible()
        findings += [f"{address} {finding}" for finding in objections_in_both_themes(director)]
    assert findings == []
    # The control: it is told apart from the colours of the page, which were read already.
    director.locator("main p:visible").first.evaluate("each => { each.style.color = '#999'; }")
    director.locator("main").evaluate("main => { main.style.background = '#fff'; }")
    assert any("color-contrast" in finding for finding in objections(director))
