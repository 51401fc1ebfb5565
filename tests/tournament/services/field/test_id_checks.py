"""ID checks: marked at the event, asked for where the house says so, undone, and kept by a merge."""

from __future__ import annotations

from typing import Any

import pytest

from tables.services.desk.importing import plan_import
from tables.services.desk.player_list import read_list
from tables.services.desk.players import merge_players
from tables.services.desk.seating import add_and_seat, register_and_seat
from tests.factories import ACTOR, NOW, make_account, make_player, make_tournament
from tournament.changes.change import sentence_of
from tournament.models import Entry, IdCheck, LogEntry, Player, Tournament
from tournament.queries.registration import IdSeen, ids_checked
from tournament.services.errors import Refused
from tournament.services.field.id_checks import mark_id_checked
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def mark(tournament: Tournament, player: Player) -> LogEntry | None:
    return mark_id_checked(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))


def undo(line: LogEntry | None) -> None:
    assert line is not None
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(NOW))


def sell(tournament: Tournament, player: Player, **more: Any) -> Entry:
    return register_and_seat(
        tournament_id=tournament.pk, player_id=player.pk, seed="s", by=ACTOR.at(NOW), **more
    ).entry


def said() -> list[str]:
    return [
        sentence_of(line, PageWriter.of(line.tournament))
        for line in LogEntry.objects.filter(verb__startswith="id_").order_by("pk")
    ]


def test_a_mark_says_who_saw_the_id_when_at_this_event_and_is_undone() -> None:
    here, there, anna = make_tournament(), make_tournament(), make_player("Anna Verdi")

    line = mark(here, anna)

    assert mark(here, anna) is None
    assert ids_checked(here) == {anna.pk: IdSeen(at=NOW, by="Vera Direttrice")}
    assert ids_checked(there) == {}
    undo(line)
    assert ids_checked(here) == {}
    assert said() == ["Checked the ID of Anna Verdi.", "Undid the ID check of Anna Verdi."]
    with pytest.raises(Refused, match="already been undone"):
        undo(line)


def test_nothing_of_a_document_is_kept() -> None:
    assert {field.name for field in IdCheck._meta.get_fields()} == {
        *("id", "tournament", "player", "checked_at", "log_entry"),
    }


def test_where_the_house_asks_for_it_nobody_enters_without_the_mark() -> None:
    tournament, anna, bruno = (
        make_tournament(id_check=True),
        make_player("Anna Verdi"),
        make_player("Bruno Neri"),
    )

    with pytest.raises(Refused, match="The ID of Anna Verdi has not been checked") as refused:
        sell(tournament, anna)
    assert refused.value.code == "id_not_checked"
    assert not Entry.objects.exists()
    sell(tournament, anna, id_seen=True)
    mark(tournament, bruno)
    sell(tournament, bruno)
    assert set(ids_checked(tournament)) == {anna.pk, bruno.pk}


def test_a_sale_that_is_refused_marks_nothing() -> None:
    tournament, anna = make_tournament(id_check=True, max_entries=2), make_player("Anna Verdi")
    for name in ("Bruno Neri", "Carla Rossi"):
        sell(tournament, make_player(name), id_seen=True)

    with pytest.raises(Refused, match="full"):
        sell(tournament, anna, id_seen=True)
    assert anna.pk not in ids_checked(tournament)


def test_a_new_player_is_added_marked_and_sold_an_entry_in_one_step() -> None:
    tournament = make_tournament(id_check=True)

    def add(**more: Any) -> Entry:
        return add_and_seat(
            tournament_id=tournament.pk, name="Anna Verdi", seed="s", by=ACTOR.at(NOW), **more
        ).entry

    with pytest.raises(Refused):
        add()
    assert not Player.objects.exists()
    entry = add(id_seen=True)
    assert set(ids_checked(tournament)) == {entry.player_id}


def test_a_list_registers_only_players_whose_id_was_seen_and_adds_all() -> None:
    tournament, anna = make_tournament(id_check=True), make_player("Anna Verdi")
    make_player("Bruno Neri")
    mark(tournament, anna)
    lines = read_list("Anna Verdi\nBruno Neri\nCarla Rossi")

    def outcomes(*, registers: bool) -> list[tuple[str, str]]:
        plan = plan_import(tournament=tournament, lines=lines, registers=registers, now=NOW)
        return [(line.outcome, line.reason) for line in plan.lines]

    assert outcomes(registers=True) == [
        ("known", ""),
        ("refused", "The ID of Bruno Neri has not been checked."),
        ("refused", "The ID of Carla Rossi has not been checked."),
    ]
    assert outcomes(registers=False) == [("known", ""), ("known", ""), ("new", "")]


def test_a_merge_takes_the_marks_along_and_its_undo_gives_them_back() -> None:
    here, there = make_tournament(), make_tournament(make_account("other"))
    kept, double = make_player("Anna Verdi"), make_player("Anna Verdii")
    mark(here, kept)
    mark(here, double)
    mark(there, double)
    before = list(IdCheck.objects.order_by("pk").values_list("tournament", "player"))

    line = merge_players(tournament_id=here.pk, kept_id=kept.pk, double_id=double.pk, by=ACTOR.at(NOW))

    assert (set(ids_checked(here)), set(ids_checked(there))) == ({kept.pk, double.pk}, {kept.pk})
    assert mark(there, double) is None
    undo(line)
    assert list(IdCheck.objects.order_by("pk").values_list("tournament", "player")) == before


@pytest.mark.parametrize("players", [1, 3])
def test_the_check_of_a_list_takes_one_query_however_many_players(
    players: int, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament()
    people = [make_player(f"Player {number}") for number in range(players)]
    with django_assert_num_queries(1):
        ids_checked(tournament, [player.pk for player in people])
