"""The money of a season: collected by its events, divided by the final standings, paid and brought back to the desk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables.queries.checks.every import CHECKS
from tests.factories import ACTOR, NOW, after, give_role, make_account, make_tournament
from tests.factories.seasons import RULES, Played, played_season, season_with
from tests.tampering import past_the_triggers
from tournament.models import Account, LogEntry, MoneyKind, MoneyRow, Role, Season, SeasonEvent, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.seasons.board import season_board
from tournament.queries.seasons.money import season_money
from tournament.rules.payouts.schemes import PERCENT
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.setup import seasons
from tournament.services.setup.season_money import pay_season_prize, set_season_share
from tournament.services.setup.seasons import freeze_season, join_season, leave_season, set_season_rules
from tournament.services.setup.tournaments import edit_tournament
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

SPLIT = (60 * PERCENT, 40 * PERCENT)


@pytest.fixture
def of_two() -> Played:
    """Two events with three players each; 6 of each entry are for other deductions."""
    return played_season(2, rules=replace(RULES, split=SPLIT), buy_in_other=6_00)


@pytest.fixture
def club_of_one() -> Played:
    return played_season(1, rules=replace(RULES, split=SPLIT), buy_in_other=6_00)


@pytest.fixture
def events(of_two: Played) -> list[Tournament]:
    return of_two.events


@pytest.fixture
def season(of_two: Played) -> Season:
    """January collects 5 of each entry, February what there is of 10."""
    for event, share in zip(of_two.events, (5_00, 10_00), strict=True):
        collect(event, of_two.season, share)
    return of_two.season


def collect(event: Tournament, season: Season, share: int) -> LogEntry:
    line = set_season_share(tournament_id=event.pk, season_id=season.pk, share=share, by=ACTOR.at(after(1)))
    assert line is not None
    return line


def freeze(event: Tournament, season: Season, account: Account | None = None) -> LogEntry:
    actor = ACTOR if account is None else Actor(label="vera", account_id=account.pk)
    line = freeze_season(tournament_id=event.pk, season_id=season.pk, by=actor.at(after(2)))
    season.refresh_from_db()
    return line


def pay(event: Tournament, season: Season, player: int, **how: Any) -> LogEntry:
    by = how.pop("by", ACTOR.at(after(3)))
    return pay_season_prize(tournament_id=event.pk, season_id=season.pk, player_id=player, by=by, **how)


def dues(season: Season) -> list[tuple[int, str, int, bool]]:
    money = season_money(season_board(season))
    return [(each.rank, each.name.split()[0], each.amount, bool(each.paid_at)) for each in money.dues]


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(9)))


def can_undo(line: LogEntry) -> bool:
    return line.pk in lines_to_undo(line.tournament, [line])


def findings(event: Tournament) -> list[str]:
    return [str(each) for check in CHECKS.values() for each in check(event)]


def test_each_event_collects_its_share_and_no_more_than_an_entry_pays(season: Season) -> None:
    money = season_money(season_board(season))
    assert [(each.event, each.entries, each.amount) for each in money.events] == [
        ("January", 3, 15_00),
        ("February", 3, 18_00),
    ]
    assert (money.currency, money.pool) == ("EUR", 33_00)
    # 19.80 and 13.20, in whole euros: what that leaves is the first one's.
    assert dues(season) == [(1, "Anna", 20_00, False), (2, "Bruno", 13_00, False)]


def test_it_is_paid_by_the_final_standings_and_brought_back(events: list[Tournament], season: Season) -> None:
    january, february = events
    anna, bruno, carla = (line.player for line in season_board(season).lines)
    with pytest.raises(Refused, match="final first"):
        pay(january, season, anna)
    frozen = freeze(february, season)
    paid = pay(january, season, anna)
    rows = MoneyRow.objects.filter(log_entry=paid).order_by("pk")
    assert [(row.kind, row.amount) for row in rows] == [
        (MoneyKind.SEASON_MONEY, 20_00),
        (MoneyKind.SEASON_PAID, -20_00),
    ]
    assert dues(season) == [(1, "Anna", 20_00, True), (2, "Bruno", 13_00, False)]
    for player, why in ((anna, "paid already"), (carla, "due nothing")):
        with pytest.raises(Refused, match=why):
            pay(february, season, player)
    pay(february, season, bruno)
    for event in events:
        books = reconciliation(event)
        # Each payment was brought first: the drawer holds what the event itself has taken and paid.
        assert (books.faults, books.cash) == (0, books.balance)
        assert findings(event) == []

    assert not can_undo(frozen)
    undo(paid)
    assert dues(season) == [(1, "Anna", 20_00, False), (2, "Bruno", 13_00, True)]
    assert sum(MoneyRow.objects.filter(kind=MoneyKind.SEASON_PAID).values_list("amount", flat=True)) == -13_00
    assert [findings(event) for event in events] == [[], []]
    undo(LogEntry.objects.get(verb="season_paid", undone_by=None))
    assert can_undo(frozen)


def test_a_payment_that_the_ledger_does_not_have_is_a_difference(
    events: list[Tournament], season: Season
) -> None:
    freeze(events[0], season)
    line = pay(events[0], season, season_board(season).lines[0].player)
    row = MoneyRow.objects.get(log_entry=line, kind=MoneyKind.SEASON_PAID)
    with past_the_triggers():
        MoneyRow.objects.filter(pk=row.pk).update(amount=-19_00)
    assert [(each.kind, each.difference) for each in reconciliation(events[0]).kinds if not each.adds_up] == [
        (MoneyKind.SEASON_PAID, 1_00)
    ]


def test_what_is_corrected_later_moves_no_money(events: list[Tournament], season: Season) -> None:
    freeze(events[0], season)
    before = dues(season)
    SeasonEvent.objects.filter(tournament=events[1]).update(share=1_00)
    assert dues(season) == before
    with pytest.raises(Refused, match="final"):
        collect(events[0], season, 1_00)


def test_a_share_is_undone_and_one_that_was_changed_since_is_not(
    events: list[Tournament], season: Season
) -> None:
    first = LogEntry.objects.filter(tournament=events[0], verb="season_share_set").latest("pk")
    second = collect(events[0], season, 3_00)
    same = set_season_share(
        tournament_id=events[0].pk, season_id=season.pk, share=3_00, by=ACTOR.at(after(1))
    )
    assert same is None
    assert (can_undo(first), can_undo(second)) == (False, True)
    undo(second)
    assert season_money(season_board(season)).pool == 33_00
    # An event that leaves and comes back collects as before.
    undo(leave_season(tournament_id=events[1].pk, season_id=season.pk, by=ACTOR.at(after(4))))
    assert season_money(season_board(season)).pool == 33_00


def test_all_events_collect_in_one_currency_and_pay_in_it(events: list[Tournament], season: Season) -> None:
    collect(events[1], season, 0)
    Tournament.objects.filter(pk=events[1].pk).update(currency="CHF")
    with pytest.raises(Refused, match="“January” collects for this season in EUR"):
        collect(events[1], season, 1_00)
    freeze(events[0], season)
    with pytest.raises(Refused, match="in EUR"):
        pay(events[1], season, season_board(season).lines[0].player)


def test_much_money_is_paid_by_another_director_than_who_made_the_standings_final(
    events: list[Tournament], season: Season
) -> None:
    january = events[0]
    Tournament.objects.filter(pk=january.pk).update(two_people_from=20_00, id_from=15_00)
    vera, other = make_account(), give_role(january, Role.DIRECTOR)
    freeze(january, season, vera)
    anna, bruno, _carla = (line.player for line in season_board(season).lines)
    by_vera, by_other = (
        Actor(label=each.username, account_id=each.pk).at(after(3)) for each in (vera, other)
    )
    with pytest.raises(Refused, match="takes two people"):
        pay(january, season, anna, by=by_vera, papers_seen=True)
    with pytest.raises(Refused, match="seen the ID"):
        pay(january, season, anna, by=by_other)
    assert pay(january, season, anna, by=by_other, papers_seen=True).data["papers"] == ["id"]
    assert "papers" not in pay(january, season, bruno, by=by_vera).data


def test_an_event_of_two_seasons_gives_the_newer_one_what_the_other_leaves(
    events: list[Tournament], season: Season
) -> None:
    """Of 6 of each entry of January 5 go to the first season."""
    both = season_with(events[0], name="Winter")
    collect(events[0], both, 4_00)
    assert season_money(season_board(season)).pool == 33_00
    assert season_money(season_board(both)).pool == 3 * 1_00


def test_nothing_is_final_while_an_event_that_collects_is_to_come(
    events: list[Tournament], season: Season
) -> None:
    event = make_tournament(name="March", buy_in_other=6_00)
    join_season(tournament_id=event.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(NOW))
    line = collect(event, season, 2_00)
    with pytest.raises(Refused, match="“March” collects money"):
        freeze(events[0], season)
    undo(line)
    freeze(events[0], season)
    assert season.frozen_currency == "EUR"


def test_an_event_that_collects_keeps_its_currency(events: list[Tournament], season: Season) -> None:
    event = make_tournament(name="March", buy_in_other=6_00)
    join_season(tournament_id=event.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(NOW))
    line = collect(event, season, 2_00)
    with pytest.raises(Refused, match="collects money for a season"):
        edit_tournament(
            tournament_id=event.pk, change=lambda plan: replace(plan, currency="CHF"), by=ACTOR.at(after(2))
        )
    undo(line)
    collect(event, season, 2_00)
    left = leave_season(tournament_id=event.pk, season_id=season.pk, by=ACTOR.at(after(3)))
    Tournament.objects.filter(pk=event.pk).update(currency="CHF")
    with pytest.raises(Refused, match="collects for this season in EUR"):
        undo(left)


def test_what_another_desk_has_paid_meanwhile_keeps_the_standings_final(
    events: list[Tournament], season: Season
) -> None:
    """The log offered the undo before the payment was booked."""
    frozen = freeze(events[0], season)
    paid = pay(events[1], season, season_board(season).lines[0].player)
    with pytest.raises(Refused, match="Money of this season was paid"):
        seasons._undo_freeze(frozen, ACTOR.at(after(5)))
    season.refresh_from_db()
    assert season.frozen_pool == 33_00
    undo(paid)
    undo(frozen)


def test_a_season_that_has_paid_is_not_dropped(club_of_one: Played) -> None:
    (event,), season = club_of_one.events, club_of_one.season
    collect(event, season, 6_00)
    frozen = freeze(event, season)
    undo(pay(event, season, club_of_one.players[0].pk))
    undo(frozen)
    assert not can_undo(LogEntry.objects.get(verb="season_started"))


def test_without_shares_by_rank_nothing_is_due(events: list[Tournament], season: Season) -> None:
    set_season_rules(
        tournament_id=events[0].pk,
        season_id=season.pk,
        change=lambda rules: replace(rules, split=()),
        by=ACTOR.at(NOW),
    )
    season.refresh_from_db()
    assert dues(season) == []
