"""One POST by real servers at this machine; only the look-up of names is told what to answer."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.processes import free_port
from tests.tournament.services.hooks.receiver import after, receiving
from tournament.config.certificates import context_of_house, house_of
from tournament.models import HookFault
from tournament.rules.hooks.destinations import read_destination
from tournament.services.hooks.posting import Posted, post

Answers = Callable[[], list[str]]


def send(url: str, *, in_network: bool = True, seconds: float = 5.0) -> Posted:
    headers = {"webhook-id": "msg_1", "content-type": "application/json"}
    return post(read_destination(url), headers=headers, body=b"{}", in_network=in_network, seconds=seconds)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, Answers]:
    """By host what its look-up answers; how often it was asked stands in `asked`."""
    told: dict[str, Answers] = {}

    def look_up(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        if host not in told:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [
            (socket.AF_INET6 if ":" in each else socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port))
            for each in told[host]()
        ]

    real = socket.getaddrinfo

    def of_addresses_too(host: Any, *rest: Any, **more: Any) -> Any:
        # asyncio asks also for what is an address already.
        name = host.decode() if isinstance(host, bytes) else host
        is_address = name.replace(".", "").isdigit() or ":" in name
        return real(host, *rest, **more) if is_address else look_up(name, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", of_addresses_too)
    return told


def test_a_message_arrives_with_path_headers_and_bytes() -> None:
    with receiving() as receiver:
        posted = send(f"{receiver.url}?to=club")

    assert posted == Posted(fault=None, status=204)
    (heard,) = receiver.heard
    assert (heard.path, heard.body) == ("/hooks?to=club", b"{}")
    assert heard.headers["webhook-id"] == "msg_1"
    assert heard.headers["host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.parametrize(
    ("status", "headers", "fault"),
    [
        (200, {}, None),
        (299, {}, None),
        (301, {"Location": "http://127.0.0.1:1/"}, HookFault.REDIRECTED),
        (302, {"Location": "/elsewhere"}, HookFault.REDIRECTED),
        (307, {"Location": "/elsewhere"}, HookFault.REDIRECTED),
        (400, {}, HookFault.ANSWER),
        (401, {}, HookFault.ANSWER),
        (410, {}, HookFault.GONE),
        (429, {}, HookFault.BUSY),
        (500, {}, HookFault.ANSWER),
        (500, {"Retry-After": "60"}, HookFault.BUSY),
        (502, {}, HookFault.BUSY),
        (503, {"Retry-After": "60"}, HookFault.BUSY),
        (504, {}, HookFault.BUSY),
    ],
)
def test_only_2xx_is_success_and_no_redirect_is_followed(
    status: int, headers: dict[str, str], fault: HookFault | None
) -> None:
    with receiving() as receiver:
        receiver.answer = lambda _: (status, headers)
        posted = send(receiver.url)

    retry_after = headers.get("Retry-After", "") if fault is HookFault.BUSY else ""
    assert posted == Posted(fault=fault, status=status, retry_after=retry_after)
    assert len(receiver.heard) == 1


def test_a_name_that_is_not_found_and_a_closed_port_have_reasons_of_their_own(
    names: dict[str, Answers],
) -> None:
    assert send("http://nowhere.example/").fault is HookFault.NO_NAME
    assert send(f"http://127.0.0.1:{free_port()}/").fault is HookFault.REFUSED


def test_a_receiver_that_is_silent_or_slow_is_left_when_the_time_is_over() -> None:
    with receiving() as receiver:
        receiver.answer = after(1.5)
        began = time.monotonic()
        posted = send(receiver.url, seconds=0.3)
        took = time.monotonic() - began

    assert posted == Posted(fault=HookFault.TIMED_OUT)
    assert took < 1.2


def test_a_receiver_that_drips_its_answer_is_left_as_well() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)
        port = server.getsockname()[1]

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                for byte in b"HTTP/1.1 204 No Content\r\n" * 4:
                    try:
                        connection.sendall(bytes([byte]))
                    except OSError:
                        return
                    time.sleep(0.05)

        import threading  # of this test alone

        thread = threading.Thread(target=drip)
        thread.start()
        assert send(f"http://127.0.0.1:{port}/", seconds=0.5) == Posted(fault=HookFault.TIMED_OUT)
        thread.join()


def test_a_certificate_that_nobody_vouches_for_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    house = house_of(tmp_path, hosts=["127.0.0.1"])
    with receiving(tls=context_of_house(house, lambda: ["127.0.0.1"])) as receiver:
        posted = send(receiver.url)

    assert posted == Posted(fault=HookFault.CERTIFICATE)
    assert receiver.heard == []


def test_over_tls_the_name_is_checked_though_the_address_is_connected_to(
    names: dict[str, Answers], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(tmp_path, hosts=["club.example"])
    trusted = ssl.create_default_context(cadata=house_certificate_text(house))
    monkeypatch.setattr("tournament.services.hooks.posting._trusted", lambda: trusted)
    names |= {"club.example": lambda: ["127.0.0.1"], "other.example": lambda: ["127.0.0.1"]}
    with receiving(tls=context_of_house(house, lambda: ["club.example"])) as receiver:
        right = send(f"https://club.example:{receiver.port}/")
        wrong = send(f"https://other.example:{receiver.port}/")

    assert right == Posted(fault=None, status=204)
    assert wrong == Posted(fault=HookFault.CERTIFICATE)
    assert [each.headers["host"] for each in receiver.heard] == [f"club.example:{receiver.port}"]


def house_certificate_text(house: Any) -> str:
    """Of the authority that the house has made for itself."""
    from cryptography.hazmat.primitives.serialization import Encoding  # of this test alone

    return str(house.certificate.public_bytes(Encoding.PEM).decode())


# --- Addresses that are not asked -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.5", "192.168.1.5", "::1", "fd00::5", "::ffff:127.0.0.1", "64:ff9b::7f00:1"],
)
def test_a_name_that_leads_into_this_network_is_not_asked_unless_it_was_allowed(
    names: dict[str, Answers], address: str
) -> None:
    names["inside.example"] = lambda: [address]

    assert send("http://inside.example/", in_network=False) == Posted(fault=HookFault.IN_NETWORK)


@pytest.mark.parametrize(
    "address", ["169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "::", "2002:7f00:1::", "::127.0.0.1"]
)
def test_what_nobody_may_ask_is_not_asked_even_where_the_network_is_allowed(
    names: dict[str, Answers], address: str
) -> None:
    names["evil.example"] = lambda: [address]

    assert send("http://evil.example/", in_network=True) == Posted(fault=HookFault.NOT_ASKED)


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::1]"])
def test_digits_in_any_spelling_are_judged_by_what_they_lead_to(host: str) -> None:
    with receiving() as receiver:
        posted = send(f"http://{host}:{receiver.port}/", in_network=False)

    assert posted == Posted(fault=HookFault.IN_NETWORK)
    assert receiver.heard == []


def test_one_bad_address_among_good_ones_is_enough_to_ask_none(names: dict[str, Answers]) -> None:
    names["mixed.example"] = lambda: ["93.184.216.34", "127.0.0.1"]

    assert send("http://mixed.example/", in_network=False) == Posted(fault=HookFault.IN_NETWORK)


def test_a_name_that_changes_after_the_check_leads_nowhere_else(names: dict[str, Answers]) -> None:
    """The second answer, to another server, is never asked for."""
    asked: list[str] = []
    with receiving() as first, receiving() as second:
        answers = iter([["127.0.0.1"], ["127.0.0.2"]])

        def next_answer() -> list[str]:
            asked.append("look-up")
            return next(answers)

        names["rebinding.example"] = next_answer
        posted = send(f"http://rebinding.example:{first.port}/hooks")

    assert posted == Posted(fault=None, status=204)
    assert asked == ["look-up"]
    assert [each.headers["host"] for each in first.heard] == [f"rebinding.example:{first.port}"]
    assert second.heard == []


def test_a_name_that_changes_between_two_messages_is_checked_again(names: dict[str, Answers]) -> None:
    with receiving() as receiver:
        answers = iter([["127.0.0.1"], ["169.254.169.254"]])
        names["turning.example"] = lambda: next(answers)
        url = f"http://turning.example:{receiver.port}/"

        assert send(url).fault is None
        assert send(url).fault is HookFault.NOT_ASKED

    assert len(receiver.heard) == 1


def test_of_two_addresses_the_second_is_asked_where_the_first_is_closed(names: dict[str, Answers]) -> None:
    with receiving() as receiver:
        names["twice.example"] = lambda: ["127.0.0.3", "127.0.0.1"]
        posted = send(f"http://twice.example:{receiver.port}/")

    assert posted == Posted(fault=None, status=204)


def test_a_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as receiver, receiving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert send(receiver.url).fault is None

    assert (len(receiver.heard), proxy.heard) == (1, [])
