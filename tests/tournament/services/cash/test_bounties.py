from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.breadth import sample
from tests.factories import ACTOR, NOW, after
from tests.factories.field import started
from tests.factories.lines import write_line
from tournament.changes.bounties import BountiesToWinner
from tournament.changes.change import sentence_of
from tournament.models import BountyShare, Entry, EntryStatus, LogEntry, MoneyKind, MoneyRow, Tournament
from tournament.queries.log import LogFilter, log_lines, log_rows
from tournament.queries.payouts.bounties import BountyMoney, bounty_money, heads_of, own_bounties
from tournament.services.cash.bounties import (
    pay_bounties,
    settle_knockout,
    takers_before,
    void_bounty_payment,
)
from tournament.services.errors import Refused
from tournament.services.field.entries import BustOut, eliminate_entries, reinstate_entries
from tournament.services.field.registration import close_registration
from tournament.services.locks import lock_tournament
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


class Room:
    """A tournament in play with a bounty of 50.01 on every head; players are known by their number from 1."""

    def __init__(self, players: int = 4, *, kind: str = "fixed") -> None:
        self.tournament, entries = started(
            players, buy_in_bounty=50_01, bounty_kind=kind, late_registration_level=3
        )
        self.entries = dict(enumerate(entries, start=1))

    def pk(self, player: int) -> int:
        return self.entries[player].pk

    def out(self, player: int, *, by: Sequence[int] = ()) -> LogEntry:
        with transaction.atomic():
            Entry.objects.filter(pk=self.pk(player)).update(stack=0)
            bust = BustOut(
                entry_id=self.pk(player),
                starting_stack=10_000,
                table_number=1,
                won_by=[self.pk(each) for each in by],
            )
            eliminate_entries(
                tournament=lock_tournament(self.tournament.pk), bust_outs=[bust], by=ACTOR.at(NOW)
            )
        return LogEntry.objects.filter(verb="entry_eliminated").latest("pk")

    def back(self, player: int) -> None:
        with transaction.atomic():
            reinstate_entries(
                tournament=lock_tournament(self.tournament.pk),
                stacks={self.pk(player): 10_000},
                by=ACTOR.at(NOW),
            )

    def credit(self, player: int, *, by: Sequence[int]) -> None:
        with transaction.atomic():
            tournament = lock_tournament(self.tournament.pk)
            line = write_line(tournament_id=tournament.pk, by=ACTOR.at(NOW), verb="bust_undone", data={})
            settle_knockout(
                tournament=tournament,
                entry_id=self.pk(player),
                won_by=[self.pk(each) for each in by],
                line=line,
                now=NOW,
            )

    def pay(self, player: int, amount: int) -> MoneyRow:
        return pay_bounties(
            tournament_id=self.tournament.pk, entry_id=self.pk(player), amount=amount, by=ACTOR.at(after(1))
        )

    def void(self, payment: MoneyRow) -> MoneyRow:
        return void_bounty_payment(tournament_id=self.tournament.pk, row_id=payment.pk, by=ACTOR.at(after(2)))

    def due(self) -> dict[int, int]:
        """By player what waits at the desk."""
        players = {entry.pk: player for player, entry in self.entries.items()}
        due: dict[int, int] = {}
        for share in BountyShare.objects.filter(undone_at=None, payment=None, due__gt=0):
            player = players[share.winner_id]
            due[player] = due.get(player, 0) + share.due
        return due

    def heads(self) -> dict[int, int]:
        """By player the money on the head, of those who have any."""
        heads = heads_of(self.tournament.pk)
        return {player: heads[entry.pk] for player, entry in self.entries.items() if heads[entry.pk]}

    def money(self) -> BountyMoney:
        return bounty_money(self.tournament)

    def close(self) -> None:
        close_registration(tournament_id=self.tournament.pk, by=ACTOR.at(NOW))
        self.tournament.refresh_from_db()


def test_a_fixed_bounty_is_due_to_the_one_who_knocks_the_player_out() -> None:
    room = Room()

    line = room.out(2, by=[1])

    assert room.due() == {1: 50_01}
    assert room.heads() == {1: 50_01, 3: 50_01, 4: 50_01}
    assert room.money() == BountyMoney(
        sold=200_04, on_heads=150_03, unclaimed=0, due=50_01, paid=0, handed_over=0
    )
    assert BountyShare.objects.get().log_entry == line
    words = sentence_of(line, PageWriter.of(room.tournament))
    assert words == "Bruno Neri is out in 4th place. Anna Verdi wins the bounty: €50.01."


