"""What somebody with the database in hand may do to an evening, triggers off: each is named by `manage.py verify`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.db.models import F

from tables.floor.button.positions import Positions
from tables.management.simulation import Options, simulate
from tables.models import Hand, HandOperation, HandSeat, HandStatus, Move, Seat, SeatDraw, Table
from tables.models.hand_seals import seal_hand
from tables.queries.checks.every import CHECKS, findings_in
from tables.services.table.penalties import book_penalty
from tests.factories import ACTOR, NOW, make_account
from tests.tampering import past_the_triggers
from tests.worlds import kept
from tournament.changes.house import LogInFailed
from tournament.models import (
    BountyShare,
    ChainLink,
    ChipRow,
    Entry,
    HouseLine,
    LogEntry,
    MoneyRow,
    Payout,
    Penalty,
    Role,
    StaffMember,
    Till,
    Tournament,
)
from tournament.services.cash.payouts import pay_out
from tournament.services.cash.tills import open_till
from tournament.services.locks import lock_tournament
from tournament.services.people.house_log import MACHINE, write_house_line
from tournament.services.prizes.side_prizes import add_side_prize
from tournament.services.setup.staff import add_member

pytestmark = pytest.mark.django_db


@kept
def play() -> None:
    """Twelve play one evening with bounties at two tables; then somebody has a penalty, a role, a till, a prize."""
    simulate(Options(entries=12, seed="sabotage", incidents=0), account=make_account())
    tournament = Tournament.objects.get()
    here: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW + timedelta(days=1))}
    add_member(username="clerk", full_name="Carla Clerk", role=Role.REGISTRATION, **here)
    clerk = StaffMember.objects.get(account__username="clerk").account
    open_till(account_id=clerk.pk, opening_float=100_00, **here)
    add_side_prize(name="High hand", amount=20_00, is_from_pool=False, **here)
    with transaction.atomic():
        lock_tournament(tournament.pk)
        seat = Seat.objects.select_related("table").earliest("pk")
        book_penalty(
            entry=Entry.objects.select_related("player").get(number=1),
            kind="warning",
            count=0,
            players=2,
            offence="language",
            note="",
            table=seat.table,
            seat=seat,
            by=here["by"],
        )
    paid, *_ = Payout.objects.order_by("entry__place_first")
    pay_out(payout_id=paid.pk, **here)
    write_house_line(LogInFailed(name="Vera"), visitor=MACHINE, now=here["by"].now)


@pytest.fixture
def evening() -> Tournament:
    play()
    return Tournament.objects.get()


def found(tournament: Tournament) -> list[str]:
    tournament.refresh_from_db()
    return [str(finding) for finding in findings_in(tournament)]


# --- the ways of altering a row past the application ----------------------------------------------------------------


def alter(rows: models.QuerySet[Any], **values: Any) -> None:
    """As SQL would: no service, no lock, no seal."""
    with past_the_triggers():
        assert (
            models.QuerySet(rows.model).filter(pk__in=[*rows.values_list("pk", flat=True)]).update(**values)
        )


def remove(rows: models.QuerySet[Any]) -> None:
    with past_the_triggers():
        one = rows.values_list("pk", flat=True)[0]
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {rows.model._meta.db_table} WHERE id = %s", [one])


def exchange(rows: models.QuerySet[Any], *columns: str) -> None:
    """Two rows that differ give each other what stands in these columns."""
    one, other = next(
        (a, b)
        for a in rows
        for b in rows
        if all(getattr(a, column) != getattr(b, column) for column in columns)
    )
    alter(rows.filter(pk=one.pk), **{column: getattr(other, column) for column in columns})
    alter(rows.filter(pk=other.pk), **{column: getattr(one, column) for column in columns})


@contextmanager
def without_indexes(table: str) -> Iterator[None]:
    """The table takes whatever it is given, as one does whose indexes were dropped first."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # No table is changed while references of it are still to be looked at.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            cursor.execute(
                "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype IN ('u', 'c')",
                [table],
            )
            for (name,) in cursor.fetchall():
                cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        else:
            cursor.execute(f"CREATE TABLE copied AS SELECT * FROM {table}")
            cursor.execute(f"DROP TABLE {table}")
            cursor.execute(f"ALTER TABLE copied RENAME TO {table}")
    yield


