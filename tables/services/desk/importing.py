"""Players from a list: a plan for each line, then all of it or nothing.

The plan is made from the rows as they are and shown first. The import makes the plan again under the
tournament's lock: if the players have changed meanwhile, nothing is done and the new plan is shown.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.players import PlayersImported
from tables.services.desk.import_questions import (
    Answers,
    NumberQuestion,
    number_questions,
    spoiled_numbers,
)
from tables.services.desk.player_list import ListLine
from tables.services.desk.seating import NewArrival, register_and_seat_all
from tournament.models import Entry, EntryStatus, Player, Tournament
from tournament.options.countries import country_meant
from tournament.queries.prices import PriceTag, desk_prices, prices_meant
from tournament.queries.registration import (
    day_began_at,
    entry_limits,
    ids_checked,
    registration_is_open,
)
from tournament.rules.entries import EntryRefused, decide_entry
from tournament.rules.names import fold_name
from tournament.rules.payouts.prices import PriceQuote, read_quote
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.players import (
    ClubNumberTaken,
    NewPlayer,
    add_players,
    clean_club_number,
    clean_name,
)
from tournament.services.locks import lock_with_event
from tournament.services.log import record
from tournament.words.rules import say_error

# A line with a question is neither taken nor refused before it is answered.
Outcome = Literal["new", "known", "refused", "question"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedLine:
    """What will happen to one line: a new player, a known one, or refused with field, reason and cure.

    A new player has field and reason where something of the line is not taken, as a country that nobody knows.
    `price` is what the line asks the player to pay; None where it asks for nothing or nobody is registered.
    """

    line: ListLine
    outcome: Outcome
    player_id: int | None = None
    field: str = ""
    reason: str = ""
    cure: str = ""
    price: PriceTag | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """All lines in order; `digest` names exactly this plan."""

    lines: tuple[PlannedLine, ...]
    registers: bool
    questions: tuple[NumberQuestion, ...] = ()

    @property
    def accepted(self) -> tuple[PlannedLine, ...]:
        return tuple(line for line in self.lines if line.outcome in {"new", "known"})

    @property
    def refused(self) -> tuple[PlannedLine, ...]:
        return tuple(line for line in self.lines if line.outcome == "refused")

    @property
    def new_players(self) -> int:
        return sum(line.outcome == "new" for line in self.lines)

    @property
    def without_country(self) -> int:
        """New players whose line says a country that nobody knows."""
        return sum(line.outcome == "new" and line.field == "country" for line in self.lines)

    @property
    def digest(self) -> str:
        told = [
            (p.line.number, p.line.name, p.outcome, p.player_id, p.price and p.price.quote)
            for p in self.lines
        ]
        return hashlib.sha256(repr((self.registers, told)).encode()).hexdigest()[:32]


class PlanChanged(Exception):
    """The players have changed since the plan was shown; `plan` is the new one."""

    def __init__(self, plan: ImportPlan) -> None:
        super().__init__("the import plan has changed")
        self.plan = plan


class Unanswered(Exception):
    """The plan has a question that was not answered; `plan` is that plan."""

    def __init__(self, plan: ImportPlan) -> None:
        super().__init__("the import plan has an open question")
        self.plan = plan


class _LineRefused(Exception):
    def __init__(self, field: str, reason: str, cure: str) -> None:
        super().__init__(reason)
        self.field, self.reason, self.cure = field, reason, cure


def plan_import(
    *,
    tournament: Tournament,
    lines: Sequence[ListLine],
    registers: bool,
    now: datetime,
    answers: Answers | None = None,
) -> ImportPlan:
    """Decide about every line; writes nothing. Four queries, however many lines."""
    desk = _Desk(tournament, lines, registers=registers, answers=answers or {}, now=now)
    return ImportPlan(
        lines=tuple(desk.plan(line) for line in lines),
        registers=registers,
        questions=(*desk.questions.values(), *desk.spoiled.values()),
    )


@transaction.atomic
def run_import(
    *,
    tournament_id: int,
    lines: Sequence[ListLine],
    registers: bool,
    digest: str,
    by: By,
    seed: str = "",
    answers: Answers | None = None,
    quote: PriceQuote | None = None,
) -> ImportPlan:
    """Do what the plan of this digest says, with its questions answered, whole.

    Everybody who is registered pays the price of their line, else the price quoted, or the one to pay now. Raises
    PlanChanged, Unanswered, or Refused naming the line.
    """
    tournament = lock_with_event(tournament_id)
    plan = plan_import(tournament=tournament, lines=lines, registers=registers, now=by.now)
    if plan.digest != digest:
        raise PlanChanged(plan)
    if plan.questions:
        if any(question.id not in (answers or {}) for question in plan.questions):
            raise Unanswered(plan)
        plan = plan_import(
            tournament=tournament, lines=lines, registers=registers, now=by.now, answers=answers
        )
    players = _players_of(plan.accepted, by.now)
    if registers:
        arriving = [
            NewArrival(
                player_id=player_id,
                seed=seed and f"{seed}:{planned.line.number}",
                quote=read_quote(planned.price.quote) if planned.price else quote,
            )
            for planned, player_id in zip(plan.accepted, players, strict=True)
        ]
        register_and_seat_all(tournament_id=tournament_id, arriving=arriving, by=by)
    imported = PlayersImported(
        players=len(plan.accepted),
        new=plan.new_players,
        refused=len(plan.refused),
        registered=registers,
    )
    record(imported, tournament_id=tournament_id, by=by)
    return plan


def _players_of(accepted: Sequence[PlannedLine], now: datetime) -> list[int]:
    """The player of each line, new ones added. Raises Refused, naming the line."""
    new = [planned.line for planned in accepted if planned.player_id is None]
    people = [
        NewPlayer(
            name=line.name, public_name=line.public_name, club_number=line.club_number, country=line.country
        )
        for line in new
    ]
    try:
        added = iter(add_players(people, now=now))
    except ClubNumberTaken as refusal:
        line = next(line for line in new if clean_club_number(line.club_number) == refusal.number)
        raise Refused(
            _("Line %(line)d: %(reason)s Nothing was imported.")
            % {"line": line.number, "reason": refusal.message},
            code=refusal.code,
        ) from refusal
    return [planned.player_id or next(added).pk for planned in accepted]


def _new_player(line: ListLine, price: PriceTag | None) -> PlannedLine:
    """The line of a new player, with the code of the country; without one where nobody knows what it says."""
    country = country_meant(line.country)
    reason = ""
    if country is None:
        reason = _("“%(typed)s” is not a known country: left blank.") % {"typed": line.country[:40]}
    return PlannedLine(
        line=replace(line, country=country or ""),
        outcome="new",
        field="country" if reason else "",
        reason=reason,
        price=price,
    )


class _Desk:
    """The players as they were before the list, and what its earlier lines have taken."""

    def __init__(
        self,
        tournament: Tournament,
        lines: Sequence[ListLine],
        *,
        registers: bool,
        answers: Answers,
        now: datetime,
    ) -> None:
        self.registers = registers
        self.prices = desk_prices(tournament, now=now)
        self.id_seen = ids_checked(tournament) if registers and tournament.id_check else None
        self.is_open = registration_is_open(tournament, now=now)
        self.limits = entry_limits(tournament, now=now)
        self.day_began_at = day_began_at(tournament)
        numbers = {line.club_number for line in lines if line.club_number}
        names = {fold_name(line.name)[:200] for line in lines}
        self.by_number: dict[str, Player] = {}
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        for player in Player.objects.filter(club_number__in=numbers).exclude(club_number=""):
            self.by_number[player.club_number] = player
        for player in Player.objects.filter(search_name__in=names, merged_into=None):
            self.by_name[player.search_name].append(player)
        entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
        self.total = entries.count()
        self.made: Counter[int] = Counter()
        self.chips: Counter[int] = Counter()
        self.made_today: Counter[int] = Counter()
        for player_id, stack, at in entries.values_list("player_id", "stack", "registered_at"):
            self.made[player_id] += 1
            self.made_today[player_id] += self.day_began_at is None or at >= self.day_began_at
            self.chips[player_id] += stack
        self.lines_of: dict[object, int] = {}
        self.questions = number_questions(lines, self.by_number)
        self.spoiled = spoiled_numbers(lines)
        self.answers = answers

    def plan(self, line: ListLine) -> PlannedLine:
        question = self._question_about(line)
        if question and question.id not in self.answers:
            return PlannedLine(line=line, outcome="question")
        try:
            if question and question.is_spoiled:
                line, question = self._without_number(line, question), None
            player = self._find(line) if question is None else self._chosen(line, question)
            self._check_once(line, player)
            self._check_may_enter(line, player)
            price = self._price(line)
        except _LineRefused as no:
            return PlannedLine(line=line, outcome="refused", field=no.field, reason=no.reason, cure=no.cure)
        except Refused as refusal:
            return PlannedLine(
                line=line,
                outcome="refused",
                field=refusal.field or "",
                reason=refusal.message,
                cure=_("Correct the line."),
            )
        self.total += self.registers
        if player is None:
            return _new_player(line, price)
        return PlannedLine(line=line, outcome="known", player_id=player.pk, price=price)

    def _question_about(self, line: ListLine) -> NumberQuestion | None:
        if line.surplus:
            return None
        return self.spoiled.get(line.number) or self.questions.get(line.club_number)

    def _without_number(self, line: ListLine, question: NumberQuestion) -> ListLine:
        """The line as it is taken once its question is answered. Raises _LineRefused where it is left out."""
        if self.answers[question.id] != line.number:
            raise _LineRefused(
                "club_number",
                _("Skipped: the digits of club number %(number)s are lost.") % {"number": line.club_number},
                _("Correct the number and send the line again."),
            )
        return replace(line, club_number="")

    def _price(self, line: ListLine) -> PriceTag | None:
        """What the line says that the player pays; None where it says nothing, or only the player list is meant."""
        if not (self.registers and line.price):
            return None
        meant = prices_meant(self.prices, said=line.price, amount=line.amount)
        if len(meant) == 1:
            return meant[0]
        names = {"prices": ", ".join(tag.name or _("Buy-in") for tag in meant or self.prices.all)}
        if meant:
            raise _LineRefused(
                "price",
                _("Several prices cost %(price)s.") % {"price": line.price},
                _("Enter the name of the price: %(prices)s.") % names,
            )
        raise _LineRefused(
            "price",
            _("This event has no price “%(price)s”.") % {"price": line.price},
            _("Enter one of these or leave it blank: %(prices)s.") % names,
        )

    def _find(self, line: ListLine) -> Player | None:
        """The player a line means, None for a new player."""
        if line.surplus:
            raise _LineRefused(
                "line",
                _("This line has more fields than the first one."),
                _("Put quotation marks around a name that contains the separator."),
            )
        folded = fold_name(clean_name(line.name))
        if line.public_name:
            clean_name(line.public_name)
        number = clean_club_number(line.club_number)
        if number and number in self.by_number:
            player = self.by_number[number]
            if player.search_name != folded:
                raise _LineRefused(
                    "club_number",
                    _("Club number %(number)s belongs to %(name)s.")
                    % {"number": number, "name": player.name},
                    _("Correct the number or the name."),
                )
            return player
        same = self.by_name[folded]
        if number and same and all(player.club_number for player in same):
            # Everybody with that name has another number: this is somebody else.
            return None
        if len(same) > 1:
            raise _LineRefused(
                "name",
                _("%(count)d players have this name.") % {"count": len(same)},
                _("Add the club number of the right player."),
            )
        if same and number:
            raise _LineRefused(
                "club_number",
                _("%(name)s is already listed without a club number.") % {"name": same[0].name},
                _("Remove the number, or register the player at the desk."),
            )
        return same[0] if same else None

    def _chosen(self, line: ListLine, question: NumberQuestion) -> Player | None:
        """Whom a line means once its question is answered. Raises _LineRefused where another line was chosen."""
        clean_name(line.name)
        clean_club_number(line.club_number)
        chosen = next((one for one in question.options if one.number == self.answers[question.id]), None)
        if chosen is None:
            raise _LineRefused(
                "club_number",
                _("Skipped: no player was chosen for club number %(number)s.") % {"number": line.club_number},
                _("Correct the number and send the line again."),
            )
        if fold_name(chosen.name) != fold_name(line.name):
            raise _LineRefused(
                "club_number",
                _("Club number %(number)s was given to %(name)s (line %(line)d).")
                % {"number": line.club_number, "name": chosen.name, "line": chosen.number},
                _("Correct the number and send the line again."),
            )
        return self.by_number.get(line.club_number)

    def _check_once(self, line: ListLine, player: Player | None) -> None:
        number = clean_club_number(line.club_number)
        key: object = player.pk if player else number or ("name", fold_name(line.name))
        first = self.lines_of.setdefault(key, line.number)
        if first != line.number:
            raise _LineRefused(
                "club_number" if number and not player else "name",
                _("Same as line %(line)d.") % {"line": first},
                _("Remove one of them; two players with the same name need club numbers."),
            )

    def _check_may_enter(self, line: ListLine, player: Player | None) -> None:
        if not self.registers:
            return
        player_id = player.pk if player else 0
        if player and self.chips[player_id]:
            raise _LineRefused(
                "entry",
                _("%(name)s is already registered.") % {"name": player.name},
                _("Nothing to do."),
            )
        if self.id_seen is not None and player_id not in self.id_seen:
            raise _LineRefused(
                "entry",
                _("The ID of %(name)s has not been checked.") % {"name": line.name},
                _("Register the player at the desk, where the ID is seen."),
            )
        try:
            decide_entry(
                self.limits,
                registration_open=self.is_open,
                total_entries=self.total,
                player_entries=self.made[player_id] if player else 0,
                entries_today=self.made_today[player_id] if player else 0,
            )
        except EntryRefused as refusal:
            cures = {
                "tournament_full": _("Increase the maximum entries in the settings."),
                "registration_closed": _("The floor can reopen it on the clock page."),
                "day_limit": _("Increase the entries per player on one day in the settings."),
            }
            raise _LineRefused(
                "entry",
                say_error(refusal),
                cures.get(refusal.code, _("Increase the entries per player in the settings.")),
            ) from refusal
