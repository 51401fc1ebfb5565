from dataclasses import replace

import pytest

from tables.engine.games.rotations import EIGHT_GAME, HORSE, NINE_GAME, Rotation
from tests.tournament.rules.mixed import LIMIT, POT_LIMIT, STUD
from tournament.rules.payouts.prizes import payouts
from tournament.rules.profiles import EVENT_RULES, PROFILE_NAMES
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.catalogue import CLUB_PAYOUTS, TEMPLATES
from tournament.rules.templates.mixed import ROTATIONS
from tournament.rules.templates.parts import TournamentTemplate


def test_the_eight_templates_are_there() -> None:
    assert list(TEMPLATES) == [
        *["club_night", "deep_stack", "turbo", "main_event", "italian_freezeout"],
        *["horse", "eight_games", "nine_games"],
    ]


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
class TestEachTemplate:
    def test_the_linter_has_no_remark(self, template: TournamentTemplate) -> None:
        assert (
            check_structure(
                template.structure,
                starting_stack=template.starting_stack,
                chip_values=template.chip_values,
                seats=template.seats_per_table,
                rules=EVENT_RULES[template.rule_profile],
            )
            == ()
        )

    def test_its_numbers_fit_together(self, template: TournamentTemplate) -> None:
        assert template.rule_profile in PROFILE_NAMES
        assert 1 <= template.late_registration_level < template.structure.level_count
        assert 2 <= template.seats_per_table <= 10
        assert template.chip_values == tuple(sorted(set(template.chip_values)))
        assert template.buy_in.prize > 0

    @pytest.mark.parametrize("entries", [1, 2, 3, 10, 11, 66, 100, 180, 400, 10_043])
    def test_its_payouts_fit_any_field(self, template: TournamentTemplate, entries: int) -> None:
        pool = entries * template.buy_in.prize
        ladder = payouts(
            pool=pool, entries=entries, scheme=template.payout_scheme, unit=template.rounding_unit
        )
        assert sum(ladder) == pool
        assert len(ladder) <= entries

    def test_it_survives_storage(self, template: TournamentTemplate) -> None:
        assert Structure.from_dict(template.structure.to_dict()) == template.structure


def test_the_club_night_is_the_printed_club_sheet() -> None:
    club = TEMPLATES["club_night"]
    levels = [period for period in club.structure.periods if isinstance(period, Level)]
    assert [(level.small_blind, level.ante) for level in levels] == [
        *[(25, 0), (50, 0), (75, 0), (100, 0), (100, 100), (150, 150), (200, 200), (300, 300)],
        *[(400, 400), (500, 500), (800, 800), (1000, 1000), (1500, 1500), (2000, 2000), (3000, 3000)],
        *[(5000, 5000), (8000, 8000), (10_000, 10_000), (15_000, 15_000), (25_000, 25_000)],
    ]
    assert all(level.big_blind == 2 * level.small_blind for level in levels)
    breaks = [period for period in club.structure.periods if isinstance(period, Break)]
    assert [pause.chips_removed for pause in breaks] == [(), (25,), (), (100,), ()]


def test_the_main_event_starts_like_2019_and_a_day_has_five_two_hour_levels() -> None:
    structure = TEMPLATES["main_event"].structure
    first_six = [structure.periods[structure.index_of_level(n)] for n in range(1, 7)]
    assert [(p.small_blind, p.big_blind, p.ante) for p in first_six if isinstance(p, Level)] == [
        *[(100, 200, 0), (100, 200, 200), (200, 300, 300)],
        *[(200, 400, 400), (300, 500, 500), (300, 600, 600)],
    ]
    day_one = structure.periods[: structure.index_of_level(6)]
    assert [p.duration_seconds // 60 for p in day_one] == [120, 20, 120, 20, 120, 75, 120, 20, 120, 705]
    assert sum(p.duration_seconds for p in day_one) == 24 * 3600


def test_the_first_columns_of_the_club_table_pay_18_places_at_most() -> None:
    assert [len(column.shares) for column in CLUB_PAYOUTS.columns] == [1, 3, 6, 9, 14, 18]


@pytest.mark.parametrize(
    ("key", "rotation"), [("horse", HORSE), ("eight_games", EIGHT_GAME), ("nine_games", NINE_GAME)]
)
def test_a_mixed_template_is_the_rotation_of_its_name_in_every_level(key: str, rotation: Rotation) -> None:
    levels = [period for period in TEMPLATES[key].structure.periods if isinstance(period, Level)]
    assert {tuple(game.game for game in level.games) for level in levels} == {rotation.games}
    assert {level.hands_per_game for level in levels} == {rotation.hands or 8}
    assert TEMPLATES[key].name == rotation.name
    assert ROTATIONS[key] == (rotation.games, rotation.hands or 8)


def test_a_level_of_the_nine_games_is_played_for_the_stakes_of_the_players_championship() -> None:
    structure = TEMPLATES["nine_games"].structure
    second = structure.level_in_force(structure.index_of_level(2))
    assert second.stakes_of("FO/8") == replace(LIMIT, game="FO/8")
    assert second.stakes_of("FR") == replace(STUD, game="FR")
    assert second.stakes_of("PO") == POT_LIMIT
