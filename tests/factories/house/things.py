"""One of each thing that an address may name: a season, a till, a prize, a screen."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

from tables.models import (
    QueuePlace,
)
from tests.factories import ACTOR, give_role
from tests.factories.house_files import picture_file
from tests.factories.messages import EMAIL, join, make_message_service
from tournament.models import (
    ApiToken,
    CashTransfer,
    ChipSale,
    Entry,
    Envelope,
    HeldKind,
    HeldPayment,
    HouseFile,
    LogEntry,
    MessageService,
    MysteryPot,
    Payout,
    Role,
    RuleWhen,
    Screen,
    ScreenContent,
    ScreenMessage,
    ScreenRule,
    ScreenVolume,
    Season,
    SidePrize,
    Till,
    TokenScope,
    Tournament,
    Voucher,
)
from tournament.models.tokens import hash_secret
from tournament.options.files import FileUse
from tournament.rules.payouts.schemes import WHOLE
from tournament.rules.seasons.standings import FormulaFrom, SeasonRules
from tournament.services.actor import Actor
from tournament.services.cash.holding import ask_for_second
from tournament.services.cash.ready import make_ready
from tournament.services.cash.tills import open_till
from tournament.services.cash.transfers import transfer_cash
from tournament.services.house_files import add_file
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize
from tournament.services.screen_messages import tell_screens
from tournament.services.screen_rules import RuleWanted, add_screen_rule
from tournament.services.setup.api_tokens import make_token
from tournament.services.setup.festivals import start_festival
from tournament.services.setup.season_money import set_season_share
from tournament.services.setup.seasons import freeze_season, give_points, join_season, start_season


def make_envelope(tournament: Tournament, *, now: datetime) -> Envelope:
    """One that no knock-out has taken."""
    line = LogEntry.objects.filter(tournament=tournament).latest("pk")
    pot = MysteryPot.objects.create(
        tournament=tournament, seed="house", players=1, log_entry=line, begun_at=now
    )
    return Envelope.objects.create(pot=pot, place=1, value=10_00)


def wait_in_queue(tournament: Tournament, name: str, *, now: datetime) -> QueuePlace:
    """A player who has joined the desk's queue with a phone."""
    return QueuePlace.objects.create(
        tournament=tournament, name=name, key=uuid4(), network="1" * 32, came_at=now
    )


def make_season(tournament: Tournament, entry: Entry, now: datetime) -> Season:
    """With this event, a player who was given points, and a formula for each player's points in it."""
    start_season(
        tournament_id=tournament.pk,
        league="Thursday League",
        name=f"{tournament.name} 2027",
        rules=SeasonRules(formulas=(FormulaFrom(text="n - r + 1"),)),
        by=ACTOR.at(now),
    )
    season = Season.objects.latest("pk")
    give_points(
        tournament_id=tournament.pk,
        season_id=season.pk,
        typed=entry.player.name,
        points=Decimal(3),
        reason="Best hat",
        by=ACTOR.at(now),
    )
    return season


def make_season_to_pay(over: Tournament, finale: Tournament, now: datetime) -> None:
    """With final standings by this event, whose winner is due what it has collected, and a finale to come."""
    start_season(
        tournament_id=over.pk,
        league="Friday League",
        name="2026",
        rules=SeasonRules(formulas=(FormulaFrom(text="n - r + 1"),), split=(WHOLE,)),
        by=ACTOR.at(now),
    )
    season = Season.objects.latest("pk")
    set_season_share(tournament_id=over.pk, season_id=season.pk, share=1_00, by=ACTOR.at(now))
    director = over.staff.get(role=Role.DIRECTOR).account
    join_season(
        tournament_id=finale.pk, season_id=season.pk, account=director, is_finale=True, by=ACTOR.at(now)
    )
    freeze_season(tournament_id=over.pk, season_id=season.pk, by=ACTOR.at(now))


def make_api_token(tournament: Tournament, now: datetime) -> ApiToken:
    token, _secret = make_token(
        tournament_id=tournament.pk, name="Club website", scopes=[TokenScope.READ], by=ACTOR.at(now)
    )
    return token


def make_voucher(tournament: Tournament, entry: Entry, now: datetime) -> Voucher:
    """As a satellite of the festival gives it, whose one event this is."""
    start_festival(tournament_id=tournament.pk, name=f"{tournament.name} Series", by=ACTOR.at(now))
    line = LogEntry.objects.filter(tournament=tournament).latest("pk")
    return Voucher.objects.create(
        tournament=tournament, entry=entry, event=tournament, value=20_00, terms="cash", given_line=line
    )


