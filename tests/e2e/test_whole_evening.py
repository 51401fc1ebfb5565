"""A whole evening in browsers: from the director's log-in link to the last prize, every step by a control."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.models import Hand, HandStatus, Move, MoveKind, Seat, Table, TableStatus
from tests.browsers import OpenDevice, expect_soon
from tests.e2e import hands
from tests.e2e.dealer import Dealer, Tablet
from tests.e2e.finger import press
from tests.e2e.floor import Floor
from tests.e2e.room import CONSOLE, PHONE, WALL, Room, ordered_away
from tests.factories import names
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Entry, EntryStatus, Payout, Tournament, TournamentStatus
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

IMPORTED = 20
ENTRIES = 23
HANDS = 23
SEATS = 5


@pytest.fixture
def room(live_page: Page, live_floorman: LiveFloorman, another_device: OpenDevice, output_path: str) -> Room:
    live_page.set_viewport_size({"width": CONSOLE[0], "height": CONSOLE[1]})
    Path(output_path).mkdir(parents=True, exist_ok=True)
    return Room(
        live=live_floorman,
        open_device=another_device,
        director=live_page,
        pictures=Path(output_path),
    )


@pytest.mark.long(
    reason="each of its steps has a browser test of its own; this one goes them all in one evening"
)
def test_an_evening_from_the_log_in_link_to_the_last_prize(room: Room) -> None:
    room.log_in_by_link()
    set_up(room)
    register(room)
    draw(room)
    for table in Table.objects.order_by("number"):
        room.pair(table.number)
    wall = room.page(f"/t/{room.code}/clock/", WALL)
    phone, guest = somebodys_phone(room)
    start_the_clock(room)

    while in_play := tables_in_play():
        for number in in_play:
            play_a_hand(room.tablets[number])
            room.picture(room.tablets[number].page, f"hand-{Hand.objects.count():02}")
        follow_the_advice(room)
        expect_truth_on_the_phone(phone, guest)
    assert Hand.objects.count() == HANDS

    winner = Entry.objects.get(place_first=1)
    expect(wall.locator(".wall__winner")).to_have_text(winner.player.name)
    room.picture(wall, "winner")
    see_it_is_over(room)
    pay_the_prizes(room)


def set_up(room: Room) -> None:
    """The club night, with five seats at a table."""
    page = room.director
    page.goto(f"{room.live.url}/floor/new/")
    page.get_by_label("Name").fill("Thursday at the club")
    with page.expect_navigation():
        page.locator("main form [type=submit]").click()
    room.code = Tournament.objects.get().code
    room.floor("settings/")
    page.locator("[name=seats_per_table]").fill(str(SEATS))
    page.locator("main form.stack [type=submit]").click()
    expect(page.locator("#messages")).to_contain_text("saved")


def register(room: Room) -> None:
    """Twenty players from a list, three at the desk."""
    page = room.floor("import/")
    imported, at_the_desk = names(ENTRIES)[:IMPORTED], names(ENTRIES)[IMPORTED:]
    page.locator("[name=text]").fill("\n".join(["name", *imported]))
    page.locator("[name=what]").first.check()
    page.locator("[value=preview]").click()
    expect(page.locator("#preview")).to_contain_text(str(IMPORTED))
    room.picture(page, "import")
    page.locator("[value=run]").click()
    expect(page.locator("[value=run]")).to_have_count(0)
    for name in at_the_desk:
        room.floor("desk/")
        expect(page.locator("#q")).to_be_focused()
        page.keyboard.type(name)
        page.get_by_role("button", name=f"Add “{name}” and register").click()
        expect(page.locator(".desk-receipt")).to_contain_text(name)
    assert Entry.objects.count() == ENTRIES


def draw(room: Room) -> None:
    page = room.floor()
    room.picture(page, "to-draw")
    page.locator("#draw-seats").click()
    expect(page.locator("#draw-seats")).to_have_count(0)
    room.picture(page, "drawn")
    assert sorted(table.seats.filter(entry__isnull=False).count() for table in Table.objects.all()) == [
        4,
        4,
        5,
        5,
        5,
    ]


def somebodys_phone(room: Room) -> tuple[Page, Entry]:
    """The phone of one player, with the page that the ticket's QR code opens."""
    entry = Entry.objects.order_by("pk").first()
    assert entry is not None
    return room.page(f"/my/{entry.link_secret}/", PHONE), entry


