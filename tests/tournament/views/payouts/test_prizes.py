"""The payouts of the staff: due, paid once, undone, and a scheme that does not fit."""

from __future__ import annotations

import zlib
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.models import Sum
from django.test import Client

from tests.factories import ACTOR, NOW, after, enter, give_role, make_account, make_tournament
from tests.factories.books import played_for_money
from tests.factories.field import bust
from tests.factories.floor import said
from tests.pages import squeeze, told
from tests.tournament.services.prizes.test_advances import at_rest
from tests.tournament.services.prizes.test_paying_all import owe
from tests.worlds import kept
from tournament.models import Account, Entry, HeldPayment, MoneyRow, Payout, Role, StoredReply, Tournament
from tournament.queries.payouts import ladder
from tournament.queries.payouts import pay_desk as queries
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import BustOut, eliminate_entries
from tournament.services.locks import lock_tournament
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = pytest.mark.django_db


def played(client: Client, entries: int = 3, **changes: Any) -> Tournament:
    """A tournament over, everybody out but the first entry, and a registration person logged in."""
    tournament, rita = over(entries, **changes)
    client.force_login(rita)
    return tournament


@kept
def over(entries: int, **changes: Any) -> tuple[Tournament, Account]:
    tournament = make_tournament(**changes)
    made = enter(tournament, *(f"Player {number}" for number in range(entries)))
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=NOW)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    for entry in reversed(made[1:]):
        with transaction.atomic():
            Entry.objects.filter(pk=entry.pk).update(stack=0)
            eliminate_entries(
                tournament=lock_tournament(tournament.pk),
                bust_outs=[BustOut(entry_id=entry.pk, starting_stack=500, table_number=1)],
                by=ACTOR.at(NOW),
            )
    return tournament, give_role(tournament, Role.REGISTRATION, f"rita{tournament.pk}")


def pay(client: Client, payout: Payout, **data: str) -> Any:
    address = f"/floor/{payout.tournament.code}/payouts/{payout.pk}/pay/"
    return client.post(address, {"key": str(uuid4())} | data, headers={"HX-Request": "true"})


def paid_out() -> int:
    return MoneyRow.objects.filter(kind="payout").aggregate(total=Sum("amount"))["total"] or 0


def test_prizes_due_and_paid_add_up_to_the_pool(client: Client) -> None:
    tournament = played(client)
    winner = Payout.objects.get(entry__place_first=1)

    pay(client, winner)

    page = client.get(f"/floor/{tournament.code}/payouts/").context
    assert page["desk"].due + page["desk"].paid == page["board"].pool == 3 * 45_00
    assert page["desk"].paid == winner.amount == -paid_out()
    assert [line.paid_at is None for line in page["desk"].lines] == [True, True, False]


def test_the_ladder_names_the_player_of_each_prize(client: Client) -> None:
    tournament = played(client)
    page = client.get(f"/floor/{tournament.code}/payouts/").content.decode()
    ladder_shown = page[page.index("Prize ladder") :]
    assert [name in ladder_shown for name in ("Player 0", "Player 1", "Player 2")] == [True] * 3


def test_a_double_tap_pays_once(client: Client) -> None:
    played(client)
    winner = Payout.objects.get(entry__place_first=1)
    key = str(uuid4())

    answers = [pay(client, winner, key=key).status_code for _ in range(3)]

    assert answers == [200, 200, 200]
    assert paid_out() == -winner.amount


def test_a_tap_that_a_release_without_words_has_answered_is_done_and_says_nothing(client: Client) -> None:
    played(client)
    winner = Payout.objects.get(entry__place_first=1)
    key = str(uuid4())
    pay(client, winner, key=key)
    StoredReply.objects.update(packed_body=zlib.compress(b"null"))

    response = pay(client, winner, key=key)

    assert (response.status_code, said(response)) == (200, [])
    assert paid_out() == -winner.amount


def test_a_prize_that_another_desk_has_paid_is_not_paid_again(client: Client) -> None:
    played(client)
    winner = Payout.objects.get(entry__place_first=1)
    pay(client, winner)

    response = pay(client, winner)

    assert response.status_code == 409
    assert "already been paid" in response.content.decode()
    assert paid_out() == -winner.amount


def test_a_payment_is_taken_back_by_a_row_that_names_the_first(client: Client) -> None:
    tournament = played(client)
    winner = Payout.objects.get(entry__place_first=1)
    address = f"/floor/{tournament.code}/payouts/{winner.pk}/void/"
    pay(client, winner)

    assert client.get(address).status_code == 200
    assert client.post(address, {"reason": ""}).status_code == 422
    assert client.post(address, {"reason": "Wrong person"}).status_code == 302
    assert client.post(address, {"reason": "Wrong person"}).status_code == 422

    rows = MoneyRow.objects.filter(kind="payout").order_by("pk")
    assert [row.amount for row in rows] == [-winner.amount, winner.amount]
    assert rows[1].corrects == rows[0]
    pay(client, winner)
    assert paid_out() == -winner.amount


