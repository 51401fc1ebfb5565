"""What a player has done over all events: entries, money, places, by whom knocked out, and who may see it."""

from __future__ import annotations

from typing import Any

import pytest

from tables.queries.desk.export import players_to_export
from tables.queries.desk.history import history_of
from tables.services.desk.chip_sales import sell_chips
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after, enter, give_role, make_account, make_tournament
from tests.factories.felt import Felt, make_felt
from tests.factories.field import bust, started
from tests.factories.sales import REBUY
from tournament.models import BountyKind, Entry, EntryStatus, Player, Role, Tournament
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


def history(player: Player, account: str = "vera", page: str = "1") -> Any:
    return history_of(player_id=player.pk, account_id=make_account(account).pk, page=page)


def again(tournament: Tournament, player: Player) -> Entry:
    return register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))


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

    with django_assert_num_queries(10):
        history_of(player_id=entry.player_id, account_id=account.pk)


# --- By whom a player was knocked out, from a recorded hand -----------------------------------------------------------


def by_whom(felt: Felt) -> dict[int, tuple[str, ...]]:
    """By seat what the history says."""
    return {
        seat: line.knocked_out_by
        for seat, entry in felt.entries.items()
        for line in history(entry.player).lines
    }


@pytest.mark.rule("BTY-01")
def test_bty_01_a_recorded_hand_says_who_knocked_out_whom_without_bounties_too() -> None:
    felt = make_felt(100, 200, 400, 1_000, 1_000)
    felt.deal()
    # Seat 4 raises; the short stacks are all-in, seat 2 has the best hand and seat 4 the second best.
    felt.play("c3", "r4:1000", "f5", "c1", "c2", "c3", "b:2c7d9h", "b:3s", "b:4d")
    felt.play("s4:KsKh", "s1:JsJh", "s2:AsAh", "s3:QsQh")

    assert by_whom(felt) == {1: ("Bruno Neri",), 2: (), 3: ("Dario Conti",), 4: (), 5: ()}
    lines = {line.name: line.knocked_out_by for line in players_to_export(felt.tournament)}
    assert lines["Anna Verdi"] == ("Bruno Neri",)
    assert lines["Bruno Neri"] == ()


def test_a_chopped_pot_names_both_and_the_undo_of_the_hand_takes_it_back() -> None:
    felt = make_felt(300, 200, 300)
    felt.deal()
    felt.play("r3:300", "c1", "c2", "b:2c7d9h", "b:3s", "b:4d", "s3:AcKc", "s1:AdKd", "s2:QsJs")
    assert by_whom(felt)[2] == ("Anna Verdi", "Carla Rossi")

    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))

    assert by_whom(felt)[2] == ()
    felt.play("s2:QsJs")
    assert by_whom(felt)[2] == ("Anna Verdi", "Carla Rossi")


def test_what_the_floor_credits_later_counts_before_an_earlier_hand() -> None:
    felt = make_felt(300, 200, 300, rebuy_data=REBUY.to_dict(), late_registration_level=3)
    felt.deal()
    felt.play("r3:300", "f1", "c2", "b:2c7d9h", "b:3s", "b:4d", "s3:AcKc", "s2:QsJs")
    assert by_whom(felt)[2] == ("Carla Rossi",)
    again: dict[str, Any] = {"tournament_id": felt.tournament.pk}
    sell_chips(**again, entry_id=felt.entries[2].pk, kind="rebuy", seed="1", by=ACTOR.at(after(1)))
    bust_players(
        **again,
        table_id=felt.table.pk,
        out=Out(entries=[felt.entries[2].pk], credited_to=[felt.entries[1].pk]),
        by=ACTOR.at(after(2)),
    )

    assert by_whom(felt)[2] == ("Anna Verdi",)