def start_the_clock(room: Room) -> None:
    page = room.floor("clock/")
    page.keyboard.press(" ")
    expect(page.locator(".clock-strip")).to_contain_text("Running")
    page.locator("#close-registration").click()
    expect(page.locator("#reopen-registration")).to_be_visible()


def tables_in_play() -> list[int]:
    """The tables at which two players or more have chips."""
    return [
        table.number
        for table in Table.objects.exclude(status=TableStatus.CLOSED).order_by("number")
        if table.seats.filter(entry__status=EntryStatus.PLAYING).count() > 1
    ]


def play_a_hand(tablet: Tablet) -> None:
    """Most hands send the shortest stack home; 22 players go in 23 hands."""
    stacks = hands.look(tablet).stacks
    shortest, *others = sorted(stacks, key=lambda seat: stacks[seat])
    biggest = others[-1]
    match Hand.objects.count() + 1:
        case 1:
            hands.walk(tablet)
        case 4:
            hands.all_in(tablet, [shortest, others[0], biggest], winner=biggest)
        case 6:
            hands.split(tablet, [shortest, biggest])
        case 8:
            hands.all_in(tablet, [shortest, biggest], winner=biggest, cards=["AhKd2c", "7s", "9d"])
        case _:
            hands.all_in(tablet, [shortest, biggest], winner=biggest)


def follow_the_advice(room: Room) -> None:
    """Whatever the console advises at the tables, until it advises nothing more."""
    for step in range(1, 20):
        page = room.floor()
        button = page.locator("#advice").locator("[id^=break-], #redraw, #apply-all, [id^=apply-]").first
        if not button.count():
            return
        room.picture(page, f"advice-{Hand.objects.count():02}-{step}")
        what = str(button.get_attribute("id"))
        press(page, button)
        if what.startswith("break-") and not Table.objects.filter(status=TableStatus.CLOSED).exists():
            break_in_vain(room, what)
        expect_true_orders(room)
    raise AssertionError("the advice never ends")


def break_in_vain(room: Room, what: str) -> None:
    """A table broken by mistake comes back with its players; then it is broken after all."""
    page = room.director
    number = int(what.removeprefix("break-"))
    sat_there = {move.entry_id for move in Move.objects.filter(kind=MoveKind.BREAK)}
    press(page, page.locator("[data-message]").last.get_by_role("button", name="Undo"))
    table = Table.objects.get(number=number)
    assert table.status == TableStatus.OPEN
    assert sat_there <= set(table.seats.values_list("entry_id", flat=True))
    expect_true_orders(room)
    page = room.floor()
    press(page, page.locator(f"#{what}"))
    assert Table.objects.get(number=number).status == TableStatus.CLOSED


def expect_true_orders(room: Room) -> None:
    """Nobody is sent away who has a seat at the table that says it, and all go where they sit."""
    for number, tablet in room.tablets.items():
        for _load in range(2):
            # A push may be on its way.
            expect_soon(tablet.page, partial(wrong_orders, tablet, number), dict[str, str]())
            tablet.open()


def wrong_orders(tablet: Tablet, number: int) -> dict[str, str]:
    """Whom the tablet of table `number` sends away who sits there, or sends to where he does not sit."""
    wrong = {}
    for name, where in ordered_away(tablet).items():
        seat = Seat.objects.select_related("table").get(entry__player__name=name)
        if seat.table.number == number or where != f"T{seat.table.number} S{seat.number}":
            wrong[name] = where
    return wrong