# --- the sabotages ---------------------------------------------------------------------------------------------------


def payouts_exchanged() -> None:
    exchange(Payout.objects.filter(paid_at=None), "amount")


def places_exchanged() -> None:
    exchange(Entry.objects.filter(place_first__in=[3, 4]), "place_first", "place_last")


def hundred_from_one_payout_to_another() -> None:
    one, other, *_ = Payout.objects.filter(paid_at=None).order_by("-amount")
    alter(Payout.objects.filter(pk=one.pk), amount=F("amount") - 100)
    alter(Payout.objects.filter(pk=other.pk), amount=F("amount") + 100)


def ladder_reversed() -> None:
    tournament = Tournament.objects.get()
    scheme = tournament.payout_scheme_data
    turned = {key: value[::-1] if isinstance(value, list) else value for key, value in scheme.items()}
    assert turned != scheme
    alter(Tournament.objects.all(), payout_scheme_data=turned)


def bounty_deleted() -> None:
    remove(BountyShare.objects.filter(undone_at=None, payment=None))


def bounty_given_to_another() -> None:
    share = BountyShare.objects.filter(undone_at=None, payment=None).latest("pk")
    other = Entry.objects.exclude(pk__in=[share.winner_id, share.eliminated_id])[0]
    alter(BountyShare.objects.filter(pk=share.pk), winner=other)


def knock_out_of_somebody_who_was_not_there() -> None:
    seat = HandSeat.objects.filter(finishing_stack=0, hand__status=HandStatus.COMPLETE).latest("pk")
    there = seat.hand.hand_seats.values_list("entry", flat=True)
    stranger = Entry.objects.exclude(pk__in=there)[0]
    through = HandSeat.knocked_out_by.through._default_manager.filter(handseat=seat)
    with past_the_triggers():
        assert through.update(entry=stranger)


def penalty_deleted() -> None:
    remove(Penalty.objects.all())


def level_of_the_past_doubled() -> None:
    data = Tournament.objects.get().structure_data
    first = next(period for period in data["periods"] if "big_blind" in period)
    first["small_blind"], first["big_blind"] = first["small_blind"] * 2, first["big_blind"] * 2
    alter(Tournament.objects.all(), structure_data=data)


def clock_put_back() -> None:
    alter(Tournament.objects.all(), clock_index=F("clock_index") - 1)


def result_of_a_draw() -> None:
    draw = SeatDraw.objects.earliest("pk")
    alter(SeatDraw.objects.filter(pk=draw.pk), result=[draw.result, "altered"])


def button_moved() -> None:
    table = Table.objects.filter(positions_data__isnull=False, hands_dealt__gt=0).latest("pk")
    data: dict[str, Any] = table.positions_data or {}
    positions = Positions.from_dict(data)
    alter(
        Table.objects.filter(pk=table.pk),
        positions_data={**data, "button": positions.button % 9 + 1},
    )


def last_hand() -> Hand:
    return Hand.objects.filter(status=HandStatus.COMPLETE, is_counted=False).latest("pk")


def card_of_a_hand() -> None:
    """The first card that is dealt in the last hand is another one, which nobody has."""
    operation = HandOperation.objects.filter(hand=last_hand()).order_by("number")[0]
    alter(HandOperation.objects.filter(pk=operation.pk), code=operation.code + "?")


def hand_deleted() -> None:
    hand = last_hand()
    with past_the_triggers(), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM tables_handseat_knocked_out_by WHERE handseat_id IN "
            "(SELECT id FROM tables_handseat WHERE hand_id = %s)",
            [hand.pk],
        )
        for table in ("tables_handoperation", "tables_handseat"):
            cursor.execute(f"DELETE FROM {table} WHERE hand_id = %s", [hand.pk])
        cursor.execute("DELETE FROM tables_hand WHERE id = %s", [hand.pk])


