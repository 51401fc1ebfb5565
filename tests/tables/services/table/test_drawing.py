"""Draws by the links that were promised: each kind is kept so that its file gives the same draw again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tables.models import Alternate, Seat, SeatDraw, Table
from tables.queries.checks.draws import check_draws
from tables.queries.room.draws import draw_board, draw_shown, file_of
from tables.services.chips.colour_up import race_chips
from tables.services.desk.alternates import call_alternates
from tables.services.desk.seating import make_seat_draw, register_and_seat
from tables.services.hands.button import draw_first_button
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.high_card import move_by_high_card
from tables.services.stops.last_hands import announce_last_hands
from tests.factories import ACTOR, NOW, after, make_account, make_player, make_tournament
from tests.factories.draws import promised_draw
from tests.factories.felt import make_felt
from tests.factories.field import entered, started
from tests.tables.queries.checks.test_sabotages import alter, remove
from tests.tables.services.hands.test_button import seen
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.moves.test_stud_balancing import short_room
from tournament.draws.check_draw import walked_back, what_is_wrong
from tournament.models import DrawChain, Entry, EntryStatus, Tournament
from tournament.plans.plan import plan_of
from tournament.services import draws as draw_services
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.setup.tournaments import clone_tournament, create_tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def seats(**changes: Any) -> Tournament:
    tournament, _entries = entered(12, **changes)
    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    return tournament


def seats_by_packet() -> Tournament:
    return seats(rule_profile="italian", seats_per_table=7)


def seats_with_buttons() -> Tournament:
    return seats(rule_profile="figp")


def a_late_seat() -> Tournament:
    tournament, _entries = started(12, late_registration_level=3)
    late = make_player("Late Player")
    register_and_seat(tournament_id=tournament.pk, player_id=late.pk, by=ACTOR.at(NOW))
    return tournament


def an_alternate() -> Tournament:
    tournament, (_first, *_others) = started(8)
    seat = Seat.objects.filter(table__tournament=tournament, entry__isnull=False).earliest("pk")
    entry = seat.entry
    assert entry is not None
    Seat.objects.filter(pk=seat.pk).update(entry=None)
    Entry.objects.filter(pk=entry.pk).update(status=EntryStatus.REGISTERED)
    Alternate.objects.create(entry=entry, waits_since=NOW)
    assert call_alternates(tournament_id=tournament.pk, by=ACTOR.at(NOW)) == 1
    return tournament


def a_broken_table() -> Tournament:
    tournament = make_room(7, 7, 3)
    table = Table.objects.get(tournament=tournament, number=3)
    break_table(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(NOW))
    return tournament


def a_final_table() -> Tournament:
    tournament = make_room(5, 4)
    redraw_tables(tournament_id=tournament.pk, tables_left=1, by=ACTOR.at(NOW))
    return tournament


def two_tables_of_three() -> Tournament:
    tournament = make_room(5, 4, 4)
    redraw_tables(tournament_id=tournament.pk, tables_left=2, by=ACTOR.at(NOW))
    return tournament


def a_button(**changes: Any) -> Tournament:
    felt = make_felt(*[1000] * 5, **changes)
    draw_first_button(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, seen=seen(felt), by=ACTOR.at(NOW)
    )
    return felt.tournament


def a_button_at_home() -> Tournament:
    return a_button(rule_profile="home")


def who_moves() -> Tournament:
    tournament = short_room("wsop2024")
    move_by_high_card(tournament_id=tournament.pk, from_table=1, to_table=2, to_seat=5, by=ACTOR.at(after(4)))
    return tournament


def last_hands() -> Tournament:
    tournament, _entries = started(12)
    announce_last_hands(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    return tournament


def a_chip_race() -> Tournament:
    felt = make_felt(5_075, 5_025, 5_050)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}
    assert race_chips(**ids, old=25, new=100, by=ACTOR.at(NOW)) is not None
    return felt.tournament


DRAWN: dict[Callable[[], Tournament], tuple[str, int]] = {
    seats: ("seating", 1),
    seats_by_packet: ("seating", 3),
    seats_with_buttons: ("seating", 3),
    a_late_seat: ("late-seat", 2),
    an_alternate: ("late-seat", 1),
    a_broken_table: ("break", 5),
    a_final_table: ("redraw", 2),
    two_tables_of_three: ("redraw", 1),
    a_button: ("button", 1),
    a_button_at_home: ("button", 1),
    who_moves: ("balance-pick", 1),
    last_hands: ("last-hands", 1),
    a_chip_race: ("chip-race", 1),
}
"""By what is drawn its kind, and its steps at least."""


@pytest.mark.parametrize("draw", DRAWN)
def test_every_kind_of_draw_comes_out_the_same_from_its_file(draw: Callable[[], Tournament]) -> None:
    tournament = draw()
    kept = SeatDraw.objects.select_related("chain").get(tournament=tournament, number=1)
    kind, steps = DRAWN[draw]
    assert kept.kind == kind
    assert len(kept.steps) >= steps
    assert list(what_is_wrong(file_of(tournament, kept))) == []
    assert list(check_draws(tournament)) == []
    # What it gave can be read on its page, with the names of those who drew a seat.
    shown = draw_shown(tournament, 1)
    assert [len(step.gave) for step in shown.steps] == [
        len(step["gives"]) if step["do"] == "shuffle" else 1 for step in kept.steps
    ]
    named = [each.name for step in shown.steps for each in step.gave if each.what.startswith("E")]
    assert all(named)


def result_changed(draw: SeatDraw) -> None:
    """Two players change their seats, in what was kept and nowhere else."""
    (one, *first), (two, *second), *others = draw.result
    alter(SeatDraw.objects.filter(pk=draw.pk), result=[[two, *first], [one, *second], *others])


def step_changed(draw: SeatDraw) -> None:
    (step, *others) = draw.steps
    alter(SeatDraw.objects.filter(pk=draw.pk), steps=[{**step, "gives": step["gives"][::-1]}, *others])


def list_changed(draw: SeatDraw) -> None:
    alter(SeatDraw.objects.filter(pk=draw.pk), listed=[*draw.listed, "E0013"])


def room_changed(draw: SeatDraw) -> None:
    alter(SeatDraw.objects.filter(pk=draw.pk), public="7h 2c")


def anchor_changed(_draw: SeatDraw) -> None:
    alter(DrawChain.objects.all(), anchor="0" * 64)


def draw_dropped(draw: SeatDraw) -> None:
    remove(SeatDraw.objects.filter(pk=draw.pk))


def number_skipped(draw: SeatDraw) -> None:
    alter(SeatDraw.objects.filter(pk=draw.pk), number=2)


PLANTED: dict[Callable[[SeatDraw], None], str] = {
    result_changed: "does not match its seed",
    step_changed: "does not match its seed",
    list_changed: "does not match its seed",
    room_changed: "does not match its seed",
    anchor_changed: "The anchor of the draws from 1 on is not that of their chain.",
    draw_dropped: "Draw 1 is missing: its seed was used.",
    number_skipped: "Draw 1 is missing: its seed was used.",
}


def test_a_card_that_was_changed_in_a_race_is_found() -> None:
    tournament = a_chip_race()
    draw = SeatDraw.objects.get(tournament=tournament)
    (first, one, two, three), *others = draw.result
    alter(SeatDraw.objects.filter(pk=draw.pk), result=[[first, two, one, three], *others])
    assert "does not match its seed" in " ".join(finding.says for finding in check_draws(tournament))


@pytest.mark.parametrize("plant", PLANTED)
def test_what_was_changed_in_a_promised_draw_is_found(plant: Callable[[SeatDraw], None]) -> None:
    tournament = seats()
    plant(SeatDraw.objects.get(tournament=tournament))
    assert PLANTED[plant] in " ".join(finding.says for finding in check_draws(tournament))


def test_a_new_tournament_has_promised_its_draws_and_its_copy_others() -> None:
    account = make_account("vera")
    made = create_tournament(plan=plan_of(make_tournament()), account=account, now=NOW)
    copy = clone_tournament(tournament_id=made.pk, name="Copy", account=account, now=NOW)

    chain, other = DrawChain.objects.get(tournament=made), DrawChain.objects.get(tournament=copy)
    assert walked_back(bytes.fromhex(chain.secret), chain.length).hex() == chain.anchor
    assert (chain.first, chain.length, chain.used, chain.promised_at) == (1, 1_000, 0, NOW)
    assert other.anchor != chain.anchor


def test_each_draw_shows_the_link_that_proves_the_one_before() -> None:
    tournament, _entries = started(9)
    draws = [promised_draw(tournament, now=NOW) for _ in range(3)]
    links = [bytes.fromhex(draw.seed) for draw in draws]
    assert [draw.number for draw in draws] == [1, 2, 3]
    assert [walked_back(link, 1) for link in links] == [
        bytes.fromhex(DrawChain.objects.get(tournament=tournament).anchor),
        *links[:2],
    ]


def test_a_chain_that_is_used_up_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_services, "LENGTH", 2)
    tournament, _entries = started(9)
    DrawChain.objects.filter(tournament=tournament).delete()
    draws = [promised_draw(tournament, now=NOW) for _ in range(5)]
    assert [draw.number for draw in draws] == [1, 2, 3, 4, 5]
    chains = DrawChain.objects.filter(tournament=tournament).order_by("first")
    assert list(chains.values_list("first", "used")) == [(1, 2), (3, 2), (5, 1)]
    assert list(check_draws(tournament)) == []


def test_where_two_people_undo_a_draw_who_made_it_cannot_and_the_other_says_why() -> None:
    tournament, _entries = entered(4, draws_undone_by_another=True)
    vera, ugo = (Actor(label=name, account_id=make_account(name).pk) for name in ("vera", "ugo"))
    line = make_seat_draw(tournament_id=tournament.pk, by=vera.at(NOW)).log_entry
    assert line is not None

    def undo(actor: Actor, reason: str) -> None:
        by = replace(actor.at(after(1)), reason=reason)
        undo_line(tournament_id=tournament.pk, line_id=line.pk, by=by)

    for actor, reason, code in ((vera, "the list was wrong", "own_draw"), (ugo, "", "no_reason")):
        with pytest.raises(Refused) as refused:
            undo(actor, reason)
        assert refused.value.code == code
    undo(ugo, "the list was wrong")

    (shown,) = draw_board(tournament).lines
    assert (shown.is_undone, shown.why) == (True, "the list was wrong")


def test_a_redraw_is_undone_by_two_people_too() -> None:
    tournament = make_room(4, 4, 4)
    Tournament.objects.filter(pk=tournament.pk).update(options_data={"draws_undone_by_another": True})
    vera = Actor(label="vera", account_id=make_account("vera").pk)
    line = redraw_tables(tournament_id=tournament.pk, tables_left=2, by=vera.at(NOW)).log_entry
    assert line is not None

    with pytest.raises(Refused) as refused:
        undo_line(tournament_id=tournament.pk, line_id=line.pk, by=replace(vera.at(after(1)), reason="so"))
    assert refused.value.code == "own_draw"
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=replace(ACTOR.at(after(1)), reason="so"))


def test_a_redraw_fills_the_seats_in_the_order_of_the_house() -> None:
    tournament = make_room(4, 4, 4)
    Tournament.objects.filter(pk=tournament.pk).update(options_data={"seat_order": "1 3 5 7 9 2"})
    Seat.objects.filter(table__tournament=tournament, table__number=1, number=5).update(is_locked=True)

    redraw_tables(tournament_id=tournament.pk, tables_left=2, by=ACTOR.at(NOW))

    for number, seats in ((1, [1, 2, 3, 4, 7, 9]), (2, [1, 2, 3, 5, 7, 9])):
        taken = Seat.objects.filter(table__tournament=tournament, table__number=number, entry__isnull=False)
        assert sorted(taken.values_list("number", flat=True)) == seats


def test_otherwise_who_made_a_draw_undoes_it() -> None:
    tournament, _entries = entered(4)
    line = make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW)).log_entry
    assert line is not None
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(1)))
    assert draw_board(tournament).lines[0].is_undone


def test_a_draw_that_is_refused_uses_no_link() -> None:
    tournament, _entries = entered(1)
    with pytest.raises(Refused):
        make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert not DrawChain.objects.filter(tournament=tournament, used__gt=0).exists()
