"""A chop of three players: proposed, agreed, played on, undone; and what prizes follow."""

from __future__ import annotations

from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.breadth import sample
from tests.factories import ACTOR, after
from tests.factories.field import bust, played_down, started
from tests.worlds import kept
from tournament.models import Chop, ChopMethod, ChopShare, Entry, LogEntry, MoneyRow, Payout, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.chops import prizes_left, standing_chop
from tournament.queries.payouts.ladder import prize_pool
from tournament.rules.payouts.chops import ChopError
from tournament.rules.payouts.locked import tiers_of
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.errors import Refused
from tournament.services.field.entries import reinstate_entries
from tournament.services.field.registration import reopen_registration
from tournament.services.field.results import settle_results
from tournament.services.locks import lock_tournament
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.prizes.locked_ladder import lock_payouts
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

FOUR_PLACES = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))
NOW = after(5)


def three_left() -> tuple[Tournament, list[Entry]]:
    """Six entries of 45, a pool of 270 in four prizes of 108, 81, 54 and 27; three are out, one of them in the money.

    Anna has 40,000, Bruno and Carla 10,000 each.
    """
    return played_down(6, left=3, out_at=after(3), payout_scheme_data=FOUR_PLACES)


def proposed(
    tournament: Tournament,
    method: ChopMethod = ChopMethod.ICM,
    *,
    played_for: int = 0,
    second_for: int = 0,
    custom: dict[int, int] | None = None,
) -> Chop:
    line = propose_chop(
        tournament_id=tournament.pk,
        method=method,
        played_for=played_for,
        second_for=second_for,
        custom=custom,
        by=ACTOR.at(NOW),
    )
    return line.chop


def agreed(chop: Chop, entries: list[Entry]) -> list[LogEntry]:
    return [
        agree_to_chop(tournament_id=chop.tournament_id, chop_id=chop.pk, entry_id=entry.pk, by=ACTOR.at(NOW))
        for entry in entries
    ]


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(9)))


def reinstate(tournament: Tournament, entry: Entry) -> None:
    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={entry.pk: 10_000}, by=ACTOR.at(after(10))
        )


def amounts(chop: Chop) -> list[int]:
    return list(chop.shares.order_by("entry__number").values_list("amount", flat=True))


def prizes(tournament: Tournament) -> dict[str, int]:
    rows = Payout.objects.filter(tournament=tournament).order_by("entry__place_first")
    return {row.entry.player.name: row.amount for row in rows.select_related("entry__player")}


def test_the_players_left_divide_the_prizes_of_their_places() -> None:
    tournament, _ = three_left()
    left = prizes_left(tournament)
    assert [(each.name, each.stack) for each in left.players] == [
        ("Anna Verdi", 40_000),
        ("Bruno Neri", 10_000),
        ("Carla Rossi", 10_000),
    ]
    assert left.prizes == (108_00, 81_00, 54_00)
    assert (left.total, left.most_to_play_for, left.unknown) == (243_00, 81_00, ())


@pytest.mark.rule("CHOP-01", "CHOP-02")
@pytest.mark.parametrize(
    ("method", "wanted"),
    [
        # 54 each, and of 54 and 27 above it: 2/3 and 4/15 of them for Anna.
        (ChopMethod.ICM, [97_00, 73_00, 73_00]),
        (ChopMethod.CHIP_CHOP, [108_00, 68_00, 67_00]),
        (ChopMethod.EQUAL, [81_00, 81_00, 81_00]),
    ],
)
def test_a_proposal_keeps_the_shares_in_whole_euros(method: ChopMethod, wanted: list[int]) -> None:
    tournament, _ = three_left()
    chop = proposed(tournament, method)
    assert amounts(chop) == wanted
    assert (chop.prizes, chop.players, chop.agreed_at, tournament.chop) == (243_00, 3, None, None)


@pytest.mark.rule("CHOP-04")
def test_chop_04_only_the_consent_of_every_player_puts_a_chop_in_force() -> None:
    tournament, entries = three_left()
    chop = proposed(tournament, played_for=30_00)
    lines = agreed(chop, entries[:2])
    tournament.refresh_from_db()
    assert ([line.verb for line in lines], tournament.chop) == (["chop_consented"] * 2, None)

    (last,) = agreed(chop, entries[2:3])
    tournament.refresh_from_db()
    assert (last.verb, tournament.chop) == ("chop_agreed", chop)
    assert set(ChopShare.objects.values_list("consent", flat=True)) == {line.pk for line in [*lines, last]}


