"""The page on which files of the years before are dropped, looked at and imported, and what everybody sees of them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import NOW, as_vera, give_role, make_account, make_player, make_tournament
from tests.factories.floor import said
from tests.factories.imports import imported, take
from tests.pages import squeeze
from tests.tournament.rules.past.ttd_files import DAY, FOUR, START, PlayerMade, make_ttd_file
from tournament.models import ImportedEvent, ImportedFile, Player, Role, Season, SeasonImport, Tournament
from tournament.queries.imports import imported_groups
from tournament.rules.past.literal import Made
from tournament.rules.structure.levels import Break, Level
from tournament.views import imports

pytestmark = pytest.mark.django_db

PAGE = "/floor/imported/"


def words_of(response: Any) -> str:
    return squeeze(response.content.decode())


def send(client: Client, *raws: bytes, **fields: str) -> Any:
    files = [SimpleUploadedFile(f"evening-{number}.tdt", raw) for number, raw in enumerate(raws)]
    data = {"picked": files, "currency": "EUR", "time_zone": "Europe/Rome", **fields}
    return client.post(f"{PAGE}files/", data, follow=True)


def tap(client: Client, address: str, **fields: str) -> Any:
    return client.post(address, {"key": str(uuid4()), **fields}, follow=True)


@pytest.fixture
def director(client: Client) -> Client:
    as_vera(client)
    return client


def test_files_are_dropped_looked_at_and_imported(director: Client) -> None:
    assert "Add files" in words_of(director.get(PAGE))
    assert 'href="/floor/imported/"' in words_of(director.get("/floor/"))
    page = words_of(send(director, make_ttd_file(prizes=(70, 29)), b"{V: 1, T: eval('1')}"))
    assert "1 event to import" in page
    assert "Friday in the Woods" in page
    assert "14 Mar 2026" in page
    assert "of a pool of €109" in page
    assert "evening-1.tdt" in page
    assert "“eval” is a call, which is not run." in page
    assert not Player.objects.exists()

    done = director.post(f"{PAGE}begin/", follow=True)
    assert said(done) == ["1 event imported."]
    assert "to import" not in words_of(done)
    event = ImportedEvent.objects.get()
    public = words_of(Client().get(f"/imported/{event.code}/"))
    assert "Woodland League · Spring" in public
    assert "knocked out by Cleo Cedar, Ada Alder" in public


def test_the_script_sends_one_by_one_and_wants_no_page(director: Client) -> None:
    assert send(director, make_ttd_file(), one_of_many="1").status_code == 204
    assert ImportedFile.objects.count() == 1
    empty = director.post(f"{PAGE}files/", {"currency": "EUR", "time_zone": "Europe/Rome"})
    assert (empty.status_code, "Choose one file or more." in words_of(empty)) == (422, True)


def test_the_page_says_how_far_it_is_and_asks_for_the_rest(
    director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(3):
        take(make_ttd_file(StartTime=START + day * DAY))
    monkeypatch.setattr(imports, "SECONDS_AT_ONCE", 0)
    part = director.post(f"{PAGE}begin/", headers={"HX-Request": "true"})
    assert "1 of 3 events imported" in words_of(part)
    assert 'hx-trigger="load"' in words_of(part)
    part = director.post(f"{PAGE}begin/", {"total": "3"}, headers={"HX-Request": "true"})
    assert "2 of 3 events imported" in words_of(part)
    end = director.post(f"{PAGE}begin/", {"total": "3"}, headers={"HX-Request": "true"})
    assert end.headers["HX-Redirect"] == PAGE
    assert said(director.get(PAGE)) == ["3 events imported."]


def test_without_a_script_it_says_how_many_wait(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(2):
        take(make_ttd_file(StartTime=START + day * DAY))
    monkeypatch.setattr(imports, "SECONDS_AT_ONCE", 0)
    assert said(director.post(f"{PAGE}begin/", follow=True)) == ["1 event imported. 1 is left."]


def test_of_several_of_one_name_one_is_chosen(director: Client) -> None:
    make_player("Ada Alder")
    second = make_player("Ada Alder", club_number="77")
    take(make_ttd_file())
    page = director.get(PAGE)
    assert "1 name to check" in words_of(page)
    refused = director.post(f"{PAGE}begin/", follow=True)
    assert said(refused) == ["Say first who is meant where a name is several players’."]
    director.post(
        f"{PAGE}names/", {"key": "1", "called": ["ada alder", "nobody"], "who": [str(second.pk), "new"]}
    )
    director.post(f"{PAGE}names/", {"called": ["ada alder"], "who": ["999999"]})
    director.post(f"{PAGE}begin/")
    assert ImportedEvent.objects.get().results.get(place=1).player == second


def test_players_of_one_name_are_told_apart_where_one_is_chosen(director: Client) -> None:
    imported()
    make_player("Ada Alder", club_number="77")
    make_player("Ada Alder")
    make_player("A. Alder")
    take(b"place,player\n1,Ada Alder\n", name="list.csv")
    page = words_of(director.get(PAGE))
    assert "Ada Alder · last played Friday in the Woods, 14 Mar 2026 (place 1) </option>" in page
    assert "Ada Alder · 77 </option>" in page
    assert "Ada Alder · added on 14 Mar 2026 </option>" in page


def test_what_cannot_be_read_is_left_out_and_an_import_is_removed(director: Client) -> None:
    refused, event = take(b"{"), imported()
    director.post(f"{PAGE}files/{refused.pk}/forget/")
    gone = director.post(f"{PAGE}{event.code}/remove/", follow=True)
    assert said(gone) == ["“Friday in the Woods” was removed. Its file can be imported again."]
    assert not ImportedFile.objects.exists()
    assert director.post(f"{PAGE}{event.code}/remove/").status_code == 404
    assert Client().get(f"/imported/{event.code}/").status_code == 404


def test_a_second_tap_on_what_is_gone_by_now_finds_it_as_it_was_wanted(director: Client) -> None:
    tap = {"key": str(uuid4())}
    for row in ("files/987654/forget/", "NONE/remove/", "seasons/987654/remove/"):
        address = f"{PAGE}{row}"
        assert director.post(address, tap).status_code == 302, address
        assert director.post(address).status_code == 404, address


def test_one_that_counts_in_a_season_says_so(director: Client) -> None:
    event = imported()
    made = director.post(
        f"{PAGE}seasons/",
        {
            "group": imported_groups()[0].key,
            "league_name": "Woodland League",
            "name": "2019",
            "formula": "n - r + 1",
            "best": "2",
        },
    )
    season = Season.objects.get()
    assert made.headers["Location"] == f"/seasons/{season.code}/"
    assert season.rules.best == 2
    standings = words_of(Client().get(f"/seasons/{season.code}/"))
    assert f'href="/imported/{event.code}/"' in standings
    refused = director.post(f"{PAGE}{event.code}/remove/", follow=True)
    assert said(refused) == [
        "“Friday in the Woods” counts in “Woodland League · 2019”: take it out of that season first."
    ]
    gone = director.post(f"{PAGE}seasons/{season.pk}/remove/", follow=True)
    assert said(gone) == ["The season was removed; its events stay imported."]
    assert director.post(f"{PAGE}seasons/{season.pk}/remove/").status_code == 404


def test_a_season_needs_a_name_and_a_formula_that_can_be_read(director: Client) -> None:
    imported()
    wrong = director.post(
        f"{PAGE}seasons/", {"group": imported_groups()[0].key, "name": "2019", "formula": "n - "}
    )
    assert wrong.status_code == 422
    assert not Season.objects.exists()


def test_a_new_tournament_takes_what_is_chosen(director: Client) -> None:
    event = imported()
    page = words_of(director.get(f"{PAGE}{event.code}/"))
    assert "New tournament like this one" in page
    parts = ["structure", "chips", "prices", "formula"]
    director.post(f"{PAGE}{event.code}/", {"name": "Friday again", "parts": parts})
    made = Tournament.objects.get(name="Friday again")
    assert (made.buy_in_prize, made.buy_in_fee, made.starting_stack) == (18_00, 2_00, 10_000)
    assert made.chip_values == [25, 100, 500, 1_000]
    assert made.options.points_formula == "n - r + 1"
    assert [
        (each.big_blind, each.ante, each.ante_kind) if isinstance(each, Level) else each.duration_seconds
        for each in made.structure.periods
    ] == [(50, 0, "none"), (100, 0, "none"), 600, (200, 200, "big_blind")]
    assert isinstance(made.structure.periods[2], Break)

    director.post(f"{PAGE}{event.code}/", {"name": "Only chips", "parts": ["chips"]})
    other = Tournament.objects.get(name="Only chips")
    assert (other.buy_in_prize, other.options.points_formula, len(other.structure.periods)) == (0, "", 1)
    nothing = director.post(f"{PAGE}{event.code}/", {"name": "Nothing", "parts": []})
    assert (nothing.status_code, "Choose what the new tournament takes." in words_of(nothing)) == (422, True)


def test_a_formula_that_cannot_be_read_here_keeps_nothing_else_back(director: Client) -> None:
    event = imported(PointsForPlaying=Made("UserFormula", {"Formula": "n - nmx + 1"}))
    at, parts = f"{PAGE}{event.code}/", ["structure", "chips", "prices", "formula"]
    assert said(director.post(at, {"name": "Friday again", "parts": parts}, follow=True)) == [
        "Tournament created. Check the settings and the structure.",
        "The formula of the points was left out: Character 5: “nmx” is not known.",
    ]
    made = Tournament.objects.get(name="Friday again")
    assert (made.buy_in_prize, made.chip_values) == (18_00, [25, 100, 500, 1_000])
    assert made.options.points_formula == ""
    refused = director.post(at, {"name": "Only that", "parts": ["formula"]})
    assert (refused.status_code, "“nmx” is not known" in words_of(refused)) == (422, True)
    assert not Tournament.objects.filter(name="Only that").exists()


def test_what_a_tournament_cannot_be_is_said_at_the_form(director: Client) -> None:
    event = imported()
    event.data["levels"][0]["duration_seconds"] = 0
    event.save(update_fields=["data"])
    refused = director.post(f"{PAGE}{event.code}/", {"name": "Wrong", "parts": ["structure"]})
    assert refused.status_code == 422
    assert not Tournament.objects.filter(name="Wrong").exists()


def test_an_event_that_waits_is_looked_at_and_is_nobody_elses(director: Client) -> None:
    (event,) = take(make_ttd_file()).events.all()
    page = words_of(director.get(f"{PAGE}{event.code}/"))
    assert "knocked out by Ada Alder" in page
    assert "Leave out" in page
    assert Client().get(f"/imported/{event.code}/").status_code == 404
    assert director.post(f"{PAGE}{event.code}/remove/").status_code == 404


def test_only_those_who_set_up_import(client: Client) -> None:
    client.force_login(give_role(make_tournament(make_account()), Role.REGISTRATION))
    assert client.get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302


def test_imported_events_are_counted_in_a_season_and_taken_out_in_a_tap(client: Client) -> None:
    ours = as_vera(client)
    tap(client, f"/floor/{ours.code}/seasons/", name="2027", league_name="Thursday League")
    page = f"/floor/{ours.code}/seasons/{Season.objects.get().pk}/"
    assert "Count them" not in words_of(client.get(page))
    imported(now=NOW)
    joined = tap(client, page, **{"do": "imports", "imports-group": imported_groups()[0].key})
    assert said(joined) == [
        "1 imported event counts in the season “Thursday League · 2027”: Woodland League · Spring."
    ]
    assert "1 imported event counts" in words_of(client.get(page))
    out = tap(client, f"{page}imports/out/")
    assert said(out) == [
        "1 imported event does not count in the season “Thursday League · 2027”: Woodland League · Spring."
    ]
    assert SeasonImport.objects.exclude(undone_line=None).count() == 1


def test_one_that_is_refused_keeps_no_other_back(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    two = make_player("Ada Alder"), make_player("Ada Alder")
    take(make_ttd_file())
    take(b"place,player\n1,Bo Birch\n", name="list.csv")
    # Somebody else has said who it is, and takes it back while the page asks for the rest.
    refused = director.post(f"{PAGE}begin/", {"total": "2"}, follow=True)
    assert said(refused) == [
        "Several players are called “Ada Alder”: say who of them played in “Friday in the Woods”.",
        "1 event imported. 1 is left.",
    ]
    assert ImportedEvent.objects.get(imported_at=None).name == "Friday in the Woods"
    monkeypatch.setattr(imports, "SECONDS_AT_ONCE", 0)
    end = director.post(f"{PAGE}begin/", {"total": "2"}, headers={"HX-Request": "true"})
    assert end.headers["HX-Redirect"] == PAGE
    assert len(two) == 2


def test_an_empty_file_is_named_among_those_that_cannot_be_read(director: Client) -> None:
    assert "The file is empty." in words_of(send(director, b""))


def test_all_that_waits_is_left_out_in_a_tap(director: Client) -> None:
    take(make_ttd_file())
    director.post(f"{PAGE}files/forget/")
    assert not ImportedFile.objects.exists()


def test_a_season_of_the_same_events_is_not_made_twice(director: Client) -> None:
    imported()
    form = {"group": imported_groups()[0].key, "formula": "n - r + 1"}
    assert director.post(f"{PAGE}seasons/", form).status_code == 302
    again = director.post(f"{PAGE}seasons/", form)
    assert (again.status_code, Season.objects.count()) == (422, 1)
    assert "All of these events count in “Woodland League · Spring” already." in words_of(again)


def test_what_was_imported_before_is_said_and_not_offered(director: Client) -> None:
    imported()
    page = words_of(send(director, make_ttd_file(), make_ttd_file(Comment="late")))
    assert "2 events already imported" in page
    assert "to import" not in page
    gone = words_of(director.post(f"{PAGE}files/forget/", follow=True))
    assert "already imported" not in gone
    page = words_of(send(director, make_ttd_file(Comment="late"), make_ttd_file(StartTime=START + DAY)))
    assert "1 event already imported" in page
    assert "1 event to import" in page
    done = director.post(f"{PAGE}begin/", follow=True)
    assert said(done) == ["1 event imported."]
    assert "already imported" not in words_of(done)
    assert ImportedEvent.objects.count() == 2


def test_one_that_is_given_twice_is_offered_once(director: Client) -> None:
    page = words_of(send(director, make_ttd_file(), make_ttd_file(Comment="late")))
    assert "1 event to import" in page
    assert "given twice, imported once" in page
    assert said(director.post(f"{PAGE}begin/", follow=True)) == ["1 event imported."]
    assert ImportedEvent.objects.count() == 1


def test_another_version_waits_until_it_is_said_what_it_is(director: Client) -> None:
    event = imported()
    page = words_of(send(director, make_ttd_file(prizes=(80, 29)), make_ttd_file(prizes=(90, 19))))
    assert "Another version of “Friday in the Woods”, which was imported before." in page
    assert "to import" not in page
    first, second = ImportedEvent.objects.filter(imported_at=None).order_by("pk")
    assert said(director.post(f"{PAGE}begin/", follow=True)) == ["0 events imported."]

    placed = tap(director, f"{PAGE}{first.code}/version/", do="instead")
    assert said(placed) == ["“Friday in the Woods” was imported in place of the earlier version."]
    assert event.results.get(place=1).prize == 80_00
    beside = tap(director, f"{PAGE}{second.code}/version/", do="another")
    assert said(beside) == ["“Friday in the Woods” was imported."]
    assert ImportedEvent.objects.exclude(imported_at=None).count() == 2


def test_a_version_that_is_refused_says_why(director: Client) -> None:
    imported()
    send(director, make_ttd_file((*FOUR[:3], PlayerMade(first="Twin")), prizes=(80, 29)))
    make_player("Twin")
    make_player("Twin")
    page = words_of(director.get(PAGE))
    assert "Names in the files" in page
    assert "1 name to check" in page
    waits = ImportedEvent.objects.get(imported_at=None)
    refused = tap(director, f"{PAGE}{waits.code}/version/", do="instead")
    assert said(refused) == [
        "Several players are called “Twin”: say who of them played in “Friday in the Woods”."
    ]
    assert director.post(f"{PAGE}NONE/version/", {"key": str(uuid4())}).status_code == 302


def test_a_version_of_one_that_waits_is_decided_when_that_is_imported(director: Client) -> None:
    page = words_of(send(director, make_ttd_file(), make_ttd_file(prizes=(80, 29))))
    assert "Another version of “Friday in the Woods”, which is to be imported first." in page
    assert said(director.post(f"{PAGE}begin/", follow=True)) == ["1 event imported."]
    assert "which was imported before." in words_of(director.get(PAGE))
