"""Django as a WSGI application, called in one thread hop: a whole body goes in, a whole answer comes out.

A bridge that passes pieces between the thread and the event loop holds the thread for as long as the slower side
takes, and costs a hop for each piece.
"""

import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import FileWrapper

from tournament.front.answers import CHUNK_BYTES, Answer, Headers, Scope

# How a door answers: called in a thread of a lane with the request's scope and its whole body.
Respond = Callable[[Scope, bytes], Answer]


def respond_by(application: WSGIApplication) -> Respond:
    """Return a WSGI application as something that answers a scope and a body."""

    def respond(scope: Scope, body: bytes) -> Answer:
        head = _Head()
        result = application(environ_of(scope, body), head.start_response)
        if isinstance(result, FileWrapper):
            return _from_file(head, result)
        try:
            return Answer(status=head.status, headers=head.headers, body=b"".join(result))
        finally:
            _close(result)

    return respond


class _Head:
    """What the application says before the body."""

    status: int = 500
    headers: Headers

    def start_response(self, status: str, headers: list[tuple[str, str]], *_exc_info: Any) -> Any:
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]


def _from_file(head: _Head, wrapper: FileWrapper) -> Answer:
    file = wrapper.filelike
    length = next((int(value) for name, value in head.headers if name == b"content-length"), 0)
    if length > CHUNK_BYTES:
        return Answer(status=head.status, headers=head.headers, file=file, file_bytes=length)
    try:
        return Answer(status=head.status, headers=head.headers, body=file.read())
    finally:
        file.close()


def _close(result: Iterable[bytes]) -> None:
    # Django ends the request here: connections that are too old are closed in the thread they belong to.
    close: Callable[[], None] | None = getattr(result, "close", None)
    if close is not None:
        close()


def environ_of(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Return the WSGI environment of a request whose body has been read."""
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("localhost", 80)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    for raw_name, raw_value in scope["headers"]:
        # A name with an underscore would pass for the one with a dash, such as X-Forwarded-Proto.
        if raw_name in (b"content-length", b"transfer-encoding") or b"_" in raw_name:
            continue
        name, value = raw_name.decode("latin1").upper().replace("-", "_"), raw_value.decode("latin1")
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ
