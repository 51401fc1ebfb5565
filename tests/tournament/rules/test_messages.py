"""Addresses of message services and of players, as they are typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.messages import (
    SAMPLES,
    SERVICES,
    AddressFault,
    AddressWrong,
    Asks,
    filled,
    hidden,
    is_literal_elsewhere,
    is_mail_port,
    read_player,
    read_service,
)


@pytest.mark.parametrize("scheme", SERVICES)
def test_the_example_of_every_service_is_read(scheme: str) -> None:
    assert read_service(SERVICES[scheme].example) == scheme


def test_a_scheme_is_read_in_capitals_too() -> None:
    assert read_service("TWILIO://SID:TOKEN@+39055123456/{to}") == "twilio"


@pytest.mark.parametrize(
    ("typed", "fault", "what", "near"),
    [
        ("", AddressFault.UNREADABLE, "", ""),
        ("twilio", AddressFault.UNREADABLE, "", ""),
        ("twilio://", AddressFault.UNREADABLE, "", ""),
        ("twilio://a:b@c/{to} twilio://d:e@f/+39", AddressFault.UNREADABLE, "", ""),
        ("twilio://a:b@c/{to},mailto://x", AddressFault.UNREADABLE, "", ""),
        ("twilio://a:b@c/{to}/" + "x" * 500, AddressFault.UNREADABLE, "", ""),
        ("twilio://à:b@c/{to}", AddressFault.UNREADABLE, "", ""),
        ("twillio://a:b@c/{to}", AddressFault.SCHEME, "twillio", "twilio"),
        ("json://127.0.0.1:8000/{to}", AddressFault.SCHEME, "json", ""),
        ("file:///etc/passwd?{to}", AddressFault.SCHEME, "file", ""),
        ("ntfy://localhost/{to}", AddressFault.SCHEME, "ntfy", ""),
        ("twilio://a:b@c/+39055123456", AddressFault.TO_MISSING, SERVICES["twilio"].example, ""),
        ("twilio://a:b@c/{To}", AddressFault.TO_MISSING, SERVICES["twilio"].example, ""),
        ("twilio://a:b@c/{to}/{to}", AddressFault.TO_TWICE, SERVICES["twilio"].example, ""),
        ("twilio://a:{to}@c/+39055123456", AddressFault.TO_PLACE, SERVICES["twilio"].example, ""),
        ("twilio://a:b@c/x{to}", AddressFault.TO_PLACE, SERVICES["twilio"].example, ""),
        ("twilio://a:b@{to}/+39055123456", AddressFault.TO_PLACE, SERVICES["twilio"].example, ""),
        ("twilio://a:b@{to}", AddressFault.TO_PLACE, SERVICES["twilio"].example, ""),
        ("plivo://a@b/{to}/+39055123456", AddressFault.TO_PLACE, SERVICES["plivo"].example, ""),
        ("tgram://{to}/123456789", AddressFault.TO_PLACE, SERVICES["tgram"].example, ""),
        ("threema://*HOUSE01@{to}/ABCD1234", AddressFault.TO_PLACE, SERVICES["threema"].example, ""),
        ("mailtos://{to}", AddressFault.TO_PLACE, SERVICES["mailtos"].example, ""),
        ("mailtos://u:p@h.example?from={to}&to=x@h.example", AddressFault.TO_PLACE, SERVICES["mailtos"].example, ""),
        ("mailtos://u:p@h.example?to={to}&bcc=x@h.example", AddressFault.SAYS, "bcc", ""),
        ("mailtos://u:p@h.example?to={to}&pgpkey=/etc/passwd", AddressFault.SAYS, "pgpkey", ""),
        ("mailtos://u:p@h.example?to={to}&verify=no", AddressFault.SAYS, "verify", ""),
        ("mailtos://u:p@h.example?to={to}&to=x@h.example", AddressFault.SAYS, "to", ""),
        ("tgram://b/{to}?retry=5", AddressFault.SAYS, "retry", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_address_is_named(
    typed: str, fault: AddressFault, what: str, near: str
) -> None:
    with pytest.raises(AddressWrong) as wrong:
        read_service(typed)
    assert (wrong.value.fault, wrong.value.what, wrong.value.near) == (fault, what, near)


@pytest.mark.parametrize(
    ("asks", "typed", "kept"),
    [
        (Asks.PHONE, "+39 333 1234567", "+393331234567"),
        (Asks.PHONE, " 0039 (333) 123-45.67 ", "+393331234567"),
        (Asks.PHONE, "+44/7700/900123", "+447700900123"),
        (Asks.EMAIL, "Anna.Verdi+poker@Example.org", "Anna.Verdi+poker@Example.org"),
        (Asks.TELEGRAM, "123456789", "123456789"),
        (Asks.THREEMA, "abcd1234", "ABCD1234"),
    ],
)
def test_a_players_address_is_kept_in_one_form(asks: Asks, typed: str, kept: str) -> None:
    assert read_player(typed, asks) == kept


HOSTILE = (
    "",
    "333 1234567",
    "+39",
    "+0393331234567",
    "+3933312345678901",
    "+393331234567,+393337654321",
    "+393331234567/+393337654321",
    "+393331234567?from=x",
    "+393331234567&to=+393337654321",
    "+39333%2C1234567",
    "anna@example.org,bruno@example.org",
    "anna@example.org;bruno@example.org",
    "anna@example.org bruno@example.org",
    "anna@example.org?bcc=bruno@example.org",
    "anna@example.org&bcc=bruno@example.org",
    "anna@example.org/bruno@example.org",
    "anna@bruno@example.org",
    "anna%2Cbruno@example.org",
    '"anna,bruno"@example.org',
    "Anna <anna@example.org>",
    "anna@example.org\r\nBcc: bruno@example.org",
    "anna@example.org\n",
    "anna@localhost",
    "anna@127.0.0.1",
    "anna..verdi@example.org",
    ".anna@example.org",
    "anna.@example.org",
    "{to}",
    "@channel",
    "-1001234567890",
    "12345:67890",
    "ABCD123",
    "ABCD1234,ZYXW9876",
    "à@example.org",
    "٣٣٣٣٣٣٣٣",
)


@pytest.mark.parametrize("typed", HOSTILE)
@pytest.mark.parametrize("asks", Asks)
def test_what_could_mean_more_than_one_person_is_no_address(asks: Asks, typed: str) -> None:
    kept = read_player(typed, asks)
    # The end of a line is no part of what was typed.
    assert kept in ("", typed.strip())
    assert not set(kept) & set(',;/?&%<>" \r\n:{}#\\=')


@given(st.text(max_size=60), st.sampled_from(Asks))
def test_an_address_changes_nothing_of_that_of_the_service(typed: str, asks: Asks) -> None:
    """However it was typed: what is kept has no letter with a meaning there, and is written as text."""
    kept = read_player(typed, asks)
    url = filled("mailtos://u:p@h.example?to={to}", kept)
    assert not set(url.removeprefix("mailtos://u:p@h.example?to=")) & set("/?&#,;@ +")


@pytest.mark.parametrize(
    ("address", "shown"),
    [("+393331234567", "…567"), ("anna@example.org", "a…@example.org"), ("ABCD1234", "…234")],
)
def test_an_address_is_shown_by_its_end(address: str, shown: str) -> None:
    assert hidden(address) == shown


@pytest.mark.parametrize("asks", Asks)
def test_the_addresses_of_nobody_are_addresses(asks: Asks) -> None:
    assert tuple(read_player(each, asks) for each in SAMPLES[asks]) == SAMPLES[asks]


def test_a_mail_server_has_the_usual_ports_and_in_the_room_any_that_no_other_service_has() -> None:
    usual = [
        port
        for port in (22, 25, 80, 465, 587, 1025, 2525, 6379, 5432)
        if is_mail_port(port, in_network=False)
    ]
    near = [
        port for port in (22, 25, 80, 465, 587, 1025, 2525, 6379, 5432) if is_mail_port(port, in_network=True)
    ]
    assert usual == [25, 465, 587, 2525]
    assert near == [25, 465, 587, 1025, 2525]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "192.168.1.5", "169.254.169.254", "::1", "localhost", "10.0.0.1"]
)
def test_an_address_of_this_network_is_seen_as_it_is_typed(host: str) -> None:
    assert is_literal_elsewhere(host, in_network=False)


def test_in_this_network_those_of_nobody_stay_closed() -> None:
    assert is_literal_elsewhere("169.254.169.254", in_network=True)
    assert not is_literal_elsewhere("192.168.1.5", in_network=True)
    assert not is_literal_elsewhere("localhost", in_network=True)
    assert not is_literal_elsewhere("smtp.example.org", in_network=False)
