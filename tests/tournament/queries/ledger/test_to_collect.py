"""What a player gets at the cash desk: ladder, bubble and side prizes and bounties, due and paid, with the sum."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.factories import ACTOR, after, give_role
from tests.factories.field import bust, started
from tests.pages import squeeze
from tests.worlds import kept
from tournament.models import Entry, Giver, Payout, Role, Tournament
from tournament.queries.ledger.to_collect import Collectable, DeskDue, OwnMoney, desk_due, own_money
from tournament.queries.payouts.bounties import own_bounties
from tournament.queries.payouts.pay_desk import pay_desk
from tournament.rules.payouts.deductions import Deduction, Withheld
from tournament.rules.payouts.schemes import PERCENT, FixedShares, SatelliteSeats, payout_scheme_to_dict
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.payouts import pay_out
from tournament.services.prizes.added_money import add_money
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize

pytestmark = pytest.mark.django_db

TWO = payout_scheme_to_dict(FixedShares(shares=(600_000, 400_000)))
TAX = Deduction(name="Tax", share=20 * PERCENT, above=50_00)


def ids(tournament: Tournament) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "by": ACTOR.at(after(30))}


def money_of(entry: Entry) -> OwnMoney:
    entry = Entry.objects.select_related("tournament").get(pk=entry.pk)
    return own_money(
        entry,
        payout=Payout.objects.filter(entry=entry).first(),
        bounties=own_bounties(entry.tournament, entry_id=entry.pk),
    )


@kept
def played_out() -> tuple[Tournament, list[Entry]]:
    """Five at 45, with 10 on each head: prizes of 117 and 78, and 30 for the bubble; 20 for the last woman."""
    tournament, entries = started(
        5,
        payout_scheme_data=TWO,
        bubble_prize=30_00,
        buy_in_bounty=10_00,
        bounty_kind="fixed",
        deduction_data=[TAX.to_dict()],
    )
    side = add_side_prize(name="Last woman", amount=20_00, is_from_pool=False, **ids(tournament))
    for loser in (4, 3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0])
    award_side_prize(prize_id=side.pk, entry_id=entries[2].pk, **ids(tournament))
    return Tournament.objects.get(), entries


def test_a_player_has_every_prize_in_one_list_with_the_sum_until_each_is_paid() -> None:
    tournament, entries = played_out()
    bubble = Collectable(kind="bubble", amount=30_00, is_paid=False)
    side = Collectable(kind="side", title="Last woman", amount=20_00, is_paid=False)
    third = money_of(entries[2])
    assert (third.items, third.due, third.is_listed) == ((bubble, side), 50_00, True)

    pay_side_prize(prize_id=entries[2].side_prizes.get().pk, **ids(tournament))
    assert [(item.kind, item.is_paid) for item in money_of(entries[2]).items] == [
        ("bubble", False),
        ("side", True),
    ]
    assert money_of(entries[2]).due == 30_00
    pay_out(payout_id=Payout.objects.get(entry=entries[2]).pk, **ids(tournament))
    assert money_of(entries[2]).due == 0
    assert (money_of(entries[4]).items, money_of(entries[4]).is_listed) == ((), False)


def test_what_is_withheld_is_not_collected_and_stays_as_it_was_paid() -> None:
    tournament, entries = played_out()
    tax = (Withheld(name="Tax", amount=13_40),)
    first = money_of(entries[0])
    assert first.items == (
        Collectable(kind="prize", amount=117_00, is_paid=False, withheld=tax),
        Collectable(kind="bounties", amount=50_00, is_paid=False),
    )
    assert first.due == 153_60
    pay_out(payout_id=Payout.objects.get(entry=entries[0]).pk, **ids(tournament))
    Tournament.objects.update(deduction_data=[])
    paid = money_of(entries[0])
    assert (paid.items[0].withheld, paid.items[0].is_paid, paid.due) == (tax, True, 50_00)


def test_a_seat_is_no_cash_to_collect() -> None:
    scheme = payout_scheme_to_dict(SatelliteSeats(value=80_00))
    tournament, entries = started(4, payout_scheme_data=scheme)
    for loser in (3, 2):
        bust(tournament, entries[loser], winner=entries[0])
    seat, left = (money_of(Payout.objects.filter(amount=amount)[0].entry) for amount in (80_00, 20_00))
    assert (seat.due, seat.has_seat_due, seat.is_listed) == (0, True, False)
    assert (left.due, left.has_seat_due) == (20_00, False)


def test_the_desk_has_side_prizes_and_bounties_to_hand_over_too() -> None:
    tournament, entries = played_out()
    assert desk_due(tournament) == DeskDue(prizes=4, money=245_00, bounties=50_00, bounty_players=1)
    lines = {line.place_first: line for line in pay_desk(tournament, entries=5).lines}
    assert [(place, lines[place].also_due, lines[place].in_all) for place in (1, 2, 3)] == [
        (1, 50_00, 153_60),
        (2, 0, 72_40),
        (3, 20_00, 50_00),
    ]
    assert [place for place in lines if lines[place].is_bubble] == [3]

    pay_bounties(entry_id=entries[0].pk, amount=50_00, **ids(tournament))
    pay_side_prize(prize_id=entries[2].side_prizes.get().pk, **ids(tournament))
    for payout in Payout.objects.all():
        pay_out(payout_id=payout.pk, **ids(tournament))
    assert desk_due(tournament) == DeskDue(prizes=0, money=0)
    assert {line.in_all for line in pay_desk(tournament, entries=5).lines} == {0}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Bubble prize, 3rd", "Last woman", "To collect", "Left to collect", "€50")),
        ("it", ("Premio bolla, 3º", "Last woman", "Da ritirare", "Resta da ritirare", "50\u00a0€")),
    ],
)
def test_the_phone_of_the_player_and_the_desk_say_it(
    client: Client, language: str, words: tuple[str, ...]
) -> None:
    tournament, entries = played_out()
    client.cookies["django_language"] = language
    phone = squeeze(client.get(f"/my/{entries[2].link_secret}/").content.decode())
    table = phone.split('id="my-money"')[1].split("</table>")[0]
    assert [word for word in words if word not in table] == []
    assert 'id="my-money"' not in client.get(f"/my/{entries[4].link_secret}/").content.decode()
    if language == "en":
        client.force_login(give_role(tournament, Role.REGISTRATION))
        desk = squeeze(client.get(f"/floor/{tournament.code}/payouts/").content.decode())
        assert "+ €20 side prizes or bounties: €50 to collect" in desk
        assert "€245 <small> including €20 in side prizes </small>" in desk


@pytest.mark.parametrize(("language", "words"), [("en", "incl. €500 added"), ("it", "500\u00a0€ aggiunti")])
def test_the_wall_names_added_money_only_where_there_is_some(
    client: Client, language: str, words: str
) -> None:
    tournament, _entries = started(3)
    client.cookies["django_language"] = language
    address = f"/t/{tournament.code}/clock/"
    assert "wall__added" not in client.get(address).content.decode()
    add_money(amount=500_00, giver=Giver.SPONSOR, is_cash=False, reason="Casa", **ids(tournament))
    page = squeeze(client.get(address).content.decode())
    assert words in page.split("wall__added")[1].split("</small>")[0]
