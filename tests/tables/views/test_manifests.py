"""What a phone reads before it puts a page on its Home Screen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tables.views.phones import GROUND
from tests.factories import enter, make_tournament
from tournament.models import EntryStatus

pytestmark = pytest.mark.django_db


def manifest(client: Client, path: str) -> dict[str, Any]:
    response = client.get(path)
    assert response.headers["Content-Type"] == "application/manifest+json"
    read: dict[str, Any] = json.loads(response.content)
    return read


def linked(client: Client, page: str) -> str:
    """The manifest that a page names."""
    (found,) = re.findall(r'<link rel="manifest" href="([^"]+)">', client.get(page).content.decode())
    return str(found)


def test_a_players_page_opens_itself_from_the_home_screen_and_is_not_for_search_engines(
    client: Client,
) -> None:
    tournament = make_tournament(name="Friday “Deep” & Slow")
    (entry,) = enter(tournament, "Anna Verdi")
    page = f"/my/{entry.link_secret}/"

    read = manifest(client, linked(client, page))

    assert linked(client, page) == f"{page}manifest.webmanifest"
    assert (read["start_url"], read["scope"], read["id"]) == (page, page, page)
    assert (read["name"], read["display"], read["lang"]) == ("Friday “Deep” & Slow", "standalone", "en")
    assert client.get(linked(client, page)).headers["X-Robots-Tag"] == "noindex"


def test_the_manifest_of_an_event_holds_no_secret(client: Client) -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna Verdi")
    page = f"/t/{tournament.code}/"

    read = manifest(client, linked(client, page))

    assert (read["start_url"], read["scope"]) == (page, page)
    text = client.get(f"{page}manifest.webmanifest").content.decode()
    assert entry.link_secret not in text
    assert "Verdi" not in text


def test_icons_are_pictures_of_the_sizes_that_are_named(client: Client) -> None:
    read = manifest(client, f"/t/{make_tournament().code}/manifest.webmanifest")

    found = {}
    for icon in read["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        with Image.open(path) as picture:
            found[icon["sizes"], icon["purpose"]] = (picture.format, "{}x{}".format(*picture.size))
    assert found == {
        ("192x192", "any"): ("PNG", "192x192"),
        ("512x512", "any"): ("PNG", "512x512"),
        ("512x512", "maskable"): ("PNG", "512x512"),
    }


def test_colours_are_the_ground_of_both_themes(client: Client) -> None:
    tokens = (Path(settings.BASE_DIR) / "tournament/static/tournament/tokens.css").read_text()
    page = client.get(f"/t/{make_tournament().code}/").content.decode()

    assert f"--ground: light-dark({GROUND['light']}, {GROUND['dark']});" in tokens
    for theme, colour in GROUND.items():
        assert f'content="{colour}" media="(prefers-color-scheme: {theme})"' in page


def test_a_void_entry_and_no_entry_have_no_manifest(client: Client) -> None:
    (entry,) = enter(make_tournament(), "Anna Verdi")
    entry.status = EntryStatus.VOID
    entry.save(update_fields=["status"])

    assert client.get(f"/my/{entry.link_secret}/manifest.webmanifest").status_code == 404
    assert client.get("/my/nobody/manifest.webmanifest").status_code == 404
    assert client.get("/t/NOBODY/manifest.webmanifest").status_code == 404
