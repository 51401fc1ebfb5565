from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.factories import ACTOR, NOW, after, enter, make_account, make_player, make_tournament
from tests.factories.prices import EARLY, LATE, MEMBER, STAFF, priced
from tournament.changes.entries import EntryRegistered
from tournament.models import Entry, LogEntry, MoneyRow, Tournament, TournamentStatus
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.prices import PriceProfile, PriceQuote
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entries, register_entry, void_entry
from tournament.services.setup.prices import add_price, change_price, remove_price
from tournament.services.setup.tournaments import clone_tournament, edit_tournament
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def prices_of(tournament: Tournament) -> tuple[PriceProfile, ...]:
    return Tournament.objects.get(pk=tournament.pk).prices


def about(tournament: Tournament, **more: Any) -> Any:
    return {"tournament_id": tournament.pk, "by": ACTOR.at(NOW), **more}


def quote(price: PriceProfile, *, is_by_date: bool = False) -> PriceQuote:
    return PriceQuote(name=price.name, total=price.price.total, is_by_date=is_by_date)


# --- Made, changed, removed, undone ---------------------------------------------------------------------------------


def test_prices_are_added_changed_and_removed_and_each_step_is_undone() -> None:
    tournament = make_tournament()
    dearer = replace(EARLY, price=BuyIn(prize=40_00, fee=2_00))
    standing = [prices_of(tournament)]
    add_price(**about(tournament, price=EARLY))
    standing.append(prices_of(tournament))
    add_price(**about(tournament, price=MEMBER))
    standing.append(prices_of(tournament))
    change_price(**about(tournament, name="Early", price=dearer))
    standing.append(prices_of(tournament))
    remove_price(**about(tournament, name="Early"))
    standing.append(prices_of(tournament))

    assert standing == [(), (EARLY,), (EARLY, MEMBER), (dearer, MEMBER), (MEMBER,)]
    lines = list(LogEntry.objects.exclude(verb="tournament_created").order_by("-pk"))
    for line, before in zip(lines, reversed(standing[:-1]), strict=True):
        undo_line(**about(tournament, line_id=line.pk))
        assert prices_of(tournament) == before


def test_a_price_that_was_changed_since_is_not_undone_over() -> None:
    tournament = make_tournament()
    added = add_price(**about(tournament, price=MEMBER))
    change_price(**about(tournament, name="Member", price=replace(MEMBER, is_public=False)))
    tournament.refresh_from_db()

    assert lines_to_undo(tournament, [LogEntry.objects.get(pk=added.pk)]) == frozenset()


def test_a_removal_is_not_undone_once_another_price_has_its_name() -> None:
    tournament = make_tournament(**priced(MEMBER))
    gone = remove_price(**about(tournament, name="Member"))
    add_price(**about(tournament, price=replace(STAFF, name="MEMBER")))
    tournament.refresh_from_db()

    assert lines_to_undo(tournament, [LogEntry.objects.get(pk=gone.pk)]) == frozenset()


def test_saving_a_price_as_it_is_changes_nothing() -> None:
    tournament = make_tournament(**priced(MEMBER))

    assert change_price(**about(tournament, name="Member", price=MEMBER)) is None
    assert not LogEntry.objects.filter(verb="price_changed").exists()


@pytest.mark.parametrize(
    ("price", "code", "field"),
    [
        (replace(STAFF, name="member"), "same_name", "name"),
        (replace(STAFF, ends_at=after(90)), "overlap", "starts_at"),
        (replace(STAFF, price=BuyIn(prize=1_00, bounty=5_00)), "no_bounty_kind", "bounty_kind"),
    ],
)
def test_a_price_that_does_not_go_with_the_event_is_refused(
    price: PriceProfile, code: str, field: str
) -> None:
    tournament = make_tournament(**priced(LATE, MEMBER))

    with pytest.raises(Refused) as refused:
        add_price(**about(tournament, price=price))

    assert (refused.value.code, refused.value.field) == (code, field)
    assert prices_of(tournament) == (LATE, MEMBER)


def test_a_price_that_is_gone_is_said_so() -> None:
    tournament = make_tournament()

    with pytest.raises(Refused, match="removed or renamed meanwhile"):
        remove_price(**about(tournament, name="Member"))


def test_after_the_end_no_price_changes() -> None:
    tournament = make_tournament(**priced(MEMBER))
    line = remove_price(**about(tournament, name="Member"))
    Tournament.objects.update(status=TournamentStatus.CANCELLED)
    tournament.refresh_from_db()

    with pytest.raises(Refused, match="cancelled"):
        add_price(**about(tournament, price=MEMBER))
    assert lines_to_undo(tournament, [LogEntry.objects.get(pk=line.pk)]) == frozenset()


def test_bounties_cannot_be_given_up_while_a_price_has_a_part_for_them() -> None:
    with_bounty = replace(MEMBER, price=BuyIn(prize=40_00, bounty=10_00))
    tournament = make_tournament(bounty_kind="fixed", **priced(with_bounty))

    with pytest.raises(Refused, match="“Member” has a bounty share"):
        edit_tournament(**about(tournament, change=lambda plan: replace(plan, bounty_kind="none")))


