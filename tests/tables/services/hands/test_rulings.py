"""Irregularities at a table: what the dealer decides, and what waits for the floor."""

from __future__ import annotations

from typing import Any

import pytest

from tables import engine
from tables.models import FloorMessage, Hand, HandOperation
from tables.services.hands.recording import undo_operation
from tables.services.hands.rulings import confirm_ruling, refuse_ruling
from tables.services.table.lease import StaleVersion
from tables.services.table.messages import call_floor
from tests.factories import ACTOR, NOW, make_account
from tests.factories.felt import Felt, make_felt
from tests.tables.looking import screen_of
from tournament.models import LogEntry
from tournament.services.actor import Actor
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def felt() -> Felt:
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal()
    return felt


def at(felt: Felt) -> dict[str, Any]:
    return {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk, "by": ACTOR.at(NOW)}


def decide(felt: Felt, actor: Actor = ACTOR) -> dict[str, Any]:
    call = FloorMessage.objects.get(kind="call")
    return {"tournament_id": felt.tournament.pk, "message_id": call.pk, "by": actor.at(NOW)}


def codes() -> list[str]:
    return list(HandOperation.objects.order_by("pk").values_list("code", flat=True))


def verbs() -> list[str]:
    return list(LogEntry.objects.order_by("pk").values_list("verb", flat=True))


def test_what_the_dealer_may_decide_is_recorded_at_once(felt: Felt) -> None:
    felt.rule("x:out_of_turn,s=1,o=r1:300")
    assert codes() == ["x:out_of_turn,s=1,o=r1:300"]
    assert not FloorMessage.objects.exists()


def test_what_the_floor_decides_is_proposed_and_nothing_is_recorded(felt: Felt) -> None:
    before = felt.fresh().version
    felt.rule("x:misdeal")
    call = FloorMessage.objects.get()
    hand = Hand.objects.get()
    assert (call.kind, call.data) == ("call", {"ruling": "x:misdeal,f", "hand": hand.pk, "operations": 0})
    assert (codes(), felt.fresh().version) == ([], before)
    assert verbs()[-2:] == ["floor_called", "ruling_proposed"]


def test_undercall_of_a_raise_is_proposed_though_the_dealer_may_decide_others(felt: Felt) -> None:
    felt.play("r3:300")
    felt.rule("x:undercall,s=4,a=100,o=f4")
    assert FloorMessage.objects.get().data["ruling"] == "x:undercall,s=4,a=100,o=f4,f"


def test_proposal_that_could_not_be_confirmed_is_refused_at_once(felt: Felt) -> None:
    felt.play("r3:100", "c4")
    with pytest.raises(engine.IllegalAction):
        felt.rule("x:misdeal")
    assert not FloorMessage.objects.exists()


def test_call_that_is_open_takes_the_proposal_and_a_later_one_replaces_it(felt: Felt) -> None:
    call_floor(**at(felt))
    felt.rule("x:misdeal")
    felt.rule("x:dead_hand,s=2")
    assert FloorMessage.objects.get().data["ruling"] == "x:dead_hand,s=2,f"


def test_tablet_shows_what_waits_until_the_hand_goes_on(felt: Felt) -> None:
    device, _secret = felt.pair()
    felt.rule("x:misdeal")
    assert screen_of(device, now=NOW).feed.proposed == engine.Ruling(kind="misdeal", floor=True)
    felt.play("f3")
    assert screen_of(device, now=NOW).feed.proposed is None


def test_confirmed_misdeal_ends_the_hand_and_the_same_is_dealt_again(felt: Felt) -> None:
    first = Hand.objects.get()
    felt.play("c3")
    felt.rule("x:misdeal")
    floor = Actor(label="Vera", account_id=make_account().pk)
    confirm_ruling(**decide(felt, floor))
    assert codes() == ["c3", "x:misdeal,f"]
    assert HandOperation.objects.latest("pk").account_id == floor.account_id
    assert (felt.stacks(), Hand.objects.get().is_redealt) == ({1: 1000, 2: 1000, 3: 1000, 4: 1000}, True)
    call = FloorMessage.objects.get()
    assert (call.done_by, call.done_at) == ("Vera", NOW)
    assert verbs()[-1] == "ruling_confirmed"
    assert felt.deal().setup == first.setup


def test_confirmed_ruling_is_undone_like_anything(felt: Felt) -> None:
    felt.rule("x:dead_hand,s=2")
    confirm_ruling(**decide(felt))
    undo_operation(**at(felt))
    assert codes() == ["x:dead_hand,s=2,f", "u0"]


@pytest.mark.parametrize("after", [["f3"], ["f3", "f4"]])
def test_proposal_is_stale_once_the_hand_has_gone_on(felt: Felt, after: list[str]) -> None:
    felt.rule("x:misdeal")
    felt.play(*after)
    with pytest.raises(Refused) as refused:
        confirm_ruling(**decide(felt))
    assert refused.value.code == "stale_proposal"
    assert codes() == after
    assert FloorMessage.objects.get().done_at is None


def test_proposal_is_stale_once_a_tap_was_taken_back(felt: Felt) -> None:
    felt.play("f3")
    felt.rule("x:dead_hand,s=2")
    undo_operation(**at(felt))
    with pytest.raises(Refused) as refused:
        confirm_ruling(**decide(felt))
    assert refused.value.code == "stale_proposal"


def test_refused_proposal_records_nothing_and_the_dealer_is_told(felt: Felt) -> None:
    device, _secret = felt.pair()
    felt.rule("x:misdeal")
    refuse_ruling(**decide(felt))
    shown = screen_of(device, now=NOW)
    assert (codes(), shown.feed.proposed, shown.prompt.floor_called) == ([], None, False)
    assert [each.text for each in shown.feed.messages] == [
        "Overruled by the floor; the hand continues: Misdeal."
    ]
    assert verbs()[-1] == "ruling_refused"


def test_what_is_decided_is_not_decided_twice(felt: Felt) -> None:
    felt.rule("x:dead_hand,s=2")
    confirm_ruling(**decide(felt))
    for decision in (confirm_ruling, refuse_ruling):
        with pytest.raises(Refused) as refused:
            decision(**decide(felt))
        assert refused.value.code == "nothing_proposed"
    assert codes() == ["x:dead_hand,s=2,f"]


def test_plain_call_has_nothing_to_confirm(felt: Felt) -> None:
    call_floor(**at(felt))
    with pytest.raises(Refused) as refused:
        confirm_ruling(**decide(felt))
    assert refused.value.code == "nothing_proposed"


def test_tablet_with_an_old_screen_proposes_nothing(felt: Felt) -> None:
    device, _secret = felt.pair()
    lease = felt.lease(device)
    felt.play("f3")
    with pytest.raises(StaleVersion):
        felt.rule("x:dead_hand,s=2", lease=lease)
    assert not FloorMessage.objects.exists()
