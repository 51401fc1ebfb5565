"""Events of the years before: read, matched with our players, imported whole or not at all, and taken out again."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from tables.models import Seat, SeatReservation
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.factories.field import bust, played_down
from tests.factories.imports import imported, take
from tests.tournament.rules.past.hostile import HOSTILE
from tests.tournament.rules.past.ttd_files import (
    DAY,
    FOUR,
    START,
    BuyInMade,
    PlayerMade,
    make_field,
    make_ttd_file,
)
from tournament.models import (
    HouseLine,
    ImportedEvent,
    ImportedFile,
    ImportedHit,
    ImportedName,
    ImportedResult,
    Player,
)
from tournament.printing.results_file import results_csv
from tournament.queries.imports import (
    given_again,
    names_waiting,
    results_of_import,
    results_of_player,
    sorted_waiting,
    waiting,
)
from tournament.queries.results import event_results
from tournament.rules.names import key_of
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entries
from tournament.services.imports import (
    forget_all,
    forget_file,
    forget_known,
    import_event,
    import_instead,
    remove_import,
    say_who,
)
from tournament.services.people.house_log import NOBODY
from tournament.words.imports import say_refusal

pytestmark = pytest.mark.django_db

LIST = b"place,player,prize\r\n1,Ada Alder,70\r\n2,Bo Birch,39\r\n"


def names() -> list[str]:
    return sorted(Player.objects.values_list("name", flat=True))


def test_an_event_is_read_looked_at_and_imported_with_who_knocked_out_whom() -> None:
    file = take(make_ttd_file())
    (event,) = waiting()
    assert (event.name, event.league, event.season) == ("Friday in the Woods", "Woodland League", "Spring")
    assert (event.day, event.players, event.entries) == (date(2026, 3, 14), 4, 5)
    assert event.file == file
    assert names() == []

    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert names() == ["Ada Alder", "Bo Birch", "Cleo Cedar", "Dino D"]
    lines = results_of_import(event)
    assert [(each.result.place, each.name, each.result.prize, each.knocked_out_by) for each in lines] == [
        (1, "Ada Alder", 70_00, ()),
        (2, "Bo Birch", 39_00, ("Cleo Cedar", "Ada Alder")),
        (3, "Cleo Cedar", 0, ("Ada Alder", "Bo Birch")),
        (4, "Dino D", 0, ()),
    ]
    assert [(line.result.entries, line.result.rebuys, line.result.add_ons) for line in lines] == [
        (1, 0, 0), (2, 1, 0), (1, 0, 0), (1, 0, 1)
    ]  # fmt: skip
    assert [line.result.knock_outs for line in lines] == [2, 1, 1, 1]
    assert lines[2].result.points_adjustment == Decimal(100)
    assert HouseLine.objects.get().verb == "event_imported"


def test_twice_is_once() -> None:
    raw = make_ttd_file()
    event = imported()
    assert take(raw).pk == event.file_id
    import_event(event_id=event.pk, visitor=NOBODY, now=after(5))
    assert (ImportedFile.objects.count(), ImportedEvent.objects.count()) == (1, 1)
    assert (ImportedResult.objects.count(), Player.objects.count(), HouseLine.objects.count()) == (4, 4, 1)


def test_a_name_is_that_of_our_player_however_it_is_written() -> None:
    ours = make_player("Alder Ada")
    imported()
    assert ImportedResult.objects.get(place=1).player == ours
    imported(StartTime=START + DAY)
    assert Player.objects.count() == 4


def test_of_several_who_are_called_so_somebody_says_who_it_is() -> None:
    first, second = make_player("Ada Alder", club_number="1"), make_player("Ada Alder", club_number="2")
    (event,) = take(make_ttd_file()).events.all()
    (asked,) = [each for each in names_waiting() if each.is_asked]
    assert (asked.is_doubtful, asked.known, asked.events) == (True, (first, second), 1)
    with pytest.raises(Refused, match="Several players are called “Ada Alder”"):
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert (ImportedResult.objects.count(), HouseLine.objects.count()) == (0, 0)

    say_who(chosen={asked.key: second.pk})
    assert [each.chosen for each in names_waiting() if each.is_asked] == [second]
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert ImportedResult.objects.get(place=1).player == second


@pytest.mark.parametrize(
    ("ours", "nickname"),
    [("A. Alder", ""), ("Alder Adalgisa", ""), ("The Ant", "The Ant")],
    ids=["initial", "cut short", "nickname"],
)
def test_whom_a_name_may_mean_is_offered_and_never_taken(ours: str, nickname: str) -> None:
    one = make_player(ours)
    make_player("Bea Alderman")
    players = (PlayerMade(first="Ada", last="Alder", nickname=nickname),)
    (event,) = take(make_ttd_file(players)).events.all()
    (asked,) = names_waiting()
    assert (asked.near, asked.is_asked, asked.is_doubtful) == ((one,), True, False)
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert ImportedResult.objects.get().player != one


def test_somebody_new_is_the_same_one_in_the_next_file() -> None:
    make_player("Ada Alder")
    players = (PlayerMade(first="Ada", last="Alder"),)
    say_who(chosen={key_of("Ada Alder"): None})
    imported(players)
    imported(players, StartTime=START + DAY)
    assert names() == ["Ada Alder", "Ada Alder"]
    new = Player.objects.latest("pk")
    assert set(ImportedResult.objects.values_list("player", flat=True)) == {new.pk}
    assert ImportedName.objects.get().player == new


def test_two_of_one_name_in_an_event_are_two_people_and_the_same_two_in_the_next() -> None:
    players = (
        PlayerMade(first="Ada", last="Alder"),
        PlayerMade(first="Ada", last="Alder", buy_ins=(BuyInMade(out=30, by=(0,)),)),
    )
    imported(players)
    imported(players, StartTime=START + DAY)
    assert Player.objects.count() == 2
    by_place = ImportedResult.objects.values_list("place", "player__pk")
    assert len({*by_place}) == 2


def test_two_names_of_one_player_in_an_event_are_refused() -> None:
    ours = make_player("Ada Alder")
    say_who(chosen={key_of("Bo Birch"): ours.pk})
    (event,) = take(make_ttd_file()).events.all()
    with pytest.raises(Refused, match="“Ada Alder” would be in “Friday in the Woods” twice"):
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)


def test_a_list_of_results_has_as_many_events_as_it_names_and_its_file_is_one() -> None:
    both = (
        b"Event;Date;Place;Player;Prize\r\n"
        b"May;2025-05-03;1;Ada Alder;100,50\r\nMay;2025-05-03;2;Bo Birch;\r\n"
        b"June;2025-06-07;1;Bo Birch;80\r\n"
    )
    file = take(both, name="results.csv")
    assert [(each.name, each.day, each.players) for each in file.events.order_by("number")] == [
        ("May", date(2025, 5, 3), 2),
        ("June", date(2025, 6, 7), 1),
    ]
    for event in file.events.all():
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert names() == ["Ada Alder", "Bo Birch"]
    assert ImportedResult.objects.get(event__name="May", place=1).prize == 100_50


def test_amounts_are_of_the_currency_that_was_said() -> None:
    (event,) = take(make_ttd_file(), currency="JPY").events.all()
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert (event.currency, ImportedResult.objects.get(place=1).prize) == ("JPY", 70)


@pytest.mark.parametrize(("text", "code", "line", "column"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_damaged_or_hostile_file_says_why_and_leaves_nothing_behind(
    text: str, code: str, line: int, column: int
) -> None:
    file = take(text.encode("utf-8", "surrogatepass"))
    assert file.refusal is not None
    said = say_refusal(file.refusal)
    # What a file cannot be even before it is a literal has no place.
    assert file.refusal["line"] in (line, 0) or file.refusal["code"] != code
    assert said
    assert said[-1] in ".”" or said.endswith("…")
    assert "%(" not in said
    assert (ImportedEvent.objects.count(), Player.objects.count()) == (0, 0)


def test_a_file_that_was_refused_is_read_again_when_it_is_given_again() -> None:
    raw = b"{V: 1, T: new Tournament({Title: eval('1')})}"
    assert take(raw).pk == take(raw).pk
    forget_file(file_id=ImportedFile.objects.get().pk)
    assert not ImportedFile.objects.exists()


@pytest.mark.parametrize("name", ["A" * 121, "Bo\x07 C", "Ada\u00adA", "!!!"])
def test_a_name_that_no_player_can_have_is_refused(name: str) -> None:
    file = take(make_ttd_file((PlayerMade(first=name),)))
    assert file.refusal is not None
    assert "cannot be a player’s name" in say_refusal(file.refusal)


def test_what_waits_is_left_out_and_what_is_imported_stays() -> None:
    event = imported()
    other = take(LIST, name="list.csv")
    forget_file(file_id=event.file_id)
    forget_file(file_id=other.pk)
    assert list(ImportedFile.objects.values_list("pk", flat=True)) == [event.file_id]


def test_an_import_goes_again_with_the_players_whom_nobody_else_knows() -> None:
    known = make_player("Ada Alder")
    event = imported()
    second = imported(FOUR[:2], now=after(1), StartTime=START + DAY)
    dino = Player.objects.get(name="Dino D")
    register_entries(tournament_id=make_tournament().pk, player_ids=[dino.pk], by=ACTOR.at(after(2)))
    remove_import(event_id=event.pk, visitor=NOBODY, now=after(2))
    # Bo is in the other one, Dino has come since.
    assert names() == ["Ada Alder", "Bo Birch", "Dino D"]
    assert list(ImportedEvent.objects.all()) == [second]
    assert not ImportedHit.objects.exclude(victim__event=second).exists()
    assert HouseLine.objects.latest("number").verb == "import_removed"
    assert Player.objects.filter(pk=known.pk).exists()
    assert imported(now=after(3)).pk != event.pk


def test_three_hundred_players_cost_no_more_statements_than_thirty(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    (event,) = take(make_ttd_file(make_field(300))).events.all()
    with django_assert_max_num_queries(30):
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert ImportedResult.objects.count() == 300


def test_a_file_that_waits_is_read_anew_with_what_is_said_now() -> None:
    take(make_ttd_file())
    take(make_ttd_file(), currency="CHF")
    assert [event.currency for event in waiting()] == ["CHF"]


def test_what_was_removed_of_a_list_waits_again_when_the_list_is_given_again() -> None:
    both = b"event,place,player\nMay,1,Ada Alder\nJune,1,Bo Birch\n"
    may, june = take(both, name="list.csv").events.order_by("number")
    for event in (may, june):
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    remove_import(event_id=may.pk, visitor=NOBODY, now=after(1))
    take(both, name="list.csv")
    assert [event.name for event in waiting()] == ["May"]
    assert list(ImportedEvent.objects.filter(imported_at__isnull=False)) == [june]
    forget_file(file_id=june.file_id)
    assert list(ImportedEvent.objects.all()) == [june]
    # Somebody has left it out while it was to be imported.
    assert import_event(event_id=may.pk, visitor=NOBODY, now=after(2)) is None


def test_players_of_two_imports_go_with_the_last_and_one_whom_the_desk_knows_stays() -> None:
    first, second = imported(), imported(StartTime=START + DAY)
    Player.objects.filter(name="Dino D").update(public_name="The Bell")
    for event in (first, second):
        remove_import(event_id=event.pk, visitor=NOBODY, now=after(1))
    assert names() == ["Dino D"]


def test_whom_a_name_means_is_followed_when_players_are_merged() -> None:
    ada, double = make_player("Ada Alder"), make_player("Adina Larch")
    say_who(chosen={key_of("Cleo Cedar"): double.pk})
    Player.objects.filter(pk=double.pk).update(merged_into=ada)
    (event,) = take(make_ttd_file()).events.all()
    with pytest.raises(Refused, match="would be in “Friday in the Woods” twice"):
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)


def test_players_who_were_merged_twice_are_called_as_the_one_they_are() -> None:
    event = imported()
    bo = Player.objects.get(name="Bo Birch")
    second, third = make_player("B. Birch"), make_player("Boris Birch", public_name="Player 9")
    Player.objects.filter(pk=bo.pk).update(merged_into=second)
    Player.objects.filter(pk=second.pk).update(merged_into=third)
    assert [line.name for line in results_of_import(event)][:2] == ["Ada Alder", "Player 9"]
    assert [result.place for result in results_of_player(third)] == [2]


def test_names_with_the_same_words_in_another_order_are_one_player() -> None:
    ours = make_player("Maria Anna Rossi")
    imported((PlayerMade(first="Anna Maria", last="Rossi"),))
    assert ImportedResult.objects.get().player == ours


def test_an_entry_for_nothing_has_no_rake() -> None:
    players = (PlayerMade(first="Ada", last="Alder", buy_ins=(BuyInMade(amount=0, rake=(5,)),)),)
    (event,) = take(make_ttd_file(players, prizes=())).events.all()
    assert (event.pool, event.data["fees"]) == (0, 0)


@pytest.mark.parametrize("adjusted", ["HitsAdjustment", "PointsAdjustment"])
def test_more_than_anybody_gives_by_hand_is_refused(adjusted: str) -> None:
    raw = make_ttd_file().replace(f"{adjusted}: 0".encode(), f"{adjusted}: 10000000000".encode())
    file = take(raw)
    assert file.refusal is not None
    assert say_refusal(file.refusal) == f"{adjusted} is out of range: 10000000000."


def test_damaged_bytes_are_seen_and_make_no_other_names() -> None:
    players = tuple(PlayerMade(first=f"Nicolò {letter}", last="Verdì") for letter in "ABCDEFGH")
    raw = make_ttd_file(players).replace("Nicolò A".encode(), b"Nicol\xff A")
    (event,) = take(raw).events.all()
    assert [each["name"] for each in event.data["players"]][:2] == ["Nicol\ufffd A Verdì", "Nicolò B Verdì"]


def test_a_player_who_is_named_anywhere_in_the_house_stays_when_an_import_goes() -> None:
    event = imported()
    ada, bo = (Player.objects.get(name=name) for name in ("Ada Alder", "Bo Birch"))
    tournament = make_tournament()
    enter(tournament, "Olga Neri", "Ugo Bassi")
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(after(1)))
    free = Seat.objects.filter(table__tournament=tournament, entry=None)
    SeatReservation.objects.create(seat=free[0], player=ada)
    Player.objects.filter(pk=bo.pk).update(name="Bo Birchwood")
    remove_import(event_id=event.pk, visitor=NOBODY, now=after(1))
    assert names() == ["Ada Alder", "Bo Birchwood", "Olga Neri", "Ugo Bassi"]
    assert SeatReservation.objects.get().player == ada


def test_a_name_that_was_merged_is_that_player_in_the_next_file_too() -> None:
    imported()
    ada, kept = Player.objects.get(name="Ada Alder"), make_player("Ada Alderman", public_name="Player 9")
    Player.objects.filter(pk=ada.pk).update(merged_into=kept)
    second = imported(StartTime=START + DAY)
    assert second.results.get(place=1).player == kept
    assert not Player.objects.exclude(pk=ada.pk).filter(name="Ada Alder").exists()


def test_a_name_that_may_be_of_a_player_whom_the_public_calls_otherwise_is_not_imported_unasked() -> None:
    ada = make_player("Ada Alder", public_name="Player 9")
    (event,) = take(make_ttd_file((PlayerMade(first="A.", last="Alder"),))).events.all()
    with pytest.raises(Refused, match="in “Friday in the Woods” may be Ada Alder: say who it is"):
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    say_who(chosen={key_of("A. Alder"): ada.pk})
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    assert ImportedResult.objects.get().player == ada


def test_everything_that_waits_is_left_out_at_once() -> None:
    event = imported()
    take(LIST, name="list.csv")
    take(b"{")
    forget_all()
    assert list(ImportedFile.objects.values_list("pk", flat=True)) == [event.file_id]


def test_a_player_whom_the_public_knows_otherwise_is_asked_about() -> None:
    make_player("Ada Alder", public_name="The Ant")
    take(make_ttd_file((PlayerMade(first="A.", last="Alder"),)))
    (asked,) = names_waiting()
    assert asked.is_doubtful


def names_by_place(event: ImportedEvent) -> list[tuple[int, str, int]]:
    return [(each.result.place, each.name, each.result.prize) for each in results_of_import(event)]


def test_an_event_that_was_saved_again_is_once() -> None:
    event = imported()
    again = take(make_ttd_file(Comment="late", encoding="utf-16"), name="again.tdt").events.get()
    assert import_event(event_id=again.pk, visitor=NOBODY, now=after(5)) == event
    assert (ImportedFile.objects.count(), ImportedEvent.objects.count()) == (1, 1)
    assert (ImportedResult.objects.count(), HouseLine.objects.count()) == (4, 1)


def test_of_a_list_with_one_month_more_the_new_month_is_new() -> None:
    both = "event;date;place;player\nMay;2025-05-03;1;Ada Alder\nJune;2025-06-07;1;Bo Birch\n"
    for event in take(both.encode(), name="list.csv").events.all():
        import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    more = f"{both}July;2025-07-05;1;Ada Alder\n".replace(";", ",")
    take(more.encode("utf-8-sig"), name="more.csv")
    found = sorted_waiting()
    assert [event.name for event in found.events] == ["July"]
    assert [each.event.name for each in found.known] == ["May", "June"]
    forget_known()
    assert [event.name for event in waiting()] == ["July"]


def test_a_file_given_again_is_said_to_be_known_until_it_is_left_out() -> None:
    event = imported()
    assert not given_again().exists()
    take(make_ttd_file())
    assert list(given_again()) == [event]
    forget_known()
    assert not given_again().exists()
    take(make_ttd_file())
    forget_all()
    assert not given_again().exists()
    assert list(ImportedEvent.objects.all()) == [event]


def test_another_version_is_refused_until_somebody_says_what_it_is() -> None:
    event = imported()
    other = take(make_ttd_file(prizes=(80, 29)), name="corrected.tdt").events.get()
    with pytest.raises(Refused, match="is another version of “Friday in the Woods”, imported before"):
        import_event(event_id=other.pk, visitor=NOBODY, now=after(1))
    assert (ImportedResult.objects.count(), HouseLine.objects.count()) == (4, 1)
    import_event(event_id=other.pk, visitor=NOBODY, now=after(1), is_another=True)
    assert list(ImportedEvent.objects.exclude(imported_at=None).order_by("pk")) == [event, other]


def test_another_version_comes_in_the_place_of_the_earlier_one() -> None:
    event = imported()
    dino = Player.objects.get(name="Dino D")
    players = (
        FOUR[1],
        FOUR[0],
        FOUR[2],
        PlayerMade(first="Edda", last="Elder", buy_ins=(BuyInMade(out=20),)),
    )
    other = take(make_ttd_file(players, prizes=(80, 29), UUID=event.own_id), name="corrected.tdt")
    code, pk = event.code, event.pk
    import_instead(event_id=other.events.get().pk, visitor=NOBODY, now=after(1))
    (left,) = ImportedEvent.objects.all()
    assert (left.pk, left.code, left.file, left.imported_at) == (pk, code, other, after(1))
    assert names_by_place(left) == [
        (1, "Ada Alder", 80_00), (2, "Bo Birch", 29_00), (3, "Cleo Cedar", 0), (4, "Edda Elder", 0)
    ]  # fmt: skip
    # Nobody else knew him; the others are the same people.
    assert not Player.objects.filter(pk=dino.pk).exists()
    assert (Player.objects.count(), ImportedFile.objects.count()) == (4, 1)
    assert [line.verb for line in HouseLine.objects.order_by("number")] == [
        "event_imported", "import_removed", "event_imported"
    ]  # fmt: skip
    remove_import(event_id=pk, visitor=NOBODY, now=after(2))
    assert not Player.objects.exists()


def test_where_there_is_no_earlier_version_it_is_imported_as_it_is() -> None:
    event = take(make_ttd_file()).events.get()
    assert import_instead(event_id=event.pk, visitor=NOBODY, now=NOW) == event
    assert import_instead(event_id=event.pk, visitor=NOBODY, now=NOW) == event
    again = take(make_ttd_file(Comment="late"), name="again.tdt").events.get()
    assert import_instead(event_id=again.pk, visitor=NOBODY, now=NOW) == event
    assert import_instead(event_id=987_654, visitor=NOBODY, now=NOW) is None
    assert ImportedResult.objects.count() == 4


def test_a_version_that_says_a_name_of_two_players_changes_nothing() -> None:
    event = imported()
    other = take(make_ttd_file((*FOUR[:3], PlayerMade(first="Twin"))), name="corrected.tdt").events.get()
    make_player("Twin")
    make_player("Twin")
    with pytest.raises(Refused, match="Several players are called “Twin”"):
        import_instead(event_id=other.pk, visitor=NOBODY, now=after(1))
    assert names_by_place(event)[3] == (4, "Dino D", 0)
    assert HouseLine.objects.count() == 1


def test_a_list_takes_the_place_of_a_file_and_keeps_its_id() -> None:
    event = imported()
    told = "event,date,place,player\nFriday in the Woods,2026-03-14,1,Ada Alder\n"
    other = take(told.encode(), name="list.csv").events.get()
    import_instead(event_id=other.pk, visitor=NOBODY, now=after(1))
    left = ImportedEvent.objects.get()
    assert (left.own_id, left.players, left.results.count()) == (event.own_id, 1, 1)


def test_an_event_of_ours_comes_back_from_its_results_file() -> None:
    tournament, entries = played_down(6, left=3, out_at=after(3), buy_in_bounty=10_00, bounty_kind="fixed")
    for loser in (entries[2], entries[1]):
        bust(tournament, loser, winner=entries[0], now=after(5))
    ours = event_results(tournament)
    event = take(results_csv(ours, is_public=False), name="results.csv", currency="CHF").events.get()
    import_event(event_id=event.pk, visitor=NOBODY, now=after(9))
    assert (event.name, event.day, event.currency) == (ours.name, ours.started_on, "EUR")
    assert (event.entries, event.players, event.pool) == (ours.entries, ours.players, ours.pool)
    assert names_by_place(event) == [(line.place, line.name, line.prize) for line in ours.lines]
    assert ours.lines
    assert {each.player for each in event.results.all()} <= {entry.player for entry in entries}
    assert not any(each.knock_outs for each in event.results.all())
