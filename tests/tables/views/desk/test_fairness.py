"""What the tables have cost a player and why they were moved, on the page that the floor shows them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables.models import Hand
from tables.queries.desk.fairness import FairnessRecord, fairness_records
from tables.services.moves.balancing import apply_balancing_moves
from tests.factories import ACTOR, NOW, give_role, make_player
from tests.factories.rounds import Rounds
from tests.pages import squeeze
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tampering import past_the_triggers
from tournament.models import Entry, Role, Tournament
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def record_of(tournament: Tournament, entry: Entry) -> FairnessRecord:
    writer = PageWriter.of(tournament)
    (found,) = fairness_records(tournament, player_id=entry.player_id, writer=writer)
    return found


def test_hands_and_blinds_are_those_of_the_recorded_hands_beside_an_even_share() -> None:
    room = Rounds((9_000, 9_000, 9_000))
    for _ in range(3):
        room.quiet(1)
    records = [record_of(room.tournament, room.entry(1, seat)) for seat in (1, 2, 3)]

    # One hand was dealt when the room was built.
    assert [each.hands for each in records] == [4, 4, 4]
    assert [each.sizes[0].players for each in records] == [3, 3, 3]
    assert sorted(each.big_blinds for each in records) == [1, 1, 2]
    assert sorted(each.small_blinds for each in records) == [1, 1, 2]
    assert [each.even_share for each in records] == pytest.approx([4 / 3] * 3)
    assert [each.paid for each in records] == [
        each.big_blinds * 50 + each.small_blinds * 25 for each in records
    ]


def test_a_hand_in_play_and_one_that_was_dealt_again_count_for_nothing() -> None:
    room = Rounds((9_000, 9_000, 9_000))
    room.quiet(1)
    assert record_of(room.tournament, room.entry(1, 1)).hands == 2
    with past_the_triggers():
        Hand.objects.filter(number=2).update(is_redealt=True)
    room.deal(1)

    assert record_of(room.tournament, room.entry(1, 1)).hands == 1


def test_each_move_has_its_rule_its_figures_and_its_hand() -> None:
    tournament = make_room(9, 9, 6)
    moves = apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(NOW))

    record = record_of(tournament, moves[0].entry)

    (told,) = record.moves
    assert (told.from_table, told.to_table, told.kind, told.after_hand) == (
        moves[0].from_table.number,
        3,
        "Balancing",
        None,
    )
    assert len(told.why) == len(moves[0].reasons) > 1
    assert "has 9 players and table 3 has" in told.why[0]
    assert (record.balanced, record.balanced_most) == (1, 1)


def test_a_move_that_was_undone_stays_and_is_not_counted() -> None:
    tournament = make_room(9, 6)
    (move,) = apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    line = tournament.log.get(verb="entry_moved")
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))

    record = record_of(tournament, move.entry)

    assert [(each.is_applied, each.status) for each in record.moves] == [(False, "Undone")]
    assert (record.balanced, record.balanced_most) == (0, 0)


def test_the_page_is_shown_by_any_staff_and_says_where_there_is_nothing(client: Client) -> None:
    room = Rounds((9_000,) * 4, (9_000,) * 3)
    felt = room.felt(1)
    felt.send(4, room.felt(2).table, 4)
    client.force_login(give_role(room.tournament, Role.REGISTRATION, "rita"))
    base = f"/floor/{room.tournament.code}/people"

    moved = page(client, f"{base}/{felt.entries[4].player_id}/fairness/")
    assert "Table 1, seat 4 → table 2, seat 4" in moved
    assert "hand 1" in moved
    assert "Never moved." in page(client, f"{base}/{felt.entries[1].player_id}/fairness/")
    stranger = make_player("Somebody Else")
    assert "has no entry in this event" in page(client, f"{base}/{stranger.pk}/fairness/")
    assert client.get(f"{base}/999999/fairness/").status_code == 404


def page(client: Client, address: str) -> Any:
    return squeeze(client.get(address).content.decode())
