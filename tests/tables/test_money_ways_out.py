"""Nothing is sold without a way out: every kind of money from its sale to those it is due to, and back, by the pages.

Only what a page shows is pressed. Who adds a kind of money says here where it goes; who adds a function that writes
money sends it through this evening too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import chain
from random import Random
from typing import Any, Final

import pytest
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from tables.services.table.tablets import make_pairing_code, pair_device
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, make_player
from tests.factories.books import WITHHELD
from tests.factories.floor import Floor
from tests.tables.money_pages import NoWayOut, Pages, forms_of, links_of, seen_writing, sources, writers
from tournament.models import (
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Role,
    Tournament,
    TournamentStatus,
)
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.bounties import bounty_money
from tournament.queries.payouts.mystery import envelope_board
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.money import PARTS, BuyIn
from tournament.rules.payouts.prices import PriceProfile
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.services import undo

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long_on_postgresql(reason="whole pages; the services have their own tests there"),
]

# Kinds whose sum is nothing once everything due was handed over.
GO_TOGETHER: Final = (
    {
        *(MoneyKind.PRIZE, MoneyKind.ADDED, MoneyKind.OVERLAY, MoneyKind.PAYOUT, MoneyKind.WITHHELD),
        *(MoneyKind.SIDE_MONEY, MoneyKind.SIDE_PAID, MoneyKind.SEAT),
    },
    {MoneyKind.BOUNTY, MoneyKind.BOUNTY_PAID, MoneyKind.FORFEITED},
    {MoneyKind.NO_SHOW},
    {MoneyKind.SEASON_MONEY, MoneyKind.SEASON_PAID},
)
# The house keeps them; they leave it only as a refund.
KEPT: Final = {MoneyKind.FEE, MoneyKind.STAFF, MoneyKind.OTHER}
# Its cash is at the desk of a satellite: both together in tests/tables/test_festival_money.py.
OF_SATELLITES: Final = {MoneyKind.VOUCHER}
# A season outlasts the evening: its money has a test of its own below.
OF_SEASONS: Final = {MoneyKind.SEASON_MONEY, MoneyKind.SEASON_PAID}
PAY_SEASONS: Final = {
    f"tournament.services.setup.season_money.{name}" for name in ("_undo_payment", "pay_season_prize")
}

# The seats of a satellite have an evening of their own.
SATELLITE: Final[dict[str, Any]] = {
    "buy_in_bounty": 0,
    "bounty_kind": "none",
    "price_data": (),
    "guarantee": 0,
    "payout_scheme_data": payout_scheme_to_dict(SatelliteSeats(value=50_00)),
}
# Functions that write money on another evening, with the test that follows them there.
ELSEWHERE: Final = {
    # The money of a no-show is kept apart until it is handed back. It comes back with the undo of the removal; from
    # there on it is that of any entry.
    "tournament.services.field.no_shows._book": (
        "test_the_money_of_a_no_show_goes_back_and_comes_again_by_the_pages"
    ),
}
# Those of seats won in a satellite: their pages have tests/tournament/views/payouts/test_vouchers.py.
OF_VOUCHERS: Final = {
    f"tournament.services.cash.vouchers.{name}" for name in ("cash_voucher", "undo_cash", "use_voucher")
}

# A walk that undoes as much as it does comes a long way in these.
MOST_STEPS: Final = 400

# 45 + 3 + 2 + 10 + 1 for an entry, each part of each price another amount; more is guaranteed than will come in.
SOLD: Final[dict[str, Any]] = {
    "buy_in_bounty": 10_00,
    "buy_in_other": 1_00,
    "bounty_kind": "progressive",
    "guarantee": 2_000_00,
    **WITHHELD,
    "entries_per_player": None,
    "price_data": tuple(
        price.to_dict()
        for price in (
            PriceProfile(name="Early", price=BuyIn(prize=38_01, fee=1_50, staff=49, bounty=10_03, other=7)),
            PriceProfile(name="Staff", price=BuyIn(prize=45_00), is_public=False),
        )
    ),
    "rebuy_data": ChipOffer(
        price=BuyIn(prize=28_00, fee=1_50, staff=50), chips=8_000, last_level=2, holding="any"
    ).to_dict(),
    "add_on_data": ChipOffer(
        price=BuyIn(prize=20_00, fee=1), chips=12_000, last_level=2, holding="any"
    ).to_dict(),
}


class Evening:
    """Three at a table, and a director who has every page; `balances` are the sums of the ledger by kind."""

    def __init__(self, client: Client, **changes: Any) -> None:
        self.floor = Floor(client, 3, role=Role.DIRECTOR, registration=2, **SOLD | changes)
        self.tournament = self.floor.tournament
        self.pages = Pages(client, self.floor.home)

    def balances(self) -> dict[str, int]:
        rows = MoneyRow.objects.filter(tournament=self.tournament).values_list("kind")
        return dict(rows.annotate(all=Sum("amount")))

    def moved(self, sell: Callable[[], None]) -> dict[str, int]:
        """What a sale has brought in, by kind."""
        before = self.balances()
        sell()
        after_it = self.balances()
        return {kind: each - before.get(kind, 0) for kind, each in after_it.items()}

    def entry(self, name: str) -> Entry:
        return Entry.objects.filter(tournament=self.tournament, player__name=name).latest("pk")

    def bust(self, name: str, by: Collection[str] = ()) -> None:
        """The floor taps who is out at the table's page, and whom it is credited to, or nobody."""
        said = {"by": [str(self.entry(each).pk) for each in by]} if by else {"nobody": "1"}
        self.pages.press("tables/1/", r"tables/1/bust/$", value=str(self.entry(name).pk), **said)

    # --- Sold on the pages

    def sell_entry(self, name: str, price: str = "") -> None:
        """To a player of the house at the desk, at one of the prices."""
        make_player(name)
        self.pages.press(f"desk/?q={name.split(maxsplit=1)[0]}", r"desk/register/$", value=price)

    def sell_to_newcomer(self, name: str) -> None:
        self.pages.press("desk/", r"desk/add/$", name=name)

    def re_enter(self, name: str) -> None:
        self.pages.press(f"desk/?q={name.split(maxsplit=1)[0]}", r"desk/register/$")

    def sell_chips(self, name: str, kind: str) -> None:
        """At the player's page."""
        entry = self.entry(name)
        self.pages.press(f"people/{entry.player_id}/", rf"entries/{entry.pk}/sell/$", value=kind)

    def announce_at_tablet(self, name: str, kind: str) -> None:
        """The dealer taps it, the desk takes the money."""
        ids: dict[str, Any] = {"tournament_id": self.tournament.pk, "by": ACTOR.at(timezone.now())}
        code = make_pairing_code(table_id=self.floor.table(1).pk, **ids)
        tablet = Pages(Client(), "/tablet/table/")
        tablet.client.cookies[COOKIE] = pair_device(code=code.code, now=timezone.now()).secret
        entry = str(self.entry(name).pk)
        form = next(
            form
            for form in tablet.forms("?sheet=players", r"tablet/table/sell/$")
            if (kind, entry) in form.buttons
        )
        assert tablet.send(form, {kind: entry})
        self.pages.press("desk/", r"sales/\d+/collect/$")

    def sell_everything(self) -> None:
        """Each thing that the desk, the table and its tablet sell, with every part that its price has."""
        of_entry = {"prize": 45_00, "fee": 3_00, "staff": 2_00, "bounty": 10_00, "other": 1_00}
        early = {"prize": 38_01, "fee": 1_50, "staff": 49, "bounty": 10_03, "other": 7}
        none = dict.fromkeys(PARTS, 0)
        rebuy = none | {"prize": 28_00, "fee": 1_50, "staff": 50}
        add_on = none | {"prize": 20_00, "fee": 1}
        assert self.moved(lambda: self.sell_entry("Known Kira")) == of_entry
        assert self.moved(lambda: self.sell_entry("Early Ezio", "Early")) == early
        assert self.moved(lambda: self.sell_entry("Staff Susi", "Staff")) == none | {"prize": 45_00}
        assert self.moved(lambda: self.sell_to_newcomer("New Nadia")) == of_entry
        self.bust("Known Kira", by=["Early Ezio"])
        assert self.moved(lambda: self.re_enter("Known Kira")) == of_entry
        self.bust("New Nadia", by=["Known Kira", "Staff Susi"])
        assert self.moved(lambda: self.sell_chips("New Nadia", "rebuy")) == rebuy
        assert self.moved(lambda: self.sell_chips("Early Ezio", "add_on")) == add_on
        assert self.moved(lambda: self.announce_at_tablet("Staff Susi", "rebuy")) == rebuy
        self.bust("New Nadia", by=["Known Kira"])
        assert self.moved(lambda: self.refund_chips("New Nadia")) == {
            part: -amount for part, amount in rebuy.items()
        }
        assert self.moved(lambda: self.add_money("20")) == none | {"added": 20_00}
        self.sell_to_newcomer("Banned Berto")
        assert self.moved(lambda: self.refund("Banned Berto")) == {
            **{part: -amount for part, amount in of_entry.items()},
            "added": 0,
        }
        promised = self.moved(lambda: self.promise("Last woman", "house"))
        assert {kind: amount for kind, amount in promised.items() if amount} == {"side_money": 20_00}
        assert not any(self.moved(lambda: self.promise("First out", "pool")).values())

    def add_money(self, amount: str) -> None:
        """The first who may give it, at the page of the prize pool."""
        self.pages.press("payouts/added/", r"payouts/added/$", amount=amount, reason="Casa Verde")

    def promise(self, name: str, source: str) -> None:
        """A side prize of 20."""
        self.pages.press("side-prizes/", r"side-prizes/$", name=name, amount="20", source=source)

    def refund(self, name: str) -> None:
        """To a player who has played, by the player's page."""
        (link,) = self.pages.links(f"people/{self.entry(name).player_id}/", r"players/\d+/refund/$")
        self.pages.press(link, r"players/\d+/refund/$", reason="Ineligible")

    def refund_chips(self, name: str) -> None:
        """The first that a player has bought, by the player's page."""
        links = self.pages.links(f"people/{self.entry(name).player_id}/", r"sales/\d+/refund/$")
        self.pages.press(links[0], r"sales/\d+/refund/$", reason="Sold to the wrong player")

    # --- Played and paid

    def play_out(self) -> None:
        """Registration is closed; one after the other goes out."""
        self.close_registration()
        winner, *losers = Entry.objects.filter(
            tournament=self.tournament, status=EntryStatus.PLAYING
        ).values_list("player__name", flat=True)
        for number, loser in enumerate(losers):
            self.tournament.refresh_from_db()
            if self.tournament.status == TournamentStatus.FINISHED:
                break
            # Of one nobody knows who it was.
            self.bust(loser, by=[winner] if number else [])
        self.tournament.refresh_from_db()
        assert self.tournament.status == TournamentStatus.FINISHED

    def pay_everything(self) -> None:
        assert self.pages.press_each("payouts/", r"payouts/\d+/pay/$") > 0
        # For those of the first nobody comes.
        self.pages.press("bounties/", r"bounties/\d+/forfeit/$")
        assert self.pages.press_each("bounties/", r"bounties/\d+/pay/$") > 0
        for link in self.pages.links("payouts/", r"side-prizes/\d+/award/$"):
            self.pages.press(link, r"side-prizes/\d+/award/$")
        assert self.pages.press_each("payouts/", r"side-prizes/\d+/pay/$") == 2

    def make_envelopes(self) -> None:
        """Registration is closed, and the director takes the envelopes that are suggested."""
        self.close_registration()
        self.pages.press("bounties/envelopes/", r"bounties/envelopes/$", do="begin")

    def close_registration(self) -> None:
        self.pages.press_each("clock/", r"registration/close/$")

    def wander(self, rng: Random, *, steps: int) -> None:
        """Players go out, and anything is pressed that the bounties or the log offer.

        It goes on until somebody was out, an envelope was opened and one was paid.
        """
        done: set[str] = set()
        for taken in range(MOST_STEPS):
            if taken >= steps and done >= {"out", "open", "pay"}:
                self.check_that_it_adds_up()
                return
            if not rng.randrange(5):
                # The log offers the undo of this too, and no bounty is paid while rebuys are sold.
                self.close_registration()
            done.add(self._take_a_step(rng))
            assert reconciliation(Tournament.objects.get(pk=self.tournament.pk)).faults == 0
        raise NoWayOut(f"{MOST_STEPS} steps, and nothing but {done}")

    def _take_a_step(self, rng: Random) -> str:
        what = rng.choice(("out", "bounties/", "bounties/", "bounties/", "log/"))
        if what == "out":
            return self._bust_anybody(rng)
        if what == "log/" and self._has_envelopes():
            undone = self.pages.press_any(what, r"/undo/$", rng)
            self.start_again()
            return undone
        if self._has_envelopes():
            return self.pages.press_any(what, r"/(open|pay|void|forfeit|undo)/$", rng)
        if Entry.objects.filter(tournament=self.tournament, place_first=1).exists():
            # Won without envelopes: there was a log to undo it.
            self.undo_newest()
            self.start_again()
        else:
            self.make_envelopes()
        return ""

    def start_again(self) -> None:
        """The log offers the undo of the start too, and nobody can go out before it."""
        self.pages.press_each("clock/", r"clock/start/$")

    def _has_envelopes(self) -> bool:
        return envelope_board(self.tournament) is not None

    def _bust_anybody(self, rng: Random) -> str:
        playing = Entry.objects.filter(tournament=self.tournament, status=EntryStatus.PLAYING)
        names = list(playing.order_by("pk").values_list("player__name", flat=True))
        if len(names) < 2:
            return ""
        rng.shuffle(names)
        self.bust(names[0], by=names[1 : 1 + rng.randrange(3)])
        return "out"

    # --- And back

    def void_payments(self) -> None:
        for link in self.pages.links("payouts/", r"payouts/\d+/void/$"):
            self.pages.press(link, r"payouts/\d+/void/$", reason="Wrong player")
        self.pages.press_each("bounties/", r"bounties/\d+/void/$")
        self.pages.press_each("bounties/", r"log/\d+/undo/$")
        self.pages.press_each("payouts/", r"side-prizes/\d+/void/$")

    def take_everything_back(self) -> None:
        """Undo what the log offers, the newest first; where an entry is in the way it is voided."""
        for _tap in range(100):
            if not self.undo_newest() and not self.void_an_entry():
                self.remove_side_prizes()
                return
        raise NoWayOut("it never ends")

    def remove_side_prizes(self) -> None:
        """Those that the log has left: taken back from their winners, then removed."""
        self.pages.press_each("payouts/", r"side-prizes/\d+/take-back/$")
        self.pages.press_each("payouts/", r"side-prizes/\d+/remove/$")

    def undo_newest(self) -> bool:
        newest = self.pages.read("log/")
        older = (self.pages.read(link) for link in links_of(newest, r"log/\?.*before=\d"))
        for page in chain([newest], older):
            for form in forms_of(page, r"log/\d+/undo/$"):
                line = LogEntry.objects.get(pk=re.findall(r"log/(\d+)/undo", form.action)[0])
                if line.verb != "clock_started" and self.pages.send(form, {}):
                    return True
        return False

    def void_an_entry(self) -> bool:
        """The newest that can be voided."""
        links = self.pages.links("players/", r"players/\d+/void/$")
        links.sort(key=lambda link: -int(re.findall(r"players/(\d+)/", link)[0]))
        for link in links:
            (form,) = self.pages.forms(link, r"players/\d+/void/$")
            if self.pages.send(form, {"reason": "Called off"}):
                return True
        return False

    def check_that_it_adds_up(self) -> None:
        assert "Everything adds up to the cent" in self.pages.says("reconciliation/")


