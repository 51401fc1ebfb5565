from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum

from tables.models import Table
from tables.services.chips.bags import accept_bags, count_bags
from tables.services.stops.last_hands import announce_last_hands
from tests.factories import ACTOR, NAMES, NOW, after, enter, make_player, make_tournament
from tests.factories.field import bust as out_of_play
from tests.factories.field import started
from tournament.models import (
    ChipRow,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Player,
    Tournament,
)
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.services.cash.payouts import pay_out
from tournament.services.clock import pause_clock, start_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import (
    BustOut,
    eliminate_entries,
    register_entry,
    reinstate_entries,
    void_entry,
)
from tournament.services.locks import lock_tournament

pytestmark = pytest.mark.django_db


def register(tournament: Tournament, player: Player, minutes: float = 0) -> Entry:
    return register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(after(minutes)))


def void(entry: Entry) -> Entry:
    return void_entry(
        tournament_id=entry.tournament_id, entry_id=entry.pk, by=ACTOR.at(NOW), reason="Changed his mind"
    )


def start(tournament: Tournament, *, closed: bool = True) -> None:
    """In play with the seats drawn; registration closed as it is with no late registration."""
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=NOW)
    Entry.objects.filter(tournament=tournament).update(status=EntryStatus.PLAYING)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert (Tournament.objects.get(pk=tournament.pk).registration_closed_at is not None) == closed


@transaction.atomic
def bust(tournament: Tournament, *entries: Entry, stacks: tuple[int, ...] = ()) -> None:
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(stack=0)
    eliminate_entries(
        tournament=lock_tournament(tournament.pk),
        bust_outs=[
            BustOut(entry_id=entry.pk, starting_stack=stack, table_number=1)
            for entry, stack in zip(entries, stacks or (10_000,) * len(entries), strict=True)
        ],
        by=ACTOR.at(NOW),
    )


def places(tournament: Tournament) -> dict[str, tuple[int | None, int | None]]:
    rows = Entry.objects.filter(tournament=tournament).values_list(
        "player__name", "place_first", "place_last"
    )
    return {name: (first, last) for name, first, last in rows}


def test_an_entry_books_its_price_by_part_and_its_chips() -> None:
    tournament = make_tournament()

    (entry,) = enter(tournament, "Anna Verdi")

    assert (entry.number, entry.status, entry.stack, entry.paid_total) == (1, "registered", 10_000, 50_00)
    money = dict(MoneyRow.objects.values_list("kind", "amount"))
    assert money == {"prize": 45_00, "fee": 3_00, "staff": 2_00}
    assert list(ChipRow.objects.values_list("kind", "amount")) == [("issued", 10_000)]
    line = LogEntry.objects.get(verb="entry_registered")
    assert line.data == {"entry": entry.pk, "number": 1, "name": "Anna Verdi", "paid": 50_00, "price": ""}
    assert set(MoneyRow.objects.values_list("log_entry", flat=True)) == {line.pk}


def test_a_bounty_is_booked_on_its_own_and_goes_back_with_its_entry() -> None:
    tournament = make_tournament(buy_in_bounty=10_00, bounty_kind="fixed")
    (anna,) = enter(tournament, "Anna Verdi")
    sold = MoneyRow.objects.get(kind=MoneyKind.BOUNTY)
    assert (sold.entry, sold.amount, anna.paid_total) == (anna, 10_00, 60_00)

    void(anna)

    back = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY, amount__lt=0)
    assert list(back.values_list("amount", "corrects")) == [(-10_00, sold.pk)]


def test_entries_are_numbered_without_gaps_and_numbers_never_come_back() -> None:
    tournament = make_tournament()
    _, bruno = enter(tournament, "Anna", "Bruno")
    void(bruno)

    (carla,) = enter(tournament, "Carla")

    assert carla.number == 3


def test_a_player_who_is_still_in_cannot_enter_again() -> None:
    tournament = make_tournament(entries_per_player=0)
    anna = make_player("Anna")
    register(tournament, anna)

    with pytest.raises(Refused) as refusal:
        register(tournament, anna)

    assert refusal.value.code == "still_in"
    assert Entry.objects.count() == 1


def test_the_database_refuses_a_second_live_entry_too() -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna")
    entry.pk, entry.number, entry.link_secret = None, 2, "another"

    with pytest.raises(IntegrityError), transaction.atomic():
        entry.save(force_insert=True)


def test_a_freeze_out_takes_one_entry_of_a_player() -> None:
    tournament = make_tournament(late_registration_level=2)
    anna, _bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament, closed=False)
    bust(tournament, anna)

    with pytest.raises(Refused) as refusal:
        register(tournament, anna.player)

    assert refusal.value.code == "entry_limit"


