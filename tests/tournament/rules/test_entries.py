from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.refusals import said
from tests.tournament.rules.structures import level, pause_of, structure
from tournament.rules.chips.ledger import ChipMovement, chips_in_play
from tournament.rules.clock import Clock, add_seconds, finish, pause, start
from tournament.rules.entries import (
    DayLimitReached,
    EntryDecision,
    EntryLimitReached,
    EntryLimits,
    EntryRefused,
    LateRegistrationClosed,
    PlayerStillIn,
    TournamentFull,
    decide_entry,
    entries_missing,
    is_no_show,
    is_registration_open,
    late_stack,
    registration_closes_at,
)
from tournament.rules.structure.level_games import AnteKind

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
# Six levels of 20 minutes, a break of 10, two more levels.
SIX_AND_BREAK = structure(*[level(100 * n, 200 * n) for n in range(1, 7)], pause_of(10), level(), level())
STARTED = start(Clock(), now=NOON)
BREAK_STARTS = NOON + timedelta(minutes=120)
PLAY_RESUMES = NOON + timedelta(minutes=130)
SECOND = timedelta(seconds=1)


def is_open(
    now: datetime, *, last_level: int = 6, through_break: bool = True, clock: Clock = STARTED
) -> bool:
    return is_registration_open(
        SIX_AND_BREAK, clock, last_level=last_level, now=now, through_break=through_break
    )


@pytest.mark.rule("LATE-03")
def test_late_03_registration_stays_open_through_the_break_after_its_last_level() -> None:
    assert is_open(PLAY_RESUMES - 30 * SECOND)
    assert not is_open(PLAY_RESUMES + SECOND)


def test_registration_closes_at_the_very_instant_play_resumes() -> None:
    assert is_open(PLAY_RESUMES - timedelta(milliseconds=1))
    assert not is_open(PLAY_RESUMES)


def test_registration_can_close_at_the_start_of_the_break() -> None:
    assert is_open(BREAK_STARTS - SECOND, through_break=False)
    assert not is_open(BREAK_STARTS, through_break=False)


def test_a_break_inside_the_period_does_not_close_it() -> None:
    assert is_open(BREAK_STARTS + SECOND, last_level=7, through_break=False)


def test_registration_is_open_before_the_start_and_closed_after_the_end() -> None:
    assert is_open(NOON, clock=Clock(), last_level=0)
    assert not is_open(NOON, last_level=0)
    assert not is_open(NOON, clock=finish(STARTED, SIX_AND_BREAK, now=NOON))


def test_registration_that_ends_at_the_start_is_closed_in_an_opening_break() -> None:
    opening_break = structure(pause_of(10), level())
    assert not is_registration_open(opening_break, STARTED, last_level=0, now=NOON)
    assert is_registration_open(opening_break, STARTED, last_level=1, now=NOON)


def test_a_paused_clock_keeps_registration_open() -> None:
    paused = pause(STARTED, SIX_AND_BREAK, now=PLAY_RESUMES - SECOND)
    assert is_open(PLAY_RESUMES + timedelta(hours=3), clock=paused)


def test_a_minute_added_to_the_break_keeps_registration_open_for_it() -> None:
    longer = add_seconds(STARTED, SIX_AND_BREAK, seconds=60, now=BREAK_STARTS + SECOND)
    assert is_open(PLAY_RESUMES + 59 * SECOND, clock=longer)
    assert not is_open(PLAY_RESUMES + 60 * SECOND, clock=longer)


@pytest.mark.parametrize(
    ("last_level", "through_break", "closes"),
    [
        (6, True, PLAY_RESUMES),
        (6, False, BREAK_STARTS),
        (1, True, NOON + timedelta(minutes=20)),
        (7, True, PLAY_RESUMES + timedelta(minutes=20)),
        (8, True, None),  # the last level: nothing follows
        (0, True, None),  # closed already
    ],
)
def test_the_closing_time_is_known_while_the_clock_runs(
    last_level: int, through_break: bool, closes: datetime | None
) -> None:
    assert (
        registration_closes_at(
            SIX_AND_BREAK, STARTED, last_level=last_level, now=NOON, through_break=through_break
        )
        == closes
    )


def test_in_the_break_after_the_last_level_it_closes_when_play_resumes_or_has_closed() -> None:
    in_the_break = BREAK_STARTS + SECOND
    closes = [
        registration_closes_at(
            SIX_AND_BREAK, STARTED, last_level=6, now=in_the_break, through_break=through_break
        )
        for through_break in (True, False)
    ]
    assert closes == [PLAY_RESUMES, None]


