"""Whatever is being done in a room when its process is killed, nothing of it is half done."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import settings

from tests.killed_simulation import play_and_kill
from tests.processes import database_url_of_test

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.mark.long(reason="processes start and are killed for a minute")
def test_a_tournament_goes_on_after_every_kill_to_its_winner(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        "DATABASE_URL": database_url_of_test(),
        "SECRET_KEY": settings.SECRET_KEY,
        "FLOORMAN_DATA_DIR": str(tmp_path),
    }

    ended = play_and_kill(
        entries=70, kills=6, seed="1", environment=environment, hand_for_hand=4, two_days=True
    )

    assert ended.returncode == 0, ended.stderr
    assert "places 1 to 70 complete;" in ended.stdout
    assert "add up to the pool of 6300.00" in ended.stdout
