"""A receiver of web hooks: a real server at this machine that keeps what it is sent and answers as it is told."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A request: its path, its headers by lower-case names, the bytes of its body."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def message(self) -> str:
        return self.headers["webhook-id"]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


# The status, and further headers of the answer.
Answer = tuple[int, Mapping[str, str]]
OK: Answer = (204, {})


def after(seconds: float, answer: Answer = OK) -> Callable[[Heard], Answer]:
    """An answer that takes its time."""

    def wait(_: Heard) -> Answer:
        time.sleep(seconds)
        return answer

    return wait


@dataclass(slots=True)
class Receiver:
    """`answer` may be exchanged at any time; it may wait."""

    port: int = 0
    scheme: str = "http"
    heard: list[Heard] = field(default_factory=list)
    answer: Callable[[Heard], Answer] = lambda _heard: OK

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hooks"

    @property
    def messages(self) -> list[str]:
        return [each.message for each in self.heard]

    @property
    def types(self) -> list[str]:
        return [each.json["type"] for each in self.heard]


@contextmanager
def receiving(*, tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver at a free port of 127.0.0.1."""
    receiver = Receiver(scheme="https" if tls else "http")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            heard = Heard(path=self.path, headers=headers, body=body)
            receiver.heard.append(heard)
            status, more = receiver.answer(heard)
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing on the terminal of the tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.port = server.server_address[1]
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
