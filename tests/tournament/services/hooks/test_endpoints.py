from __future__ import annotations

import pytest

from tests.factories import ACTOR, NOW, after, enter, give_role, make_account, make_tournament
from tests.factories.hooks import director_of, make_hook
from tournament.changes.hooks import HookAdded
from tournament.models import HookDelivery, HookEndpoint, HookOff, LogEntry, Role, Tournament
from tournament.queries.connections import MOST_CONNECTIONS, connections_of
from tournament.services.actor import Actor, By
from tournament.services.errors import Refused
from tournament.services.hooks.endpoints import (
    remove_hook,
    rotate_hook,
    send_again,
    send_test,
    show_secret,
    switch_hook,
)
from tournament.services.hooks.keys import secret_of
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def by_director(tournament: Tournament) -> By:
    return Actor(label="vera", account_id=director_of(tournament).pk).at(after(5))


def newest(verb: str) -> LogEntry:
    return LogEntry.objects.filter(verb=verb).latest("pk")


def test_an_endpoint_is_logged_by_its_host_and_with_no_secret_anywhere_in_the_log() -> None:
    tournament = make_tournament()

    hook = make_hook(tournament, "https://club.example/hooks/t0ken", types=("entry.busted",), has_names=True)
    rotate_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=ACTOR.at(NOW))

    assert HookAdded.of(newest("hook_added")) == HookAdded(
        hook=hook.pk,
        host="club.example",
        types=("entry.busted",),
        names=True,
        in_network=True,
        for_all=False,
    )
    written = str(list(LogEntry.objects.values_list("data", flat=True)))
    assert "t0ken" not in written
    assert "whsec" not in written
    assert secret_of(hook) not in written


def test_the_row_of_an_endpoint_has_its_secret_sealed() -> None:
    hook = make_hook(make_tournament())

    assert secret_of(hook).startswith("whsec_")
    assert secret_of(hook).removeprefix("whsec_") not in str(HookEndpoint.objects.values().get())


def test_a_secret_is_shown_once_and_a_new_one_once_again() -> None:
    tournament = make_tournament()
    hook = make_hook(tournament)

    def shown() -> str:
        return show_secret(HookEndpoint.objects.get(pk=hook.pk))

    first = shown()
    assert shown() == ""
    rotate_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=ACTOR.at(NOW))
    second = shown()

    assert first
    assert second
    assert first != second
    assert shown() == ""


def test_as_many_as_an_event_can_have_and_each_address_once() -> None:
    tournament = make_tournament()
    for number in range(MOST_CONNECTIONS - 1):
        make_hook(tournament, f"https://club.example/{number}")
    with pytest.raises(Refused) as twice:
        make_hook(tournament, "https://club.example/0")
    make_hook(tournament, "https://club.example/last")
    with pytest.raises(Refused) as full:
        make_hook(tournament, "https://club.example/more")

    assert (twice.value.code, twice.value.field) == ("hook_twice", "url")
    assert full.value.code == "hooks_full"


def test_everything_that_was_done_is_undone_from_the_log() -> None:
    tournament = make_tournament()
    hook, by = make_hook(tournament), by_director(tournament)
    enter(tournament, "Anna Verdi")

    switch_hook(tournament_id=tournament.pk, hook_id=hook.pk, is_on=False, by=by)
    undo_line(tournament_id=tournament.pk, line_id=newest("hook_switched").pk, by=by)
    hook.refresh_from_db()
    assert hook.is_on
    remove_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=by)
    undo_line(tournament_id=tournament.pk, line_id=newest("hook_removed").pk, by=by)
    hook.refresh_from_db()
    assert hook.removed_at is None
    undo_line(tournament_id=tournament.pk, line_id=newest("hook_added").pk, by=by)
    hook.refresh_from_db()
    assert hook.removed_at == after(5)
    assert HookDelivery.objects.count() == 1, "what waits is kept for the day it is put back"


def test_an_undone_rotation_signs_with_the_former_secret_and_for_a_day_with_both() -> None:
    tournament = make_tournament()
    hook, by = make_hook(tournament), by_director(tournament)
    old = secret_of(hook)
    rotate_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=by)

    undo_line(tournament_id=tournament.pk, line_id=newest("hook_rotated").pk, by=by)

    hook.refresh_from_db()
    assert secret_of(hook) == old
    assert (bool(hook.sealed_former), hook.is_shown) == (True, True)
    with pytest.raises(Refused):
        undo_line(tournament_id=tournament.pk, line_id=newest("hook_rotated").pk, by=by)


def test_the_floor_undoes_nothing_of_web_hooks() -> None:
    tournament = make_tournament()
    hook = make_hook(tournament)
    remove_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=ACTOR.at(NOW))
    floor = Actor(label="flora", account_id=give_role(tournament, Role.FLOOR, "flora").pk).at(NOW)

    with pytest.raises(Refused) as refused:
        undo_line(tournament_id=tournament.pk, line_id=newest("hook_removed").pk, by=floor)

    assert refused.value.code == "not_director"


def test_an_address_that_was_entered_again_keeps_the_removed_one_out() -> None:
    tournament = make_tournament()
    hook, by = make_hook(tournament), by_director(tournament)
    remove_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=by)
    make_hook(tournament)

    with pytest.raises(Refused):
        undo_line(tournament_id=tournament.pk, line_id=newest("hook_removed").pk, by=by)


def test_a_removed_one_is_not_put_back_among_as_many_as_an_event_can_have() -> None:
    tournament = make_tournament()
    hook, by = make_hook(tournament), by_director(tournament)
    remove_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=by)
    for number in range(MOST_CONNECTIONS):
        make_hook(tournament, f"https://club.example/{number}")

    with pytest.raises(Refused) as full:
        undo_line(tournament_id=tournament.pk, line_id=newest("hook_removed").pk, by=by)

    hook.refresh_from_db()
    assert (full.value.code, hook.removed_at) == ("hooks_full", after(5))


def test_switched_off_it_takes_no_test_and_sends_nothing_again() -> None:
    tournament = make_tournament()
    hook = make_hook(tournament)
    enter(tournament, "Anna Verdi")
    by = ACTOR.at(NOW)
    assert switch_hook(tournament_id=tournament.pk, hook_id=hook.pk, is_on=True, by=by) is None
    switch_hook(tournament_id=tournament.pk, hook_id=hook.pk, is_on=False, by=by)
    hook.refresh_from_db()

    assert hook.off == HookOff.BY_HAND
    with pytest.raises(Refused) as no_test:
        send_test(hook_id=hook.pk, event=tournament, by=by)
    with pytest.raises(Refused) as not_again:
        send_again(hook_id=hook.pk, delivery_id=HookDelivery.objects.get().pk, by=by)
    assert (no_test.value.code, not_again.value.code) == ("hook_off", "hook_off")


def test_a_director_sees_the_endpoints_of_the_event_and_the_own_ones_for_all() -> None:
    vera, otto = make_account("vera"), make_account("otto")
    first, second = make_tournament(vera), make_tournament(vera)
    give_role(second, Role.DIRECTOR, "otto")
    own = make_hook(first, "https://club.example/one", account=vera)
    everywhere = make_hook(first, "https://club.example/all", account=vera, is_for_all=True)

    assert set(connections_of(HookEndpoint, first, vera)) == {own, everywhere}
    assert set(connections_of(HookEndpoint, second, vera)) == {everywhere}
    assert set(connections_of(HookEndpoint, second, otto)) == set()
