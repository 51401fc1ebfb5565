"""Bounties won in a hand, recorded or said by hand, and taken back with it."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Bust, Recording, Table
from tables.services.desk.chip_sales import sell_chips
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.counted import Result, count_hand, undo_counted_hand
from tables.services.hands.knock_outs import credit_knock_out
from tables.services.hands.recording import undo_operation
from tables.services.moves.refunds import refund_and_unseat
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import REBUY
from tournament.models import BountyShare, Envelope, LogEntry
from tournament.queries.payouts.mystery import envelope_board
from tournament.rules.payouts.mystery import EnvelopeLine
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.mystery import begin_mystery, open_envelope
from tournament.services.errors import Refused
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def felt_with_bounties(*stacks: int, kind: str = "fixed") -> Felt:
    return make_felt(*stacks, buy_in_bounty=50_01, bounty_kind=kind, late_registration_level=3)


def due(felt: Felt) -> dict[int, dict[int, int]]:
    """By seat that is out what each winner's seat is due."""
    seats = {entry.pk: seat for seat, entry in felt.entries.items()}
    found: dict[int, dict[int, int]] = {}
    for share in BountyShare.objects.filter(undone_at=None).order_by("pk"):
        found.setdefault(seats[share.eliminated_id], {})[seats[share.winner_id]] = share.due
    return found


@pytest.mark.rule("BTY-01")
def test_bty_01_the_bounties_of_a_recorded_hand_go_with_their_pots() -> None:
    felt = felt_with_bounties(100, 200, 400, 1_000, 1_000)
    felt.deal()
    # Seat 4 raises; the short stacks are all-in, seat 2 has the best hand and seat 4 the second best.
    felt.play("c3", "r4:1000", "f5", "c1", "c2", "c3", "b:2c7d9h", "b:3s", "b:4d")
    felt.play("s4:KsKh", "s1:JsJh", "s2:AsAh", "s3:QsQh")

    assert due(felt) == {1: {2: 50_01}, 3: {4: 50_01}}


@pytest.mark.rule("BTY-02")
def test_bty_02_aces_in_the_main_pot_take_no_bounty_of_the_side_pot() -> None:
    felt = felt_with_bounties(10_000, 5_000, 1_000)
    felt.deal()
    felt.play("r3:1000", "r1:10000", "c2", "b:2c7d9h", "b:3s", "b:4d", "s1:KsKh", "s2:QsQh", "s3:AsAh")

    assert due(felt) == {2: {1: 50_01}}


@pytest.mark.rule("BTY-03")
def test_bty_03_a_chopped_pot_chops_the_bounty_and_the_undo_of_the_hand_puts_it_back() -> None:
    felt = felt_with_bounties(300, 200, 300)
    felt.deal()
    felt.play("r3:300", "c1", "c2", "b:2c7d9h", "b:3s", "b:4d", "s3:AcKc", "s1:AdKd", "s2:QsJs")
    assert due(felt) == {2: {1: 25_01, 3: 25_00}}

    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert due(felt) == {}

    felt.play("s2:QsJs")
    pay_bounties(
        tournament_id=felt.tournament.pk, entry_id=felt.entries[1].pk, amount=25_01, by=ACTOR.at(NOW)
    )
    with pytest.raises(Refused, match="The bounty of Bruno Neri has been paid to Anna Verdi") as paid:
        undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert paid.value.code == "bounty_paid"
    assert due(felt) == {2: {1: 25_01, 3: 25_00}}


def test_by_hand_those_who_are_said_to_have_won_take_the_bounty_from_the_left_of_the_button() -> None:
    felt = felt_with_bounties(10_000, 10_000, 10_000, 10_000, kind="progressive")
    felt.deal()
    # Seat 4 has the button: seat 2 is nearer to its left than seat 4 itself.
    felt.play("f3", "f4", "f1")

    line = bust_players(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=Out(entries=[felt.entries[3].pk], credited_to=[felt.entries[4].pk, felt.entries[2].pk]),
        by=ACTOR.at(after(1)),
    )
    shares = BountyShare.objects.order_by("pk").values_list("winner", "due", "on_head")
    assert list(shares) == [
        (felt.entries[2].pk, 12_51, 12_50),
        (felt.entries[4].pk, 12_50, 12_50),
    ]

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(2)))
    assert due(felt) == {}


def test_by_hand_nobody_leaves_the_bounty_on_the_head() -> None:
    felt = felt_with_bounties(10_000, 10_000, 10_000)

    bust_players(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=Out(entries=[felt.entries[3].pk]),
        by=ACTOR.at(NOW),
    )

    assert due(felt) == {}


def test_a_knock_out_credited_afterwards_moves_the_bounty_and_the_undo_moves_it_back() -> None:
    felt = felt_with_bounties(10_000, 10_000, 10_000)
    bust_players(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=Out(entries=[felt.entries[3].pk], credited_to=[felt.entries[1].pk]),
        by=ACTOR.at(NOW),
    )

    line = credit_knock_out(
        tournament_id=felt.tournament.pk,
        bust_id=Bust.objects.get().pk,
        credited_to=[felt.entries[2].pk, felt.entries[1].pk],
        seen=[felt.entries[1].pk],
        by=ACTOR.at(after(1)),
    )
    assert due(felt) == {3: {1: 25_01, 2: 25_00}}

    assert line is not None
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(2)))
    assert due(felt) == {3: {1: 50_01}}