def entry_number_twice() -> None:
    with without_indexes("tournament_entry"):
        alter(Entry.objects.filter(number=2), number=1)


def player_in_two_seats() -> None:
    with without_indexes("tables_seat"):
        sitting = Seat.objects.exclude(entry=None)[0]
        free = Seat.objects.filter(entry=None)[0]
        alter(Seat.objects.filter(pk=free.pk), entry=sitting.entry_id)


def clerk_made_director() -> None:
    alter(StaffMember.objects.filter(account__username="clerk"), role=Role.DIRECTOR)


def line_altered() -> None:
    alter(LogEntry.objects.filter(verb="entry_eliminated"), actor="Somebody else")


def line_removed() -> None:
    remove(LogEntry.objects.filter(verb="level_changed"))


def money_altered() -> None:
    alter(MoneyRow.objects.filter(kind="fee"), amount=F("amount") + 1)


def money_removed() -> None:
    remove(MoneyRow.objects.filter(kind="payout"))


def chips_altered() -> None:
    alter(Entry.objects.filter(place_first=1), stack=F("stack") + 1_000)


def chips_issued_altered() -> None:
    alter(ChipRow.objects.filter(pk=ChipRow.objects.latest("pk").pk), amount=F("amount") + 1)


def seal_altered() -> None:
    alter(ChainLink.objects.filter(number=3), digest="0" * 64)


def log_in_altered() -> None:
    alter(HouseLine.objects.filter(verb="log_in_failed"), address="192.0.2.1")


def prize_said_to_be_paid() -> None:
    alter(Payout.objects.filter(paid_at=None), paid_at=NOW)


def entry_of_another_player() -> None:
    exchange(Entry.objects.filter(place_first__in=[1, 2]), "player_id")


def place_and_prize_of_another() -> None:
    """Both at once, so that each prize still fits its place."""
    one, other = Entry.objects.filter(place_first__in=[1, 2]).order_by("place_first")
    exchange(Payout.objects.filter(entry__in=[one, other]), "amount")
    exchange(Entry.objects.filter(pk__in=[one.pk, other.pk]), "place_first", "place_last")


# --- of our own choosing ---------------------------------------------------------------------------------------------


def guarantee_raised() -> None:
    alter(Tournament.objects.all(), guarantee=1_000_00)


def registration_opened_again() -> None:
    alter(Tournament.objects.all(), registration_closed_at=None)


def rule_changed() -> None:
    alter(Tournament.objects.all(), rule_overrides={"event": {"late_stack": "blinded_off"}})


def seat_emptied() -> None:
    alter(Seat.objects.filter(pk=Seat.objects.exclude(entry=None)[0].pk), entry=None)


def two_at_other_seats() -> None:
    seat, free = Seat.objects.exclude(entry=None)[0], Seat.objects.filter(entry=None)[0]
    alter(Seat.objects.filter(pk=seat.pk), entry=None)
    alter(Seat.objects.filter(pk=free.pk), entry=seat.entry_id)


def move_to_another_seat() -> None:
    alter(Move.objects.filter(pk=Move.objects.latest("pk").pk), to_seat=F("to_seat") % 9 + 1)


def stakes_of_a_hand() -> None:
    hand = last_hand()
    alter(Hand.objects.filter(pk=hand.pk), level_number=F("level_number") + 1)


def who_recorded_a_hand() -> None:
    alter(HandOperation.objects.filter(hand=last_hand(), number=1), at=F("at") - timedelta(hours=1))


def seed_of_a_draw() -> None:
    alter(SeatDraw.objects.all(), seed="another")


def float_of_a_till() -> None:
    alter(Till.objects.all(), opening_float=F("opening_float") - 50_00)


def price_of_an_entry() -> None:
    alter(Entry.objects.filter(number=3), paid_prize=F("paid_prize") - 1_00)


def penalty_made_light() -> None:
    alter(Penalty.objects.all(), kind="rounds", count=1)


def role_removed() -> None:
    remove(StaffMember.objects.filter(account__username="clerk"))


