"""The public beacon: rounds and their moments, and whose signature a round has."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from struct import pack

import pytest

from tournament.draws.beacon import (
    GROUP,
    KEY,
    NETWORK,
    PERIOD,
    first_round_from,
    is_signed,
    out_at,
    public_text,
    read_public,
    round_at,
)
from tournament.draws.check_draw import GENESIS

# A round that the network has published, and its randomness.
ROUND = 657_413
SIGNATURE = bytes.fromhex(
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
)
RANDOMNESS = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"


def test_the_name_of_the_network_is_the_hash_of_its_key_its_genesis_and_its_period() -> None:
    described = pack(">Iq", int(PERIOD.total_seconds()), GENESIS) + KEY + GROUP + b"quicknet"
    assert sha256(described).hexdigest() == NETWORK


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        (datetime(2026, 4, 20, tzinfo=UTC), 27_946_612),
        (datetime(2026, 4, 20, 12, 30, 45, tzinfo=UTC), 27_961_627),
        (datetime.fromtimestamp(GENESIS, UTC), 1),
        (datetime.fromtimestamp(GENESIS + 2, UTC), 1),
        (datetime.fromtimestamp(GENESIS + 3, UTC), 2),
    ],
)
def test_the_round_of_a_moment(moment: datetime, number: int) -> None:
    assert round_at(moment) == number
    assert out_at(number) <= moment < out_at(number + 1)


def test_the_next_round_never_comes_out_before_its_moment() -> None:
    start = datetime(2026, 4, 20, tzinfo=UTC)
    asked = [start + timedelta(seconds=each) for each in (-0.001, 0, 0.001, 3)]
    assert [first_round_from(each) for each in asked] == [27_946_612, 27_946_612, 27_946_613, 27_946_613]


def test_before_the_network_began_there_was_no_round() -> None:
    with pytest.raises(ValueError, match="had not begun"):
        round_at(datetime(2020, 1, 1, tzinfo=UTC))


def test_a_published_round_is_signed_and_gives_its_randomness() -> None:
    depth = sys.getrecursionlimit()
    assert is_signed(ROUND, SIGNATURE)
    assert sys.getrecursionlimit() == depth
    assert sha256(SIGNATURE).hexdigest() == RANDOMNESS


@pytest.mark.parametrize(
    ("number", "signature"),
    [
        pytest.param(
            *(ROUND + 1, SIGNATURE),
            marks=pytest.mark.long(reason="a signature of something else, as the next one"),
        ),
        (ROUND, bytes([SIGNATURE[0] ^ 0x20]) + SIGNATURE[1:]),  # the other of the two points
        (ROUND, SIGNATURE[:-1] + bytes([SIGNATURE[-1] ^ 1])),
        (ROUND, bytes([0xC0]) + bytes(47)),  # the point at infinity
        (ROUND, bytes(48)),
        (ROUND, SIGNATURE[:-1]),
    ],
)
def test_what_the_network_has_not_signed_is_refused(number: int, signature: bytes) -> None:
    assert not is_signed(number, signature)


def test_what_a_round_adds_to_a_draw_is_read_back() -> None:
    assert read_public(public_text(ROUND, SIGNATURE)) == (ROUND, SIGNATURE)


@pytest.mark.parametrize(
    "text", ["", "cards 7h 2c", "beacon quicknet 5", "beacon quicknet x 00", "beacon quicknet 5 0g"]
)
def test_other_additions_are_no_round(text: str) -> None:
    assert read_public(text) is None
