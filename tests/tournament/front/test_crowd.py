from collections.abc import Callable

import pytest

from tournament.front.crowd import Crowd, Crowded, network_of


def crowd_of(
    in_all: int, *members: str, gives_way: Callable[[str], bool] = lambda _member: True
) -> Crowd[str]:
    """A crowd with these members, each "address number"."""
    crowd: Crowd[str] = Crowd(in_all=in_all, gives_way=gives_way)
    for member in members:
        assert crowd.add(member.split()[0], member) is None
    return crowd


def test_one_address_has_at_most_half() -> None:
    crowd = crowd_of(4, "a 1", "a 2")
    with pytest.raises(Crowded):
        crowd.add("a", "a 3")
    assert crowd.add("b", "b 1") is None


def test_a_newcomer_takes_the_place_of_the_newest_of_the_address_that_has_most() -> None:
    crowd = crowd_of(5, "a 1", "b 1", "a 2", "b 2", "c 1")
    assert crowd.add("d", "d 1") in ("a 2", "b 2")
    assert len(crowd) == 5


def test_an_address_with_its_fair_share_gets_no_more_when_all_is_taken() -> None:
    crowd = crowd_of(6, "a 1", "a 2", "a 3", "b 1", "b 2", "c 1")
    with pytest.raises(Crowded):
        crowd.add("b", "b 3")
    assert crowd.add("c", "c 2") == "a 3"


def test_the_newest_that_may_gives_way() -> None:
    crowd = crowd_of(4, "a 1", "a 2", "b 1", "c 1", gives_way=lambda member: member != "a 2")
    assert crowd.add("d", "d 1") == "a 1"


def test_nobody_is_let_in_when_nobody_gives_way() -> None:
    crowd = crowd_of(2, "a 1", "b 1", gives_way=lambda _member: False)
    with pytest.raises(Crowded):
        crowd.add("c", "c 1")
    assert len(crowd) == 2


def test_who_leaves_makes_room_once() -> None:
    crowd = crowd_of(2, "a 1", "b 1")
    crowd.remove("a", "a 1")
    crowd.remove("a", "a 1")
    crowd.remove("nobody", "x")
    assert len(crowd) == 1
    assert crowd.add("c", "c 1") is None


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_an_ipv6_network_is_one_address(address: str, network: str) -> None:
    assert network_of(address) == network
