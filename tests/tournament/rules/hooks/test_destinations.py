from __future__ import annotations

import pytest

from tournament.rules.hooks.destinations import (
    Destination,
    Reach,
    UrlFault,
    UrlWrong,
    may_be_asked,
    reach_of,
    read_destination,
)

EVERYBODY = ("1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")
ROOM = (
    *("10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.20", "100.64.0.1", "127.0.0.1", "127.9.9.9"),
    *("::1", "fc00::1", "fd12:3456::1", "::ffff:127.0.0.1", "::ffff:192.168.0.1", "::ffff:7f00:1"),
    *("64:ff9b::7f00:1", "64:ff9b::10.0.0.1"),
)
# Link-local (with the metadata of clouds), multicast, unspecified, broadcast, reserved, of books and tests; forms of
# IPv6 that carry IPv4 by ways that nobody here has: compatible, 6to4, Teredo, translated, local NAT64.
NOBODY = (
    *(
        "169.254.169.254",
        "169.254.0.1",
        "224.0.0.1",
        "239.255.255.250",
        "0.0.0.0",
        "0.1.2.3",
        "255.255.255.255",
    ),
    *("240.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "192.0.0.1", "192.88.99.1"),
    *("::", "fe80::1", "fe80::1%eth0", "ff02::1", "ff0e::1", "fec0::1", "2001:db8::1", "3fff::1", "100::1"),
    *("::127.0.0.1", "::8.8.8.8", "2002:7f00:1::", "2002:c0a8:101::", "2002:808:808::", "2001:0:1:2:3:4:5:6"),
    *("::ffff:0:127.0.0.1", "64:ff9b:1::a00:1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "4000::1"),
    *("0177.0.0.1", "2130706433", "localhost", "", "1.2.3"),
)


@pytest.mark.parametrize(
    ("address", "reach"),
    [
        *((each, Reach.EVERYBODY) for each in EVERYBODY),
        *((each, Reach.NETWORK) for each in ROOM),
        *((each, Reach.NOBODY) for each in NOBODY),
    ],
)
def test_an_address_is_of_everybody_of_the_network_or_of_nobody(address: str, reach: Reach) -> None:
    assert reach_of(address) is reach


def test_the_network_is_asked_only_where_the_director_allowed_it_and_what_is_nobodys_never() -> None:
    allowed = [(may_be_asked(each, in_network=False), may_be_asked(each, in_network=True)) for each in ROOM]
    refused = [(may_be_asked(each, in_network=False), may_be_asked(each, in_network=True)) for each in NOBODY]

    assert set(allowed) == {(False, True)}
    assert set(refused) == {(False, False)}
    assert all(may_be_asked(each, in_network=False) for each in EVERYBODY)


@pytest.mark.parametrize(
    ("typed", "host", "port", "header"),
    [
        ("https://club.example/hooks?to=1", "club.example", 443, "club.example"),
        ("http://club.example", "club.example", 80, "club.example"),
        ("https://Club.Example:8443/", "club.example", 8443, "club.example:8443"),
        ("http://[2606:4700::1111]:8080/x", "2606:4700::1111", 8080, "[2606:4700::1111]:8080"),
        ("http://192.168.1.20:80/", "192.168.1.20", 80, "192.168.1.20"),
    ],
)
def test_what_is_typed_is_read_with_host_and_port(typed: str, host: str, port: int, header: str) -> None:
    read = read_destination(typed)

    assert read == Destination(url=typed, scheme=typed.partition(":")[0], host=host, port=port)
    assert read.host_header == header


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("ftp://club.example/", UrlFault.SCHEME),
        ("club.example/hooks", UrlFault.SCHEME),
        ("file:///etc/passwd", UrlFault.SCHEME),
        ("https:///hooks", UrlFault.HOST),
        ("https://club.example./", UrlFault.HOST),
        ("https://[fe80::1%25eth0]/", UrlFault.HOST),
        ("https://ugo:secret@club.example/", UrlFault.USER),
        ("https://club.example/#top", UrlFault.USER),
        ("http://club.example:22/", UrlFault.PORT),
        ("http://club.example:6379/", UrlFault.PORT),
        ("http://club.example:0/", UrlFault.PORT),
        ("http://club.example:70000/", UrlFault.UNREADABLE),
        ("http://club.example:x/", UrlFault.UNREADABLE),
        ("https://club.example/a b", UrlFault.UNREADABLE),
        ("https://club.example\\@evil.example/", UrlFault.UNREADABLE),
        ("https://clüb.example/", UrlFault.UNREADABLE),
        ("https://[::1/", UrlFault.UNREADABLE),
        ("https://club.example/" + "x" * 300, UrlFault.UNREADABLE),
    ],
)
def test_what_cannot_be_the_address_of_a_receiver_is_refused_with_the_reason(
    typed: str, fault: UrlFault
) -> None:
    with pytest.raises(UrlWrong) as refused:
        read_destination(typed)

    assert refused.value.fault is fault
