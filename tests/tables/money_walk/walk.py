"""One step after another: each is held against the books, and taken back to see that every balance is what it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from django.db import transaction

from tables.models import Seat
from tests.breadth import sample
from tests.factories import after
from tests.tables.money_walk import extras, paying, playing, prizes, selling
from tests.tables.money_walk.books import (
    BooksAreWrong,
    Row,
    balances_of,
    check_balances,
    check_ledger,
    check_paid_out,
    ledger,
    same,
)
from tests.tables.money_walk.house import Evening, House, NothingToDo, make_tournament_of
from tournament.models import LogEntry, MoneyRow, Tournament, TournamentStatus
from tournament.rules.errors import RulesError
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

# What is done, and a number that chooses to whom and how.
Step: TypeAlias = tuple[str, int]
# The stop, its round, and whether that is over.
Round: TypeAlias = tuple[int, int, bool]
# Nobody is there for it, or the house does not allow it: the step is passed over.
PASSED_OVER: Final = (Refused, RulesError, NothingToDo, Seat.DoesNotExist)
SECONDS: Final = 2
# Of steps that are the same again and again until play is over, or all is paid, so many are taken back.
TAKEN_BACK: Final = sample("steps of money taken back of each kind")
# No step has this name: from here on nothing is looked at.
UNSEEN: Final = "nothing more"
# So many times a kind of step that was taken back is held against every balance, and not only against those before it:
# where they are the same, the balances were right already.
LOOKED_AT: Final = sample("screens of money looked at in a row")

STEPS: Final[Mapping[str, Callable[[Evening, int], None]]] = {
    "enter": selling.enter,
    "rebuy": selling.rebuy,
    "add_on": selling.add_on,
    "announce": selling.announce,
    "collect": selling.collect,
    "refund_sale": selling.refund_sale,
    "no_show": selling.no_show,
    "hand_back": selling.hand_back,
    "void": selling.void,
    "refund": selling.refund,
    "sponsor": selling.sponsor,
    "reprice": selling.reprice,
    "deduct": selling.deduct,
    "close": selling.close,
    "reopen": selling.reopen,
    "bust": playing.bust,
    "bust_several": playing.bust_several,
    "bust_at_two_tables": playing.bust_at_two_tables,
    "credit": playing.credit,
    "hand_for_hand": playing.hand_for_hand,
    "done": playing.mark_done,
    "end_stop": playing.end_stop,
    "advise": playing.advise,
    "lock": prizes.lock,
    "unlock": prizes.unlock,
    "bubble": prizes.set_bubble,
    "propose": prizes.propose,
    "agree": prizes.agree,
    "chop": prizes.chop,
    "side_of_pool": extras.promise_from_pool,
    "side_of_house": extras.promise_from_house,
    "remove_side": extras.remove_promise,
    "award": extras.award,
    "take_award_back": extras.take_award_back,
    "pay_side": extras.pay_side,
    "void_side": extras.void_side,
    "envelopes": extras.make_envelopes,
    "open": extras.open_one,
    "pay": paying.pay,
    "void_payment": paying.void_payment,
    "pay_bounty": paying.pay_bounty,
    "void_bounty": paying.void_bounty,
    "undo": paying.undo,
}
EVERY: Final = tuple(STEPS)
# What happens most at which time of the evening.
SELLING: Final = (
    *("enter", "enter", "rebuy", "rebuy", "add_on", "sponsor", "bubble", "side_of_pool", "side_of_house"),
    *("bust", "bust_several", "void", "refund", "undo", "announce", "collect", "refund_sale", "no_show"),
)
PLAYING: Final = (
    *("bust", "bust", "bust_several", "credit", "envelopes", "open", "hand_for_hand", "bust_at_two_tables"),
    *("done", "end_stop", "lock", "propose", "agree", "chop", "award", "pay_side", "refund_sale", "undo"),
)
PAYING: Final = (
    *("pay", "pay", "pay_bounty", "void_payment", "void_bounty", "undo", "chop", "bust"),
    *("deduct", "open", "award", "pay_side", "void_side"),
)

# What a step has written can be undone in the log, all of it, but for what is said here.
#
# These are taken back at the desk, and everything is as it was then.
AT_THE_DESK: Final[Mapping[str, Callable[[Evening, int], None]]] = {
    "enter": selling.void_newest,
    "pay": paying.void_newest_payment,
    "reopen": selling.close,
}
# What was voided, or taken away, stays so: it is paid, or awarded, once more, by the rules that are in force then.
ONCE_MORE: Final[Mapping[str, Callable[[Evening, int], None]]] = {
    "void_payment": paying.pay_once_more,
    "void_bounty": paying.pay_bounty_once_more,
    "void_side": extras.pay_side_once_more,
    "take_award_back": extras.award_once_more,
}
# A void entry stays void, and another is sold; a move of the floor moves no money; an undo is not undone.
STAYS: Final = frozenset({"void", "advise", "undo"})
# Lines that tell what came of a step, and go with it.
FOLLOWS: Final = frozenset(
    {
        *("entry_eliminated", "entry_reinstated", "place_changed", "tournament_won", "seats_won"),
        *("overlay_added", "bounties_to_winner", "envelopes_to_winner", "envelopes_redrawn"),
    }
)


@dataclass(slots=True)
class Walk(Evening):
    """An evening; `taken` are the steps that were not passed over, `rows` the ledger so far.

    `is_fixed`: chosen so that every step can be taken back; in others one may have decided what stays.
    `looks_from`: nothing is held against the books and taken back before the first step of this name.
    """

    is_fixed: bool = False
    looks_from: str = ""
    taken: list[str] = field(default_factory=list)
    rows: Sequence[Row] = ()

    def do(self, *steps: Step) -> None:
        """Each of them, none passed over."""
        for step in steps:
            if not self.take(step):
                raise AssertionError(f"{step} after {self.taken}")

    def take(self, step: Step, *, and_back: bool = True) -> bool:
        """Do it if the house allows it, take it back and do it again; whether it was allowed.

        Without `and_back` only what ends the tournament is taken back.
        Raises BooksAreWrong, or what the checks of the simulation raise.
        """
        what, _which = step
        if self.looks_from not in ("", what):
            return self._take_unseen(step)
        self.looks_from = ""
        tournament = self.fresh()
        before, bubble = balances_of(tournament), tournament.bubble_prize
        newest, round_before = self._newest_line(), _round_of(tournament)
        if not self._go(step):
            return False
        done = self.check(what)
        was_over, is_over = (each.status == TournamentStatus.FINISHED for each in (tournament, done))
        if (and_back or (is_over and not was_over)) and what not in STAYS:
            self._take_back(what, newest, before, round_before, bubble)
        return True

    def _take_unseen(self, step: Step) -> bool:
        is_allowed = self._go(step)
        self.rows = ledger()
        return is_allowed

    def _go(self, step: Step) -> bool:
        """The step and nothing else; whether it was allowed."""
        what, which = step
        self.now = after((len(self.taken) + 1) * SECONDS / 60)
        try:
            with transaction.atomic():
                STEPS[what](self, which)
        except PASSED_OVER:
            return False
        self.taken.append(what)
        return True

    def play_out(self) -> None:
        """Close registration and put players out until the tournament is over."""
        self.take(("close", 0))
        for number in range(60):
            if self.fresh().status == TournamentStatus.FINISHED:
                return
            self.take(("end_stop", 0), and_back=False)
            if not self.take(("bust", number), and_back=number < TAKEN_BACK):
                self.take(("advise", number), and_back=False)
        raise BooksAreWrong("the tournament does not end")

    def pay_all(self) -> None:
        """The desk hands over whatever is due."""
        for what in ("open", "award", "pay_side", "pay", "pay_bounty"):
            number = 0
            while self.take((what, 0), and_back=number < TAKEN_BACK):
                number += 1
        check_paid_out(self.fresh())

    def check(self, when: str) -> Tournament:
        """Every balance, to the minor unit; gives the tournament as it is now."""
        tournament = self.fresh()
        check_balances(tournament, when)
        self.rows = check_ledger(self.rows, when)
        return tournament

    def _take_back(
        self, what: str, newest: int, before: dict[str, object], round_before: Round | None, bubble: int
    ) -> None:
        """In a savepoint: whatever the step has logged is undone, the last first, and nothing of it is left.

        Raises BooksAreWrong where a line stays that must go. A round of hand-for-hand that the
        step has ended stays over, and what was decided with it.
        """
        with transaction.atomic():
            if again := ONCE_MORE.get(what) or AT_THE_DESK.get(what):
                again(self, 0)
            elif what == "bubble":
                prizes.put_bubble_back(self, bubble)
            else:
                self._undo_since(newest)
                if stays := self._standing_since(newest):
                    same(f"{what}, taken back: what stays", [], stays if self.is_fixed else [])
                    return
            tournament = self.fresh()
            is_as_before = what not in ONCE_MORE and _round_of(tournament) == round_before
            if is_as_before and self.taken.count(what) > LOOKED_AT:
                check_ledger(self.rows, f"{what}, taken back")
            else:
                self.check(f"{what}, taken back")
            if is_as_before:
                same(f"{what}, taken back", before, balances_of(tournament))
            transaction.set_rollback(True)
        self.rows = self.rows[: MoneyRow.objects.count()]

    def _undo_since(self, newest: int) -> None:
        """Undo all lines since then. Nobody does anything in between, so that none is refused."""
        while True:
            lines = LogEntry.objects.filter(tournament=self.tournament, pk__gt=newest, undoes=None)
            standing = list(lines.select_related("undone_by").order_by("-pk"))
            can_go = lines_to_undo(self.fresh(), standing)
            line = next((each for each in standing if each.pk in can_go), None)
            if line is None:
                return
            undo_line(line_id=line.pk, **self.ids)

    def _standing_since(self, newest: int) -> list[str]:
        """What the lines since then tell of that were not undone, and do not go with another one."""
        lines = LogEntry.objects.filter(
            tournament=self.tournament, pk__gt=newest, undoes=None, undone_by=None
        )
        return list(lines.exclude(verb__in=FOLLOWS).order_by("pk").values_list("verb", flat=True))

    def _newest_line(self) -> int:
        return LogEntry.objects.order_by("-pk").values_list("pk", flat=True)[0]


def _round_of(tournament: Tournament) -> Round | None:
    """None while the tables deal freely."""
    stop = tournament.stop
    return None if stop is None else (stop.pk, stop.round, stop.round_over_at is not None)


def open_house(house: House, *, is_fixed: bool = False, looks_from: str = "") -> Walk:
    """A walk that has not begun."""
    walk = Walk(make_tournament_of(house), is_fixed=is_fixed, looks_from=looks_from)
    walk.check("open")
    return walk
