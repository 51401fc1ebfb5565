from __future__ import annotations

import base64
from datetime import UTC, datetime

from tournament.rules.hooks.signing import (
    ed25519_signature,
    headers_of,
    hmac_signature,
    public_key_as_text,
    secret_as_text,
    signed_text,
)

# The example of Standard Webhooks 1.0.0.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE = "msg_p5jXN8AQM9LWM0D4loKWxJek"
AT = 1614265330
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_example_of_the_specification_is_signed_as_it_says() -> None:
    secret = base64.b64decode(SECRET.removeprefix("whsec_"))

    text = signed_text(MESSAGE, at=AT, body=BODY)

    assert text == b'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
    assert hmac_signature(secret, text) == SIGNATURE
    assert secret_as_text(secret) == SECRET


def test_the_headers_have_id_whole_seconds_and_all_signatures() -> None:
    at = datetime.fromtimestamp(AT, UTC).replace(microsecond=900_000)

    headers = headers_of(MESSAGE, at=at, signatures=["v1,one", "v1a,two", "v1,three"])

    assert headers == {
        "webhook-id": MESSAGE,
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,one v1a,two v1,three",
    }


def test_ed25519_is_written_with_prefixes_of_its_own() -> None:
    assert ed25519_signature(b"\x00" * 64) == "v1a," + "A" * 86 + "=="
    assert public_key_as_text(b"\xff" * 32) == "whpk_" + "/" * 42 + "8="