def chips_to_come() -> None:
    alter(Entry.objects.filter(place_first=1), chips_to_come=5_000)


def entry_of_nobody() -> None:
    """A reference to a row that is not there, which the database would refuse with its next commit."""
    with past_the_triggers():
        models.QuerySet(Entry).filter(number=1).update(registered_by_id=999_999)


def table_that_never_was() -> None:
    with past_the_triggers():
        first = Table.objects.earliest("pk")
        plain: models.QuerySet[Any] = models.QuerySet(Table)
        plain.bulk_create([Table(tournament_id=first.tournament_id, number=99, seats_count=9, opened_at=NOW)])


ISSUE: dict[str, Callable[[], None]] = {
    "the payouts of two players exchanged": payouts_exchanged,
    "the places of two players exchanged": places_exchanged,
    "places and prizes exchanged together": place_and_prize_of_another,
    "100 from one payout to another": hundred_from_one_payout_to_another,
    "the ladder reversed": ladder_reversed,
    "a bounty deleted": bounty_deleted,
    "a bounty given to another": bounty_given_to_another,
    "a knock-out credited to somebody who was not in the hand": knock_out_of_somebody_who_was_not_there,
    "a penalty deleted": penalty_deleted,
    "a level of the past doubled": level_of_the_past_doubled,
    "the clock put back": clock_put_back,
    "a draw's result changed": result_of_a_draw,
    "the button moved": button_moved,
    "a card of a hand changed": card_of_a_hand,
    "a whole hand deleted": hand_deleted,
    "an entry number twice": entry_number_twice,
    "a player in two seats": player_in_two_seats,
    "a clerk made director": clerk_made_director,
    "two entries with each other's player": entry_of_another_player,
    "a prize said to be paid": prize_said_to_be_paid,
    "a line of the log altered": line_altered,
    "a line of the log removed": line_removed,
    "a row of the ledger altered": money_altered,
    "a row of the ledger removed": money_removed,
    "chips added to a stack": chips_altered,
    "chips issued altered": chips_issued_altered,
    "a seal altered": seal_altered,
    "a log-in altered": log_in_altered,
}
OUR_OWN: dict[str, Callable[[], None]] = {
    "the guarantee raised": guarantee_raised,
    "registration opened again": registration_opened_again,
    "a rule changed": rule_changed,
    "a seat emptied": seat_emptied,
    "a player at another seat": two_at_other_seats,
    "a move to another seat": move_to_another_seat,
    "the level of a hand": stakes_of_a_hand,
    "the moment of an operation": who_recorded_a_hand,
    "the seed of a draw": seed_of_a_draw,
    "the float of a till": float_of_a_till,
    "the price of an entry": price_of_an_entry,
    "another penalty": penalty_made_light,
    "a role removed": role_removed,
    "chips to come": chips_to_come,
    "who took an entry is nobody": entry_of_nobody,
    "a table that never was": table_that_never_was,
}


def test_nothing_is_named_where_nothing_was_done(evening: Tournament) -> None:
    assert found(evening) == []


def test_every_sabotage_is_named(evening: Tournament) -> None:
    unnamed = []
    for what, plant in (ISSUE | OUR_OWN).items():
        with transaction.atomic():
            plant()
            evening.refresh_from_db()
            if next(findings_in(evening), None) is None:
                unnamed.append(what)
            transaction.set_rollback(True)

    assert unnamed == []
    assert len(ISSUE) >= 28
    assert len(OUR_OWN) >= 15


# --- altered and sealed again, which takes no secret -----------------------------------------------------------------


def places_sealed() -> None:
    (one, first), (other, second) = Entry.objects.filter(place_first__in=[4, 5]).values_list(
        "pk", "place_first"
    )
    Entry.objects.filter(pk=one).update(place_first=second, place_last=second)
    Entry.objects.filter(pk=other).update(place_first=first, place_last=first)


def role_sealed() -> None:
    StaffMember.objects.filter(account__username="clerk").update(role=Role.DIRECTOR)


