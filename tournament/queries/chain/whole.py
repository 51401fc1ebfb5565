from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext as _

from tournament.models import ChainKind, ChainLink, ChipRow, LogEntry, MoneyRow, Tournament
from tournament.models.links import NOTHING, hash_of
from tournament.models.states import KINDS
from tournament.queries.chain.reading import CHUNK, UNREADABLE, readable_digests
from tournament.queries.chain.seals import SHOWN
from tournament.queries.chain.triggers import missing_triggers

MODELS: Final[Mapping[str, type[models.Model]]] = {
    ChainKind.LOG: LogEntry,
    ChainKind.MONEY: MoneyRow,
    ChainKind.CHIPS: ChipRow,
}


def broken_seals(tournament: Tournament) -> Iterator[str]:
    """A sentence for each row and seal that was altered, removed or added past Floorman, the oldest seal first, then
    the rows without one. Of rows that change only the seals: `tables.queries.checks.states` compares them.

    Right also while rows are being written: they are read before their seals, and what a seal names and was not there
    yet is read again. And whatever stands in them: SQLite keeps any value in any column.
    """
    there = dict(_digests(tournament))
    links = ChainLink.objects.filter(tournament=tournament).order_by("number")
    expected, before = 1, NOTHING
    is_known = True
    for number, kind, row, digest, sealed in links.values_list(
        "number", "kind", "row", "digest", "hash"
    ).iterator(chunk_size=CHUNK):
        if not _is_number(number):
            yield _("A seal has an invalid number: %(number)r.") % {"number": number}
            continue
        if number != expected:
            yield _gap(expected, number - 1)
            is_known = False
        if is_known and sealed != hash_of(before, number=number, kind=kind, row=row, digest=digest):
            yield _("Seal %(number)d was altered.") % {"number": number}
        is_of_change = kind in KINDS
        if not (is_of_change or kind in MODELS) or not _is_number(row):
            yield _("Seal %(number)d refers to a row that cannot exist: %(kind)r, %(row)r.") % {
                "number": number,
                "kind": kind,
                "row": row,
            }
        elif is_of_change:
            pass
        elif (now := there.pop((kind, row), None) or _read_again(tournament, kind, row)) is None:
            yield _removed(number, kind, row)
        elif now != digest or now == UNREADABLE:
            yield _("Seal %(number)d: %(row)s was altered after it was written.") % {
                "number": number,
                "row": _words_of(tournament, kind, row),
            }
        expected, before, is_known = number + 1, sealed, True
    for kind, row in there:
        yield _("%(row)s has no seal: it was added outside Floorman.") % {
            "row": _words_of(tournament, kind, row)
        }


def open_tables() -> Iterator[str]:
    """A sentence for each trigger that no longer keeps a sealed row from being changed. One query."""
    says = {
        "update": _("Rows of the table %(table)s can be altered: its trigger %(name)s is missing or off."),
        "delete": _("Rows of the table %(table)s can be removed: its trigger %(name)s is missing or off."),
        "truncate": _("The table %(table)s can be emptied: its trigger %(name)s is missing or off."),
    }
    for name in missing_triggers():
        table, _way, action = name.rpartition("_no_")
        yield says[action] % {"table": table, "name": name}


def differs_from_paper(tournament: Tournament, *, number: int, printed: str) -> str:
    """Why the chain does not have the seal that a slip or the clock has shown; empty if it has."""
    newest = ChainLink.objects.filter(tournament=tournament).aggregate(n=models.Max("number"))["n"] or 0
    if newest < number:
        return _(
            "The chain ends at seal %(newest)d: the %(count)d after it, up to %(number)d, were removed."
        ) % {
            "newest": newest,
            "count": number - newest,
            "number": number,
        }
    sealed = ChainLink.objects.filter(tournament=tournament, number=number).values_list("hash", flat=True)
    stands = sealed.first() or ""
    if stands.startswith(printed.lower()):
        return ""
    return _(
        "Seal %(number)d is %(stands)s here and %(printed)s on paper: what is up to there was altered."
    ) % {
        "number": number,
        "stands": stands[:SHOWN],
        "printed": printed,
    }


def _digests(tournament: Tournament) -> Iterator[tuple[tuple[str, int], str]]:
    for kind, model in MODELS.items():
        for row, digest in readable_digests(_rows(model).filter(tournament=tournament)):
            yield (kind, row), digest


def _read_again(tournament: Tournament, kind: str, row: int) -> str | None:
    rows = _rows(MODELS[kind]).filter(tournament=tournament, pk=row)
    return dict(readable_digests(rows)).get(row)


def _rows(model: type[models.Model]) -> models.QuerySet[models.Model]:
    return model._default_manager.all()


def _is_number(value: object) -> bool:
    return isinstance(value, int)


def _gap(first: int, last: int) -> str:
    if first == last:
        return _("Seal %(number)d was removed.") % {"number": first}
    return _("Seals %(first)d to %(last)d were removed.") % {"first": first, "last": last}


def _removed(number: int, kind: str, row: int) -> str:
    says = {
        ChainKind.LOG: _("Seal %(number)d: line %(row)d of the log was removed."),
        ChainKind.MONEY: _("Seal %(number)d: row %(row)d of the money ledger was removed."),
        ChainKind.CHIPS: _("Seal %(number)d: row %(row)d of the chip ledger was removed."),
    }
    return says[ChainKind(kind)] % {"number": number, "row": row}


def _words_of(tournament: Tournament, kind: str, row: int) -> str:
    """Which row it is, with what stands in it now where that can be read."""
    try:
        return _whole_words_of(tournament, kind, row)
    except Exception:  # noqa: BLE001  # whatever somebody has put into it: the row is named all the same
        says = {
            ChainKind.LOG: _("line %(row)d of the log"),
            ChainKind.MONEY: _("row %(row)d of the money ledger"),
            ChainKind.CHIPS: _("row %(row)d of the chip ledger"),
        }
        return says[ChainKind(kind)] % {"row": row}


def _whole_words_of(tournament: Tournament, kind: str, row: int) -> str:
    """With the moment and what stands in it now, in the time of the tournament."""
    found: Any = _rows(MODELS[kind]).get(pk=row)
    words = {"row": row, "at": f"{found.at.astimezone(ZoneInfo(tournament.time_zone)):%Y-%m-%d %H:%M:%S}"}
    if kind == ChainKind.LOG:
        return _("line %(row)d of the log (%(at)s, %(verb)s, %(actor)s)") % {
            **words,
            "verb": found.verb,
            "actor": found.actor,
        }
    words |= {"kind": found.get_kind_display(), "amount": found.amount}
    if kind == ChainKind.MONEY:
        return _("row %(row)d of the money ledger (%(at)s, %(kind)s, %(amount)d)") % words
    return _("row %(row)d of the chip ledger (%(at)s, %(kind)s, %(amount)d)") % words
