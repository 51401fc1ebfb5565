"""Whatever is typed or sent: never a server error, a clear word about what is wrong, nothing half written."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib.messages import ERROR, get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch

from tests.breadth import GOES_LONG, sample
from tests.factories.house import House, undone
from tests.security.addresses import Address
from tests.security.forms import Trial
from tests.security.pages import Control, Page, read_page
from tests.security.rows import counted_models
from tests.security.test_access_table import LISTED, TABLE, pairing_values, values_of

pytestmark = pytest.mark.django_db

LONG = "x" * 10_000
HUGE = str(10**30)
MISSING = "(missing)"
BAD: dict[str, Any] = {
    "missing": MISSING,
    "10,000 characters": LONG,
    "a null byte and half a character": "a\x00b\udc80",
    "negative": "-1",
    "10 to the 30": HUGE,
    "not a number": "NaN",
    "a digit that is none": "²",
    "many of them": ["1", "2", "x"],
}
# What only a database measures. The rest our own code refuses before it asks one: that is tried on SQLite.
MEASURED = ("10,000 characters", "a null byte and half a character", "10 to the 30")
NO_AMOUNTS = ("10,000 characters", "negative", "10 to the 30", "not a number")
# Any text will do for a name, a reason or a message: only its length can be wrong.
WORDS = frozenset(
    {"name", "public_name", "club_number", "full_name", "username", "reason", "text", "house_rules_text", "code"}
    | {"old_password", "new_password", "again", "note", "staff", "said", "why_late", "answer"}
    | {"venue", "city", "pay_place", "seat_event", "recovery", "message", "line_1", "line_2", "formula"}
    | {"league_name", "next_formula", "points-player", "points-reason", "guest-guest", "members-members"}
)  # fmt: skip
# Read by `result_of_tap`, `handle_tap` and `TapForm`, whatever the form.
SHARED = frozenset({"key", "version", "epoch"})
LONG_FORM = 12
# Every form is tried in one of them: so that the work can be shared out.
PARTS = 3
# A log-in says of every password the same; a list of players is looked at, however long; a zone that is removed is not
# asked what it is called; points may be taken off, and then it is the name that is missing.
SAID_OTHERWISE = frozenset(
    {
        ("tournament:log_in", "password"),
        ("tables:import", "text"),
        ("tables:change_zone", "name"),
        ("tables:change_zone", "staff"),
        ("tournament:season_rules", "points-points"),
    }
)


def count_rows() -> tuple[int, ...]:
    """How many rows each table has, in one query."""
    counts = ", ".join(
        f"(SELECT COUNT(*) FROM {connection.ops.quote_name(model._meta.db_table)})"
        for model in counted_models()
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts}")
        return tuple(cursor.fetchone())


def with_bad(body: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    if value == MISSING:
        return {key: kept for key, kept in body.items() if key != name}
    return {**body, name: value}


def send_raw(client: Client, url: str, body: dict[str, Any], *, page: str) -> Any:
    """POST as a browser does, also what is no Unicode: as the bytes that it stands for."""
    pairs = [
        (name, one) for name, value in body.items() for one in (value if isinstance(value, list) else [value])
    ]
    encoded = "&".join(f"{quote(name)}={quote(str(one))}" for name, one in pairs)
    return client.post(
        url,
        encoded,
        content_type="application/x-www-form-urlencoded",
        headers={"Referer": f"http://testserver{page}"},
    )


def quote(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogateescape"))


@pytest.mark.slow
@pytest.mark.long(reason="every field of every form; each has tests of its own with its form")
@pytest.mark.parametrize("part", range(PARTS))
def test_no_value_in_any_field_of_any_form_breaks_anything(
    house: House, trials: list[Trial], part: int
) -> None:
    """Never a server error; a refusal leaves no row behind, and names what a person typed wrong."""
    wrong: list[str] = []
    clients = {visitor: house.client(visitor) for visitor in ("director", "anonymous", *house.tablets)}
    before, told = count_rows(), 0
    for trial in trials[part::PARTS]:
        client = clients[trial.visitor]
        for number, control in enumerate(trial.controls()):
            for kind in kinds_for(trial, control, number):
                body = with_bad(trial.body(), control.name, BAD[kind])
                with undone(client):
                    response = send_raw(client, trial.form.action, body, page=trial.form.page)
                    refused = response.status_code >= 400 or is_refused(response)
                    fault = fault_of(trial, response, refused=refused, has_written=count_rows() != before)
                    if must_be_said(trial, control, kind):
                        told += 1
                        fault = fault or not_said(response, control.name)
                if fault:
                    wrong.append(f"{trial.name}: {kind} as {control.name}: {fault}")
    assert not wrong, "\n".join(wrong)
    assert told >= 10, "the control: there are that many typed fields and values"


def kinds_for(trial: Trial, control: Control, number: int) -> list[str]:
    """What is typed: too long, and every other one by turns. A choice, a form of many fields and what every form reads:
    one in turn.
    """
    kinds = list(MEASURED if connection.vendor == "postgresql" else BAD)
    is_short = len(trial.controls()) <= LONG_FORM
    if is_short and control.is_typed and control.name not in SHARED:
        tried = kinds[number % 2 :: 2]
    else:
        tried = [kinds[number % len(kinds)]]
    return list(dict.fromkeys(["10,000 characters", *tried] if control.is_typed else tried))


def fault_of(trial: Trial, response: Any, *, refused: bool, has_written: bool) -> str:
    if response.status_code >= 500:
        return str(response.status_code)
    if refused and has_written and trial.name != "tournament:log_in":
        return "refused, and yet something was written"
    return ""


def must_be_said(trial: Trial, control: Control, kind: str) -> bool:
    """Whether this value is wrong in this field, and a person typed it there."""
    # Of the payout's four kinds of fields only those of the chosen one are read.
    if not control.is_typed or control.name.startswith("payout-"):
        return False
    if (trial.name, control.name) in SAID_OTHERWISE:
        return False
    is_words = (
        control.name in WORDS
        or control.name.startswith(("name-", "number_", "seal_"))
        or control.name.endswith("-label")
    )
    return kind == "10,000 characters" if is_words else kind in NO_AMOUNTS


def not_said(response: Any, name: str) -> str:
    """What is missing from the answer; nothing if it says what is wrong, and where."""
    if is_refused(response):
        return ""
    page = read_page("/", response.content.decode())
    if response.status_code in (200, 422) and is_said(page, name):
        return ""
    return f"{response.status_code}, not said at the field"


def is_refused(response: Any) -> bool:
    """A redirect that takes an error along to the next page."""
    return any(message.level >= ERROR for message in get_messages(response.wsgi_request))


def is_said(page: Page, name: str) -> bool:
    """The field is marked and has words about it; on a tablet the refusal stands above the buttons."""
    ids = {given.get("id") for _tag, given in page.tags}
    if any(given.get("id") == "refusal" for _tag, given in page.tags):
        return True
    marked = [
        given
        for _tag, given in page.tags
        if given.get("name") == name and given.get("aria-invalid") == "true"
    ]
    return any(word in ids for given in marked for word in given.get("aria-describedby", "").split())


FILES: dict[str, bytes] = {
    "nothing": b"",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
    "null bytes": b"name\nAn\x00na\n",
    "half a character": b"name\nAnna\xff\xfe\n",
    "one endless line": b"a" * 200_000,
    "an open quote": b'name\n"Anna\nBruno\n',
    "10,000 characters in a cell": b"name\n" + b"x" * 10_000 + b"\n",
    "a hundred columns": b";".join([b"a"] * 100) + b"\n",
    "a header and nothing else": b"name;club number\n",
    "too large": b"name\n" + b"Anna\n" * 400_000,
    "UTF-16": "name\nAnna\n".encode("utf-16"),
    "formulas": b"name\n=cmd|' /C calc'!A0\n",
}


@pytest.mark.one_database
@pytest.mark.parametrize("button", ["preview", "report", "run"])
def test_no_list_of_players_breaks_the_import(house: House, button: str) -> None:
    client = house.client("director")
    before = count_rows()
    for what, content in FILES.items():
        response = client.post(
            f"/floor/{house.early.code}/import/",
            {"file": SimpleUploadedFile("list.csv", content), "what": "add", "do": button},
        )
        assert response.status_code in (200, 409, 422), what
        assert count_rows() == before, f"{what}: only a list that was looked at is imported"
        if response.status_code == 422:
            page = read_page("/", response.content.decode())
            assert is_said(page, "file") or "error-summary" in str(page.tags), what


# --- Every address with anything ------------------------------------------------------------------

NASTY_NUMBERS = (0, 1, 7, 2**31, 2**63 - 1, 2**63, 10**30)
NASTY_WORDS = ("0", "x", "%00", "%F0%9F%83%8F", "..", "' OR 1=1 --", "A" * 300, "٣", "-1", "null", "\u202e")
QUERIES = (
    "page=-1", "page=99999999999999999999", "page=²", "page=%00", "seat=%00", "seat=²", "seat=999999999999999999999",
    "q=%00", "q=%FF", "q=" + "x" * 3_000, "name=%00", "name=%F0%9F%83%8F", "part=%00", "part=../../etc/passwd",
    "sheet=%00", "pick=%00", "pick=zz", "ticket=²", "ticket=99999999999999999999", "player=%00", "kind=%00",
    "before=-1", "before=99999999999999999999", "table=99999999999999999999", "next=%00", "next=//evil.example",
)  # fmt: skip


def bodies(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    yield "application/x-www-form-urlencoded", b""
    yield "application/x-www-form-urlencoded", b"%FF=%FF&key=%00&version=1e9&epoch=-1&operation=%00"
    yield "application/json", b'{"operation": null}'
    yield "multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n1\r\n'
    yield "multipart/form-data", b"no boundary"
    yield "text/plain; charset=nonsense", rng.randbytes(64)
    yield "application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(1_500))


def random_url(address: Address, values: dict[str, object], rng: random.Random) -> str | None:
    """The address with one of its arguments exchanged for something that nobody would write."""
    exchanged = dict(values)
    for name in address.arguments:
        if rng.random() < 0.6:
            is_number = isinstance(values[name], int)
            exchanged[name] = rng.choice(NASTY_NUMBERS if is_number else NASTY_WORDS)
    try:
        return address.url(exchanged)
    except NoReverseMatch:
        return None


def bad_requests(
    address: Address, methods: Sequence[str], values: dict[str, object], rng: random.Random
) -> Iterator[tuple[Any, ...]]:
    """Strange values in the address, strange queries, strange bodies."""
    url = address.url(values)
    for _ in address.arguments[: sample("bad values of each address")]:
        if strange := random_url(address, values, rng):
            yield rng.choice(methods), strange
    for query in rng.sample(QUERIES, sample("bad queries of each address")) if "GET" in methods else ():
        yield "GET", f"{url}?{query}"
    # A body is read before a database is asked: that is tried on SQLite.
    is_posted = "POST" in methods and connection.vendor == "sqlite"
    tried = rng.sample(list(bodies(rng)), sample("bad bodies of each address"))
    for content_type, body in tried if is_posted else ():
        yield "POST", url, body, content_type


@pytest.mark.sampled
@pytest.mark.parametrize("visitor", ["director", "tablet", "anonymous"])
def test_no_address_with_any_ids_query_method_or_body_breaks_the_server(house: House, visitor: str) -> None:
    rng = random.Random(f"fuzz {visitor}")
    client = house.client(visitor)
    broken: list[str] = []

    def check(method: str, url: str, *request: Any) -> None:
        with undone(client):
            status = client.generic(method, url, *request).status_code
        if status >= 500:
            broken.append(f"{method} {url} {str(request)[:60]}: {status}")

    for number, address in enumerate(LISTED):
        values = pairing_values(house, address, values_of(house, visitor))
        row = TABLE[address.name]
        if not is_tried_by(visitor, row.access):
            continue
        requests = list(bad_requests(address, row.methods.split(), values, rng))
        # One kind in turn at each address, so that each is tried at every third; in `make test-long` all.
        for request in requests if GOES_LONG else requests[number % 3 :][:1] or requests[:1]:
            check(*request)
    assert not broken, "\n".join(broken)


def is_tried_by(visitor: str, access: str) -> bool:
    """Whom an address is for; everybody else is turned away before anything is read."""
    public = access in ("public", "private link")
    return {"anonymous": public, "tablet": access == "tablet"}.get(visitor, not public and access != "tablet")


COOKIES = ("", "x", "\x00", "A" * 5_000, "é", '"', "a=b; c")


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["tablet", "sessionid", "csrftoken", "django_language", "theme", "messages"])
def test_no_cookie_breaks_a_page(house: House, name: str) -> None:
    """Each value at the page of the tablet, which reads them all, and at one of the others in turn."""
    addresses = ["/", "/tablet/", "/floor/", f"/t/{house.mine.code}/"]
    for number, cookie in enumerate(COOKIES):
        client = Client(raise_request_exception=False)
        client.cookies[name] = cookie
        others = addresses if GOES_LONG else [addresses[number % len(addresses)]]
        for address in ("/tablet/table/", *others):
            assert client.get(address).status_code < 500, (address, cookie)
        assert client.post("/theme/", {"theme": cookie, "next": cookie}).status_code < 500, cookie


@pytest.mark.parametrize(
    "address",
    [
        "/t/%00/",
        "/my/%00/",
        "/login/%00/",
        "/tablet/pair/%00/",
        "/t/{code}/seat/?name=ab%00c",
        "/floor/{code}/?q=ab%00c",
        "/floor/{code}/desk/?q=ab%00c",
        "/floor/{code}/log/?player=%00",
    ],
)
def test_a_null_byte_in_an_address_is_refused_in_words(house: House, address: str) -> None:
    """PostgreSQL knows no such text; no link of ours has one."""
    response = house.client("director").get(address.format(code=house.mine.code))
    assert response.status_code == 400
    assert "Floorman" in response.content.decode()
