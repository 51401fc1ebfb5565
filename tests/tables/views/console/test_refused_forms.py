"""What no page of the floor sends is refused in words, and nothing is changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.factories.floor import Floor, said
from tests.security.rows import digest

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOT_RECOGNISED = "This tap was not recognised. Nothing was changed."


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("tables/1/absence/", {"seat": "1"}, NOT_RECOGNISED),
        ("tables/1/penalty/", {"seat": "1"}, NOT_RECOGNISED),
        ("tables/1/leave/", {"seat": "1"}, NOT_RECOGNISED),
        ("tables/1/recording/", {}, NOT_RECOGNISED),
        ("tables/open/", {"number": "many"}, NOT_RECOGNISED),
        ("chop/propose/", {"method": "by_weight"}, NOT_RECOGNISED),
        (
            "tables/hold/",
            {"reason": "x" * 201},
            "The reason has 201 characters; shorten it to 200.",
        ),
        ("tables/hold/", {"reason": "a\x00b"}, "Null characters are not allowed."),
        ("stop/last-hands/", {"typed": "5h6h"}, "Enter one card, for example 5h."),
    ],
)
def test_a_form_that_no_page_sends_is_refused(
    client: Client, path: str, fields: dict[str, Any], words: str
) -> None:
    floor = Floor(client, 3, 3)
    before = digest()
    assert said(floor.post(path, **fields))[-1] == words
    assert digest() == before