def test_prizes_are_the_shares_and_the_winner_gets_what_was_played_for() -> None:
    tournament, entries = three_left()
    chop = proposed(tournament, played_for=30_00)
    assert amounts(chop) == [78_00, 68_00, 67_00]
    agreed(chop, entries[:3])
    assert prizes(tournament) == {"Dario Conti": 27_00}

    bust(tournament, entries[0], winner=entries[2], now=after(6))
    assert prizes(tournament) == {"Anna Verdi": 78_00, "Dario Conti": 27_00}
    bust(tournament, entries[1], winner=entries[2], now=after(7))

    assert prizes(tournament) == {
        "Carla Rossi": 97_00,
        "Bruno Neri": 68_00,
        "Anna Verdi": 78_00,
        "Dario Conti": 27_00,
    }
    assert sum(prizes(tournament).values()) == prize_pool(tournament).total == 270_00


@pytest.mark.rule("CHOP-05")
def test_chop_05_first_and_second_place_get_what_each_was_left() -> None:
    tournament, entries = three_left()
    chop = proposed(tournament, ChopMethod.EQUAL, played_for=30_00, second_for=12_00)
    assert amounts(chop) == [67_00] * 3
    agreed(chop, entries[:3])
    bust(tournament, entries[0], winner=entries[2], now=after(6))
    bust(tournament, entries[1], winner=entries[2], now=after(7))
    assert prizes(tournament) == {
        "Carla Rossi": 97_00,
        "Bruno Neri": 79_00,
        "Anna Verdi": 67_00,
        "Dario Conti": 27_00,
    }
    assert sum(prizes(tournament).values()) == 270_00


@pytest.mark.rule("CHOP-05")
def test_chop_05_second_place_is_not_left_more_than_first() -> None:
    tournament, entries = three_left()
    with pytest.raises(ChopError) as refusal:
        proposed(tournament, played_for=10_00, second_for=10_01)
    assert refusal.value.code == "second_above_first"
    custom = dict(zip([entry.pk for entry in entries[:3]], (81_00, 81_00, 60_99), strict=True))
    with pytest.raises(ChopError) as refusal:
        proposed(tournament, ChopMethod.CUSTOM, played_for=10_00, second_for=10_01, custom=custom)
    assert refusal.value.code == "second_above_first"


@pytest.mark.rule("CHOP-05")
def test_chop_05_players_who_tie_for_second_share_what_second_place_was_left() -> None:
    """Two tables of hand-for-hand: both go out in one round, and the odd euro is the first entry's."""
    tournament, entries = three_left()
    agreed(proposed(tournament, ChopMethod.EQUAL, played_for=30_00, second_for=15_00), entries[:3])
    Entry.objects.filter(pk__in=[entries[1].pk, entries[2].pk]).update(
        status="eliminated", stack=0, place_first=2, place_last=3
    )
    with transaction.atomic():
        settle_results(tournament=lock_tournament(tournament.pk), now=after(6))
    assert prizes(tournament) == {
        "Anna Verdi": 96_00,
        "Bruno Neri": 74_00,
        "Carla Rossi": 73_00,
        "Dario Conti": 27_00,
    }


# --- A further chop


@kept
def two_left_after_a_chop() -> tuple[Tournament, list[Entry], list[LogEntry]]:
    """Three have divided 201 equally and left 30 and 12 to play for; Carla is out then, Anna has 50,000 of 60,000."""
    tournament, entries = three_left()
    lines = agreed(proposed(tournament, ChopMethod.EQUAL, played_for=30_00, second_for=12_00), entries[:3])
    bust(tournament, entries[2], winner=entries[0], now=after(6))
    return tournament, entries, lines


@pytest.mark.rule("CHOP-06")
def test_chop_06_those_left_divide_what_was_left_to_play_for_and_keep_their_shares() -> None:
    tournament, entries, _ = two_left_after_a_chop()
    left = prizes_left(tournament)
    assert (left.prizes, left.sure, left.total) == ((30_00, 12_00), (67_00, 67_00), 176_00)

    # 12 is sure for both; Anna has 5/6 of the chips, and of the 18 above it 15.
    further = proposed(tournament, ChopMethod.ICM)
    assert (amounts(further), further.prizes, further.players) == ([94_00, 82_00], 176_00, 2)
    tournament.refresh_from_db()
    assert tournament.chop == further.after
    agreed(further, entries[:2])
    bust(tournament, entries[1], winner=entries[0], now=after(8))

    assert prizes(tournament) == {
        "Anna Verdi": 94_00,
        "Bruno Neri": 82_00,
        "Carla Rossi": 67_00,
        "Dario Conti": 27_00,
    }
    assert sum(prizes(tournament).values()) == 270_00
    assert reconciliation(tournament).faults == 0


