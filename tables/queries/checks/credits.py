from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from tables.changes.busts import KnockOutCredited, TellsOfTakers
from tables.models import Bust, HandSeat
from tables.queries.checks.findings import Finding
from tournament.models import BountyShare, Entry, LogEntry, Tournament


def check_credits(tournament: Tournament) -> Iterator[Finding]:
    """I26: a knock-out that was entered by hand is credited to those whom the log says last: the line of the bust, or
    one that has credited it since. Four queries, one more where they differ.
    """
    told = dict(_by_the_log(tournament))
    stands: dict[int, set[int]] = {}
    credited = Bust.credited_to.through._default_manager.filter(bust__table__tournament=tournament)
    for bust, entry in credited.values_list("bust", "entry"):
        stands.setdefault(bust, set()).add(entry)
    wrong = {bust: due for bust, due in told.items() if stands.get(bust, set()) != due}
    # It may be credited otherwise meanwhile.
    again = dict(_by_the_log(tournament)) if wrong else {}
    for bust, due in wrong.items():
        if again[bust] == due:
            yield credit_finding(_entry_of(bust), stands.get(bust, set()), due)


def check_bounties(tournament: Tournament) -> Iterator[Finding]:
    """I26: who has the bounty of a player is among those who knocked the player out: by the hand that was over, or the
    line that was written, at that moment. Three queries at most.

    Of a player who came to be out again by the undo of a rebuy no hand and no bust says it at that moment.
    """
    shares = BountyShare.objects.filter(tournament=tournament, undone_at=None, is_at_the_end=False)
    rows = shares.order_by("pk").values_list(
        *("eliminated", "eliminated__number", "winner", "winner__number"),
        *("log_entry__verb", "log_entry__at", "log_entry__data"),
    )
    won = list(rows)
    if not won:
        return
    takers = _takers(tournament)
    for out, number, winner, taker, verb, at, data in won:
        is_credited = verb == KnockOutCredited.verb
        due = TellsOfTakers.from_data(data).entries() if is_credited else takers.get((out, at))
        if due is not None and winner not in due:
            yield Finding(
                invariant="I26",
                says=_(
                    "Entry %(taker)s has the bounty on entry %(number)s and did not knock that player out."
                )
                % {"taker": taker, "number": number},
            )


def _takers(tournament: Tournament) -> Mapping[tuple[int, datetime | None], set[int]]:
    """By entry that went out and the moment those who are credited, by recorded hands and lines of busts."""
    found: dict[tuple[int, datetime | None], set[int]] = {}
    through = HandSeat.knocked_out_by.through._default_manager
    credited = through.filter(handseat__hand__table__tournament=tournament)
    for out, at, winner in credited.values_list("handseat__entry", "handseat__hand__ended_at", "entry"):
        found.setdefault((out, at), set()).add(winner)
    busts = Bust.objects.filter(table__tournament=tournament)
    for out, at, data in busts.values_list("entry", "at", "log_entry__data"):
        if told := TellsOfTakers.if_told(data):
            found.setdefault((out, at), set()).update(told.entries())
    return found


def _by_the_log(tournament: Tournament) -> Iterator[tuple[int, set[int]]]:
    since: dict[int, set[int]] = {}
    lines = LogEntry.objects.filter(tournament=tournament, verb=KnockOutCredited.verb).order_by("pk")
    for data in lines.values_list("data", flat=True):
        since[KnockOutCredited.from_data(data).bust] = TellsOfTakers.from_data(data).entries()
    busts = Bust.objects.filter(table__tournament=tournament).order_by("pk")
    for bust, data in busts.values_list("pk", "log_entry__data"):
        told = TellsOfTakers.if_told(data)
        if bust in since:
            yield bust, since[bust]
        elif told is not None:
            yield bust, told.entries()


def _entry_of(bust: int) -> int:
    return Bust.objects.values_list("entry", flat=True).get(pk=bust)


def credit_finding(entry: int, stands: Collection[int], told: Collection[int]) -> Finding:
    """The knock-out of an entry is credited to these, and by what was recorded it is another's. One query."""
    numbers = dict(Entry.objects.filter(pk__in={entry, *stands, *told}).values_list("pk", "number"))

    def named(entries: Collection[int]) -> str:
        return ", ".join(map(str, sorted(numbers.get(each, 0) for each in entries))) or "–"

    return Finding(
        invariant="I26",
        says=_(
            "The knock-out of entry %(number)s is credited to entry %(credited)s; by the log and the hands it is "
            "entry %(told)s."
        )
        % {"number": numbers.get(entry, "?"), "credited": named(stands), "told": named(told)},
    )