def make_side_prizes(tournament: Tournament, entry: Entry, now: datetime) -> SidePrize:
    """Three of the house: open, paid, and the one that is given, awarded."""
    by: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(now)}
    _open, paid, due = (
        add_side_prize(name=name, amount=20_00, is_from_pool=False, **by)
        for name in ("Regina della serata", "Costume di Carnevale", "Trofeo Bianchi")
    )
    for prize in (paid, due):
        award_side_prize(prize_id=prize.pk, entry_id=entry.pk, **by)
    pay_side_prize(prize_id=paid.pk, **by)
    return due


def make_screen_message(tournament: Tournament, now: datetime) -> ScreenMessage:
    tell_screens(tournament_id=tournament.pk, text="Dinner is served", minutes=10, by=ACTOR.at(now))
    return ScreenMessage.objects.get(tournament=tournament)


def make_messages(tournament: Tournament, entry: Entry, now: datetime) -> MessageService:
    """Two services; a player has chosen one of them, and can choose the other."""
    email = make_message_service(tournament, EMAIL, name="E-mail", now=now)
    join(entry, email, "anna@example.org", now=now)
    return make_message_service(tournament, now=now)


def make_screen_rule(tournament: Tournament, now: datetime) -> ScreenRule:
    """A message at the final nine."""
    wanted = RuleWanted(
        when=RuleWhen.PLAYERS_LEFT, number=9, sound="", message="Nine left", content="", minutes=1
    )
    line = add_screen_rule(tournament_id=tournament.pk, wanted=wanted, by=ACTOR.at(now))
    return ScreenRule.objects.get(pk=line.data["rule"])


def make_house_file(tournament: Tournament, now: datetime) -> HouseFile:
    """A picture, a sponsor's."""
    line = add_file(
        tournament_id=tournament.pk,
        name="Sponsor",
        use=FileUse.SHOWN,
        sent=picture_file(160, 90),
        by=ACTOR.at(now),
    )
    return HouseFile.objects.get(pk=line.data["file"])


def make_screen(tournament: Tournament, now: datetime) -> Screen:
    """A television that shows the clock of this event."""
    return Screen.objects.create(
        name=f"Bar {tournament.code}",
        token_sha256=hash_secret(f"television of {tournament.code}"),
        tournament=tournament,
        content=ScreenContent.CLOCK,
        volume=ScreenVolume.MEDIUM,
        shown_since=now,
        taken_at=now,
    )


def make_till(tournament: Tournament, now: datetime) -> Till:
    """An open till of somebody of the tournament's staff."""
    cashier = give_role(tournament, Role.REGISTRATION, f"till-{tournament.code}".lower())
    line = open_till(
        tournament_id=tournament.pk, account_id=cashier.pk, opening_float=200_00, by=ACTOR.at(now)
    )
    return Till.objects.get(opened_line=line)


def make_transfer(till: Till, now: datetime) -> CashTransfer:
    """A fill from the safe, not undone."""
    line = transfer_cash(
        tournament_id=till.tournament_id,
        from_till=None,
        to_till=till.pk,
        amount=50_00,
        reason="Small change",
        by=Actor(label=till.account.get_username(), account_id=till.account_id).at(now),
    )
    return CashTransfer.objects.get(log_entry=line)


def make_held(entry: Entry, kind: HeldKind, now: datetime) -> HeldPayment:
    """A payment that somebody else of the staff has asked for; it is due no more."""
    payer = give_role(entry.tournament, Role.REGISTRATION, f"held-{entry.pk}")
    line = ask_for_second(
        tournament_id=entry.tournament_id,
        entry_id=entry.pk,
        kind=kind,
        amount=5_00,
        by=Actor(label="Piera", account_id=payer.pk).at(now),
    )
    return HeldPayment.objects.get(asked_line=line)


def make_prizes(tournament: Tournament, now: datetime) -> None:
    """Two prizes as they stand at the desk; nothing of them is booked."""
    first, second = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
    made = [
        Payout.objects.create(tournament=tournament, entry=entry, amount=5_00, decided_at=now)
        for entry in (first, second)
    ]
    make_ready(tournament_id=tournament.pk, payout_id=made[0].pk, by=ACTOR.at(now))
    make_held(second, HeldKind.PRIZE, now)


def make_sale(entry: Entry, now: datetime) -> ChipSale:
    """A rebuy whose money is still owed; of its chips and its money nothing is booked."""
    return ChipSale.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind="rebuy",
        chips=10_000,
        paid_prize=0,
        paid_fee=0,
        paid_staff=0,
        paid_bounty=0,
        sold_at=now,
        put_on_at=now,
        log_entry=LogEntry.objects.filter(tournament=entry.tournament).latest("pk"),
    )
