from __future__ import annotations

import pytest

from tests.factories import ACTOR, after, enter, make_tournament
from tests.factories.books import SOLD, WITHHELD, all_paid
from tests.tampering import past_the_triggers
from tournament.models import MoneyKind, MoneyRow, Tournament
from tournament.queries.ledger import statement as queries
from tournament.queries.ledger.statement import Statement, statement
from tournament.services.actor import Actor
from tournament.services.field.entries import void_entry
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def read(tournament: Tournament, *, kind: str = "", page: str = "1") -> Statement:
    return statement(tournament, writer=PageWriter.of(tournament), kind=kind, page=page)


def figures(shown: Statement) -> list[tuple[str, int, int, int]]:
    return [
        (line.told.text if line.told else "", line.money_in, line.money_out, line.balance)
        for line in shown.lines
    ]


def test_an_evening_reads_like_a_bank_statement_the_newest_on_top() -> None:
    tournament = all_paid()

    shown = read(tournament)

    assert figures(shown) == [
        ("Paid bounties of €40 to Anna Verdi.", 0, 40_00, 24_00),
        ("Paid €100 to Carla Rossi.", 0, 100_00, 64_00),
        ("Paid €150 to Bruno Neri.", 0, 150_00, 164_00),
        ("Paid €250 to Anna Verdi.", 0, 250_00, 314_00),
        ("The house adds €320 to reach the guarantee.", 320_00, 0, 564_00),
        ("Registered Dario Conti as entry number 4 for €61.", 61_00, 0, 244_00),
        ("Registered Carla Rossi as entry number 3 for €61.", 61_00, 0, 183_00),
        ("Registered Bruno Neri as entry number 2 for €61.", 61_00, 0, 122_00),
        ("Registered Anna Verdi as entry number 1 for €61.", 61_00, 0, 61_00),
    ]
    assert [(part.kind, part.label, part.amount) for part in shown.lines[-1].parts] == [
        ("prize", "Prize pool", 45_00),
        ("fee", "House fee", 3_00),
        ("staff", "Staff", 2_00),
        ("bounty", "Bounties", 10_00),
        ("other", "Other deductions", 1_00),
    ]
    assert (shown.money_in, shown.money_out, shown.balance, shown.carried) == (564_00, 540_00, 24_00, 0)


def test_a_line_says_who_moved_the_money_on_which_device_and_why() -> None:
    tournament = make_tournament()
    entry = enter(tournament, "Anna Verdi")[0]
    rita = Actor(label="Rita", device="Firefox, Android")
    void_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=rita.at(after(5)), reason="Wrong evening")

    voided, registered = read(tournament).lines

    assert voided.told is not None
    assert registered.told is not None
    assert (voided.at, voided.told.actor, voided.told.device, voided.told.why) == (
        after(5),
        "Rita",
        "Firefox, Android",
        "Wrong evening",
    )
    assert (voided.money_in, voided.money_out, voided.balance) == (0, 50_00, 0)
    assert (registered.told.actor, registered.told.undone_by) == (ACTOR.label, "")


@pytest.mark.parametrize("kind", SOLD)
def test_a_statement_of_one_kind_has_its_rows_alone_and_its_own_balance(kind: MoneyKind) -> None:
    tournament = all_paid(given=20_00, **WITHHELD)

    shown = read(tournament, kind=kind)

    rows = list(MoneyRow.objects.filter(kind=kind).order_by("-pk").values_list("amount", flat=True))
    assert rows
    assert [line.money_in - line.money_out for line in shown.lines] == rows
    assert [line.balance for line in shown.lines] == [sum(rows[number:]) for number in range(len(rows))]
    assert {part.kind for line in shown.lines for part in line.parts} == {kind}
    assert shown.balance == sum(rows)


def test_a_kind_that_is_none_shows_everything() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi")

    assert read(tournament, kind="tips") == read(tournament)


def test_pages_carry_the_balance_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "LINES_ON_A_PAGE", 2)
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti", "Elena Gallo")

    pages = [read(tournament, page=str(page)) for page in (1, 2, 3)]

    assert [[line.balance for line in page.lines] for page in pages] == [
        [250_00, 200_00],
        [150_00, 100_00],
        [50_00],
    ]
    assert [page.carried for page in pages] == [150_00, 50_00, 0]
    assert [(page.number, page.pages, page.balance) for page in pages] == [
        (1, 3, 250_00),
        (2, 3, 250_00),
        (3, 3, 250_00),
    ]
    assert read(tournament, page="99").number == 3


def test_a_row_without_a_line_of_the_log_is_a_movement_of_its_own() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi")
    with past_the_triggers():
        MoneyRow.objects.update(log_entry=None)

    shown = read(tournament)

    assert [(line.told, line.money_in, line.balance, len(line.parts)) for line in shown.lines] == [
        (None, 2_00, 50_00, 1),
        (None, 3_00, 48_00, 1),
        (None, 45_00, 45_00, 1),
    ]


def test_a_tournament_without_money_has_an_empty_statement() -> None:
    assert read(make_tournament()) == Statement(
        lines=(), carried=0, money_in=0, money_out=0, number=1, pages=1
    )
