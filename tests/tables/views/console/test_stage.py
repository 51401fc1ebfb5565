"""“Next steps” knows the stage of the evening, and names the next thing with its button or link."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from django.conf import settings
from django.db.models import Count, Sum
from django.test import Client
from django.utils import timezone

from tables.floor.stage import Step
from tables.models import Table
from tables.queries.console.overview import advice_shown
from tables.queries.console.stage import stage_shown
from tables.queries.room.odd_stacks import odd_stacks
from tables.services.table.tablets import make_pairing_code, pair_device
from tests.factories import ACTOR, enter, give_role, make_tournament
from tests.factories.field import bust
from tests.factories.floor import Floor, said
from tournament.models import Entry, Payout, Role, Stop, Tournament
from tournament.rules.payouts.schemes import AmountTier, CustomAmounts, payout_scheme_to_dict
from tournament.services.cash.bounties import pay_bounties
from tournament.services.clock import next_period, pause_clock
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


# All that six buy-ins of 45.00 bring.
PAYS_FOUR = payout_scheme_to_dict(
    CustomAmounts(
        tiers=tuple(
            AmountTier(first=place, last=place, amount=amount)
            for place, amount in enumerate((100_00, 80_00, 50_00, 40_00), start=1)
        )
    )
)


def words(response: Any, part: str = "advice") -> str:
    """The text of a part of the console, spaces as one."""
    section = response.content.decode().split(f'id="{part}"')[1].split("</section>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", section.split(">", 1)[1])).split())


def buttons(response: Any) -> list[str]:
    """The ids of what can be pressed in the advice."""
    section = response.content.decode().split('id="advice"')[1].split("</section>")[0]
    return re.findall(r'<(?:button|a) class="button[^>]*? id="([a-z0-9-]+)"', section)


def close_registration(floor: Floor) -> None:
    Tournament.objects.filter(pk=floor.tournament.pk).update(registration_closed_at=timezone.now())
    floor.tournament.refresh_from_db()


def pair(floor: Floor, *numbers: int) -> None:
    for number in numbers:
        code = make_pairing_code(
            tournament_id=floor.tournament.pk, table_id=floor.table(number).pk, by=ACTOR.at(timezone.now())
        )
        pair_device(code=code.code, now=timezone.now())


def test_before_the_draw_players_are_registered_and_then_the_seats_drawn(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    home = f"/floor/{tournament.code}/"

    empty = client.get(home, {"part": "advice"})
    enter(tournament, "Anna Verdi", "Bruno Neri")
    ready = client.get(home, {"part": "advice"})

    assert "Registration open Register at least two players" in words(empty)
    assert buttons(empty) == ["to-desk"]
    assert "2 players waiting for the seat draw." in words(ready)
    assert buttons(ready) == ["draw-seats", "cut-deck", "beacon"]


def test_once_seats_are_drawn_tablets_are_paired_and_the_clock_is_started_from_here(client: Client) -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    home = f"/floor/{tournament.code}/"
    client.post(f"{home}draw/", {"key": "0b1f4c1a-0000-4000-8000-000000000001"})

    drawn = client.get(home, {"part": "advice"})
    version = drawn.context["shown"].clock_version
    started = client.post(
        f"{home}clock/start/",
        {"key": "0b1f4c1a-0000-4000-8000-000000000002", "version": version},
        headers={"HX-Request": "true", "HX-Target": "console", "HX-Current-URL": f"http://testserver{home}"},
        follow=True,
    )

    assert "Seats drawn No tablets are paired yet." in words(drawn)
    assert "The clock has not started." in words(drawn)
    assert buttons(drawn) == ["pair-first", "clock-start", "to-seats"]
    tournament.refresh_from_db()
    assert (tournament.status, tournament.clock_state) == ("running", "running")
    assert started.redirect_chain == [(home, 302)]
    assert "The clock is running." in started.content.decode()
    assert buttons(started) == ["pair-first"]


def test_in_play_the_console_says_that_tables_are_balanced(client: Client) -> None:
    floor = Floor(client, 4, 4)
    pair(floor, 1, 2)

    page = floor.get(part="advice")

    assert words(page) == "Next steps Late registration Tables are balanced."
    assert buttons(page) == []


def test_tables_without_a_tablet_are_named(client: Client) -> None:
    floor = Floor(client, 4, 4, 4)
    pair(floor, 2)

    page = floor.get(part="advice")

    assert "No tablet at tables 1, 3." in words(page)
    assert f'href="{floor.home}tables/1/#tablets"' in page.content.decode()


def test_a_paused_clock_is_resumed_from_the_console(client: Client) -> None:
    floor = Floor(client, 4)
    pair(floor, 1)
    pause_clock(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))

    page = floor.get(part="advice")
    floor.post("clock/resume/", version=str(page.context["shown"].clock_version), htmx=True)

    assert "The clock is paused." in words(page)
    assert buttons(page) == ["clock-resume"]
    floor.tournament.refresh_from_db()
    assert floor.tournament.clock_state == "running"


def test_stacks_to_colour_up_are_counted_and_lead_to_their_table(client: Client) -> None:
    floor = Floor(client, 4, 4)
    pair(floor, 1, 2)
    for chair in ((1, 2), (1, 3), (2, 1)):
        Entry.objects.filter(pk=floor.seats[chair].pk).update(stack=10_025)
    for _ in range(2):
        next_period(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))

    page = floor.get(part="advice")

    assert "3 stacks to colour up. Colour up table 1" in words(page)
    assert buttons(page) == ["colour-up-first"]


def test_the_money_is_counted_down_to_the_bubble(client: Client) -> None:
    """Three places are paid."""
    floor = Floor(client, 3, 3)
    pair(floor, 1, 2)
    assert "from the money" not in words(floor.get(part="advice"))
    close_registration(floor)

    six = floor.get(part="advice")
    bust(floor.tournament, floor.seats[1, 1], winner=floor.seats[1, 2])
    five = floor.get(part="advice")

    assert "3 players from the money · 3 places paid" in words(six)
    assert "2 players from the money · 3 places paid" in words(five)


def test_on_the_bubble_hand_for_hand_is_one_tap_from_the_next_steps(client: Client) -> None:
    """Four left at two tables, three paid; once it is on, the board says so and not the advice."""
    floor = Floor(client, 2, 2, seats_per_table=2)
    close_registration(floor)
    pair(floor, 1, 2)

    before = floor.get(part="advice")
    floor.post("stop/", kind="hand_for_hand", until_left="3")
    after = floor.get(part="advice")

    assert "Bubble One player from the money: play hand-for-hand." in words(before)
    assert buttons(before) == ["start-hand-for-hand"]
    assert buttons(after) == []
    stop = Stop.objects.get(tournament=floor.tournament)
    assert (stop.kind, stop.until_left) == ("hand_for_hand", 3)


def test_near_the_bubble_the_tables_are_kept_in_step_or_play_hand_for_hand(client: Client) -> None:
    """Six left at two tables, four paid: two out of one hand would be the bubble."""
    floor = Floor(client, 3, 3, seats_per_table=3, payout_scheme_data=PAYS_FOUR)
    close_registration(floor)
    pair(floor, 1, 2)

    before = floor.get(part="advice")
    tap = re.search(r"<form[^>]*>((?:(?!</form>).)*)id=\"start-in-step\"", before.content.decode(), re.DOTALL)
    assert tap is not None
    fields = dict(re.findall(r'name="(kind|hands|until_left)" value="([^"]+)"', tap[1]))
    floor.post("stop/", **fields)

    assert buttons(before) == ["start-in-step", "start-hand-for-hand"]
    stop = Stop.objects.get(tournament=floor.tournament)
    assert (stop.kind, stop.hands, stop.until_left, stop.next_by_itself) == ("in_step", 2, 5, True)


def test_a_table_that_stands_is_said_with_the_stacks_to_count(client: Client) -> None:
    floor = Floor(client, 4, 4)
    pair(floor, 1, 2)
    unknown = [floor.seats[1, seat].pk for seat in (1, 2, 3)]
    Entry.objects.filter(pk__in=unknown).update(is_stack_known=False)

    page = floor.get(part="advice")
    grid = " ".join(re.sub(r"<[^>]*>", " ", floor.get(part="grid").content.decode()).split())

    assert "Table 1 cannot deal: 3 stacks to count." in words(page)
    assert buttons(page)[0] == "count-first"
    assert "Cannot deal: 3 stacks to count" in grid
    floor.post("tables/1/recording/", recording="results")
    assert "stands" not in words(floor.get(part="advice"))


def test_hand_for_hand_is_found_without_opening_the_stop_of_the_room(client: Client) -> None:
    floor = Floor(client, 3, 3)

    page = floor.get().content.decode()

    assert page.index('id="hand-for-hand"') < page.index('id="stop-tool"')
    assert 'id="hand-for-hand"' not in Floor(Client(), 3).get().content.decode()


def test_the_final_table_is_called_so_on_its_card_and_on_its_page(client: Client) -> None:
    floor = Floor(client, 3)

    def called_so() -> list[bool]:
        places = ((floor.get(part="grid"), "tmap__head"), (floor.get("tables/1/"), "<h1>"))
        shown = [page.content.decode().split(begins)[1] for page, begins in places]
        return ["Final table" in each.split("smap__seats")[0].split("</h1>")[0] for each in shown]

    assert called_so() == [False, False]
    close_registration(floor)
    assert called_so() == [True, True]


def test_the_final_table_is_drawn_and_then_played_to_the_winner_and_the_prizes(client: Client) -> None:
    floor = Floor(client, 2, 2)
    close_registration(floor)
    pair(floor, 1)
    due = floor.get(part="advice")
    floor.post("redraw/", tables_left="1")
    drawn = floor.get(part="advice")
    entries = list(Entry.objects.filter(tournament=floor.tournament).order_by("pk"))
    for loser in entries[1:3]:
        bust(floor.tournament, loser, winner=entries[0])
    in_the_money = floor.get(part="advice")
    bust(floor.tournament, entries[3], winner=entries[0])
    won = floor.get(part="advice")
    Payout.objects.update(paid_at=timezone.now())
    finished = floor.get(part="advice")

    assert "4 players left: draw the final table." in words(due)
    assert "redraw" in buttons(due)
    bubble = "Bubble Final table 4 players left. Nothing to do now. 1 player from the money · 3 places paid"
    assert bubble in words(drawn)
    assert "Final table 1 prize to pay: " in words(in_the_money)
    assert "Prizes to pay Anna Verdi wins the tournament. 3 prizes to pay: " in words(won)
    assert buttons(won) == ["to-payouts"]
    assert f'href="{floor.home}payouts/"' in won.content.decode()
    assert words(finished) == ("Next steps Finished Anna Verdi wins the tournament. All prizes are paid.")
    assert buttons(finished) == []


def test_side_prizes_are_prizes_to_pay_and_bounties_are_paid_before_it_is_finished(client: Client) -> None:
    floor = Floor(client, 3, buy_in_bounty=10_00, bounty_kind="fixed")
    close_registration(floor)
    pair(floor, 1)
    ids: dict[str, Any] = {"tournament_id": floor.tournament.pk, "by": ACTOR.at(timezone.now())}
    side = add_side_prize(name="High hand", amount=20_00, is_from_pool=False, **ids)
    assert "to pay" not in words(floor.get(part="advice"))
    award_side_prize(prize_id=side.pk, entry_id=floor.seats[1, 3].pk, **ids)
    assert "1 prize to pay: €20" in words(floor.get(part="advice"))

    for loser in (3, 2):
        bust(floor.tournament, floor.seats[1, loser], winner=floor.seats[1, 1])
    due = Payout.objects.aggregate(all=Sum("amount"), count=Count("pk"))
    won = floor.get(part="advice")
    assert f"{due['count'] + 1} prizes to pay: €{due['all'] // 100 + 20}" in words(won)
    assert "1 player with bounties to pay: €30" in words(won)
    assert buttons(won) == ["to-payouts", "to-bounties"]

    Payout.objects.update(paid_at=timezone.now())
    pay_side_prize(prize_id=side.pk, **ids)
    left = floor.get(part="advice")
    assert (buttons(left), "Prizes to pay" in words(left)) == (["to-bounties"], True)
    pay_bounties(entry_id=floor.seats[1, 1].pk, amount=30_00, **ids)
    assert "Finished" in words(floor.get(part="advice"))


def test_prizes_that_cannot_be_decided_lead_to_the_payouts(client: Client) -> None:
    scheme = payout_scheme_to_dict(CustomAmounts(tiers=(AmountTier(first=1, last=1, amount=100_00),)))
    floor = Floor(client, 3, payout_scheme_data=scheme)
    pair(floor, 1)
    assert "does not fit" not in words(floor.get(part="advice"))
    close_registration(floor)

    page = floor.get(part="advice")

    assert "The payout structure does not fit the prize pool" in words(page)
    assert buttons(page) == ["to-payouts"]


def test_after_the_end_nothing_can_be_opened_held_or_moved_on_any_page(client: Client) -> None:
    floor = Floor(client, 2)
    close_registration(floor)
    before = (floor.get().content.decode(), floor.get("tables/1/", seat="1").content.decode())
    bust(floor.tournament, floor.seats[1, 2], winner=floor.seats[1, 1])

    console = floor.get().content.decode()
    table = floor.get("tables/1/", seat="1").content.decode()

    for name in ("hold-all", "open-table"):
        assert f'id="{name}"' in before[0]
        assert f'id="{name}"' not in console
    for name in ("hold", "break", "colour-up-open", "correct", "lock"):
        assert f'id="{name}"' in before[1]
        assert f'id="{name}"' not in table
    assert said(floor.post("tables/open/")) == [
        "The tournament is over. To play on, undo what ended it first."
    ]
    assert said(floor.post("tables/1/hold/")) == [
        "The tournament is over. To play on, undo what ended it first."
    ]
    assert Table.objects.get().status == "open"


def test_another_persons_hold_brings_the_release_to_this_screen(client: Client) -> None:
    floor = Floor(client, 3, 3)
    console = floor.get(part="tools").content.decode()
    assert 'id="release-all"' not in console
    assert "sse:tables" in console
    floor.post("tables/hold/")

    assert "Release 2 tables" in floor.get(part="tools").content.decode()
    assert 'id="release"' in floor.get("tables/1/", part="tools").content.decode()


@pytest.mark.parametrize("sizes", [(3,), (3, 3, 3)])
def test_the_stage_takes_the_same_queries_however_many_tables(
    client: Client, sizes: tuple[int, ...], django_assert_num_queries: Any
) -> None:
    floor = Floor(client, *sizes)
    now = timezone.now()
    advice = advice_shown(floor.tournament, writer=PageWriter.of(floor.tournament))
    odd = odd_stacks(floor.tournament, now=now)

    with django_assert_num_queries(6):
        stage_shown(floor.tournament, advice=advice, odd=odd, now=now)


def test_a_table_dealt_by_the_script_of_the_demo_misses_no_tablet(client: Client) -> None:
    floor = Floor(client, 3, 3)
    pair(floor, 2)
    floor.deal(1)

    assert "tablet" not in words(floor.get(part="advice"))


def test_every_step_has_its_part_of_the_page() -> None:
    parts = Path(settings.BASE_DIR, "templates/tables/console/steps").glob("*.html")
    assert {part.stem for part in parts} == set(get_args(Step))