def test_a_progressive_bounty_is_paid_by_half_and_the_odd_cent_is_paid() -> None:
    room = Room(kind="progressive")

    line = room.out(2, by=[1])
    room.out(1, by=[3])

    assert room.due() == {1: 25_01, 3: 37_51}
    assert room.heads() == {3: 50_01 + 37_50, 4: 50_01}
    assert room.money().difference == 0
    words = sentence_of(line, PageWriter.of(room.tournament))
    assert words.endswith("Anna Verdi wins €25.01 of the bounty, and €25 goes on their own head.")


@pytest.mark.rule("BTY-03")
def test_bty_03_of_several_the_first_gets_the_odd_cent() -> None:
    room = Room()

    room.out(4, by=[3, 1])

    assert room.due() == {3: 25_01, 1: 25_00}


def test_a_bounty_that_nobody_has_won_stays_on_the_head_and_can_be_credited_and_moved() -> None:
    room = Room(kind="progressive")

    room.out(2)
    assert room.due() == {}
    assert room.money().unclaimed == 50_01

    room.credit(2, by=[1])
    assert room.due() == {1: 25_01}
    room.credit(2, by=[3, 4])
    assert room.due() == {3: 12_51, 4: 12_50}
    assert room.heads() == {1: 50_01, 3: 62_51, 4: 62_51}
    room.credit(2, by=[])
    assert room.due() == {}
    assert room.heads() == dict.fromkeys((1, 2, 3, 4), 50_01)
    assert room.money().difference == 0


def test_what_a_late_credit_puts_on_a_head_that_is_out_goes_to_those_who_took_that_head() -> None:
    room = Room(kind="progressive")
    room.out(2)
    room.out(1, by=[3])
    assert room.due() == {3: 25_01}

    room.credit(2, by=[1])

    # Anna's head was 75.01 when Carla took it.
    assert room.due() == {1: 25_01, 3: 37_51}
    assert room.heads() == {3: 50_01 + 37_50, 4: 50_01}
    room.credit(2, by=[])
    assert room.due() == {3: 25_01}


def test_an_elimination_undone_takes_the_bounty_back_unless_it_was_paid() -> None:
    room = Room()
    room.out(2, by=[1])
    payment = room.pay(1, 50_01)

    with pytest.raises(
        Refused, match="bounty of Bruno Neri has been paid to Anna Verdi; void that payment first"
    ):
        room.back(2)
    assert Entry.objects.get(pk=room.pk(2)).status == EntryStatus.ELIMINATED
    with pytest.raises(Refused, match="has been paid"):
        room.credit(2, by=[3])

    room.void(payment)
    room.back(2)

    assert room.due() == {}
    assert room.heads() == dict.fromkeys((1, 2, 3, 4), 50_01)
    room.out(2, by=[3])
    assert room.due() == {3: 50_01}


def test_the_winner_gets_the_own_bounty_and_those_nobody_has_won() -> None:
    room = Room(kind="progressive")
    room.close()
    room.out(4)
    room.out(3, by=[2])
    room.out(2, by=[1])

    assert room.due() == {2: 25_01, 1: 37_51 + (50_01 + 37_50) + 50_01}
    assert room.heads() == {}
    line = LogEntry.objects.get(verb=BountiesToWinner.verb)
    assert BountiesToWinner.of(line).amount == 137_52
    words = sentence_of(line, PageWriter.of(room.tournament))
    assert words == "Anna Verdi, the winner, has won what is on heads: €137.52."
    own = own_bounties(room.tournament, entry_id=room.pk(1))
    assert own is not None
    assert (own.knock_outs, own.won, own.on_head) == (1, 175_03, 0)

    room.credit(4, by=[3])
    assert room.money().difference == 0
    assert room.heads() == {}
    # 75.01 on Carla's head when Bruno took it, 87.51 on Bruno's.
    assert room.due() == {3: 25_01, 2: 37_51, 1: 43_76 + 43_75 + 50_01}


def test_play_that_goes_on_takes_the_end_back_unless_the_winner_was_paid() -> None:
    room = Room(3)
    room.close()
    room.out(3, by=[1])
    room.out(2, by=[1])
    assert room.due() == {1: 150_03}

    room.back(2)
    assert room.due() == {1: 50_01}
    room.out(2, by=[1])
    room.pay(1, 150_03)
    with pytest.raises(Refused, match="void that payment first"):
        room.back(2)
    assert room.money() == BountyMoney(
        sold=150_03, on_heads=0, unclaimed=0, due=0, paid=150_03, handed_over=150_03
    )


