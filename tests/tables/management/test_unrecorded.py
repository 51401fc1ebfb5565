"""What a scripted floor says of hands that nobody records."""

from __future__ import annotations

import pytest

from tables.management.unrecorded import say_result
from tables.models import Hand, Recording
from tables.services.table.ways import set_recording
from tests.factories import ACTOR, NOW
from tests.factories.felt import make_felt
from tournament.draws.chance import SeededRng
from tournament.models import Entry, EntryStatus

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("recording", "hands"), [(Recording.RESULTS, 12), (Recording.BUSTS, 0)])
def test_players_go_out_in_some_hands_and_each_hand_counts_where_results_are_entered(
    recording: Recording, hands: int
) -> None:
    felt = make_felt(*[1_000] * 9)
    set_recording(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, recording=recording, by=ACTOR.at(NOW)
    )
    rng = SeededRng("unrecorded")

    for _ in range(12):
        say_result(felt.fresh(), rng, by=ACTOR.at(NOW))

    out = Entry.objects.filter(status=EntryStatus.ELIMINATED)
    assert 0 < out.count() < 8
    assert Hand.objects.filter(table=felt.table, is_counted=True).count() == hands