def test_a_player_who_rebuys_has_the_bounty_again_until_the_sale_is_undone() -> None:
    felt = make_felt(
        *(10_000, 10_000, 10_000),
        buy_in_bounty=50_01,
        bounty_kind="fixed",
        late_registration_level=3,
        rebuy_data=REBUY.to_dict(),
    )
    bust_players(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=Out(entries=[felt.entries[3].pk], credited_to=[felt.entries[2].pk, felt.entries[1].pk]),
        by=ACTOR.at(NOW),
    )
    before = due(felt)

    line = sell_chips(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[3].pk,
        kind="rebuy",
        seed="1",
        by=ACTOR.at(after(1)),
    )
    assert due(felt) == {}

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(2)))
    assert due(felt) == before == {3: {1: 25_01, 2: 25_00}}


def test_nobody_who_was_refunded_wins_a_bounty_by_what_is_undone() -> None:
    felt = make_felt(
        *(10_000, 10_000, 10_000, 10_000),
        buy_in_bounty=50_01,
        bounty_kind="fixed",
        late_registration_level=3,
        rebuy_data=REBUY.to_dict(),
    )
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk}
    taker, other, out = (felt.entries[seat].pk for seat in (1, 2, 3))
    bust_players(
        table_id=felt.table.pk, out=Out(entries=[out], credited_to=[taker, other]), by=ACTOR.at(NOW), **ids
    )
    rebuy = sell_chips(entry_id=out, kind="rebuy", seed="1", by=ACTOR.at(after(1)), **ids)
    refund_and_unseat(entry_id=taker, reason="Ill", by=ACTOR.at(after(2)), **ids)

    undo_line(line_id=rebuy.pk, by=ACTOR.at(after(3)), **ids)
    assert due(felt) == {3: {2: 50_01}}

    bust = Bust.objects.get(undone_at=None)
    with pytest.raises(Refused, match="was refunded and can win no bounty: credit others, or nobody"):
        credit_knock_out(
            bust_id=bust.pk, credited_to=[taker], seen=[taker, other], by=ACTOR.at(after(4)), **ids
        )
    assert due(felt) == {3: {2: 50_01}}


def felt_with_envelopes(*stacks: int) -> Felt:
    """Registration is closed and the envelopes are made up: 50.01 in each."""
    felt = make_felt(*stacks, buy_in_bounty=50_01, bounty_kind="mystery", late_registration_level=0)
    begin_mystery(
        tournament_id=felt.tournament.pk,
        lines=[EnvelopeLine(value=50_01, count=len(stacks))],
        seed="1",
        reserve="2",
        by=ACTOR.at(NOW),
    )
    return felt


def queue(felt: Felt) -> list[tuple[str, ...]]:
    """Those who are out with an envelope to open, each with the winners of it."""
    board = envelope_board(felt.tournament)
    assert board is not None
    return [(each.eliminated, *(one.name for one in each.winners)) for each in board.queue]


def test_a_recorded_hand_puts_its_knock_outs_into_the_queue_and_its_undo_takes_them_out() -> None:
    felt = felt_with_envelopes(100, 200, 400, 1_000, 1_000)
    felt.deal()
    felt.play("c3", "r4:1000", "f5", "c1", "c2", "c3", "b:2c7d9h", "b:3s", "b:4d")
    felt.play("s4:KsKh", "s1:JsJh", "s2:AsAh", "s3:QsQh")
    assert queue(felt) == [("Anna Verdi", "Bruno Neri"), ("Carla Rossi", "Dario Conti")]

    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(1)))
    assert queue(felt) == []

    felt.play("s3:QsQh", now=after(2))
    anna = Envelope.objects.get(entry=felt.entries[1].pk)
    open_envelope(tournament_id=felt.tournament.pk, envelope_id=anna.pk, by=ACTOR.at(after(3)))
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(4)))
    assert due(felt) == {}
    # Recorded again she is out again, and the open one is hers.
    felt.play("s3:QsQh", now=after(5))
    assert due(felt) == {1: {2: 50_01}, 3: {4: 0}}


def test_knock_outs_said_by_hand_and_credited_later_come_into_the_queue() -> None:
    felt = felt_with_envelopes(10_000, 10_000, 10_000, 10_000)
    busts: list[LogEntry] = []
    for seat, by in ((4, [felt.entries[2].pk, felt.entries[1].pk]), (3, [])):
        out = Out(entries=[felt.entries[seat].pk], credited_to=by)
        busts.append(
            bust_players(
                tournament_id=felt.tournament.pk, table_id=felt.table.pk, out=out, by=ACTOR.at(after(1))
            )
        )
    assert queue(felt) == [("Dario Conti", "Anna Verdi", "Bruno Neri")]

    credit_knock_out(
        tournament_id=felt.tournament.pk,
        bust_id=Bust.objects.get(log_entry=busts[1]).pk,
        credited_to=[felt.entries[2].pk],
        seen=[],
        by=ACTOR.at(after(2)),
    )
    assert queue(felt)[1] == ("Carla Rossi", "Bruno Neri")

    undo_line(tournament_id=felt.tournament.pk, line_id=busts[0].pk, by=ACTOR.at(after(3)))
    assert [claim[0] for claim in queue(felt)] == ["Carla Rossi"]


def test_a_hand_entered_by_its_result_feeds_the_queue_too() -> None:
    felt = felt_with_envelopes(10_000, 10_000, 10_000)
    Table.objects.filter(pk=felt.table.pk).update(recording=Recording.RESULTS)

    count_hand(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        result=Result(out=Out(entries=[felt.entries[3].pk], credited_to=[felt.entries[1].pk])),
        by=ACTOR.at(after(1)),
    )

    assert queue(felt) == [("Carla Rossi", "Anna Verdi")]

    undo_counted_hand(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(2)))
    assert queue(felt) == []
