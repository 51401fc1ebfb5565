"""A printed ticket has every letter of a name, as large as it fits."""

from __future__ import annotations

import re
import zlib

import pytest
import segno
from django.test import Client

from tables.printing.ticket_pdf import EVENT, MARGIN, MASK, NAME, SEAT, WIDTH, PrintedTicket, tickets_pdf
from tables.views.desk import tickets
from tests.factories.floor import Floor
from tournament.models import Player
from tournament.printing.letters import BOLD, lacks_letters, lines_that_fit, printable, width

ROOM = WIDTH - 2 * MARGIN
LONG = "Maria Aurelia Bernardina von und zu Hohenlohe-Langenburg-Schillingsfürst de la Fuente y Castellanos-Montenegro"


@pytest.mark.parametrize(
    "name",
    [
        "Łukasz Żółć-Świętopełk",
        "Ştefan Ğündoğan Iğdır",
        "Þórður Ægisson Øystein Straße",
        "Čeněk Dvořák Žižka Đorđe Ľuboš Ņikolajs Ąžuolas Ģirts",
        "Nguyễn Thị Hồng Ánh",
        "Γεώργιος Παπαδόπουλος",
        "Александр Ёлкин-Щукин Їжак Ґалаґан Љубица Ќосев",
        "Արամ გიორგი",
        "Seán O’Brien d'Angelo-Rossi",
    ],
)
def test_every_letter_of_a_name_is_printed(name: str) -> None:
    assert printable(name) == name
    assert not lacks_letters(name)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Nicolo\u0300", "Nicolò"),
        ("Ａｎｎａ", "Anna"),
        ("李 Bruce Lee", "Bruce Lee"),
        ("李小龙", ""),
        ("דוד לוי", ""),
        ("محمد علي", ""),
        ("अमित", ""),
    ],
)
def test_a_letter_without_a_sign_in_the_font_takes_its_plain_form_or_its_word_is_left_out(
    name: str, printed: str
) -> None:
    assert printable(name) == printed
    assert lacks_letters(name) is (len(printed.split()) < len(name.split()))


@pytest.mark.parametrize(
    ("name", "size", "lines"),
    [
        ("Anna Verdi", 15, ("Anna Verdi",)),
        ("Maria Bernardina Hohenlohe", 13, ("Maria Bernardina", "Hohenlohe")),
        (
            LONG,
            10,
            (
                "Maria Aurelia Bernardina von und",
                "zu Hohenlohe-Langenburg-",
                "Schillingsfürst de la Fuente y",
                "Castellanos-Montenegro",
            ),
        ),
    ],
)
def test_a_long_name_goes_over_more_lines_and_stays_readable(
    name: str, size: float, lines: tuple[str, ...]
) -> None:
    assert lines_that_fit(name, BOLD, ROOM, NAME) == (size, lines)
    assert max(width(line, BOLD, size) for line in lines) <= ROOM


def test_the_longest_words_are_cut_where_the_room_ends() -> None:
    size, lines = lines_that_fit("W" * 120, BOLD, ROOM, NAME)
    assert (size, len(lines), "".join(lines)) == (7, 5, "W" * 120)

    size, lines = lines_that_fit("W" * 120, BOLD, ROOM, SEAT)
    assert (size, len(lines), lines[-1][-1]) == (11, 2, "…")
    assert max(width(line, BOLD, size) for line in lines) <= ROOM


def test_the_longest_ticket_leaves_the_qr_code_its_place_and_has_the_same_bytes_again() -> None:
    ticket = PrintedTicket(
        event="W" * 120, when="W" * 60, seat="Table 999 Seat 10", name=LONG, lines=("W" * 90,) * 3,
        link="https://floorman.example/my/" + "x" * 43, link_words="W" * 90,
    )  # fmt: skip

    assert tickets_pdf([ticket]).startswith(b"%PDF-")
    assert tickets_pdf([ticket]) == tickets_pdf([ticket])
    size, lines = lines_that_fit(LONG, BOLD, ROOM, EVENT)
    assert (size, len(lines)) == (7, 3)


def ticket(number: int) -> PrintedTicket:
    """A ticket with a name and a link of its own."""
    return PrintedTicket(
        event="Friday Fifty", when="Fri 20 November 2026, 20:00", seat=f"Table {number} Seat 3",
        name=f"Player Number {number}", lines=(f"Entry {number}", "10,000 chips", "Buy-in paid: €50"),
        link=f"http://192.168.1.20:8000/my/{number:043d}/", link_words="My seat, my moves, my prize",
    )  # fmt: skip


def pages(pdf: bytes) -> list[str]:
    """The drawing of each page."""
    streams = re.findall(rb"/FlateDecode.{0,40}?>>\s*stream\n(.*?)endstream", pdf, re.DOTALL)
    texts = [zlib.decompress(stream) for stream in streams]
    return [text.decode("latin-1") for text in texts if b" EI Q" in text]


def test_the_qr_code_of_every_page_is_that_of_its_link() -> None:
    for number, page in enumerate(pages(tickets_pdf([ticket(1), ticket(2), ticket(3)])), start=1):
        width_text, digits = re.findall(r"BI /W (\d+) .* ID ([0-9a-f]+)> EI Q", page)[0]
        side, length = int(width_text), len(digits) // int(width_text)
        rows = [digits[at : at + length] for at in range(0, len(digits), length)]
        drawn = [[int(bit) for bit in f"{int(row, 16):0{length * 4}b}"[:side]] for row in rows]
        expected = segno.make_qr(ticket(number).link, error="m", mask=MASK)
        assert drawn == [list(row) for row in expected.matrix]
        assert expected.error == "M"


def test_a_further_ticket_takes_a_kilobyte() -> None:
    few, many = (len(tickets_pdf(ticket(number) for number in range(count))) for count in (50, 150))
    assert (many - few) / 100 < 1_200


def test_it_is_heard_after_each_ticket_how_many_there_are() -> None:
    heard: list[int] = []
    tickets_pdf(map(ticket, range(3)), note_done=heard.append)
    assert heard == [1, 2, 3]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "public_name", "printed"),
    [
        ("李小龙", "", "Entry 1"),
        ("李小龙", "Bruce Lee", "Bruce Lee"),
        ("李 小龙 Bruce", "", "Bruce"),
        ("Łukasz", "Lucky", "Łukasz"),
    ],
)
def test_a_name_in_another_script_is_printed_by_what_can_be_read_and_the_page_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str, public_name: str, printed: str
) -> None:
    floor = Floor(client, 2)
    (entry, _other) = floor.entries
    Player.objects.filter(pk=entry.player_id).update(name=name, public_name=public_name)
    seen: list[PrintedTicket] = []

    def note(some: list[PrintedTicket]) -> bytes:
        seen.extend(some)
        return tickets_pdf(some)

    monkeypatch.setattr(tickets, "tickets_pdf", note)

    client.get(f"{floor.home}tickets/{entry.pk}.pdf")
    page = client.get(f"{floor.home}tickets/{entry.pk}/").content.decode()

    assert [ticket.name for ticket in seen] == [printed]
    assert name in page
    assert ("print this page instead" in page) is (printed != name)