@pytest.mark.parametrize("limit", [2, 0])
def test_a_player_without_chips_re_enters_up_to_the_limit_or_without_one(limit: int) -> None:
    tournament = make_tournament(late_registration_level=2, entries_per_player=limit)
    anna, _bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament, closed=False)
    bust(tournament, anna)

    again = register(tournament, anna.player)

    assert (again.number, again.player) == (4, anna.player)
    bust(tournament, again)
    if limit:
        with pytest.raises(Refused) as refusal:
            register(tournament, anna.player)
        assert refusal.value.code == "entry_limit"
    else:
        assert register(tournament, anna.player).number == 5


def test_entries_of_one_day_end_with_its_last_hands() -> None:
    tournament, entries = started(
        4, seats_per_table=4, late_registration_level=2, entries_per_player=3, entries_per_day=1
    )
    anna, *others = entries
    out_of_play(tournament, anna, winner=others[0])

    with pytest.raises(Refused, match="1 of 1 entries of this day") as refusal:
        register(tournament, anna.player)
    assert refusal.value.code == "day_limit"

    given: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(after(10))}
    announce_last_hands(card="2c", **given)
    table = Table.objects.get(tournament=tournament)
    stacks = dict(Entry.objects.filter(seat__table=table).values_list("pk", "stack"))
    count_bags(table_id=table.pk, counts=stacks, **given)
    accept_bags(reason="", **given)

    again = register_entry(tournament_id=tournament.pk, player_id=anna.player_id, by=ACTOR.at(after(20)))
    assert (again.number, again.player_id) == (5, anna.player_id)
    Entry.objects.filter(pk=again.pk).update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=4, place_last=4
    )
    with pytest.raises(Refused, match="1 of 1 entries of this day"):
        register_entry(tournament_id=tournament.pk, player_id=anna.player_id, by=ACTOR.at(after(30)))


def test_an_entry_taken_back_does_not_count_against_the_limit() -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna")
    void(entry)

    assert register(tournament, entry.player).number == 2


def test_entries_of_a_built_room_are_those_of_the_desk() -> None:
    """The factory books all but the first in one go."""
    built, sold = make_tournament(), make_tournament()
    enter(built, *NAMES[:3], now=after(1))
    for name in NAMES[3:6]:
        register(sold, make_player(name), 1)

    def rows(tournament: Tournament, first_name: int) -> list[list[dict[str, object]]]:
        """Every row of the field, with players and entries by their place in it."""
        entries = [entry.pk for entry in Entry.objects.filter(tournament=tournament).order_by("number")]
        names = NAMES[first_name : first_name + 3]
        registered = LogEntry.objects.filter(tournament=tournament, verb="entry_registered").order_by("pk")
        lines = [line.pk for line in registered]

        def plain(row: Mapping[str, Any]) -> dict[str, object]:
            told = {"id", "tournament_id", "player_id", "link_secret"}
            return {key: value for key, value in row.items() if key not in told}

        field = [
            {**plain(row), "player": names.index(Player.objects.get(pk=row["player_id"]).name)}
            for row in Entry.objects.filter(tournament=tournament).order_by("number").values()
        ]
        log = [
            plain(row)
            | {
                "data": row["data"]
                | {"entry": entries.index(row["data"]["entry"]), "name": names.index(row["data"]["name"])}
            }
            for row in registered.values()
        ]
        booked = [
            plain(row)
            | {
                "entry_id": entries.index(row["entry_id"]),
                "log_entry_id": lines.index(row["log_entry_id"]),
            }
            for model in (MoneyRow, ChipRow)
            for row in model._default_manager.filter(tournament=tournament).order_by("pk").values()
        ]
        return [field, log, booked]

    assert rows(built, 0) == rows(sold, 3)
    assert [len(each) for each in rows(built, 0)] == [3, 3, 12]


def test_a_full_tournament_takes_nobody() -> None:
    tournament = make_tournament(max_entries=2)
    enter(tournament, "Anna", "Bruno")

    with pytest.raises(Refused, match="full: the limit is 2"):
        enter(tournament, "Carla")


def test_late_registration_is_refused_after_its_level_without_waiting_for_a_sweep() -> None:
    tournament = make_tournament(late_registration_level=1)
    enter(tournament, "Anna", "Bruno")
    start(tournament, closed=False)

    enter(tournament, "Carla", now=after(19.9))
    with pytest.raises(Refused, match="closed"):
        enter(tournament, "Dario", now=after(20))


def test_an_entry_taken_back_books_money_and_chips_out_again() -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna")

    void(entry)

    entry.refresh_from_db()
    assert (entry.status, entry.stack) == ("void", 0)
    assert MoneyRow.objects.aggregate(total=Sum("amount"))["total"] == 0
    assert ChipRow.objects.aggregate(total=Sum("amount"))["total"] == 0
    corrections = MoneyRow.objects.filter(amount__lt=0).select_related("corrects")
    assert [(row.kind, row.corrects and row.corrects.amount) for row in corrections.order_by("pk")] == [
        ("prize", 45_00), ("fee", 3_00), ("staff", 2_00)
    ]  # fmt: skip
    assert LogEntry.objects.get(verb="entry_voided").reason == "Changed his mind"