@pytest.mark.rule("CHOP-06")
def test_chop_06_custom_amounts_divide_all_that_is_still_theirs() -> None:
    tournament, entries, _ = two_left_after_a_chop()
    custom = {entries[0].pk: 60_00, entries[1].pk: 110_00}
    with pytest.raises(ChopError) as refusal:
        proposed(tournament, ChopMethod.CUSTOM, custom=custom)
    assert (refusal.value.code, refusal.value.params["missing"]) == ("shares_do_not_sum", 6_00)
    agreed(proposed(tournament, ChopMethod.CUSTOM, custom=custom, played_for=6_00), entries[:2])
    bust(tournament, entries[1], winner=entries[0], now=after(8))
    assert prizes(tournament) == {
        "Anna Verdi": 66_00,
        "Bruno Neri": 110_00,
        "Carla Rossi": 67_00,
        "Dario Conti": 27_00,
    }


@pytest.mark.rule("CHOP-06")
def test_chop_06_chops_are_undone_in_the_opposite_order() -> None:
    tournament, entries, lines = two_left_after_a_chop()
    further = proposed(tournament)
    assert lines_to_undo(tournament, lines) == frozenset()
    *_, last = agreed(further, entries[:2])
    assert lines_to_undo(tournament, [*lines, last]) == {last.pk}
    with pytest.raises(Refused) as refusal:
        reinstate(Tournament.objects.get(), entries[2])
    assert refusal.value.code == "chop_agreed"

    undo(last)
    tournament.refresh_from_db()
    assert (tournament.chop, lines_to_undo(tournament, lines)) == (further.after, frozenset())
    undo(further.log_entry)
    assert lines_to_undo(tournament, lines) == {lines[-1].pk}
    reinstate(Tournament.objects.get(), entries[2])
    undo(lines[-1])
    tournament.refresh_from_db()
    assert (tournament.chop, prizes(tournament)) == (None, {"Dario Conti": 27_00})


def test_a_further_chop_that_is_undone_pays_by_the_one_before() -> None:
    tournament, entries, _ = two_left_after_a_chop()
    *_, last = agreed(proposed(tournament), entries[:2])
    bust(tournament, entries[1], winner=entries[0], now=after(8))
    assert prizes(tournament)["Bruno Neri"] == 82_00
    carla = Payout.objects.get(entry=entries[2])
    pay_out(tournament_id=tournament.pk, payout_id=carla.pk, by=ACTOR.at(after(9)))

    undo(last)

    assert prizes(tournament) == {
        "Anna Verdi": 97_00,
        "Bruno Neri": 79_00,
        "Carla Rossi": 67_00,
        "Dario Conti": 27_00,
    }


def test_nothing_is_left_for_a_further_chop_where_all_was_divided() -> None:
    tournament, entries = three_left()
    agreed(proposed(tournament), entries[:3])
    with pytest.raises(ChopError) as refusal:
        proposed(Tournament.objects.get())
    assert refusal.value.code == "no_prizes"


def test_custom_amounts_may_pay_players_below_the_money() -> None:
    """Three prizes for four players: the one on the bubble gets something too, and one gives all up."""
    three = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    tournament, entries = started(4, payout_scheme_data=three)
    custom = dict(zip([entry.pk for entry in entries], (90_00, 60_00, 30_00, 0), strict=True))
    agreed(proposed(tournament, ChopMethod.CUSTOM, custom=custom), entries)

    for loser in (3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(6))

    assert prizes(tournament) == {"Anna Verdi": 90_00, "Bruno Neri": 60_00, "Carla Rossi": 30_00}


def test_the_one_on_the_bubble_is_paid_what_was_agreed() -> None:
    three = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    tournament, entries = started(4, payout_scheme_data=three)
    agreed(proposed(tournament, ChopMethod.EQUAL), entries)
    bust(tournament, entries[3], winner=entries[0], now=after(6))
    assert prizes(tournament) == {"Dario Conti": 45_00}


@pytest.mark.parametrize(
    ("custom", "code"),
    [((100_00, 100_00, 42_00), "shares_do_not_sum"), ((300_00, -57_00, 0), "negative")],
)
def test_custom_amounts_have_to_be_the_prizes(custom: tuple[int, ...], code: str) -> None:
    tournament, entries = three_left()
    amounts_of = dict(zip([entry.pk for entry in entries[:3]], custom, strict=True))
    with pytest.raises(ChopError) as refusal:
        proposed(tournament, ChopMethod.CUSTOM, custom=amounts_of)
    assert (refusal.value.code, Chop.objects.count()) == (code, 0)


