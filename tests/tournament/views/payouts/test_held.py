"""Much money on the screen of the desk: papers ticked, a second person on another device, prizes that lie ready."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, after, give_role, make_tournament
from tests.factories.books import played_for_money
from tests.factories.floor import said, said_of_drawer, tapped
from tests.pages import squeeze
from tournament.models import Account, HeldPayment, Payout, Role, StaffMember, Till, Tournament
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = pytest.mark.django_db


class Pay:
    """The pay page of three people, each on a device of their own."""

    def __init__(self, **limits: Any) -> None:
        self.tournament, self.entries = played_for_money()
        Tournament.objects.filter(pk=self.tournament.pk).update(**limits)
        self.prize = Payout.objects.get(entry=self.entries[0])
        self.clients: dict[str, Client] = {}
        for role in (Role.REGISTRATION, Role.FLOOR):
            for name in (f"{role}1", f"{role}2"):
                self.clients[name] = Client()
                self.clients[name].force_login(give_role(self.tournament, role, name))

    def page(self, who: str, path: str = "payouts/") -> str:
        return self.clients[who].get(f"/floor/{self.tournament.code}/{path}").content.decode()

    def tap(self, who: str, path: str, **fields: str) -> Any:
        return tapped(
            self.clients[who], f"/floor/{self.tournament.code}/{path}/", {"key": str(uuid4()), **fields}
        )

    def held(self) -> HeldPayment:
        return HeldPayment.objects.latest("pk")


def test_a_payment_waits_on_every_screen_and_only_another_of_the_floor_may_confirm_it() -> None:
    pay = Pay(two_people_from=1_00)
    answer = pay.tap("floor1", f"payouts/{pay.prize.pk}/pay")
    assert said(answer) == [
        f"A payment of €250 to {pay.entries[0].player.name} is waiting for a second person."
    ]
    confirm = f'id="confirm-{pay.held().pk}"'
    assert [confirm in pay.page(who) for who in ("floor1", "floor2", "registration1")] == [False, True, False]
    assert all("Waiting for a second person" in pay.page(who) for who in pay.clients)

    path = f"payouts/held/{pay.held().pk}/confirm"
    assert pay.tap("registration1", path).status_code == 403
    assert said(pay.tap("floor1", path)) == ["floor1 asked for this payment: another person must confirm it."]
    assert Payout.objects.get(pk=pay.prize.pk).paid_at is None
    assert said(pay.tap("floor2", path)) == [
        f"Confirmed the payment of €250 to {pay.entries[0].player.name}."
    ]
    assert Payout.objects.get(pk=pay.prize.pk).paid_at is not None
    assert confirm not in pay.page("floor2")


def test_the_second_person_is_told_that_the_payers_drawer_does_not_have_the_cash() -> None:
    pay = Pay(two_people_from=1_00)
    desk = f"/floor/{pay.tournament.code}/tills/"
    pay.clients["registration1"].post(desk, {"amount": "100"})
    pay.tap("registration1", f"payouts/{pay.prize.pk}/pay")
    holds = "The till of registration1 holds €100, and €250 is to be paid out of it."
    till = f"tills/{Till.objects.get().pk}/"
    assert [holds in squeeze(pay.page("floor1", path)) for path in ("payouts/", till)] == [True, True]

    answer = pay.tap("floor1", f"payouts/held/{pay.held().pk}/confirm")

    [told] = said_of_drawer(answer)
    assert "The till of registration1 did not hold this cash: €150 more was paid out than was in it." in told
    # Whoever has none is named too, once somebody has a till here; a drawer with the cash is not.
    pay.tap("registration2", f"bounties/{pay.entries[0].pk}/pay", amount="4000")
    no_till = "registration2 has no till open: this cash would be in no till."
    assert no_till in squeeze(pay.page("floor1", "bounties/"))
    answer = pay.tap("floor1", f"payouts/held/{pay.held().pk}/confirm")
    assert said_of_drawer(answer) == ["registration2 has no till open: this cash is in no till."]
    pay.clients["registration2"].post(desk, {"amount": "500"})
    prize = Payout.objects.get(entry=pay.entries[1])
    pay.tap("registration2", f"payouts/{prize.pk}/pay")
    assert f'id="short-{pay.held().pk}"' not in pay.page("floor1")
    assert said_of_drawer(pay.tap("floor1", f"payouts/held/{pay.held().pk}/confirm")) == []


def test_a_payment_that_waits_is_withdrawn_by_the_desk() -> None:
    pay = Pay(two_people_from=1_00)
    pay.tap("registration1", f"payouts/{pay.prize.pk}/pay")
    pay.tap("registration1", f"payouts/held/{pay.held().pk}/withdraw")
    assert f'id="pay-{pay.prize.pk}"' in pay.page("registration1")
    assert "was withdrawn" in said(pay.tap("floor1", f"payouts/held/{pay.held().pk}/confirm"))[0]


def test_bounties_wait_on_their_own_page() -> None:
    pay = Pay(two_people_from=40_00)
    winner = pay.entries[0]
    answer = pay.tap("registration1", f"bounties/{winner.pk}/pay", amount="4000")
    assert "is waiting for a second person" in said(answer)[0]
    assert f'id="confirm-{pay.held().pk}"' in pay.page("floor1", "bounties/")
    pay.tap("floor1", f"payouts/held/{pay.held().pk}/confirm")
    assert "Void €40" in pay.page("floor1", "bounties/")
    again = pay.tap("registration1", f"bounties/{winner.pk}/pay", amount="4000")
    assert said(again) == [f"{winner.player.name} has no bounty to get."]


def test_what_is_due_is_said_in_a_sentence_and_without_the_tick_nothing_is_paid() -> None:
    pay = Pay(id_from=120_00, tax_form_from=200_00)
    page = pay.page("registration1")
    # Of the prize, and of all that the winner has to get.
    assert page.count("ID and a tax form are due for this amount.") == 2
    assert page.count("ID is due for this amount.") == 1
    assert said(pay.tap("registration1", f"payouts/{pay.prize.pk}/pay")) == [
        "Tick that you have seen the ID and the tax form, then pay."
    ]
    pay.tap("registration1", f"payouts/{pay.prize.pk}/pay", papers_seen="on")
    assert Payout.objects.get(pk=pay.prize.pk).paid_at is not None


def test_ready_in_one_tap_and_the_players_page_says_where_with_nobody_elses_name() -> None:
    pay = Pay(pay_place="Cash desk, first floor")
    own = f"/my/{pay.entries[0].link_secret}/"

    def phone() -> str:
        return Client().get(own).content.decode()

    assert "Your prize is ready" not in phone()
    answer = pay.tap("registration1", f"payouts/{pay.prize.pk}/ready")
    assert said(answer) == [f"The prize of {pay.entries[0].player.name} is ready: €250."]
    assert "Your prize is ready: €250." in phone()
    assert "Collect it here: Cash desk, first floor" in phone()
    assert not any(entry.player.name in phone() for entry in pay.entries[1:])

    pay.tap("registration1", f"payouts/{pay.prize.pk}/not-ready")
    assert "Your prize is ready" not in phone()
    pay.tap("registration1", f"payouts/{pay.prize.pk}/ready")
    pay.tap("registration1", f"payouts/{pay.prize.pk}/pay")
    assert "Your prize of €250 has been paid." in phone()


def test_without_a_place_the_phone_says_the_cashier() -> None:
    pay = Pay()
    pay.tap("floor1", f"payouts/{pay.prize.pk}/ready")
    assert (
        "Collect it from the cashier." in Client().get(f"/my/{pay.entries[0].link_secret}/").content.decode()
    )


def test_a_side_prize_waits_beside_its_name_with_its_papers_ticked() -> None:
    pay = Pay(two_people_from=20_00, id_from=20_00)
    winner = pay.entries[0]
    of: dict[str, Any] = {"tournament_id": pay.tournament.pk, "by": ACTOR.at(after(60))}
    prize = add_side_prize(name="High hand", amount=25_00, is_from_pool=False, **of)
    award_side_prize(prize_id=prize.pk, entry_id=winner.pk, **of)
    address = f"side-prizes/{prize.pk}/pay"
    assert f'id="seen-side-{prize.pk}"' in pay.page("registration1")
    assert said(pay.tap("registration1", address)) == ["Tick that you have seen the ID, then pay."]
    assert said(pay.tap("registration1", address, papers_seen="on")) == [
        f"A payment of €25 to {winner.player.name} is waiting for a second person."
    ]
    assert f'id="pay-side-{prize.pk}"' not in pay.page("registration1")
    assert f'id="take-back-{prize.pk}"' not in pay.page("floor1")
    confirm = f'id="confirm-{pay.held().pk}"'
    assert [confirm in pay.page(who) for who in ("registration1", "floor1")] == [False, True]
    pay.tap("floor1", f"payouts/held/{pay.held().pk}/confirm")
    assert f'id="void-side-{prize.pk}"' in pay.page("registration1")
    assert said(pay.tap("registration1", address, papers_seen="on")) == ["This prize has already been paid."]


def test_what_one_tap_asked_for_is_shown_with_its_parts_and_confirmed_or_withdrawn_in_one_tap() -> None:
    pay = Pay(two_people_from=260_00)
    winner = pay.entries[0]
    ask = f"payouts/entries/{winner.pk}/pay"
    pay.clients["registration1"].post(f"/floor/{pay.tournament.code}/tills/", {"amount": "500"})
    till = f"tills/{Till.objects.get().pk}/"
    for end, told in (
        ("withdraw", f"Withdrew the payment of €290 to {winner.player.name}: nothing was paid."),
        (
            "confirm",
            f"Confirmed the payment of €290 to {winner.player.name}: prize €250, bounties €40.",
        ),
    ):
        pay.tap("registration1", ask, amount="0", asked="29000")
        # By the row of the prize, by that of the bounties, and once at the till.
        for path in ("payouts/", "bounties/", till):
            page = squeeze(pay.page("floor1", path))
            assert (page.count("Confirm €290"), page.count("Prize €250, Bounties €40")) == (1, 1)
        address = f"payouts/held/{pay.held().pk}"
        assert said(pay.tap("floor1", f"{address}/confirm", amount="nothing")) == [
            "This tap was not recognised. Nothing was changed."
        ]
        assert said(pay.tap("floor1", f"{address}/{end}", amount="29000")) == [told]
        assert "Confirm €290" not in squeeze(pay.page("floor1"))


def test_where_nobody_else_may_confirm_the_desk_is_told_how_to_change_that() -> None:
    pay = Pay(two_people_from=1_00)
    alone = StaffMember.objects.filter(tournament=pay.tournament, role__in=(Role.DIRECTOR, Role.FLOOR))
    alone.exclude(account__username="floor1").delete()
    told = said(pay.tap("floor1", f"payouts/{pay.prize.pk}/pay"))
    (sentence,) = told
    assert sentence.startswith(
        "A second person must confirm a payment of this amount, and nobody else on the staff"
    )
    assert "adds a second director or a floor manager on the page “Staff”; then pay again." in sentence
    assert not HeldPayment.objects.exists()

    pay.tap("registration1", f"payouts/{pay.prize.pk}/pay")
    stuck = "Nobody else on the staff may confirm it"
    assert stuck not in pay.page("registration1")
    alone.delete()
    assert stuck in pay.page("registration1")


def test_a_till_lists_what_waits_in_any_event_and_closes_once_it_was_withdrawn_there() -> None:
    pay = Pay(two_people_from=1_00)
    elsewhere = make_tournament(name="Elsewhere")
    payer, boss = (Account.objects.get(username=name) for name in ("registration1", "floor2"))
    for account in (payer, boss):
        StaffMember.objects.create(account=account, tournament=elsewhere, role=Role.FLOOR)
    pay.clients["registration1"].post(f"/floor/{elsewhere.code}/tills/", {"amount": "100"})
    pay.tap("registration1", f"payouts/{pay.prize.pk}/pay")
    path = f"/floor/{elsewhere.code}/tills/{Till.objects.get().pk}/"

    def page(who: str) -> str:
        return pay.clients[who].get(path).content.decode()

    withdraw, confirm = (f'id="{what}-{pay.held().pk}"' for what in ("withdraw", "confirm"))
    assert pay.tournament.name in page("registration1")
    assert [(withdraw in page(who), confirm in page(who)) for who in ("registration1", "floor2")] == [
        (True, False),
        (True, True),
    ]
    stranger = Client()
    stranger.force_login(give_role(elsewhere, Role.FLOOR, "stranger"))
    shown = stranger.get(path).content.decode()
    assert "Another tournament" in shown
    assert pay.tournament.name not in shown
    assert withdraw not in shown

    refused = pay.clients["registration1"].post(path, {"counted": "100", "reason": ""}).content.decode()
    assert "have it confirmed or withdraw it above, then close the till." in refused
    pay.tap("registration1", f"payouts/held/{pay.held().pk}/withdraw")
    assert 'id="held"' not in page("registration1")
    assert pay.clients["registration1"].post(path, {"counted": "100", "reason": ""}).status_code == 302
