"""Message services as the sender, a player's page and the director see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import (
    Account,
    Entry,
    MessageFault,
    MessageService,
    MessageTest,
    PlayerPhone,
    Role,
    StaffMember,
    Tournament,
)
from tournament.queries.phones import may_send
from tournament.rules.messages import SERVICES, Asks, hidden

# Longer than a try may take: a test that says nothing by then has lost its sender.
TEST_LASTS: Final = timedelta(seconds=60)
_LABELS: Final[dict[Asks, str | Promise]] = {
    Asks.PHONE: gettext_lazy("Phone number, with + and the country"),
    Asks.EMAIL: gettext_lazy("E-mail address"),
    Asks.TELEGRAM: gettext_lazy("Telegram id, a number; first write to the house’s bot"),
    Asks.THREEMA: gettext_lazy("Threema id"),
}


def label_of(asks: Asks) -> str:
    """What a player is asked for."""
    return str(_LABELS[asks])


def _speaks_at(tournament: Tournament) -> Q:
    """Of a service: of this event, or for all events of one of its directors."""
    directors = StaffMember.objects.filter(tournament=tournament, role=Role.DIRECTOR).values("account")
    return Q(tournament=tournament) | Q(is_for_all=True, added_by__in=directors)


def services_for_players(tournament: Tournament) -> QuerySet[MessageService]:
    """Those that are on for players of this event: its own, and those of its directors for all their events."""
    services = MessageService.objects.filter(_speaks_at(tournament), is_on=True, removed_at=None)
    return services.order_by("pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceRow:
    """A service in the list. via: the service's own name, scheme: of its address, all of it that is shown. asks: what
    its players type. players: how many it is to reach. taken: of the cap, today. why: of the last try, "" where it was
    taken; test, test_why: of the last test, in words, "" where there was none. is_testing: its outcome is to come. of:
    the other director for whose events it is, who alone may change it; "" where this one may.
    """

    service_id: int
    name: str
    scheme: str
    via: str
    asks: str
    is_in_network: bool
    is_for_all: bool
    is_on: bool
    cap: int
    taken: int
    players: int
    last_success_at: datetime | None
    last_failure_at: datetime | None
    why: str
    status: int | None
    test: str
    test_at: datetime | None
    test_why: str
    test_status: int | None
    is_testing: bool
    of: str

    @property
    def is_full(self) -> bool:
        return self.taken >= self.cap


def service_rows(tournament: Tournament, account: Account, *, now: datetime) -> tuple[ServiceRow, ...]:
    """The list of an event, with what other directors of it have for all their events. One query."""
    is_seen = _speaks_at(tournament) | Q(is_for_all=True, added_by=account)
    on = Count("phones__entry__player", filter=Q(phones__ended=""), distinct=True)
    services = MessageService.objects.filter(is_seen, removed_at=None).annotate(players=on).order_by("pk")
    rows = []
    for service in services.select_related("tournament", "added_by"):
        is_own = service.tournament_id == tournament.pk or service.added_by_id == account.pk
        rows.append(_row(service, now, of="" if is_own else str(service.added_by)))
    return tuple(rows)


def service_row(
    tournament: Tournament, account: Account, service_id: int, *, now: datetime
) -> ServiceRow | None:
    """One of those that this director may change."""
    rows = service_rows(tournament, account, now=now)
    return next((row for row in rows if row.service_id == service_id and not row.of), None)


def today_of(service: MessageService, now: datetime) -> date:
    """The day by which its cap counts: of the time zone of its event."""
    return now.astimezone(ZoneInfo(service.tournament.time_zone)).date()


def taken_today(service: MessageService, now: datetime) -> int:
    """How many messages of its cap are used."""
    is_of_today = service.day is not None and service.day >= today_of(service, now)
    return service.taken if is_of_today else 0


def _row(service: MessageService, now: datetime, *, of: str) -> ServiceRow:
    known = SERVICES[service.scheme]
    return ServiceRow(
        service_id=service.pk,
        name=service.name,
        scheme=service.scheme,
        via=known.name,
        asks=label_of(known.asks),
        is_in_network=service.is_in_network,
        is_for_all=service.is_for_all,
        is_on=service.is_on,
        cap=service.cap,
        taken=taken_today(service, now),
        players=service.players,  # type: ignore[attr-defined]  # annotated
        last_success_at=service.last_success_at,
        last_failure_at=service.last_failure_at,
        why=fault_words(service.fault),
        status=service.status,
        test=_test(service, now),
        test_at=service.test_at,
        test_why=fault_words(service.test_fault),
        test_status=service.test_status,
        is_testing=_is_testing(service, now),
        of=of,
    )


def fault_words(fault: str) -> str:
    """Why a message was not sent, as a sentence; "" where it was."""
    return str(MessageFault(fault).label) if fault in MessageFault.values else ""


def _is_testing(service: MessageService, now: datetime) -> bool:
    is_open = service.test in (MessageTest.WAITING, MessageTest.SENDING)
    return is_open and service.test_at is not None and now - service.test_at <= TEST_LASTS


def _test(service: MessageService, now: datetime) -> str:
    if not service.test:
        return ""
    if service.test == MessageTest.TAKEN:
        return _("The service took the test message. Look whether it has arrived.")
    if service.test == MessageTest.FAILED:
        return _("The test message was not sent.")
    if _is_testing(service, now):
        return _("The test message is being sent.")
    return _(
        "It is not known what came of the test message: the sender of notices does not run, or was stopped."
    )


def tests_due() -> list[int]:
    """The services with a test that nobody is sending. One query."""
    waiting = MessageService.objects.filter(test=MessageTest.WAITING, removed_at=None)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagesShown:
    """A service on a player's page. asks: what is typed. to: where messages go, its end alone; "" where none do.
    is_on: whether anything is sent by it now; one that sends nothing can only be stopped.
    """

    service_id: int
    name: str
    asks: Asks
    label: str
    to: str
    is_on: bool


def messages_shown(entry_id: int, tournament: Tournament) -> Sequence[MessagesShown]:
    """The services that a player can choose, which are none where the event sends no notices, and those that have an
    address of theirs, whatever has become of the service since. One query.
    """
    own = PlayerPhone.objects.filter(
        entry__tournament=tournament,
        entry__player__in=Entry.objects.filter(pk=entry_id).values("player"),
        service__isnull=False,
        ended="",
    )
    offered = services_for_players(tournament) if may_send(tournament) else MessageService.objects.none()
    newest = own.filter(service=OuterRef("pk")).order_by("-pk").values("endpoint")[:1]
    services = MessageService.objects.filter(Q(pk__in=offered) | Q(pk__in=own.values("service")))
    is_on = Case(When(pk__in=offered, then=True), default=False)
    return [
        MessagesShown(
            service_id=service.pk,
            name=service.name,
            asks=(asks := SERVICES[service.scheme].asks),
            label=label_of(asks),
            to=hidden(service.to) if service.to else "",
            is_on=service.is_offered,
        )
        for service in services.annotate(to=Subquery(newest), is_offered=is_on).order_by("pk")
    ]
