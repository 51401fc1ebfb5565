"""What was printed of real tournaments, and what Floorman's pages answer when it is entered.

Main Event of the WSOP in 2023 and 2024, the H.O.R.S.E. of 2022, a club's payout table, the WPT Tournament of
Champions of 2018, and two chip sets. Each figure stands here as it was published.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.factories import as_vera, enter, make_account, make_player, make_tournament
from tests.factories.copies import enter_alike
from tests.factories.floor import Floor
from tests.pages import squeeze
from tests.tournament.rules.structures import WPT_CHIPS, wpt_champions_2018
from tests.tournament.views.setup.test_tournaments import settings_data
from tests.worlds import kept
from tournament.models import Entry, Player, Tournament
from tournament.rules.payouts.schemes import (
    PERCENT,
    AmountTier,
    CustomAmounts,
    FieldCurve,
    PayoutScheme,
    payout_scheme_to_dict,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# First and last place, whole dollars.
LADDER_2023 = (
    (1, 1, 12_100_000), (2, 2, 6_500_000), (3, 3, 4_000_000), (4, 4, 3_000_000), (5, 5, 2_400_000),
    (6, 6, 1_850_000), (7, 7, 1_425_000), (8, 8, 1_125_000), (9, 9, 900_000), (10, 11, 700_000),
    (12, 13, 535_000), (14, 17, 430_200), (18, 26, 345_000), (27, 35, 280_100), (36, 44, 229_000),
    (45, 53, 188_400), (54, 62, 156_100), (63, 71, 130_300), (72, 80, 109_400), (81, 89, 92_600),
    (90, 98, 78_900), (99, 161, 67_700), (162, 224, 58_500), (225, 287, 50_900), (288, 350, 44_700),
    (351, 413, 40_000), (414, 476, 37_500), (477, 539, 35_000), (540, 602, 32_500), (603, 665, 30_000),
    (666, 764, 27_500), (765, 863, 25_000), (864, 962, 22_500), (963, 1004, 20_000), (1005, 1249, 17_500),
    (1250, 1507, 15_000),
)  # fmt: skip
# What is known of 2024: the top nine, 10 to 17, and the smallest prize.
TOP_2024 = (
    10_000_000, 6_000_000, 4_000_000, 3_000_000, 2_500_000, 2_000_000, 1_500_000, 1_250_000, 1_000_000,
    800_000, 800_000, 600_000, 600_000, 450_400, 450_400, 450_400, 450_400,
)  # fmt: skip
PAID_IN_THE_2024_LADDER = 1_517
ENTRIES_2023, ENTRIES_2024 = 10_043, 10_112


@kept
def main_event_of_2023() -> tuple[Tournament, Entry]:
    """A field that has paid $10,000 each, 7 % of it withheld; and the last of its entries."""
    tournament = make_tournament(currency="USD", buy_in_prize=9_300_00, buy_in_fee=700_00, buy_in_staff=0)
    (first,) = enter(tournament, "Player 1")
    return tournament, come(first, ENTRIES_2023 - 1)


def come(last: Entry, more: int) -> Entry:
    """Let more players enter as the last one did; return the new last one."""
    one = make_player(f"Player {last.number + 1}")
    numbers = range(last.number + 2, last.number + 1 + more)
    players = Player.objects.bulk_create(
        Player(name=f"Player {n}", search_name=f"player {n}", created_at=one.created_at) for n in numbers
    )
    return enter_alike(last, [one, *players])[-1]


def pay_by(tournament: Tournament, scheme: PayoutScheme) -> None:
    data = payout_scheme_to_dict(scheme)
    Tournament.objects.filter(pk=tournament.pk).update(payout_scheme_data=data)


def payouts_page(client: Client, tournament: Tournament) -> Any:
    client.force_login(make_account())
    return client.get(f"/floor/{tournament.code}/payouts/")


@pytest.mark.long(reason="1,507 places to be made; the figures are asked of the rules")
@pytest.mark.usefixtures("without_seals")
def test_the_page_of_the_2023_main_event_shows_its_36_prizes_for_1507_places(client: Client) -> None:
    tiers = tuple(AmountTier(first=a, last=z, amount=dollars * 100) for a, z, dollars in LADDER_2023)
    tournament, _ = main_event_of_2023()
    pay_by(tournament, CustomAmounts(tiers=tiers))

    page = payouts_page(client, tournament)

    board = page.context["board"]
    assert (board.pool, board.overlay, board.places_paid) == (93_399_900_00, 0, 1_507)
    assert tuple((row.first, row.last, row.amount // 100) for row in board.rows) == LADDER_2023
    assert sum((z - a + 1) * dollars for a, z, dollars in LADDER_2023) == 93_399_900
    words = page.content.decode()
    for figure in ("$93,399,900", "1,507", "$12,100,000", "1,250–1,507", "$15,000"):
        assert figure in words, figure


@pytest.mark.long(reason="a year later, by the same rules and pages")
@pytest.mark.usefixtures("without_seals")
def test_the_2024_main_event_pays_1517_of_its_10112_entries_at_least_15000(client: Client) -> None:
    tournament, last = main_event_of_2023()
    assert come(last, ENTRIES_2024 - ENTRIES_2023).number == ENTRIES_2024
    pay_by(tournament, FieldCurve(paid=15 * PERCENT, min_cash=15_000_00))

    board = payouts_page(client, tournament).context["board"]

    assert (board.pool, board.places_paid) == (94_041_600_00, PAID_IN_THE_2024_LADDER)
    assert sum(row.amount * (row.last - row.first + 1) for row in board.rows) == 94_041_600_00
    assert board.rows[-1].amount >= 15_000_00

    top = [AmountTier(first=n, last=n, amount=dollars * 100) for n, dollars in enumerate(TOP_2024, start=1)]
    rest = AmountTier(first=18, last=PAID_IN_THE_2024_LADDER, amount=15_000_00)
    pay_by(tournament, CustomAmounts(tiers=(*top, rest)))
    assert payouts_page(client, tournament).context["problem"] == (
        "The amounts add up to $58,351,600, the prize pool is $94,041,600."
    )


def test_the_horse_of_2022_is_9325_and_472_50_and_202_50_and_a_cent_more_is_refused(client: Client) -> None:
    tournament = as_vera(client, currency="USD")
    split = {"price": "10,000.00", "buy_in_prize": "9,325", "buy_in_fee": "472.50", "buy_in_staff": "202.50"}
    address = f"/floor/{tournament.code}/settings/"

    wrong = client.post(address, settings_data(client, tournament, **split | {"buy_in_fee": "472.51"}))
    assert wrong.status_code == 422
    assert "The parts add up to 10000.01: take 0.01 from one of them" in wrong.content.decode()
    assert client.post(address, settings_data(client, tournament, **split)).status_code == 302

    kept = Tournament.objects.get()
    assert (kept.buy_in_prize, kept.buy_in_fee, kept.buy_in_staff) == (9_325_00, 472_50, 202_50)
    assert kept.buy_in_total == 10_000_00


def test_a_payout_column_of_99_1_percent_is_refused_with_its_heading(client: Client) -> None:
    """The published column for 66 to 100 entries has this sum; the columns beside it are the published ones."""
    tournament = as_vera(client)
    table = (
        "3-27: 50 30 20\n28-45: 37 22 15 11 8 7\n46-65: 30 20 12 10 8 6.5 5.5 4.5 3.5\n"
        "66-100: 30 20 11.9 8 6.5 5.5 4.5 3.5 2.6 2.2 2.2 2.2\n"
        "101+: 30 20 11.9 8 6.5 5 3.5 2.6 1.7 1.4 1.4 1.4 1.4 1.04 1.04 1.04 1.04 1.04"
    )
    data = settings_data(client, tournament, **{"payout-kind": "table", "payout-table": table})
    address = f"/floor/{tournament.code}/settings/"

    answer = client.post(address, data)

    assert answer.status_code == 422
    assert "Column 66-100: the percentages add up to 99.1 %, not 100 %." in answer.content.decode()
    # 0.9 % more for the last of the column is what it lacks.
    mended = data | {"payout-table": table.replace("3.5 2.6 2.2", "3.5 3.5 2.2")}
    assert client.post(address, mended).status_code == 302


def test_the_structure_page_remarks_on_the_printed_error_of_level_25(client: Client) -> None:
    def remarks(*, printed: bool) -> list[tuple[int, list[tuple[str, str]]]]:
        tournament = as_vera(
            client,
            name=f"As printed: {printed}",
            starting_stack=50_000,
            chip_values=WPT_CHIPS,
            structure=wpt_champions_2018(printed_typo=printed),
        )
        rows = client.get(f"/floor/{tournament.code}/structure/").context["rows"]
        return [(row.index, row.remarks) for row in rows if any(tone == "error" for tone, _ in row.remarks)]

    level_25 = wpt_champions_2018().index_of_level(25)
    ((row, said),) = remarks(printed=True)
    assert row == level_25
    assert ("error", "The big blind falls from 40,000 to 30,000.") in said
    assert remarks(printed=False) == []


@pytest.mark.parametrize(
    ("stack", "values"),
    [
        pytest.param(
            10_000, [25, 100, 500, 1_000], id="12, 12, 5 and 6 chips; 12, 12, 3 and 7; 8, 8, 8 and 5"
        ),
        pytest.param(2_000, [5, 25, 100, 500], id="15, 13, 11 and 1 chips"),
        pytest.param(5_000, [25, 100, 500, 1_000], id="8, 8, 4 and 2 chips"),
        pytest.param(29_000, [25, 100, 500, 1_000, 5_000], id="a tenth of 120, 120, 50, 75 and 35 chips"),
    ],
)
def test_printed_chip_sets_are_stacks_and_values_that_the_settings_take(
    client: Client, stack: int, values: list[int]
) -> None:
    """The settings know what the chips of a set are worth; how many of each it has, they do not ask."""
    tournament = as_vera(client)
    data = settings_data(
        client, tournament, starting_stack=str(stack), chip_values=", ".join(str(value) for value in values)
    )

    assert client.post(f"/floor/{tournament.code}/settings/", data).status_code == 302

    kept = Tournament.objects.get()
    assert (kept.starting_stack, kept.chip_values) == (stack, values)


def test_ten_stacks_of_the_printed_set_are_its_whole_value_on_the_wall(client: Client) -> None:
    """400 chips: 120 of 25, 120 of 100, 50 of 500, 75 of 1,000, 35 of 5,000; printed value 290,000."""
    floor = Floor(
        client, 10, seats_per_table=10, starting_stack=29_000, chip_values=(25, 100, 500, 1_000, 5_000)
    )

    said = squeeze(client.get(f"/t/{floor.tournament.code}/clock/").content.decode())

    assert "<dt>Chips</dt><dd>290,000</dd>" in said


class Race:
    """The page that colours up a table of ten, each with the same stack."""

    def __init__(self, client: Client, stack: int, *values: int) -> None:
        self.floor = Floor(client, 10, seats_per_table=10, starting_stack=stack, chip_values=values)
        self.values = values

    def tap(self, **fields: str) -> Any:
        old, new = self.values[-2:]
        seen = self.floor.get("tables/1/", colour_up="race").context["colour_up"].seen
        known = {"way": "race", "seen": seen, "chips": f"{old}-{new}", "step": "look"}
        return self.floor.post("tables/1/colour-up/", **(known | fields))

    def says(self) -> str:
        return squeeze(self.tap().content.decode())

    def stacks(self) -> list[int]:
        return list(Entry.objects.order_by("number").values_list("stack", flat=True))


@pytest.mark.parametrize(
    ("stack", "values", "said", "in_play", "bought"),
    [
        # 12 chips of 25 and 12 of 100 to each of ten: as 15 chips of 100 each makes one of 1,000 and leaves five.
        pytest.param(
            12 * 25 + 12 * 100,
            (25, 100, 1_000),
            '50 odd chips of 100. <span class="strong">5 chips of 1,000</span> go to the highest cards.',
            15_000,
            15,
            id="all 25s and 100s are 15 of 1,000",
        ),
        # Five chips of 500 to each, beside two of 5,000.
        pytest.param(
            5 * 500 + 2 * 5_000,
            (500, 5_000),
            '50 odd chips of 500. <span class="strong">5 chips of 5,000</span> go to the highest cards.',
            125_000,
            20 + 5,
            id="all 500s are 5 of 5,000",
        ),
    ],
)
def test_the_printed_set_of_ten_players_is_coloured_up_on_the_page(
    client: Client, stack: int, values: tuple[int, ...], said: str, in_play: int, bought: int
) -> None:
    """400 chips: 120 of 25, 120 of 100, 50 of 500, 75 of 1,000, 35 of 5,000. None is lost and none is too many."""
    race = Race(client, stack, *values)

    assert said in race.says()
    drawn = race.tap(step="draw").context["colour_up"]
    assert drawn.difference == 0

    after = race.stacks()
    assert sum(after) == in_play
    assert all(chips % values[-1] == 0 for chips in after)
    assert sum(chips // values[-1] for chips in after) == bought


def test_the_page_says_that_25s_go_to_1000_in_two_steps(client: Client) -> None:
    """Twelve chips of 25 of each of ten players would need 120 cards."""
    race = Race(client, 12 * 25 + 3_000, 25, 1_000)

    assert "The race needs 120 cards and the deck has 52: colour up in two steps." in race.says()


def test_the_printed_stacks_leave_no_odd_chip_of_25(client: Client) -> None:
    """12 of 25, 12 of 100, 5 of 500, 6 of 1,000: the 25s make three chips of 100."""
    assert "No stack at this table has odd chips of 25." in Race(client, 10_000, 25, 100).says()
