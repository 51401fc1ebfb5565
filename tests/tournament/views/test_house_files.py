"""Pictures and sounds of the house and the club's colours on its screens."""

from __future__ import annotations

from uuid import uuid4

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client

from tests.factories import ACTOR, NOW, after, as_vera
from tests.factories.house_files import picture_file, sound_file
from tests.pages import squeeze
from tournament.links import screen_link
from tournament.models import HouseFile, LogEntry, Screen, ScreenContent, Tournament
from tournament.options.files import FileUse
from tournament.options.sounds import RoomSound
from tournament.queries.house_files import ChipLook, chip_looks
from tournament.rules.screens.playlists import Turn
from tournament.services.house_files import add_file, remove_file
from tournament.services.screens import ScreenLook, set_look, set_volume, show_on_screen, take_screen

pytestmark = pytest.mark.django_db


def add(tournament: Tournament, name: str, use: FileUse = FileUse.SHOWN, shade: int = 0) -> HouseFile:
    sent = picture_file(64, 36, colour=(shade, 80, 80))
    line = add_file(tournament_id=tournament.pk, name=name, use=use, sent=sent, by=ACTOR.at(NOW))
    return HouseFile.objects.get(pk=line.data["file"])


def test_a_picture_is_sent_listed_served_and_taken_away_by_undo(client: Client) -> None:
    tournament = as_vera(client)
    address = f"/floor/{tournament.code}/screens/files/"
    file = SimpleUploadedFile("sponsor.png", picture_file(64, 36), content_type="image/png")
    typed = {"file": file, "name": "Sponsor", "use": "shown", "key": str(uuid4())}

    page = squeeze(client.post(address, typed, follow=True).content.decode())

    picture = HouseFile.objects.get()
    assert "Added the file “Sponsor”." in page
    assert f"/files/{picture.sha256}/" in page
    served = Client().get(f"/files/{picture.sha256}/")
    assert (served.status_code, served["Content-Type"]) == (200, "image/webp")
    assert "immutable" in served["Cache-Control"]
    assert Client().get("/files/0/").status_code == 404
    line = LogEntry.objects.get(verb="house_file_added")
    client.post(f"/floor/{tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())})
    assert picture.sha256 not in client.get(address).content.decode()
    again = add(tournament, "Sponsor")
    client.post(f"{address}{again.pk}/remove/", {"key": str(uuid4())})
    assert again.sha256 not in client.get(address).content.decode()
    removed = LogEntry.objects.filter(verb="house_file_removed").latest("pk")
    client.post(f"/floor/{tournament.code}/log/{removed.pk}/undo/", {"key": str(uuid4())})
    assert again.sha256 in client.get(address).content.decode()


def test_a_chip_has_its_picture_by_the_value_that_it_is_called_by(client: Client) -> None:
    tournament = as_vera(client, chip_colours="25 green")
    address = f"/floor/{tournament.code}/screens/files/"

    def send(name: str) -> str:
        file = SimpleUploadedFile("chip.png", picture_file(64, 64), content_type="image/png")
        typed = {"file": file, "name": name, "use": "chip", "key": str(uuid4())}
        return squeeze(client.post(address, typed, follow=True).content.decode())

    assert "Call the picture of a chip by its value, for example 25." in send("the green one")
    assert not HouseFile.objects.exists()
    send("1.000")

    picture = HouseFile.objects.get()
    assert picture.name == "1000"
    assert chip_looks((25, 500, 1000), tournament.options) == (
        ChipLook(value=25, colour="green", picture=""),
        ChipLook(value=500, colour="", picture=""),
        ChipLook(value=1000, colour="", picture=picture.sha256),
    )
    shown = render_to_string(
        "tournament/public/rows/chips.html", {"row": {"chips": (25, 1000)}, "tournament": tournament}
    )
    assert "chip--green" in shown
    assert f'src="/files/{picture.sha256}/"' in shown


def test_what_is_no_picture_is_said_at_its_field(client: Client) -> None:
    tournament = as_vera(client)
    file = SimpleUploadedFile("sponsor.svg", b"<svg/>", content_type="image/svg+xml")
    typed = {"file": file, "name": "Sponsor", "use": "shown", "key": str(uuid4())}
    answer = client.post(f"/floor/{tournament.code}/screens/files/", typed)
    assert answer.status_code == 422
    assert "This is no picture that can be read." in squeeze(answer.content.decode())


def test_the_pictures_are_shown_one_after_the_other(client: Client) -> None:
    tournament = as_vera(client)
    television = screen_of(tournament)
    show_on_screen(
        tournament_id=tournament.pk,
        screen_id=Screen.objects.get().pk,
        turns=(Turn(ScreenContent.PICTURE.value),),
        by=ACTOR.at(NOW),
    )
    assert "No picture has been added yet." in television.get("/screen/").content.decode()
    shown = {add(tournament, "One", shade=10).sha256, add(tournament, "Two", shade=200).sha256}
    add(tournament, "Logo", FileUse.LOGO)
    seen = set()
    for minutes in (0, 0.25):
        with time_machine.travel(after(minutes), tick=False):
            page = television.get("/screen/").content.decode()
            seen |= {sha256 for sha256 in shown if sha256 in page}
    assert seen == shown


def test_a_screen_in_the_clubs_colours_has_its_logo_and_background_and_its_colour_made_readable(
    client: Client,
) -> None:
    tournament = as_vera(client, club_colour="#7a0019")
    television = screen_of(tournament)
    logo = add(tournament, "Logo", FileUse.LOGO)
    assert logo.sha256 not in television.get("/screen/").content.decode()

    club = ScreenLook(language="", theme="club", gives_way=True)
    set_look(tournament_id=tournament.pk, screen_id=Screen.objects.get().pk, look=club, by=ACTOR.at(NOW))

    page = television.get("/screen/").content.decode()
    assert 'data-skin="club"' in page
    assert logo.sha256 in page
    sheet = Client().get(f"/t/{tournament.code}/look.css")
    assert sheet["Content-Type"] == "text/css"
    css = sheet.content.decode()
    assert "--accent: #" in css
    assert "#7a0019" not in css
    assert "url(" not in css
    given = given_on(page)
    background = add(tournament, "Felt", FileUse.BACKGROUND)
    assert f"/files/{background.sha256}/" in Client().get(f"/t/{tournament.code}/look.css").content.decode()
    # The screen reads its page anew: it looks otherwise now.
    assert "HX-Refresh" in television.post("/screen/there/", {"given": given})
    remove_file(tournament_id=tournament.pk, file_id=background.pk, by=ACTOR.at(NOW))
    assert "HX-Refresh" not in television.post("/screen/there/", {"given": given})


def screen_of(tournament: Tournament) -> Client:
    take_screen(tournament_id=tournament.pk, code="", name="Bar", by=ACTOR.at(NOW))
    television = Client()
    television.get(f"/screen/open/{screen_link(Screen.objects.get().pk)}/")
    return television


def given_on(page: str) -> str:
    return page.split('name="given" value="')[1].split('"', maxsplit=1)[0]


def test_a_sound_of_the_house_takes_the_place_of_the_one_that_comes_with_floorman(client: Client) -> None:
    tournament = as_vera(client)
    television = screen_of(tournament)
    screen = Screen.objects.get()
    set_volume(tournament_id=tournament.pk, screen_id=screen.pk, volume=60, by=ACTOR.at(NOW))
    page = television.get("/screen/").content.decode()
    assert "data-own=" not in page
    given = given_on(page)
    line = add_file(
        tournament_id=tournament.pk,
        name="Gong",
        use=RoomSound.LEVEL,
        sent=sound_file(1),
        by=ACTOR.at(NOW),
    )
    sound = HouseFile.objects.get(pk=line.data["file"])
    assert "HX-Refresh" in television.post("/screen/there/", {"given": given})
    assert (
        f'data-own="sound-level" data-src="/files/{sound.sha256}/"'
        in television.get("/screen/").content.decode()
    )
    assert Client().get(f"/files/{sound.sha256}/")["Content-Type"] == "audio/wav"
    listed = squeeze(client.get(f"/floor/{tournament.code}/screens/files/").content.decode())
    assert "New level" in listed
