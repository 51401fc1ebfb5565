"""What a television shows of an event beside the clock."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import resolve

from tables.services.desk.seating import register_and_seat
from tables.services.moves.breaking import break_table
from tables.services.stops.announcing import StopOrder, announce_stop
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.factories.desk import draw
from tests.factories.felt import Felt, add_felt, make_felt
from tests.factories.field import bust, played_down
from tests.factories.mystery import MysteryRoom
from tests.factories.seasons import in_play, played_season
from tests.pages import squeeze
from tournament.models import Player, ScreenContent, StopKind, Tournament, TournamentStatus
from tournament.services.prizes.chop_wall import show_chop
from tournament.services.setup.seasons import join_season
from tournament.views.contents import CONTENTS, call_of

pytestmark = pytest.mark.django_db

SEED = "s"


def shown(tournament: Tournament, content: ScreenContent, now: datetime = NOW) -> str:
    """What stands in a screen with this content, as one reads it."""
    # The views, and with them what they show.
    resolve("/screen/")
    page = CONTENTS[content]
    html = render_to_string(page.part, page.context(Tournament.objects.get(pk=tournament.pk), now))
    return squeeze(re.sub(r"<[^>]+>", " ", html))


def two_tables() -> tuple[Felt, Felt]:
    """Anna Verdi, Bruno Neri and Carla Rossi at table 1, Dario Conti at table 2."""
    first = make_felt(4000, 6000, 5000, late_registration_level=3)
    return first, add_felt(first.tournament, 9000, number=2)


def test_everybody_is_found_by_name_under_the_name_they_chose() -> None:
    felt, _second = two_tables()
    Player.objects.filter(name="Anna Verdi").update(public_name="Zorro", search_shown_name="zorro")
    page = shown(felt.tournament, ScreenContent.SEATS)
    assert "Level 1 25/50" in page
    assert "Bruno Neri T1 S2 Carla Rossi T1 S3 Dario Conti T2 S1 Zorro T1 S1" in page
    assert "Verdi" not in page


def test_the_tables_have_their_players_by_seat() -> None:
    felt, _second = two_tables()
    page = shown(felt.tournament, ScreenContent.TABLES)
    assert "Table 1 1 Anna Verdi 2 Bruno Neri 3 Carla Rossi Table 2 1 Dario Conti" in page


def test_a_move_is_shown_while_it_waits_and_for_ten_minutes() -> None:
    felt, second = two_tables()
    assert "Nobody changes seats now." in shown(felt.tournament, ScreenContent.MOVES)
    felt.send(1, second.table, 4)
    felt.deal()
    felt.send(2, second.table, 5)
    page = shown(felt.tournament, ScreenContent.MOVES)
    assert "Bruno Neri T1 S2 after this hand to T2 S5 Anna Verdi T1 S1 to T2 S4" in page
    later = shown(felt.tournament, ScreenContent.MOVES, after(11))
    assert "Bruno Neri" in later
    assert "Anna Verdi" not in later


def test_chip_counts_are_ranked() -> None:
    felt, _second = two_tables()
    page = shown(felt.tournament, ScreenContent.CHIPS)
    assert "1 Dario Conti 9,000 2 Bruno Neri 6,000 3 Carla Rossi 5,000 4 Anna Verdi 4,000" in page


def test_payouts_obey_what_the_event_keeps_off_its_walls() -> None:
    felt, _second = two_tables()
    page = shown(felt.tournament, ScreenContent.PAYOUTS)
    assert "Prize pool €180 Places paid 3" in page
    assert "1st €90 2nd €54 3rd €36" in page
    Tournament.objects.update(options_data={"money_on_wall": False})
    hidden = shown(felt.tournament, ScreenContent.PAYOUTS)
    assert "€" not in hidden
    assert "Prize money is not shown on the walls of this event." in hidden


def test_the_structure_says_when_each_level_starts() -> None:
    felt = make_felt(4000, 6000)
    page = shown(felt.tournament, ScreenContent.STRUCTURE, after(1))
    assert "1 25/50 20 min now 2 50/100 20 min 21:20 Colour-up 10 min 21:40" in page


def test_the_structure_on_a_screen_begins_with_how_it_is_played() -> None:
    floor = {"shot_clock_first": 30, "shot_clock_second": 30, "shot_clock_later": 30}
    felt = make_felt(1000, 1000, redraws="24, 16, 9", rule_overrides={"floor": floor})
    page = shown(felt.tournament, ScreenContent.STRUCTURE, after(1))
    said = ("Shot clock: 30 s for each decision", "All seats are redrawn: with 24, 16, 9 players left")
    assert [words for words in said if words not in page] == []


def test_the_lobby_has_every_event_that_is_on_or_comes() -> None:
    felt = make_felt(4000, 6000)
    make_tournament(name="Sunday Deep")
    page = shown(felt.tournament, ScreenContent.EVENTS)
    assert re.search(r"Level 1 · 25/50 .* 2 entries 2 players left .* Sunday Deep Not started", page)


def test_the_waiting_list_has_who_is_next() -> None:
    felt = make_felt(4000, 6000, seats=2, late_registration_level=3)
    assert "Nobody waits for a seat." in shown(felt.tournament, ScreenContent.QUEUE)
    for name in ("Gina Serra", "Hugo Marini"):
        register_and_seat(
            tournament_id=felt.tournament.pk,
            player_id=make_player(name).pk,
            seed=SEED,
            when_full="wait",
            by=ACTOR.at(NOW),
        )
    assert "1 Gina Serra 2 Hugo Marini" in shown(felt.tournament, ScreenContent.QUEUE)


def test_points_are_shown_as_if_it_ended_now() -> None:
    felt = make_felt(4_000, 6_000, points_formula="n - r + 1")
    assert "1 Bruno Neri 2 2 Anna Verdi 1" in shown(felt.tournament, ScreenContent.POINTS)
    Tournament.objects.update(options_data={})
    assert "This event gives no points." in shown(felt.tournament, ScreenContent.POINTS)


def test_a_season_is_shown_with_the_event_in_play() -> None:
    season = played_season(1)
    anna, bruno, carla = season.players
    event = in_play(carla, anna, bruno, name="March")
    assert "This event counts in no season." in shown(event, ScreenContent.SEASON)
    join_season(
        tournament_id=event.pk,
        season_id=season.season.pk,
        account=event.staff.get().account,
        by=ACTOR.at(NOW),
    )
    bust(event, event.entries.get(player=anna), winner=event.entries.get(player=carla), now=after(5))
    page = shown(event, ScreenContent.SEASON)
    assert re.search(r"Thursday League.* 2027 .* Anna Verdi 4 .* Bruno Neri ", page), page


def test_envelopes_are_shown_by_value() -> None:
    room = MysteryRoom(4)
    assert "No envelopes have been made up." in shown(room.tournament, ScreenContent.ENVELOPES)
    room.begin((140_04, 1), (20_00, 3))
    page = shown(room.tournament, ScreenContent.ENVELOPES)
    assert "€140.04 1 of 1 left €20 3 of 3 left" in page
    Tournament.objects.update(options_data={"money_on_wall": False})
    assert "€" not in shown(room.tournament, ScreenContent.ENVELOPES)


def call(tournament: Tournament, now: datetime = NOW) -> ScreenContent | None:
    """What takes the screens."""
    resolve("/screen/")
    found = call_of(Tournament.objects.get(pk=tournament.pk), now)
    return found.content if found else None


def test_a_table_that_breaks_takes_the_screens_for_three_minutes() -> None:
    felt, second = two_tables()
    assert call(felt.tournament) is None
    # A player who is moved alone is nobody else's news.
    felt.send(1, second.table, 4)
    assert call(felt.tournament) is None
    break_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, seed=SEED, by=ACTOR.at(NOW))
    assert call(felt.tournament, after(2)) == ScreenContent.MOVES
    assert call(felt.tournament, after(3)) is None


def test_hand_for_hand_takes_the_screens_until_it_ends() -> None:
    felt, _second = two_tables()
    order = StopOrder(kind=StopKind.HAND_FOR_HAND)
    announce_stop(tournament_id=felt.tournament.pk, order=order, by=ACTOR.at(NOW))
    assert call(felt.tournament) == ScreenContent.ROUNDS


def test_the_draw_takes_the_screens_until_the_first_hand() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri")
    draw(tournament)
    assert call(tournament, after(9)) == ScreenContent.SEATS
    assert call(tournament, after(10)) is None


def test_a_winner_takes_the_screens_for_ten_minutes_whatever_else_calls() -> None:
    felt = make_felt(4000, 6000)
    Tournament.objects.update(status=TournamentStatus.FINISHED, finished_at=NOW)
    assert call(felt.tournament, after(9)) == ScreenContent.CLOCK
    assert call(felt.tournament, after(10)) is None


def test_the_bubble_takes_the_screens_for_two_minutes_and_no_longer_than_it_lasts() -> None:
    tournament, entries = played_down(6, left=5)
    assert call(tournament) is None
    bust(tournament, entries[4], winner=entries[0], now=after(3))
    assert [call(tournament, after(minutes)) for minutes in (3, 4.9, 5)] == [ScreenContent.CLOCK] * 2 + [None]
    bust(tournament, entries[3], winner=entries[0], now=after(4))
    assert call(tournament, after(4)) is None


def test_whose_prize_waits_at_the_desk_is_read_there() -> None:
    final, entries = played_down(5, left=3)
    assert "No prize waits at the desk." in shown(final, ScreenContent.TO_COLLECT)
    bust(final, entries[2], winner=entries[0], now=after(9))
    page = shown(final, ScreenContent.TO_COLLECT)
    assert f"3rd {entries[2].player.name} €" in page
    Tournament.objects.update(options_data={"money_on_wall": False})
    hidden = shown(final, ScreenContent.TO_COLLECT)
    assert entries[2].player.name in hidden
    assert "€" not in hidden


def test_a_phone_reads_the_address_of_the_event_and_a_chop_is_shown_while_the_floor_shows_it(
    client: Client,
) -> None:
    felt, _second = two_tables()
    assert "Scan the code with your phone" in shown(felt.tournament, ScreenContent.QR)
    picture = client.get(f"/t/{felt.tournament.code}/qr.svg")
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml")
    assert "No chop is shown now." in shown(felt.tournament, ScreenContent.CHOP)
    assert call(felt.tournament) is None
    final, _entries = played_down(5, left=3)
    show_chop(tournament_id=final.pk, played_for=0, second_for=0, by=ACTOR.at(after(9)))
    assert call(final, after(20)) == ScreenContent.CHOP
    assert "Chip chop Equal" in shown(final, ScreenContent.CHOP)