def test_a_copy_has_the_prices_without_the_dates_of_the_other_day() -> None:
    tournament = make_tournament(**priced(EARLY, MEMBER))

    copy = clone_tournament(tournament_id=tournament.pk, name="Next week", account=make_account(), now=NOW)

    assert prices_of(copy) == (replace(EARLY, ends_at=None), MEMBER)


# --- What an entry pays ----------------------------------------------------------------------------------------------


def sold(tournament: Tournament, name: str, minutes: float, chosen: PriceQuote | None = None) -> Entry:
    return register_entry(
        tournament_id=tournament.pk, player_id=make_player(name).pk, by=ACTOR.at(after(minutes)), quote=chosen
    )


def test_an_entry_pays_the_price_of_its_date_or_the_one_that_was_chosen() -> None:
    tournament = make_tournament(**priced())

    entries = [
        sold(tournament, "Anna", 0),
        sold(tournament, "Bruno", 20),
        sold(tournament, "Carla", 60),
        sold(tournament, "Dario", 60, quote(STAFF)),
        sold(tournament, "Elena", 60, quote(EARLY)),
        sold(tournament, "Fabio", 60, quote(LATE, is_by_date=True)),
    ]

    assert [(entry.price_name, entry.paid_total) for entry in entries] == [
        *(("Early", 40_01), ("", 50_00), ("Late", 60_00)),
        *(("Staff", 45_00), ("Early", 40_01), ("Late", 60_00)),
    ]
    early = MoneyRow.objects.filter(entry=entries[0]).values_list("kind", "amount")
    assert dict(early) == {"prize": 38_00, "fee": 1_50, "staff": 50, "other": 1}
    assert [
        EntryRegistered.of(line).price
        for line in LogEntry.objects.filter(verb=EntryRegistered.verb).order_by("pk")
    ] == [*("Early", "", "Late", "Staff", "Early", "Late")]


@pytest.mark.parametrize(
    "chosen",
    [
        # Over since the page was shown, dearer than it was shown, removed.
        quote(EARLY, is_by_date=True),
        PriceQuote(name="Member", total=46_00, is_by_date=False),
        PriceQuote(name="Student", total=20_00, is_by_date=False),
    ],
)
def test_no_other_money_is_taken_than_the_desk_was_shown(chosen: PriceQuote) -> None:
    tournament = make_tournament(**priced())

    with pytest.raises(Refused, match="The price has changed since this page was shown"):
        sold(tournament, "Anna", 15, chosen)

    assert not Entry.objects.exists()


def test_what_was_paid_stays_when_the_price_is_changed_and_removed() -> None:
    tournament = make_tournament(**priced(MEMBER))
    entry = sold(tournament, "Anna", 0, quote(MEMBER))
    before = list(MoneyRow.objects.values_list("kind", "amount"))

    change_price(**about(tournament, name="Member", price=replace(MEMBER, price=BuyIn(prize=1_00))))
    remove_price(**about(tournament, name="Member"))

    entry.refresh_from_db()
    assert (entry.price_name, entry.paid_total) == ("Member", 47_00)
    assert list(MoneyRow.objects.values_list("kind", "amount")) == before


def test_a_voided_entry_takes_every_part_of_its_price_out_again() -> None:
    tournament = make_tournament(**priced(EARLY))
    enter(tournament, "Bruno", now=after(30))
    entry = sold(tournament, "Anna", 0)

    void_entry(**about(tournament, entry_id=entry.pk, reason="left"))

    rows = MoneyRow.objects.filter(entry=entry, amount__lt=0)
    assert {row.kind: (row.amount, row.corrects and row.corrects.amount) for row in rows} == {
        "prize": (-38_00, 38_00),
        "fee": (-1_50, 1_50),
        "staff": (-50, 50),
        "other": (-1, 1),
    }


def test_what_a_rebuy_would_not_keep_apart_is_refused() -> None:
    tournament = make_tournament(late_registration_level=2)
    price = BuyIn(prize=20_00, other=1_00)
    offer = ChipOffer(price=price, chips=5_000, last_level=2).to_dict()

    with pytest.raises(Refused, match="A rebuy or add-on has no other deductions") as refused:
        edit_tournament(**about(tournament, change=lambda plan: replace(plan, rebuy_data=offer)))

    assert (refused.value.code, refused.value.field) == ("no_other", "rebuy_data")


def test_the_early_bird_is_paid_by_the_first_entries_and_ends_among_those_of_one_list() -> None:
    early = PriceProfile(name="Early bird", price=BuyIn(prize=35_00), first_entries=2)
    tournament = make_tournament(**priced(early))
    (first,) = enter(tournament, "Anna Verdi")
    made = register_entries(
        tournament_id=tournament.pk,
        player_ids=[make_player("Bruno Neri").pk, make_player("Carla Rossi").pk],
        by=ACTOR.at(NOW),
    )
    assert [(entry.price_name, entry.paid_total) for entry in (first, *made)] == [
        ("Early bird", 35_00),
        ("Early bird", 35_00),
        ("", 50_00),
    ]
    with pytest.raises(Refused, match="The price has changed"):
        register_entry(
            **about(tournament, player_id=make_player("Dario Conti").pk, quote=quote(early, is_by_date=True))
        )
