"""A festival: a main event, and a satellite that gives seats in it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.factories import ACTOR, NOW, make_account, make_tournament
from tests.factories.field import bust, started
from tournament.models import Festival, Payout, Tournament, Voucher
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.services.actor import By
from tournament.services.cash.payouts import pay_out
from tournament.services.setup.festivals import join_festival, name_seats, start_festival

SEAT = 60_00


class FestivalDay:
    """A main event of €60 and a satellite of five entries of €45 for three seats in it; both of one director.

    `settings` are the satellite's.
    """

    def __init__(self, *, main: dict[str, Any] | None = None, **settings: Any) -> None:
        price = {"buy_in_prize": 50_00, "buy_in_fee": 10_00, "buy_in_staff": 0, "entries_per_player": 0}
        self.main = make_tournament(name="Main event", **{**price, **(main or {})})
        scheme = payout_scheme_to_dict(SatelliteSeats(value=SEAT))
        self.satellite, self.entries = started(
            5, name="Satellite", payout_scheme_data=scheme, **{"buy_in_prize": 45_00, **settings}
        )
        self.director = make_account()
        self._at = NOW + timedelta(hours=1)
        start_festival(tournament_id=self.main.pk, name="Winter Series", by=self.now())
        self.festival = Festival.objects.get()
        self.join(self.satellite)
        name_seats(tournament_id=self.satellite.pk, event_id=self.main.pk, by=self.now())
        self.refresh()

    def now(self) -> By:
        """Ten seconds later each time."""
        self._at += timedelta(seconds=10)
        return ACTOR.at(self._at)

    def refresh(self) -> None:
        self.main.refresh_from_db()
        self.satellite.refresh_from_db()

    def join(self, tournament: Tournament) -> None:
        join_festival(
            tournament_id=tournament.pk, festival_id=self.festival.pk, account=self.director, by=self.now()
        )
        tournament.refresh_from_db()

    def win(self) -> list[Voucher]:
        """Two are out, and the three seats are handed over: the vouchers of the first three entries."""
        for loser in (4, 3):
            bust(self.satellite, self.entries[loser], winner=self.entries[0], now=self.now().now)
        for payout in Payout.objects.filter(tournament=self.satellite, amount__gte=SEAT).order_by("entry"):
            pay_out(tournament_id=self.satellite.pk, payout_id=payout.pk, by=self.now())
        return list(Voucher.objects.filter(tournament=self.satellite).order_by("entry"))
