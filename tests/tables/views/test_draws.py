"""The public pages of draws: what was promised, each draw, its file, and what checks it elsewhere."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.models import SeatDraw
from tables.queries.room import draws as draw_queries
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, after, give_role
from tests.factories.draws import promised_draw
from tests.factories.field import entered, started
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import undo
from tournament.draws.check_draw import fingerprint, what_is_wrong
from tournament.models import DrawChain, LogEntry, Role, Tournament

pytestmark = pytest.mark.django_db


def home(tournament: Tournament) -> str:
    return f"/t/{tournament.code}/draws/"


def test_the_anchor_stands_on_the_pages_before_anything_is_drawn(client: Client) -> None:
    tournament, _entries = entered(4)
    before = client.get(home(tournament))
    assert "Nothing has been drawn yet." in before.content.decode()

    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    anchor = DrawChain.objects.get(tournament=tournament).anchor
    page = client.get(home(tournament)).content.decode()
    assert anchor in page
    assert "Seat draw" in page
    assert anchor[:16] in client.get(f"/t/{tournament.code}/room/").content.decode()


def test_a_draw_that_was_undone_stays_beside_the_one_made_instead(client: Client) -> None:
    tournament, _entries = entered(4)
    first = make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert first.log_entry is not None
    undo(first.log_entry, now=after(1))
    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(after(2)))

    assert client.get(home(tournament)).content.decode().count("undone") == 1
    assert "undone: it stays beside" in client.get(f"{home(tournament)}1/").content.decode()
    assert "undone: it stays beside" not in client.get(f"{home(tournament)}2/").content.decode()


def test_the_page_of_a_draw_names_who_drew_which_seat_as_players_are_shown(client: Client) -> None:
    tournament, entries = entered(4)
    entries[0].player.public_name = "Zorro"
    entries[0].player.save()
    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))

    page = client.get(f"{home(tournament)}1/").content.decode()
    names = {entry.player.shown_name for entry in entries[1:]} | {"Zorro"}
    assert all(name in page for name in names)
    assert entries[0].player.name not in page
    # Promised with the draw, since this tournament was made past the page that makes one.
    assert "The anchor was published with this draw" in page


def test_the_file_is_the_draw_and_says_no_name(client: Client) -> None:
    tournament, entries = entered(4)
    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    answer = client.get(f"{home(tournament)}1/draw.json")
    assert list(what_is_wrong(answer.json())) == []
    assert answer.headers["Content-Disposition"] == f'attachment; filename="draw-{tournament.code}-1.json"'
    assert not any(entry.player.name in answer.content.decode() for entry in entries)
    secret = DrawChain.objects.get(tournament=tournament).secret
    assert secret not in answer.content.decode()


def test_a_draw_that_is_not_there_or_was_never_promised_has_no_page(client: Client) -> None:
    tournament, _entries = started(4)
    assert SeatDraw.objects.get(tournament=tournament).number is None
    for path in ("1/", "1/draw.json"):
        assert client.get(home(tournament) + path).status_code == 404


def test_a_long_list_of_draws_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_queries, "PAGE_SIZE", 2)
    tournament, _entries = started(4)
    for _ in range(3):
        promised_draw(tournament, now=NOW)
    shown = [
        re.findall(r"/draws/(\d+)/", client.get(home(tournament), {"page": page}).content.decode())
        for page in (1, 2, 99)
    ]
    assert shown == [["3", "2"], ["1"], ["1"]]


def test_a_long_step_is_shown_in_part_and_whole_in_the_file(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw_queries, "LINES_SHOWN", 3)
    tournament, _entries = entered(5)
    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    page = client.get(f"{home(tournament)}1/").content.decode()
    assert "2 more are in the file." in page
    assert list(what_is_wrong(client.get(f"{home(tournament)}1/draw.json").json())) == []


def test_the_page_to_keep_lets_nothing_but_its_own_script_run(client: Client) -> None:
    page = client.get("/draws/check-draw.html").content.decode()
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 1
    digest = b64encode(sha256(scripts[0].encode()).digest()).decode()
    assert f"default-src &#x27;none&#x27;; script-src &#x27;sha256-{digest}&#x27;" in page or (
        f"default-src 'none'; script-src 'sha256-{digest}'" in page
    )
    assert "src=" not in page.replace(scripts[0], "")
    assert "href=" not in page.replace(scripts[0], "")


def test_the_script_to_keep_is_the_one_that_the_house_checks_with(client: Client) -> None:
    answer = client.get("/draws/check_draw.py")
    assert b"def what_is_wrong" in answer.content
    assert "check_draw.py" in answer.headers["Content-Disposition"]


# --- A player cuts a deck -------------------------------------------------------------------------------------------

CUT = "7h 2c Ks Td 4s 9d"


def cut(client: Client, tournament: Tournament, typed: str = CUT, **fields: str) -> Any:
    path = f"/floor/{tournament.code}/draw/cut/"
    shown = client.get(path, {"tables": fields.get("tables_left", "")})
    entries = re.search(r'name="entries" value="([0-9a-f]{64})"', shown.content.decode())
    assert entries is not None
    sent = {"cut": typed, "entries": entries[1], "key": str(uuid4()), **fields}
    return client.post(path, sent)


def at_the_floor(client: Client, count: int = 6) -> Tournament:
    tournament, _entries = entered(count)
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    return tournament


def test_the_deck_that_a_player_cuts_is_part_of_the_draw(client: Client) -> None:
    tournament = at_the_floor(client)
    public = client.get(home(tournament)).content.decode()
    assert "6 entries so far" in public

    assert cut(client, tournament).headers["Location"] == f"/floor/{tournament.code}/"

    file = client.get(f"{home(tournament)}1/draw.json").json()
    assert file["public"] == f"cards {CUT}"
    assert fingerprint(file["list"][:6]) in public
    assert list(what_is_wrong(file)) == []
    assert f"cards {CUT}" in client.get(f"{home(tournament)}1/").content.decode()


def test_an_entry_after_the_cut_asks_for_another_cut_and_keeps_what_was_typed(client: Client) -> None:
    tournament = at_the_floor(client)
    refused = cut(client, tournament, entries="0" * 64)
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "The list of entries has changed since the deck was cut." in page
    assert f'value="{CUT}"' in page
    assert not SeatDraw.objects.exists()
    again = re.search(r'name="entries" value="([0-9a-f]{64})"', page)
    assert again is not None
    assert again[1] != "0" * 64
    assert cut(client, tournament, entries=again[1]).status_code == 302


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("7h 2c", "Enter at least 6 cards: 2 are too few for a draw."),
        ("7h 2c Ks Td 4s 7h", "A card appears twice."),
        ("seven of hearts", "Enter each card as rank and suit"),
    ],
)
def test_cards_that_make_no_cut_are_refused_with_the_cure(client: Client, typed: str, said: str) -> None:
    tournament = at_the_floor(client)
    refused = cut(client, tournament, typed)
    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert not SeatDraw.objects.exists()


def test_a_redraw_takes_a_cut_deck_too(client: Client) -> None:
    tournament = make_room(5, 4)
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    assert cut(client, tournament, tables_left="1").status_code == 302
    draw = SeatDraw.objects.get(tournament=tournament)
    assert (draw.kind, draw.tables_left, draw.public) == ("redraw", 1, f"cards {CUT}")


# --- Undone with a reason ---------------------------------------------------------------------------------------------


def test_a_draw_is_undone_with_a_reason_that_everybody_reads(client: Client) -> None:
    tournament = at_the_floor(client)
    made = make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert made.log_entry is not None
    path = f"/floor/{tournament.code}/log/{made.log_entry.pk}/why/"
    assert path in client.get(f"/floor/{tournament.code}/log/").content.decode()

    missing = client.post(path, {"key": str(uuid4()), "reason": ""})
    assert missing.status_code == 422
    done = client.post(path, {"key": str(uuid4()), "reason": "two names were missing"}, follow=True)

    assert done.redirect_chain == [(f"/floor/{tournament.code}/log/", 302)]
    assert "two names were missing" in done.content.decode()
    assert path not in done.content.decode()
    assert "(two names were missing)" in client.get(f"{home(tournament)}1/").content.decode()


def test_a_line_that_is_no_draw_of_all_seats_is_not_undone_there(client: Client) -> None:
    tournament = at_the_floor(client)
    other = LogEntry.objects.filter(tournament=tournament).earliest("pk")
    assert client.get(f"/floor/{tournament.code}/log/{other.pk}/why/").status_code == 404


def test_who_made_a_draw_is_told_that_somebody_else_undoes_it(client: Client) -> None:
    tournament = at_the_floor(client)
    Tournament.objects.filter(pk=tournament.pk).update(options_data={"draws_undone_by_another": True})
    client.post(f"/floor/{tournament.code}/draw/", {"key": str(uuid4())})
    line = SeatDraw.objects.get(tournament=tournament).log_entry
    assert line is not None

    path = f"/floor/{tournament.code}/log/{line.pk}/why/"
    refused = client.post(path, {"key": str(uuid4()), "reason": "two names were missing"})

    assert refused.status_code == 422
    assert "You made this draw: somebody else has to undo it" in refused.content.decode()
    plain = client.post(f"/floor/{tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())}, follow=True)
    assert "You made this draw: somebody else has to undo it" in plain.content.decode()
    client.force_login(give_role(tournament, Role.DIRECTOR, "ugo"))
    client.post(path, {"key": str(uuid4()), "reason": "two names were missing"})
    assert "(two names were missing)" in client.get(f"{home(tournament)}1/").content.decode()
