"""Rules of the screens: typed, obeyed by every screen, tried, switched, removed, undone."""

from __future__ import annotations

from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tests.factories import NOW, after, make_account
from tests.factories.field import started
from tests.pages import squeeze
from tests.tournament.views.test_house_files import screen_of
from tournament.models import LogEntry, ScreenRule, Tournament
from tournament.views.contents import called
from tournament.views.sounds import on_air

pytestmark = pytest.mark.django_db

RULE = {"when": "level", "number": "2", "message": "<players> play on", "sound": "level", "minutes": "3"}


def press(client: Client, tournament: Tournament, what: str = "", **fields: str) -> str:
    address = f"/floor/{tournament.code}/screens/rules/{what}"
    return squeeze(client.post(address, {"key": str(uuid4()), **fields}, follow=True).content.decode())


def undo(client: Client, tournament: Tournament, verb: str) -> None:
    line = LogEntry.objects.filter(verb=verb).latest("pk")
    client.post(f"/floor/{tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())})


def test_a_rule_is_obeyed_at_its_moment_and_gives_the_screen_back(client: Client) -> None:
    with time_machine.travel(NOW, tick=False):
        tournament, _ = started(3)
        client.force_login(make_account())
        television = screen_of(tournament)
        assert "Added a rule of the screens" in press(client, tournament, **RULE)
        page = television.get("/screen/").content.decode()
        assert "play on" not in page
        # The page asks again by itself when it is time.
        assert f'data-next-call="{after(20).timestamp() * 1000:.0f}"' in page
    with time_machine.travel(after(20), tick=False):
        page = squeeze(television.get("/screen/").content.decode())
        assert "3 play on" in page
        assert 'data-back="180"' in page
    with time_machine.travel(after(23), tick=False):
        assert "play on" not in television.get("/screen/").content.decode()
    tournament.refresh_from_db()
    [sound] = [each for each in on_air(tournament, now=after(19), language="en") if not each.said.clips]
    assert (sound.said.at, sound.clips) == (after(20), ("sound-level",))


def test_a_rule_is_tried_switched_and_removed_and_each_is_undone(client: Client) -> None:
    with time_machine.travel(NOW, tick=False):
        tournament, _ = started(3)
        client.force_login(make_account())
        press(client, tournament, **RULE | {"message": "", "content": "payouts"})
        rule = ScreenRule.objects.get()
        assert "Tried the rule" in press(client, tournament, f"{rule.pk}/try/")
        call = called(tournament, after(1)).call
        assert call is not None
        assert call.content == "payouts"
        assert "Switched off" in press(client, tournament, f"{rule.pk}/", is_on="")
        assert "The rule is like that already." in press(client, tournament, f"{rule.pk}/", is_on="")
        undo(client, tournament, "screen_rule_switched")
        rule.refresh_from_db()
        assert rule.is_on
        assert "Removed the rule" in press(client, tournament, f"{rule.pk}/remove/")
        assert (
            "No rule has been added yet."
            in client.get(f"/floor/{tournament.code}/screens/rules/").content.decode()
        )
        undo(client, tournament, "screen_rule_removed")
        rule.refresh_from_db()
        assert rule.removed_at is None
        undo(client, tournament, "screen_rule_added")
        rule.refresh_from_db()
        assert rule.removed_at is not None


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"message": "", "sound": ""}, "Choose what the rule does: a sound, a message or a content."),
        ({"number": ""}, "This rule needs a number."),
        ({"message": "<player> play"}, "There is no token &lt;player&gt;. Did you mean &lt;players&gt;?"),
    ],
)
def test_a_rule_that_does_nothing_or_cannot_be_read_is_refused(
    client: Client, typed: dict[str, str], says: str
) -> None:
    with time_machine.travel(NOW, tick=False):
        tournament, _ = started(3)
        client.force_login(make_account())
        assert says in press(client, tournament, **RULE | typed)
    assert not ScreenRule.objects.exists()
