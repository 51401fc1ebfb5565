"""What changes put into the outbox: with the change or not at all, for whom it is meant, and no name too many."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction

from tests.factories import ACTOR, NOW, after, enter, give_role, make_account, make_player, make_tournament
from tests.factories.field import bust, entered, played_down, started
from tests.factories.hooks import make_hook
from tests.factories.seasons import RULES
from tournament.models import (
    Entry,
    HookDelivery,
    HookEndpoint,
    HookType,
    LogEntry,
    Payout,
    Player,
    Role,
    Season,
    Tournament,
)
from tournament.plans.plan import plan_of
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.clock import pause_clock, resume_clock, start_clock, sweep_clock
from tournament.services.field.entries import register_entries, void_entry
from tournament.services.hooks.endpoints import remove_hook, switch_hook
from tournament.services.outbox import MOST_BYTES, body_of
from tournament.services.prizes.locked_ladder import lock_payouts, unlock_payouts
from tournament.services.setup.seasons import start_season
from tournament.services.setup.tournaments import cancel_tournament, clone_tournament, create_tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def told(hook: HookEndpoint | None = None) -> list[tuple[str, dict[str, Any]]]:
    """Types and data of all messages, in the order in which they were written."""
    rows = HookDelivery.objects.order_by("pk")
    if hook is not None:
        rows = rows.filter(endpoint=hook)
    bodies = [json.loads(row.body) for row in rows]
    return [(body["type"], body["data"]) for body in bodies]


def test_a_change_is_told_with_its_line_as_it_will_be_sent() -> None:
    tournament = make_tournament()
    hook = make_hook(tournament)

    (entry,) = enter(tournament, "Anna Verdi", now=after(1))

    (message,) = HookDelivery.objects.all()
    assert (message.endpoint, message.type, message.made_at) == (hook, "entry.created", after(1))
    assert message.body == (
        '{"type":"entry.created","timestamp":"2026-03-14T20:01:00.000Z",'
        f'"data":{{"event":"{tournament.code}","entry":{entry.number}}}}}'
    )
    assert message.message.startswith("msg_")
    assert "." not in message.message


def test_what_is_rolled_back_leaves_no_message() -> None:
    tournament = make_tournament()
    make_hook(tournament)

    with transaction.atomic():
        enter(tournament, "Anna Verdi")
        assert HookDelivery.objects.count() == 1
        transaction.set_rollback(True)

    assert not HookDelivery.objects.exists()
    assert not Entry.objects.exists()


def test_the_clock_tells_start_levels_breaks_pauses_and_the_close_of_registration() -> None:
    tournament, _ = entered(3, late_registration_level=1)
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=NOW)
    make_hook(tournament)

    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    sweep_clock(tournament_id=tournament.pk, now=after(41))
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(42)))
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(43)))

    code = {"event": tournament.code}
    stakes = {"game": "NT", "small_blind": 50, "big_blind": 100, "ante": 0}
    assert told() == [
        ("event.started", code),
        ("event.level_changed", {**code, "level": 2, **stakes}),
        ("event.break_started", {**code, "after_level": 2, "minutes": 10}),
        ("event.registration_closed", code),
        ("event.paused", code),
        ("event.resumed", code),
    ]
    level = HookDelivery.objects.get(type="event.level_changed")
    assert json.loads(level.body)["timestamp"] == "2026-03-14T20:20:00.000Z", "when it was due"


def test_only_chosen_types_go_out_and_nothing_while_an_endpoint_is_off_or_removed() -> None:
    tournament = make_tournament()
    some = make_hook(tournament, types=("entry.voided",))
    off = make_hook(tournament, "https://club.example/off")
    gone = make_hook(tournament, "https://club.example/gone")
    switch_hook(tournament_id=tournament.pk, hook_id=off.pk, is_on=False, by=ACTOR.at(NOW))
    remove_hook(tournament_id=tournament.pk, hook_id=gone.pk, by=ACTOR.at(NOW))

    entry, _ = enter(tournament, "Anna Verdi", "Bruno Neri")
    void_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=ACTOR.at(NOW), reason="twice")

    assert {row.endpoint for row in HookDelivery.objects.all()} == {some}
    assert told(some) == [("entry.voided", {"event": tournament.code, "entry": 1})]


def test_a_player_who_enters_again_is_told_apart() -> None:
    tournament, entries = started(3, late_registration_level=3, entries_per_player=2)
    make_hook(tournament, types=("entry.created", "entry.reentered", "entry.busted"))

    bust(tournament, entries[2], winner=entries[0], now=after(1))
    register_entries(tournament_id=tournament.pk, player_ids=[entries[2].player_id], by=ACTOR.at(after(2)))
    enter(tournament, "Zeno Ultimo", now=after(3))

    code = {"event": tournament.code}
    assert told() == [
        ("entry.busted", {**code, "entry": 3, "place_first": 3, "place_last": 3}),
        ("entry.reentered", {**code, "entry": 4}),
        ("entry.created", {**code, "entry": 5}),
    ]


def test_names_go_only_where_they_may_and_as_the_player_is_shown() -> None:
    tournament = make_tournament()
    player = make_player("Carlotta Segreta")
    Player.objects.filter(pk=player.pk).update(public_name="C. S.", search_shown_name="c. s.")
    thin = make_hook(tournament)
    named = make_hook(tournament, "https://club.example/named", has_names=True)

    register_entries(tournament_id=tournament.pk, player_ids=[player.pk], by=ACTOR.at(NOW))

    data = {"event": tournament.code, "entry": 1}
    assert told(thin) == [("entry.created", data)]
    assert told(named) == [("entry.created", {**data, "name": "C. S."})]
    assert not HookDelivery.objects.filter(body__contains="Segreta").exists()


def test_an_endpoint_for_all_events_hears_of_those_that_its_maker_directs_and_of_new_ones() -> None:
    vera = make_account("vera")
    first = make_tournament(vera)
    hook = make_hook(first, account=vera, is_for_all=True)
    of_others = make_tournament(make_account("otto"))
    shared = make_tournament(make_account("otto"))
    give_role(shared, Role.DIRECTOR, "vera")
    as_floor = make_tournament(make_account("otto"))
    give_role(as_floor, Role.FLOOR, "vera")
    new = create_tournament(plan=plan_of(first), account=vera, now=NOW)
    copy = clone_tournament(tournament_id=new.pk, name="Saturday Sixty", account=vera, now=NOW)

    for number, event in enumerate((first, of_others, shared, as_floor)):
        enter(event, f"Player {number}")

    assert [(kind, data["event"]) for kind, data in told(hook)] == [
        ("event.published", new.code),
        ("event.published", copy.code),
        ("entry.created", first.code),
        ("entry.created", shared.code),
    ]
    assert told(hook)[1][1]["name"] == "Saturday Sixty"


def test_a_ladder_says_whether_it_is_locked_after_each_change() -> None:
    tournament, _ = entered(5)
    make_hook(tournament, types=("payout.set",))
    lock_payouts(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    unlock_payouts(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    line = LogEntry.objects.get(verb="payouts_unlocked")
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))

    data = [data for _, data in told()]
    assert [each["is_locked"] for each in data] == [True, False, True]
    assert (data[0]["places"], data[0]["total"]) == (3, {"amount": "225.00", "currency": "EUR"})


def test_prizes_paid_and_voided_are_told_with_their_kind_and_amount() -> None:
    tournament, entries = played_down(3, left=1)
    make_hook(tournament, types=("payout.paid", "payout.voided"))
    payout = Payout.objects.get(entry=entries[0])
    pay_out(tournament_id=tournament.pk, payout_id=payout.pk, by=ACTOR.at(after(60)))
    void_payment(tournament_id=tournament.pk, payout_id=payout.pk, by=ACTOR.at(after(61)), reason="twice")

    amount = f"{payout.amount // 100}.{payout.amount % 100:02d}"
    data = {"event": tournament.code, "entry": 1, "kind": "prize", "amount": amount, "currency": "EUR"}
    assert told() == [("payout.paid", data), ("payout.voided", data)]


def test_the_end_tells_the_winner_and_the_seasons_that_it_counts_in() -> None:
    tournament, entries = started(2)
    start_season(tournament_id=tournament.pk, league="Club", name="Spring", rules=RULES, by=ACTOR.at(NOW))
    make_hook(tournament, types=("event.finished", "league.updated"))

    bust(tournament, entries[1], winner=entries[0], now=after(1))

    code = {"event": tournament.code}
    assert told() == [
        ("event.finished", {**code, "entry": 1}),
        ("league.updated", {**code, "season": Season.objects.get().code}),
    ]


def test_an_endpoint_of_one_event_hears_of_no_other() -> None:
    tournament, other = make_tournament(), make_tournament()
    make_hook(tournament)

    enter(other, "Anna Verdi")
    cancel_tournament(tournament_id=other.pk, reason="storm", by=ACTOR.at(NOW))

    assert told() == []


def test_the_longest_body_is_far_below_what_receivers_take() -> None:
    data = {"event": "RPHKKJXQ", "entry": 10_000, "name": "Ü" * 120, "amount": "9" * 18, "currency": "EUR"}

    assert len(body_of(HookType.PAYOUT_PAID, at=NOW, data=data).encode()) < MOST_BYTES / 10
