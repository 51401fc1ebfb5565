"""Pictures of the house: read, made small and written anew, or refused with the cure."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.pictures import picture_file
from tournament.models import Picture, PictureUse
from tournament.rules.colours import DARKEST_INK, brightest_behind
from tournament.services.errors import Refused
from tournament.services.pictures import add_picture, made_ready

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_comes_out_no_larger_than_a_television(kind: str) -> None:
    made = opened(made_ready(picture_file(4000, 1000, kind=kind), PictureUse.SHOWN))
    assert (made.format, made.size) == ("WEBP", (1920, 480))
    logo = opened(made_ready(picture_file(900, 900, kind=kind), PictureUse.LOGO))
    assert logo.size == (300, 300)


def test_nothing_that_a_camera_wrote_stays_and_the_picture_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010F] = "Camera"
    made = made_ready(picture_file(40, 20, kind="JPEG", exif=exif), PictureUse.SHOWN)
    assert b"Camera" not in made
    assert not opened(made).getexif()
    assert opened(made).size == (20, 40)


@pytest.mark.parametrize("colour", [(255, 255, 255), (255, 0, 0), (255, 255, 0), (10, 200, 255), (0, 0, 0)])
def test_in_front_of_every_background_the_darkest_text_can_be_read(colour: tuple[int, int, int]) -> None:
    made = opened(made_ready(picture_file(640, 360, colour=colour), PictureUse.BACKGROUND)).convert("RGB")
    brightest = max(made.tobytes())
    assert brightest <= brightest_behind(DARKEST_INK)
    assert brightest > 0 or colour == (0, 0, 0)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", "no_picture"),
        (SVG, "no_picture"),
        (picture_file(40, 20)[:60], "no_picture"),
        (picture_file(10_000, 5_000, colour=(0, 0, 0)), "picture_too_large"),
    ],
    ids=["empty", "svg", "cut", "too many pixels"],
)
@pytest.mark.django_db
def test_what_is_no_picture_or_too_large_is_refused_and_nothing_is_kept(sent: bytes, code: str) -> None:
    tournament = make_tournament()
    with pytest.raises(Refused) as refusal:
        add_picture(
            tournament_id=tournament.pk, name="Sponsor", use=PictureUse.SHOWN, sent=sent, by=ACTOR.at(NOW)
        )
    assert (refusal.value.code, refusal.value.field) == (code, "picture")
    assert not Picture.objects.exists()
