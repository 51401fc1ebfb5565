"""The director works at localhost; the phones and tablets in the room get links that they can open."""

from __future__ import annotations

import pytest
from django.test import Client

from tables.models import PairingCode
from tables.printing.ticket_pdf import PrintedTicket, tickets_pdf
from tables.views.desk import tickets
from tests.factories.floor import Floor
from tournament import links
from tournament.models import Role, StaffMember
from tournament.templatetags import qr

pytestmark = pytest.mark.django_db

AT_LOCALHOST = {"host": "localhost:8000"}
ROOM = "http://192.168.1.20:8000"
WARNING = "Phones and tablets cannot open this link"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[PrintedTicket]:
    """The tickets that went into a PDF."""
    seen: list[PrintedTicket] = []

    def note(some: list[PrintedTicket]) -> bytes:
        seen.extend(some)
        return tickets_pdf(some)

    monkeypatch.setattr(tickets, "tickets_pdf", note)
    return seen


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the QR codes of the answers say; the machine is 192.168.1.20 in the room."""
    monkeypatch.setattr(links, "room_addresses", lambda: ["192.168.1.20"])
    seen: list[str] = []
    plain = qr.qr_path

    def note(text: str) -> tuple[int, str]:
        seen.append(text)
        return plain(text)

    monkeypatch.setattr(qr, "qr_path", note)
    return seen


def test_the_qr_code_for_a_tablet_opens_in_the_room(client: Client, drawn: list[str]) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/pairing/")
    drawn.clear()

    page = client.get(f"{floor.home}tables/1/", headers=AT_LOCALHOST).content.decode()

    assert drawn == [f"{ROOM}/tablet/pair/{PairingCode.objects.get().code}/"]
    assert f"Scan it, or enter it at {ROOM}/tablet/." in page
    assert WARNING not in page


def test_the_log_in_link_for_staff_opens_in_the_room(client: Client, drawn: list[str]) -> None:
    floor = Floor(client, 3, role=Role.DIRECTOR)
    member = StaffMember.objects.get(account=floor.account)

    page = client.post(f"{floor.home}staff/{member.pk}/link/", headers=AT_LOCALHOST)

    assert drawn == [page.context["link"]]
    assert page.context["link"].startswith(f"{ROOM}/login/")


def test_the_tickets_open_in_the_room(client: Client, drawn: list[str], printed: list[PrintedTicket]) -> None:
    floor = Floor(client, 2)
    anna, bruno = floor.entries

    client.get(f"{floor.home}tickets/{anna.pk}/", headers=AT_LOCALHOST)
    client.get(f"{floor.home}tickets.pdf", headers=AT_LOCALHOST)

    assert drawn == [f"{ROOM}/my/{anna.link_secret}/"]
    assert [ticket.link for ticket in printed] == [
        f"{ROOM}/my/{anna.link_secret}/", f"{ROOM}/my/{bruno.link_secret}/"
    ]  # fmt: skip


def test_a_player_who_shares_the_page_shares_an_address_of_the_room(client: Client, drawn: list[str]) -> None:
    floor = Floor(client, 2)
    (anna, _bruno) = floor.entries
    own = f"/my/{anna.link_secret}/qr.svg"

    assert (
        client.get(own, headers=AT_LOCALHOST).content
        == client.get(own, headers={"host": "127.0.0.1:8000"}).content
        != client.get(own).content
    )


def test_where_only_localhost_is_known_a_warning_stands_in_place_of_every_code(
    client: Client, drawn: list[str], printed: list[PrintedTicket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "room_addresses", list)
    floor = Floor(client, 2, role=Role.DIRECTOR)
    (anna, _bruno) = floor.entries
    floor.post("tables/1/pairing/")
    member = StaffMember.objects.get(account=floor.account)
    drawn.clear()

    client.get(f"{floor.home}tickets/{anna.pk}.pdf", headers=AT_LOCALHOST)
    for page in (
        client.get(f"{floor.home}tables/1/", headers=AT_LOCALHOST),
        client.get(f"{floor.home}tickets/{anna.pk}/", headers=AT_LOCALHOST),
        client.get(f"{floor.home}desk/", headers=AT_LOCALHOST),
        client.post(f"{floor.home}staff/{member.pk}/link/", headers=AT_LOCALHOST),
    ):
        assert WARNING in page.content.decode()
        assert "start Floorman with PUBLIC_URL" in page.content.decode()

    assert drawn == []
    assert [ticket.link for ticket in printed] == [""]
