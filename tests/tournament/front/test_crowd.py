from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tournament.front.crowd import Crowd, Crowded, network_of, room_for


@dataclass(eq=False)
class Member:
    """A member of a crowd; its address is the letter of its name."""

    name: str
    is_cut: bool = False

    @property
    def address(self) -> str:
        return self.name[0]

    def cut(self) -> None:
        self.is_cut = True


def crowd_of(
    in_all: int, *names: str, gives_way: Callable[[Member], bool] = lambda _member: True
) -> tuple[Crowd[Member], list[Member]]:
    """A crowd with these members, and the members in their order."""
    crowd: Crowd[Member] = Crowd(in_all=in_all, gives_way=gives_way)
    members = [Member(name) for name in names]
    for member in members:
        crowd.add(member.address, member)
    return crowd, members


def cut_by(newcomer: str, crowd: Crowd[Member], members: list[Member]) -> list[str]:
    """Who has to go for a newcomer that stays."""
    leaving = crowd.add(newcomer[0], Member(newcomer))
    assert leaving is None or leaving in members
    return [leaving.name] if leaving is not None else []


def test_one_address_has_at_most_half() -> None:
    crowd, members = crowd_of(4, "a1", "a2")
    with pytest.raises(Crowded):
        cut_by("a3", crowd, members)
    assert cut_by("b1", crowd, members) == []


def test_a_newcomer_takes_the_place_of_the_newest_of_the_address_that_has_most() -> None:
    crowd, members = crowd_of(5, "a1", "b1", "a2", "c1", "d1")
    assert cut_by("e1", crowd, members) == ["a2"]
    assert len(crowd) == 5


def test_an_address_with_its_fair_share_gets_no_more_when_all_is_taken() -> None:
    crowd, members = crowd_of(6, "a1", "a2", "a3", "b1", "b2", "c1")
    with pytest.raises(Crowded):
        cut_by("b3", crowd, members)
    assert cut_by("c2", crowd, members) == ["a3"]


def test_the_newest_that_may_gives_way() -> None:
    crowd, members = crowd_of(4, "a1", "a2", "b1", "c1", gives_way=lambda member: member.name != "a2")
    assert cut_by("d1", crowd, members) == ["a1"]


def test_nobody_is_let_in_when_nobody_gives_way() -> None:
    crowd, members = crowd_of(2, "a1", "b1", gives_way=lambda _member: False)
    with pytest.raises(Crowded):
        cut_by("c1", crowd, members)
    assert len(crowd) == 2


def test_who_leaves_makes_room_once() -> None:
    crowd, members = crowd_of(2, "a1", "b1")
    crowd.remove("a", members[0])
    crowd.remove("a", members[0])
    crowd.remove("n", Member("nobody"))
    assert len(crowd) == 1
    assert cut_by("c1", crowd, members) == []


def test_room_is_given_back_at_the_end_of_the_block() -> None:
    crowd, _members = crowd_of(2, "a1")
    with room_for(crowd, "b", Member("b1")):
        assert len(crowd) == 2
    assert len(crowd) == 1


def test_who_gives_way_to_a_member_of_a_block_is_cut() -> None:
    crowd, (first, second, third) = crowd_of(3, "a1", "b1", "c1")
    with pytest.raises(Crowded), room_for(crowd, "d", Member("d1")):
        pass
    crowd, (first, second, third) = crowd_of(4, "a1", "a2", "b1")
    with room_for(crowd, "c", Member("c1")), room_for(crowd, "d", Member("d1")):
        assert (first.is_cut, second.is_cut, third.is_cut) == (False, True, False)


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
