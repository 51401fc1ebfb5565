"""The public beacon drand quicknet: a random number every three seconds, signed by a score of organisations together.

Nobody knows a round before it comes out, and nobody can put another one in its place: each is the signature (BLS on
the curve BLS12-381, RFC 9380) of its own number by one public key. That key, the genesis and the period give, hashed,
the name of the network (`NETWORK`), so none of them can be another unseen. A relay that passes a round on need not
be trusted: the signature is checked here.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from tournament.draws.check_draw import GENESIS, PERIOD_SECONDS

NETWORK: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
KEY: Final = bytes.fromhex(
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
PERIOD: Final = timedelta(seconds=PERIOD_SECONDS)
# The seed of the group that signs.
GROUP: Final = bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
SIGNATURE_BYTES: Final = 48
DEPTH: Final = sys.getrecursionlimit()
# What the hash of a round's number is bound to before it becomes a point of the curve.
SUITE: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


def round_at(moment: datetime) -> int:
    """The newest round at that moment, 1 being the first. Raises ValueError before the network began."""
    number = (moment - _begun()) // PERIOD + 1
    if number < 1:
        raise ValueError("The beacon had not begun then.")
    return number


def out_at(number: int) -> datetime:
    """When a round comes out."""
    return _begun() + (number - 1) * PERIOD


def first_round_from(moment: datetime) -> int:
    """The first round that does not come out before that moment."""
    number = round_at(moment)
    return number if out_at(number) == moment else number + 1


# What is right once stays so, and each draw of an evening is checked again with every look at all of them.
@lru_cache(maxsize=128)
def is_signed(number: int, signature: bytes) -> bool:
    """Whether this is the beacon's signature of that round. Takes a second or two at first: outside of any lock."""
    # Pairings take half a second to load, and most houses never need one. The library then lets every function of the
    # process call itself a hundred times as deep; nothing here needs that.
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import decompress_G1, decompress_G2
    from py_ecc.bls.typing import G1Compressed, G2Compressed
    from py_ecc.optimized_bls12_381.optimized_curve import G2, curve_order, is_inf, multiply
    from py_ecc.optimized_bls12_381.optimized_pairing import pairing

    sys.setrecursionlimit(DEPTH)
    if len(signature) != SIGNATURE_BYTES:
        return False
    try:
        signed = decompress_G1(G1Compressed(int.from_bytes(signature, "big")))
    except ValueError:
        return False
    if is_inf(signed) or not is_inf(multiply(signed, curve_order)):
        return False
    key = decompress_G2(G2Compressed((int.from_bytes(KEY[:48], "big"), int.from_bytes(KEY[48:], "big"))))
    # The library wants the hash itself and calls its type that of a hash under way.
    hash_of: Any = sha256
    point = hash_to_G1(sha256(number.to_bytes(8, "big")).digest(), SUITE, hash_of)
    return bool(pairing(G2, signed) == pairing(key, point))


def round_address(relay: str, number: int) -> str:
    """Where a relay shows a round, signature included."""
    return f"{relay}/{NETWORK}/public/{number}"


def public_text(number: int, signature: bytes) -> str:
    """What a round adds to a draw, as the file of the draw says it (tournament.draws.check_draw)."""
    return f"beacon quicknet {number} {signature.hex()}"


def read_public(text: str) -> tuple[int, bytes] | None:
    """The round and the signature that `public_text` has written; None for what it has not."""
    match text.split(" "):
        case ["beacon", "quicknet", number, signature] if number.isdecimal() and number.isascii():
            try:
                return int(number), bytes.fromhex(signature)
            except ValueError:
                return None
    return None


def _begun() -> datetime:
    return datetime.fromtimestamp(GENESIS, UTC)