def test_a_payment_is_what_the_desk_was_shown_and_is_made_once() -> None:
    room = Room()
    room.out(2, by=[1])
    room.out(3, by=[1])

    with pytest.raises(Refused, match="look at the amount and pay again") as changed:
        room.pay(1, 50_01)
    assert changed.value.code == "amount_changed"
    row = room.pay(1, 100_02)
    with pytest.raises(Refused, match="has no bounty to get") as again:
        room.pay(1, 100_02)
    assert again.value.code == "already_paid"

    assert (row.kind, row.amount, row.entry_id) == (MoneyKind.BOUNTY_PAID, -100_02, room.pk(1))
    assert room.money().paid == room.money().handed_over == 100_02


def test_a_payment_is_voided_once_by_a_row_that_names_it_also_from_the_log() -> None:
    room = Room()
    room.out(2, by=[1])
    payment = room.pay(1, 50_01)
    line = payment.log_entry
    assert line is not None
    assert lines_to_undo(room.tournament, [line]) == {line.pk}

    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(after(3)))

    back = MoneyRow.objects.get(corrects=payment)
    assert back.amount == 50_01
    assert back.log_entry is not None
    assert back.log_entry.undoes == line
    assert room.due() == {1: 50_01}
    with pytest.raises(Refused, match="already been voided"):
        room.void(payment)
    writer = PageWriter.of(room.tournament)
    assert [sentence_of(each, writer) for each in (back.log_entry, line)] == [
        "Voided the payment of €50.01 in bounties to Anna Verdi.",
        "Paid bounties of €50.01 to Anna Verdi.",
    ]
    rows = log_rows(room.tournament, wanted=LogFilter(), limit=9)
    shown = log_lines(rows, writer=writer, can_undo=lines_to_undo(room.tournament, rows))
    assert [each.can_undo for each in shown[:2]] == [False, False]


def test_without_bounties_nothing_is_kept() -> None:
    tournament, entries = started(3)
    with transaction.atomic():
        Entry.objects.filter(pk=entries[1].pk).update(stack=0)
        bust = BustOut(entry_id=entries[1].pk, starting_stack=1, table_number=1, won_by=[entries[0].pk])
        eliminate_entries(tournament=lock_tournament(tournament.pk), bust_outs=[bust], by=ACTOR.at(NOW))

    assert not BountyShare.objects.exists()
    assert own_bounties(tournament, entry_id=entries[0].pk) is None


steps = st.lists(
    st.tuples(
        st.sampled_from(["out", "back", "credit", "pay", "void", "close"]),
        st.integers(1, 6),
        st.lists(st.integers(1, 6), max_size=3, unique=True),
    ),
    max_size=25,
)


def test_a_bounty_that_was_taken_again_goes_back_to_each_of_its_winners_once() -> None:
    """Its head grew after it was won: a knock-out of that player was credited later."""
    room = Room(kind="progressive")
    room.out(3)
    room.out(1, by=[2])
    room.credit(3, by=[1])

    room.back(1)

    assert takers_before(room.pk(1)) == [room.pk(2)]
    room.out(1)
    room.credit(1, by=[2])
    assert room.money().difference == 0


@pytest.mark.parametrize("kind", ["fixed", "progressive", "marker"])
@settings(
    max_examples=sample("evenings of bounties"),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(done=steps)
def test_no_sequence_of_knock_outs_undos_ties_and_payments_makes_or_loses_money(
    kind: str, done: list[tuple[str, int, list[int]]]
) -> None:
    with transaction.atomic():
        room = Room(6, kind=kind)
        for step in done:
            with transaction.atomic():
                _try(room, *step)
            money = room.money()
            assert money.difference == 0, step
            assert money.sold == 6 * 50_01
            assert all(amount >= 0 for amount in heads_of(room.tournament.pk).values()), step
        transaction.set_rollback(True)


def _try(room: Room, step: str, player: int, by: list[int]) -> None:
    """One step, if it makes sense and is not refused."""
    tournament = Tournament.objects.get(pk=room.tournament.pk)
    live = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING)
    is_in = live.filter(pk=room.pk(player)).exists()
    others = [each for each in by if each != player]
    alive = [each for each in others if live.filter(pk=room.pk(each)).exists()]
    payments = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID, amount__lt=0).order_by("pk")
    try:
        with transaction.atomic():
            if step == "out" and is_in and live.count() > 1:
                room.out(player, by=alive)
            elif step == "back" and not is_in:
                room.back(player)
            elif step == "credit" and not is_in:
                room.credit(player, by=alive)
            elif step == "pay" and player in room.due():
                room.pay(player, room.due()[player])
            elif step == "void" and payments:
                room.void(payments[player % len(payments)])
            elif step == "close":
                room.close()
    except Refused:
        pass