def draw_sealed() -> None:
    draw = SeatDraw.objects.get(kind="seating")
    (one, *first), (other, *second), *rest = draw.result
    SeatDraw.objects.filter(pk=draw.pk).update(result=[[other, *first], [one, *second], *rest])


def seed_sealed() -> None:
    SeatDraw.objects.filter(kind="seating").update(seed="another")


def button_sealed() -> None:
    table = last_hand().table
    stands: dict[str, Any] = table.positions_data or {}
    button = stands["button"] % table.seats_count + 1
    Table.objects.filter(pk=table.pk).update(positions_data=stands | {"button": button})


def level_sealed() -> None:
    Tournament.objects.update(clock_index=F("clock_index") - 1)


def time_sealed() -> None:
    Tournament.objects.update(clock_elapsed_ms=F("clock_elapsed_ms") + 60_000)


def structure_sealed() -> None:
    data = Tournament.objects.get().structure_data
    data["periods"][1]["big_blind"] += 7
    Tournament.objects.update(structure_data=data)


def knock_out_sealed() -> None:
    """To another player of that hand, as nobody else can be credited."""
    through = HandSeat.knocked_out_by.through._default_manager
    credited = through.latest("pk")
    hand = Hand.objects.get(hand_seats=credited.handseat_id)
    others = hand.hand_seats.exclude(entry__in=[credited.entry_id, credited.handseat.entry_id])
    through.filter(pk=credited.pk).update(entry=others[0].entry_id)
    seal_hand(hand, tournament_id=hand.table.tournament_id)


def bounty_sealed() -> None:
    """To somebody who has won none of that player."""
    share = BountyShare.objects.filter(undone_at=None, is_at_the_end=False).latest("pk")
    other = Entry.objects.exclude(pk__in=[share.winner_id, share.eliminated_id])[0]
    BountyShare.objects.filter(pk=share.pk).update(winner=other)


def knock_out_removed_sealed() -> None:
    through = HandSeat.knocked_out_by.through._default_manager
    credited = through.latest("pk")
    hand = Hand.objects.get(hand_seats=credited.handseat_id)
    through.filter(handseat=credited.handseat_id).delete()
    seal_hand(hand, tournament_id=hand.table.tournament_id)


@pytest.mark.parametrize(
    ("plant", "check", "says"),
    [
        (level_sealed, "clock", r"I21: The clock stands at “.*”; by the log it is at “.*”\."),
        (time_sealed, "clock", r"I23: The clock has 60 seconds less left than by the log\."),
        (structure_sealed, "structure", r"I30: Row 2 of the structure has \d+; by the log it is \d+\."),
        (bounty_sealed, "bounties", r"I26: Entry \d+ has the bounty on entry \d+ and did not .*\."),
        (
            knock_out_sealed,
            "hands",
            r"I26: The knock-out of entry \d+ is credited to entry \d+; .* entry \d+\.",
        ),
        (
            knock_out_removed_sealed,
            "hands",
            r"I26: The knock-out of entry \d+ is credited to entry –; .* \d+\.",
        ),
        (places_sealed, "told places", r"I25: Entry \d+ has place [45]; by the log it is [45]\."),
        (role_sealed, "roles", r"I30: clerk has the role “Director”; by the log it is “Registration”\."),
        (draw_sealed, "draws", r"I28: Draw seating \(.*\) does not match its seed\."),
        (seed_sealed, "draws", r"I28: The seed of draw seating \(.*\) is not the one in the log\."),
        (button_sealed, "buttons", r"I13: Table \d has its button at seat \d; hand \d+ had it at seat \d\."),
    ],
)
def test_what_was_sealed_again_does_not_follow_from_the_lines_seeds_and_hands(
    evening: Tournament, plant: Callable[[], None], check: str, says: str
) -> None:
    with transaction.atomic():
        lock_tournament(evening.pk)
        plant()
    evening.refresh_from_db()

    assert [str(each) for each in CHECKS["changes"](evening)] == []
    named = [str(each) for each in CHECKS[check](evening)]
    assert named
    assert all(re.fullmatch(says, each) for each in named), named
