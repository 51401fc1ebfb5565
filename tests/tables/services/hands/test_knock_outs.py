"""Who knocked a player out, credited after the bust."""

from __future__ import annotations

import pytest

from tables.changes.busts import Credited, KnockOutCredited
from tables.models import Bust
from tables.queries.table.knock_outs import knock_outs
from tables.services.hands.knock_outs import credit_knock_out
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tests.tables.services.hands.test_busting import bust, stacks, undo
from tests.tables.services.hands.test_counted import over, results
from tournament.models import Entry, EntryStatus, LogEntry
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo

pytestmark = pytest.mark.django_db


def credit(
    felt: Felt, seat: int, *by: int, seen: tuple[int, ...] = (), minutes: float = 2
) -> LogEntry | None:
    """The knock-out of this seat goes to those of `by`, by seat; `seen` had it before."""
    return credit_knock_out(
        tournament_id=felt.tournament.pk,
        bust_id=Bust.objects.get(entry=felt.entries[seat], undone_at=None).pk,
        credited_to=[felt.entries[each].pk for each in by],
        seen=[felt.entries[each].pk for each in seen],
        by=ACTOR.at(after(minutes)),
    )


def credited(felt: Felt, seat: int) -> list[int]:
    """By seat who is credited."""
    found = Bust.objects.get(entry=felt.entries[seat], undone_at=None).credited_to
    keys = set(found.values_list("pk", flat=True))
    return [number for number, entry in felt.entries.items() if entry.pk in keys]


def test_a_knock_out_is_credited_afterwards_corrected_and_withdrawn() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    bust(felt, 4)

    credit(felt, 4, 1)
    assert credited(felt, 4) == [1]
    credit(felt, 4, 2, 3, seen=(1,))
    assert credited(felt, 4) == [2, 3]
    credit(felt, 4, seen=(2, 3))

    assert credited(felt, 4) == []
    # Who has the chips is as little known as before.
    assert stacks(felt) == {1: None, 2: None, 3: None, 4: 0}


def test_players_out_in_one_hand_may_have_been_knocked_out_by_others() -> None:
    felt = make_felt(20_000, 20_000, 3_000, 5_000)
    line = bust(felt, 3, 4, by=(1,))

    credit(felt, 4, 2, seen=(1,))

    assert (credited(felt, 3), credited(felt, 4)) == ([1], [2])
    page = knock_outs(felt.tournament, line_id=line.pk)
    assert page is not None
    assert [(each.seat, each.name) for each in page.opponents] == [(1, "Anna Verdi"), (2, "Bruno Neri")]
    assert [(each.name, each.place, each.seen) for each in page.out] == [
        ("Carla Rossi", (4, 4), str(felt.entries[1].pk)),
        ("Dario Conti", (3, 3), str(felt.entries[2].pk)),
    ]


def test_a_credit_whose_former_winner_was_refunded_offers_no_undo() -> None:
    """Pressed, it would credit a player who can win no bounty."""
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    bust(felt, 4)
    credit(felt, 4, 1)
    line = credit(felt, 4, 2, seen=(1,))
    assert line is not None
    assert lines_to_undo(felt.tournament, [line]) == {line.pk}

    Entry.objects.filter(pk=felt.entries[1].pk).update(status=EntryStatus.VOID)

    assert lines_to_undo(felt.tournament, [line]) == set()


def test_a_credit_is_undone_and_done_again_while_nobody_has_credited_otherwise() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    bust(felt, 3, by=(1,))
    first = credit(felt, 3, 2, seen=(1,))
    assert first is not None

    undo(first)
    assert credited(felt, 3) == [1]
    again = LogEntry.objects.get(undoes=first)
    undo(again)

    assert credited(felt, 3) == [2]
    later = credit(felt, 3, seen=(2,))
    assert later is not None
    assert lines_to_undo(felt.tournament, [LogEntry.objects.get(undoes=again), later]) == {later.pk}


def test_a_bust_undone_takes_its_credit_with_it() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    line = bust(felt, 3)
    given = credit(felt, 3, 1)
    assert given is not None
    row = Bust.objects.get()

    undo(line)

    assert lines_to_undo(felt.tournament, [given]) == frozenset()
    assert knock_outs(felt.tournament, line_id=line.pk) is None
    with pytest.raises(Refused) as refused:
        credit_knock_out(
            tournament_id=felt.tournament.pk, bust_id=row.pk, credited_to=[], seen=[], by=ACTOR.at(after(9))
        )
    assert refused.value.code == "bust_undone"


def test_two_who_credit_at_once_are_told_of_each_other() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    bust(felt, 3)
    credit(felt, 3, 1)

    with pytest.raises(Refused) as refused:
        credit(felt, 3, 2)
    assert (
        refused.value.message
        == "The knock-out of Carla Rossi was credited to Anna Verdi meanwhile: look again."
    )
    # The same again is no contradiction.
    assert credit(felt, 3, 1) is None


@pytest.mark.parametrize("by", [3, 4], ids=["the player who is out", "who was out before"])
def test_only_players_of_that_hand_are_credited(by: int) -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    bust(felt, 4)
    bust(felt, 3, minutes=2)

    with pytest.raises(Refused) as refused:
        credit(felt, 3, by, minutes=3)
    assert refused.value.code == "not_in_hand"


def test_in_a_counted_hand_those_dealt_in_are_credited_whoever_sits_there_now() -> None:
    felt = results(10_000, 10_000, 10_000, 10_000)
    over(felt, 4)
    over(felt, 3, minutes=2)

    line = credit(felt, 4, 3, minutes=3)

    assert line is not None
    assert credited(felt, 4) == [3]
    assert KnockOutCredited.of(line).by == (
        Credited(entry=felt.entries[3].pk, name=Entry.objects.get(pk=felt.entries[3].pk).player.name),
    )
