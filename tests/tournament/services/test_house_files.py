"""Pictures and sounds of the house: read and written anew, or refused with the cure."""

from __future__ import annotations

import wave
from io import BytesIO

import pytest
from PIL import Image

from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.house_files import picture_file, sound_file
from tournament.models import HouseFile
from tournament.options.files import FileUse
from tournament.options.sounds import RoomSound
from tournament.rules.screens.colours import DARKEST_INK, brightest_behind
from tournament.services.errors import Refused
from tournament.services.house_files import add_file, picture_of, sound_of

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_comes_out_no_larger_than_a_television(kind: str) -> None:
    made = opened(picture_of(picture_file(4000, 1000, kind=kind), FileUse.SHOWN).data)
    assert (made.format, made.size) == ("WEBP", (1920, 480))
    logo = opened(picture_of(picture_file(900, 900, kind=kind), FileUse.LOGO).data)
    assert logo.size == (300, 300)


def test_nothing_that_a_camera_wrote_stays_and_the_picture_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010F] = "Camera"
    made = picture_of(picture_file(40, 20, kind="JPEG", exif=exif), FileUse.SHOWN).data
    assert b"Camera" not in made
    assert not opened(made).getexif()
    assert opened(made).size == (20, 40)


def test_a_photo_of_a_phone_is_made_as_small_as_a_television() -> None:
    made = opened(picture_of(picture_file(8_000, 6_000, kind="JPEG"), FileUse.SHOWN).data)
    assert made.size == (1440, 1080)


@pytest.mark.parametrize("colour", [(255, 255, 255), (255, 0, 0), (255, 255, 0), (10, 200, 255), (0, 0, 0)])
def test_in_front_of_every_background_the_darkest_text_can_be_read(colour: tuple[int, int, int]) -> None:
    made = opened(picture_of(picture_file(640, 360, colour=colour), FileUse.BACKGROUND).data).convert("RGB")
    brightest = max(made.tobytes())
    assert brightest <= brightest_behind(DARKEST_INK)
    assert brightest > 0 or colour == (0, 0, 0)


def test_a_sound_is_kept_as_one_channel_that_every_browser_reads() -> None:
    ready = sound_of(sound_file(2, channels=2, rate=44_100))
    assert ready.kind == "audio/wav"
    with wave.open(BytesIO(ready.data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        assert file.getnframes() / 22_050 == pytest.approx(2, abs=0.01)


@pytest.mark.parametrize(
    ("use", "sent", "code"),
    [
        (FileUse.SHOWN, b"", "no_picture"),
        (FileUse.LOGO, SVG, "no_picture"),
        (FileUse.SHOWN, picture_file(40, 20)[:60], "no_picture"),
        (FileUse.SHOWN, picture_file(10_000, 5_000, colour=(0, 0, 0)), "picture_too_large"),
        (FileUse.SHOWN, sound_file(1), "no_picture"),
        (RoomSound.LEVEL, b"", "no_sound"),
        (RoomSound.LEVEL, picture_file(40, 20), "no_sound"),
        (RoomSound.LEVEL, sound_file(1, loudness=0), "no_sound"),
        (RoomSound.LEVEL, sound_file(11), "sound_too_long"),
    ],
)
@pytest.mark.django_db
def test_what_is_not_what_it_is_for_or_too_large_is_refused_and_nothing_is_kept(
    use: FileUse | RoomSound, sent: bytes, code: str
) -> None:
    tournament = make_tournament()
    with pytest.raises(Refused) as refusal:
        add_file(tournament_id=tournament.pk, name="Mine", use=use, sent=sent, by=ACTOR.at(NOW))
    assert (refusal.value.code, refusal.value.field) == (code, "file")
    assert not HouseFile.objects.exists()
