"""The books on the screen: the statement, its filter and pages, and the reconciliation with what does not add up."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.factories import ACTOR, NOW, enter, give_role, make_account, make_tournament, names
from tests.factories.books import SOLD, WITHHELD, all_paid
from tests.factories.sales import rebuy_felt, sell
from tests.pages import squeeze
from tests.tampering import past_the_triggers
from tournament.models import ChipSale, Entry, MoneyRow, Role, Till, Tournament
from tournament.services.cash.collecting import collect_sale
from tournament.services.cash.tills import close_till, open_till

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(client: Client) -> Tournament:
    """Money of every kind, all paid; the person at the desk is logged in."""
    tournament = all_paid(given=20_00, **WITHHELD)
    client.force_login(give_role(tournament, Role.REGISTRATION))
    return tournament


def read(client: Client, tournament: Tournament, page: str) -> str:
    return client.get(f"/floor/{tournament.code}/{page}").content.decode()


def test_the_payouts_lead_to_the_books(client: Client, evening: Tournament) -> None:
    body = read(client, evening, "payouts/")

    for page in ("statement", "reconciliation"):
        assert f'href="/floor/{evening.code}/{page}/"' in body


def test_money_of_every_kind_is_on_both_pages(client: Client, evening: Tournament) -> None:
    statement, books = read(client, evening, "statement/"), read(client, evening, "reconciliation/")
    for kind in SOLD:
        assert f'data-kind="{kind}"' in statement
        assert f'id="kind-{kind}"' in books
        one = client.get(f"/floor/{evening.code}/statement/?kind={kind}")
        assert {part.kind for line in one.context["statement"].lines for part in line.parts} == {kind}
        assert f'<option value="{kind}" selected>' in one.content.decode()


def test_an_evening_that_balances_has_a_check_mark_on_every_line(client: Client, evening: Tournament) -> None:
    body = read(client, evening, "reconciliation/")

    assert "Everything adds up to the cent" in body
    # The kinds, the pool, the bounties, the day.
    assert body.count("badge--good") == len(SOLD) + 3
    assert "badge--bad" not in body


def test_a_missing_row_is_shown_with_the_player_and_the_exact_amount(
    client: Client, evening: Tournament
) -> None:
    with past_the_triggers():
        MoneyRow.objects.get(kind="fee", entry__number=3).delete()

    body = read(client, evening, "reconciliation/")

    assert "1 amount does not add up" in body
    assert "Everything adds up" not in body
    marked = body[body.index('class="is-marked"') :]
    assert "Carla Rossi" in marked[: marked.index("</tr>")]
    assert marked[: marked.index("</tr>")].count("−€3") == 1
    # The kind, the player, the day.
    assert body.count("badge--bad") == body.count("−€3") == 3


def test_amounts_are_written_as_the_reader_reads_them(client: Client, evening: Tournament) -> None:
    client.cookies["django_language"] = "it"

    body = read(client, evening, "statement/")

    assert "320\u00a0€" in body
    assert "€320" not in body


def test_htmx_asks_for_the_part_that_changes(client: Client, evening: Tournament) -> None:
    for page in ("statement", "reconciliation"):
        part = client.get(f"/floor/{evening.code}/{page}/", headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in part
        assert "<table" in part


@pytest.mark.parametrize("entries", [1, 3])
def test_the_pages_take_the_same_queries_however_many_entries(
    client: Client, entries: int, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament(buy_in_bounty=10_00, bounty_kind="fixed")
    enter(tournament, *names(entries))
    client.force_login(give_role(tournament, Role.FLOOR))

    # session, account, staff; sums, how many, the page, the balance, lines of the log, parts
    with django_assert_num_queries(9):
        client.get(f"/floor/{tournament.code}/statement/")
    # session, account, staff; the ledger, entries, sales, added money, overlay, prizes paid and withheld, bounties
    # paid; awarded, bounties six, side prizes three, seasons, withheld by name, days two, owed, the safe, tills that
    # differ
    with django_assert_num_queries(31):
        client.get(f"/floor/{tournament.code}/reconciliation/")


def sold_and_owed(client: Client) -> Tournament:
    """A rebuy that is paid, and two that are owed by one player."""
    felt = rebuy_felt(10_000, 5_000)
    sell(felt, 1)
    for _ in range(2):
        Entry.objects.filter(pk=felt.entries[2].pk).update(stack=1_000)
        sell(felt, 2, is_owed=True)
    client.force_login(give_role(felt.tournament, Role.FLOOR, "flora"))
    return felt.tournament


def test_what_players_owe_is_named_and_keeps_the_books_amber(client: Client) -> None:
    tournament = sold_and_owed(client)

    body = squeeze(read(client, tournament, "reconciliation/"))

    assert "Money is owed or missing" in body
    assert "Everything adds up" not in body
    debts = body[body.index('id="debts"') :]
    assert "€60 owed" in debts
    assert "Bruno Neri" in debts[: debts.index("</ul>")]
    assert "Anna Verdi" not in debts[: debts.index("</ul>")]
    for sale in ChipSale.objects.filter(collected_at=None):
        collect_sale(tournament_id=tournament.pk, sale_id=sale.pk, by=ACTOR.at(NOW))
    assert "Everything adds up to the cent" in read(client, tournament, "reconciliation/")


def test_a_till_that_was_counted_short_is_named_and_keeps_the_books_amber(
    client: Client, evening: Tournament
) -> None:
    account = make_account("ugo")
    ids: dict[str, Any] = {"tournament_id": evening.pk, "by": ACTOR.at(NOW)}
    open_till(account_id=account.pk, opening_float=100_00, **ids)
    assert "Everything adds up to the cent" in read(client, evening, "reconciliation/")
    close_till(till_id=Till.objects.get().pk, counted=90_00, reason="Lost", **ids)

    body = read(client, evening, "reconciliation/")

    assert "Money is owed or missing" in body
    tills = body[body.index('id="till-differences"') :]
    assert "ugo" in tills[: tills.index("</ul>")]
    assert "−€10" in tills[: tills.index("</ul>")]
