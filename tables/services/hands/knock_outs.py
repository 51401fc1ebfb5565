"""Who knocked out a player that was put out by hand: said with the bust, or credited and corrected afterwards.

A bounty goes along. The chips are another matter: they stay as the bust left them, and are counted where they are not
known.

A credit can be undone while it stands and the bust is not undone, and that undone again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tables.changes.busts import Credited, KnockOutCredited
from tables.models import Bust
from tables.models.hand_seals import seal_credit
from tables.queries.table.bounties import in_position
from tables.queries.table.knock_outs import opponents_of
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.cash.bounties import settle_knockout
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def credit_knock_out(
    *,
    tournament_id: int,
    bust_id: int,
    credited_to: Collection[int],
    seen: Collection[int],
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry | None:
    """Credit the knock-out to these entries, or to nobody; None if nothing changes.

    `seen` are those credited when it was decided. Raises Refused for a bust that was undone, where somebody else has
    credited others meanwhile, for an entry that was not at the table in that hand, and for a bounty that was paid.
    """
    tournament = lock_tournament(tournament_id)
    bust = (
        Bust.objects.filter(pk=bust_id, table__tournament=tournament_id)
        .select_related("entry__player", "table", "log_entry", "hand")
        .first()
    )
    if bust is None or bust.undone_at is not None:
        raise Refused(_("This bust was undone: the player is in play."), code="bust_undone")
    before = set(bust.credited_to.values_list("pk", flat=True))
    if before == set(credited_to):
        return None
    if bust.back_at is not None and tournament.has_bounties:
        raise Refused(
            _(
                "%(name)s has taken a rebuy since, with a new bounty: undo the rebuy in the log, credit the "
                "knock-out, and sell the rebuy again."
            )
            % {"name": bust.entry.player.name},
            code="bought_back",
        )
    if before != set(seen):
        raise Refused(
            _("The knock-out of %(name)s was credited to %(by)s meanwhile: look again.")
            % {"name": bust.entry.player.name, "by": _named(before)},
            code="credited_meanwhile",
        )
    opponents = {each.entry_id: each.seat for each in opponents_of(bust)}
    if not set(credited_to) <= opponents.keys():
        raise Refused(
            _("Only players who were in that hand at table %(table)d and stayed in can be credited.")
            % {"table": bust.table.number},
            code="not_in_hand",
            field="by",
        )
    refunded = (
        Entry.objects.filter(pk__in=credited_to, status=EntryStatus.VOID).select_related("player").first()
    )
    if refunded is not None:
        raise Refused(
            _("%(name)s was refunded and can win no bounty: credit others, or nobody.")
            % {"name": refunded.player.name},
            code="taker_refunded",
            field="by",
        )
    set_credited(bust, credited_to)
    credited = KnockOutCredited(
        table=bust.table.number,
        table_id=bust.table_id,
        bust=bust.pk,
        entry=bust.entry_id,
        name=bust.entry.player.name,
        before=_credited(before),
        by=_credited(credited_to),
    )
    line = record(credited, tournament_id=tournament_id, by=by, undoes=undoes)
    at = {opponents[entry]: entry for entry in credited_to}
    settle_knockout(
        tournament=tournament,
        entry_id=bust.entry_id,
        won_by=[at[seat] for seat in in_position(bust.table, at, hand=bust.hand)],
        line=line,
        now=by.now,
    )
    publish(tournament.code, ["players", "log"])
    return line


def set_credited(bust: Bust, credited_to: Collection[int]) -> None:
    """The one place where it is written who knocked a player out. The caller holds the tournament's lock."""
    bust.credited_to.set(credited_to)
    seal_credit(bust, tournament_id=bust.table.tournament_id)


def _credited(entries: Collection[int]) -> tuple[Credited, ...]:
    rows = Entry.objects.filter(pk__in=entries).select_related("player").order_by("number")
    return tuple(Credited(entry=row.pk, name=row.player.name) for row in rows)


def _named(entries: Collection[int]) -> str:
    names = [each.name for each in _credited(entries)]
    return str(get_text_list(names, _("and"))) if names else _("nobody")


def _open_credits(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those that stand: nobody has credited the knock-out otherwise since, nor undone the bust, and none of those who
    would be credited again was refunded: they can win no bounty.
    """
    told = {line.pk: KnockOutCredited.of(line) for line in lines}
    busts = Bust.objects.filter(pk__in=[each.bust for each in told.values()], undone_at__isnull=True)
    stands = {
        bust.pk: {entry.pk for entry in bust.credited_to.all()}
        for bust in busts.prefetch_related("credited_to")
    }
    newest = LogEntry.objects.filter(tournament=tournament, verb=KnockOutCredited.verb)
    last = set(newest.values("data__bust").annotate(last=Max("pk")).values_list("last", flat=True))
    before = {entry for each in told.values() for entry in _entries(each.before)}
    void = Entry.objects.filter(pk__in=before, status=EntryStatus.VOID)
    refunded = set(void.values_list("pk", flat=True)) if before else set()
    return {
        line
        for line, each in told.items()
        if line in last
        and stands.get(each.bust) == _entries(each.by)
        and refunded.isdisjoint(_entries(each.before))
    }


def _undo_credit(line: LogEntry, by: By) -> None:
    told = KnockOutCredited.of(line)
    credit_knock_out(
        tournament_id=line.tournament_id,
        bust_id=told.bust,
        credited_to=_entries(told.before),
        seen=_entries(told.by),
        by=by,
        undoes=line,
    )


def _entries(credited: Sequence[Credited]) -> set[int]:
    return {each.entry for each in credited}


register_undo([KnockOutCredited], Undoable(open_lines=_open_credits, undo=_undo_credit, again=True))
