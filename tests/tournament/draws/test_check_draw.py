"""The protocol of draws by published vectors, and the check of a file: what was changed in it is named."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tables.floor.draws.cards import DECK
from tests.tournament.draws.vectors import EIGHTEEN, VECTORS, CountedNumbers
from tournament.draws import check_draw
from tournament.draws.chance import Witness, dealt, picked, shuffled
from tournament.draws.check_draw import (
    HmacDrbg,
    fingerprint,
    walked_back,
    what_is_wrong,
)

# NIST CAVP, HMAC_DRBG.rsp of drbgvectors_no_reseed, SHA-256 without additional input: entropy, nonce, personalisation,
# and the second 1,024 bits that are asked for.
NIST = [
    (
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        "659ba96c601dc69fc902940805ec0ca8",
        "",
        (
            "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
            "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
            "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
            "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
        ),
    ),
    (
        "79737479ba4e7642a221fcfd1b820b134e9e3540a35bb48ffae29c20f5418ea3",
        "3593259c092bef4129bc2c6c9e19f343",
        "",
        (
            "cf5ad5984f9e43917aa9087380dac46e410ddc8a7731859c84e9d0f31bd43655"
            "b924159413e2293b17610f211e09f770f172b8fb693a35b85d3b9e5e63b1dc25"
            "2ac0e115002e9bedfb4b5b6fd43f33b8e0eafb2d072e1a6fee1f159df9b51e6c"
            "8da737e60d5032dd30544ec51558c6f080bdbdab1de8a939e961e06b5f1aca37"
        ),
    ),
    (
        "b340907445b97a8b589264de4a17c0bea11bb53ad72f9f33297f05d2879d898d",
        "65cb27735d83c0708f72684ea58f7ee5",
        "",
        (
            "75183aaaf3574bc68003352ad655d0e9ce9dd17552723b47fab0e84ef903694a"
            "32987eeddbdc48efd24195dbdac8a46ba2d972f5808f23a869e71343140361f5"
            "8b243e62722088fe10a98e43372d252b144e00c89c215a76a121734bdc485486"
            "f65c0b16b8963524a3a70e6f38f169c12f6cbdd169dd48fe4421a235847a23ff"
        ),
    ),
    (
        "5cacc68165a2e2ee20812f35ec73a79dbf30fd475476ac0c44fc6174cdac2b55",
        "6f885496c1e63af620becd9e71ecb824",
        "e72dd8590d4ed5295515c35ed6199e9d211b8f069b3058caa6670b96ef1208d0",
        (
            "f1012cf543f94533df27fedfbf58e5b79a3dc517a9c402bdbfc9a0c0f721f9d5"
            "3faf4aafdc4b8f7a1b580fcaa52338d4bd95f58966a243cdcd3f446ed4bc546d"
            "9f607b190dd69954450d16cd0e2d6437067d8b44d19a6af7a7cfa8794e5fbd72"
            "8e8fb2f2e8db5dd4ff1aa275f35886098e80ff844886060da8b1e7137846b23b"
        ),
    ),
]
# RFC 6979, A.2.5: the private key, the order of the curve, and the k of each message with SHA-256.
KEY = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
K_OF = {
    "sample": "a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60",
    "test": "d16b6ae827f17175e040871a1c7ec3500192c4c92677336ec2537acaee0008e0",
}


@pytest.mark.parametrize(("entropy", "nonce", "personalisation", "second"), NIST)
def test_the_bits_are_those_of_nist(entropy: str, nonce: str, personalisation: str, second: str) -> None:
    bits = HmacDrbg(
        entropy=bytes.fromhex(entropy),
        nonce=bytes.fromhex(nonce),
        personalisation=bytes.fromhex(personalisation),
    )
    bits.generate(128)
    assert bits.generate(128).hex() == second


@pytest.mark.parametrize("message", K_OF)
def test_the_bits_are_those_of_rfc_6979(message: str) -> None:
    digest = int.from_bytes(sha256(message.encode()).digest()) % ORDER
    bits = HmacDrbg(entropy=bytes.fromhex(KEY), nonce=digest.to_bytes(32))
    assert bits.generate(32).hex() == K_OF[message]


def test_the_list_and_the_first_numbers_are_those_of_the_vectors() -> None:
    assert fingerprint(EIGHTEEN) == VECTORS["list_sha256"]
    numbers = CountedNumbers(draw="T-2026-001#1", kind="seating")
    assert [numbers.eight_bytes().hex() for _ in range(3)] == VECTORS["first8"]


def test_numbers_of_the_last_incomplete_round_are_thrown_away() -> None:
    numbers = CountedNumbers(draw="T-2026-001#4", kind="forced-reject")
    drawn = [numbers.randrange(int(VECTORS["reject_n"])) for _ in VECTORS["reject_vals"]]
    assert list(map(str, drawn)) == VECTORS["reject_vals"]
    assert numbers.calls == VECTORS["reject_calls"]


def test_a_chain_leads_back_to_its_anchor() -> None:
    end = b"\xff" * 32
    assert walked_back(end, 4).hex() == VECTORS["chain_anchor"]
    assert walked_back(end, 3).hex() == VECTORS["chain_s1"]
    assert walked_back(end, 0) == end


def a_file() -> dict[str, Any]:
    """Of a draw of each kind of step, by the third link of a chain."""
    end = sha256(b"nobody knows").digest()
    seats = [f"T1S{seat}" for seat in range(1, 10)]
    listed = [*EIGHTEEN, *seats, *DECK]
    rng = Witness(seed=end, public="7h 2c Ks", draw="K7QX#3", kind="seating", listed=listed)
    dealt(EIGHTEEN, seats, rng)
    shuffled(DECK, rng)
    picked(seats, rng)
    return {
        "protocol": "TD-DRAW/1",
        "draw": "K7QX#3",
        "kind": "seating",
        "anchor": walked_back(end, 3).hex(),
        "place": 3,
        "seed": end.hex(),
        "public": "7h 2c Ks",
        "list": listed,
        "list_sha256": fingerprint(listed),
        "steps": rng.steps,
    }


def test_a_draw_comes_out_the_same_from_its_file() -> None:
    file = a_file()
    assert list(what_is_wrong(file)) == []
    assert [(step["do"], len(step["of"]), len(step["gives"])) for step in file["steps"]] == [
        ("shuffle", 18, 9),
        ("shuffle", 52, 52),
        ("pick", 9, len("T1S1")),
    ]


def other_seed(file: dict[str, Any]) -> None:
    file["seed"] = sha256(b"another").hexdigest()


def other_place(file: dict[str, Any]) -> None:
    file["place"] = 2


def other_public(file: dict[str, Any]) -> None:
    file["public"] = "7h 2c Kd"


def other_list(file: dict[str, Any]) -> None:
    file["list"][0] = "E0019"


def list_of_one_more(file: dict[str, Any]) -> None:
    """With its fingerprint: every number is another one."""
    file["list"].append("E0019")
    file["list_sha256"] = fingerprint(file["list"])


def list_in_other_order(file: dict[str, Any]) -> None:
    file["list"].reverse()


def step_of_a_stranger(file: dict[str, Any]) -> None:
    file["steps"][0]["of"][0] = "E0019"


def steps_in_other_order(file: dict[str, Any]) -> None:
    file["steps"].reverse()


def other_result(file: dict[str, Any]) -> None:
    file["steps"][0]["gives"].reverse()


def other_kind(file: dict[str, Any]) -> None:
    file["kind"] = "redraw"


def other_number(file: dict[str, Any]) -> None:
    file["draw"] = "K7QX#4"


def round_that_was_not_announced(file: dict[str, Any]) -> None:
    file["beacon"] = a_beacon(file)


def round_that_was_out(file: dict[str, Any]) -> None:
    """It came out at that very second."""
    file["public"] = f"beacon quicknet 657413 {'ab' * 48}"
    file["beacon"] = a_beacon(file) | {"announced_at": "2023-09-15T11:00:03+00:00"}


def round_for_another_list(file: dict[str, Any]) -> None:
    file["public"] = f"beacon quicknet 657413 {'ab' * 48}"
    file["beacon"] = a_beacon(file) | {"list_sha256": "ab" * 32}


def round_without_announcement(file: dict[str, Any]) -> None:
    file["public"] = f"beacon quicknet 657413 {'ab' * 48}"


def a_beacon(file: dict[str, Any]) -> dict[str, Any]:
    """Announced the second before it came out."""
    return {
        "round": 657_413,
        "announced_at": "2023-09-15T11:00:02+00:00",
        "list_sha256": file["list_sha256"],
    }


def other_protocol(file: dict[str, Any]) -> None:
    file["protocol"] = "TD-DRAW/2"


STEP_1 = "Step 1 comes out otherwise."
NO_STRANGER = "Step 1 draws from something that is not on the list."
NOT_THIS_LIST = "The list does not have this fingerprint."
NOT_THIS_SEED = "The seed does not lead to the anchor that was published before."
CHANGED: dict[Callable[[dict[str, Any]], None], str] = {
    other_protocol: "This is not a file of a draw by TD-DRAW/1.",
    other_seed: NOT_THIS_SEED,
    other_place: NOT_THIS_SEED,
    other_public: STEP_1,
    other_list: NOT_THIS_LIST,
    list_in_other_order: NOT_THIS_LIST,
    list_of_one_more: STEP_1,
    step_of_a_stranger: NO_STRANGER,
    steps_in_other_order: STEP_1,
    other_result: STEP_1,
    other_kind: STEP_1,
    other_number: STEP_1,
    round_that_was_not_announced: "What was mixed in is not the round that was announced.",
    round_that_was_out: "The round was out when it was announced.",
    round_for_another_list: "The round was announced for another list.",
    round_without_announcement: "What was mixed in was never announced.",
}


@pytest.mark.parametrize("change", CHANGED)
def test_what_was_changed_in_a_file_is_named(change: Callable[[dict[str, Any]], None]) -> None:
    file = deepcopy(a_file())
    change(file)
    assert next(what_is_wrong(file)) == CHANGED[change]


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (None, 0, "Draw K7QX#3 (seating) comes out the same: 3 steps."),
        (other_result, 1, STEP_1),
        (lambda file: file.pop("seed"), 2, "is not a whole file of a draw: KeyError('seed')"),
    ],
)
def test_the_script_runs_alone(
    tmp_path: Path, change: Callable[[dict[str, Any]], None] | None, code: int, said: str
) -> None:
    """Nothing but the one file, in a folder of its own, in a Python that sees no package of ours."""
    file = a_file()
    if change is not None:
        change(file)
    script, draw = tmp_path / "check_draw.py", tmp_path / "draw.json"
    script.write_bytes(Path(check_draw.__file__).read_bytes())
    draw.write_text(json.dumps(file), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-I", "-S", script.name, draw.name], cwd=tmp_path, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (code, "")
    assert said in run.stdout
