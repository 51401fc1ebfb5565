"""The start of the clock is undone until the first hand is dealt."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import HandStatus, Recording, Table
from tables.services.desk.check_in import open_check_in, remove_no_shows
from tables.services.hands.absence import set_absence
from tables.services.hands.busting import Out, bust_players
from tests.factories import ACTOR, NOW, after, enter
from tests.factories.felt import make_felt
from tests.factories.mystery import MysteryRoom
from tests.factories.sales import rebuy_felt, sell
from tests.tables.services.undo.test_one_table import can_undo, newest, refused, undo
from tournament.models import ChopMethod, Entry, LogEntry, Tournament
from tournament.rules.clock import Clock
from tournament.services.clock import start_clock
from tournament.services.clock_controls import change_clock, last_clock_change
from tournament.services.errors import Refused
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def tap_clock(step: str, minutes: int) -> Tournament:
    tournament = Tournament.objects.get()
    return change_clock(
        tournament_id=tournament.pk, step=step, version=tournament.clock_version, by=ACTOR.at(after(minutes))
    )


def test_a_start_taken_back_opens_registration_again_and_the_clock_starts_anew() -> None:
    felt = make_felt(1000, 1000, 1000)
    assert Tournament.objects.get().registration_closed_at == NOW

    undo(newest("clock_started"))

    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.started_at, tournament.registration_closed_at) == (
        "registering",
        None,
        None,
    )
    assert tournament.clock == Clock()
    assert enter(tournament, "Late One", now=after(2))
    with pytest.raises(Refused, match="not in play"):
        felt.deal(now=after(3))
    again = start_clock(tournament_id=tournament.pk, by=ACTOR.at(after(9)))
    assert (again.status, again.started_at) == ("running", after(9))


def test_stacks_are_known_again_where_only_busts_are_entered() -> None:
    felt = make_felt(1000, 1000, 1000)
    undo(newest("clock_started"))
    Table.objects.update(recording=Recording.BUSTS)
    start_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(after(1)))
    assert set(Entry.objects.values_list("is_stack_known", flat=True)) == {False}

    undo(newest("clock_started"))

    assert set(Entry.objects.values_list("is_stack_known", flat=True)) == {True}


def test_a_start_stands_once_a_player_is_out_without_a_hand() -> None:
    felt = make_felt(1000, 1000, 1000)
    Table.objects.update(recording=Recording.BUSTS)
    ids = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}
    bust_players(**ids, out=Out(entries=[felt.entries[3].pk]), by=ACTOR.at(NOW))
    assert not can_undo(newest("clock_started"))

    undo(newest("players_busted"))

    assert can_undo(newest("clock_started"))


def test_a_start_stands_while_a_rebuy_of_it_does() -> None:
    """Before the start nobody could take its chips back, nor hand its money back if the event is called off."""
    felt = rebuy_felt(1000, 1000, 1000)
    sold = sell(felt, 2, is_owed=True)
    assert refused(newest("clock_started"))

    undo(sold)

    assert can_undo(newest("clock_started"))


def test_a_start_stands_while_the_bounty_money_is_in_envelopes() -> None:
    """Who enters once registration is open again would find no envelope for their bounty."""
    room = MysteryRoom(3)
    room.begin()
    assert refused(newest("clock_started"))

    undo(newest("mystery_begun"))

    assert can_undo(newest("clock_started"))


def test_a_start_stands_while_the_money_of_a_no_show_is_at_the_desk() -> None:
    felt = make_felt(1000, 1000, 1000, rule_overrides={"event": {"no_show_level": 1}})
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(NOW)}
    open_check_in(**ids)
    for seat in (1, 2):
        set_absence(table_id=felt.table.pk, entry_id=felt.entries[seat].pk, absent=False, **ids)
    (removed,) = remove_no_shows(**ids)
    assert refused(newest("clock_started"))

    undo(removed)

    assert can_undo(newest("clock_started"))


def test_a_start_stands_while_the_players_have_agreed_on_a_chop() -> None:
    felt = make_felt(1000, 1000)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(NOW)}
    chop = propose_chop(method=ChopMethod.EQUAL, played_for=0, **ids).chop
    *_, agreed = [agree_to_chop(chop_id=chop.pk, entry_id=each.pk, **ids) for each in felt.entries.values()]
    assert refused(newest("clock_started"))

    undo(agreed)

    assert can_undo(newest("clock_started"))


def test_the_clock_panel_offers_it_after_other_changes_were_undone() -> None:
    make_felt(1000, 1000)
    tap_clock("pause", 1)
    tap_clock("undo", 2)
    change = last_clock_change(Tournament.objects.get())
    assert change is not None
    assert change.verb == "clock_started"

    tap_clock("undo", 3)

    assert Tournament.objects.get().clock_state == "not_started"
    assert last_clock_change(Tournament.objects.get()) is None
    assert LogEntry.objects.get(verb="start_undone").undoes == newest("clock_started")


def test_the_first_hand_ends_it_and_a_deal_taken_back_was_none() -> None:
    felt = make_felt(1000, 1000)
    hand = felt.deal()

    assert not can_undo(newest("clock_started"))
    assert last_clock_change(Tournament.objects.get()) is None
    assert refused(newest("clock_started"), "cannot_undo")

    hand.status = HandStatus.VOID
    hand.save()
    assert can_undo(newest("clock_started"))


def test_a_deal_tapped_on_the_clock_that_ran_must_look_again() -> None:
    felt = make_felt(1000, 1000)
    seen = felt.fresh().version

    undo_line(tournament_id=felt.tournament.pk, line_id=newest("clock_started").pk, by=ACTOR.at(after(1)))

    assert Table.objects.get().version > seen
