"""The cards of the grid, as an open console has them in its page."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils import translation

from tables.engine.games.rotations import GameTurn
from tables.queries.console.grid import Grid, TableCard
from tables.queries.console.seat_maps import MapSeat, SeatMark
from tables.queries.table.last_hand import OutShown
from tables.templatetags.grid import card_items, changed_cards, draw_grid

PLAIN = TableCard(
    number=7,
    players=0,
    seats=9,
    status="open",
    hold_reason="",
    hand_number=0,
    is_in_hand=False,
    level_number=None,
    is_level_behind=False,
    turn=None,
    hands_per_hour=None,
    out=(),
    marks=(),
)
FULL = replace(
    PLAIN,
    number=12,
    players=8,
    hand_number=1_234,
    is_in_hand=True,
    level_number=7,
    is_level_behind=True,
    turn=GameTurn(game="NT", left=2, following="PO"),
    hands_per_hour=0,
    out=(
        OutShown(seat=2, name="Carla <D'Rossi>", place_first=9, place_last=10, prize=1500, currency="EUR"),
        OutShown(seat=3, name="Bruno Neri", place_first=None, place_last=None),
    ),
    marks=("called", "halted", "held", "breaking", "short", "long", "moving", "no_tablet"),
    button=4,
)
FIRST = """\
<li id="card-7"><a id="table-7" data-seen="SEEN" class="tcard " href="/floor/CODE/tables/7/">\
<span class="tcard__top">\
<span class="tcard__number"><span class="visually-hidden">Table </span>7</span>\
<span class="tcard__count">0/9<span class="visually-hidden"> players</span></span>\
</span>\
<span class="tcard__facts"><span class="">No hands yet</span></span>\
<span class="tcard__marks"></span></a></li>"""
SECOND = """\
<li id="card-12" hx-swap-oob="true"><a id="table-12" data-seen="SEEN" \
class="tcard is-called is-halted is-held is-breaking is-short is-long is-moving is-no_tablet needs-floor" \
href="/floor/CODE/tables/12/">\
<span class="tcard__top">\
<span class="tcard__number"><span class="visually-hidden">Table </span>12</span>\
<span class="tcard__count">8/9<span class="visually-hidden"> players</span></span>\
</span>\
<span class="tcard__facts">\
<span class="is-live">Hand 1234</span>\
<span class="is-behind" title="Level of this hand">L7</span>\
<span title="Button">D4</span>\
<span title="then Pot-limit Omaha">NLH, 2 left</span>\
<span title="Hands per hour">0/h</span>\
</span>\
<span class="tcard__out small wrap">Carla &lt;D&#39;Rossi&gt; is out and ties for places 9–10: €15</span>\
<span class="tcard__out small wrap">Bruno Neri is out, –</span>\
<span class="tcard__marks">\
{bell}Floor</span>{hold}Halted</span>{held}On hold</span>{door}Breaking</span>\
{minus}Short</span>{plus}Over</span>{move}Move</span>{tablet}No tablet</span>\
</span></a></li>"""
SIGN = '<span class="mark{tone}"><svg class="icon" aria-hidden="true"><use href="#icon-{icon}"></use></svg>'
SIGNS = {
    "bell": SIGN.format(tone=" mark--bad", icon="bell"),
    "hold": SIGN.format(tone=" mark--bad", icon="hold"),
    "held": SIGN.format(tone=" mark--warn", icon="hold"),
    "door": SIGN.format(tone=" mark--warn", icon="door"),
    "minus": SIGN.format(tone=" mark--info", icon="minus"),
    "plus": SIGN.format(tone=" mark--info", icon="plus"),
    "move": SIGN.format(tone=" mark--info", icon="move"),
    "tablet": SIGN.format(tone="", icon="tablet"),
}


MAP = """\
<li id="card-7"><article id="table-7" data-seen="SEEN" aria-labelledby="open-7" class="tmap is-short needs-floor" \
hx-target="#seat" hx-swap="outerHTML">\
<a id="open-7" class="tmap__head" href="/floor/CODE/?table=7" hx-get="/floor/CODE/?part=seat&amp;table=7" \
hx-push-url="/floor/CODE/?table=7">\
<span class="tcard__number"><span class="visually-hidden">Table </span>7</span>\
<span class="tcard__count">1/3<span class="visually-hidden"> players</span></span>\
<span class="tcard__marks">{minus}Short</span></span></a>\
<div class="smap has-top" data-rows="1"><ol class="plain-list smap__seats" role="list">\
{first}{second}{third}</ol>\
<div class="smap__cloth"><p class="tcard__facts"><span class="">No hands yet</span></p>\
<p class="small wrap">Carla Rossi is out, 9–10</p></div></div></article></li>"""
SEAT = """\
<li class="{place}"><a id="seat-7-{number}" class="smap__seat {free}" href="/floor/CODE/?table=7&amp;seat={number}" \
hx-get="/floor/CODE/?part=seat&amp;table=7&amp;seat={number}" hx-push-url="/floor/CODE/?table=7&amp;seat={number}">\
<span class="smap__top"><span class="smap__number"><span class="visually-hidden">Seat </span>{number}</span>\
{marks}</span><span class="smap__name">{name}</span></a></li>"""
ICON = '<svg class="icon" aria-hidden="true"><use href="#icon-{}"></use></svg>'
ALL_MARKS = (
    '<span class="lammer lammer--button" title="Button">D</span>'
    '<span class="lammer lammer--button lammer--next" title="Button for the next hand">D</span>'
    '<abbr class="smap__blind" title="Small blind">SB</abbr>'
    '<abbr class="smap__blind" title="Big blind">BB</abbr>'
    f'<span class="smap__sign">{ICON.format("lock")}<span class="visually-hidden">locked</span></span>'
    f'<span class="smap__sign">{ICON.format("leave")}absent</span>'
    f'<span class="smap__sign">{ICON.format("move")}12/4'
    '<span class="visually-hidden"> leaves after this hand</span></span>'
    '<span class="smap__stack number">12,500</span>'
)


def map_seat(
    number: int, name: str = "", *marks: SeatMark, expected: str = "", lock: tuple[str, str] = ("", "")
) -> MapSeat:
    return MapSeat(
        number=number,
        name=name,
        stack=12_500,
        marks=marks,
        leaves_to=(12, 4) if name else None,
        expected=expected,
        lock_name=lock[0],
        lock_reason=lock[1],
    )


def drawn(card: TableCard, *, again: bool = False) -> str:
    """The item of a grid with this card alone, whatever its mark; a line break inside a tag is a blank."""
    grid = draw_grid(Grid(cards=(card,), closed=()), "CODE")
    html = re.sub(r"\s+", " ", card_items(grid.cards, again=again))
    return re.sub(r'data-seen="[\w-]{4}"', 'data-seen="SEEN"', html)


def test_a_card_of_a_table_without_hands() -> None:
    assert drawn(PLAIN) == FIRST


def test_a_card_with_all_that_a_table_may_show() -> None:
    assert drawn(FULL, again=True) == SECOND.format(**SIGNS)


def test_a_card_of_a_small_room_is_a_seat_map() -> None:
    marks: tuple[SeatMark, ...] = ("button", "next_button", "small_blind", "big_blind", "locked", "absent")
    seats = (map_seat(1, "Anna <b>", *marks), map_seat(2, expected="Bruno Neri"), map_seat(3))
    out = (OutShown(seat=2, name="Carla Rossi", place_first=9, place_last=10),)
    card = replace(PLAIN, players=1, seats=3, marks=("short",), out=out, seat_map=seats)

    html = drawn(card).replace("> <", "><")

    on_the_way = f'{ICON.format("arrow")}Bruno Neri <span class="visually-hidden"> on the way</span>'
    assert html == MAP.format(
        **SIGNS,
        first=SEAT.format(place="at-left-1", number=1, free="", marks=ALL_MARKS, name="Anna &lt;b&gt;"),
        second=SEAT.format(place="at-top", number=2, free="is-free", marks="", name=on_the_way),
        third=SEAT.format(place="at-right-1", number=3, free="is-free", marks="", name="free"),
    )


@pytest.mark.parametrize(
    ("lock", "shown"),
    [(("Sponsor", "TV lights"), "Sponsor"), (("", "TV lights"), "TV lights"), (("", ""), "locked")],
)
def test_a_locked_seat_says_for_whom_or_why(lock: tuple[str, str], shown: str) -> None:
    html = drawn(replace(PLAIN, players=0, seats=1, seat_map=(map_seat(1, "", "locked", lock=lock),)))
    assert f'<span class="smap__name">{shown}</span>' in html
    assert ('title="TV lights"' in html) == (lock[1] == "TV lights")


def test_a_card_is_drawn_in_the_language_of_its_reader() -> None:
    with translation.override("it"):
        assert "Mano 1234<" in drawn(FULL)


def test_only_a_card_with_another_mark_is_sent_again() -> None:
    before, after = (
        draw_grid(Grid(cards=(PLAIN, card), closed=()), "CODE") for card in (FULL, replace(FULL, players=7))
    )
    seen = before.mark + "".join(card.mark for card in before.cards)

    assert (changed_cards(before, seen), changed_cards(after, seen)) == ([], [after.cards[1]])


@pytest.mark.parametrize("grid", [Grid(cards=(PLAIN,), closed=()), Grid(cards=(PLAIN, FULL), closed=(3,))])
def test_a_grid_of_other_tables_is_sent_whole(grid: Grid) -> None:
    before = draw_grid(Grid(cards=(PLAIN, FULL), closed=()), "CODE")
    seen = before.mark + "".join(card.mark for card in before.cards)

    assert changed_cards(draw_grid(grid, "CODE"), seen) is None


def test_of_a_large_room_those_tables_can_be_shown_that_need_somebody_or_are_of_a_zone() -> None:
    north, south = replace(PLAIN, marks=("called",), zone="North"), replace(FULL, number=9, zone="South")
    quiet = replace(PLAIN, number=8, marks=("long", "no_tablet"), zone="North")
    grid = draw_grid(Grid(cards=(north, quiet, south, FULL), closed=(3,)), "CODE")

    def shown(*, in_need: bool, zone: str) -> list[int]:
        return [card.number for card in grid.only(in_need=in_need, zone=zone).cards]

    assert (grid.tables, grid.in_need, grid.zones) == (4, 3, (("North", 1), ("South", 1)))
    assert shown(in_need=True, zone="") == [7, 9, 12]
    assert shown(in_need=False, zone="North") == [7, 8]
    assert shown(in_need=True, zone="North") == [7]
    alone = draw_grid(Grid(cards=(north,), closed=(3,)), "CODE")
    assert grid.only(in_need=True, zone="North").mark == alone.mark != grid.mark
