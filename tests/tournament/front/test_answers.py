import pytest

from tournament.front.answers import RefusedHere, busy

ENGLISH, ITALIAN = (
    b"Floorman is busy. Try again in a moment.",
    "Floorman è occupato. Riprova tra un momento.".encode(),
)


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ([], ENGLISH),
        ([(b"accept-language", b"it-IT,it;q=0.9")], ITALIAN),
        ([(b"accept-language", b"it"), (b"cookie", b"a=b; django_language=en")], ENGLISH),
        ([(b"accept-language", b"xx"), (b"cookie", b"django_language=it")], ITALIAN),
    ],
)
def test_a_refusal_speaks_the_language_of_who_asks(headers: list[tuple[bytes, bytes]], words: bytes) -> None:
    assert busy().answer({"headers": headers}).body == words


def test_a_refusal_is_known_as_floormans_and_has_the_headers_of_every_page() -> None:
    answer = RefusedHere(413, "Too large.", (b"connection", b"close")).answer({"headers": []})
    headers = dict(answer.headers)
    assert (answer.status, answer.body, headers[b"content-length"]) == (413, b"Too large.", b"10")
    assert headers.keys() >= {
        b"floorman",
        b"cache-control",
        b"content-security-policy",
        b"x-content-type-options",
        b"x-frame-options",
        b"referrer-policy",
        b"cross-origin-opener-policy",
        b"permissions-policy",
        b"connection",
    }
