from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from tests.factories import make_player
from tournament.models import Player

pytestmark = pytest.mark.django_db


def test_players_of_the_first_release_are_found_by_their_folded_letters() -> None:
    """As the first release has kept them: accents folded, but no strokes and no apostrophes."""
    lukasz = make_player("Łukasz Żółć", club_number="17")
    owl = make_player("Weiß O’Hara", public_name="Søren’s Owl")
    Player.objects.filter(pk=lukasz.pk).update(search_name="łukasz zołc", search_shown_name="")
    Player.objects.filter(pk=owl.pk).update(search_name="weiss o’hara", search_shown_name="")

    migration = import_module("tournament.migrations.0002_names_folded_for_every_search")
    migration.fold_names(apps, connection.schema_editor())

    assert list(
        Player.objects.order_by("pk").values_list("name", "search_name", "search_shown_name", "club_number")
    ) == [
        ("Łukasz Żółć", "lukasz zolc", "lukasz zolc", "17"),
        ("Weiß O’Hara", "weiss ohara", "sorens owl", ""),
    ]
