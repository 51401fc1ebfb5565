"""A festival of five events and two satellites, played to the end by chance: its money and chips add up to the last."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest

from tables.queries.checks.every import findings_in
from tables.services.desk.seating import make_seat_draw, register_and_seat, void_and_unseat
from tests.factories import ACTOR, NOW, make_account, make_player, make_tournament, names
from tests.factories.field import bust
from tournament.models import Entry, EntryStatus, Festival, MoneyKind, MoneyRow, Payout, Player, Tournament
from tournament.options.vouchers import VoucherTerms
from tournament.queries.festivals import money_of
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.vouchers import vouchers_given, vouchers_of_players
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.services.actor import By
from tournament.services.cash.payouts import pay_out
from tournament.services.cash.vouchers import cash_voucher
from tournament.services.clock import start_clock
from tournament.services.setup.festivals import join_festival, name_seats, start_festival

pytestmark = [pytest.mark.django_db, pytest.mark.long(reason="seven tournaments played to the end")]

# What goes into the prize pool of each event; the house has 5 more of every entry.
EVENTS = {"Opener": 95_00, "Omaha": 70_00, "Stud": 55_00, "Turbo": 35_00, "Main": 195_00}
SATELLITES = {"Satellite": (VoucherTerms.FESTIVAL, 200_00), "Super Satellite": (VoucherTerms.CASH, 120_00)}
PLAYERS = 24


class Festive:
    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self._at = NOW
        self.players: list[Player] = [make_player(name) for name in names(PLAYERS)]
        self.events = [
            make_tournament(name=name, buy_in_prize=pool, entries_per_player=0)
            for name, pool in EVENTS.items()
        ]
        self.satellites = [
            make_tournament(
                name=name,
                payout_scheme_data=payout_scheme_to_dict(SatelliteSeats(value=value)),
                voucher_terms=terms.value,
            )
            for name, (terms, value) in SATELLITES.items()
        ]
        start_festival(tournament_id=self.events[0].pk, name="Winter Series", by=self.now())
        self.festival = Festival.objects.get()
        for tournament in [*self.events[1:], *self.satellites]:
            join_festival(
                tournament_id=tournament.pk,
                festival_id=self.festival.pk,
                account=make_account(),
                by=self.now(),
            )
        for satellite in self.satellites:
            name_seats(tournament_id=satellite.pk, event_id=self.events[-1].pk, by=self.now())

    def now(self) -> By:
        self._at += timedelta(seconds=10)
        return ACTOR.at(self._at)

    @property
    def every(self) -> list[Tournament]:
        return list(Tournament.objects.filter(festival=self.festival).order_by("pk"))

    def enter(self, tournament: Tournament, players: Sequence[Player]) -> None:
        """Each with a voucher where there is a good one; some are voided and sold again."""
        tournament.refresh_from_db()
        for player in players:
            vouchers = vouchers_of_players(tournament, [player.pk]).get(player.pk, ())
            for is_again in (False, True):
                seated = register_and_seat(
                    tournament_id=tournament.pk,
                    player_id=player.pk,
                    voucher_id=vouchers[0].id if vouchers else None,
                    by=self.now(),
                )
                if is_again or self.chance.random() < 0.8:
                    break
                void_and_unseat(
                    tournament_id=tournament.pk, entry_id=seated.entry.pk, by=self.now(), reason="typed twice"
                )

    def play(self, tournament: Tournament) -> None:
        make_seat_draw(tournament_id=tournament.pk, seed=str(self.chance.random()), by=self.now())
        start_clock(tournament_id=tournament.pk, by=self.now())
        self._at += timedelta(hours=2)
        while tournament.status != "finished":
            live = list(Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING))
            loser, winner = self.chance.sample(live, 2)
            bust(tournament, loser, winner=winner, now=self.now().now)
        for payout in Payout.objects.filter(tournament=tournament):
            pay_out(tournament_id=tournament.pk, payout_id=payout.pk, by=self.now())


@pytest.mark.parametrize("seed", range(3))
def test_the_money_of_a_festival_balances_to_the_cent_and_its_chips_to_the_last(seed: int) -> None:
    festival = Festive(seed)
    for satellite in festival.satellites:
        festival.enter(satellite, festival.chance.sample(festival.players, 15))
        festival.play(satellite)
    for event in festival.events:
        festival.enter(event, festival.chance.sample(festival.players, 12))
        festival.play(event)
    given = [voucher for satellite in festival.satellites for voucher in vouchers_given(satellite)]
    cashable = [voucher for voucher in given if voucher.pays_cash]
    for voucher in cashable[::2]:
        cash_voucher(tournament_id=festival.satellites[1].pk, voucher_id=voucher.id, by=festival.now())

    assert [str(finding) for finding in findings_in(*festival.every)] == []
    assert all(reconciliation(tournament).faults == 0 for tournament in festival.every)
    [sums] = money_of(festival.festival, make_account())
    assert sums.vouchers is not None
    assert sums.vouchers.given > 0
    assert sums.vouchers.used > 0
    assert sums.vouchers.given == sum(
        (sums.vouchers.used, sums.vouchers.cashed, sums.vouchers.open, sums.vouchers.lapsed)
    )
    # All prizes are paid: what is left is the house's part of every entry, and what the vouchers still stand for.
    entries = Entry.objects.filter(tournament__festival=festival.festival).exclude(status=EntryStatus.VOID)
    of_house = sum(entry.paid_fee + entry.paid_staff for entry in entries)
    assert sums.total.cash == of_house + sums.vouchers.open + sums.vouchers.lapsed
    assert sums.total.by_voucher == sums.vouchers.used
    paid_by = MoneyRow.objects.filter(tournament__festival=festival.festival, kind=MoneyKind.VOUCHER)
    assert -sum(row.amount for row in paid_by) == sums.vouchers.used
