"""Public answers are kept for a blink, and no longer."""

from __future__ import annotations

from typing import Any

import pytest

from tournament.front.answers import Answer, Headers
from tournament.front.kept import AS_READ, SECONDS, KeptAnswers, is_public_read, kept_for_a_blink


class Made:
    """An application that counts what it makes, on a clock of the test."""

    def __init__(
        self, *, status: int = 200, said: bytes = b"public, no-cache", by: tuple[bytes, ...] = ()
    ) -> None:
        self.count, self.at = 0, 100.0
        self.status, self.said = status, said
        self.answer = kept_for_a_blink(self._make, KeptAnswers(now=lambda: self.at), by=by)

    def _make(self, scope: Any, _body: bytes) -> Answer:
        assert not [name for name, _value in scope["headers"] if name == b"if-none-match"]
        self.count += 1
        headers = [(b"cache-control", self.said), (b"etag", b'"one"'), (b"content-type", b"text/plain")]
        return Answer(status=self.status, headers=headers, body=str(self.count).encode())

    def read(self, path: str = "/api/v1/events", query: bytes = b"", **headers: str) -> Answer:
        return self.answer(asked(path, query, **headers), b"")


def asked(
    path: str = "/api/v1/events", query: bytes = b"", method: str = "GET", **headers: str
) -> dict[str, Any]:
    sent: Headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"method": method, "scheme": "http", "path": path, "query_string": query, "headers": sent}


def test_all_who_ask_within_a_blink_get_the_same_answer() -> None:
    made = Made()
    assert [made.read().body for _ in range(3)] == [b"1", b"1", b"1"]
    made.at += SECONDS
    assert (made.read().body, made.count) == (b"2", 2)


@pytest.mark.parametrize(
    "other",
    [
        {"path": "/api/v1/seasons"},
        {"query": b"limit=1"},
        {"host": "elsewhere.example"},
    ],
)
def test_another_question_has_an_answer_of_its_own(other: dict[str, Any]) -> None:
    made = Made()
    assert (made.read().body, made.read(**other).body) == (b"1", b"2")


@pytest.mark.parametrize("other", [{"accept_language": "it"}, {"hx_request": "true"}])
def test_a_page_in_another_language_and_a_part_of_it_have_answers_of_their_own(other: dict[str, Any]) -> None:
    made = Made(by=AS_READ)
    bodies = [made.read().body, made.read(**other).body, made.read().body, made.read(**other).body]
    assert bodies == [b"1", b"2", b"1", b"2"]


@pytest.mark.parametrize(
    "made", [Made(said=b"private, no-cache"), Made(said=b"no-store"), Made(status=404), Made(status=429)]
)
def test_what_is_not_for_everybody_is_not_kept(made: Made) -> None:
    made.read()
    made.read()
    assert made.count == 2


@pytest.mark.parametrize(
    ("sent", "status"), [('"one"', 304), ('W/"one"', 304), ('"a", "one"', 304), ('"a"', 200)]
)
def test_a_reader_who_has_it_is_told_so(sent: str, status: int) -> None:
    made = Made()
    for _first_and_second in range(2):
        answer = made.read(if_none_match=sent)
        assert (answer.status, answer.body) == (status, b"" if status == 304 else b"1")
    assert made.count == 1


@pytest.mark.parametrize(
    ("scope", "is_one"),
    [
        (asked(), True),
        (asked("/t/ABC/clock/"), False),
        (asked(method="POST"), False),
        (asked(authorization="Bearer x"), False),
        (asked(cookie="sessionid=x"), False),
    ],
)
def test_only_what_a_stranger_reads_of_the_interface(scope: dict[str, Any], is_one: bool) -> None:
    assert is_public_read(scope, below="/api/v1/") is is_one


@pytest.mark.parametrize(
    ("scope", "is_one"),
    [
        (asked("/t/ABC/overlay/", b"show=clock"), True),
        (asked("/t/ABC/clock/"), False),
        (asked("/floor/ABC/overlay/"), False),
        (asked("/t/ABC/overlay/", cookie="sessionid=x"), False),
    ],
)
def test_only_what_a_stranger_reads_of_overlays(scope: dict[str, Any], is_one: bool) -> None:
    assert is_public_read(scope, below="/t/", ends="/overlay/") is is_one