def expect_truth_on_the_phone(phone: Page, guest: Entry) -> None:
    """The player's page follows by itself: seat and chips, or the place."""
    guest.refresh_from_db()
    if guest.place_first:
        expect(phone.locator("#main")).to_contain_text("Place")
        return
    seat = Seat.objects.select_related("table").get(entry=guest)
    expect(phone.locator(".my-seat__number")).to_have_text([str(seat.table.number), str(seat.number)])


def see_it_is_over(room: Room) -> None:
    page = room.floor()
    room.picture(page, "over")
    assert Tournament.objects.get().status == TournamentStatus.FINISHED
    expect(page.locator("#open-table")).to_have_count(0)


def pay_the_prizes(room: Room) -> None:
    page = room.floor("payouts/")
    prizes = Payout.objects.order_by("entry__place_first")
    assert sum(prize.amount for prize in prizes) == ENTRIES * 25_00
    for prize in prizes:
        page.locator(f"#pay-{prize.pk}").click()
        expect(page.locator("tr", has_text=prize.entry.player.name).first).to_contain_text("Paid")
    room.picture(page, "paid")


# --- Seven games of a mix

NO_LIMIT = LevelGame(game="NT", small_blind=25, big_blind=50, ante=50, ante_kind="big_blind")
POT_LIMIT = LevelGame(game="PO", small_blind=25, big_blind=50)
LIMIT = LevelGame(game="FO/8", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
STUD = LevelGame(game="F7S", ante=25, ante_kind="classic", bring_in=25, small_bet=100, big_bet=200)
# In their order, with the names under which "Who wins?" compares their hands.
SEVEN_GAMES = {
    "Hold'em": NO_LIMIT,
    "Omaha hi-lo (8 or better)": LIMIT,
    "Razz": replace(STUD, game="FR"),
    "Seven-card stud": STUD,
    "Seven-card stud hi-lo (8 or better)": replace(STUD, game="F7S/8"),
    "Deuce-to-seven lowball": replace(LIMIT, game="F2L3D"),
    "Omaha": POT_LIMIT,
}


@pytest.mark.long(reason="the games of a mix one by one in test_tablet_games.py")
def test_seven_games_of_a_mix_are_dealt_one_after_the_other(
    live_page: Page, live_floorman: LiveFloorman, another_device: OpenDevice, output_path: str
) -> None:
    level = Level.mixed(games=tuple(SEVEN_GAMES.values()), hands_per_game=1, duration_seconds=3600)
    felt = make_felt(*[10_000] * 5, structure=Structure(periods=(level, level)), now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    floor = Floor(another_device(*CONSOLE), live_floorman, felt)
    for number, (name, game) in enumerate(SEVEN_GAMES.items(), start=1):
        hands.deal(dealer)
        expect_the_same_on_the_floors_page(dealer, floor, game, name)
        hands.down_to_the_end(dealer, [2, 4], winner=(2, 4)[number % 2])
        dealt = Hand.objects.get(number=number)
        assert (dealt.game, dealt.status) == (game.game, HandStatus.COMPLETE)
        assert sum(felt.stacks().values()) == 50_000
        live_page.screenshot(path=Path(output_path) / f"game-{number}.png")


def expect_the_same_on_the_floors_page(dealer: Dealer, floor: Floor, game: LevelGame, name: str) -> None:
    """The pot and the game of a hand are one thing, whoever looks; "Who wins?" knows the game."""
    page = floor.context.new_page()
    page.goto(floor.address)
    pot = dealer.page.locator(".felt__pots .pot__amount").first.inner_text()
    expect(page.locator(".felt__pot")).to_contain_text(pot)
    if game.bring_in:
        expect(page.locator("#felt")).not_to_contain_text("flop")
    page.locator("#verdict-open").click()
    expect(page.locator("[name=game] option:checked")).to_have_text(name)
    page.close()
