"""What the room hears: each sentence of every template and of a thousand structures has all its clips."""

import random

import pytest

from tests.tournament.rules.screens.voice.spoken import text_of
from tests.tournament.rules.structures import level, pause_of, structure
from tests.voice.texts import LANGUAGES
from tournament.rules.screens.voice.sentences import last_hands, period_starts, seat_to_seat, tables_break
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.catalogue import TEMPLATES

CLUB = structure(
    *(level(25, 50), level(50, 100), level(75, 150), pause_of(5), level(100, 200)),
    *(level(100, 200, ante=100), level(150, 300, ante=150), pause_of(5, 25)),
    *(level(200, 400, ante=200), level(300, 600, ante=300), level(400, 800, ante=400), pause_of(5)),
    *(
        level(500, 1_000, ante=500),
        level(800, 1_600, ante=800),
        level(1_000, 2_000, ante=1_000),
        pause_of(5, 100),
    ),
    *(
        level(1_500, 3_000, ante=1_500),
        level(2_000, 4_000, ante=2_000),
        level(3_000, 6_000, ante=3_000),
        pause_of(5),
    ),
    *(level(5_000, 10_000, ante=5_000), level(8_000, 16_000, ante=8_000), level(10_000, 20_000, ante=10_000)),
    *(level(15_000, 30_000, ante=15_000), level(25_000, 50_000, ante=25_000)),
)
HORSE = Level.mixed(
    games=(
        LevelGame(game="FT", small_blind=100, big_blind=200, small_bet=200, big_bet=400),
        LevelGame(game="FO/8", small_blind=100, big_blind=200, small_bet=200, big_bet=400),
        LevelGame(game="FR", ante=50, bring_in=100, small_bet=200, big_bet=400),
    ),
    hands_per_game=8,
    duration_seconds=1_200,
)


def said(sheet: Structure, index: int, language: str = "en") -> str:
    return text_of(period_starts(sheet, index, language), language)


def every_sentence(sheet: Structure, language: str) -> list[tuple[str, ...]]:
    return [period_starts(sheet, index, language) for index in range(len(sheet.periods))]


@pytest.mark.parametrize(("language", "blinds", "ante"), [("en", "Blinds", "Ante"), ("it", "Bui", "Ante")])
def test_a_club_night_says_its_blinds_and_antes_with_nothing_set_up(
    language: str, blinds: str, ante: str
) -> None:
    heard = [said(CLUB, index, language) for index in range(len(CLUB.periods))]
    assert sum(blinds in sentence for sentence in heard) == 20
    assert sum(ante in sentence for sentence in heard) == 16


@pytest.mark.parametrize(
    ("sheet", "index", "english", "italian"),
    [
        (
            structure(level(25, 50)),
            0,
            "Shuffle up and deal! Level 1 No limit hold em Blinds 25 50",
            "Dealer, si comincia! Livello 1 No limit oldem Bui 25 50",
        ),
        (CLUB, 6, "Level 6 Blinds 100 50 300 Ante 100 50", "Livello 6 Bui 100 50 300 Ante 100 50"),
        (
            structure(level(), Level(small_blind=0, big_blind=0, ante=50, bring_in=100, small_bet=200, big_bet=400,
                                     game="F7S/8", ante_kind="classic", duration_seconds=600)),
            1,
            "Level 2 Limit seven card stud high low Limits 200 400 Ante 50 Bring in 100",
            "Livello 2 Limit seven card stad ai lo Limiti 200 400 Ante 50 Bring in 100",
        ),
        (
            structure(level(), HORSE, HORSE),
            1,
            "Level 2 Mixed games Limits 200 400 Limit razz Limits 200 400 Ante 50 Bring in 100",
            "Livello 2 Giochi misti Limiti 200 400 Limit raz Limiti 200 400 Ante 50 Bring in 100",
        ),
        (
            structure(HORSE, HORSE),
            1,
            "Level 2 Limits 200 400 Limit razz Limits 200 400 Ante 50 Bring in 100",
            "Livello 2 Limiti 200 400 Limit raz Limiti 200 400 Ante 50 Bring in 100",
        ),
        (
            structure(level(), pause_of(15, 100, 25), level()),
            1,
            "Players, we are on a break 15 minutes We are coloring up the 25 and 100",
            "Giocatori, siamo in pausa 15 minuti Si cambiano le cip da 25 e 100",
        ),
        (
            structure(level(), pause_of(1), level()),
            1,
            "Players, we are on a break 1 minute",
            "Giocatori, siamo in pausa 1 minuto",
        ),
    ],
)  # fmt: skip
def test_a_level_and_a_break_are_said_with_what_they_bring(
    sheet: Structure, index: int, english: str, italian: str
) -> None:
    assert said(sheet, index) == english
    assert said(sheet, index, "it") == italian


@pytest.mark.parametrize(
    ("clips", "english"),
    [
        (last_hands(3, "en"), "Dealers, last 3 hands"),
        (last_hands(1, "en"), "Dealers, last hand"),
        (last_hands(0, "en"), "Dealers, last orbit"),
        (tables_break([4], "en"), "Table 4 breaks. Please go to your new seats"),
        (tables_break([4, 12, 31], "en"), "Tables 4 12 and 31 break. Please go to your new seats"),
        (tables_break([], "en"), "Please go to your new seats"),
        (
            seat_to_seat(seat=4, table=12, to_table=3, to_seat=8, language="en"),
            "seat 4 at table 12 please move to table 3 seat 8",
        ),
    ],
)
def test_what_the_floor_says(clips: tuple[str, ...], english: str) -> None:
    assert text_of(clips, "en") == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_every_template_has_its_clips(language: str) -> None:
    for template in TEMPLATES.values():
        for clips in every_sentence(template.structure, language):
            assert text_of(clips, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_thousand_structures_has_its_clips(language: str) -> None:
    rng = random.Random(2026)
    for _number in range(1_000):
        for clips in every_sentence(_structure(rng), language):
            assert text_of(clips, language)


def _structure(rng: random.Random) -> Structure:
    unit = rng.choice((1, 5, 25, 100, 500, 1_000))
    periods: list[Level | Break] = []
    for _level in range(rng.randrange(1, 30)):
        small = unit * rng.randrange(1, 2_000)
        periods.append(level(small, 2 * small, minutes=rng.randrange(1, 91), ante=rng.choice((0, small))))
        if rng.random() < 0.2:
            periods.append(
                pause_of(rng.randrange(1, 91), *rng.sample((25, 100, 500, 1_000), rng.randrange(3)))
            )
    return structure(*periods)
