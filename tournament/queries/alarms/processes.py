"""What works behind the screens: the worker, the scheduler and Valkey, and which of them had to be started again."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.alarms.alarm import Alarm
from tournament.queries.alarms.heartbeats import AT_WORK, SILENT_AFTER, silences
from tournament.queries.alarms.restarts import house_opened_at, restarts_in
from tournament.queries.alarms.valkey import is_valkey_writable

# How long the console tells that a process hung.
TOLD_FOR: Final = timedelta(minutes=10)


def processes(now: datetime) -> list[Alarm]:
    """The alarms of the processes at a moment."""
    return [*_of_heartbeats(now), *_of_valkey(now), *_of_restarts(now)]


def _of_heartbeats(now: datetime) -> list[Alarm]:
    """One alarm for what lies behind the others: without a worker or a scheduler nobody looks at the clocks, and
    without a scheduler nothing is sent either.
    """
    silent = {name: since for name, since in _silences(now).items() if since > SILENT_AFTER}
    if "worker" in silent:
        words = _("The worker has been silent for %(how_long)s.") % {"how_long": _in_words(silent["worker"])}
    elif "beat" in silent:
        words = _("The clock scheduler has been silent for %(how_long)s.") % {
            "how_long": _in_words(silent["beat"])
        }
    elif "sweep" in silent:
        words = _("Nobody has looked at the clocks for %(how_long)s.") % {
            "how_long": _in_words(silent["sweep"])
        }
    elif "sending" in silent:
        return [_of_sending(silent["sending"])]
    else:
        return []
    cure = _(
        "Every screen still shows the right level and time, and taps are recorded. New levels are written to the log "
        "late, and tickets and phone calls of the queue wait. Start Floorman again when play allows."
    )
    return [Alarm(code="worker_silent", words=words, cure=cure)]


def _of_sending(silence: timedelta) -> Alarm:
    """Its worker is not the one of the clocks."""
    words = _("Notices and web hooks have not been going out for %(how_long)s.") % {
        "how_long": _in_words(silence)
    }
    cure = _(
        "Play, clocks and screens go on. Nothing is lost: what waits goes out late. Start Floorman again when play "
        "allows."
    )
    return Alarm(code="sending_silent", words=words, cure=cure)


def _silences(now: datetime) -> dict[str, timedelta]:
    """Counted from the opening of the house at the most: those of yesterday evening have gone since, and one that has
    not come up has been silent since then. What `manage.py run` has not opened needs no worker beside it.
    """
    found, opened_at = silences(now=now), house_opened_at(Path(settings.DATA_DIR))
    if opened_at is None or opened_at > now:
        return found
    return {name: min(found.get(name, now - opened_at), now - opened_at) for name in AT_WORK}


def _in_words(silence: timedelta) -> str:
    minutes = int(silence.total_seconds() // 60)
    if minutes == 0:
        return _("half a minute")
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def _of_valkey(now: datetime) -> list[Alarm]:
    if is_valkey_writable(now=now):
        return []
    return [
        Alarm(
            code="valkey_away",
            words=_("Valkey cannot be written to."),
            cure=_(
                "Taps are recorded all the same; screens follow some seconds late. If this stays for more than "
                "a minute, start Valkey again, or Floorman if it runs its own."
            ),
        )
    ]


def _of_restarts(now: datetime) -> list[Alarm]:
    hung = sorted({restart.name for restart in restarts_in(Path(settings.DATA_DIR), now - TOLD_FOR, now)})
    if not hung:
        return []
    return [
        Alarm(
            code="process_restarted",
            words=_("A part of Floorman hung and was started again: %(names)s.") % {"names": ", ".join(hung)},
            cure=_(
                "Nothing is lost and nothing needs doing. If it happens again, look at the load and the memory "
                "of the computer, and at the logs folder in the data folder."
            ),
        )
    ]
