"""A draw is checked on a phone without the network, and the page counts as Python does."""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.services.desk.seating import make_seat_draw
from tests.breadth import sample
from tests.browsers import log_in
from tests.factories import ACTOR, NOW, give_role
from tests.factories.felt import make_felt
from tests.factories.field import entered
from tests.processes import LiveFloorman
from tests.tournament.draws.test_check_draw import CHANGED, NIST, a_beacon, a_file
from tests.tournament.draws.vectors import VECTORS
from tournament.draws.chance import Witness, dealt, picked, shuffled
from tournament.draws.check_draw import HmacDrbg, fingerprint, walked_back
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
RANDOM_DRAWS = sample("draws made again by the page")
# RFC 4231: the key, the data and the HMAC-SHA-256 of its seven cases; the fifth is cut to 16 bytes.
RFC_4231 = [
    ("0b" * 20, b"Hi There".hex(), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe".hex(),
        b"what do ya want for nothing?".hex(),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    ("aa" * 20, "dd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        bytes(range(1, 26)).hex(),
        "cd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    ("0c" * 20, b"Test With Truncation".hex(), "a3b6167473100ee06e0c796c2955552b"),
    (
        "aa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First".hex(),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        "aa" * 131,
        (
            b"This is a test using a larger than block-size key and a larger than block-size data. "
            b"The key needs to be hashed before being used by the HMAC algorithm."
        ).hex(),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
]


@pytest.mark.long(reason="the page of any draw; the tests of the views draw these cards")
def test_the_cards_of_a_race_are_drawn_shown_and_checked(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = make_felt(10_075, 9_975, 10_000, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/?colour_up=race#colour-up")

    live_page.locator("#colour-up-draw").click()

    panel = live_page.locator("#colour-up")
    expect(panel.get_by_text("the cards are drawn and the stacks booked")).to_be_visible()
    expect(panel.locator(".colour-up__row")).to_have_count(2)
    expect(live_page.locator("#felt")).to_be_visible()
    panel.get_by_role("link", name="Check this draw").click()
    live_page.get_by_role("button", name="Make this draw again").click()
    expect(live_page.locator("[data-outcome=same]")).to_be_visible()


BEACON = f"beacon quicknet 657413 {'5a' * 48}"


def drawn(seed: int) -> dict[str, Any]:
    """A random draw as its file says it: a list, what the room adds, and some steps."""
    random = Random(seed)
    listed = [
        f"{random.choice('ETS')}{number}ñ♠"[: random.randint(2, 6)] + str(number)
        for number in range(1, random.randint(3, 9))
    ]
    link = sha256(f"link {seed}".encode()).digest()
    place = random.randint(1, 4)
    file: dict[str, Any] = {
        "protocol": "TD-DRAW/1",
        "draw": f"K7QX#{place}",
        "kind": random.choice(["seating", "late-seat", "button"]),
        "anchor": walked_back(link, place).hex(),
        "place": place,
        "seed": link.hex(),
        "public": random.choice(["", "dice 4 2 6", "A♠ 7♥ – “cut”", BEACON]),
        "list": listed,
        "list_sha256": fingerprint(listed),
    }
    if file["public"] == BEACON:
        file["beacon"] = a_beacon(file)
    rng = Witness(seed=link, public=file["public"], draw=file["draw"], kind=file["kind"], listed=listed)
    for _ in range(random.randint(1, 2)):
        how = random.randrange(3)
        if how == 0:
            picked(listed, rng)
        elif how == 1:
            shuffled(listed, rng)
        else:
            dealt(listed, listed[: random.randint(1, len(listed))], rng)
    return {**file, "steps": rng.steps}


def open_page_of_a_draw(page: Page, live_floorman: LiveFloorman) -> None:
    tournament, _entries = entered(12)
    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    page.goto(f"{live_floorman.url}/t/{tournament.code}/draws/1/")


def test_a_draw_is_made_again_on_a_phone_without_the_network(
    page: Page, context: BrowserContext, live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page_of_a_draw(page, live_floorman)
    file = json.loads(page.locator("#draw-file").text_content() or "")
    kept = tmp_path / "check-draw.html"
    with page.expect_download() as download:
        page.get_by_role("link", name="Page to keep").click()
    download.value.save_as(kept)

    context.set_offline(True)
    page.get_by_role("button", name="Make this draw again").click()
    expect(page.get_by_role("status").get_by_text(f"Draw {file['draw']} comes out the same.")).to_be_visible()

    # The page that was kept, from the device: a good file, and one in which two players have changed their seats.
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(file), encoding="utf-8")
    changed = deepcopy(file)
    gives = changed["steps"][0]["gives"]
    gives[0], gives[1] = gives[1], gives[0]
    bad.write_text(json.dumps(changed), encoding="utf-8")
    page.goto(kept.as_uri())
    chosen = page.get_by_label("File of the draw")
    chosen.set_input_files(good)
    expect(page.get_by_text(f"Draw {file['draw']} comes out the same.")).to_be_visible()
    chosen.set_input_files(bad)
    expect(page.get_by_text("Step 1 comes out differently.")).to_be_visible()
    expect(page.get_by_text("comes out the same")).to_be_hidden()
    none = tmp_path / "none.json"
    none.write_text("no file of a draw", encoding="utf-8")
    chosen.set_input_files(none)
    expect(page.get_by_text("This file cannot be read")).to_be_visible()


def test_the_page_counts_as_the_standards_say_and_as_python_does(
    page: Page, live_floorman: LiveFloorman
) -> None:
    open_page_of_a_draw(page, live_floorman)
    assert page.evaluate("() => checkDraw.hex(checkDraw.sha256(checkDraw.bytes('abc')))") == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    hmacs = page.evaluate(
        """(cases) => {
            const { hex, hmac, unhex } = checkDraw;
            return cases.map(([key, data]) => hex(hmac(unhex(key), unhex(data))));
        }""",
        [[key, data] for key, data, _mac in RFC_4231],
    )
    assert [mac[: len(wanted)] for mac, (_key, _data, wanted) in zip(hmacs, RFC_4231, strict=True)] == [
        wanted for _key, _data, wanted in RFC_4231
    ]
    # Eight bytes at a time, as a draw takes them, and not the 128 of NIST's vectors: those of Python are NIST's.
    entropy, nonce, personalisation, _second = NIST[3]
    bits = HmacDrbg(
        entropy=bytes.fromhex(entropy),
        nonce=bytes.fromhex(nonce),
        personalisation=bytes.fromhex(personalisation),
    )
    numbers = page.evaluate(
        """([entropy, nonce, personalisation]) => {
            const { numbersFrom, unhex } = checkDraw;
            const numbers = numbersFrom(unhex(entropy), unhex(nonce), unhex(personalisation));
            return Array.from({ length: 20 }, () => numbers.next().value.toString());
        }""",
        [entropy, nonce, personalisation],
    )
    assert numbers == [str(int.from_bytes(bits.generate(8))) for _ in range(20)]
    rejected = page.evaluate(
        """([draw, n]) => {
            const numbers = checkDraw.numbersOf(draw);
            return Array.from({ length: 4 }, () => checkDraw.below(numbers, n).toString());
        }""",
        [
            {
                "draw": "T-2026-001#4",
                "kind": "forced-reject",
                "seed": VECTORS["seed"],
                "public": VECTORS["public"],
                "list": [f"E{number:04}" for number in range(1, 19)],
            },
            VECTORS["reject_n"],
        ],
    )
    assert rejected == VECTORS["reject_vals"]


@pytest.mark.sampled
def test_random_draws_come_out_the_same_in_the_page_and_a_changed_one_does_not(
    page: Page, live_floorman: LiveFloorman
) -> None:
    open_page_of_a_draw(page, live_floorman)
    # As text: the values of an argument go over one by one, which takes longer than the draws.
    wrong = "(files) => JSON.parse(files).map((file) => checkDraw.whatIsWrong(file).wrong)"
    for start in range(0, RANDOM_DRAWS, 500):
        files = [drawn(seed) for seed in range(start, min(start + 500, RANDOM_DRAWS))]
        assert page.evaluate(wrong, json.dumps(files)) == [""] * len(files)
    planted = []
    for change in CHANGED:
        file = deepcopy(a_file())
        change(file)
        planted.append(file)
    assert page.evaluate(wrong, json.dumps(planted)) == [
        "protocol",
        "anchor",
        "anchor",
        "step",
        "list",
        "list",
        "step",
        "unlisted",
        "step",
        "step",
        "step",
        "step",
        "beacon",
        "beacon",
        "beacon",
        "beacon",
    ]
