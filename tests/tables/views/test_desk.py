"""The desk through its pages: find, register, seat, print, import, take back."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tables.engine.house_rules import HouseRules
from tables.floor.rules import FloorRules
from tables.models import Seat
from tables.queries.rules_in_force import rules_in_force
from tables.services.seating import make_seat_draw
from tables.views.imports import harmless
from tests.factories import ACTOR, NOW, enter, give_role, make_account, make_player, make_tournament
from tournament.models import Entry, EntryStatus, Player, Role, Tournament
from tournament.rules.profiles import PROFILE_NAMES, EventRules

pytestmark = pytest.mark.django_db


def at_the_desk(client: Client, role: Role = Role.REGISTRATION, **changes: Any) -> Tournament:
    tournament = make_tournament(**changes)
    client.force_login(give_role(tournament, role, "rita"))
    return tournament


def register(client: Client, tournament: Tournament, player: Player, key: str = "") -> Any:
    return client.post(
        f"/floor/{tournament.code}/desk/register/", {"player": player.pk, "key": key or str(uuid4())}
    )


def draw(tournament: Tournament) -> None:
    make_seat_draw(tournament_id=tournament.pk, seed="s", actor=ACTOR, now=NOW)


# --- Find ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["nicolo", "NICOLÒ", "bian", "bianchi nic", "  Nicolo   B", "17"])
def test_a_player_is_found_as_one_types_without_accents(client: Client, typed: str) -> None:
    tournament = at_the_desk(client)
    make_player("Nicolò Bianchi", club_number="17")
    make_player("Anna Verdi")

    response = client.get(f"/floor/{tournament.code}/desk/", {"q": typed}, headers={"HX-Request": "true"})

    assert [match.name for match in response.context["matches"]] == ["Nicolò Bianchi"]
    assert "<html" not in response.content.decode()


@pytest.mark.parametrize("typed", ["lukasz", "ŁUKASZ", "zolc", "Żółć", "obrien", "o'brien", "O’BRIEN łuk"])
def test_a_player_is_found_whatever_letters_the_name_is_written_with(client: Client, typed: str) -> None:
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

    # session, account, crew, entries counted, players, entries with seats
    with django_assert_num_queries(6):
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

    assert "This player has made 1 of 1 entries." in part
    assert "<button" not in part


def test_a_full_tournament_offers_no_registration(client: Client) -> None:
    tournament = at_the_desk(client, max_entries=2)
    _anna, bruno = enter(tournament, "Anna", "Bruno")
    make_player("Carla")
    assert "The tournament is full: it takes 2 entries." in found(client, tournament, "carla")

    client.post(f"/floor/{tournament.code}/players/{bruno.pk}/take-back/", {"reason": "Left"})

    assert "Register" in found(client, tournament, "carla")


# --- Register -----------------------------------------------------------------------------------------------------


def test_a_registration_before_the_draw_waits_for_its_seat(client: Client) -> None:
    tournament = at_the_desk(client)

    response = register(client, tournament, make_player("Anna Verdi"))

    page = client.get(response.headers["Location"])
    assert page.context["ticket"].table is None
    assert "Seat drawn later" in page.content.decode()


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
    data = {"name": "Anna Verdi", "club_number": "17", "key": str(uuid4())}

    answers = [client.post(f"/floor/{tournament.code}/desk/add/", data) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert (Player.objects.count(), Entry.objects.count()) == (1, 1)


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
    assert "The tournament is full: it takes 2 entries." in refused.content.decode()

    client.post(f"/floor/{tournament.code}/players/{bruno.pk}/take-back/", {"reason": "Left"})
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
    assert f"{typed} is known already. Is this another person?" in body
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


# --- Correct and merge --------------------------------------------------------------------------------------------


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

    # session, account, crew, player, entries, doubles, their entries
    with django_assert_num_queries(7):
        client.get(f"/floor/{tournament.code}/people/{entry.player_id}/")


# --- Draw ---------------------------------------------------------------------------------------------------------


def test_the_floor_draws_the_seats_once(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    enter(tournament, *(f"Player {number}" for number in range(12)))
    data = {"key": str(uuid4())}

    for _ in range(2):
        assert client.post(f"/floor/{tournament.code}/desk/draw/", data).status_code == 302

    assert Seat.objects.filter(entry__isnull=False).count() == 12
    (draw,) = tournament.draws.all()
    assert len(draw.seed) == 32


def test_the_registration_role_does_not_draw(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, "Anna", "Bruno")

    response = client.post(f"/floor/{tournament.code}/desk/draw/", {"key": str(uuid4())})

    assert response.status_code == 403
    assert not client.get(f"/floor/{tournament.code}/desk/").context["can_draw"]


# --- The list, and taking back ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_however_long(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    tournament = at_the_desk(client)
    enter(tournament, *(f"Player {number}" for number in range(count)))

    with django_assert_num_queries(5):  # session, account, crew, count, page
        client.get(f"/floor/{tournament.code}/players/")


def test_the_list_is_searched_and_paged(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, *(f"Player {number:03}" for number in range(53)), "Nicolò Bianchi")
    address = f"/floor/{tournament.code}/players/"

    pages = [client.get(address, {"page": page}).context["page"] for page in ("1", "2", "99", "x", "-1")]
    assert [(page.number, len(page.lines)) for page in pages] == [(1, 50), (2, 4), (2, 4), (1, 50), (1, 50)]
    found = client.get(address, {"q": "nicolo"}).context["page"].lines
    assert [line.name for line in found] == ["Nicolò Bianchi"]
    assert [line.number for line in client.get(address, {"q": "7"}).context["page"].lines][-1] == 7


def test_entries_taken_back_are_listed_but_not_counted(client: Client) -> None:
    tournament = at_the_desk(client)
    _anna, bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    client.post(f"/floor/{tournament.code}/players/{bruno.pk}/take-back/", {"reason": "Left"})

    response = client.get(f"/floor/{tournament.code}/players/")

    page = response.context["page"]
    assert (page.total, page.taken_back, len(page.lines)) == (2, 1, 3)
    assert "2 entries, 1 taken back" in response.content.decode()


def test_an_entry_is_taken_back_with_a_reason_and_its_seat_is_free(client: Client) -> None:
    tournament = at_the_desk(client)
    _anna, bruno = enter(tournament, "Anna", "Bruno")
    draw(tournament)
    address = f"/floor/{tournament.code}/players/{bruno.pk}/take-back/"

    assert "€50" in client.get(address).content.decode()
    assert client.post(address, {"reason": ""}).status_code == 422
    assert Entry.objects.get(pk=bruno.pk).status == EntryStatus.PLAYING
    assert client.post(address, {"reason": "Bought in by mistake"}).status_code == 302

    assert Entry.objects.get(pk=bruno.pk).status == EntryStatus.VOID
    assert not Seat.objects.filter(entry=bruno).exists()
    again = client.post(address, {"reason": "Twice"})
    assert again.status_code == 422
    assert "no longer in play" in again.content.decode()


def test_entries_of_another_tournament_are_not_there(client: Client) -> None:
    tournament = at_the_desk(client)
    (stranger,) = enter(make_tournament(make_account("other")), "Anna")

    for path in ("players/{}/take-back/", "tickets/{}/", "tickets/{}.pdf"):
        assert client.get(f"/floor/{tournament.code}/{path.format(stranger.pk)}").status_code == 404


# --- The list of players -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", ["Carla", "Àlvaro", "Bruno", "Anna"]),
        ("nonsense", ["Carla", "Àlvaro", "Bruno", "Anna"]),
        ("-entry", ["Anna", "Bruno", "Àlvaro", "Carla"]),
        ("name", ["Àlvaro", "Anna", "Bruno", "Carla"]),
        ("-name", ["Carla", "Bruno", "Anna", "Àlvaro"]),
        ("chips", ["Bruno", "Anna", "Carla", "Àlvaro"]),
        ("-chips", ["Àlvaro", "Carla", "Anna", "Bruno"]),
        # Without a seat comes last, whichever way.
        ("seat", ["Bruno", "Anna", "Carla", "Àlvaro"]),
        ("-seat", ["Carla", "Anna", "Bruno", "Àlvaro"]),
    ],
)
def test_the_list_of_players_is_sorted_by_any_column_either_way(
    client: Client, sort: str, names: list[str]
) -> None:
    tournament = at_the_desk(client)
    entries = enter(tournament, "Anna", "Bruno", "Àlvaro", "Carla")
    draw(tournament)
    Seat.objects.update(entry=None)
    for entry, stack, seat in zip(entries, (300, 400, 100, 200), (2, 1, 0, 3), strict=True):
        Entry.objects.filter(pk=entry.pk).update(stack=stack)
        Seat.objects.filter(number=seat).update(entry=entry)

    response = client.get(f"/floor/{tournament.code}/players/", {"sort": sort})

    assert [line.name for line in response.context["page"].lines] == names


def test_a_second_tap_on_a_head_turns_the_order_round_and_the_search_stays(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, "Anna", "Bruno")

    page = client.get(f"/floor/{tournament.code}/players/", {"sort": "chips", "q": "an"}).content.decode()

    assert 'aria-sort="descending"><a class="sort" id="sort-chips" href="?q=an&amp;sort=-chips"' in page
    assert 'aria-sort="none"><a class="sort" id="sort-name" href="?q=an&amp;sort=name"' in page


# --- Tickets ------------------------------------------------------------------------------------------------------


def test_a_ticket_has_table_seat_number_and_the_players_own_link(client: Client) -> None:
    tournament = at_the_desk(client)
    anna, _bruno = enter(tournament, "Anna <b>Verdi</b>", "Bruno")
    draw(tournament)
    seat = Seat.objects.get(entry=anna)

    response = client.get(f"/floor/{tournament.code}/tickets/{anna.pk}/")

    body = response.content.decode()
    assert f"Table 1 Seat {seat.number}" in body
    assert "Anna &lt;b&gt;Verdi&lt;/b&gt;" in body
    assert response.context["link"] == f"http://testserver/my/{anna.link_secret}/"
    assert re.search(r'<svg class="qr"[^>]* role="img"', body)


def test_a_ticket_is_a_pdf_page_and_all_tickets_are_as_many(client: Client) -> None:
    tournament = at_the_desk(client)
    assert client.get(f"/floor/{tournament.code}/tickets.pdf").status_code == 404
    anna, _bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla Żółć 李")

    one = client.get(f"/floor/{tournament.code}/tickets/{anna.pk}.pdf")
    everybody = client.get(f"/floor/{tournament.code}/tickets.pdf")

    assert one.headers["Content-Type"] == "application/pdf"
    assert one.headers["Content-Disposition"] == 'inline; filename="ticket-1.pdf"'
    assert one.content.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", one.content)) == 1
    assert len(re.findall(rb"/Type /Page\b", everybody.content)) == 3


# --- Import -------------------------------------------------------------------------------------------------------


def upload(client: Client, tournament: Tournament, data: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("players.csv", data, content_type="text/csv")
    return client.post(
        f"/floor/{tournament.code}/import/", {"file": file, "what": "register", "do": "preview"} | more
    )


def test_a_file_is_shown_first_and_done_once(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, "nome;tessera\nNicolò;1\nAnna;2\n;3\n".encode("utf-8-sig"))
    assert "Nothing has been imported yet." in preview.content.decode()
    assert not Entry.objects.exists()
    plan = preview.context["plan"]
    assert ([p.line.number for p in plan.refused], len(plan.accepted)) == ([4], 2)
    data = {
        "text": preview.context["form"].cleaned_data["text"], "what": "register", "do": "run",
        "digest": plan.digest, "key": str(uuid4()),
    }  # fmt: skip

    for _ in range(2):
        done = client.post(f"/floor/{tournament.code}/import/", data)
        assert done.context["done"] == {"accepted": 2, "new": 2, "refused": 1}

    assert Entry.objects.count() == 2


def test_the_browsers_line_endings_do_not_change_the_plan(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, b"name\nAnna\nBruno\n")
    text = preview.context["form"].cleaned_data["text"].replace("\n", "\r\n")
    data = {"text": text, "what": "register", "do": "run", "digest": preview.context["plan"].digest,
            "key": str(uuid4())}  # fmt: skip

    assert client.post(f"/floor/{tournament.code}/import/", data).status_code == 200
    assert Entry.objects.count() == 2


def test_a_list_that_changed_since_is_shown_anew(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, b"Anna\nBruno")
    enter(tournament, "Anna")
    data = {"text": "Anna\nBruno", "what": "register", "do": "run", "digest": preview.context["plan"].digest,
            "key": str(uuid4())}  # fmt: skip

    response = client.post(f"/floor/{tournament.code}/import/", data)

    assert response.status_code == 409
    assert len(response.context["plan"].refused) == 1
    assert Entry.objects.count() == 1


def test_one_club_number_under_two_names_is_asked_before_anything_is_imported(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, b"name;card\nAnna;\nCarla;7\nCarlo;7")
    body = preview.content.decode()
    assert "Who has club number 7?" in body
    assert len(re.findall(r'type="radio" name="question-3"', body)) == 3
    assert not re.search(r"<input[^>]*checked", body)
    data = {"text": preview.context["form"].cleaned_data["text"], "what": "register", "do": "run",
            "digest": preview.context["plan"].digest}  # fmt: skip

    unanswered = client.post(f"/floor/{tournament.code}/import/", {**data, "key": str(uuid4())})
    assert unanswered.status_code == 422
    assert "Answer the questions about club numbers first." in unanswered.content.decode()
    assert not Player.objects.exists()

    done = client.post(f"/floor/{tournament.code}/import/", {**data, "question-3": "4", "key": str(uuid4())})
    assert done.context["done"] == {"accepted": 2, "new": 2, "refused": 1}
    assert list(Player.objects.values_list("name", "club_number")) == [("Anna", ""), ("Carlo", "7")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "nothing in the list"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 600_000, "This is a picture, not a list of players"),
        (b'name\n"Anna', "quotation mark"),
        (b"PK\x03\x04zip", "save it as CSV"),
        (b"\x00\x01\x02", "not a text"),
        (b"colour;size\nred;1", "No column has the names"),
        (b"x" * 600_000, "split it into files"),
    ],
)
def test_a_file_that_is_no_list_is_refused_at_the_field(client: Client, data: bytes, words: str) -> None:
    tournament = at_the_desk(client)

    response = upload(client, tournament, data)

    assert response.status_code == 422
    assert words in response.context["form"].errors["file"][0]
    assert not Player.objects.exists()


def test_nothing_sent_is_said_so(client: Client) -> None:
    tournament = at_the_desk(client)

    response = client.post(f"/floor/{tournament.code}/import/", {"what": "register", "do": "preview"})

    assert response.status_code == 422
    assert "Choose a file" in response.context["form"].errors["file"][0]


def test_the_report_has_every_line_and_no_formula(client: Client) -> None:
    tournament = at_the_desk(client)
    text = 'name;card\n=HYPERLINK("http://x");\n@SUM(A1);+5\nAnna;'
    data = {"text": text, "what": "register", "do": "report"}

    response = client.post(f"/floor/{tournament.code}/import/", data)

    assert response.headers["Content-Disposition"].startswith("attachment; filename=")
    rows = response.content.decode("utf-8-sig").splitlines()
    assert rows[0] == "Line,Name,Club number,Result,Field,Reason,What to do"
    assert rows[2] == "3,'@SUM(A1),'+5,new player,,,"
    assert rows[1].startswith("2,\"'=HYPERLINK")
    assert rows[3] == "4,Anna,,new player,,,"
    assert not Player.objects.exists()


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\r=1"])
def test_a_cell_that_could_be_a_formula_gets_an_apostrophe(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


# --- Rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_every_rule_in_force_is_a_question_with_an_answer_in_words(client: Client, profile: str) -> None:
    tournament = at_the_desk(client, Role.FLOOR, rule_profile=profile)

    groups = client.get(f"/floor/{tournament.code}/rules/").context["groups"]

    lines = [line for group in groups for line in group.lines]
    assert len(lines) > 15
    assert not [line for line in lines if line.question == line.key or not line.answer or "_" in line.answer]
    assert any(line.differs for line in lines) == (profile != "tda2024")


def test_a_rule_that_nothing_applies_is_not_said_to_be_in_force() -> None:
    every_key = {*HouseRules().to_dict(), *FloorRules().to_dict(), *EventRules().to_dict()}

    assert every_key - {line.key for group in rules_in_force(make_tournament()) for line in group.lines} == {
        # Hand-for-hand, the chip race, no-shows and re-entry against one's chips.
        "simultaneous_bust",
        "h4h_minutes",
        "race_round",
        "race_rescue",
        "late_start_min_players",
        "no_show_level",
        "forfeit_to_re_enter",
    }


def test_what_a_tournament_overrides_is_marked(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR, rule_overrides={"engine": {"limit_cap": 0}})

    groups = client.get(f"/floor/{tournament.code}/rules/").context["groups"]

    assert [(ln.key, ln.answer) for g in groups for ln in g.lines if ln.is_override] == [
        ("limit_cap", "without a cap")
    ]
