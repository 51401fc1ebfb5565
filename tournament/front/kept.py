"""What all the world asks for at the same moment is made once: public answers are kept for a blink.

A clock in a hundred web pages is asked for two hundred times a second, and each answer costs as much as a tap. An
answer that says `Cache-Control: public` is the same for everybody who asks for that address at that moment.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from tournament.front.answers import Answer, Headers, Scope
from tournament.front.bridge import Respond

# A clock that is set by an old answer is wrong by no more than nobody sees.
SECONDS: Final = 0.25
MOST: Final = 256
LARGEST_BYTES: Final = 128 * 1024
PUBLIC: Final = b"public"
_CONDITIONS: Final = frozenset({b"if-none-match", b"if-modified-since"})
_OF_NO_BODY: Final = frozenset({b"content-length", b"content-type"})

Key = tuple[str, str, bytes, tuple[bytes, ...]]

# Where an answer is in the reader's language, or a part of a page.
AS_READ: Final = (b"accept-language", b"hx-request")


def is_public_read(scope: Scope, *, below: str, ends: str = "") -> bool:
    """Whether somebody without a token or a cookie reads an address below this one, with this end."""
    path = scope["path"]
    if scope["method"] != "GET" or not (path.startswith(below) and path.endswith(ends)):
        return False
    return not any(name in (b"authorization", b"cookie") for name, _value in scope["headers"])


@dataclass
class KeptAnswers:
    """Of one process: a clock of its own for each is no more than a few answers a second."""

    now: Callable[[], float] = time.monotonic
    _answers: OrderedDict[Key, tuple[float, Answer]] = field(default_factory=OrderedDict)
    _guard: Lock = field(default_factory=Lock)

    def get(self, key: Key) -> Answer | None:
        with self._guard:
            made, answer = self._answers.get(key, (0.0, None))
            return answer if answer is not None and self.now() - made < SECONDS else None

    def keep(self, key: Key, answer: Answer) -> None:
        with self._guard:
            self._answers[key] = (self.now(), answer)
            self._answers.move_to_end(key)
            if len(self._answers) > MOST:
                self._answers.popitem(last=False)


def kept_for_a_blink(
    respond: Respond, kept: KeptAnswers | None = None, *, by: tuple[bytes, ...] = ()
) -> Respond:
    """Return `respond` so that what it answered just now is given again. For public reads alone.

    by: the headers, besides the host, by which answers of one address differ.
    """
    answers = KeptAnswers() if kept is None else kept

    def answer(scope: Scope, body: bytes) -> Answer:
        key = _key(scope, by)
        found = answers.get(key)
        if found is None:
            # Made whole, whatever this one reader has already.
            found = respond({**scope, "headers": _without_conditions(scope["headers"])}, body)
            if not _is_for_all(found):
                return found
            answers.keep(key, found)
        return _unless_known(found, scope)

    return answer


def _key(scope: Scope, by: tuple[bytes, ...]) -> Key:
    """An address is written into the answer as it was asked for."""
    said = tuple(
        b",".join(value for name, value in scope["headers"] if name == header) for header in (b"host", *by)
    )
    return scope["scheme"], scope["path"], scope["query_string"], said


def _without_conditions(headers: Headers) -> Headers:
    return [header for header in headers if header[0] not in _CONDITIONS]


def _is_for_all(answer: Answer) -> bool:
    said = next((value for name, value in answer.headers if name == b"cache-control"), b"")
    is_small = answer.file is None and len(answer.body) <= LARGEST_BYTES
    return answer.status == 200 and is_small and said.startswith(PUBLIC)


def _unless_known(answer: Answer, scope: Scope) -> Answer:
    """304 for a reader who has it."""
    etag = next((value for name, value in answer.headers if name == b"etag"), b"")
    asked = b",".join(value for name, value in scope["headers"] if name == b"if-none-match")
    if not etag or etag not in [each.strip().removeprefix(b"W/") for each in asked.split(b",")]:
        return answer
    headers = [header for header in answer.headers if header[0] not in _OF_NO_BODY]
    return Answer(status=304, headers=headers, body=b"")