@pytest.fixture
def evening(client: Client) -> Evening:
    return Evening(client)


def without_way(kinds: Collection[str], walked: Collection[str]) -> set[str]:
    """Kinds of money that nobody has said what becomes of, or that the evening does not move."""
    said = KEPT.union(OF_SATELLITES, *GO_TOGETHER)
    return {*(set(kinds) ^ set(said)), *(set(kinds) - set(walked))}


def check_paid_out(balances: dict[str, int]) -> None:
    """Nothing is left of what players are due, and the house has what it keeps."""
    for together in GO_TOGETHER:
        assert sum(balances.get(kind, 0) for kind in together) == 0, together


@pytest.mark.long(reason="each sale, payment and undo has tests of its own; this one takes all of them back")
def test_everything_that_the_pages_sell_is_paid_out_by_the_pages_and_comes_all_the_way_back(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seen_writing(monkeypatch) as seen:
        evening.sell_everything()
        sold = evening.balances()
        evening.check_that_it_adds_up()
        evening.play_out()
        due = evening.balances()
        evening.check_that_it_adds_up()

        evening.pay_everything()
        paid = evening.balances()
        elsewhere = [MoneyKind.SEAT, MoneyKind.NO_SHOW, *OF_SATELLITES, *OF_SEASONS]
        assert without_way(list(MoneyKind), [*paid, *elsewhere]) == set()
        check_paid_out(paid)
        assert {kind: paid[kind] for kind in KEPT} == {kind: sold[kind] for kind in KEPT}
        evening.check_that_it_adds_up()

        evening.void_payments()
        assert evening.balances() == due | {
            MoneyKind.PAYOUT: 0,
            MoneyKind.WITHHELD: 0,
            MoneyKind.BOUNTY_PAID: 0,
            MoneyKind.FORFEITED: 0,
            MoneyKind.SIDE_PAID: 0,
        }
        assert not Payout.objects.exclude(paid_at=None).exists()
        evening.check_that_it_adds_up()

        evening.take_everything_back()
        assert evening.balances() == dict.fromkeys(paid, 0)
        assert not MoneyRow.objects.filter(corrects=None, corrected_by=None).exists()
        evening.check_that_it_adds_up()
    assert writers(sources()) - seen == ELSEWHERE.keys() | OF_VOUCHERS | PAY_SEASONS


@pytest.mark.long(reason="seats are given and come back in the evening of seats of test_money_balances.py")
def test_the_seats_of_a_satellite_are_given_and_come_back_by_the_pages(client: Client) -> None:
    evening = Evening(client, **SATELLITE)
    sold = evening.balances()
    evening.play_out()

    assert evening.pages.press_each("payouts/", r"payouts/\d+/pay/$") == 3
    paid = evening.balances()
    # 135 are two seats of 50, and 35 in cash.
    assert (paid["seat"], paid["payout"] + paid.get("withheld", 0)) == (-100_00, -35_00)
    check_paid_out(paid)
    evening.check_that_it_adds_up()

    for link in evening.pages.links("payouts/", r"payouts/\d+/void/$"):
        evening.pages.press(link, r"payouts/\d+/void/$", reason="Wrong player")
    assert {kind: amount for kind, amount in evening.balances().items() if amount} == sold
    evening.take_everything_back()
    assert set(evening.balances().values()) == {0}


@pytest.mark.long(
    reason="the services open, pay and close envelopes in tests/tournament/services/cash/test_mystery.py"
)
def test_the_envelopes_of_mystery_bounties_are_opened_paid_and_closed_by_the_pages_and_all_comes_back(
    client: Client,
) -> None:
    evening = Evening(client, bounty_kind="mystery")
    evening.sell_entry("Known Kira")
    evening.sell_entry("Early Ezio", "Early")
    sold = evening.balances()[MoneyKind.BOUNTY]
    evening.make_envelopes()
    evening.bust("Known Kira", by=["Early Ezio"])
    assert evening.pages.press_each("bounties/", r"envelopes/\d+/open/$") == 1

    evening.play_out()
    assert evening.pages.press_each("bounties/", r"envelopes/\d+/open/$") > 0
    evening.check_that_it_adds_up()
    evening.pages.press("bounties/", r"bounties/\d+/forfeit/$")
    assert evening.pages.press_each("bounties/", r"bounties/\d+/pay/$") == 1
    assert evening.pages.press_each("payouts/", r"payouts/\d+/pay/$") > 0
    paid = evening.balances()
    assert paid[MoneyKind.FORFEITED] < 0
    assert -paid[MoneyKind.BOUNTY_PAID] - paid[MoneyKind.FORFEITED] == sold == 4 * 10_00 + 10_03
    check_paid_out(paid)
    evening.check_that_it_adds_up()

    evening.void_payments()
    evening.take_everything_back()
    assert set(evening.balances().values()) == {0}
    told = LogEntry.objects.filter(tournament=evening.tournament).values_list("verb", flat=True)
    assert {"envelopes_redrawn", "envelope_closed", "mystery_undone", "bounties_due_again"} <= set(told)
    evening.check_that_it_adds_up()


@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        # One goes out, that is undone, and out again; an envelope is opened, undone, opened and paid.
        (23, 9),
        *(
            pytest.param(seed, 40, marks=pytest.mark.long(reason="more and longer evenings of the same kind"))
            for seed in range(1, 13)
        ),
    ],
)
def test_whatever_the_pages_of_mystery_bounties_offer_is_pressed_and_the_books_add_up(
    client: Client, seed: int, steps: int
) -> None:
    evening = Evening(client, bounty_kind="mystery")
    for name in ("Known Kira", "Luca Lodi", "Mara Mito", "Nino Nero"):
        evening.sell_entry(name)
    evening.make_envelopes()

    evening.wander(Random(seed), steps=steps)

    money = bounty_money(evening.tournament)
    assert (money.difference, money.sold) == (0, 7 * 10_00)