def test_a_payment_is_said_with_an_undo_that_takes_it_back(client: Client) -> None:
    tournament = played(client)
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    winner = Payout.objects.get(entry__place_first=1)

    page = pay(client, winner).content.decode()

    line = tournament.log.get(verb="prize_paid")
    assert told(page).startswith("Paid €68 to Player 0.; ")
    address = f"/floor/{tournament.code}/log/{line.pk}/undo/"
    assert f'action="{address}"' in page
    client.post(address, {"key": str(uuid4())})
    assert paid_out() == 0
    assert told(client.get(f"/floor/{tournament.code}/payouts/").content.decode()) == (
        "Undone: Paid €68 to Player 0."
    )


def test_paying_and_taking_back_leave_lines_that_undo_each_other(client: Client) -> None:
    tournament = played(client)
    winner = Payout.objects.get(entry__place_first=1)
    given: dict[str, Any] = {"tournament_id": tournament.pk, "payout_id": winner.pk, "by": ACTOR.at(NOW)}

    pay_out(**given)
    with pytest.raises(Refused, match="already been paid"):
        pay_out(**given)
    void_payment(**given, reason="Wrong person")
    with pytest.raises(Refused, match="has not been paid"):
        void_payment(**given)

    lines = list(tournament.log.filter(verb__in=("prize_paid", "payment_taken_back")).order_by("pk"))
    assert [line.verb for line in lines] == ["prize_paid", "payment_taken_back"]
    assert lines[1].undoes == lines[0]


def test_a_slip_says_who_gets_how_much_for_what(client: Client) -> None:
    tournament = played(client)
    winner = Payout.objects.get(entry__place_first=1)

    body = client.get(f"/floor/{tournament.code}/payouts/{winner.pk}/slip/").content.decode()

    for words in ("Player 0", "1st", "€68", "not yet"):
        assert words in body


def test_prizes_of_another_tournament_are_not_there(client: Client) -> None:
    other = played(client)
    theirs = Payout.objects.filter(tournament=other).first()
    assert theirs is not None
    tournament = make_tournament(make_account("vera2"))
    client.force_login(make_account("vera2"))

    for path in ("pay", "take-back"):
        address = f"/floor/{tournament.code}/payouts/{theirs.pk}/{path}/"
        assert client.post(address, {"key": str(uuid4()), "reason": "x"}).status_code == 404
    assert client.get(f"/floor/{tournament.code}/payouts/{theirs.pk}/slip/").status_code == 404
    assert paid_out() == 0


def test_a_scheme_that_does_not_fit_is_said_in_money(client: Client) -> None:
    tournament = played(
        client, payout_scheme_data={"kind": "amounts", "tiers": [{"first": 1, "last": 1, "amount": 100_00}]}
    )

    page = client.get(f"/floor/{tournament.code}/payouts/")

    assert page.context["problem"] == "The amounts add up to €100, the prize pool is €135."
    assert page.context["desk"].lines == ()


@pytest.mark.parametrize(
    ("guarantee", "words"),
    [(200_00, "2 more entries end the overlay"), (180_00, "1 more entry ends the overlay"), (135_00, None)],
)
def test_while_registration_is_open_the_page_says_what_is_missing_to_the_guarantee(
    client: Client, guarantee: int, words: str | None
) -> None:
    tournament = make_tournament(make_account(), guarantee=guarantee)
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    client.force_login(make_account())

    page = squeeze(client.get(f"/floor/{tournament.code}/payouts/").content.decode())

    assert (words or 'class="figures"') in page
    assert ("entries-missing" in page) == (words is not None)


def test_before_anybody_has_entered_there_is_nothing_to_pay(client: Client) -> None:
    tournament = make_tournament(make_account())
    client.force_login(make_account())

    assert client.get(f"/floor/{tournament.code}/payouts/").status_code == 200


@pytest.mark.parametrize("entries", [2, 5])
def test_the_page_takes_the_same_queries_however_many_prizes(
    client: Client, entries: int, django_assert_num_queries: Any
) -> None:
    tournament = played(client, entries)

    # session, account, staff; field 2, prizes 4 (sums, how many, the page, those held), pool twice (board,
    # check), payouts of the board, side prizes, and of these entries what waits: prizes and side prizes
    with django_assert_num_queries(15):
        client.get(f"/floor/{tournament.code}/payouts/")


# --- Many prizes ----------------------------------------------------------------------------------