def test_custom_amounts_for_others_than_those_left_are_refused() -> None:
    tournament, entries = three_left()
    with pytest.raises(Refused) as refusal:
        proposed(tournament, ChopMethod.CUSTOM, custom={entries[0].pk: 243_00})
    assert refusal.value.code == "players_changed"


@pytest.mark.rule("CHOP-04")
def test_an_unknown_stack_is_counted_before_a_chop_goes_by_stacks() -> None:
    tournament, entries = three_left()
    Entry.objects.filter(pk=entries[1].pk).update(is_stack_known=False)
    for method in (ChopMethod.ICM, ChopMethod.CHIP_CHOP):
        with pytest.raises(ChopError) as refusal:
            proposed(tournament, method)
        assert refusal.value.code == "stack_unknown"
    assert amounts(proposed(tournament, ChopMethod.EQUAL)) == [81_00, 81_00, 81_00]


def test_a_second_proposal_waits_until_the_first_is_dropped() -> None:
    tournament, _ = three_left()
    first = proposed(tournament)
    with pytest.raises(Refused) as refusal:
        proposed(tournament, ChopMethod.EQUAL)
    assert refusal.value.code == "chop_stands"
    undo(first.log_entry)
    assert amounts(proposed(tournament, ChopMethod.EQUAL)) == [81_00, 81_00, 81_00]


def test_nobody_agrees_twice_or_to_a_proposal_that_was_dropped() -> None:
    tournament, entries = three_left()
    chop = proposed(tournament)
    agreed(chop, entries[:1])
    with pytest.raises(Refused) as refusal:
        agreed(chop, entries[:1])
    assert refusal.value.code == "agreed_already"
    with pytest.raises(ChopShare.DoesNotExist):
        agreed(chop, entries[3:4])
    undo(chop.log_entry)
    with pytest.raises(Refused) as refusal:
        agreed(chop, entries[1:2])
    assert refusal.value.code == "chop_gone"


def test_a_proposal_does_not_outlive_one_of_its_players() -> None:
    tournament, entries = three_left()
    chop = proposed(tournament)
    agreed(chop, entries[:2])
    bust(tournament, entries[2], winner=entries[0], now=after(6))
    shown = standing_chop(tournament)
    assert shown is not None
    assert shown.is_stale
    with pytest.raises(Refused) as refusal:
        agreed(chop, entries[2:3])
    assert refusal.value.code == "chop_stale"
    assert prizes(tournament) == {"Carla Rossi": 54_00, "Dario Conti": 27_00}


def test_consents_and_proposals_are_undone_by_the_log() -> None:
    tournament, entries = three_left()
    chop = proposed(tournament)
    first, second = agreed(chop, entries[:2])
    assert lines_to_undo(tournament, [chop.log_entry, first, second]) == {
        chop.log_entry_id,
        first.pk,
        second.pk,
    }
    undo(first)
    shown = standing_chop(tournament)
    assert shown is not None
    assert [share.consent for share in shown.shares] == [None, second.pk, None]
    undo(chop.log_entry)
    assert standing_chop(tournament) is None
    second.refresh_from_db()
    assert lines_to_undo(tournament, [second]) == frozenset()
    assert list(
        LogEntry.objects.filter(verb__startswith="chop").order_by("pk").values_list("verb", flat=True)
    ) == [
        "chop_proposed",
        "chop_consented",
        "chop_consented",
        "chop_consent_withdrawn",
        "chop_dropped",
    ]


def test_a_chop_is_undone_while_none_of_its_shares_was_paid() -> None:
    tournament, entries = three_left()
    *others, last = agreed(proposed(tournament, played_for=30_00), entries[:3])
    bust(tournament, entries[0], winner=entries[1], now=after(6))
    assert prizes(tournament)["Anna Verdi"] == 78_00
    assert lines_to_undo(tournament, [*others, last]) == {last.pk}

    undo(last)

    tournament.refresh_from_db()
    assert tournament.chop is None
    assert prizes(tournament) == {"Anna Verdi": 54_00, "Dario Conti": 27_00}
    bust(tournament, entries[2], winner=entries[1], now=after(10))
    assert sum(prizes(tournament).values()) == 270_00