def test_a_late_stack_is_made_of_the_chips_that_are_left_and_can_be_taken_back() -> None:
    """A stack of 10,025 once the chips of 25 have gone."""
    structure = Structure(
        periods=(
            Level(small_blind=25, big_blind=50, duration_seconds=1200),
            Break(duration_seconds=600, chips_removed=(25,)),
            Level(small_blind=100, big_blind=200, duration_seconds=1200),
            Level(small_blind=200, big_blind=400, duration_seconds=1200),
        )
    )
    tournament = make_tournament(structure=structure, starting_stack=10_025, late_registration_level=2)
    early = register(tournament, make_player("Anna"))
    register(tournament, make_player("Bruno"))
    start(tournament, closed=False)

    late = register(tournament, make_player("Carla"), minutes=31)

    assert (early.stack, late.stack) == (10_025, 10_100)
    assert ChipRow.objects.get(entry=late).amount == 10_100
    assert void(late).status == EntryStatus.VOID
    assert not ChipRow.objects.filter(entry=late).aggregate(chips=Sum("amount"))["chips"]


def test_an_entry_is_taken_back_once() -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna")
    void(entry)

    with pytest.raises(Refused, match="no longer in play"):
        void(entry)


def test_an_entry_that_has_won_or_lost_chips_cannot_be_taken_back() -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Anna")
    Entry.objects.update(stack=9_900)

    with pytest.raises(Refused) as refusal:
        void(entry)

    assert refusal.value.code == "entry_has_played"


def test_an_entry_cannot_be_taken_back_once_prizes_were_decided_with_it() -> None:
    tournament = make_tournament()
    anna, bruno, carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)
    bust(tournament, anna)

    with pytest.raises(Refused) as refusal:
        void(bruno)

    assert refusal.value.code == "prizes_decided"
    carla.refresh_from_db()
    assert carla.status == "playing"


def test_taking_back_the_only_other_entry_ends_the_tournament() -> None:
    tournament = make_tournament(late_registration_level=0, buy_in_prize=0)
    anna, bruno = enter(tournament, "Anna", "Bruno")
    start(tournament)

    void(bruno)

    tournament.refresh_from_db()
    anna.refresh_from_db()
    assert (tournament.status, anna.place_first) == ("finished", 1)


def test_places_of_those_out_move_with_the_field() -> None:
    tournament = make_tournament(late_registration_level=2)
    anna, bruno, carla, _dario = enter(tournament, "Anna", "Bruno", "Carla", "Dario")
    start(tournament, closed=False)
    bust(tournament, anna)

    (elena,) = enter(tournament, "Elena")
    assert places(tournament)["Anna"] == (5, 5)
    void(elena)
    assert places(tournament)["Anna"] == (4, 4)
    bust(tournament, bruno, carla, stacks=(500, 900))
    assert places(tournament) == {
        "Anna": (4, 4), "Bruno": (3, 3), "Carla": (2, 2), "Dario": (None, None), "Elena": (None, None)
    }  # fmt: skip


def test_equal_stacks_out_in_one_hand_tie() -> None:
    tournament = make_tournament()
    anna, bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)

    bust(tournament, anna, bruno, stacks=(700, 700))

    assert places(tournament) == {"Anna": (2, 3), "Bruno": (2, 3), "Carla": (1, 1)}
    # Pool 135: 67.50 / 40.50 / 27 rounded down to whole euros, the rest to the winner; 2nd and 3rd shared.
    amounts = dict(Payout.objects.values_list("entry__player__name", "amount"))
    assert amounts == {"Anna": 34_00, "Bruno": 33_00, "Carla": 68_00}


@pytest.mark.rule("S-016")
def test_the_last_player_with_chips_wins_and_payouts_add_up_to_the_pool() -> None:
    tournament = make_tournament()
    anna, bruno, carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)

    bust(tournament, anna)
    bust(tournament, bruno)

    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert tournament.clock_state == "finished"
    assert Payout.objects.aggregate(total=Sum("amount"))["total"] == 3 * 45_00
    assert LogEntry.objects.get(verb="tournament_won").data["entry"] == carla.pk


