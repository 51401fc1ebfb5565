"""An event at rest pays those left what they have won: awarded, paid, added to by the place, and every way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from tables.queries.checks.prizes import check_prizes
from tables.queries.checks.states import check_states
from tests.factories import ACTOR, after
from tests.factories.field import bust, played_down
from tests.worlds import kept
from tournament.models import (
    ChopMethod,
    Entry,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Stop,
    StopKind,
    Tournament,
)
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.ledger.to_collect import desk_due, own_money
from tournament.queries.payouts.advances import prizes_sure
from tournament.queries.payouts.ladder import awarded_places
from tournament.queries.payouts.pay_desk import pay_desk
from tournament.queries.payouts.waiting import waiting_for
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.locked import tiers_of
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.clock import pause_clock, resume_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import reinstate_entries
from tournament.services.locks import lock_tournament
from tournament.services.prizes.advances import award_in_advance
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.prizes.locked_ladder import lock_payouts
from tournament.services.setup.deductions import set_deductions
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

FOUR_PLACES = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))


@kept
def at_rest() -> tuple[Tournament, list[Entry]]:
    """Six entries of 45: prizes of 108, 81, 54 and 27. Fourth place is out, three are left, and the clock stands."""
    tournament, entries = played_down(6, left=3, out_at=after(3), payout_scheme_data=FOUR_PLACES)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(4)))
    tournament.refresh_from_db()
    return tournament, entries


def paid(tournament: Tournament, entry: Entry, *, at: int = 6) -> Payout:
    prize = Payout.objects.get(entry=entry)
    return pay_out(tournament_id=tournament.pk, payout_id=prize.pk, by=ACTOR.at(after(at)))


def award(tournament: Tournament) -> LogEntry:
    line = award_in_advance(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    tournament.refresh_from_db()
    return line


def prizes(tournament: Tournament) -> dict[int, tuple[int, int, bool]]:
    """By entry number the whole prize, what of it was awarded in advance, and whether all that is due was paid."""
    rows = Payout.objects.filter(tournament=tournament).select_related("entry")
    return {row.entry.number: (row.amount, row.advance, row.paid_at is not None) for row in rows}


def handed_over(entry: Entry) -> list[int]:
    rows = MoneyRow.objects.filter(entry=entry, kind=MoneyKind.PAYOUT).order_by("pk")
    return list(rows.values_list("amount", flat=True))


def check(tournament: Tournament) -> None:
    """Books, prizes and seals are in order."""
    books = reconciliation(Tournament.objects.get(pk=tournament.pk))
    assert books.faults == 0
    assert list(check_prizes(tournament)) == []
    assert list(check_states(tournament)) == []


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(9)))


def resume(tournament: Tournament) -> None:
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(7)))
    tournament.refresh_from_db()


def test_those_left_collect_what_they_have_and_their_places_pay_the_rest() -> None:
    tournament, (anna, bruno, carla, *_) = at_rest()
    sure = prizes_sure(tournament)
    assert sure is not None
    assert (sure.players, sure.amount) == (3, 54_00)

    award(tournament)
    # Fourth place, with its 27, was awarded before.
    assert desk_due(tournament).money == 27_00 + 3 * 54_00
    paid(tournament, anna)
    paid(tournament, bruno)
    check(tournament)
    assert prizes_sure(tournament) is None

    resume(tournament)
    # Carla has not come for hers: third place pays it as ever.
    bust(tournament, carla, winner=anna, now=after(8))
    bust(tournament, bruno, winner=anna, now=after(8))
    assert prizes(tournament) == {
        1: (108_00, 54_00, False),
        2: (81_00, 54_00, False),
        3: (54_00, 54_00, False),
        4: (27_00, 0, False),
    }
    desk = pay_desk(tournament, entries=6)
    assert (desk.due, desk.paid) == (54_00 + 27_00 + 54_00 + 27_00, 2 * 54_00)
    own = own_money(Entry.objects.get(pk=anna.pk), payout=Payout.objects.get(entry=anna), bounties=None)
    assert (own.due, own.is_listed, own.items[0].before) == (54_00, True, 54_00)
    check(tournament)

    assert waiting_for(tournament, {bruno.pk: bruno.player_id})[bruno.pk].cash_now == 27_00
    for entry in (anna, bruno, carla):
        paid(tournament, entry, at=9)
    assert [handed_over(each) for each in (anna, bruno, carla)] == [
        [-54_00, -54_00],
        [-54_00, -27_00],
        [-54_00],
    ]
    check(tournament)


def test_what_the_place_added_is_voided_alone_and_only_the_last_payment_is_undone() -> None:
    tournament, (anna, bruno, carla, *_) = at_rest()
    award(tournament)
    paid(tournament, bruno)
    (first,) = LogEntry.objects.filter(tournament=tournament, verb="prize_paid")
    resume(tournament)
    bust(tournament, carla, winner=anna, now=after(8))
    bust(tournament, bruno, winner=anna, now=after(8))
    assert first.pk not in lines_to_undo(tournament, [first])

    prize = paid(tournament, bruno, at=9)
    last = LogEntry.objects.filter(tournament=tournament, verb="prize_paid").latest("pk")
    assert set(lines_to_undo(tournament, [first, last])) == {last.pk}
    void_payment(tournament_id=tournament.pk, payout_id=prize.pk, by=ACTOR.at(after(9)))
    assert handed_over(bruno) == [-54_00, -27_00, 27_00]
    assert prizes(tournament)[2] == (81_00, 54_00, False)
    check(tournament)


def test_a_player_who_comes_back_has_the_advance_and_no_place() -> None:
    tournament, (anna, bruno, carla, *_) = at_rest()
    award(tournament)
    advance = paid(tournament, bruno)
    resume(tournament)
    bust(tournament, carla, winner=anna, now=after(8))
    bust(tournament, bruno, winner=anna, now=after(8))

    def reinstate() -> None:
        with transaction.atomic():
            reinstate_entries(
                tournament=lock_tournament(tournament.pk), stacks={bruno.pk: 10_000}, by=ACTOR.at(after(10))
            )

    rest = paid(tournament, bruno, at=9)
    with pytest.raises(Refused, match="has been paid; void the payment first"):
        reinstate()
    void_payment(tournament_id=tournament.pk, payout_id=rest.pk, by=ACTOR.at(after(9)))
    reinstate()
    assert prizes(tournament) == {2: (54_00, 54_00, True), 3: (54_00, 54_00, False), 4: (27_00, 0, False)}
    assert Payout.objects.get(entry=bruno).paid_at == advance.paid_at
    check(tournament)


def test_nobody_comes_back_who_would_make_the_advance_too_much() -> None:
    tournament, entries = at_rest()
    line = award(tournament)

    def reinstate() -> None:
        with transaction.atomic():
            reinstate_entries(
                tournament=lock_tournament(tournament.pk), stacks={entries[3].pk: 0}, by=ACTOR.at(after(10))
            )

    with pytest.raises(Refused, match="undo that in the log first"):
        reinstate()
    undo(line)
    assert prizes(tournament) == {4: (27_00, 0, False)}
    reinstate()
    assert prizes(tournament) == {}


def test_it_is_undone_until_one_of_them_is_paid_or_out() -> None:
    tournament, (anna, _bruno, carla, *_) = at_rest()
    line = award(tournament)
    prize = paid(tournament, anna)
    assert line.pk not in lines_to_undo(tournament, [line])
    void_payment(tournament_id=tournament.pk, payout_id=prize.pk, by=ACTOR.at(after(6)))
    assert prizes(tournament)[1] == (54_00, 54_00, False)
    assert line.pk in lines_to_undo(tournament, [line])
    resume(tournament)
    bust(tournament, carla, winner=anna, now=after(8))
    assert line.pk not in lines_to_undo(tournament, [line])
    check(tournament)


def test_a_chop_gives_nobody_less_and_its_shares_count_what_was_paid() -> None:
    tournament, entries = at_rest()
    anna, bruno, carla = entries[:3]
    award(tournament)
    paid(tournament, anna)
    about: dict[str, Any] = {"tournament_id": tournament.pk, "method": ChopMethod.CUSTOM, "played_for": 0}
    less = {anna.pk: 135_00, bruno.pk: 54_00, carla.pk: 54_00}
    Payout.objects.filter(entry=carla).update(amount=60_00, advance=60_00)
    with pytest.raises(Refused, match="more than this share in advance"):
        propose_chop(custom=less, by=ACTOR.at(after(6)), **about)
    Payout.objects.filter(entry=carla).update(amount=54_00, advance=54_00)

    chop = propose_chop(custom=less, by=ACTOR.at(after(6)), **about).chop
    lines = [
        agree_to_chop(tournament_id=tournament.pk, chop_id=chop.pk, entry_id=each.pk, by=ACTOR.at(after(6)))
        for each in (anna, bruno, carla)
    ]
    assert lines[-1].pk in lines_to_undo(tournament, [lines[-1]])
    resume(tournament)
    bust(tournament, carla, winner=anna, now=after(8))
    bust(tournament, bruno, winner=anna, now=after(8))
    assert prizes(tournament)[1] == (135_00, 54_00, False)
    assert prizes(tournament)[2] == (54_00, 54_00, False)
    check(tournament)


def withhold(tournament: Tournament) -> None:
    deduction = Deduction(name="Tax", share=200_000, of_whole=True)
    set_deductions(tournament_id=tournament.pk, deductions=[deduction], by=ACTOR.at(after(5)))


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (resume, "The clock is running"),
        (withhold, "Something is withheld"),
        (award, "Nobody left has won"),
    ],
)
def test_what_is_not_sure_or_not_whole_is_refused(
    prepare: Callable[[Tournament], object], words: str
) -> None:
    tournament, _ = at_rest()
    prepare(tournament)
    with pytest.raises(Refused, match=words):
        award(tournament)


def test_what_is_withheld_cannot_begin_after_an_advance() -> None:
    tournament, _ = at_rest()
    award(tournament)
    with pytest.raises(Refused, match="awarded in advance, whole"):
        withhold(tournament)


def test_a_ladder_is_edited_but_not_below_what_those_left_were_awarded() -> None:
    tournament, _ = at_rest()
    award(tournament)
    by = ACTOR.at(after(6))
    less = tiers_of((110_00, 83_00, 50_00, 27_00))
    with pytest.raises(Refused, match="more in advance than the next place would pay"):
        lock_payouts(tournament_id=tournament.pk, amounts=less, by=by)
    lock_payouts(tournament_id=tournament.pk, amounts=tiers_of((107_00, 80_00, 56_00, 27_00)), by=by)
    check(tournament)


def test_a_chop_that_was_proposed_before_is_not_agreed_on_below_the_advance() -> None:
    tournament, (anna, bruno, carla, *_) = at_rest()
    chop = propose_chop(
        tournament_id=tournament.pk,
        method=ChopMethod.CUSTOM,
        played_for=0,
        custom={anna.pk: 150_00, bruno.pk: 83_00, carla.pk: 10_00},
        by=ACTOR.at(after(4)),
    ).chop
    award(tournament)
    paid(tournament, carla)
    with pytest.raises(Refused, match="more than this share in advance"):
        agree_to_chop(tournament_id=tournament.pk, chop_id=chop.pk, entry_id=carla.pk, by=ACTOR.at(after(6)))


def test_in_a_round_that_is_in_play_an_advance_is_still_one() -> None:
    """Hand-for-hand: who is out in the round has a place, and shares it with those who go out at other tables."""
    tournament, (anna, _bruno, carla, *_) = at_rest()
    award(tournament)
    paid(tournament, carla)
    resume(tournament)
    stop = Stop.objects.create(
        tournament=tournament, kind=StopKind.HAND_FOR_HAND, announced_at=after(7), round=1
    )
    Tournament.objects.filter(pk=tournament.pk).update(stop=stop)
    tournament.refresh_from_db()
    bust(tournament, carla, winner=anna, now=after(8))
    assert list(check_prizes(Tournament.objects.get(pk=tournament.pk))) == []
    assert [each.first for each in awarded_places(tournament)] == [4]


def test_an_advance_that_nobody_collected_goes_with_the_place_and_the_award_is_undone_all_the_same() -> None:
    tournament, (anna, bruno, carla, *_) = at_rest()
    line = award(tournament)
    resume(tournament)
    bust(tournament, carla, winner=anna, now=after(8))
    bust(tournament, bruno, winner=anna, now=after(8))
    for entry in (bruno, carla):
        with transaction.atomic():
            reinstate_entries(
                tournament=lock_tournament(tournament.pk), stacks={entry.pk: 10_000}, by=ACTOR.at(after(10))
            )
    assert line.pk in lines_to_undo(tournament, [line])
    undo(line)
    assert prizes(tournament) == {4: (27_00, 0, False)}


def test_limits_are_those_of_the_whole_prize_and_a_page_of_before_pays_nothing_else() -> None:
    tournament, (anna, bruno, carla, *_) = at_rest()
    Tournament.objects.filter(pk=tournament.pk).update(id_from=60_00)
    award(tournament)
    paid(tournament, bruno)
    resume(tournament)
    bust(tournament, carla, winner=anna, now=after(8))
    bust(tournament, bruno, winner=anna, now=after(8))
    prize = Payout.objects.get(entry=bruno)
    about: dict[str, Any] = {"tournament_id": tournament.pk, "payout_id": prize.pk, "by": ACTOR.at(after(9))}
    with pytest.raises(Refused, match="has changed: look at the amount"):
        pay_out(**about, shown="5400")
    with pytest.raises(Refused, match="seen the ID"):
        pay_out(**about, shown="2700")
    assert waiting_for(Tournament.objects.get(pk=tournament.pk), {bruno.pk: bruno.player_id})[
        bruno.pk
    ].papers == ("id",)
    pay_out(**about, shown="2700", papers_seen=True)
    check(tournament)