def test_no_closing_time_is_known_while_the_clock_stands() -> None:
    assert registration_closes_at(SIX_AND_BREAK, Clock(), last_level=6, now=NOON) is None


def decide(
    limits: EntryLimits = EntryLimits(per_player=3, total=200),  # noqa: B008 - frozen
    *,
    registration_open: bool = True,
    total_entries: int = 20,
    player_entries: int = 0,
    entries_today: int = 0,
    player_chips: int = 0,
    forfeit: bool = False,
) -> EntryDecision:
    return decide_entry(
        limits,
        registration_open=registration_open,
        total_entries=total_entries,
        player_entries=player_entries,
        entries_today=entries_today,
        player_chips=player_chips,
        forfeit=forfeit,
    )


def test_a_first_entry_and_a_re_entry_are_told_apart_and_numbered() -> None:
    assert decide() == EntryDecision(kind="entry", number=1)
    assert decide(player_entries=2) == EntryDecision(kind="re_entry", number=3)


@pytest.mark.parametrize(
    ("refused", "error", "code"),
    [
        ({"registration_open": False}, LateRegistrationClosed, "registration_closed"),
        ({"total_entries": 200}, TournamentFull, "tournament_full"),
        ({"player_entries": 3}, EntryLimitReached, "entry_limit"),
        ({"player_entries": 1, "player_chips": 1}, PlayerStillIn, "still_in"),
    ],
)
def test_an_entry_is_refused_for_a_named_reason(
    refused: dict[str, int], error: type[EntryRefused], code: str
) -> None:
    with pytest.raises(error) as caught:
        decide(**refused)  # type: ignore[arg-type]  # the table mixes flags and counts
    assert caught.value.code == code


def test_a_freeze_out_allows_one_entry() -> None:
    with pytest.raises(EntryLimitReached, match="1 of 1 entries"):
        decide(EntryLimits(), player_entries=1)


def test_entries_of_one_day_are_limited_beside_those_of_the_event() -> None:
    limits = EntryLimits(per_player=4, per_day=2)
    assert decide(limits, player_entries=3, entries_today=1).number == 4
    with pytest.raises(DayLimitReached, match=r"2 of 2 entries of this day\. They can enter again") as caught:
        decide(limits, player_entries=2, entries_today=2)
    assert caught.value.code == "day_limit"
    with pytest.raises(EntryLimitReached, match=r"4 of 4 entries\. The director can allow more"):
        decide(limits, player_entries=4, entries_today=1)


@pytest.mark.parametrize(
    ("entries", "minimum", "missing"), [(0, 20, 20), (19, 20, 1), (20, 20, 0), (21, 20, 0), (3, None, 0)]
)
def test_entries_are_missing_to_a_minimum(entries: int, minimum: int | None, missing: int) -> None:
    assert entries_missing(entries, minimum=minimum) == missing


def test_without_limits_entries_never_end() -> None:
    assert decide(EntryLimits(per_player=None), player_entries=99, total_entries=10**6).number == 100


@pytest.mark.rule("LATE-02")
def test_late_02_a_player_with_400_chips_may_not_re_enter() -> None:
    with pytest.raises(PlayerStillIn, match="still has 400 chips"):
        decide(player_entries=1, player_chips=400)
    with pytest.raises(PlayerStillIn):  # he may offer them, but this tournament takes none
        decide(player_entries=1, player_chips=400, forfeit=True)


@pytest.mark.rule("LATE-02")
def test_late_02_where_it_is_allowed_he_forfeits_them_and_they_leave_play() -> None:
    limits = EntryLimits(per_player=2, forfeit_allowed=True)
    with pytest.raises(PlayerStillIn) as caught:
        decide(limits, player_entries=1, player_chips=400)
    assert caught.value.code == "may_forfeit"
    decision = decide(limits, player_entries=1, player_chips=400, forfeit=True)
    assert decision == EntryDecision(kind="re_entry", number=2, forfeited_chips=400)

    before = [ChipMovement(reason="starting_stack", chips=20_000)] * 9
    after = [
        *before,
        ChipMovement(reason="forfeit", chips=-decision.forfeited_chips),
        ChipMovement(reason="starting_stack", chips=20_000),
    ]
    assert chips_in_play(after) == chips_in_play(before) - 400 + 20_000


