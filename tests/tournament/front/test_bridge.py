from io import BytesIO
from wsgiref.types import StartResponse, WSGIEnvironment
from wsgiref.util import FileWrapper

from tournament.front.answers import CHUNK_BYTES, Answer, Scope
from tournament.front.bridge import environ_of, respond_by

HEADERS = [
    (b"host", b"floorman.lan:8000"),
    (b"content-type", b"text/plain"),
    (b"content-length", b"999"),
    (b"x-forwarded-for", b"10.0.0.1"),
    (b"x-forwarded-for", b"10.0.0.2"),
    (b"x_forwarded_proto", b"https"),
]


def scope(**other: object) -> Scope:
    return {
        "method": "POST",
        "path": "/t/città/",
        "query_string": b"page=2",
        "http_version": "1.1",
        "scheme": "http",
        "client": ("192.168.1.7", 50_000),
        "server": ("192.168.1.20", 8_000),
        "headers": HEADERS,
        **other,
    }


def test_the_environment_is_that_of_the_request() -> None:
    environ = environ_of(scope(), b"five!")
    assert environ.pop("wsgi.input").read() == b"five!"
    assert {name: value for name, value in environ.items() if not name.startswith("wsgi.")} == {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/t/città/".encode().decode("latin1"),
        "QUERY_STRING": "page=2",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_NAME": "192.168.1.20",
        "SERVER_PORT": "8000",
        "REMOTE_ADDR": "192.168.1.7",
        "HTTP_HOST": "floorman.lan:8000",
        "HTTP_X_FORWARDED_FOR": "10.0.0.1,10.0.0.2",
        "CONTENT_TYPE": "text/plain",
        # What was read, whatever the head said; and nothing of the name with an underscore.
        "CONTENT_LENGTH": "5",
    }


def test_the_answer_is_what_the_application_said_and_its_end_is_told() -> None:
    ends = []

    class Pieces(list[bytes]):
        def close(self) -> None:
            ends.append("closed")

    def application(_environ: WSGIEnvironment, start_response: StartResponse) -> Pieces:
        start_response("422 Unprocessable Entity", [("Content-Type", "text/html")])
        return Pieces([b"one ", b"two"])

    expected = Answer(status=422, headers=[(b"content-type", b"text/html")], body=b"one two")
    assert respond_by(application)(scope(), b"") == expected
    assert ends == ["closed"]


def served(content: bytes) -> Answer:
    def application(environ: WSGIEnvironment, start_response: StartResponse) -> FileWrapper:
        start_response("200 OK", [("Content-Length", str(len(content)))])
        wrapper: FileWrapper = environ["wsgi.file_wrapper"](BytesIO(content))
        return wrapper

    return respond_by(application)(scope(), b"")


def test_a_small_file_is_read_in_the_thread() -> None:
    answer = served(b"small")
    assert (answer.body, answer.file) == (b"small", None)


def test_a_large_file_is_read_while_it_is_sent() -> None:
    content = b"x" * (2 * CHUNK_BYTES + 1)
    answer = served(content)
    assert (answer.body, answer.file_bytes) == (b"", len(content))
    assert [len(chunk) for chunk in answer.chunks()] == [CHUNK_BYTES, CHUNK_BYTES, 1]
