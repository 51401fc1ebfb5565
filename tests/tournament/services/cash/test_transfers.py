from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, after, make_account, make_player, make_tournament
from tournament.changes.change import sentence_of
from tournament.models import CashTransfer, LogEntry, MoneyRow, Till, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.ledger.tills import TillSheet, till_sheets
from tournament.queries.ledger.transfers import Safe, safe_of, transfers_of
from tournament.services.actor import Actor
from tournament.services.cash.tills import close_till, open_till
from tournament.services.cash.transfers import transfer_cash, transfers_to_undo
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

SAFE = None


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def rita(tournament: Tournament) -> Till:
    return opened(tournament, "rita", 200_00)


@pytest.fixture
def ugo(tournament: Tournament) -> Till:
    return opened(tournament, "ugo", 50_00)


def opened(tournament: Tournament, name: str, opening_float: int) -> Till:
    line = open_till(account_id=make_account(name).pk, opening_float=opening_float, **by(tournament, name))
    return Till.objects.select_related("tournament", "account").get(opened_line=line)


def by(tournament: Tournament, name: str = "rita", minutes: float = 1) -> dict[str, Any]:
    actor = Actor(label=name, account_id=make_account(name).pk)
    return {"tournament_id": tournament.pk, "by": actor.at(after(minutes))}


def carry(source: Till | None, target: Till | None, amount: int, reason: str = "") -> LogEntry:
    tournament = (source or target or Till()).tournament
    return transfer_cash(
        from_till=None if source is None else source.pk,
        to_till=None if target is None else target.pk,
        amount=amount,
        reason=reason,
        **by(tournament),
    )


def close(till: Till, counted: int, reason: str = "") -> LogEntry:
    return close_till(till_id=till.pk, counted=counted, reason=reason, **by(till.tournament, minutes=200))


def undo(line: LogEntry) -> LogEntry:
    return undo_line(line_id=line.pk, **by(line.tournament, minutes=201))


def can_undo(line: LogEntry) -> bool:
    return line.pk in lines_to_undo(line.tournament, [line])


def sheet(till: Till) -> TillSheet:
    return till_sheets(till.tournament, till_id=till.pk)[0]


def expected(*tills: Till) -> list[int]:
    return [sheet(till).expected for till in tills]


def said(line: LogEntry) -> str:
    return sentence_of(line, PageWriter.of(line.tournament))


def test_cash_goes_to_the_safe_comes_from_it_and_is_handed_over(rita: Till, ugo: Till) -> None:
    drop = carry(rita, SAFE, 120_00, "Too many fifties")
    fill = carry(SAFE, ugo, 30_00)
    between = carry(rita, ugo, 45_50)

    assert expected(rita, ugo) == [34_50, 125_50]
    assert [sheet(till).transferred for till in (rita, ugo)] == [-165_50, 75_50]
    assert safe_of(rita.tournament) == Safe(before=0, money_in=120_00, money_out=30_00)
    assert [said(line) for line in (drop, fill, between)] == [
        "Dropped €120 from the till of rita into the safe.",
        "Filled the till of ugo with €30 from the safe.",
        "Transferred €45.50 from the till of rita to the till of ugo.",
    ]
    assert [
        (each.source, each.target, each.amount, each.reason, each.by) for each in transfers_of([ugo.pk])
    ] == [
        ("", "ugo", 30_00, "", "rita"),
        ("rita", "ugo", 45_50, "", "rita"),
    ]
    assert drop.reason == "Too many fifties"


def test_a_transfer_is_no_money_of_the_tournament(rita: Till, ugo: Till) -> None:
    tournament = rita.tournament
    register_entry(player_id=make_player("Anna Verdi").pk, **by(tournament))
    rows, books = list(MoneyRow.objects.values_list()), reconciliation(tournament)

    carry(rita, SAFE, 130_00)
    carry(rita, ugo, 20_00)

    found = reconciliation(tournament)
    assert list(MoneyRow.objects.values_list()) == rows
    assert (found.kinds, found.pool, found.days, found.cash) == (
        books.kinds,
        books.pool,
        books.days,
        books.cash,
    )
    assert [(line.kind, line.money_in, line.money_out) for line in sheet(rita).cash] == [
        ("entries", 50_00, 0)
    ]
    # Where it is: the safe has more than the players have paid, the tills less than their floats.
    assert (books.safe, books.at_desk) == (None, 50_00)
    assert (found.safe and found.safe.balance, found.at_desk) == (130_00, -80_00)


def test_the_count_and_its_difference_follow_and_are_kept(rita: Till, ugo: Till) -> None:
    carry(rita, SAFE, 150_00)
    carry(ugo, rita, 10_00)
    with pytest.raises(Refused, match="count again, or give the reason"):
        close(rita, 200_00)

    line = close(rita, 58_00, "Wrong change")

    assert said(line) == "Closed the till of rita: €58 counted, €2 short."
    rita.refresh_from_db()
    found = sheet(rita)
    assert (rita.expected, rita.counted, found.difference) == (60_00, 58_00, -2_00)
    in_and_out = found.opening_float + found.money_in - found.money_out + found.transferred
    assert in_and_out == (found.counted or 0) - (found.difference or 0)


@pytest.mark.parametrize("amount", [200_01, 1_000_00])
def test_a_till_gives_no_more_than_it_should_hold(rita: Till, ugo: Till, amount: int) -> None:
    for target in (SAFE, ugo):
        with pytest.raises(Refused, match="till of rita should not hold that much") as refusal:
            carry(rita, target, amount)
        assert (refusal.value.code, refusal.value.field) == ("too_much", "amount")
    assert not CashTransfer.objects.exists()
    carry(rita, SAFE, 200_00)
    assert expected(rita) == [0]


def test_the_safe_gives_what_the_house_keeps_in_it(rita: Till) -> None:
    carry(SAFE, rita, 500_00)
    found = safe_of(rita.tournament)
    assert found is not None
    assert found.balance == -500_00


@pytest.mark.parametrize("amount", [0, -5_00])
def test_an_amount_is_above_nothing(rita: Till, amount: int) -> None:
    with pytest.raises(Refused, match="above 0"):
        carry(rita, SAFE, amount)


def test_a_closed_till_takes_no_part(rita: Till, ugo: Till) -> None:
    close(ugo, 50_00)
    for source, target in ((ugo, SAFE), (SAFE, ugo), (rita, ugo), (ugo, rita)):
        with pytest.raises(Refused, match="till of ugo has been counted and closed"):
            carry(source, target, 10_00)
    assert not CashTransfer.objects.exists()


def test_a_till_of_another_tournament_or_one_undone_is_not_there(rita: Till, ugo: Till) -> None:
    elsewhere = opened(make_tournament(name="Elsewhere"), "vera", 90_00)
    undo(LogEntry.objects.get(pk=ugo.opened_line_id))
    for other in (elsewhere, ugo):
        with pytest.raises(Till.DoesNotExist):
            carry(rita, other, 10_00)
    with pytest.raises(Till.DoesNotExist):
        transfer_cash(from_till=elsewhere.pk, to_till=None, amount=1_00, reason="", **by(rita.tournament))
    assert not CashTransfer.objects.exists()


def test_an_undo_is_a_row_the_other_way_and_can_be_made_once(rita: Till, ugo: Till) -> None:
    lines = [carry(rita, SAFE, 120_00), carry(SAFE, ugo, 30_00), carry(rita, ugo, 45_50)]
    for line in lines:
        assert can_undo(line)
        undo(line)

    assert expected(rita, ugo) == [200_00, 50_00]
    assert safe_of(rita.tournament) == Safe(before=0, money_in=0, money_out=0)
    rows = CashTransfer.objects.order_by("pk").values_list("from_till", "to_till", "amount", "corrects")
    first = CashTransfer.objects.earliest("pk").pk
    assert list(rows) == [
        (rita.pk, None, 120_00, None),
        (None, ugo.pk, 30_00, None),
        (rita.pk, ugo.pk, 45_50, None),
        (None, rita.pk, 120_00, first),
        (ugo.pk, None, 30_00, first + 1),
        (ugo.pk, rita.pk, 45_50, first + 2),
    ]
    assert [said(LogEntry.objects.get(undoes=line)) for line in lines] == [
        "Undid the drop of €120 from the till of rita into the safe.",
        "Undid the fill of the till of ugo with €30 from the safe.",
        "Undid the transfer of €45.50 from the till of rita to the till of ugo.",
    ]
    assert [each.undone_by for each in transfers_of([ugo.pk])] == ["rita", "rita"]
    for line in lines:
        with pytest.raises(Refused, match="already been undone"):
            undo(line)
    assert not transfers_to_undo([line.pk for line in lines])
    with pytest.raises(IntegrityError), transaction.atomic():
        CashTransfer.objects.create(
            tournament=rita.tournament, from_till=rita, amount=1, log_entry=lines[0], corrects_id=first
        )


@pytest.mark.parametrize("which", ["rita", "ugo"])
def test_after_the_count_of_one_of_its_tills_it_stands_until_that_is_undone(
    rita: Till, ugo: Till, which: str
) -> None:
    line = carry(rita, ugo, 45_00)
    till = {"rita": rita, "ugo": ugo}[which]
    closing = close(till, sheet(till).expected)

    assert not can_undo(line)
    with pytest.raises(Refused, match=f"till of {which} has been counted .* Undo its closing first"):
        undo(line)

    undo(closing)
    undo(line)
    assert expected(rita, ugo) == [200_00, 50_00]


def test_what_a_till_has_given_away_since_is_not_undone(rita: Till, ugo: Till) -> None:
    line = carry(rita, ugo, 45_00)
    drop = carry(ugo, SAFE, 60_00)

    assert not can_undo(line)
    with pytest.raises(Refused, match="till of ugo no longer holds that much"):
        undo(line)

    undo(drop)
    undo(line)
    assert expected(rita, ugo) == [200_00, 50_00]


def test_a_till_that_has_taken_part_was_not_opened_by_mistake(rita: Till, ugo: Till) -> None:
    undo(carry(rita, ugo, 45_00))
    for till in (rita, ugo):
        assert not can_undo(LogEntry.objects.get(pk=till.opened_line_id))


def test_the_database_keeps_a_transfer_between_two_that_differ(rita: Till) -> None:
    wrong: list[dict[str, Any]] = [
        {"from_till": rita, "amount": 0},
        {"from_till": rita, "amount": -1},
        {"amount": 1},
        {"from_till": rita, "to_till": rita, "amount": 1},
    ]
    for ends in wrong:
        line = LogEntry.objects.create(tournament=rita.tournament, at=NOW, verb="cash_transferred", actor="x")
        with pytest.raises(IntegrityError), transaction.atomic():
            CashTransfer.objects.create(tournament=rita.tournament, log_entry=line, **ends)