@pytest.mark.rule("LATE-04")
def test_late_04_an_entry_without_a_hand_is_taken_out_at_the_start_of_level_3() -> None:
    def out(hands_played: int, minute: int, *, no_show_level: int = 3) -> bool:
        return is_no_show(
            SIX_AND_BREAK,
            STARTED,
            hands_played=hands_played,
            no_show_level=no_show_level,
            now=NOON + timedelta(minutes=minute),
        )

    assert not out(0, 39)
    assert out(0, 40)
    assert not out(1, 40)
    assert not out(0, 400, no_show_level=0)
    assert not is_no_show(SIX_AND_BREAK, Clock(), hands_played=0, no_show_level=1, now=NOON)


@pytest.mark.rule("LATE-01")
def test_late_01_a_house_may_blind_late_stacks_off_by_a_round_for_each_level_that_is_over() -> None:
    def stack(minute: int, *, full: int = 20_000, clock: Clock = STARTED) -> int:
        now = NOON + timedelta(minutes=minute)
        return late_stack(SIX_AND_BREAK, clock, full=full, seats=9, now=now)

    # Levels of 100/200, 200/400, 300/600: what is over counts, the one in force does not.
    assert [stack(minute) for minute in (0, 19, 20, 40, 60)] == [20_000, 20_000, 19_700, 19_100, 18_200]
    assert stack(60, clock=Clock()) == 20_000
    # Never less than the big blind in force: 400/800 after an hour.
    assert (stack(60, full=1_000), stack(60, full=500)) == (800, 500)


def test_a_refused_entry_says_the_limit_and_what_would_help() -> None:
    by_day = EntryLimits(per_player=4, per_day=2)
    forfeit = EntryLimits(per_player=2, forfeit_allowed=True)
    assert [
        said(lambda: decide(registration_open=False)),
        said(lambda: decide(total_entries=200)),
        said(lambda: decide(player_entries=3)),
        said(lambda: decide(by_day, player_entries=2, entries_today=2)),
        said(lambda: decide(player_entries=1, player_chips=1)),
        said(lambda: decide(forfeit, player_entries=1, player_chips=1)),
    ] == [
        ("Late registration is closed.", "registration_closed", {}),
        ("The tournament is full: the limit is 200 entries.", "tournament_full", {"limit": 200}),
        (
            "This player has used 3 of 3 entries. The director can allow more in the settings.",
            "entry_limit",
            {"count": 3, "limit": 3},
        ),
        (
            (
                "This player has used 2 of 2 entries of this day. They can enter again on the next day of play, or the "
                "director allows more in the settings."
            ),
            "day_limit",
            {"count": 2, "limit": 2},
        ),
        ("This player still has 1 chips.", "still_in", {"chips": 1}),
        ("This player still has 1 chips.", "may_forfeit", {"chips": 1}),
    ]


def test_a_late_stack_pays_the_ante_of_the_table_once_and_that_of_each_player_with_every_hand() -> None:
    def stack(ante_kind: AnteKind, *, minute: int) -> int:
        with_ante = replace(level(100, 200, ante=50), ante_kind=ante_kind)
        levels = structure(pause_of(10), with_ante, pause_of(10), with_ante)
        now = NOON + timedelta(minutes=minute)
        return late_stack(levels, STARTED, full=20_000, seats=9, now=now)

    assert [stack("classic", minute=minute) for minute in (5, 15, 35, 45)] == [20_000, 20_000, 19_250, 19_250]
    assert (stack("big_blind", minute=45), stack("button", minute=45)) == (19_650, 19_650)


def test_the_closing_time_is_unknown_before_a_break_that_opens_the_evening_or_ends_it() -> None:
    opening = structure(pause_of(10), level(), pause_of(5), level())
    closes = [
        registration_closes_at(opening, STARTED, last_level=last_level, now=NOON, through_break=through)
        for last_level in (0, 1, 2)
        for through in (True, False)
    ]
    play_resumes, break_starts = NOON + timedelta(minutes=35), NOON + timedelta(minutes=30)
    assert closes == [None, None, play_resumes, break_starts, None, None]


def test_who_says_nothing_of_chips_or_of_the_day_has_none() -> None:
    limits = EntryLimits(per_player=1, per_day=1)
    first = decide_entry(limits, registration_open=True, total_entries=0, player_entries=0)
    assert first == EntryDecision(kind="entry", number=1)