@pytest.mark.long(reason="the money of a cancelled event goes back by the same pages")
def test_the_money_of_a_no_show_goes_back_and_comes_again_by_the_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(client, rule_overrides={"event": {"no_show_level": 1}})
    before = evening.balances()
    evening.pages.press("check-in/", r"check-in/open/$")
    for _player in range(2):
        evening.pages.press("check-in/", r"check-in/\d+/$")

    with seen_writing(monkeypatch) as seen:
        evening.pages.press("check-in/", r"check-in/no-shows/$")
        of_two = {kind: amount * 2 // 3 for kind, amount in before.items()}
        held = sum(before.values()) // 3
        assert evening.balances() == of_two | {"no_show": held}
        evening.check_that_it_adds_up()

        evening.pages.press("hand-back/", r"hand-back/\d+/no-show/$")
        assert evening.balances() == of_two | {"no_show": 0}
        evening.check_that_it_adds_up()
        assert evening.undo_newest()
        assert evening.balances() == of_two | {"no_show": held}
        assert evening.undo_newest()

    seen.discard("tournament.services.field.refunds._counter")
    assert evening.balances() == before | {"no_show": 0}
    assert seen == set(ELSEWHERE)
    evening.check_that_it_adds_up()


@pytest.mark.long(reason="a share is paid and undone in tests/tournament/services/setup/test_season_money.py")
def test_the_money_of_a_season_is_paid_and_comes_back_by_the_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(client)
    evening.play_out()
    pages, before = evening.pages, evening.balances()
    pages.press("seasons/", r"seasons/$", league_name="Thursday League", name="2027")
    (rules,) = pages.links("seasons/", r"floor/\w+/seasons/\d+/$")
    assert pages.send(pages.forms(rules, r"seasons/\d+/$")[-1], {"split": "75 25"})
    pages.press(rules, r"seasons/\d+/$", **{"do": "share", "share-share": "1"})
    pages.press(rules, r"seasons/\d+/freeze/$")

    with seen_writing(monkeypatch) as seen:
        # Of 1 from each of three the winner is due 3 less what 25 percent of it are in whole ones: nothing.
        assert pages.press_each(rules, r"seasons/\d+/pay/\d+/$") == 1
        assert evening.balances() == before | {"season_money": 3_00, "season_paid": -3_00}
        evening.check_that_it_adds_up()
        assert evening.undo_newest()
        assert evening.balances() == before | {"season_money": 0, "season_paid": 0}
        evening.check_that_it_adds_up()
    assert seen == PAY_SEASONS


def left_of_a_rebuy(evening: Evening) -> dict[str, int]:
    """A player enters and buys a rebuy, and all of it is taken back as far as the pages go."""
    before = evening.balances()
    evening.sell_entry("Known Kira")
    evening.sell_chips("Known Kira", "rebuy")
    evening.take_everything_back()
    assert before["prize"] == 3 * 45_00
    return {kind: amount for kind, amount in evening.balances().items() if amount}


def test_a_sale_that_the_log_cannot_undo_is_noticed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(undo._undoable, "rebuy_sold")

    assert left_of_a_rebuy(evening) == {
        "prize": 45_00 + 28_00,
        "fee": 3_00 + 1_50,
        "staff": 2_00 + 50,
        "bounty": 10_00,
        "other": 1_00,
    }


def test_a_sale_that_the_log_can_undo_leaves_nothing(evening: Evening) -> None:
    assert left_of_a_rebuy(evening) == {}


def test_a_kind_of_money_without_a_way_out_is_noticed() -> None:
    kinds = list(MoneyKind)

    assert without_way([*kinds, "drinks"], kinds) == {"drinks"}
    assert without_way(kinds, [kind for kind in kinds if kind != MoneyKind.OVERLAY]) == {MoneyKind.OVERLAY}
    assert without_way([kind for kind in kinds if kind != MoneyKind.FEE], kinds) == {MoneyKind.FEE}


def test_a_function_that_sells_besides_the_evening_is_noticed() -> None:
    planted = {
        f"bar{number}": f"def sell_drink(rows):\n    {line}\n\ndef look():\n    return MoneyRow.objects.filter(pk=1)\n"
        for number, line in enumerate(
            (
                "MoneyRow.objects.create(kind='drinks', amount=5)",
                "MoneyRow.objects.bulk_create(rows)",
                "rows = [MoneyRow(kind='drinks', amount=5)]",
            )
        )
    }

    assert writers(sources() | planted) - writers(sources()) == {
        "bar0.sell_drink",
        "bar1.sell_drink",
        "bar2.sell_drink",
    }


def test_every_part_of_a_price_is_kept_with_the_entry_under_a_kind_of_its_own() -> None:
    columns = {
        field.name.removeprefix("paid_") for field in Entry._meta.fields if field.name.startswith("paid_")
    }

    assert columns == set(PARTS)
    assert columns <= set(MoneyKind)


def test_whose_the_bounty_is_is_said_with_the_knock_out(evening: Evening) -> None:
    evening.bust("Carla Rossi", by=["Anna Verdi"])

    told = "Anna Verdi wins €5 of the bounty, and €5 goes on their own head."
    assert told in evening.pages.says("tables/1/")


def test_the_money_of_a_cancelled_event_goes_back_and_comes_again_by_the_pages(client: Client) -> None:
    evening = Evening(client)
    undo.undo_line(
        tournament_id=evening.tournament.pk,
        line_id=LogEntry.objects.filter(verb="clock_started").latest("pk").pk,
        by=ACTOR.at(timezone.now()),
    )
    before = evening.balances()
    evening.pages.press("cancel/", r"cancel/$", reason="Storm")
    assert "Cancelled: 3 buy-ins to hand back, €183" in evening.pages.says("desk/")
    assert evening.pages.press_each("hand-back/", r"hand-back/\d+/$") == 3
    assert set(evening.balances().values()) == {0}
    assert "No buy-in is left to hand back." in evening.pages.says("hand-back/")
    evening.check_that_it_adds_up()

    assert evening.undo_newest()
    assert sum(evening.balances().values()) == sum(before.values()) // 3
    evening.check_that_it_adds_up()
