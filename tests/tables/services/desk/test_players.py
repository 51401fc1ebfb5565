"""A player corrected, and a person kept twice made one; the way back of both."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import SeatReservation
from tables.services.desk.players import edit_player, merge_players
from tables.services.table.seats import lock_seat
from tests.factories import ACTOR, NOW, enter, make_account, make_player, make_tournament
from tests.factories.felt import Felt, make_felt
from tests.tampering import past_the_triggers
from tournament.changes.change import sentence_of
from tournament.models import (
    Entry,
    EntryStatus,
    LogEntry,
    Payout,
    Player,
    Role,
    StaffMember,
    Tournament,
    TournamentStatus,
)
from tournament.queries.standings import field_of
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def edit(tournament: Tournament, player: Player, **fields: str) -> LogEntry | None:
    known = {name: getattr(player, name) for name in ("name", "public_name", "club_number")}
    return edit_player(tournament_id=tournament.pk, player_id=player.pk, **known | fields, by=ACTOR.at(NOW))


def merge(tournament: Tournament, kept: Player, double: Player) -> LogEntry:
    return merge_players(tournament_id=tournament.pk, kept_id=kept.pk, double_id=double.pk, by=ACTOR.at(NOW))


def undo(line: LogEntry | None) -> None:
    assert line is not None
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(NOW))


def register(tournament: Tournament, player: Player) -> Entry:
    return register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))


def out(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=2, place_last=2
    )


def players() -> list[tuple[Any, ...]]:
    return list(Player.objects.order_by("pk").values_list())


def owners() -> dict[int, str]:
    return dict(Entry.objects.order_by("pk").values_list("pk", "player__name"))


# --- Edit ---------------------------------------------------------------------------------------------------


def test_a_player_is_corrected_found_by_the_new_name_and_put_back() -> None:
    tournament = make_tournament()
    player = make_player("Lukas Zolc", club_number="17")
    before = players()

    line = edit(tournament, player, name="Łukasz  Żółć", public_name="The Owl", club_number="18")

    player.refresh_from_db()
    assert (player.name, player.search_name, player.search_shown_name, player.club_number) == (
        "Łukasz Żółć",
        "lukasz zolc",
        "the owl",
        "18",
    )
    undo(line)
    assert players() == before


def test_an_edit_is_in_the_log_of_every_tournament_in_play_that_has_the_player() -> None:
    here, there = make_tournament(), make_tournament(make_account("other"))
    over = make_tournament(make_account("third"))
    anna = make_player("Ana")
    register(there, anna)
    register(over, anna)
    Tournament.objects.filter(pk=over.pk).update(status=TournamentStatus.FINISHED)

    edit(here, anna, name="Anna")

    lines = LogEntry.objects.filter(verb="player_edited").order_by("pk")
    assert list(lines.values_list("tournament", flat=True)) == [here.pk, there.pk]
    undo(lines[1])
    assert Player.objects.get().name == "Ana"


def test_an_edit_that_changes_nothing_leaves_no_line() -> None:
    tournament = make_tournament()
    assert edit(tournament, make_player("Anna")) is None
    assert not LogEntry.objects.filter(verb="player_edited").exists()


def test_an_edit_cannot_take_another_players_number_or_a_name_that_is_none() -> None:
    tournament = make_tournament()
    make_player("Bruno", club_number="9")
    anna = make_player("Anna", club_number="17")

    with pytest.raises(Refused) as taken:
        edit(tournament, anna, club_number="9")
    with pytest.raises(Refused) as empty:
        edit(tournament, anna, name="  ")

    assert [(r.value.code, r.value.field) for r in (taken, empty)] == [
        ("club_number_taken", "club_number"),
        ("name_empty", "name"),
    ]
    assert Player.objects.get(pk=anna.pk).club_number == "17"


def test_an_edit_that_was_edited_again_is_not_undone() -> None:
    tournament, anna = make_tournament(), make_player("Ana")
    first = edit(tournament, anna, name="Anna")
    edit(tournament, anna, name="Hanna")

    assert first is not None
    assert lines_to_undo(tournament, [first]) == frozenset()


def test_a_note_is_kept_undone_and_not_told_in_the_log() -> None:
    tournament, anna = make_tournament(), make_player("Anna")

    line = edit(tournament, anna, note="  Sits at the  end, wheelchair ")

    assert line is not None
    assert Player.objects.get().note == "Sits at the end, wheelchair"
    said = sentence_of(line, PageWriter.of(tournament))
    assert said == "Corrected player Anna: note."
    undo(line)
    assert Player.objects.get().note == ""
    with pytest.raises(Refused, match="at most 300 printable characters"):
        edit(tournament, anna, note="x" * 301)


def test_a_country_is_two_letters_told_in_the_log_and_undone() -> None:
    tournament, anna = make_tournament(), make_player("Anna")

    line = edit(tournament, anna, country="it")

    assert line is not None
    assert Player.objects.get().country == "IT"
    assert sentence_of(line, PageWriter.of(tournament)) == "Corrected player Anna: country IT."
    assert edit(tournament, anna) is None
    undo(line)
    assert Player.objects.get().country == ""
    with pytest.raises(Refused, match="“Italy” is not a country: write its two letters"):
        edit(tournament, anna, country="Italy")


def test_a_country_that_only_the_double_has_is_taken_over_and_given_back() -> None:
    tournament = make_tournament()
    kept, double = make_player("Mario Rossi"), make_player("Rossi Mario")
    Player.objects.filter(pk=double.pk).update(country="CH")
    before = players()

    line = merge(tournament, kept, double)

    assert Player.objects.get(pk=kept.pk).country == "CH"
    undo(line)
    assert players() == before


def test_a_correction_that_leaves_the_note_alone_keeps_it_and_so_does_an_older_line() -> None:
    """Lines of an older release have no note and no country."""
    tournament, anna = make_tournament(), make_player("Ana")
    line = edit(tournament, anna, name="Anna")
    assert line is not None
    as_kept = line.data
    for side in ("was", "became"):
        del as_kept[side]["note"], as_kept[side]["country"]
    with past_the_triggers():
        line.save()
    Player.objects.update(note="Left-handed", country="IT")

    undo(line)

    assert Player.objects.values_list("name", "note", "country").get() == ("Ana", "Left-handed", "IT")


# --- Merge --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keeps_the_first", [True, False])
def test_two_rows_of_one_person_become_one_and_two_again(keeps_the_first: bool) -> None:
    """Entries of this tournament and of another one, in either direction."""
    tournament, other = make_tournament(entries_per_player=0), make_tournament(make_account("other"))
    first, second = make_player("Mario Rossi", club_number="17"), make_player("Rossi Mario")
    out(register(tournament, first))
    register(tournament, second)
    register(other, second)
    kept, double = (first, second) if keeps_the_first else (second, first)
    rows, entries = players(), owners()

    line = merge(tournament, kept, double)

    assert set(owners().values()) == {kept.name}
    kept.refresh_from_db()
    double.refresh_from_db()
    assert (kept.club_number, double.club_number, double.merged_into_id) == ("17", "", kept.pk)
    assert (field_of(tournament).entries, field_of(tournament).players) == (2, 1)
    logged = LogEntry.objects.filter(verb="players_merged").values_list("tournament_id", flat=True)
    assert list(logged) == ([tournament.pk, other.pk] if keeps_the_first else [tournament.pk])

    undo(line)
    assert (players(), owners()) == (rows, entries)
    assert lines_to_undo(tournament, list(LogEntry.objects.select_related("undone_by"))) == frozenset()


def test_both_in_play_in_one_tournament_are_not_merged() -> None:
    tournament = make_tournament()
    first, second = make_player("Mario Rossi"), make_player("Mario Rossi")
    one, _two = register(tournament, first), register(tournament, second)
    entries = owners()

    with pytest.raises(Refused, match="Both are in play in Friday Fifty") as refusal:
        merge(tournament, first, second)
    assert (refusal.value.code, owners()) == ("both_in_play", entries)

    out(one)
    merge(tournament, first, second)
    assert Entry.objects.filter(player=first).count() == 2


def test_nobody_moves_an_entry_of_a_tournament_in_which_they_are_not_on_the_floor() -> None:
    here, there = make_tournament(name="Side Event"), make_tournament(name="Main Event")
    kept, double = make_player("Anna Verdi"), make_player("Anna Verde")
    entry = register(there, double)
    account = make_account("flora")
    flora = Actor(label="flora", account_id=account.pk)
    ids: dict[str, Any] = {
        "tournament_id": here.pk,
        "kept_id": kept.pk,
        "double_id": double.pk,
        "by": flora.at(NOW),
    }
    says = (
        r"^Anna Verde plays in Main Event, where you are not on the floor: somebody who is can merge them\.$"
    )

    with pytest.raises(Refused, match=says):
        merge_players(**ids)
    # Over, with a prize that waits.
    Tournament.objects.filter(pk=there.pk).update(status=TournamentStatus.FINISHED)
    prize = Payout.objects.create(tournament=there, entry=entry, amount=50_00, decided_at=NOW)
    with pytest.raises(Refused, match=says):
        merge_players(**ids)
    # Prizes of any kind.
    Payout.objects.filter(pk=prize.pk).update(paid_at=NOW)
    of: dict[str, Any] = {"tournament_id": there.pk, "by": ACTOR.at(NOW)}
    side = add_side_prize(name="High hand", amount=10_00, is_from_pool=False, **of)
    award_side_prize(prize_id=side.pk, entry_id=entry.pk, **of)
    with pytest.raises(Refused, match=says):
        merge_players(**ids)
    member = StaffMember.objects.create(tournament=there, account=account, role=Role.FLOOR)
    line = merge_players(**ids)
    member.delete()
    with pytest.raises(Refused, match="where you are not on the floor"):
        undo_line(tournament_id=here.pk, line_id=line.pk, by=flora.at(NOW))
    assert owners() == {entry.pk: "Anna Verdi"}

    pay_side_prize(prize_id=side.pk, **of)
    undo_line(tournament_id=here.pk, line_id=line.pk, by=flora.at(NOW))
    assert owners() == {entry.pk: "Anna Verde"}


def test_a_chosen_public_name_comes_along_so_that_nobody_is_named_by_a_merge() -> None:
    tournament = make_tournament()
    kept, double = make_player("Mario Rossi"), make_player("Mario Rossi", public_name="The Owl")

    merge(tournament, kept, double)

    kept.refresh_from_db()
    assert (kept.shown_name, kept.search_shown_name) == ("The Owl", "the owl")


@pytest.mark.parametrize(
    ("notes", "both"),
    [
        (("", ""), ""),
        (("A", ""), "A"),
        (("", "B"), "B"),
        (("A", "A"), "A"),
        (("A", "B"), "A · B"),
    ],
)
def test_of_two_notes_none_is_lost_and_the_undo_parts_them(notes: tuple[str, str], both: str) -> None:
    tournament = make_tournament()
    kept, double = make_player("Mario Rossi"), make_player("Rossi Mario")
    for player, note in zip((kept, double), notes, strict=True):
        Player.objects.filter(pk=player.pk).update(note=note)
    before = players()

    line = merge(tournament, kept, double)

    assert Player.objects.get(pk=kept.pk).note == both
    undo(line)
    assert players() == before


def test_notes_that_are_too_long_together_are_shortened_first() -> None:
    tournament = make_tournament()
    kept, double = make_player("Mario Rossi"), make_player("Rossi Mario")
    Player.objects.filter(pk=kept.pk).update(note="a" * 200)
    Player.objects.filter(pk=double.pk).update(note="b" * 100)
    before = players()

    with pytest.raises(Refused, match="together have 303 characters"):
        merge(tournament, kept, double)
    assert players() == before


def test_a_double_is_registered_as_the_player_who_was_kept() -> None:
    """A tap on a desk's page that was older than the merge."""
    tournament = make_tournament()
    kept, double, third = (make_player("Mario Rossi") for _ in range(3))
    merge(tournament, double, third)
    merge(tournament, kept, double)

    assert register(tournament, third).player_id == kept.pk
    with pytest.raises(Refused):
        register(tournament, double)


