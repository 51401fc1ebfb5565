"""The desk through its pages: find, register, correct, merge, draw."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.models import Seat
from tables.services.desk.seating import make_seat_draw, void_and_unseat
from tests.factories import ACTOR, NOW, enter, give_role, make_account, make_player, make_tournament
from tests.factories.desk import at_the_desk, draw, register
from tests.factories.felt import make_felt
from tests.pages import squeeze
from tournament.models import Entry, EntryStatus, Player, Role, Tournament
from tournament.services.clock import start_clock

pytestmark = pytest.mark.django_db


# --- Find ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["nicolo", "NICOLÒ", "bian", "bianchi nic", "  Nicolo   B", "17"])
def test_a_player_is_found_as_one_types_without_accents(client: Client, typed: str) -> None:
    tournament = at_the_desk(client)
    make_player("Nicolò Bianchi", club_number="17")
    make_player("Anna Verdi")

    response = client.get(f"/floor/{tournament.code}/desk/", {"q": typed}, headers={"HX-Request": "true"})

    assert [match.name for match in response.context["matches"]] == ["Nicolò Bianchi"]
    assert "<html" not in response.content.decode()


def test_a_player_is_found_whatever_letters_the_name_is_written_with(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, "Łukasz Żółć-O’Brien", "Anna Verdi")

    for typed in ("lukasz", "ŁUKASZ", "zolc", "Żółć", "obrien", "o'brien", "O’BRIEN łuk"):
        response = client.get(f"/floor/{tournament.code}/desk/", {"q": typed}, headers={"HX-Request": "true"})
        assert [match.name for match in response.context["matches"]] == ["Łukasz Żółć-O’Brien"], typed


@pytest.mark.parametrize("typed", ["zolc", "O’BRIEN łuk"])
def test_a_player_is_found_so_on_every_page(client: Client, typed: str) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    enter(tournament, "Łukasz Żółć-O’Brien", "Anna Verdi")
    floor = f"/floor/{tournament.code}"

    desk = client.get(f"{floor}/desk/", {"q": typed}).context["matches"]
    players = client.get(f"{floor}/players/", {"q": typed}).context["page"].lines
    console = client.get(f"{floor}/", {"part": "found", "q": typed}).context["found"].entries
    public = client.get(f"/t/{tournament.code}/seat/", {"name": typed}).context["rows"]
    log = client.get(f"{floor}/log/", {"player": typed}).context["lines"]

    assert [[one.name for one in rows] for rows in (desk, players, console, public)] == [
        ["Łukasz Żółć-O’Brien"]
    ] * 4
    assert [line.verb for line in log] == ["entry_registered"]


@pytest.mark.parametrize("typed", ["", "n", "%", "x" * 10_000, "<script>"])
def test_a_search_for_nothing_much_finds_nobody(client: Client, typed: str) -> None:
    tournament = at_the_desk(client)
    make_player("Nicolò Bianchi")

    response = client.get(f"/floor/{tournament.code}/desk/", {"q": typed})

    assert response.status_code == 200
    assert not response.context["matches"]
    assert "<script>" not in response.content.decode().split("<main")[1]


@pytest.mark.parametrize("count", [1, 3])
def test_a_search_takes_the_same_queries_however_many_it_finds(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    tournament = at_the_desk(client)
    enter(tournament, *(f"Anna {number}" for number in range(count)))
    draw(tournament) if count > 1 else None

    # session, account, staff, entries counted, players, entries with seats, ID checks
    with django_assert_num_queries(7):
        client.get(f"/floor/{tournament.code}/desk/", {"q": "anna"}, headers={"HX-Request": "true"})


def found(client: Client, tournament: Tournament, typed: str) -> str:
    """The part of the desk that is fetched while one types."""
    response = client.get(f"/floor/{tournament.code}/desk/", {"q": typed}, headers={"HX-Request": "true"})
    return str(response.content.decode())


def test_re_enter_goes_when_registration_closes(client: Client) -> None:
    tournament = at_the_desk(client, entries_per_player=0)
    enter(tournament, "Anna Verdi", "Bruno", "Carla")
    make_player("Anna Blu")
    Entry.objects.filter(player__name="Anna Verdi").update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=3, place_last=3
    )
    before = found(client, tournament, "anna")
    Tournament.objects.update(registration_closed_at=NOW)

    after = found(client, tournament, "anna")

    assert ("Re-enter" in before, "Register" in before, "Registration open" in before) == (True,) * 3
    assert ("Re-enter" in after, "<button" in after, "Registration closed" in after) == (False, False, True)
    assert after.count("Late registration is closed.") == 2
    page = client.get(f"/floor/{tournament.code}/desk/").content.decode()
    assert "Add and register" not in page
    assert "<button" not in found(client, tournament, "nobody knows")


def test_a_player_whose_entries_are_used_up_is_not_offered_another(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, "Anna Verdi", "Bruno")
    Entry.objects.filter(player__name="Anna Verdi").update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=2, place_last=2
    )

    part = found(client, tournament, "anna")

    assert "This player has used 1 of 1 entries." in part
    assert "<button" not in part


def test_a_full_tournament_offers_no_registration(client: Client) -> None:
    tournament = at_the_desk(client, max_entries=2)
    _anna, bruno = enter(tournament, "Anna", "Bruno")
    make_player("Carla")
    assert "The tournament is full: the limit is 2 entries." in found(client, tournament, "carla")

    client.post(f"/floor/{tournament.code}/players/{bruno.pk}/void/", {"reason": "Left"})

    assert "Register" in found(client, tournament, "carla")


# --- Register ------------------------------------------------------------------------------------------------------


def test_a_registration_before_the_draw_waits_for_its_seat(client: Client) -> None:
    tournament = at_the_desk(client)

    response = register(client, tournament, make_player("Anna Verdi"))

    page = client.get(response.headers["Location"])
    assert page.context["ticket"].table is None
    assert "Seat to be drawn" in page.content.decode()


def test_a_registration_after_the_draw_is_seated_at_once(client: Client) -> None:
    tournament = at_the_desk(client, late_registration_level=1)
    enter(tournament, "Anna", "Bruno")
    draw(tournament)

    response = register(client, tournament, make_player("Carla"))

    ticket = client.get(response.headers["Location"]).context["ticket"]
    seat = Seat.objects.get(entry__player__name="Carla")
    assert (ticket.table, ticket.seat) == (1, seat.number)


def test_a_double_tap_registers_once_and_answers_the_same(client: Client) -> None:
    tournament = at_the_desk(client)
    anna, key = make_player("Anna"), str(uuid4())

    answers = [register(client, tournament, anna, key) for _ in range(3)]

    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert Entry.objects.count() == 1


def test_a_double_tap_adds_a_new_player_once(client: Client) -> None:
    tournament = at_the_desk(client)
    data = {"name": "Anna Verdi", "club_number": "17", "country": "ch", "key": str(uuid4())}

    answers = [client.post(f"/floor/{tournament.code}/desk/add/", data) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert (Player.objects.count(), Entry.objects.count()) == (1, 1)
    assert Player.objects.get().country == "CH"


@pytest.mark.parametrize("key", ["", "not-a-key", "1" * 10_000])
def test_a_form_without_its_key_does_nothing_and_says_what_to_do(client: Client, key: str) -> None:
    tournament = at_the_desk(client)

    response = client.post(
        f"/floor/{tournament.code}/desk/register/", {"player": make_player("Anna").pk, "key": key}
    )

    assert response.status_code == 422
    assert "Reload it and try again" in response.content.decode()
    assert not Entry.objects.exists()


def test_a_refusal_is_shown_and_may_be_tried_again_with_the_same_form(client: Client) -> None:
    tournament = at_the_desk(client, max_entries=2)
    _anna, bruno = enter(tournament, "Anna", "Bruno")
    carla, key = make_player("Carla"), str(uuid4())

    refused = register(client, tournament, carla, key)
    assert refused.status_code == 422
    assert "The tournament is full: the limit is 2 entries." in refused.content.decode()

    client.post(f"/floor/{tournament.code}/players/{bruno.pk}/void/", {"reason": "Left"})
    assert register(client, tournament, carla, key).status_code == 302


@pytest.mark.parametrize("player", ["0", "-1", "999999", "9" * 400, "x", ""])
def test_an_unknown_player_is_not_there(client: Client, player: str) -> None:
    tournament = at_the_desk(client)

    response = client.post(
        f"/floor/{tournament.code}/desk/register/", {"player": player, "key": str(uuid4())}
    )

    assert response.status_code == 404


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 10_000}, "name"),
        ({"name": "Anna\u202e"}, "name"),
        ({"name": "Anna", "public_name": "x" * 121}, "public_name"),
        ({"name": "Anna", "club_number": "9"}, "club_number"),
        ({"name": "Anna", "club_number": "1" * 10_000}, "club_number"),
        ({"name": "Anna", "country": "Italy"}, "country"),
    ],
)
def test_a_new_player_who_cannot_be_kept_is_refused_at_the_field_and_the_input_kept(
    client: Client, data: dict[str, str], field: str
) -> None:
    tournament = at_the_desk(client)
    make_player("Somebody", club_number="9")

    response = client.post(f"/floor/{tournament.code}/desk/add/", data | {"key": str(uuid4())})

    form = response.context["form"]
    assert response.status_code == 422
    assert list(form.errors) == [field]
    assert form["name"].value() == data["name"]
    assert (Player.objects.count(), Entry.objects.count()) == (1, 0)


def test_a_new_player_is_not_kept_when_the_tournament_refuses_him(client: Client) -> None:
    tournament = at_the_desk(client, max_entries=2)
    enter(tournament, "Anna", "Bruno")

    response = client.post(f"/floor/{tournament.code}/desk/add/", {"name": "Carla", "key": str(uuid4())})

    assert response.status_code == 422
    assert response.context["form"]["name"].value() == "Carla"
    assert not Player.objects.filter(name="Carla").exists()


@pytest.mark.parametrize("typed", ["Nicolò Bianchi", "bianchi NICOLO"])
def test_the_same_name_twice_asks_before_money_changes_hands(client: Client, typed: str) -> None:
    tournament = at_the_desk(client)
    known = make_player("Nicolò Bianchi", club_number="17")
    address = f"/floor/{tournament.code}/desk/add/"

    asked = client.post(address, {"name": typed, "public_name": "Owl", "key": str(uuid4())})

    assert asked.status_code == 422
    assert [match.id for match in asked.context["namesakes"]] == [known.pk]
    body = asked.content.decode()
    assert f"{typed} is already listed. Is this a different person?" in body
    assert f'id="register-{known.pk}"' in body
    assert 'name="public_name" value="Owl"' in body
    assert (Player.objects.count(), Entry.objects.count()) == (1, 0)

    another = {"name": typed, "public_name": "Owl", "another": "1", "key": str(uuid4())}
    assert client.post(address, another).status_code == 302
    assert Entry.objects.get().player.public_name == "Owl"
    assert Player.objects.count() == 2


def test_a_club_number_that_nobody_of_the_name_has_is_another_person(client: Client) -> None:
    tournament = at_the_desk(client)
    make_player("Anna Verdi", club_number="17")
    address = f"/floor/{tournament.code}/desk/add/"
    data = {"name": "Anna Verdi", "club_number": "18"}

    assert client.post(address, data | {"key": str(uuid4())}).status_code == 302
    make_player("Anna Verdi")
    assert client.post(address, data | {"club_number": "19", "key": str(uuid4())}).status_code == 422


# --- Correct and merge ---------------------------------------------------------------------------------------------


def test_a_player_is_corrected_at_the_desk_and_a_refusal_keeps_what_was_typed(client: Client) -> None:
    tournament = at_the_desk(client)
    make_player("Bruno", club_number="9")
    (entry,) = enter(tournament, "Ana Verdi")
    address = f"/floor/{tournament.code}/people/{entry.player_id}/"
    assert address in client.get(f"/floor/{tournament.code}/players/").content.decode()

    wrong = client.post(address, {"name": "Anna Verdi", "club_number": "9", "key": str(uuid4())})
    right = client.post(
        address, {"name": "Anna Verdi", "club_number": "10", "key": str(uuid4())}, follow=True
    )

    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["club_number"])
    assert wrong.context["form"]["name"].value() == "Anna Verdi"
    assert "Corrected player Ana Verdi: name Anna Verdi, club number 10." in right.content.decode()
    assert Entry.objects.get().player.name == "Anna Verdi"


def test_the_floor_merges_doubles_both_ways_and_the_desk_does_not(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    (entry,) = enter(tournament, "Mario Rossi")
    double = make_player("Rossi Mario", club_number="17")
    page = f"/floor/{tournament.code}/people/{entry.player_id}/"
    assert [one.id for one in client.get(page).context["doubles"]] == [double.pk]

    tap = {"other": double.pk, "keep": "other", "key": str(uuid4())}
    client.post(f"{page}merge/", tap)
    merged = client.post(f"{page}merge/", tap, follow=True)

    assert merged.redirect_chain[-1][0] == f"/floor/{tournament.code}/people/{double.pk}/"
    assert "Merged Mario Rossi into Rossi Mario." in merged.content.decode()
    assert Entry.objects.get().player_id == double.pk
    found_now = client.get(f"/floor/{tournament.code}/desk/", {"q": "rossi"}).context["matches"]
    assert [match.id for match in found_now] == [double.pk]

    client.force_login(give_role(tournament, Role.REGISTRATION, "desk"))
    assert client.post(f"{page}merge/", tap).status_code == 403
    assert "merge/" not in client.get(f"/floor/{tournament.code}/people/{double.pk}/").content.decode()


@pytest.mark.parametrize("doubles", [1, 3])
def test_a_players_page_takes_the_same_queries_however_many_doubles(
    client: Client, doubles: int, django_assert_num_queries: Any
) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    enter(tournament, *(f"Mario Rossi {number}" for number in range(doubles)))
    (entry,) = enter(tournament, "Mario Rossi")

    # session, account, staff, player, entries, history (10), ID check, doubles, their entries, penalties,
    # knock-outs, money at the desk
    with django_assert_num_queries(21):
        client.get(f"/floor/{tournament.code}/people/{entry.player_id}/")


# --- Draw ----------------------------------------------------------------------------------------------------------


def test_the_floor_draws_the_seats_once(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    enter(tournament, *(f"Player {number}" for number in range(12)))
    data = {"key": str(uuid4())}

    for _ in range(2):
        assert client.post(f"/floor/{tournament.code}/desk/draw/", data).status_code == 302

    assert Seat.objects.filter(entry__isnull=False).count() == 12
    assert "/undo/" in client.get(f"/floor/{tournament.code}/desk/").content.decode()
    (draw,) = tournament.draws.all()
    assert (draw.number, len(draw.seed)) == (1, 64)
    again = client.post(f"/floor/{tournament.code}/desk/draw/", {"key": str(uuid4())}, follow=True)
    assert str(list(again.context["messages"])[-1]) == "The seats have already been drawn."


def test_the_desk_shows_who_sits_where_by_name_and_has_a_list_to_print(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, "Carla Rossi", "Anna Verdi", "Élodie Bruni")
    home = f"/floor/{tournament.code}/desk/"
    assert "to-seats" not in client.get(home).content.decode()
    draw(tournament)
    seats = {seat.entry.player.name: seat.number for seat in Seat.objects.exclude(entry=None) if seat.entry}

    at_desk, printed = (squeeze(client.get(home + page).content.decode()) for page in ("", "seats/"))

    found = (
        r'<li> <span class="wrap">([^<]+)</span> <span class="number strong"> Table 1 Seat (\d) </span> </li>'
    )
    expected = [(name, str(seats[name])) for name in ("Anna Verdi", "Carla Rossi", "Élodie Bruni")]
    assert re.findall(found, at_desk) == re.findall(found, printed) == expected
    assert "Seated: 3, at 1 table" in printed
    assert "data-print" in printed
    # Once the clock runs, who has moved is on the list to print, and the desk is short again.
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    page = client.get(home).content.decode()
    assert ('id="to-seats"' in page, "seat-list" in page) == (True, False)


def test_the_registration_role_does_not_draw(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, "Anna", "Bruno")

    response = client.post(f"/floor/{tournament.code}/desk/draw/", {"key": str(uuid4())})

    assert response.status_code == 403
    assert not client.get(f"/floor/{tournament.code}/desk/").context["can_draw"]


# --- Refund ----------------------------------------------------------------------------------------------------


def test_the_floor_refunds_an_entry_that_has_played_from_the_players_page(client: Client) -> None:
    felt = make_felt(10_000, 9_000, 11_000)
    entry, code = felt.entries[2], felt.tournament.code
    client.force_login(give_role(felt.tournament, Role.FLOOR))
    page = f"/floor/{code}/players/{entry.pk}/refund/"
    assert page in client.get(f"/floor/{code}/people/{entry.player_id}/").content.decode()
    assert "€50" in client.get(page).content.decode()

    empty = client.post(page, {"reason": ""})
    said = client.post(page, {"reason": "Not of age"}, follow=True).content.decode()

    assert empty.status_code == 422
    assert "Refunded the entry of Bruno Neri, number 2: €50; 9,000 left play." in said
    assert Entry.objects.get(pk=entry.pk).status == EntryStatus.VOID
    assert page not in client.get(f"/floor/{code}/people/{entry.player_id}/").content.decode()
    again = client.post(page, {"reason": "Twice"})
    assert again.status_code == 422


def test_registration_staff_and_other_tournaments_refund_nothing(client: Client) -> None:
    felt, other = make_felt(10_000, 10_000), make_tournament(make_account("other"), name="Another one")
    entry = felt.entries[2]
    client.force_login(give_role(felt.tournament, Role.REGISTRATION))
    page = f"/floor/{felt.tournament.code}/players/{entry.pk}/refund/"
    assert client.post(page, {"reason": "x"}).status_code == 403
    assert page not in client.get(f"/floor/{felt.tournament.code}/people/{entry.player_id}/").content.decode()

    client.force_login(give_role(other, Role.FLOOR, "flora"))
    assert client.get(f"/floor/{other.code}/players/{entry.pk}/refund/").status_code == 404


# --- The minimum -----------------------------------------------------------------------------------------------


def test_below_the_minimum_the_draw_asks_and_the_director_decides(client: Client) -> None:
    tournament = make_tournament(min_entries=5)
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    director, floor = Client(), client
    director.force_login(give_role(tournament, Role.DIRECTOR, "dora"))
    floor.force_login(give_role(tournament, Role.FLOOR, "flora"))
    home = f"/floor/{tournament.code}"

    for page in (f"{home}/", f"{home}/desk/"):
        seen = squeeze(floor.get(page).content.decode())
        assert "2 entries are missing to the minimum of 5. Play all the same?" in seen
        assert ("The director decides." in seen, "Draw the seats" in seen) == (True, False)
    assert "2 more entries to the minimum of 5" in squeeze(floor.get(f"{home}/desk/").content.decode())
    refused = floor.post(f"{home}/draw/", {"key": str(uuid4())}, follow=True).content.decode()
    assert "2 entries are missing to the minimum of 5: the director decides whether to play." in refused
    assert floor.post(f"{home}/minimum/waive/", {"key": str(uuid4())}).status_code == 403

    assert "Play with 3 entries" in squeeze(director.get(f"{home}/").content.decode())
    said = director.post(f"{home}/minimum/waive/", {"key": str(uuid4())}, follow=True).content.decode()
    assert "The tournament is played with 3 entries: the minimum was 5." in said
    assert "Draw the seats" in floor.get(f"{home}/").content.decode()
    assert "more entries to the minimum" not in floor.get(f"{home}/desk/").content.decode()


def test_the_clock_panel_asks_too(client: Client) -> None:
    tournament = make_tournament(min_entries=3)
    entries = enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(NOW))
    void_and_unseat(tournament_id=tournament.pk, entry_id=entries[0].pk, by=ACTOR.at(NOW), reason="Ill")
    client.force_login(give_role(tournament, Role.DIRECTOR))
    page = squeeze(client.get(f"/floor/{tournament.code}/clock/").content.decode())
    assert "1 entry is missing to the minimum of 3. Play all the same?" in page
    assert "Minimum entries" in Client().get(f"/t/{tournament.code}/structure/").content.decode()
