"""The director locks the ladder in one tap, or edits it with its difference to the pool in sight."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import as_vera, enter, give_role
from tests.pages import squeeze
from tournament.changes.prizes import PayoutsLocked
from tournament.models import LogEntry, Role, Tournament
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict

pytestmark = pytest.mark.django_db

FOUR = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))


def of_four(client: Client, **changes: Any) -> Tournament:
    """Four entries of €45 to the pool; the director is logged in."""
    tournament = as_vera(client, **{"payout_scheme_data": FOUR, **changes})
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti")
    return tournament


def post(client: Client, tournament: Tournament, page: str, *, htmx: bool = False, **data: Any) -> Any:
    headers = {"HX-Request": "true"} if htmx else {}
    sent = {"key": str(uuid4()), "difference": "none", "pool_seen": "18000"} | data
    return client.post(f"/floor/{tournament.code}/payouts/{page}/", sent, headers=headers)


def body(client: Client, tournament: Tournament) -> str:
    return squeeze(client.get(f"/floor/{tournament.code}/payouts/").content.decode())


def test_the_ladder_is_locked_and_unlocked_by_a_tap_each(client: Client) -> None:
    tournament = of_four(client)
    assert "Lock payouts" in body(client, tournament)

    assert post(client, tournament, "lock").status_code == 302
    page = body(client, tournament)
    assert "The payouts are locked." in page
    assert "Payouts locked since" in page
    assert "They are the prize pool to the cent." in page
    Tournament.objects.update(currency="JPY")
    for path, words in (
        ("payouts/", "They are exactly the prize pool."),
        ("reconciliation/", "Everything adds up"),
    ):
        page = client.get(f"/floor/{tournament.code}/{path}").content.decode()
        assert (words in page, "to the cent" in page) == (True, False)
    assert "Lock payouts" not in page

    assert post(client, tournament, "unlock").status_code == 302
    assert "Payouts locked since" not in body(client, tournament)
    assert [line.verb for line in LogEntry.objects.filter(verb__startswith="payouts")] == [
        "payouts_locked",
        "payouts_unlocked",
    ]


def test_the_page_warns_by_how_much_the_pool_has_moved_in_both_languages(client: Client) -> None:
    tournament = of_four(client)
    post(client, tournament, "lock")
    enter(tournament, "Late Lucia")

    assert "The prize pool has grown by €45 since: it is not in these prizes." in body(client, tournament)
    assert "Lock as calculated now" in body(client, tournament)
    client.cookies["django_language"] = "it"
    with translation.override("it"):
        assert "Da allora il montepremi è cresciuto di 45" in body(client, tournament)


def test_amounts_by_hand_are_added_up_as_they_are_typed(client: Client) -> None:
    tournament = of_four(client)
    page = client.get(f"/floor/{tournament.code}/payouts/ladder/")
    assert page.context["form"]["amounts"].value() == "1: 72\n2: 54\n3: 36\n4: 18"
    assert (page.context["total"], page.context["left"]) == (180_00, 0)

    for typed, left in (("1: 100", 80_00), ("1: 100\n2-3: 50", -20_00), ("1: 100\n3: 5", None), ("", None)):
        part = post(client, tournament, "ladder", htmx=True, do="check", amounts=typed)
        assert (part.status_code, part.context["left"]) == (200, left), typed
        assert "<html" not in part.content.decode()
    part = post(client, tournament, "ladder", htmx=True, do="check", amounts="1: 100\n2-3: 50")
    assert "more than the prize pool" in squeeze(part.content.decode())
    whole = post(client, tournament, "ladder", do="check", amounts="1: 100")
    assert "left over in the prize pool" in squeeze(whole.content.decode())
    assert Tournament.objects.get().locked_ladder_data is None


def test_a_difference_is_refused_until_it_is_nil_or_said_with_a_reason(client: Client) -> None:
    tournament = of_four(client)
    typed: dict[str, Any] = {"amounts": "1: 120\n2: 70"}

    refused = post(client, tournament, "ladder", **typed)
    assert refused.status_code == 422
    assert "The amounts add up to €190, €10 more than the prize pool." in squeeze(refused.content.decode())
    unreasoned = post(client, tournament, "ladder", **typed, difference="added")
    assert unreasoned.status_code == 422
    assert "Enter why the house bears a difference." in unreasoned.content.decode()
    wrong = post(client, tournament, "ladder", **typed, difference="withheld", reason="Why not")
    assert "choose what fits this difference" in squeeze(wrong.content.decode())

    assert post(client, tournament, "ladder", **typed, difference="added", reason="Round").status_code == 302

    assert "The house adds €10 to the prize pool." in body(client, tournament)
    line = LogEntry.objects.get(verb=PayoutsLocked.verb)
    locked = PayoutsLocked.of(line)
    assert (line.reason, locked.total, locked.pool) == ("Round", 190_00, 180_00)
    edited = client.get(f"/floor/{tournament.code}/payouts/ladder/").context["form"]
    assert (edited["amounts"].value(), edited["difference"].value()) == ("1: 120\n2: 70", "added")


def test_a_pool_that_moved_while_the_amounts_were_typed_is_shown_first(client: Client) -> None:
    tournament = of_four(client)
    enter(tournament, "Late Lucia")

    answer = post(client, tournament, "ladder", amounts="1: 180")

    assert answer.status_code == 422
    assert "The prize pool has changed since you opened this page." in answer.content.decode()
    assert 'name="pool_seen" value="22500"' in answer.content.decode()


def test_without_a_lock_there_is_nothing_to_unlock(client: Client) -> None:
    tournament = of_four(client)
    assert post(client, tournament, "unlock").status_code == 302
    assert "The payouts are not locked." in body(client, tournament)


def test_only_a_director_sees_the_ways_to_lock(client: Client) -> None:
    tournament = of_four(client)
    client.force_login(give_role(tournament, Role.FLOOR))
    assert "lock-payouts" not in body(client, tournament)
    for page in ("lock", "unlock", "ladder"):
        assert post(client, tournament, page).status_code == 403


def test_afterwards_there_is_nothing_to_lock_but_a_scheme_that_does_not_fit_is_mended(client: Client) -> None:
    amounts = {"kind": "amounts", "tiers": [{"first": 1, "last": 1, "amount": 100_00}]}
    for scheme, can_edit in ((FOUR, False), (amounts, True)):
        tournament = of_four(client, name=str(can_edit), payout_scheme_data=scheme)
        Tournament.objects.filter(pk=tournament.pk).update(status="finished")
        page = body(client, tournament)
        assert ('id="lock-payouts"' in page, 'id="edit-ladder"' in page) == (False, can_edit)


@pytest.mark.parametrize("entries", [1, 3])
def test_the_page_takes_the_same_queries_however_many_prizes(
    client: Client, entries: int, django_assert_num_queries: Any
) -> None:
    tournament = as_vera(client, payout_scheme_data=FOUR)
    enter(tournament, *("Anna Verdi", "Bruno Neri", "Carla Rossi")[:entries])

    # session, account, staff; pool twice, entries, awarded
    with django_assert_num_queries(7):
        client.get(f"/floor/{tournament.code}/payouts/ladder/")