def test_undoing_the_last_hand_reopens_the_tournament() -> None:
    tournament = make_tournament()
    anna, bruno, carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)
    bust(tournament, anna)
    bust(tournament, bruno)

    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={bruno.pk: 10_000}, by=ACTOR.at(NOW)
        )

    tournament.refresh_from_db()
    assert (tournament.status, tournament.clock_state, tournament.finished_at) == ("running", "running", None)
    assert tournament.clock_running_since == NOW
    assert places(tournament) == {"Anna": (3, 3), "Bruno": (None, None), "Carla": (None, None)}
    assert list(Payout.objects.values_list("entry", flat=True)) == [anna.pk]
    carla.refresh_from_db()
    assert carla.status == "playing"


def test_a_clock_that_was_paused_at_the_end_is_paused_again_when_the_end_is_undone() -> None:
    tournament = make_tournament()
    anna, bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)
    bust(tournament, anna)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    bust(tournament, bruno)

    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={bruno.pk: 10_000}, by=ACTOR.at(after(9))
        )

    tournament.refresh_from_db()
    assert (tournament.clock_state, tournament.clock_elapsed_ms) == ("paused", 60_000)


def test_an_elimination_is_not_undone_once_its_prize_or_a_better_one_was_paid() -> None:
    tournament = make_tournament()
    anna, bruno, carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)
    bust(tournament, anna)
    bust(tournament, bruno)
    winner = Payout.objects.get(entry=carla)
    pay_out(tournament_id=tournament.pk, payout_id=winner.pk, by=ACTOR.at(NOW))

    with pytest.raises(Refused) as refusal, transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={bruno.pk: 10_000}, by=ACTOR.at(NOW)
        )

    assert refusal.value.code == "prize_paid"
    assert places(tournament)["Bruno"] == (2, 2)


def test_undoing_an_elimination_leaves_the_prizes_of_lower_places_as_they_were() -> None:
    shares = FixedShares(shares=(400_000, 300_000, 150_000, 150_000))
    tournament = make_tournament(payout_scheme_data=payout_scheme_to_dict(shares))
    anna, bruno, carla, dario, _elena = enter(tournament, "Anna", "Bruno", "Carla", "Dario", "Elena")
    start(tournament)
    bust(tournament, anna)
    bust(tournament, bruno, carla, stacks=(700, 700))
    tied = Payout.objects.get(entry=bruno)
    pay_out(tournament_id=tournament.pk, payout_id=tied.pk, by=ACTOR.at(NOW))
    bust(tournament, dario)

    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={dario.pk: 10_000}, by=ACTOR.at(NOW)
        )
    assert set(Payout.objects.values_list("entry", flat=True)) == {bruno.pk, carla.pk}
    bust(tournament, dario)

    assert Payout.objects.aggregate(total=Sum("amount"))["total"] == 5 * 45_00


def test_the_overlay_is_in_the_ledger_while_a_prize_is_decided() -> None:
    """Three buy-ins of 45 for a guarantee of 200; the first prize of all is decided with the third place."""
    tournament = make_tournament(guarantee=200_00)
    anna, bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)

    def overlay() -> list[int]:
        return list(MoneyRow.objects.filter(kind="overlay").order_by("pk").values_list("amount", flat=True))

    assert overlay() == []
    bust(tournament, anna)
    assert overlay() == [65_00]
    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={anna.pk: 10_000}, by=ACTOR.at(NOW)
        )
    assert overlay() == [65_00, -65_00]
    correction = MoneyRow.objects.get(kind="overlay", amount__lt=0)
    assert correction.corrects is not None
    assert correction.log_entry is not None
    assert correction.log_entry.undoes == correction.corrects.log_entry

    bust(tournament, anna)
    bust(tournament, bruno)
    assert overlay() == [65_00, -65_00, 65_00]
    for payout in Payout.objects.all():
        pay_out(tournament_id=tournament.pk, payout_id=payout.pk, by=ACTOR.at(NOW))
    pool = MoneyRow.objects.filter(kind__in=["prize", "overlay", "payout"])
    assert pool.aggregate(total=Sum("amount"))["total"] == 0


def test_those_out_later_move_down_when_somebody_comes_back() -> None:
    tournament = make_tournament()
    entries = enter(tournament, "Anna", "Bruno", "Carla", "Dario", "Elena")
    start(tournament)
    for entry in entries[:3]:
        bust(tournament, entry)

    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={entries[1].pk: 10_000}, by=ACTOR.at(NOW)
        )

    assert places(tournament) == {
        "Anna": (5, 5), "Bruno": (None, None), "Carla": (4, 4), "Dario": (None, None), "Elena": (None, None)
    }  # fmt: skip


def test_a_ladder_that_does_not_fit_the_pool_never_stops_the_play() -> None:
    tournament = make_tournament(
        payout_scheme_data={"kind": "amounts", "tiers": [{"first": 1, "last": 1, "amount": 1}]}
    )
    anna, bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    start(tournament)

    bust(tournament, anna)
    bust(tournament, bruno)

    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert not Payout.objects.exists()
