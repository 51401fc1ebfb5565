"""Busts and stacks that a stream tells of: in the order in which they came, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tables.services.incoming.stream_table import StreamedOut, take_over
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tests.tables.services.hands.test_busting import stacks, undo
from tournament.models import Entry, LogEntry, TournamentStatus
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def out(felt: Felt, seat: int, *, at: int, start: int, by: int | None = None) -> StreamedOut:
    entry = felt.entries[seat]
    credited = [felt.entries[by].pk] if by else []
    return StreamedOut(entry_id=entry.pk, name=entry.player.name, at=at, start=start, credited_to=credited)


def take(
    felt: Felt, gone: Sequence[StreamedOut], left: Mapping[int, int], *, reason: str = ""
) -> list[LogEntry]:
    return take_over(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=gone,
        stacks={felt.entries[seat].pk: chips for seat, chips in left.items()},
        reason=reason,
        by=ACTOR.at(after(2)),
    )


def place(felt: Felt, seat: int) -> int | None:
    return Entry.objects.get(pk=felt.entries[seat].pk).place_first


def test_players_finish_hand_by_hand_and_by_their_stacks_in_one() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, 10_000)
    gone = [
        out(felt, 1, at=9, start=12_000, by=5),
        out(felt, 2, at=4, start=11_000, by=1),
        out(felt, 3, at=9, start=7000),
    ]
    lines = take(felt, gone, {4: 9000, 5: 41_000})

    assert [place(felt, seat) for seat in (2, 3, 1)] == [5, 4, 3]
    assert stacks(felt) == {1: 0, 2: 0, 3: 0, 4: 9000, 5: 41_000}
    assert [line.verb for line in lines] == ["players_busted"] * 3 + ["stacks_counted"]
    for line in reversed(lines):
        undo(line)
    assert stacks(felt) == dict.fromkeys(range(1, 6), 10_000)


def test_equal_stacks_in_one_hand_tie_and_are_entered_by_hand() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    gone = [out(felt, 1, at=3, start=5000), out(felt, 2, at=3, start=5000)]
    with pytest.raises(
        Refused, match=r"went out in one hand with equal stacks: put them out by hand first\."
    ):
        take(felt, gone, {3: 20_000, 4: 20_000})
    assert place(felt, 1) is None
    assert not LogEntry.objects.filter(verb="players_busted").exists()


def test_a_count_that_is_refused_leaves_nobody_out() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    with pytest.raises(Refused, match="5,000 too many"):
        take(felt, [out(felt, 1, at=1, start=9000)], {2: 20_000, 3: 15_000})
    assert place(felt, 1) is None
    take(felt, [out(felt, 1, at=1, start=9000)], {2: 20_000, 3: 15_000}, reason="rebuy at the table")
    assert place(felt, 1) == 3


def test_a_player_of_another_table_is_refused() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    stranger = StreamedOut(entry_id=0, name="Eve", at=1, start=1)
    with pytest.raises(Refused, match=r"The players at table 1 have changed: preview the file again\."):
        take(felt, [stranger], {})


def test_the_last_bust_ends_the_tournament_and_its_winner_is_not_counted() -> None:
    felt = make_felt(10_000, 10_000)
    lines = take(felt, [out(felt, 1, at=1, start=9000, by=2)], {2: 20_000})
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED
    assert [line.verb for line in lines] == ["players_busted"]
    assert stacks(felt) == {1: 0, 2: 20_000}
