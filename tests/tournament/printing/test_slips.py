"""The slips of the cash desk by their words: a prize, bounties and an entry, in English and Italian."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import NOW, after, give_role, make_tournament
from tests.factories.books import played_for_money
from tests.factories.field import bust, started
from tests.factories.sales import rebuy_felt, sell
from tests.pdf_text import lines_of
from tournament.models import ChainLink, ChipSale, Entry, LogEntry, MoneyRow, Payout, Player, Role, Tournament
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.schemes import FixedShares, SatelliteSeats, payout_scheme_to_dict
from tournament.services.actor import Actor
from tournament.services.cash.bounties import pay_bounties, void_bounty_payment
from tournament.services.cash.collecting import collect_sale
from tournament.services.cash.payouts import pay_out
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize

pytestmark = pytest.mark.django_db

RITA = Actor(label="Rita Bruni")
TWO = payout_scheme_to_dict(FixedShares(shares=(600_000, 400_000)))


def rows(client: Client, tournament: Tournament, path: str, language: str = "en") -> list[str]:
    client.cookies["django_language"] = language
    response = client.get(f"/floor/{tournament.code}/{path}")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/pdf")
    return lines_of(response.content)


def at_the_desk(client: Client, tournament: Tournament) -> dict[str, Any]:
    client.force_login(give_role(tournament, Role.REGISTRATION, "rita"))
    return {"tournament_id": tournament.pk, "by": RITA.at(after(60))}


def sealed(line: LogEntry) -> str:
    link = ChainLink.objects.get(kind="log", row=line.pk)
    return f"{link.number} · {link.hash[:4]} {link.hash[4:8]}"


def test_a_payout_slip_has_what_was_paid_to_whom_by_whom_and_a_line_to_sign(client: Client) -> None:
    tournament, entries = played_for_money()
    ids = at_the_desk(client, tournament)
    prize = Payout.objects.get(entry=entries[0])
    Payout.objects.filter(pk=prize.pk).update(amount=250_50)

    path = f"payouts/{prize.pk}/slip.pdf"
    before = rows(client, tournament, path)
    assert before[before.index("Paid") : before.index("Prize")] == ["Paid", "not yet"]

    pay_out(payout_id=prize.pk, **ids)
    line = LogEntry.objects.get(verb="prize_paid")

    assert rows(client, tournament, path) == [
        tournament.name, "Payout slip", "Player", entries[0].player.name, "Entry", "1", "Place", "1st",
        "Awarded", "Sat 14 March 2026, 21:00", "Paid", "Sat 14 March 2026, 22:00", "Paid by", "Rita Bruni",
        "Log line", str(line.pk), "Seal", sealed(line), "Prize", "€250.50", "Received (player)", "Paid (staff)",
    ]  # fmt: skip
    assert rows(client, tournament, path, "it") == [
        tournament.name, "Ricevuta del premio", "Giocatore", entries[0].player.name, "Iscrizione", "1",
        "Posizione", "1º", "Assegnato", "Sab 14 Marzo 2026, 21:00", "Pagato", "Sab 14 Marzo 2026, 22:00",
        "Pagato da", "Rita Bruni", "Riga registro", str(line.pk), "Sigillo", sealed(line), "Premio", "250,50 €",
        "Ricevuto (giocatore)", "Pagato (staff)",
    ]  # fmt: skip


def test_the_slip_of_a_bubble_prize_says_so_in_both_languages(client: Client) -> None:
    tournament, entries = started(5, payout_scheme_data=TWO, bubble_prize=30_00)
    for loser in (4, 3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0])
    at_the_desk(client, tournament)

    def place(entry: Entry, language: str = "en") -> str:
        words = rows(client, tournament, f"payouts/{Payout.objects.get(entry=entry).pk}/slip.pdf", language)
        return words[7]

    assert (place(entries[2]), place(entries[1])) == ("3rd, bubble prize", "2nd")
    assert place(entries[2], "it") == "3º, premio bolla"
    client.cookies["django_language"] = "en"
    page = client.get(f"/floor/{tournament.code}/payouts/").content.decode()
    assert page.split("<caption>Prizes awarded")[1].split("</table>")[0].count("Bubble prize") == 1


def test_a_side_prize_has_the_same_slip_on_paper_and_on_its_page(client: Client) -> None:
    tournament, entries = started(3)
    ids = at_the_desk(client, tournament)
    of = add_side_prize(name="First out", amount=20_00, is_from_pool=False, **ids)
    path = f"side-prizes/{of.pk}/slip"
    assert client.get(f"/floor/{tournament.code}/{path}.pdf").status_code == 404
    award_side_prize(prize_id=of.pk, entry_id=entries[1].pk, **ids)
    before = rows(client, tournament, f"{path}.pdf")
    assert before[before.index("Paid") :] == [
        "Paid", "not yet", "Prize", "€20", "Received (player)", "Paid (staff)",
    ]  # fmt: skip

    pay_side_prize(prize_id=of.pk, **ids)
    line = LogEntry.objects.get(verb="side_prize_paid")
    words = [
        tournament.name, "Payout slip", "Player", entries[1].player.name, "Entry", "2", "Side prize",
        "First out", "Awarded", "Sat 14 March 2026, 22:00", "Paid", "Sat 14 March 2026, 22:00", "Paid by",
        "Rita Bruni", "Log line", str(line.pk), "Seal", sealed(line), "Prize", "€20", "Received (player)",
        "Paid (staff)",
    ]  # fmt: skip
    assert rows(client, tournament, f"{path}.pdf") == words
    page = client.get(f"/floor/{tournament.code}/{path}/").content.decode()
    article = page.split('<article class="slip">')[1].split("</article>")[0]
    assert [text for each in re.findall(r">([^<>]+)<", article) if (text := each.strip())] == words
    assert f'href="/floor/{tournament.code}/{path}.pdf"' in page
    assert "Premio speciale First out" in " ".join(rows(client, tournament, f"{path}.pdf", "it"))

    Player.objects.filter(pk=entries[1].player_id).update(name="李小龙", public_name="Bruce Lee")
    assert rows(client, tournament, f"{path}.pdf")[3] == "Bruce Lee"
    client.cookies["django_language"] = "en"
    page = client.get(f"/floor/{tournament.code}/{path}/").content.decode()
    assert ("李小龙" in page, "print this page instead" in page) == (True, True)
    desk = client.get(f"/floor/{tournament.code}/payouts/").content.decode()
    assert f'href="/floor/{tournament.code}/{path}/"' in desk


def test_the_slip_of_a_seat_names_its_event_and_cash_with_it_is_what_is_to_pay(client: Client) -> None:
    scheme = payout_scheme_to_dict(SatelliteSeats(value=60_00))
    tournament, entries = started(3, payout_scheme_data=scheme, seat_event="Sunday Main")
    for loser in (2, 1):
        bust(tournament, entries[loser], winner=entries[0])
    at_the_desk(client, tournament)
    prize = Payout.objects.filter(amount=60_00)[0]
    path = f"payouts/{prize.pk}/slip.pdf"
    words = rows(client, tournament, path)
    assert words[words.index("Prize") :][:3] == ["Prize", "€60", "This prize is a seat in: Sunday Main"]

    Payout.objects.filter(pk=prize.pk).update(amount=72_00)
    Tournament.objects.update(deduction_data=[Deduction(name="Tax", share=250_000).to_dict()])
    words = rows(client, tournament, path)
    assert " ".join(words[words.index("Prize") :][:8]) == (
        "Prize €72 Seat given \u2212€60 Withheld: Tax \u2212€3 To pay €9"
    )


def test_a_slip_of_bounties_says_that_its_payment_was_voided(client: Client) -> None:
    tournament, entries = played_for_money()
    ids = at_the_desk(client, tournament)
    row = pay_bounties(entry_id=entries[0].pk, amount=40_00, **ids)

    path = f"bounties/{row.pk}/slip.pdf"
    words = rows(client, tournament, path)
    assert words[words.index("Bounties") :] == ["Bounties", "€40", "Received (player)", "Paid (staff)"]
    assert ["Paid by", "Rita Bruni", "Log line", str(row.log_entry_id), "Seal"] == words[-10:-5]

    void_bounty_payment(row_id=row.pk, **ids)
    assert "Voided: not valid." in rows(client, tournament, path)


def test_a_receipt_adds_up_what_was_paid_with_rebuys_and_without_what_is_owed(client: Client) -> None:
    felt = rebuy_felt(2_000, 10_000, 10_000)
    at_the_desk(client, felt.tournament)
    entry = felt.entries[1]
    paid, owed = sell(felt, 1), sell(felt, 1, is_owed=True)
    path = f"entries/{entry.pk}/receipt.pdf"
    line = LogEntry.objects.get(verb="entry_registered", data__entry=entry.pk)

    words = rows(client, felt.tournament, path)
    assert words[:6] == [felt.tournament.name, "Buy-in receipt", "Player", entry.player.name, "Entry", "1"]
    assert words[words.index("Sold by") + 1 :][:3] == [line.actor, "Log line", str(line.pk)]
    together = " ".join(words)
    assert "Prize pool €45 House fee €3 Staff €2" in together
    assert f"€30, 21:00, log line {paid.pk} Rebuy €30, 21:00, log line {owed.pk}: not paid yet" in together
    assert words[-2:] == ["Paid", "€80"]

    sale = ChipSale.objects.get(log_entry=owed)
    collect_sale(sale_id=sale.pk, tournament_id=felt.tournament.pk, by=RITA.at(NOW))
    assert rows(client, felt.tournament, path, "it")[-2:] == ["Pagato", "110 €"]


def test_a_receipt_of_a_void_entry_says_so_and_one_of_another_tournament_is_not_found(client: Client) -> None:
    tournament, entries = played_for_money()
    other = make_tournament()
    at_the_desk(client, tournament)
    Entry.objects.filter(pk=entries[0].pk).update(status="void")
    assert rows(client, tournament, f"entries/{entries[0].pk}/receipt.pdf")[-1] == "Voided: not valid."

    client.force_login(give_role(other, Role.DIRECTOR, "dora"))
    prize, row = Payout.objects.first(), MoneyRow.objects.first()
    assert prize is not None
    assert row is not None
    for path in (
        f"entries/{entries[0].pk}/receipt.pdf",
        f"payouts/{prize.pk}/slip.pdf",
        f"bounties/{row.pk}/slip.pdf",
    ):
        assert client.get(f"/floor/{other.code}/{path}").status_code == 404


@pytest.mark.parametrize(
    ("name", "public_name", "printed"),
    [("李小龙", "", "–"), ("李小龙", "Bruce Lee", "Bruce Lee"), ("李 小龙 Bruce", "", "Bruce")],
)
def test_a_name_in_another_script_is_printed_by_what_can_be_read_and_the_page_says_so(
    client: Client, name: str, public_name: str, printed: str
) -> None:
    tournament, entries = played_for_money()
    at_the_desk(client, tournament)
    prize = Payout.objects.get(entry=entries[0])
    Player.objects.filter(pk=entries[0].player_id).update(name=name, public_name=public_name)

    assert rows(client, tournament, f"payouts/{prize.pk}/slip.pdf")[3] == printed
    page = client.get(f"/floor/{tournament.code}/payouts/{prize.pk}/slip/").content.decode()
    assert "print this page instead" in page
    desk = client.get(f"/floor/{tournament.code}/payouts/").content.decode()
    assert f'href="/floor/{tournament.code}/payouts/{prize.pk}/slip/"' in desk
    assert desk.count('/slip.pdf"') == 2