def test_a_paid_share_keeps_the_chop_and_a_voided_payment_frees_it() -> None:
    tournament, entries = three_left()
    *_, last = agreed(proposed(tournament), entries[:3])
    before = Payout.objects.get(entry=entries[3])
    pay_out(tournament_id=tournament.pk, payout_id=before.pk, by=ACTOR.at(NOW))
    bust(tournament, entries[0], winner=entries[1], now=after(6))
    share = Payout.objects.get(entry=entries[0])
    assert lines_to_undo(tournament, [last]) == {last.pk}
    pay_out(tournament_id=tournament.pk, payout_id=share.pk, by=ACTOR.at(NOW))

    with pytest.raises(Refused) as refusal:
        undo(last)
    assert refusal.value.code == "cannot_undo"

    void_payment(tournament_id=tournament.pk, payout_id=share.pk, by=ACTOR.at(NOW))
    undo(last)
    assert prizes(tournament) == {"Anna Verdi": 54_00, "Dario Conti": 27_00}
    assert Payout.objects.get(entry=entries[3]).paid_at == NOW


def test_registration_stays_closed_once_a_chop_stands() -> None:
    """Before the first prize: four players are left for three prizes."""
    three = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    tournament, entries = started(4, payout_scheme_data=three)
    agreed(proposed(tournament, ChopMethod.EQUAL), entries)
    with pytest.raises(Refused) as refusal:
        reopen_registration(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert refusal.value.code == "chop_agreed"


def test_who_was_out_before_a_chop_comes_back_only_once_it_is_undone() -> None:
    tournament, entries = three_left()
    *_, last = agreed(proposed(tournament), entries[:3])
    tournament.refresh_from_db()
    with pytest.raises(Refused) as refusal:
        reinstate(tournament, entries[3])
    assert refusal.value.code == "chop_agreed"
    with pytest.raises(Refused) as refusal:
        lock_payouts(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert refusal.value.code == "chop_agreed"
    undo(last)
    tournament.refresh_from_db()
    reinstate(tournament, entries[3])
    assert prizes(tournament) == {}


def test_a_lock_is_not_undone_below_what_was_divided() -> None:
    tournament, entries = three_left()
    lock_payouts(
        tournament_id=tournament.pk,
        amounts=tiers_of((120_00, 80_00, 53_00, 27_00)),
        difference="added",
        reason="A round figure",
        by=ACTOR.at(NOW),
    )
    locked = LogEntry.objects.get(verb="payouts_locked")
    assert lines_to_undo(Tournament.objects.get(), [locked]) == {locked.pk}
    agreed(proposed(tournament, ChopMethod.EQUAL), entries[:3])
    assert lines_to_undo(Tournament.objects.get(), [locked]) == frozenset()


@pytest.mark.slow
@settings(
    max_examples=sample("chops"),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    players=st.integers(2, 5),
    method=st.sampled_from([ChopMethod.ICM, ChopMethod.CHIP_CHOP, ChopMethod.EQUAL]),
    part=st.integers(0, 100),
    unit=st.sampled_from([1, 100, 700]),
    guarantee=st.sampled_from([0, 1_234_57]),
    second=st.integers(0, 50),
    undone_after=st.one_of(st.none(), st.integers(0, 4)),
    further_after=st.one_of(st.none(), st.integers(0, 3)),
    turn=st.randoms(use_true_random=False),
)
def test_prizes_are_the_pool_whatever_was_chopped_and_undone(
    players: int,
    method: ChopMethod,
    part: int,
    unit: int,
    guarantee: int,
    second: int,
    undone_after: int | None,
    further_after: int | None,
    turn: Random,
) -> None:
    with transaction.atomic():
        tournament, entries = started(
            6, payout_scheme_data=FOUR_PLACES, payout_unit=unit, guarantee=guarantee
        )
        for loser in entries[players:]:
            bust(tournament, loser, winner=entries[0], now=after(3))
        most = prizes_left(Tournament.objects.get(pk=tournament.pk)).most_to_play_for
        left = most * part // 100
        second_for = left * second // 100
        chop = proposed(tournament, method, played_for=left - second_for, second_for=second_for)
        *_, last = agreed(chop, entries[:players])
        order = entries[:players]
        turn.shuffle(order)
        for out, loser in enumerate(order[:-1]):
            if out == further_after and left and not (undone_after is not None and undone_after < out):
                still_left = Tournament.objects.get(pk=tournament.pk)
                rest = prizes_left(still_left).most_to_play_for * part // 100
                *_, last = agreed(proposed(still_left, ChopMethod.EQUAL, played_for=rest), order[out:])
            if out == undone_after:
                undo(last)
            bust(tournament, loser, winner=order[-1], now=after(6 + out))
        assert sum(prizes(tournament).values()) == max(270_00, guarantee)
        booked = MoneyRow.objects.filter(tournament=tournament, kind__in=["prize", "overlay"])
        assert sum(booked.values_list("amount", flat=True)) == max(270_00, guarantee)
        transaction.set_rollback(True)
