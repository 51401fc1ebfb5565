"""How a player plays, added up over the recorded hands of the events that are over."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tables.models import Hand, HandOperation, HandSeat, HandStatus, Recording
from tables.queries.desk import play_figures as module
from tables.queries.desk.play_figures import PlayFigures, play_figures
from tables.services.hands.absence import set_absence
from tables.services.hands.counted import count_hand
from tables.services.hands.recording import undo_operation
from tables.services.table.ways import set_recording
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tests.pages import squeeze
from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus

pytestmark = pytest.mark.django_db

# The first hand of three: seat 3 has the button, seats 1 and 2 the blinds.
SEAT_3_RAISES = ("r3:150", "f1", "f2")
TO_A_SHOWDOWN = ("r3:150", "f1", "c2", "b:??????", "k2", "k3", "b:??", "k2", "k3", "b:??", "k2", "k3", "w0:2")


def end(felt: Felt) -> None:
    Tournament.objects.filter(pk=felt.tournament.pk).update(status=TournamentStatus.FINISHED)


def of_one_hand(*codes: str) -> Felt:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    felt.play(*codes)
    return felt


def counts(felt: Felt, seat: int) -> tuple[int, int, int, int, int]:
    """Hands, played, raised, showdowns, won."""
    found = play_figures(felt.entries[seat].player)
    return found.hands, found.played, found.raised, found.showdowns, found.won


def copies(hand: Hand, count: int) -> None:
    """The same hand so many times more, of the same players."""
    last = Hand.objects.filter(table=hand.table).latest("number").number
    seats, operations = list(hand.hand_seats.all()), list(hand.operations.all())
    for number in range(last + 1, last + count + 1):
        hand.pk, hand.number, hand._state.adding = None, number, True
        hand.save()
        for seat in seats:
            seat.pk, seat.hand, seat._state.adding = None, hand, True
        for operation in operations:
            operation.pk, operation.hand, operation._state.adding = None, hand, True
        HandSeat.objects.bulk_create(seats)
        HandOperation.objects.bulk_create(operations)


def test_a_hand_says_who_played_raised_and_came_to_the_showdown() -> None:
    felt = of_one_hand(*TO_A_SHOWDOWN)
    end(felt)
    assert [counts(felt, seat) for seat in (1, 2, 3)] == [(1, 0, 0, 0, 0), (1, 1, 0, 1, 1), (1, 1, 1, 1, 0)]


def test_hands_of_several_events_add_up_and_an_event_in_play_counts_nothing() -> None:
    felt, other = of_one_hand(*SEAT_3_RAISES), make_felt(10_000, 10_000, 10_000, name="Another")
    Entry.objects.filter(pk=other.entries[1].pk).update(player=felt.entries[3].player)
    other.deal()
    other.play("f3", "c1", "r2:150", "f1")
    assert counts(felt, 3) == (0, 0, 0, 0, 0)
    end(felt)
    assert counts(felt, 3) == (1, 1, 1, 0, 0)
    end(other)
    assert counts(felt, 3) == (2, 2, 1, 0, 0)


def test_a_flight_is_over_with_its_event() -> None:
    felt, event = of_one_hand(*SEAT_3_RAISES), make_felt(10_000, 10_000, name="Main event")
    Tournament.objects.filter(pk=felt.tournament.pk).update(flight_of=event.tournament)
    end(felt)
    assert counts(felt, 3)[0] == 0
    end(event)
    assert counts(felt, 3)[0] == 1


def test_misdeals_void_hands_and_void_entries_do_not_count() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    felt.play("c3", "x:misdeal,f")
    felt.deal()
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(1)))
    assert set(Hand.objects.values_list("status", "is_redealt")) == {
        (HandStatus.COMPLETE, True),
        (HandStatus.VOID, False),
    }
    end(felt)
    assert counts(felt, 3)[0] == 0
    felt = of_one_hand(*SEAT_3_RAISES)
    end(felt)
    Entry.objects.filter(pk=felt.entries[3].pk).update(status=EntryStatus.VOID)
    assert counts(felt, 3)[0] == 0


def test_a_hand_that_is_only_counted_has_no_record() -> None:
    felt = of_one_hand(*SEAT_3_RAISES)
    tournament, table, by = felt.tournament.pk, felt.table.pk, ACTOR.at(after(1))
    set_recording(tournament_id=tournament, table_id=table, recording=Recording.RESULTS, by=by)
    count_hand(tournament_id=tournament, table_id=table, by=by)
    assert Hand.objects.filter(is_counted=True).count() == 1
    end(felt)
    assert counts(felt, 3)[0] == 1


def test_who_is_absent_was_dealt_in() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    set_absence(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        entry_id=felt.entries[2].pk,
        absent=True,
        by=ACTOR.at(after(0)),
    )
    felt.deal()
    felt.play("r3:150", "f1")
    end(felt)
    assert (counts(felt, 2), counts(felt, 3)) == ((1, 0, 0, 0, 0), (1, 1, 1, 0, 0))


def test_a_hand_that_is_corrected_changes_the_figures() -> None:
    """At the same moment, with the same number: the hand that was read before is not the hand that is there now."""
    felt = of_one_hand(*SEAT_3_RAISES)
    end(felt)
    assert counts(felt, 3) == (1, 1, 1, 0, 0)
    Tournament.objects.filter(pk=felt.tournament.pk).update(status=TournamentStatus.RUNNING)
    for _ in range(3):
        undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(0)))
    end(felt)
    assert counts(felt, 3)[0] == 0
    Tournament.objects.filter(pk=felt.tournament.pk).update(status=TournamentStatus.RUNNING)
    felt.play("f3", "c1", "k2", "b:??????", "r1:100", "f2")
    end(felt)
    assert (counts(felt, 1), counts(felt, 3)) == ((1, 1, 0, 0, 0), (1, 0, 0, 0, 0))


def test_three_queries_however_many_hands_and_one_where_all_are_known(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    felt = of_one_hand(*SEAT_3_RAISES)
    end(felt)
    player, other = felt.entries[3].player, felt.entries[1].player
    with django_assert_num_queries(3):
        assert play_figures(player).hands == 1
    copies(Hand.objects.get(), 12)
    with django_assert_num_queries(3):
        assert play_figures(player).hands == 13
    with django_assert_num_queries(1):
        assert play_figures(player).hands == 13
    # The hands are those of the others too.
    with django_assert_num_queries(1):
        assert play_figures(other).hands == 13


def test_only_so_many_hands_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 5)
    felt = of_one_hand(*SEAT_3_RAISES)
    copies(Hand.objects.get(), 7)
    end(felt)
    assert [counts(felt, seat)[:2] for seat in (3, 1)] == [(8, 8), (8, 0)]
    assert len(module._kept) <= 5


def test_a_damaged_record_does_not_count() -> None:
    felt = of_one_hand(*SEAT_3_RAISES)
    copies(Hand.objects.get(), 3)
    end(felt)
    damaged = Hand.objects.order_by("pk")
    HandOperation.objects.filter(hand=damaged[1], number=1).update(code="f2")
    HandOperation.objects.filter(hand=damaged[2]).delete()
    Hand.objects.filter(pk=damaged[3].pk).update(setup_data={})
    assert counts(felt, 3)[:2] == (1, 1)


def test_shares_are_percents_from_a_hundred_hands_on() -> None:
    some = PlayFigures(hands=99, played=30, raised=10, showdowns=20, won=10)
    assert (some.is_enough, some.played_share, some.won_share) == (False, None, None)
    many = PlayFigures(hands=200, played=61, raised=10, showdowns=0, won=0)
    assert (many.played_share, many.raised_share, many.showdowns_share, many.won_share) == (31, 5, 0, None)
    assert PlayFigures(hands=100, played=0, raised=0, showdowns=3, won=2).won_share == 67


def test_the_page_shows_how_many_hands_there_are_and_then_the_figures(client: Client) -> None:
    felt = of_one_hand(*TO_A_SHOWDOWN)
    path = f"/my/{felt.entries[3].link_secret}/results/"
    end(felt)
    first = squeeze(client.get(path).content.decode())
    assert "From recorded hands" in first
    assert "1 of 100 hands" in first
    assert "100%" not in first[first.index("From recorded hands") :]
    copies(Hand.objects.get(), 99)
    body = squeeze(client.get(path).content.decode())
    figures = body[body.index("From recorded hands") :]
    assert "of 100 hands" not in figures
    assert figures.count("100%") == 3
    assert "0%" in figures


def test_without_a_recorded_hand_the_page_says_nothing_of_them(client: Client) -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    end(felt)
    page = client.get(f"/my/{felt.entries[1].link_secret}/results/")
    assert page.status_code == 200
    assert "From recorded hands" not in page.content.decode()
