"""Seats won in a satellite: given, used for entries, paid in cash, and each undone, with the books of both events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.services.desk.check_in import remove_no_show
from tables.services.desk.handing_back import hand_back_buy_in
from tables.services.desk.players import merge_players
from tables.services.desk.seating import make_seat_draw, register_and_seat, void_and_unseat
from tests.factories import make_account, make_player, make_tournament
from tests.factories.festivals import SEAT, FestivalDay
from tournament.models import Entry, LogEntry, MoneyKind, Payout, Tournament, Voucher
from tournament.options.vouchers import VoucherTerms
from tournament.queries.ledger.handing_back import hand_back_page
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.vouchers import vouchers_for, vouchers_given, vouchers_of_players
from tournament.services.actor import Actor
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.cash.vouchers import cash_voucher
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.setup.festivals import leave_festival, name_seats
from tournament.services.setup.flights import add_flight
from tournament.services.setup.tournaments import cancel_tournament, edit_tournament
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def enter_with(day: FestivalDay, voucher: Voucher, *, event: Tournament | None = None) -> Entry:
    seated = register_and_seat(
        tournament_id=(event or day.main).pk,
        player_id=voucher.entry.player_id,
        voucher_id=voucher.pk,
        by=day.now(),
    )
    return seated.entry


def left(voucher: Voucher) -> int:
    return next(each.left for each in vouchers_given(voucher.tournament) if each.id == voucher.pk)


def cash_of(tournament: Tournament) -> int:
    """What has to be at its desk; its books add up."""
    books = reconciliation(Tournament.objects.get(pk=tournament.pk))
    assert books.faults == 0
    return books.cash


def test_each_seat_handed_over_is_a_voucher_that_pays_for_an_entry_without_cash() -> None:
    day = FestivalDay()
    first, *others = day.win()
    assert len(others) == 2
    # Five of €48: the prizes are five times 45, of which 45 are cash of fourth place; three seats are still here.
    with_seats = cash_of(day.satellite)

    entry = enter_with(day, first)

    assert cash_of(day.main) == 0
    assert cash_of(day.satellite) == with_seats
    assert left(first) == 0
    assert entry.paid_total == SEAT
    [used] = [voucher for voucher in vouchers_for(day.main) if voucher.uses]
    assert (used.code, used.uses[0].amount, used.uses[0].event) == (first.code, SEAT, "Main event")
    told = LogEntry.objects.filter(tournament=day.main, verb="voucher_used").get()
    assert told.data["voucher"] == first.code


def test_only_its_player_uses_it_once_and_only_in_the_festival() -> None:
    day = FestivalDay()
    first, second, _third = day.win()
    stranger = make_player("Zoe Estranea")
    with pytest.raises(Refused) as theirs:
        register_and_seat(tournament_id=day.main.pk, player_id=stranger.pk, voucher_id=first.pk, by=day.now())
    assert theirs.value.code == "not_theirs"
    assert not Entry.objects.filter(tournament=day.main).exists()

    entry = enter_with(day, first)
    void_and_unseat(tournament_id=day.main.pk, entry_id=entry.pk, by=day.now(), reason="wrong")
    assert left(first) == SEAT
    assert cash_of(day.main) == 0
    enter_with(day, first)

    other = make_tournament(name="Elsewhere", buy_in_prize=50_00)
    with pytest.raises(Refused) as elsewhere:
        enter_with(day, second, event=other)
    assert elsewhere.value.code == "not_good"
    with pytest.raises(Refused) as again:
        enter_with(day, first, event=other)
    assert again.value.code == "not_good"


@pytest.mark.parametrize(
    ("price", "terms", "cash", "is_left", "is_good"),
    [
        (80_00, VoucherTerms.FESTIVAL, 20_00, 0, False),
        (40_00, VoucherTerms.FESTIVAL, 0, 20_00, True),
        (40_00, VoucherTerms.EVENT, 0, 20_00, False),
    ],
)
def test_it_pays_as_far_as_it_goes_and_the_rest_follows_its_terms(
    price: int, terms: VoucherTerms, cash: int, is_left: int, *, is_good: bool
) -> None:
    day = FestivalDay(
        main={"buy_in_prize": price, "buy_in_fee": 0, "entries_per_player": 0}, voucher_terms=terms.value
    )
    first, *_others = day.win()

    enter_with(day, first)

    assert cash_of(day.main) == cash
    assert left(first) == is_left
    assert bool(vouchers_of_players(day.main, [first.entry.player_id])) is is_good
    [shown] = [voucher for voucher in vouchers_given(day.satellite) if voucher.id == first.pk]
    assert shown.lapses is (bool(is_left) and not is_good)


def test_a_seat_whose_voucher_was_used_cannot_be_voided_before_that_is_undone() -> None:
    day = FestivalDay()
    first, *_others = day.win()
    entry = enter_with(day, first)
    payout = Payout.objects.get(entry=first.entry)

    with pytest.raises(Refused) as refusal:
        void_payment(tournament_id=day.satellite.pk, payout_id=payout.pk, by=day.now())
    assert refusal.value.code == "voucher_used"

    void_and_unseat(tournament_id=day.main.pk, entry_id=entry.pk, by=day.now(), reason="wrong")
    void_payment(tournament_id=day.satellite.pk, payout_id=payout.pk, by=day.now())
    assert not vouchers_of_players(day.main, [first.entry.player_id])
    assert len(vouchers_given(day.satellite)) == 2
    cash_of(day.satellite)


def test_cash_for_a_voucher_turns_its_seat_into_a_payout_and_back() -> None:
    day = FestivalDay(voucher_terms=VoucherTerms.CASH.value)
    first, *_others = day.win()
    before = cash_of(day.satellite)

    line = cash_voucher(tournament_id=day.satellite.pk, voucher_id=first.pk, by=day.now())

    assert cash_of(day.satellite) == before - SEAT
    assert left(first) == 0
    with pytest.raises(Refused):
        enter_with(day, first)

    undo_line(tournament_id=day.satellite.pk, line_id=line.pk, by=day.now())
    assert cash_of(day.satellite) == before
    enter_with(day, first)
    with pytest.raises(Refused) as used:
        cash_voucher(tournament_id=day.satellite.pk, voucher_id=first.pk, by=day.now())
    assert used.value.code == "used_up"


def test_a_voucher_for_entries_pays_no_cash() -> None:
    day = FestivalDay()
    first, *_others = day.win()
    with pytest.raises(Refused) as refusal:
        cash_voucher(tournament_id=day.satellite.pk, voucher_id=first.pk, by=day.now())
    assert refusal.value.code == "no_cash"


def test_above_the_limit_somebody_else_pays_the_cash_than_who_gave_the_seat() -> None:
    day = FestivalDay(voucher_terms=VoucherTerms.CASH.value)
    first, *_others = day.win()
    Tournament.objects.filter(pk=day.satellite.pk).update(two_people_from=50_00)
    with pytest.raises(Refused) as refusal:
        cash_voucher(tournament_id=day.satellite.pk, voucher_id=first.pk, by=day.now())
    assert refusal.value.code == "second_person"


def test_a_no_show_who_paid_by_voucher_has_it_again_and_no_cash_waits() -> None:
    day = FestivalDay()
    first, *_others = day.win()
    entry = enter_with(day, first)
    for name in ("Alma", "Bice", "Ciro"):
        register_and_seat(tournament_id=day.main.pk, player_id=make_player(name).pk, by=day.now())
    with_cash = cash_of(day.main)
    make_seat_draw(tournament_id=day.main.pk, seed="1", by=day.now())
    start_clock(tournament_id=day.main.pk, by=day.now())
    removed = remove_no_show(tournament_id=day.main.pk, entry_id=entry.pk, by=day.now())

    assert left(first) == SEAT
    assert cash_of(day.main) == with_cash
    undo_line(tournament_id=day.main.pk, line_id=removed.pk, by=day.now())
    assert left(first) == 0
    assert cash_of(day.main) == with_cash


def test_of_a_cancelled_event_the_voucher_comes_back_and_cash_only_where_cash_was_paid() -> None:
    day = FestivalDay(main={"buy_in_prize": 80_00, "buy_in_fee": 0, "buy_in_staff": 0})
    first, *_others = day.win()
    entry = enter_with(day, first)
    cancel_tournament(tournament_id=day.main.pk, by=day.now(), reason="too few")
    day.refresh()

    [line] = hand_back_page(day.main).lines
    assert line.amount == 20_00
    hand_back_buy_in(tournament_id=day.main.pk, entry_id=entry.pk, by=day.now())

    assert left(first) == SEAT
    assert cash_of(day.main) == 0
    assert not hand_back_page(day.main).lines


def test_a_kind_of_its_own_in_the_books() -> None:
    day = FestivalDay()
    first, *_others = day.win()
    enter_with(day, first)
    kinds = {line.kind: line.booked for line in reconciliation(day.main).kinds}
    assert kinds[MoneyKind.VOUCHER] == -SEAT
    assert MoneyKind.VOUCHER not in {line.kind for line in reconciliation(day.satellite).kinds}


def test_an_undo_that_would_need_a_voucher_that_is_used_elsewhere_is_not_offered() -> None:
    day = FestivalDay()
    first, *_others = day.win()
    paid = LogEntry.objects.get(tournament=day.satellite, verb="prize_paid", data__entry=first.entry_id)
    entry = enter_with(day, first)
    assert lines_to_undo(day.satellite, [paid]) == frozenset()
    for name in ("Alma", "Bice", "Ciro"):
        register_and_seat(tournament_id=day.main.pk, player_id=make_player(name).pk, by=day.now())
    make_seat_draw(tournament_id=day.main.pk, seed="1", by=day.now())
    start_clock(tournament_id=day.main.pk, by=day.now())
    removed = remove_no_show(tournament_id=day.main.pk, entry_id=entry.pk, by=day.now())
    day.refresh()
    assert lines_to_undo(day.main, [removed]) == {removed.pk}
    # What the no-show has paid by voucher is no money, and holds up the undo of the start all the same.
    started = LogEntry.objects.get(tournament=day.main, verb="clock_started")
    assert lines_to_undo(day.main, [started]) == frozenset()

    other = make_tournament(name="Omaha", buy_in_prize=50_00)
    day.join(other)
    enter_with(day, first, event=other)

    assert lines_to_undo(day.main, [removed]) == frozenset()
    with pytest.raises(Refused):
        undo_line(tournament_id=day.main.pk, line_id=removed.pk, by=day.now())


def test_a_seat_that_is_good_for_a_cancelled_event_alone_is_not_handed_over() -> None:
    day = FestivalDay(voucher_terms=VoucherTerms.EVENT.value)
    cancel_tournament(tournament_id=day.main.pk, by=day.now(), reason="storm")
    with pytest.raises(Refused) as refusal:
        day.win()
    assert refusal.value.code == "event_over"
    edit_tournament(
        tournament_id=day.satellite.pk,
        change=lambda plan: replace(plan, voucher_terms=VoucherTerms.FESTIVAL.value),
        by=day.now(),
    )
    payout = Payout.objects.filter(tournament=day.satellite, paid_at=None, amount__gte=SEAT).earliest("pk")
    pay_out(tournament_id=day.satellite.pk, payout_id=payout.pk, by=day.now())
    assert len(vouchers_given(day.satellite)) == 1


def test_of_a_satellite_whose_seats_were_handed_over_the_event_is_named_no_more() -> None:
    day = FestivalDay()
    name_seats(tournament_id=day.satellite.pk, event_id=None, by=day.now())
    day.refresh()
    assert day.win() == []
    with pytest.raises(Refused) as refusal:
        name_seats(tournament_id=day.satellite.pk, event_id=day.main.pk, by=day.now())
    assert refusal.value.code == "has_vouchers"


def test_a_voucher_used_in_a_flight_keeps_its_event_in_the_festival() -> None:
    day = FestivalDay()
    first, *_others = day.win()
    opener = make_tournament(name="Opener", buy_in_prize=80_00, entries_per_player=0)
    day.join(opener)
    flight = add_flight(
        tournament_id=opener.pk, name="Opener 1A", starts_at=None, account=make_account(), by=day.now()
    )
    enter_with(day, first, event=flight)
    with pytest.raises(Refused) as refusal:
        leave_festival(tournament_id=opener.pk, by=day.now())
    assert refusal.value.code == "has_vouchers"
    with pytest.raises(Refused) as of_flight:
        name_seats(tournament_id=flight.pk, event_id=None, by=day.now())
    assert of_flight.value.code == "is_flight"


def test_the_currency_of_an_event_stays_while_seats_in_it_are_won() -> None:
    day = FestivalDay()
    for tournament in (day.main, day.satellite):
        with pytest.raises(Refused) as refusal:
            edit_tournament(
                tournament_id=tournament.pk,
                change=lambda plan: replace(plan, currency="CHF"),
                by=day.now(),
            )
        assert refusal.value.field == "currency"


def test_staff_of_another_event_merge_nobody_who_has_won_a_voucher() -> None:
    day = FestivalDay()
    first, *_others = day.win()
    finished = Tournament.objects.get(pk=day.satellite.pk)
    assert finished.status == "finished"
    elsewhere = make_tournament(make_account("other"), name="Elsewhere")
    stranger = Actor(label="other", account_id=make_account("other").pk)
    kept = make_player("Zoe Estranea")
    with pytest.raises(Refused) as refusal:
        merge_players(
            tournament_id=elsewhere.pk,
            kept_id=kept.pk,
            double_id=first.entry.player_id,
            by=stranger.at(day.now().now),
        )
    assert refusal.value.code == "not_on_that_floor"
