"""A slip fits a roll of 80 mm, is as long as its words, and cuts none of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.pdf_text import lines_of
from tournament.printing.letters import BOLD, width
from tournament.printing.slip_pdf import ROOM, VALUES, WIDTH, PrintedSlip, slip_pdf

LONG = "Maria Aurelia Bernardina von und zu Hohenlohe-Langenburg-Schillingsfürst de la Fuente y Castellanos-Montenegro"


def slip(**changes: Any) -> PrintedSlip:
    words: dict[str, Any] = {
        "event": "Friday Fifty", "title": "Payout slip", "rows": (("Player", "Anna Verdi"), ("Entry", "12")),
        "amount_label": "Prize", "amount": "€1,250.50", "signatures": ("Received (player)", "Paid (staff)"),
    }  # fmt: skip
    return PrintedSlip(**words | changes)


def size(pdf: bytes) -> tuple[float, float]:
    found = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert found is not None
    return float(found[1]), float(found[2])


def test_a_slip_has_all_its_words_in_their_order_and_the_same_bytes_again() -> None:
    assert lines_of(slip_pdf(slip())) == [
        "Friday Fifty", "Payout slip", "Player", "Anna Verdi", "Entry", "12", "Prize", "€1,250.50",
        "Received (player)", "Paid (staff)",
    ]  # fmt: skip
    assert slip_pdf(slip()) == slip_pdf(slip())


@pytest.mark.parametrize("name", [LONG, "W" * 120, "Łukasz Żółć-Świętopełk " * 5])
def test_a_long_name_takes_as_many_lines_as_it_needs_and_makes_the_slip_longer(name: str) -> None:
    pdf = slip_pdf(slip(rows=(("Player", name), ("Entry", "12"))))

    lines = lines_of(pdf)
    shown = lines[lines.index("Player") + 1 : lines.index("Entry")]
    assert "".join(shown).replace(" ", "") == name.replace(" ", "")
    assert max(width(line, BOLD, 9) for line in shown) <= VALUES
    assert size(pdf)[0] == pytest.approx(WIDTH, abs=0.01)
    assert size(pdf)[1] > size(slip_pdf(slip()))[1]


def test_the_longest_amount_and_event_stay_on_the_paper() -> None:
    lines = lines_of(slip_pdf(slip(event="W" * 120, amount="XXX 9,999,999,999.99")))
    assert "".join(lines).count("W") == 120
    assert "XXX 9,999,999,999.99" in lines
    assert width("XXX 9,999,999,999.99", BOLD, 12) <= ROOM
