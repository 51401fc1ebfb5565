"""The pages of a season: started and joined by directors, what counts, and the standings for everybody."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, NOW, after, as_vera, make_account, make_player, make_tournament
from tests.factories.floor import said
from tests.factories.imports import imported
from tests.factories.seasons import exchange_the_first_two, played, season_with
from tests.pages import squeeze
from tests.tournament.rules.past.ttd_files import DAY, START
from tournament.models import Player, Season
from tournament.services.setup.season_imports import add_imports
from tournament.services.setup.seasons import join_season

pytestmark = pytest.mark.django_db


def words_of(response: Any) -> str:
    return squeeze(response.content.decode())


def text_of(response: Any) -> str:
    return squeeze(re.sub(r"<[^>]*>", " ", response.content.decode()))


def tap(client: Client, address: str, **fields: str) -> Any:
    return client.post(address, {"key": str(uuid4()), **fields}, follow=True)


def two() -> list[Player]:
    return [make_player("Anna Verdi"), make_player("Bruno Neri")]


def test_a_season_is_started_joined_by_another_event_and_left(client: Client) -> None:
    first = as_vera(client, name="January", points_formula="100 / r")
    second = as_vera(client, name="February")
    page, other = (f"/floor/{each.code}/seasons/" for each in (first, second))
    assert "New season" in words_of(client.get(page))
    refused = tap(client, page, name="2027", league_name="")
    assert (refused.status_code, "Give the new league a name." in words_of(refused)) == (422, True)
    started = tap(client, page, name="2027", league_name="Thursday League")
    assert said(started) == ["Started the season “Thursday League · 2027” with this event."]
    season = Season.objects.get()
    # By the formula that the event has.
    assert season.rules.formula_on(None) == "100 / r"

    joined = tap(
        client,
        other,
        **{"do": "join", "join-season": str(season.pk), "join-weight": "150", "join-is_finale": "on"},
    )
    assert said(joined) == [
        "This event is the finale of the season “Thursday League · 2027”, with 150% of its points."
    ]
    assert "This event counts with 150% of its points." in words_of(joined)
    # The next season of the same league, by whoever directs an event of it.
    tap(client, other, name="2028", league=str(season.league_id))
    assert [str(each) for each in Season.objects.order_by("pk")] == [
        "Thursday League · 2027",
        "Thursday League · 2028",
    ]
    left = tap(client, f"{other}{season.pk}/leave/")
    assert said(left) == ["This event does not count in the season “Thursday League · 2027”."]
    assert f'href="/seasons/{season.code}/"' in words_of(Client().get("/"))

    client.force_login(make_account("rita"))
    assert client.get(f"{page}{season.pk}/").status_code == 404


def test_what_counts_is_set_and_everybody_reads_how_each_sum_came(client: Client) -> None:
    anna, bruno = two()
    event = played(anna, bruno, name="January")
    season = season_with(event, played(anna, bruno, name="February"))
    client.force_login(make_account())
    page = f"/floor/{event.code}/seasons/{season.pk}/"
    form = {"best": "1", "drop": "0", "least": "0", "attendance": "0.5", "formula": "10 * (n - r)"}
    saved = tap(client, page, **form)
    assert said(saved) == [
        (
            "Changed the rules of the season “Thursday League · 2027”. 2 players have other points: "
            "Anna Verdi 4 → 11, Bruno Neri 2 → 1."
        )
    ]
    assert said(tap(client, page, **form)) == ["The rules of the season are as they were."]
    wrong = tap(client, page, **form | {"formula": "10 * (n - rnak)", "drop": "1"})
    assert (wrong.status_code, "rank" in words_of(wrong)) == (422, True)
    both = tap(client, page, **form | {"drop": "1"})
    assert "not both" in words_of(both)
    last = tap(client, page, **form | {"tie_break_1": "alphabet", "tie_break_2": "wins"})
    assert "Alphabetical order leaves nobody tied: name it last." in words_of(last)
    dated = tap(client, page, **form | {"next_formula": "n"})
    assert "From which day on does this formula hold?" in words_of(dated)
    tap(client, page, **form | {"next_formula": "n", "since": "2027-01-01"})
    given = tap(
        client,
        page,
        **{"do": "points", "points-player": "bruno neri", "points-points": "3", "points-reason": "Best hat"},
    )
    assert said(given) == ["3 points for Bruno Neri in the season “Thursday League · 2027”."]
    nobody = tap(
        client, page, **{"do": "points", "points-player": "Nemo", "points-points": "3", "points-reason": "-"}
    )
    assert "Nobody in the events of this season is called “Nemo”" in words_of(nobody)

    table = words_of(Client().get(f"/seasons/{season.code}/"))
    for told in (
        "1 result counts, the best one.",
        "Each event played gives 0.5 points besides.",
        "Points from 1 January 2027 on:",
        "10, dropped",
        "Best hat: 3",
        "January, 14 Mar: 1st, 10",
    ):
        assert told in table, told
    assert f"/seasons/{season.code}/players/{anna.pk}/" in table
    came = words_of(Client().get(f"/seasons/{season.code}/players/{anna.pk}/"))
    for told in (
        "Points: 11",
        "Rank: 1st",
        "<code>10 * (n - r)</code>",
        'numberOfPlayers <span class="number">2</span>',
        'rank <span class="number">1</span>',
        "The formula gives 10.",
        "10, dropped",
        'Events played: <span class="strong">1</span>',
    ):
        assert told in came, told
    assert Client().get(f"/seasons/{season.code}/players/{2 * anna.pk + bruno.pk}/").status_code == 404
    assert "Anna Verdi" not in words_of(Client().get(f"/seasons/{season.code}/", {"q": "bruno"}))
    assert "No player matches" in words_of(Client().get(f"/seasons/{season.code}/", {"q": "nemo"}))
    assert Client().get("/seasons/NONESUCH/").status_code == 404

    guest = tap(client, page, **{"do": "guest", "guest-guest": "Anna Verdi"})
    assert said(guest) == ["Anna Verdi is a guest of the season “Thursday League · 2027”: no points."]
    assert "Guests, without points: Anna Verdi" in words_of(Client().get(f"/seasons/{season.code}/"))


def test_a_corrected_result_shows_what_it_has_changed(client: Client) -> None:
    anna, bruno = two()
    event = played(anna, bruno, name="January")
    season = season_with(event)
    exchange_the_first_two(event, anna, bruno)
    client.force_login(make_account())
    for page in (f"/seasons/{season.code}/", f"/floor/{event.code}/seasons/{season.pk}/"):
        shown = words_of(client.get(page))
        assert "Corrected since the event ended" in shown, page
        for told in ("January: Anna Verdi 2 → 1", "January: Bruno Neri 1 → 2"):
            assert told in shown, page
    tap(client, f"/floor/{event.code}/seasons/{season.pk}/freeze/")
    assert "Corrected since the event ended" not in words_of(client.get(f"/seasons/{season.code}/"))


def test_members_are_added_line_by_line_and_only_they_have_points(client: Client) -> None:
    event = as_vera(client)
    tap(client, f"/floor/{event.code}/seasons/", name="2027", league_name="Thursday League")
    page = f"/floor/{event.code}/seasons/{Season.objects.get().pk}/"
    two()
    many = {"do": "members", "members-members": "Anna Verdi\n\n  bruno   neri \nAnna Verdi"}
    assert said(tap(client, page, **many)) == ["2 members added."]
    shown = words_of(client.get(page))
    assert "Anna Verdi, Bruno Neri" in shown
    assert "Everybody has points" in shown
    refused = tap(client, page, **{"do": "members", "members-members": "Nobody"})
    assert (refused.status_code, "Nobody is called “Nobody”" in words_of(refused)) == (422, True)
    too_many = tap(client, page, **{"do": "members", "members-members": "\n".join(map(str, range(201)))})
    assert (too_many.status_code, "At most 200 names at once" in words_of(too_many)) == (422, True)


def test_everything_that_can_decide_is_put_in_order(client: Client) -> None:
    event = played(*two())
    season = season_with(event)
    client.force_login(make_account())
    page = f"/floor/{event.code}/seasons/{season.pk}/"
    order = ("knock_outs", "head_to_head", "best_place", "cashes", "wins", "alphabet")
    form = {"best": "0", "drop": "0", "least": "0", "attendance": "0", "formula": "n"}
    tap(client, page, **form, **{f"tie_break_{number}": code for number, code in enumerate(order, start=1)})
    season.refresh_from_db()
    assert season.rules.tie_breaks == order
    assert (
        "With as many points decides: more knock-outs, head to head, the better place, more prizes, more wins"
        in (words_of(client.get(page)))
    )


def test_a_formula_is_tried_in_the_figures_of_the_newest_event_that_is_over(client: Client) -> None:
    anna, bruno = two()
    january = played(anna, bruno, name="January", buy_in_prize=30_00)
    season = season_with(january, played(anna, bruno, name="February", at=after(60), buy_in_prize=45_00))
    march = make_tournament(name="March")
    join_season(tournament_id=march.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(NOW))
    client.force_login(make_account())
    page = f"/floor/{january.code}/seasons/{season.pk}/"
    shown = text_of(client.get(page))
    assert "Tried at the prices of “February”." in shown
    assert re.search(
        "Name Meaning February .*numberOfPlayers · n .*entries, re-entries counted 2 .*pot .* 90", shown
    )
    assert "1st 2 2nd 1" in shown

    picked = words_of(client.get(page, {"formula": "100 / r", "players": "4", "places": "1"}))
    assert '<polyline points="0.0,0.0 200.0,100.0 400.0,133.3 600.0,150.0">' in picked
    assert re.search('id="id_formula"[^>]*> 100 / r</textarea>', picked)


@pytest.mark.parametrize("name", ["formula", "next_formula"])
def test_each_formula_is_tried_as_it_is_typed(client: Client, name: str) -> None:
    event = played(*two(), buy_in_prize=30_00)
    season = season_with(event)
    client.force_login(make_account())
    address = f"/floor/{event.code}/seasons/{season.pk}/"

    def tried(typed: str) -> str:
        return text_of(
            client.get(address, {name: typed, "players": "3", "places": "1"}, headers={"HX-Request": "true"})
        )

    assert "1st 90 2nd 0 3rd 0" in tried("pw")
    assert "Character 5: “ramk” is not known; perhaps “rank” is meant." in tried("n - ramk")
    assert "Type a formula" in tried("")


def test_an_imported_event_is_taken_out_and_put_back_by_its_own_button(client: Client) -> None:
    event = played(*two())
    season = season_with(event)
    old, other = (imported(StartTime=START + day * DAY) for day in range(2))
    add_imports(
        tournament_id=event.pk, season_id=season.pk, league=old.league, season=old.season, by=ACTOR.at(NOW)
    )
    client.force_login(make_account())
    page = f"/floor/{event.code}/seasons/{season.pk}/"
    shown = words_of(client.get(page))
    assert f'id="take-out-{old.code}"' in shown
    assert "were taken out" not in shown
    out = tap(client, f"{page}imports/{old.code}/out/")
    assert said(out) == [
        f"1 imported event does not count in the season “Thursday League · 2027”: {old.name}."
    ]
    assert "1 imported event was taken out" in words_of(out)
    assert f'id="take-out-{other.code}"' in words_of(out)
    back = tap(client, f"{page}imports/{old.code}/in/")
    assert said(back) == [f"1 imported event counts in the season “Thursday League · 2027”: {old.name}."]
    assert client.post(f"{page}imports/NONE/out/", {"key": str(uuid4())}).status_code == 404


def test_how_much_an_event_counts_is_changed_on_the_page_of_what_counts(client: Client) -> None:
    anna, bruno = two()
    event = played(anna, bruno, name="January")
    season = season_with(event)
    client.force_login(make_account())
    page = f"/floor/{event.code}/seasons/{season.pk}/"
    assert "January This event counts with 100% of its points." in text_of(client.get(page))
    form = {"do": "weight", "weight-weight": "150", "weight-is_finale": "on"}
    changed = tap(client, page, **form)
    assert said(changed) == [
        (
            "In the season “Thursday League · 2027” this event counts with 150% of its points, as the finale; "
            "before: 100% of its points."
        )
    ]
    assert "January Finale This event counts with 150% of its points." in text_of(changed)
    assert said(tap(client, page, **form)) == ["This event counts as it did."]
    wrong = tap(client, page, **form | {"weight-weight": "1001"})
    assert (wrong.status_code, "less than or equal to 1000" in words_of(wrong)) == (422, True)
