"""Mystery bounties: begun, taken, opened, paid, and every step of it back."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.breadth import sample
from tests.factories import ACTOR, after
from tests.factories.field import started
from tests.factories.mystery import BOUNTY, MysteryRoom
from tournament.changes.bounties import EnvelopesRedrawn
from tournament.changes.change import sentence_of
from tournament.models import (
    BountyShare,
    Entry,
    EntryStatus,
    Envelope,
    LogEntry,
    MysteryPot,
    TournamentStatus,
)
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.bounties import BountyMoney, own_bounties
from tournament.queries.payouts.mystery import mystery_proposal
from tournament.rules.payouts.bounties import BountyError
from tournament.rules.payouts.mystery import (
    EnvelopeLine,
    draw_order,
    published_hash,
    redraw_seed,
    values_of,
)
from tournament.services.cash.mystery import begin_mystery
from tournament.services.errors import Refused
from tournament.services.field.entries import void_entry
from tournament.services.field.refunds import check_refundable, may_put_back
from tournament.services.field.registration import reopen_registration
from tournament.services.undo import lines_to_undo
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def words(room: MysteryRoom, line: LogEntry) -> str:
    return sentence_of(line, PageWriter.of(room.tournament))


def can_undo(room: MysteryRoom, line: LogEntry) -> bool:
    fresh = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
    return line.pk in lines_to_undo(room.tournament, [fresh])


def test_before_they_begin_a_knock_out_wins_nothing_and_the_money_stays_in_the_pot() -> None:
    room = MysteryRoom()

    line = room.out(4, by=[1])

    assert room.due() == {}
    assert words(room, line) == "Dario Conti is out in 4th place."
    assert room.money() == BountyMoney(
        sold=4 * BOUNTY, on_heads=0, unclaimed=0, due=0, paid=0, handed_over=0, in_pot=4 * BOUNTY
    )
    proposal = mystery_proposal(room.tournament)
    assert proposal is not None
    assert (proposal.money, proposal.players, proposal.is_due) == (4 * BOUNTY, 3, True)


@pytest.mark.rule("BTY-04")
def test_bty_04_the_envelopes_are_the_bounty_money_one_for_each_player_left() -> None:
    room = MysteryRoom()
    room.out(4, by=[1])

    with pytest.raises(BountyError) as count:
        room.begin((BOUNTY, 4))
    assert (count.value.code, count.value.params["by"]) == ("too_many_envelopes", 1)
    with pytest.raises(BountyError) as missing:
        room.begin((BOUNTY, 3))
    assert (missing.value.code, missing.value.params["missing"]) == ("envelopes_too_small", BOUNTY)
    assert not Envelope.objects.exists()

    pot = room.begin((100_04, 1), (50_00, 2))

    assert room.money().in_pot == room.money().sold == 200_04
    assert words(room, pot.log_entry) == "Started the mystery bounties: 3 envelopes hold €200.04."
    assert mystery_proposal(room.tournament) is None


@pytest.mark.rule("BTY-05")
def test_bty_05_the_order_is_drawn_from_a_seed_that_only_its_hash_is_known_of() -> None:
    room = MysteryRoom(3)
    pot = room.begin((100_03, 1), (25_00, 2), seed="secret-seed")

    lines = [EnvelopeLine(value=100_03, count=1), EnvelopeLine(value=25_00, count=2)]
    assert room.in_order() == list(draw_order(values_of(lines), seed="secret-seed"))
    assert (room.board().draws[0].hash, room.board().draws[0].seed) == (published_hash("secret-seed"), "")
    assert "secret-seed" not in str(list(LogEntry.objects.values("data")))
    # An id follows the order, and so says nothing of the value.
    ids = Envelope.objects.filter(pot=pot).order_by("pk").values_list("place", flat=True)
    assert list(ids) == [1, 2, 3]


def test_a_knock_out_takes_the_next_envelope_and_opening_it_makes_it_due() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (20_00, 1), (15_00, 2))
    first, second, *_rest = room.in_order()

    line = room.out(4, by=[1])

    assert words(room, line) == "Dario Conti is out in 4th place. An envelope for Anna Verdi."
    assert (room.due(), room.money().to_open, room.money().in_pot) == ({}, 1, 4 * BOUNTY)
    assert [each.eliminated for each in room.board().queue] == ["Dario Conti"]
    own = own_bounties(room.tournament, entry_id=room.pk(1))
    assert own is not None
    assert (own.knock_outs, own.envelopes, own.won, own.on_head) == (1, 1, 0, 0)

    room.out(3, by=[2])
    # The other one is opened first: each has its own all the same.
    room.open(3)
    opened = room.open(4)

    assert room.due() == {1: first, 2: second}
    assert room.money().in_pot == 4 * BOUNTY - first - second
    assert words(room, opened).startswith("Opened the envelope for knocking out Dario Conti: Anna Verdi €")
    with pytest.raises(Refused, match="is open already"):
        room.open(4)


@pytest.mark.rule("BTY-03")
def test_bty_03_those_who_share_a_knock_out_share_its_envelope_and_the_first_gets_the_odd_cent() -> None:
    room = MysteryRoom(2 + 2)
    room.begin((BOUNTY, 4))
    room.out(4, by=[3, 1])

    room.open(4)

    assert room.due() == {3: 25_01, 1: 25_00}
    assert [each.amount for each in room.board().opened[0].winners] == [25_01, 25_00]


def test_players_out_in_one_hand_take_them_in_the_order_of_their_numbers() -> None:
    room = MysteryRoom(5)
    room.begin((200_05, 1), (20_00, 1), (15_00, 1), (10_00, 1), (5_00, 1))

    room.out(5, 3, by=[1])

    assert (room.envelope_of(3).place, room.envelope_of(5).place) == (1, 2)


def test_what_is_left_is_the_winners_and_then_the_seed_is_published() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (20_00, 1), (15_00, 2), seed="the-seed")
    order = room.in_order()
    room.out(4)
    room.out(3, by=[2])
    room.out(2, by=[1])
    room.open(3)

    assert room.tournament.status == TournamentStatus.FINISHED
    # Nobody was credited with Dario: two are taken, two are left.
    assert room.due() == {2: order[0], 1: order[2] + order[3]}
    line = LogEntry.objects.get(verb="envelopes_to_winner")
    assert words(room, line).startswith("Anna Verdi, the winner, has won what is left in envelopes: €")
    assert room.board().draws[0].seed == ""
    assert room.money().to_open == 1

    room.open(2)

    assert room.money() == BountyMoney(
        sold=4 * BOUNTY, on_heads=0, unclaimed=0, due=4 * BOUNTY, paid=0, handed_over=0
    )
    assert (room.board().draws[0].seed, list(room.board().draws[0].order)) == ("the-seed", order)


@pytest.mark.rule("BTY-06")
def test_bty_06_with_the_end_undone_what_nobody_has_won_is_redrawn_and_what_was_won_keeps_its_value() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (30_00, 1), (15_00, 1), (5_00, 1), seed="the-seed")
    order = room.in_order()
    promised = room.board().next_hash
    room.out(4)
    room.out(3, by=[2])
    room.out(2, by=[1])
    room.open(3)
    room.open(2)
    assert room.board().draws[0].seed == "the-seed"
    room.pay(2, order[0])

    room.back(2)

    line = LogEntry.objects.get(verb="envelopes_redrawn")
    left = f"€{(order[2] + order[3]) / 100:.2f}".removesuffix(".00")
    assert words(room, line) == (
        f"Redrew the order of the 2 envelopes nobody has won, {left} in all: it was already known."
    )
    seed = redraw_seed("reserve", 1)
    again = draw_order(sorted(order[2:], reverse=True), seed=seed)
    assert room.in_order() == [*order[:2], *again]
    first, second = room.board().draws
    assert (first.seed, list(first.order)) == ("the-seed", order)
    assert (second.hash, second.seed, second.envelopes, second.first_place) == (promised, "", 2, 3)
    assert promised == published_hash(seed)
    assert room.board().next_hash == published_hash(redraw_seed("reserve", 2))
    assert room.money().difference == 0

    room.out(2, by=[1])
    assert room.due() == {1: order[1] + sum(again)}
    assert (room.board().draws[1].seed, room.board().draws[1].order) == (seed, again)

    room.back(2)
    assert len(room.board().draws) == 3


def test_the_first_undo_of_an_end_may_redraw_into_another_order() -> None:
    """So that the test above does not hold by chance."""
    orders = set()
    for players in range(4, 9):
        room = MysteryRoom(players)
        room.begin(*((10_00 * number, 1) for number in range(1, players)), (room.rest(players), 1))
        room.out(players)
        before = room.in_order()
        for loser in range(players - 1, 1, -1):
            room.out(loser)
        room.back(2)
        assert sorted(room.in_order()) == sorted(before)
        orders.add(room.in_order() == before)
    assert False in orders


def test_an_envelope_that_was_waiting_at_the_end_is_redrawn_with_the_winners_own() -> None:
    room = MysteryRoom(3)
    room.begin((140_03, 1), (8_00, 1), (2_00, 1))
    room.out(3, by=[1])
    room.out(2, by=[1])
    room.open(3)

    room.back(2)

    line = LogEntry.objects.get(verb="envelopes_redrawn")
    assert EnvelopesRedrawn.of(line).envelopes == 2


def test_one_alone_has_no_order_and_an_end_that_stands_redraws_nothing() -> None:
    room = MysteryRoom(3)
    room.begin((140_03, 1), (8_00, 1), (2_00, 1))
    room.out(3, by=[1])
    room.out(2, by=[1])
    room.open(3)
    room.open(2)

    room.back(2)

    assert not LogEntry.objects.filter(verb="envelopes_redrawn").exists()
    assert len(room.board().draws) == 1


def test_a_knock_out_credited_after_the_end_takes_no_envelope_that_everybody_has_seen() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (30_00, 1), (15_00, 1), (5_00, 1))
    order = room.in_order()
    room.out(4)
    room.out(3, by=[2])
    room.out(2, by=[1])
    promised = room.board().next_hash

    room.credit(4, by=[3])

    again = draw_order(sorted(order[2:], reverse=True), seed=redraw_seed("reserve", 1))
    assert room.board().draws[1].hash == promised
    assert room.envelope_of(4).value == again[0]
    for loser in (4, 3, 2):
        room.open(loser)
    assert room.due() == {3: again[0], 2: order[0], 1: order[1] + again[1]}
    # Nobody at all: it is the winner's again, and nothing is drawn for that.
    room.credit(4, by=[])
    assert room.board().draws[2:] == ()


def test_an_envelope_opened_by_mistake_stays_with_its_knock_out_until_that_is_undone() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (30_00, 1), (15_00, 1), (5_00, 1))
    room.out(4, by=[1])
    room.undo(room.open(4))
    value = room.envelope_of(4).value

    room.credit(4, by=[2])
    assert room.envelope_of(4).value == value
    assert not LogEntry.objects.filter(verb="envelopes_redrawn").exists()

    room.back(4)
    redrawn = EnvelopesRedrawn.of(LogEntry.objects.get(verb=EnvelopesRedrawn.verb))
    assert redrawn.envelopes == 4
    assert room.board().draws[1].first_place == 1


def test_where_they_were_never_begun_the_winner_gets_the_pot() -> None:
    room = MysteryRoom(3)
    room.out(3, by=[1])
    room.out(2, by=[1])

    assert room.due() == {1: 3 * BOUNTY}
    assert room.money().difference == 0
    with pytest.raises(Refused, match="not in play"):
        room.begin((BOUNTY, 3))


def test_a_knock_out_undone_gives_its_envelope_back_and_a_closed_one_is_taken_by_the_next() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (20_00, 1), (15_00, 2))
    room.out(4, by=[1])

    room.back(4)

    assert not Envelope.objects.filter(entry__isnull=False).exists()
    assert (room.money().difference, room.money().to_open) == (0, 0)
    room.out(3, by=[2])
    assert room.envelope_of(3).place == 1


def test_an_open_envelope_stays_with_its_player_though_the_knock_out_is_undone() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (20_00, 1), (15_00, 2))
    room.out(4, by=[1])
    opened = room.open(4)
    value = room.envelope_of(4).value

    room.back(4)

    assert (room.due(), room.money().in_pot) == ({}, 4 * BOUNTY)
    assert [(each.name, each.value) for each in room.board().kept] == [("Dario Conti", value)]
    assert room.board().left == 4
    assert not can_undo(room, opened), "closed now, somebody else could get what everybody has seen"
    room.out(3, by=[2])
    assert room.envelope_of(3).place == 2
    line = room.out(4, by=[2])
    assert room.due() == {2: value}
    assert "Bruno Neri wins the bounty" in words(room, line)


def test_an_open_envelope_that_went_to_the_winner_at_the_end_is_not_closed() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (20_00, 1), (15_00, 2))
    room.out(4, by=[1])
    opened = room.open(4)
    room.back(4)

    for player in (1, 2, 3):
        room.out(player, by=[4])

    assert BountyShare.objects.get(envelope=room.envelope_of(4), undone_at=None).is_at_the_end
    assert not can_undo(room, opened)
    assert (room.money().difference, reconciliation(room.tournament).faults) == (0, 0)


def test_credited_to_others_an_envelope_goes_along_until_it_is_paid() -> None:
    room = MysteryRoom()
    room.begin((BOUNTY, 4))
    room.out(4, by=[1])
    room.open(4)

    room.credit(4, by=[2, 3])
    assert room.due() == {2: 25_01, 3: 25_00}
    room.pay(2, 25_01)
    with pytest.raises(Refused, match="void that payment first"):
        room.credit(4, by=[1])
    with pytest.raises(Refused, match="void that payment first"):
        room.back(4)

    room.void(room.payments()[0])
    room.credit(4, by=[])
    assert room.due() == {}
    assert room.board().kept[0].value == BOUNTY


def test_an_envelope_opened_by_mistake_is_closed_again_unless_it_was_paid() -> None:
    room = MysteryRoom()
    room.begin((150_04, 1), (20_00, 1), (15_00, 2))
    room.out(4, by=[1])
    opened = room.open(4)
    value = room.envelope_of(4).value
    room.pay(1, value)
    assert not can_undo(room, opened)
    room.void(room.payments()[0])
    assert can_undo(room, opened)

    room.undo(opened)

    assert (room.due(), room.money().to_open) == ({}, 1)
    back = LogEntry.objects.get(verb="envelope_closed")
    assert back.undoes == opened
    assert words(room, back) == "Closed the envelope for knocking out Dario Conti: it was opened by mistake."
    room.open(4)
    assert room.due() == {1: value}, "it holds the same"


def test_begun_by_mistake_it_is_undone_until_one_is_open() -> None:
    room = MysteryRoom()
    pot = room.begin((BOUNTY, 4))
    room.out(4, by=[1])
    opened = room.open(4)
    assert not can_undo(room, pot.log_entry)
    room.undo(opened)

    room.undo(pot.log_entry)

    assert room.money() == BountyMoney(
        sold=4 * BOUNTY, on_heads=0, unclaimed=0, due=0, paid=0, handed_over=0, in_pot=4 * BOUNTY
    )
    undone = LogEntry.objects.get(verb="mystery_undone")
    assert (
        words(room, undone)
        == "Undid the start of the mystery bounties: €200.04 is to be put into envelopes again."
    )
    # Begun again, what happened before wins nothing, whenever it is credited.
    room.begin((100_04, 1), (50_00, 2))
    room.credit(4, by=[1])
    assert room.board().queue == ()
    assert room.money().difference == 0


def test_a_player_back_from_before_leaves_the_last_knock_out_without_an_envelope() -> None:
    room = MysteryRoom()
    room.out(4, by=[1])
    room.begin((100_04, 1), (50_00, 2))
    room.back(4)
    for loser in (4, 3, 2):
        room.out(loser, by=[1])
        room.open(loser)

    assert room.due() == {1: 4 * BOUNTY}
    assert not LogEntry.objects.filter(verb="envelopes_to_winner").exists()


def test_money_in_envelopes_can_no_longer_change() -> None:
    room = MysteryRoom()
    pot = room.begin((BOUNTY, 4))
    ids: dict[str, Any] = {"tournament_id": room.tournament.pk, "by": ACTOR.at(after(30))}

    with pytest.raises(Refused, match="bounty money is in envelopes"):
        void_entry(entry_id=room.pk(4), reason="Left", **ids)
    with pytest.raises(Refused, match="bounty money is in envelopes"):
        check_refundable(Entry.objects.get(pk=room.pk(4)))
    assert not may_put_back(room.tournament)
    with pytest.raises(Refused, match="bounty money is in envelopes"):
        reopen_registration(**ids)
    with pytest.raises(Refused, match="made up already"):
        room.begin((BOUNTY, 4))

    room.undo(pot.log_entry)
    void_entry(entry_id=room.pk(4), reason="Left", **ids)
    assert room.money().in_pot == 3 * BOUNTY


def test_they_begin_in_play_with_registration_closed_where_there_are_any() -> None:
    fixed, _entries = started(3, buy_in_bounty=BOUNTY, bounty_kind="fixed")
    late, _entries = started(3, buy_in_bounty=BOUNTY, bounty_kind="mystery", late_registration_level=3)

    for tournament, code in ((fixed, "no_mystery"), (late, "registration_open")):
        with pytest.raises(Refused) as refused:
            begin_mystery(
                tournament_id=tournament.pk,
                lines=[EnvelopeLine(value=BOUNTY, count=3)],
                seed="1",
                reserve="2",
                by=ACTOR.at(after(1)),
            )
        assert refused.value.code == code


def test_a_share_that_is_not_what_the_envelope_holds_is_a_difference_on_the_reconciliation() -> None:
    room = MysteryRoom()
    room.begin((BOUNTY, 4))
    room.out(4, by=[1])
    room.open(4)
    assert reconciliation(room.tournament).faults == 0

    BountyShare.objects.update(due=F("due") + 1)

    found = reconciliation(room.tournament)
    assert found.bounties is not None
    assert (found.faults, found.bounties.difference) == (1, -1)


def check_draws(room: MysteryRoom) -> None:
    """Every envelope holds what the last draw that it was in says, and no order that is known is left to be taken."""
    pot = MysteryPot.objects.filter(tournament=room.tournament, undone_at=None).first()
    if pot is None:
        return
    envelopes = list(pot.envelopes.order_by("place"))
    values = sorted((each.value for each in envelopes), reverse=True)
    held = list(draw_order(values, seed=pot.seed))
    for redraw in pot.redraws.order_by("pk"):
        places = [place for place, _value in redraw.order]
        before = sorted((held[place - 1] for place in places), reverse=True)
        for place, value in zip(places, draw_order(before, seed=redraw.seed), strict=True):
            held[place - 1] = value
    assert held == [each.value for each in envelopes]
    free = [each for each in envelopes if each.entry_id is None and each.opened_at is None]
    assert len(free) < 2 or not any(each.is_seen for each in free)


STEPS = ["out", "out", "begin", "open", "open", "back", "credit", "pay", "void", "close", "undo"]
steps = st.lists(
    st.tuples(
        st.sampled_from(STEPS),
        st.integers(1, 6),
        st.lists(st.integers(1, 6), max_size=3, unique=True),
    ),
    min_size=4,
    max_size=30,
)


@pytest.mark.slow
@settings(
    max_examples=sample("evenings of envelopes"),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(done=steps)
def test_bounty_money_is_in_envelopes_won_or_paid_whatever_is_done_and_undone(
    done: list[tuple[str, int, list[int]]],
) -> None:
    with transaction.atomic():
        room = MysteryRoom(6)
        for step in done:
            with transaction.atomic():
                _try(room, *step)
            money = room.money()
            assert money.difference == 0, step
            assert money.sold == 6 * BOUNTY
            assert reconciliation(room.tournament).faults == 0, step
            taken = BountyShare.objects.filter(undone_at=None, envelope__isnull=False, is_at_the_end=False)
            check_draws(room)
            pairs = set(taken.values_list("envelope", "eliminated"))
            assert len(pairs) == len({pair[0] for pair in pairs}) == len({pair[1] for pair in pairs}), step
        transaction.set_rollback(True)


def _try(room: MysteryRoom, step: str, player: int, by: list[int]) -> None:
    """One step, if it makes sense and is not refused."""
    room.tournament.refresh_from_db()
    live = Entry.objects.filter(tournament=room.tournament, status=EntryStatus.PLAYING)
    is_in = live.filter(pk=room.pk(player)).exists()
    alive = [each for each in by if each != player and live.filter(pk=room.pk(each)).exists()]
    try:
        with transaction.atomic():
            if step == "begin":
                room.begin(seed=str(player))
            elif step == "out" and is_in and live.count() > 1:
                room.out(player, by=alive)
            elif step == "open":
                room.open(player)
            elif step == "back" and not is_in:
                room.back(player)
            elif step == "credit" and not is_in:
                room.credit(player, by=alive)
            elif step == "pay" and player in room.due():
                room.pay(player, room.due()[player])
            elif step == "close" and player in room.due():
                room.close(player)
            elif step == "void" and room.payments():
                room.void(room.payments()[0])
            elif step == "undo":
                verbs = ("mystery_begun", "envelope_opened", "bounty_paid", "bounties_forfeited")
                lines = LogEntry.objects.filter(tournament=room.tournament, verb__in=verbs)
                room.undo(lines.order_by("-pk")[player - 1])
    except (Refused, Envelope.DoesNotExist, IndexError):
        pass
