"""The page of deductions from prizes, and where the director, the desk and the players see them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, NOW, give_role, make_tournament
from tests.factories.field import bust, started
from tests.factories.floor import tapped
from tests.pages import squeeze
from tournament.models import LogEntry, Payout, Role, Tournament, TournamentStatus
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.schemes import PERCENT, FixedShares, payout_scheme_to_dict
from tournament.services.setup.deductions import set_deductions
from tournament.services.setup.tournaments import clone_tournament

pytestmark = pytest.mark.django_db

TAX = Deduction(name="Withholding tax", share=20 * PERCENT, above=50_00)


def save(client: Client, tournament: Tournament, **typed: str) -> Any:
    fields = {name.replace("_", "-"): value for name, value in typed.items()}
    return tapped(client, f"/floor/{tournament.code}/deductions/", {"key": str(uuid4())} | fields)


def see(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return squeeze(answer.content.decode())


def test_the_director_sets_changes_and_undoes_deductions(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.DIRECTOR))
    page = save(client, tournament, name_0="Withholding tax", share_0="20", above_0="50")
    assert "Changed what is withheld from prizes: Withholding tax, 20 percent." in squeeze(
        page.content.decode()
    )
    tournament.refresh_from_db()
    assert tournament.deductions == (TAX,)
    assert 'value="Withholding tax"' in page.content.decode()

    same = save(client, tournament, name_0="Withholding tax", share_0="20", above_0="50")
    assert "Nothing has changed." in squeeze(same.content.decode())
    assert LogEntry.objects.filter(verb="deductions_changed").count() == 1

    none = save(client, tournament)
    assert "Nothing is withheld from prizes any more." in squeeze(none.content.decode())
    line = LogEntry.objects.latest("pk")
    client.post(f"/floor/{tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())})
    tournament.refresh_from_db()
    assert tournament.deductions == (TAX,)


def test_of_a_cancelled_event_nothing_more_is_withheld(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.DIRECTOR))
    Tournament.objects.update(status=TournamentStatus.CANCELLED)
    page = save(client, tournament, name_0="Withholding tax", share_0="20", above_0="50")
    assert page.status_code == 422
    assert "The tournament is over; its settings can no longer be changed." in squeeze(page.content.decode())
    assert not Tournament.objects.get().deduction_data


def test_what_is_wrong_is_shown_with_what_was_typed(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.DIRECTOR))
    answer = save(client, tournament, name_0="Tax", share_0="much")
    assert answer.status_code == 422
    assert "“much” is not a percentage" in answer.content.decode()


def test_a_copy_of_a_tournament_has_its_deductions() -> None:
    tournament = make_tournament()
    set_deductions(tournament_id=tournament.pk, deductions=[TAX], by=ACTOR.at(NOW))
    account = give_role(tournament, Role.DIRECTOR)
    clone = clone_tournament(tournament_id=tournament.pk, name="Copy", account=account, now=NOW)
    assert clone.deductions == (TAX,)


def test_payouts_and_slip_show_the_prize_the_deductions_and_what_is_left_and_players_the_prize(
    client: Client,
) -> None:
    scheme = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    tournament, entries = started(4, payout_scheme_data=scheme)
    set_deductions(tournament_id=tournament.pk, deductions=[TAX], by=ACTOR.at(NOW))
    for loser in entries[:0:-1]:
        bust(tournament, loser, winner=entries[0])
    client.force_login(give_role(tournament, Role.REGISTRATION))
    payout = Payout.objects.get(entry__place_first=1)
    floor = f"/floor/{tournament.code}/payouts/"
    # 20 % of 40.
    assert "− €8 Withholding tax" in see(client, floor)
    assert "net €82" in see(client, floor)
    slip = see(client, f"{floor}{payout.pk}/slip/")
    assert ("€90" in slip, "−€8" in slip, "Withheld: Withholding tax" in slip, "€82" in slip) == (True,) * 4

    client.post(f"{floor}{payout.pk}/pay/", {"key": str(uuid4())})
    set_deductions(tournament_id=tournament.pk, deductions=[], by=ACTOR.at(NOW))
    assert ("net €82" in see(client, floor), "including €8 withheld" in see(client, floor)) == (True, True)
    assert "€82" in see(client, f"{floor}{payout.pk}/slip/")
    assert "€82" in see(client, f"{floor}{payout.pk}/void/")
    books = see(client, f"/floor/{tournament.code}/reconciliation/")
    assert ("Everything adds up to the cent" in books, "Withheld: Withholding tax" in books) == (True, True)
    public = see(client, f"/t/{tournament.code}/payouts/")
    assert ("€90" in public, "Withholding" in public) == (True, False)
    told = see(client, f"/floor/{tournament.code}/statement/")
    assert "Paid €82 to Anna Verdi: €90 less €8 withheld." in told


@pytest.mark.parametrize(
    ("currency", "language", "rounded"),
    [
        ("EUR", "en", "rounded down to the nearest €0.01"),
        ("JPY", "en", "rounded down to the nearest ¥1"),
        ("EUR", "it", "per difetto a 0,01\u00a0€"),
        ("JPY", "it", "per difetto a 1\u00a0¥"),
    ],
)
def test_the_page_says_by_the_currency_to_what_is_rounded(
    client: Client, currency: str, language: str, rounded: str
) -> None:
    tournament = make_tournament(currency=currency)
    client.force_login(give_role(tournament, Role.DIRECTOR))
    client.cookies["django_language"] = language
    assert rounded in see(client, f"/floor/{tournament.code}/deductions/")


def test_only_the_director_sets_deductions(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.FLOOR))
    assert client.get(f"/floor/{tournament.code}/deductions/").status_code == 403
    assert save(client, tournament).status_code == 403
