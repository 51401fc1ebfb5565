from __future__ import annotations

import pytest

from tests.factories import NOW, make_player
from tournament.models import Player
from tournament.services.errors import Refused
from tournament.services.field.players import add_player, clean_name

pytestmark = pytest.mark.django_db


def test_a_player_is_kept_with_single_spaces() -> None:
    player = make_player("  Nicolò   Bianchi ", public_name=" Nick ", club_number=" 17 ")

    assert (player.name, player.search_name) == ("Nicolò Bianchi", "nicolo bianchi")
    assert (player.search_shown_name, make_player("Łukasz").search_shown_name) == ("nick", "lukasz")
    assert (player.public_name, player.club_number) == ("Nick", "17")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        (" \t\n ", "name_empty"),
        ("x" * 10_000, "name_too_long"),
        ("\ufdfa" * 10, "name_too_long"),  # one letter that folds to eighteen
        ("Anna\x00", "name_unprintable"),
        ("Anna\u202eorlaC", "name_unprintable"),
    ],
)
def test_a_name_that_cannot_be_kept_is_refused_with_its_field(name: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        add_player(name=name, now=NOW)

    assert (refusal.value.code, refusal.value.field) == (code, "name")
    assert not Player.objects.exists()


def test_markup_in_a_name_is_a_name() -> None:
    assert clean_name("<script>alert(1)</script>") == "<script>alert(1)</script>"


def test_a_club_number_belongs_to_one_player() -> None:
    make_player("Anna", club_number="17")

    with pytest.raises(Refused) as refusal:
        make_player("Bruno", club_number="17")

    assert (refusal.value.code, refusal.value.field) == ("club_number_taken", "club_number")


def test_a_club_number_that_is_too_long_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        make_player("Anna", club_number="1" * 41)

    assert (refusal.value.code, refusal.value.field) == ("club_number_too_long", "club_number")


def test_two_people_may_share_a_name() -> None:
    make_player("Mario Rossi")
    make_player("Mario Rossi")

    assert Player.objects.count() == 2
