"""The chop on the page: methods side by side, a proposal, consents, undo, and who may."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import give_role
from tests.factories.field import bust, played_down
from tests.factories.floor import tapped
from tests.pages import squeeze
from tournament.models import Chop, Entry, Player, Role, Tournament
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict

pytestmark = pytest.mark.django_db


def final_table(
    client: Client, *, players: int = 3, role: Role = Role.FLOOR
) -> tuple[Tournament, list[Entry]]:
    """Prizes of a pool of 45 for each; the last two are out, Anna has their chips."""
    scheme = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    tournament, entries = played_down(players + 2, left=players, payout_scheme_data=scheme)
    client.force_login(give_role(tournament, role))
    return tournament, entries[:players]


def see(client: Client, tournament: Tournament, query: str = "", *, where: str = "chop") -> str:
    answer = client.get(f"/floor/{tournament.code}/{where}/{query}")
    assert answer.status_code == 200
    return squeeze(answer.content.decode())


def post(client: Client, tournament: Tournament, path: str, **data: str) -> Any:
    address = f"/floor/{tournament.code}/chop/{path}"
    return tapped(client, address, {"key": str(uuid4())} | data)


def test_the_methods_stand_side_by_side_and_one_is_proposed(client: Client) -> None:
    tournament, _ = final_table(client)
    assert "What each player would get" in see(client, tournament)
    # Prizes of 113, 67 and 45; stacks of 30,000, 10,000 and 10,000.
    table = client.get(f"/floor/{tournament.code}/chop/").context["table"]
    assert [[offer.amount for offer in row.offers] for row in table.rows] == [
        [93_00, 99_00, 75_00],
        [66_00, 63_00, 75_00],
        [66_00, 63_00, 75_00],
    ]

    page = squeeze(post(client, tournament, "propose/", method="icm", left="0").content.decode())

    assert "Proposed a chop: ICM. 3 players divide €225." in page
    assert "Every player has to agree" in page
    assert see(client, tournament).count('type="submit" id="agree-') == 3


def test_every_player_agrees_and_then_prizes_follow(client: Client) -> None:
    tournament, entries = final_table(client)
    post(client, tournament, "propose/", method="equal", left="1500")
    chop = Chop.objects.get()
    pages = [
        squeeze(post(client, tournament, f"{chop.pk}/agree/{entry.pk}/").content.decode())
        for entry in entries
    ]
    assert (
        "1 of 3" in pages[0].replace("</small>", " ").replace("<small>", " "),
        "agrees to" in pages[0],
    ) == (True, False)
    assert "Carla Rossi agrees to €70. All 3 players have agreed: prizes follow the chop." in pages[2]
    assert "All players have agreed" in pages[2]
    said = "The last 3 players have agreed on a chop and divide €210. €15 is left to play for."
    assert said in see(client, tournament, where="payouts")
    assert said in squeeze(client.get(f"/t/{tournament.code}/payouts/").content.decode())
    clock = client.get(f"/t/{tournament.code}/clock/").context["board"]
    assert clock.next_prize is None

    for loser in entries[1:]:
        bust(tournament, loser, winner=entries[0])
    assert see(client, tournament, where="payouts").count("€70") == 4
    assert "€85" in see(client, tournament, where="payouts")


def test_an_answer_to_htmx_is_the_part_of_the_page(client: Client) -> None:
    tournament, entries = final_table(client)
    post(client, tournament, "propose/", method="icm", left="0")
    chop = Chop.objects.get()
    answer = client.post(
        f"/floor/{tournament.code}/chop/{chop.pk}/agree/{entries[0].pk}/",
        {"key": str(uuid4())},
        headers={"HX-Request": "true"},
        follow=True,
    )
    page = answer.content.decode()
    assert ("<html" in page, f'id="withdraw-{entries[0].pk}"' in page) == (False, True)


def test_a_double_tap_agrees_once_and_an_old_page_is_told(client: Client) -> None:
    tournament, entries = final_table(client)
    post(client, tournament, "propose/", method="icm", left="0")
    path, key = f"{Chop.objects.get().pk}/agree/{entries[0].pk}/", str(uuid4())
    said = [squeeze(post(client, tournament, path, key=key).content.decode()) for _ in range(2)]
    assert all(f'id="withdraw-{entries[0].pk}"' in page and "already" not in page for page in said)
    assert "Anna Verdi has agreed already." in squeeze(post(client, tournament, path).content.decode())
    assert post(client, tournament, f"{Chop.objects.get().pk}/agree/999999/").status_code == 404


def test_money_left_to_play_for_changes_the_shares_and_has_a_limit(client: Client) -> None:
    tournament, _ = final_table(client)
    page = client.get(f"/floor/{tournament.code}/chop/?left=30").context["table"]
    assert [sum(row.offers[column].amount for row in page.rows) for column in range(3)] == [195_00] * 3
    assert page.played_for == 30_00
    assert "At most €90 can be left to play for: the lowest prize is safe." in see(
        client, tournament, "?left=90.01"
    )
    assert "Enter an amount such as 25 or 25.50" in see(client, tournament, "?left=much")
    said = squeeze(post(client, tournament, "propose/", method="icm", left="9001").content.decode())
    assert "At most €90 can be left to play for" in said
    assert not Chop.objects.exists()


def test_unknown_stacks_are_named_and_only_an_equal_or_custom_chop_is_offered(client: Client) -> None:
    tournament, entries = final_table(client)
    Entry.objects.filter(pk=entries[1].pk).update(is_stack_known=False)
    page = see(client, tournament)
    assert "Count these stacks first: Bruno Neri." in page
    assert ('id="propose-icm"' in page, 'id="propose-equal"' in page) == (False, True)


def test_a_share_above_first_prize_is_marked(client: Client) -> None:
    tournament, entries = final_table(client)
    Entry.objects.filter(pk=entries[0].pk).update(stack=480_000)
    assert see(client, tournament).count("above first prize") == 1


def test_custom_amounts_begin_as_icm_and_have_to_add_up(client: Client) -> None:
    tournament, entries = final_table(client)
    page = see(client, tournament, "custom/?left=1500")
    assert ('value="84"' in page, 'value="15"' in page) == (True, True)
    names = [f"share-{entry.pk}" for entry in entries]
    wrong = post(client, tournament, "custom/", **dict(zip(names, ("100", "70", "50"), strict=True)))
    assert wrong.status_code == 422
    assert "The amounts add up to 220: 5 is still to be divided." in squeeze(wrong.content.decode())
    right = post(
        client, tournament, "custom/", left="5", **dict(zip(names, ("100", "70", "50"), strict=True))
    )
    assert "Proposed a chop: Custom. 3 players divide €220. €5 is left to play for." in squeeze(
        right.content.decode()
    )


def test_the_players_look_at_the_shares_with_nothing_to_tap(client: Client) -> None:
    tournament, entries = final_table(client)
    page = see(client, tournament, "?show=1&left=15")
    assert ("€84" in page, "€15 is left to play for and goes to the winner." in page) == (True, True)
    post(client, tournament, "propose/", method="icm", left="1500")
    post(client, tournament, f"{Chop.objects.get().pk}/agree/{entries[1].pk}/")
    page = see(client, tournament, "?show=1")
    assert "€210 is shared." in page
    assert ("agree-" in page, "propose-" in page, "undo-chop" in page, page.count("Agreed")) == (
        False,
        False,
        False,
        1,
    )
    assert 'href="/floor/' + tournament.code + '/chop/?show=1&amp;left=15"' in see(
        client, tournament, "?left=15"
    )


def agree_all(client: Client, tournament: Tournament, entries: list[Entry]) -> str:
    chop = Chop.objects.get(tournament=tournament, agreed_at=None)
    pages = [post(client, tournament, f"{chop.pk}/agree/{entry.pk}/") for entry in entries]
    return squeeze(pages[-1].content.decode())


def test_money_is_left_to_second_place_too(client: Client) -> None:
    tournament, entries = final_table(client)
    page = see(client, tournament, "?left=20&second=10")
    assert ("€20 + €10" in page, 'name="second" value="1000"' in page) == (True, True)
    assert "Second place cannot play for more than first place." in see(
        client, tournament, "?left=10&second=20"
    )
    assert "€20 is left for 1st place and €10 for 2nd place." in see(
        client, tournament, "?show=1&left=20&second=10"
    )
    said = post(client, tournament, "propose/", method="equal", left="2000", second="1000")
    assert (
        "Proposed a chop: Equal. 3 players divide €195. €20 is left for first place, €10 for second."
        in squeeze(said.content.decode())
    )
    assert "€20 is left for 1st place and €10 for 2nd place." in see(client, tournament, "?show=1")
    agree_all(client, tournament, entries)
    for loser in entries[:0:-1]:
        bust(tournament, loser, winner=entries[0])
    page = see(client, tournament, where="payouts")
    assert ("€85" in page, "€75" in page) == (True, True)


def test_those_left_after_a_chop_make_a_further_one(client: Client) -> None:
    tournament, entries = final_table(client)
    post(client, tournament, "propose/", method="equal", left="3000", second="1000")
    assert "Further chop" in agree_all(client, tournament, entries)
    bust(tournament, entries[2], winner=entries[0])
    page = see(client, tournament)
    # 62 each are agreed on. Of 40 the 10 of second place are sure to both; Anna has 4/5 of the chips.
    assert ("€164" in page, "Agreed before" in page, "Still to play for:" in page) == (True, True, True)
    table = client.get(f"/floor/{tournament.code}/chop/").context["table"]
    assert [[offer.amount for offer in row.offers] for row in table.rows] == [
        [88_00, 88_00, 82_00],
        [76_00, 76_00, 82_00],
    ]
    assert "What each player would get" not in see(client, tournament, "?show=1")
    assert "What each player would get" in see(client, tournament, "?show=1&left=5")
    post(client, tournament, "propose/", method="icm", left="500")
    assert "The shares below hold what was agreed on before." in see(client, tournament)
    agree_all(client, tournament, entries[:2])
    said = "The last 3 players have agreed on a chop and divide €220. €5 is left to play for."
    assert said in see(client, tournament, where="payouts")
    bust(tournament, entries[1], winner=entries[0])
    page = see(client, tournament, where="payouts")
    assert ("€89" in page, "€75" in page) == (True, True)


def test_the_board_of_the_room_shows_a_chop_only_while_the_floor_puts_it_there(client: Client) -> None:
    tournament, entries = final_table(client)
    Player.objects.filter(entries=entries[1]).update(public_name="Bruno the Brave")
    board = f"/t/{tournament.code}/room/"

    def hangs() -> str:
        return squeeze(Client().get(board).content.decode())

    assert ("chop-on-wall" in hangs(), "Bruno the Brave" in hangs()) == (False, False)
    assert 'id="wall-chop"' in see(client, tournament, "?left=15&second=5")
    post(client, tournament, "wall/", do="show", left="1500", second="500")
    page = hangs()
    assert ("ICM" in page, "Chip chop" in page, "Equal" in page, "30,000" in page) == (True,) * 4
    assert ("Bruno the Brave" in page, "Bruno Neri" in page) == (True, False)
    assert "€15 is left for 1st place and €5 for 2nd place." in page
    assert "Everybody can read the players" in see(client, tournament)

    post(client, tournament, "propose/", method="icm", left="0")
    assert "Chop · ICM" in hangs()
    post(client, tournament, "wall/", do="hide")
    assert "chop-on-wall" not in hangs()
    said = post(client, tournament, "wall/", do="hide")
    assert "The chop is not on the wall any more." in squeeze(said.content.decode())
    assert "This tap was not recognised." in squeeze(post(client, tournament, "wall/").content.decode())


def test_the_proposal_and_the_chop_are_undone_from_the_page(client: Client) -> None:
    tournament, entries = final_table(client)
    post(client, tournament, "propose/", method="icm", left="0")
    chop = Chop.objects.get()
    for entry in entries:
        post(client, tournament, f"{chop.pk}/agree/{entry.pk}/")
    for said in ("All 3 players have agreed", "Proposed a chop"):
        line = client.get(f"/floor/{tournament.code}/chop/").context["standing"].line
        answer = client.post(
            f"/floor/{tournament.code}/log/{line}/undo/",
            {"key": str(uuid4())},
            headers={"Referer": f"http://testserver/floor/{tournament.code}/chop/"},
            follow=True,
        )
        assert f"Undone: {said}" in answer.content.decode() or said in squeeze(answer.content.decode())
    assert "What each player would get" in see(client, tournament)


def test_without_prizes_to_divide_the_page_says_why(client: Client) -> None:
    tournament, _ = final_table(client)
    Tournament.objects.filter(pk=tournament.pk).update(registration_closed_at=None)
    assert "Registration is open: the prizes are not known yet. Close it first." in see(client, tournament)
    answer = client.get(f"/floor/{tournament.code}/chop/custom/", follow=True)
    assert answer.redirect_chain == [(f"/floor/{tournament.code}/chop/", 302)]


def test_the_desk_may_not_make_a_chop_and_is_not_led_there(client: Client) -> None:
    tournament, entries = final_table(client, role=Role.REGISTRATION)
    assert client.get(f"/floor/{tournament.code}/chop/").status_code == 403
    assert client.post(f"/floor/{tournament.code}/chop/propose/").status_code == 403
    assert client.post(f"/floor/{tournament.code}/chop/1/agree/{entries[0].pk}/").status_code == 403
    assert 'id="to-chop"' not in see(client, tournament, where="payouts")


def test_the_page_asks_the_same_for_two_players_as_for_six(client: Client) -> None:
    asked = []
    for players in (2, 6):
        tournament, _ = final_table(client, players=players)
        asked.append([queries_of(client, tournament)])
        post(client, tournament, "propose/", method="icm", left="0")
        asked[-1].append(queries_of(client, tournament))
    assert asked == [[7, 6], [7, 6]]


def queries_of(client: Client, tournament: Tournament) -> int:
    with CaptureQueriesContext(connection) as queries:
        see(client, tournament)
        return len(queries)