@pytest.fixture
def cashed(client: Client, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Seven prizes, of which the third and the winner's are paid; pages of three."""
    monkeypatch.setattr(queries, "LINES_ON_A_PAGE", 3)
    monkeypatch.setattr(ladder, "ROWS_ON_A_PAGE", 3)
    shares = payout_scheme_to_dict(
        FixedShares(shares=(400_000, 200_000, 150_000, 100_000, 70_000, 50_000, 30_000))
    )
    tournament = played(client, 7, payout_scheme_data=shares)
    for place in (1, 3):
        pay(client, Payout.objects.get(entry__place_first=place))
    return tournament


def places(client: Client, tournament: Tournament, query: str = "") -> tuple[list[int], list[int]]:
    """The places of the prizes and of the ladder that the page shows."""
    context = client.get(f"/floor/{tournament.code}/payouts/{query}").context
    return [line.place_first for line in context["desk"].lines], [row.first for row in context["ladder"]]


def test_many_prizes_are_read_page_by_page_those_due_first_in_the_order_of_going_out(
    client: Client, cashed: Tournament
) -> None:
    assert places(client, cashed) == ([7, 6, 5], [1, 2, 3])
    assert places(client, cashed, "?page=2&places=2") == ([4, 2, 1], [4, 5, 6])
    assert places(client, cashed, "?page=3&places=3") == ([3], [7])
    assert places(client, cashed, "?page=99&places=x") == ([3], [1, 2, 3])
    page = client.get(f"/floor/{cashed.code}/payouts/?page=2&places=3").content.decode()
    assert 'rel="prev" href="?page=1&amp;places=3"' in page
    assert 'rel="next" href="?page=3&amp;places=3"' in page
    assert 'rel="prev" href="?page=2&amp;places=2"' in page


def test_the_sums_are_those_of_all_prizes_whatever_the_page_shows(client: Client, cashed: Tournament) -> None:
    for query in ("", "?page=3", "?q=nobody"):
        desk = client.get(f"/floor/{cashed.code}/payouts/{query}").context["desk"]
        assert (desk.awarded, desk.due + desk.paid, desk.paid) == (7, 7 * 45_00, 175_00)


def test_a_prize_is_found_by_name_and_by_entry_number(client: Client, cashed: Tournament) -> None:
    player = Payout.objects.get(entry__place_first=4).entry
    assert places(client, cashed, f"?q={player.player.name.upper()}")[0] == [4]
    assert 4 in places(client, cashed, f"?q={player.number}")[0]
    nobody = client.get(f"/floor/{cashed.code}/payouts/?q=Zz")
    assert "No prize matches “Zz”." in nobody.content.decode()


def test_a_payment_leaves_the_reader_on_the_page_and_in_the_search(
    client: Client, cashed: Tournament
) -> None:
    home = f"http://testserver/floor/{cashed.code}/payouts/"
    sixth = Payout.objects.get(entry__place_first=6)
    headers = {"HX-Request": "true", "HX-Current-URL": f"{home}?page=2&places=2"}

    answer = client.post(
        f"/floor/{cashed.code}/payouts/{sixth.pk}/pay/", {"key": str(uuid4())}, headers=headers
    )

    assert answer.context["desk"].number == 2
    assert [line.place_first for line in answer.context["desk"].lines] == [2, 1, 3]
    assert [row.first for row in answer.context["ladder"]] == [4, 5, 6]
    whole = client.get(f"/floor/{cashed.code}/payouts/?page=2").content.decode()
    assert f'hx-get="/floor/{cashed.code}/payouts/?page=2"' in whole


def test_the_public_ladder_is_read_page_by_page(client: Client, cashed: Tournament) -> None:
    def read(query: str = "") -> Any:
        return client.get(f"/t/{cashed.code}/payouts/{query}")

    assert [[row.first for row in read(f"?page={page}").context["ladder"]] for page in (1, 2, 3)] == [
        [1, 2, 3],
        [4, 5, 6],
        [7],
    ]
    assert 'sse-swap="payouts"' in read().content.decode()
    second = read("?page=2").content.decode()
    assert 'sse-swap="payouts"' not in second
    assert f'hx-get="/t/{cashed.code}/payouts/?page=2"' in second
    part = client.get(f"/t/{cashed.code}/payouts/?page=2", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert [row.first for row in part.context["ladder"]] == [4, 5, 6]


def test_somebody_who_owes_is_paid_less_in_one_tap(client: Client) -> None:
    tournament, entries = played_for_money()
    owe(tournament, entries[0])
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    home = f"/floor/{tournament.code}/payouts/"
    page = squeeze(client.get(home).content.decode())
    assert "owes €30" in page
    assert "Pay €260, deduct €30 owed" in page

    address = f"{home}entries/{entries[0].pk}/pay/"
    data = {"key": str(uuid4()), "amount": "26000", "set_off": "1"}
    body = squeeze(client.post(address, data, follow=True).content.decode())

    assert "Paid €260 to Anna Verdi in one payment: prize €250, bounties €40, less €30 owed." in body
    assert "deduct" not in body
    assert "/undo/" in body
    for wrong in ({"amount": "lots"}, {"amount": ""}):
        answer = client.post(address, {"key": str(uuid4()), **wrong}, follow=True)
        assert "This tap was not recognised" in answer.content.decode()
    missing = client.post(f"{home}entries/0/pay/", {"key": str(uuid4()), "amount": "1"})
    assert missing.status_code == 404


def test_a_prize_with_bounties_is_one_payment_on_either_page(client: Client) -> None:
    tournament, entries = played_for_money()
    client.force_login(give_role(tournament, Role.REGISTRATION, "rita"))
    for page in ("payouts", "bounties"):
        body = squeeze(client.get(f"/floor/{tournament.code}/{page}/").content.decode())
        assert "Pay all: €290" in body
        assert f'id="pay-all-{entries[0].pk}"' in body
    Tournament.objects.update(two_people_from=100_00)
    give_role(tournament, Role.FLOOR, "flora")
    home = f"/floor/{tournament.code}/payouts/"
    body = squeeze(client.get(home).content.decode())
    assert "Pay all: €40" in body
    assert "€250 then waits for a second person." in body
    sent = {"key": str(uuid4()), "amount": "4000", "asked": "25000"}
    body = squeeze(client.post(f"{home}entries/{entries[0].pk}/pay/", sent, follow=True).content.decode())
    assert "in one payment: bounties €40. €250 is waiting for a second person." in body


def test_a_side_prize_without_a_place_is_set_off_too(client: Client) -> None:
    tournament, entries = played_for_money()
    last = entries[-1]
    owe(tournament, last)
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW)}
    prize = add_side_prize(name="High hand", amount=38_00, is_from_pool=False, **ids)
    award_side_prize(prize_id=prize.pk, entry_id=last.pk, **ids)
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    body = squeeze(client.get(f"/floor/{tournament.code}/payouts/").content.decode())
    assert f'id="pay-all-side-{prize.pk}"' in body
    assert "Pay €8, deduct €30 owed" in body