def test_a_merge_that_something_has_gone_on_from_is_not_undone() -> None:
    tournament = make_tournament()
    kept, double, third = make_player("Mario Rossi"), make_player("Rossi"), make_player("Mario")
    enter(tournament, "Anna")
    register(tournament, double)
    line = merge(tournament, kept, double)

    again = merge(tournament, third, kept)
    assert lines_to_undo(tournament, [line]) == frozenset()
    undo(again)
    assert lines_to_undo(tournament, [line]) == {line.pk}


def test_what_is_entered_after_a_merge_stays_with_the_one_who_was_kept() -> None:
    tournament, later = make_tournament(), make_tournament(make_account("other"))
    kept, double = make_player("Mario Rossi"), make_player("Rossi")
    mine = register(tournament, double)
    line = merge(tournament, kept, double)
    theirs = register(later, kept)

    undo(line)

    assert owners() == {mine.pk: "Rossi", theirs.pk: "Mario Rossi"}


def test_a_reserved_seat_goes_with_a_merge_and_comes_back_unless_it_was_given_away() -> None:
    felt = make_felt(10_000, 10_000)
    kept, double = make_player("Fabio Sarti"), make_player("Fabio Sartti")
    for number in (6, 7, 8):
        reserve(felt, number, kept if number == 6 else double)

    line = merge(felt.tournament, kept, double)
    assert reserved() == {6: kept.name, 7: kept.name, 8: kept.name}
    other = make_player("Gino Preti")
    reserve(felt, 8, None)
    reserve(felt, 8, other)

    undo(line)
    assert reserved() == {6: kept.name, 7: double.name, 8: other.name}


def reserve(felt: Felt, number: int, player: Player | None) -> None:
    """For this player; None: for nobody any more."""
    lock_seat(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        number=number,
        locked=player is not None,
        player_id=player.pk if player else None,
        name="TV" if player else "",
        by=ACTOR.at(NOW),
    )


def reserved() -> dict[int, str | None]:
    return dict(SeatReservation.objects.values_list("seat__number", "player__name"))


@pytest.mark.parametrize("merged", [False, True])
def test_nobody_is_merged_with_themselves_or_with_a_double(merged: bool) -> None:
    tournament, kept, double = make_tournament(), make_player("Mario"), make_player("Rossi")
    if merged:
        merge(tournament, kept, double)

    with pytest.raises(Refused) as refusal:
        merge(tournament, kept, double if merged else kept)

    assert refusal.value.code == ("merged" if merged else "same_player")
