from __future__ import annotations

from datetime import date

import pytest

from tests.factories import ACTOR, NOW, after, make_account, make_tournament
from tournament.models import Till, Tournament
from tournament.queries.ledger.transfers import Safe, other_open_tills, safe_of, transferred_of
from tournament.services.cash.tills import close_till, open_till
from tournament.services.cash.transfers import transfer_cash
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

TODAY, TOMORROW = date(2026, 3, 14), date(2026, 3, 15)


def opened(tournament: Tournament, name: str, hours: int = 0) -> Till:
    line = open_till(
        tournament_id=tournament.pk,
        account_id=make_account(name).pk,
        opening_float=100_00,
        by=ACTOR.at(after(hours * 60)),
    )
    return Till.objects.get(opened_line=line)


def carry(till: Till, amount: int) -> int:
    """To the safe, or from it if the amount is below nothing; the line of the log."""
    return transfer_cash(
        tournament_id=till.tournament_id,
        from_till=till.pk if amount > 0 else None,
        to_till=None if amount > 0 else till.pk,
        amount=abs(amount),
        reason="",
        by=ACTOR.at(NOW),
    ).pk


def test_the_safe_of_a_day_begins_with_what_the_days_before_have_left() -> None:
    tournament = make_tournament()
    tonight, tomorrow = opened(tournament, "rita"), opened(tournament, "ugo", hours=20)
    assert safe_of(tournament) is None
    assert safe_of(tournament, day=TODAY) is None
    carry(tonight, 80_00)
    carry(tonight, -30_00)
    undo_line(tournament_id=tournament.pk, line_id=carry(tonight, -5_00), by=ACTOR.at(NOW))
    assert safe_of(tournament, day=TOMORROW) == Safe(before=50_00, money_in=0, money_out=0)
    carry(tomorrow, 20_00)

    assert safe_of(tournament, day=TODAY) == Safe(before=0, money_in=80_00, money_out=30_00)
    assert safe_of(tournament, day=TOMORROW) == Safe(before=50_00, money_in=20_00, money_out=0)
    whole = safe_of(tournament)
    assert whole == Safe(before=0, money_in=100_00, money_out=30_00)
    assert whole.balance == 70_00
    assert safe_of(make_tournament(name="Elsewhere")) is None


def test_only_the_other_tills_that_are_open_here_are_offered() -> None:
    tournament = make_tournament()
    rita, ugo, pia = (opened(tournament, name) for name in ("rita", "ugo", "pia"))
    nino = opened(tournament, "nino")
    opened(make_tournament(name="Elsewhere"), "vera")
    close_till(tournament_id=tournament.pk, till_id=pia.pk, counted=100_00, reason="", by=ACTOR.at(NOW))
    undo_line(tournament_id=tournament.pk, line_id=nino.opened_line_id, by=ACTOR.at(NOW))

    assert other_open_tills(tournament, than=rita.pk) == ((ugo.pk, "ugo"),)


def test_what_was_carried_is_said_of_each_till() -> None:
    tournament = make_tournament()
    rita, ugo = opened(tournament, "rita"), opened(tournament, "ugo")
    carry(rita, 80_00)
    carry(rita, -10_00)

    assert transferred_of([rita.pk, ugo.pk]) == {rita.pk: -70_00, ugo.pk: 0}
    assert transferred_of([]) == {}