def test_those_left_at_a_rest_are_paid_what_they_have_won_and_then_the_rest(client: Client) -> None:
    """The tap, the desk, a second person, the slips and the player's own page."""
    tournament, (anna, bruno, carla, *_) = at_rest()
    Tournament.objects.filter(pk=tournament.pk).update(two_people_from=20_00)
    rita, flora, dora = (
        give_role(tournament, role, role.value) for role in (Role.REGISTRATION, Role.FLOOR, Role.DIRECTOR)
    )
    client.force_login(rita)
    page = f"/floor/{tournament.code}/payouts/"
    assert "Pay those left" not in client.get(page).content.decode()
    client.force_login(flora)
    assert "3 players left have won €54 each at least." in squeeze(client.get(page).content.decode())

    done = client.post(f"{page}those-left/", {"key": str(uuid4())}, follow=True).content.decode()
    assert "3 players left may collect the prize they have won so far: €54 each." in squeeze(done)
    assert (done.count("still in"), "Pay those left" in done, "Bubble prize" in done) == (3, False, False)
    own = squeeze(client.get(f"/my/{bruno.link_secret}/").content.decode())
    assert ("Won already" in own, "Left to collect" in own) == (True, True)

    prize = Payout.objects.get(entry=bruno)
    pay(client, prize)
    client.force_login(dora)
    confirm(client, prize)
    slip = squeeze(client.get(f"{page}{prize.pk}/slip/").content.decode())
    assert ("in advance, the player is still in" in slip, "€54" in slip) == (True, True)

    for loser in (anna, carla):
        bust(tournament, loser, winner=bruno, now=after(8))
    shown = squeeze(client.get(page).content.decode())
    assert ("− €54 paid in advance" in shown, "net €54" in shown) == (True, True)
    pay(client, prize)
    client.force_login(flora)
    confirm(client, prize)
    assert list(MoneyRow.objects.filter(entry=bruno, kind="payout").values_list("amount", flat=True)) == [
        -54_00,
        -54_00,
    ]
    slip = squeeze(client.get(f"{page}{prize.pk}/slip/").content.decode())
    assert "Paid in advance" in slip


def confirm(client: Client, prize: Payout) -> None:
    held = HeldPayment.objects.get(entry=prize.entry, confirmed_by=None)
    client.post(
        f"/floor/{prize.tournament.code}/payouts/held/{held.pk}/confirm/",
        {"key": str(uuid4()), "amount": str(held.amount)},
    )
