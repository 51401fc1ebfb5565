"""Bounties that nobody comes for: closed after the end, the house's in the books, and due again where they come."""

from __future__ import annotations

import pytest

from tests.factories import ACTOR, after, make_account
from tests.factories.books import pay_everything, played_for_money
from tests.factories.mystery import BOUNTY, MysteryRoom
from tournament.changes.change import sentence_of
from tournament.models import Entry, HeldKind, LogEntry, MoneyKind, MoneyRow, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.bounties import bounty_desk, bounty_money, own_bounties
from tournament.services.actor import Actor
from tournament.services.cash.holding import ask_for_second, waiting_payments
from tournament.services.cash.uncollected import close_uncollected
from tournament.services.errors import Refused
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def over() -> MysteryRoom:
    """Anna has knocked out both others; one envelope is open."""
    room = MysteryRoom(3)
    room.begin((140_03, 1), (8_00, 1), (2_00, 1))
    room.out(3, by=[2])
    room.out(2, by=[1])
    room.open(3)
    return room


def ask_rita_to_pay(room: MysteryRoom) -> None:
    """What is due to the second player waits for a second person."""
    ask_for_second(
        tournament_id=room.tournament.pk,
        entry_id=room.pk(2),
        kind=HeldKind.BOUNTIES,
        amount=room.due()[2],
        by=Actor(label="rita", account_id=make_account("rita").pk).at(after(50)),
    )


def rows() -> list[int]:
    return list(
        MoneyRow.objects.filter(kind=MoneyKind.FORFEITED).order_by("pk").values_list("amount", flat=True)
    )


def words(tournament: Tournament, line: LogEntry) -> str:
    return sentence_of(line, PageWriter.of(tournament))


@pytest.mark.rule("BTY-07")
def test_bty_07_what_nobody_collects_is_closed_after_the_end_and_every_cent_is_in_the_books() -> None:
    room = over()
    room.open(2)
    due = room.due()
    cash = reconciliation(room.tournament).cash

    line = room.close(2)

    name = room.entries[2].player.name
    assert words(room.tournament, line) == (
        f"Closed bounties of {name}, €{due[2] / 100:g}, as not collected: the house keeps them."
    )
    assert (rows(), room.due()) == ([-due[2]], {1: due[1]})
    money = room.money()
    assert (money.forfeited, money.kept, money.due, money.difference) == (due[2], due[2], due[1], 0)
    room.pay(1, due[1])
    assert room.money().paid + room.money().forfeited == room.money().sold == 3 * BOUNTY
    books = reconciliation(room.tournament)
    assert books.faults == 0
    # No cash has left the desk with it.
    assert books.cash == cash - due[1]
    own = own_bounties(room.tournament, entry_id=room.pk(2))
    assert own is not None
    assert (own.won, own.forfeited) == (0, due[2])
    (desk,) = (each for each in bounty_desk(room.tournament).lines if each.entry == room.pk(2))
    assert desk.forfeit is not None
    assert (desk.due, desk.paid, desk.payment, desk.forfeit.amount) == (0, 0, None, due[2])


def test_a_player_who_comes_after_all_is_paid_once_the_closing_is_undone() -> None:
    room = over()
    due = room.due()
    line = room.close(2)
    with pytest.raises(Refused, match="has no bounty to get"):
        room.pay(2, due[2])

    room.undo(line)

    assert (rows(), room.due()) == ([-due[2], due[2]], due)
    back = LogEntry.objects.get(verb="bounties_due_again")
    assert back.undoes == line
    assert words(room.tournament, back).startswith("Undid the closing of bounties: €")
    assert reconciliation(room.tournament).faults == 0
    room.pay(2, due[2])
    assert room.money().difference == 0
    with pytest.raises(Refused):
        room.undo(line)


def test_the_end_and_the_knock_out_stand_while_their_bounty_is_closed() -> None:
    room = over()
    line = room.close(1)

    with pytest.raises(Refused, match="closed as not collected") as refused:
        room.back(2)
    assert refused.value.code == "bounty_forfeited"

    room.undo(line)
    room.back(2)
    assert room.money().difference == 0


def test_nothing_is_closed_in_play_nor_what_is_not_due_nor_another_amount() -> None:
    room = MysteryRoom(3)
    room.begin((140_03, 1), (8_00, 1), (2_00, 1))
    room.out(3, by=[2])
    room.open(3)
    with pytest.raises(Refused) as early:
        room.close(2)
    assert early.value.code == "not_over"

    room.out(2, by=[1])
    with pytest.raises(Refused) as nothing:
        room.close(3)
    assert nothing.value.code == "already_paid"
    with pytest.raises(Refused) as other:
        close_uncollected(
            tournament_id=room.tournament.pk, entry_id=room.pk(2), amount=1, by=ACTOR.at(after(50))
        )
    assert other.value.code == "amount_changed"
    due = room.due()[2]
    with pytest.raises(Entry.DoesNotExist):
        close_uncollected(
            tournament_id=MysteryRoom(2).over().pk, entry_id=room.pk(2), amount=due, by=ACTOR.at(after(50))
        )
    assert rows() == []


def test_what_waits_for_a_second_person_is_not_closed() -> None:
    room = over()
    ask_rita_to_pay(room)

    with pytest.raises(Refused, match="waiting for a second person"):
        room.close(2)


@pytest.mark.parametrize("kind", ["fixed", "progressive", "marker"])
def test_bounties_of_every_kind_are_closed_alike(kind: str) -> None:
    tournament, entries = played_for_money(bounty_kind=kind)
    due = bounty_money(tournament).due
    assert due > 0

    line = close_uncollected(
        tournament_id=tournament.pk, entry_id=entries[0].pk, amount=due, by=ACTOR.at(after(80))
    )

    assert bounty_money(tournament).forfeited == due == 4 * 10_00
    assert reconciliation(tournament).faults == 0
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(81)))
    pay_everything(tournament)
    assert (bounty_money(tournament).paid, reconciliation(tournament).faults) == (due, 0)


def test_what_waits_of_an_envelope_that_was_opened_by_mistake_is_withdrawn() -> None:
    """Else its person's till could not be closed, for a payment of nothing."""
    room = over()
    ask_rita_to_pay(room)

    room.undo(LogEntry.objects.filter(verb="envelope_opened").latest("pk"))

    assert not waiting_payments(room.tournament).exists()
