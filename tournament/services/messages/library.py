"""The only place that knows Apprise. It is loaded by what sends, with the first message, where its 190 services take
18 MB and a third of a second; and by a process of its own, of 50 MB and half a second, that judges an address somebody
has typed. No web process has it.

Without Django, so that the process is small: `python -m tournament.services.messages.library` reads a question as JSON
from its standard input and answers in JSON.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from apprise import NotifyBase

# Of each connection and each answer. Together with the limit of a try they end before a claim does.
CONNECT_SECONDS: Final = 10.0
READ_SECONDS: Final = 10.0
# Of HTTP, or a number of the service’s own, such as 20003 of Twilio.
_STATUS: Final = re.compile(r"error=(\d{3,6})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """An address that the library reads. host, port: of the mail server that it names; "" and 0 without one. sender:
    the number from which it is sent, "" where the address says none.
    """

    host: str
    port: int
    sender: str


@dataclass(slots=True, kw_only=True)
class HandedOver:
    """What came of it. is_over: the service has answered, or the connection has failed; is_begun: it was spoken to, so
    that it may have the message; is_left: nobody waits for it. status: what it answered, 0 where nothing is known;
    errors: what went wrong on the way.
    """

    is_begun: bool = False
    is_left: bool = False
    is_over: bool = False
    is_taken: bool = False
    status: int = 0
    errors: list[BaseException] = field(default_factory=list)


_on_its_way: Final[ContextVar[HandedOver | None]] = ContextVar("_on_its_way", default=None)


def understood(url: str, to: str) -> Understood | None:
    """None where the library cannot read it, or would send to anybody but this one recipient."""
    plugin = _plugin(url)
    if plugin is None or len(plugin) != 1 or not _goes_to(plugin, to):
        return None
    return Understood(
        host=str(getattr(plugin, "smtp_host", "") or ""),
        port=int(plugin.port or 0),
        sender=str(getattr(plugin, "source", "") or ""),
    )


def hand_over(
    url: str, *, title: str, text: str, seconds: float, check: Callable[[], None] = lambda: None
) -> HandedOver:
    """Give it one message, once `check` has raised nothing, which may take its time too. What takes longer than
    `seconds` is left to itself: nobody knows what comes of it, unless it was not begun, which it then never is.
    """
    handed = HandedOver()
    # A receiver that sends a byte now and then ends no time-out of a socket, and a look-up of a name has none.
    thread = threading.Thread(target=_notify, args=(url, title, text, handed, check), daemon=True)
    thread.start()
    thread.join(seconds)
    handed.is_left = True
    return handed


def _notify(url: str, title: str, text: str, handed: HandedOver, check: Callable[[], None]) -> None:
    """Whatever it raises is an error of this try, and the thread ends."""
    _on_its_way.set(handed)
    try:
        check()
        # In this order: who waits leaves first and looks then, so that one of the two sees the other.
        handed.is_begun = True
        if not handed.is_left:
            handed.is_taken = _speak(url, title, text)
    except Exception as error:  # noqa: BLE001  # of 190 services
        handed.errors.append(error)
    handed.is_over = True


def _speak(url: str, title: str, text: str) -> bool:
    import apprise

    plugin = _plugin(url)
    if plugin is None:
        return False
    speaker = apprise.Apprise(asset=plugin.asset)
    speaker.add(plugin)
    # It turns the text into what the service shows: of one that reads HTML the signs of HTML mean themselves.
    return bool(speaker.notify(body=text, title=title, body_format=apprise.NotifyFormat.TEXT))


def _plugin(url: str) -> NotifyBase | None:
    import apprise

    _listen()
    # Nothing on the disk. Without the wait between two messages that it makes by itself: the cap is the limit.
    asset = apprise.AppriseAsset(
        app_id="Floorman",
        app_desc="Floorman",
        app_url="",
        storage_mode=apprise.PersistentStoreMode.MEMORY,
    )
    plugin = apprise.Apprise.instantiate(url, asset=asset, suppress_exceptions=True)
    if not isinstance(plugin, apprise.NotifyBase):
        return None
    plugin.socket_connect_timeout, plugin.socket_read_timeout = CONNECT_SECONDS, READ_SECONDS
    plugin.request_rate_per_sec = 0
    return plugin


def _listen() -> None:
    """The lines of the library name recipients and secrets, one level down all that is sent: none reaches a log."""
    logger = logging.getLogger("apprise")
    if logger.propagate:
        logger.addHandler(_Ears(logging.DEBUG))
        logger.setLevel(logging.DEBUG)
        logger.propagate = False


def _goes_to(plugin: NotifyBase, to: str) -> bool:
    """The one whom it has found as a recipient: an address says its sender too, and some services write to that where
    they find nobody else.
    """
    (recipient, *others) = _recipients(plugin) or [()]
    return not others and any(_same(part) == _same(to) for part in recipient)


def _recipients(plugin: NotifyBase) -> list[tuple[object, ...]]:
    """Each with what the library keeps with it, such as a name or the kind of an id."""
    # Of Amazon SNS phones stand apart from topics.
    found = getattr(plugin, "targets", None) or getattr(plugin, "phone", None) or []
    return [each if isinstance(each, tuple) else (each,) for each in found]


def _same(part: object) -> str:
    return str(part).lstrip("+").casefold()


class _Ears(logging.Handler):
    """Keeps the status and the error of what is logged while this message is sent: the library has no other way of
    saying them. Its own threads have the context of the one that asked.
    """

    def emit(self, record: logging.LogRecord) -> None:
        handed = _on_its_way.get()
        if handed is None:
            return
        error = sys.exc_info()[1]
        if error is not None and error not in handed.errors:
            handed.errors.append(error)
        found = _STATUS.search(record.getMessage()) if record.levelno >= logging.WARNING else None
        if found:
            handed.status = int(found[1])


def main() -> None:
    """`{"pairs": [[url, to], ...]}` → what is understood of all of them: the fields of Understood, or null where that
    is not the same of each: nothing but the recipient may be another one.
    """
    found = {understood(url, to) for url, to in json.load(sys.stdin)["pairs"]}
    only = found.pop() if len(found) == 1 else None
    sys.stdout.write(json.dumps(None if only is None else asdict(only)))


if __name__ == "__main__":
    main()
