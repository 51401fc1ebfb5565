from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tables.queries.checks.states import SEALED, WORDS, check_states
from tests.factories import ACTOR, NOW, enter, make_tournament
from tests.factories.field import bust, started
from tournament.models import ChainLink, Entry, Payout, Role, StaffMember, Tournament
from tournament.models.states import GONE, KINDS, locked_tournaments, note_lock, states_of
from tournament.services.field.entries import reinstate_entries
from tournament.services.locks import lock_tournament
from tournament.services.setup.staff import add_member, remove_member

pytestmark = pytest.mark.django_db


def newest(kind: str, row: int) -> str:
    digests = (
        ChainLink.objects.filter(kind=kind, row=row).order_by("-number").values_list("digest", flat=True)
    )
    return digests[0]


def said(tournament: Tournament) -> list[str]:
    return [str(finding) for finding in check_states(tournament)]


def test_what_a_service_changes_is_sealed_as_it_then_stands() -> None:
    tournament, (anna, bruno, *_others) = started(4, late_registration_level=0)

    bust(tournament, bruno, winner=anna)

    assert said(tournament) == []
    before = newest("entry", bruno.pk)
    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={bruno.pk: 10_000}, by=ACTOR.at(NOW)
        )
    assert newest("entry", bruno.pk) != before
    assert said(tournament) == []


def test_what_is_changed_without_the_lock_is_not_sealed_and_is_named() -> None:
    tournament, (anna, bruno, *_others) = started(4, late_registration_level=0)
    bust(tournament, bruno, winner=anna)

    Entry.objects.filter(pk=bruno.pk).update(place_first=1, place_last=1)
    tournament.name = "Another one"
    tournament.save()

    event, places = said(tournament)
    assert event.startswith(
        f"I30: The event: its settings, structure, payouts or clock (row {tournament.pk}) was altered"
    )
    assert places.startswith(
        f"I30: The places of those who are out (row {tournament.pk}) was altered outside Floorman"
    )


def test_a_row_that_was_added_or_removed_past_the_services_is_named() -> None:
    tournament, entries = started(4)

    Payout.objects.create(tournament=tournament, entry=entries[0], amount=5_00, decided_at=NOW)
    StaffMember.objects.filter(tournament=tournament).delete()

    removed, added = said(tournament)
    assert removed.startswith("I30: The role of ? (row ")
    assert " was removed outside Floorman; its seal is " in removed
    assert added.startswith("I30: The prize of entry 1 (row ")
    assert added.endswith(" has no seal: it was added outside Floorman.")


def test_what_a_service_removes_is_sealed_as_gone() -> None:
    tournament = make_tournament()
    member = add_member(
        tournament_id=tournament.pk, username="clerk", full_name="", role=Role.FLOOR, by=ACTOR.at(NOW)
    )

    remove_member(tournament_id=tournament.pk, member_id=member.pk, by=ACTOR.at(NOW))

    assert newest("staff", member.pk) == GONE
    assert said(tournament) == []


def test_the_places_of_all_who_are_out_have_one_seal_however_many_shift() -> None:
    tournament, (anna, *others) = started(6, late_registration_level=2)
    for loser in others[:4]:
        bust(tournament, loser, winner=anna)
    links = ChainLink.objects.filter(tournament=tournament, kind="places").count()

    enter(tournament, "Late Lia", now=NOW)

    assert ChainLink.objects.filter(tournament=tournament, kind="places").count() == links + 1
    assert said(tournament) == []


def test_many_entries_are_sealed_by_as_many_statements_as_two() -> None:
    tournament = make_tournament()

    def statements(*names: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            enter(tournament, *names)
        return len([each for each in asked if "chainlink" in each["sql"]])

    assert statements("Ada", "Bea") == statements(*(f"Carla {number}" for number in range(30)))


def test_the_lock_is_held_as_long_as_the_block_that_took_it() -> None:
    tournament = make_tournament()
    with transaction.atomic():
        with transaction.atomic():
            note_lock(tournament.pk)
            assert locked_tournaments() == {tournament.pk}
            with transaction.atomic():
                assert locked_tournaments() == {tournament.pk}
        assert locked_tournaments() == set()


def test_a_change_that_is_rolled_back_leaves_no_seal_and_no_lock() -> None:
    tournament = make_tournament()
    links = ChainLink.objects.filter(tournament=tournament).count()

    with transaction.atomic():
        lock_tournament(tournament.pk)
        Tournament.objects.filter(pk=tournament.pk).update(name="Another one")
        assert ChainLink.objects.filter(tournament=tournament).count() == links + 1
        transaction.set_rollback(True)

    assert ChainLink.objects.filter(tournament=tournament).count() == links
    assert locked_tournaments() == set()


def test_what_changes_with_every_hand_costs_no_seal() -> None:
    tournament = make_tournament()
    (anna,) = enter(tournament, "Anna Verdi")
    with transaction.atomic():
        lock_tournament(tournament.pk)
        with CaptureQueriesContext(connection) as asked:
            Entry.objects.filter(pk=anna.pk).update(stack=5)
            anna.save(update_fields=["is_absent"])
    assert len(asked) == 2


def test_every_kind_has_its_words_and_is_known_to_the_chain() -> None:
    kinds = [state.kind for _model, state in SEALED]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(KINDS) == set(WORDS)
    for model, state in SEALED:
        there = {field.attname for field in model._meta.concrete_fields} | {"credited_to"}
        assert set(state.columns) <= there, state.kind
    assert states_of(ChainLink) == ()
