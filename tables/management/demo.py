"""The demo tournament: made-up players, a club night in play, one table left for the visitor.

The past of the demo is played with the same services as everything else, on a made-up clock that
ends at the present; from then on scripted dealers keep its tables moving at the pace of a room.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tables.management.made_up_names import made_up_name
from tables.management.scripted_dealer import CALM, Style, next_operation
from tables.management.scripted_floor import follow_advice
from tables.models import Device, Hand, HandStatus, Table, TableStatus
from tables.queries.table.hand import load_open_hand
from tables.services.desk.seating import make_seat_draw, register_and_seat
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tournament.draws.chance import SeededRng
from tournament.models import Account, Screen, Tournament, TournamentStatus
from tournament.plans.ready_made import plan_like
from tournament.rules.screens.playlists import read_playlist
from tournament.rules.templates.catalogue import TEMPLATES
from tournament.services.actor import Actor
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.errors import Refused
from tournament.services.field.players import add_player
from tournament.services.locks import lock_tournament
from tournament.services.screens import show_on_screen, take_screen
from tournament.services.setup.tournaments import create_tournament

ACTOR = Actor(label="demo")
ENTRIES = 44
LATE_ENTRIES = 6
# The clock stands in the fourth level of twenty minutes: late registration is still open.
MINUTES_PLAYED = 68
PAST_HANDS_PER_TABLE = 14
# More than almost any hand has operations, so that tables keep to their hands.
ROUNDS_PER_HAND = 20
# Dealt by the visitor on a tablet; scripted dealers leave it alone.
YOUR_TABLE = 1
SCREENS = {"Stage": "clock", "Lobby": "events", "Bar": "clock:20 payouts seats chips"}


def make_demo(*, account: Account, seed: str, now: datetime) -> Tournament:
    """A club night that has been running for an hour, with hands, bust-outs and moves behind it.

    Without a `seed` its draws are those that were promised, as in any event; with one the same demo comes again.
    """
    began = now - timedelta(minutes=MINUTES_PLAYED)
    plan = replace(plan_like(TEMPLATES["club_night"], name=_("Friday club night")), starts_at=began)
    with transaction.atomic():
        tournament = create_tournament(plan=plan, account=account, now=began - timedelta(hours=2))
        lock_tournament(tournament.pk)
        Tournament.objects.filter(pk=tournament.pk).update(is_demo=True)
        for number in range(ENTRIES):
            _register(tournament.pk, number, seed, began - timedelta(minutes=ENTRIES - number))
        make_seat_draw(tournament_id=tournament.pk, seed=seed, by=ACTOR.at(began))
        start_clock(tournament_id=tournament.pk, by=ACTOR.at(began))
        _play_the_past(tournament.pk, seed, began, now)
        sweep_clock(tournament_id=tournament.pk, now=now)
    tournament.refresh_from_db()
    return tournament


def make_screens(tournament: Tournament, *, now: datetime) -> list[Screen]:
    """The televisions of the demo: a clock, the lobby, and one with several contents in turn."""
    screens = []
    for name, playlist in SCREENS.items():
        screen = Screen.objects.filter(name=name, removed_at=None).first()
        if screen is None:
            take_screen(tournament_id=tournament.pk, code="", name=name, by=ACTOR.at(now))
            screen = Screen.objects.get(name=name, removed_at=None)
        turns = read_playlist(playlist)
        show_on_screen(tournament_id=tournament.pk, screen_id=screen.pk, turns=turns, by=ACTOR.at(now))
        screens.append(screen)
    return screens


def deal_one_operation(*, table: Table, rng: SeededRng, now: datetime, style: Style = CALM) -> bool:
    """Let the scripted dealer of one table do the next thing; False when there is nothing to do."""
    recorded = load_open_hand(table)
    try:
        if recorded is None:
            start_hand(tournament_id=table.tournament_id, table_id=table.pk, by=ACTOR.at(now))
            return True
        record_operation(
            tournament_id=table.tournament_id,
            table_id=table.pk,
            operation=next_operation(recorded.state, rng, style),
            by=ACTOR.at(now),
        )
    except Refused:
        # On break, on hold, being broken, or one player left: the clock or the floor resolves it.
        return False
    return True


def scripted_tables(*, now: datetime) -> list[Table]:
    """The demo's tables that no tablet deals, without the one left for you."""
    tablets = Device.objects.filter(table=OuterRef("pk"), revoked_at__isnull=True, expires_at__gt=now)
    return list(
        Table.objects.filter(tournament__is_demo=True, tournament__status=TournamentStatus.RUNNING)
        .exclude(status=TableStatus.CLOSED)
        .exclude(number=YOUR_TABLE)
        .exclude(Exists(tablets))
        .order_by("tournament_id", "number")
    )


def follow_advice_in_demo(*, table: Table, now: datetime) -> None:
    """The floor of the demo: one step of what the room needs."""
    follow_advice(tournament_id=table.tournament_id, seed="", by=ACTOR.at(now))


def _play_the_past(tournament_id: int, seed: str, began: datetime, now: datetime) -> None:
    """Deal the hands of the past hour, spread over it, a few late entries among them."""
    rng = SeededRng(seed or secrets.token_hex(8))
    rounds = PAST_HANDS_PER_TABLE * ROUNDS_PER_HAND
    late = 0
    for turn in range(1, rounds):
        moment = began + (now - began) * turn / rounds
        sweep_clock(tournament_id=tournament_id, now=moment)
        if late < LATE_ENTRIES and turn % (rounds // (LATE_ENTRIES + 1)) == 0:
            _register(tournament_id, ENTRIES + late, seed, moment)
            late += 1
        for table in Table.objects.filter(tournament_id=tournament_id, status=TableStatus.OPEN).order_by(
            "number"
        ):
            if not _is_ahead(table, hands_due=1 + turn // ROUNDS_PER_HAND):
                deal_one_operation(table=table, rng=rng, now=moment)
        if turn % ROUNDS_PER_HAND == 0:
            follow_advice(tournament_id=tournament_id, seed=seed and f"{seed}/{turn}", by=ACTOR.at(moment))


def _is_ahead(table: Table, *, hands_due: int) -> bool:
    """Whether the table has dealt its hands so far and rests until the next is due."""
    if table.hands_dealt < hands_due:
        return False
    return not Hand.objects.filter(table=table, status=HandStatus.OPEN).exists()


def _register(tournament_id: int, number: int, seed: str, now: datetime) -> None:
    player = add_player(name=made_up_name(number), now=now)
    register_and_seat(
        tournament_id=tournament_id,
        player_id=player.pk,
        seed=seed and f"{seed}/late/{number}",
        by=ACTOR.at(now),
    )
