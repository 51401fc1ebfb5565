"""What a player has done over all events: entries, money, places, by whom knocked out, and who may see it."""

from __future__ import annotations

from typing import Any

import pytest

from tables.queries.desk.history import history_of
from tests.factories import ACTOR, NOW, enter, give_role, make_account, make_tournament
from tests.factories.field import bust, started
from tournament.models import BountyKind, Entry, EntryStatus, Player, Role, Tournament
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


def history(player: Player, account: str = "vera", page: str = "1") -> Any:
    return history_of(player_id=player.pk, account_id=make_account(account).pk, page=page)


def again(tournament: Tournament, player: Player) -> Entry:
    return register_entry(tournament_id=tournament.pk, player_id=player.pk, actor=ACTOR, now=NOW)


def test_the_history_has_places_money_and_by_whom_a_player_was_knocked_out() -> None:
    tournament, (anna, bruno, carla, dario) = started(
        4, buy_in_bounty=10_00, bounty_kind=BountyKind.FIXED, late_registration_level=0
    )
    bust(tournament, dario, winner=carla)
    bust(tournament, anna, winner=bruno)
    bust(tournament, carla, winner=bruno)

    seen = {
        entry.player.name: [
            (
                *(line.number, line.entries, line.place, line.paid, line.bounties, line.knock_outs),
                *(line.prize, line.knocked_out_by),
            )
            for line in history(entry.player).lines
        ]
        for entry in (anna, bruno, carla, dario)
    }

    # 180.00 in the pool: 50, 30 and 20 percent.
    assert seen == {
        "Anna Verdi": [(1, 4, (3, 3), 60_00, 0, 0, 36_00, ("Bruno Neri",))],
        "Bruno Neri": [(2, 4, (1, 1), 60_00, 30_00, 2, 90_00, ())],
        "Carla Rossi": [(3, 4, (2, 2), 60_00, 10_00, 1, 54_00, ("Bruno Neri",))],
        "Dario Conti": [(4, 4, (4, 4), 60_00, 0, 0, 0, ("Carla Rossi",))],
    }


def test_the_newest_event_comes_first_and_void_entries_are_left_out() -> None:
    first, second = make_tournament(name="Monday"), make_tournament(name="Tuesday")
    Tournament.objects.filter(pk=first.pk).update(starts_at=NOW.replace(day=1))
    Tournament.objects.filter(pk=second.pk).update(starts_at=NOW.replace(day=2))
    (entry,) = enter(first, "Anna Verdi")
    void = again(second, entry.player)
    Entry.objects.filter(pk=void.pk).update(status=EntryStatus.VOID, stack=0)
    again(second, entry.player)

    assert [(line.event, line.number) for line in history(entry.player).lines] == [
        ("Tuesday", 2),
        ("Monday", 1),
    ]


def test_staff_see_only_the_events_in_which_they_have_a_role() -> None:
    mine, theirs = make_tournament(name="Mine"), make_tournament(make_account("other"), name="Theirs")
    (entry,) = enter(mine, "Anna Verdi")
    again(theirs, entry.player)
    give_role(theirs, Role.REGISTRATION, "rita")

    def seen(account: str) -> tuple[list[str], int]:
        found = history(entry.player, account)
        return [line.event for line in found.lines], found.elsewhere

    assert {name: seen(name) for name in ("vera", "other", "rita", "nobody")} == {
        "vera": (["Mine"], 1),
        "other": (["Theirs"], 1),
        "rita": (["Theirs"], 1),
        "nobody": ([], 2),
    }


def test_a_long_history_has_pages() -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna Verdi")
    for number in range(21):
        again(make_tournament(name=f"Event {number}"), entry.player)

    pages = [history(entry.player, page=page) for page in ("1", "2", "x")]
    assert [(page.number, page.pages, len(page.lines)) for page in pages] == [
        (1, 2, 20),
        (2, 2, 2),
        (1, 2, 20),
    ]


@pytest.mark.parametrize("events", [1, 3])
def test_the_history_takes_the_same_queries_however_many_events(
    events: int, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna Verdi")
    for _event in range(events - 1):
        again(make_tournament(), entry.player)
    account = make_account()

    with django_assert_num_queries(8):
        history_of(player_id=entry.player_id, account_id=account.pk)
