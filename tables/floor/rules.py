"""House rules of the floor as one value, and the profiles a tournament picks from.

The keys are those of the register of rule-book differences: each field says which sources want
which value. A profile is plain data: it can be stored, shown, printed and overridden by key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Final, Literal, get_args

from tables.floor.errors import FloorError
from tournament.options.final_table import FINAL_TABLE_RULES, FinalTableRule, final_table_size

ButtonRule = Literal["dead", "moving", "simplified"]
InactiveZone = Literal["tda", "figp"]
ButtonMarker = Literal["empty_seat", "stays"]
FirstButton = Literal["dealers_right", "drawn"]
ButtonDraw = Literal["high_card", "first_jack"]
SeatDrawMethod = Literal["random", "one_packet", "two_packets"]
BreakCardOrder = Literal["by_card", "clockwise"]
StudBalancing = Literal["position", "high_card"]
Balancing = Literal["due", "drawn"]
Halting = Literal["enforced", "advised"]
Disputes = Literal["by_kind", "next_hand"]
LevelInPush = Literal["one_more", "at_once"]
ShotClockStarts = Literal["start", "level", "registration", "money", "players", "final_table"]
StageMoment = Literal["day", "players", "final_table"]
StageWay = Literal["add", "reset"]

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "button_rule": get_args(ButtonRule),
        "inactive_zone": get_args(InactiveZone),
        "button_marker": get_args(ButtonMarker),
        "first_button": get_args(FirstButton),
        "button_draw": get_args(ButtonDraw),
        "seat_draw": get_args(SeatDrawMethod),
        "final_table": get_args(FinalTableRule),
        "break_card_order": get_args(BreakCardOrder),
        "stud_balancing": get_args(StudBalancing),
        "balancing": get_args(Balancing),
        "halting": get_args(Halting),
        "disputes": get_args(Disputes),
        "level_in_push": get_args(LevelInPush),
        "shot_clock_starts": get_args(ShotClockStarts),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToleranceStep:
    """How far apart tables may be: the first step that fits is the one in force."""

    seats_at_least: int
    tables_above: int
    tolerance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RedrawStep:
    """From how many entries on all seats are redrawn, and at which numbers of tables."""

    entries_at_least: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeChipStage:
    """When players get other time-bank chips: `chips` more than they have left (add), or exactly so many (reset).

    `number` is that of the day, or of the players left; 0 of the final table.
    """

    moment: StageMoment
    number: int
    way: StageWay
    chips: int

    @property
    def code(self) -> str:
        """What a chip that was used keeps of the stage it was used in; of the start it is ""."""
        return f"{self.moment}-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorRules:
    """Everything in which rule books disagree about button, balancing, breaking and redraws."""

    # TDA 32, WSOP 85: dead. Robert's Rules also describe moving; online rooms use simplified.
    button_rule: ButtonRule = "dead"
    # TDA 10-A: no cards strictly between small blind and button. FIGP: a player moved in by
    # balancing gets none anywhere between big blind and button, the small blind seat included.
    inactive_zone: InactiveZone = "tda"
    # Where the disc lies on a dead button: on the empty seat, or (FIGP) where it was.
    button_marker: ButtonMarker = "empty_seat"
    # WSOP 85: the event begins with the button at the first stack to the dealer's right. FIGP draws
    # it at each table once the seats are drawn (S-111).
    first_button: FirstButton = "dealers_right"
    # Cards for the button, dealt or drawn at a table: one each, the highest has it (WSOP 85), or, at home, until the
    # first jack falls (S-110).
    button_draw: ButtonDraw = "high_card"
    # TDA 29, WSOP 80: a player whose clock is called has up to 25 seconds, and then five are counted down.
    clock_seconds: int = 25
    clock_countdown: int = 5
    # WSOP 80: a shot clock, in seconds for a decision before the flop, on it, and later; 0 is none. Chips for more time
    # are given at the start, and new ones at the final table (WPT: 30 seconds each).
    shot_clock_first: int = 0
    shot_clock_second: int = 0
    shot_clock_later: int = 0
    # WPT Prime: 15 seconds before the flop, 30 once there was a re-raise. 0: as the street says.
    shot_clock_reraised: int = 0
    # When it starts, and the number that this needs: from a level on (Wynn: 15 of the first day; EPT hyper-turbos: 11),
    # once registration is over, so many places from the money (0: in the money), with so many players left, at the
    # final table; APT: from the start.
    shot_clock_starts: ShotClockStarts = "start"
    shot_clock_starts_at: int = 0
    time_chip_seconds: int = 30
    time_chips_start: int = 0
    time_chips_final: int = 0
    # More chips, or new ones, later on. WPT: 10 each at 180 players, exactly 6 at 24, 8 at 6. Wynn: 4, and 4 more for
    # the second day and the third.
    time_chip_stages: tuple[TimeChipStage, ...] = ()
    # Seats at random (TDA 7). Italian poker deals them at each table: a packet of one card for each player (S-085),
    # or two packets (S-086); the highest card deals first. Who plays at which of several tables is drawn at random.
    seat_draw: SeatDrawMethod = "random"
    final_table: FinalTableRule = "tda"
    # Seat cards of a broken table go to the highest card first and then down by card, or
    # clockwise from the player with the highest card.
    break_card_order: BreakCardOrder = "by_card"
    # Who moves in an event of nothing but stud. TDA 11-A: by position, from the seat that has the
    # number of the one to fill. WSOP 67b: the player dealt the highest card, also in a mixed event with any stud,
    # where TDA 11-B moves who would have the big blind. In stud the seat that opened last at the short table is filled.
    stud_balancing: StudBalancing = "position"
    # TDA 11 and WSOP 67: the player who is due moves, to the worst seat. WSOP 67b in events with a buy-in of $50,000
    # and more: a high card decides who, and a draw to which of the open seats, whatever is dealt.
    balancing: Balancing = "due"
    tolerance_steps: tuple[ToleranceStep, ...] = (
        ToleranceStep(seats_at_least=8, tables_above=4, tolerance=2),
        ToleranceStep(seats_at_least=0, tables_above=0, tolerance=1),
    )
    # TDA 11-D and WSOP 67: a table that is too short is dealt no hand until the floor balances or waives it. Where it
    # is only advised the console says so and the tablet deals.
    halting: Halting = "enforced"
    # TDA 22: how the hands were read is disputed until the next hand, chips and pots until substantial action on it.
    # WSOP 76: everything until the next hand begins.
    disputes: Disputes = "by_kind"
    # TDA 23 of 2024: a level that starts during a dealer push begins with the second hand of the new dealer.
    # WSOP 79: with the next hand, by any dealer.
    level_in_push: LevelInPush = "one_more"
    # TDA 11-D and WSOP 67: play halts at a table this many players shorter than the fullest.
    halt_short_by: int = 3
    # Tables of up to `small_table_seats` halt earlier; TDA leaves them to the director.
    small_table_seats: int = 7
    small_table_halt_short_by: int = 2
    # WSOP 67: with more tables than this the player comes from the next full table by number,
    # otherwise from the next in breaking order. None: always by breaking order.
    source_by_number_above: int | None = None
    # WSOP 67c; with 50 entries or fewer only the final table is drawn.
    redraw_steps: tuple[RedrawStep, ...] = (
        RedrawStep(entries_at_least=100, tables=(3, 2, 1)),
        RedrawStep(entries_at_least=51, tables=(2, 1)),
        RedrawStep(entries_at_least=0, tables=(1,)),
    )

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise _bad_value(name, value, allowed)
        for step in self.tolerance_steps:
            if step.tolerance < 1:
                raise _bad_value("tolerance", step.tolerance, ("1", "2", "..."))

    def tolerance(self, tables_left: int, seats_per_table: int) -> int:
        """The largest difference in players between two tables that needs no move."""
        for step in self.tolerance_steps:
            if seats_per_table >= step.seats_at_least and tables_left > step.tables_above:
                return step.tolerance
        return 1

    def halt_gap(self, seats_per_table: int) -> int:
        """How many players a table may be shorter than the fullest before it stops dealing."""
        if seats_per_table <= self.small_table_seats:
            return self.small_table_halt_short_by
        return self.halt_short_by

    def final_table_size(self, seats_per_table: int) -> int:
        """The number of players left at which the last tables combine into the final table."""
        return final_table_size(self.final_table, seats_per_table)

    def redraw_tables(self, entries: int) -> tuple[int, ...]:
        """The numbers of tables at which all seats are redrawn, most tables first."""
        for step in self.redraw_steps:
            if entries >= step.entries_at_least:
                return step.tables
        return (1,)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form: the field names, steps as lists of dicts."""
        values: dict[str, object] = {f.name: getattr(self, f.name) for f in fields(self)}
        values["tolerance_steps"] = [
            {f.name: getattr(step, f.name) for f in fields(step)} for step in self.tolerance_steps
        ]
        values["redraw_steps"] = [
            {"entries_at_least": step.entries_at_least, "tables": list(step.tables)}
            for step in self.redraw_steps
        ]
        values["time_chip_stages"] = [
            {f.name: getattr(stage, f.name) for f in fields(stage)} for stage in self.time_chip_stages
        ]
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> FloorRules:
        """The rules of a stored form; keys left out take the default, unknown ones are refused."""
        return override_rules(cls(), values)


def override_rules(rules: FloorRules, values: Mapping[str, object]) -> FloorRules:
    """The rules with some keys replaced, as a tournament does with its profile.

    Raises FloorError naming the key when it is unknown or its value is not allowed.
    """
    changes: dict[str, object] = {}
    for name, value in values.items():
        if name not in _READERS:
            raise FloorError(
                f"There is no floor rule called “{name}”.",
                code="unknown_floor_rule",
                params={"rule": name},
            )
        try:
            changes[name] = _READERS[name](value)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise _bad_value(name, value, CHOICES.get(name, ())) from error
    return replace(rules, **changes)  # type: ignore[arg-type]  # each reader returns its field's type


def _bad_value(name: str, value: object, allowed: tuple[str, ...]) -> FloorError:
    hint = f"; use one of: {', '.join(allowed)}" if allowed else ""
    return FloorError(
        f"“{value}” is not a value of the floor rule “{name}”{hint}.",
        code="bad_floor_rule",
        params={"rule": name, "value": value, "allowed": list(allowed)},
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(value)
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    return list(value)


def _tolerance_step(value: object) -> ToleranceStep:
    if not isinstance(value, dict):
        raise TypeError(value)
    return ToleranceStep(**{name: _number(number) for name, number in value.items()})


def _redraw_step(value: object) -> RedrawStep:
    if not isinstance(value, dict):
        raise TypeError(value)
    return RedrawStep(
        entries_at_least=_number(value["entries_at_least"]),
        tables=tuple(_number(count) for count in _list(value["tables"])),
    )


def _stage(value: object) -> TimeChipStage:
    match value:
        case {
            "moment": "day" | "players" | "final_table" as moment,
            "number": number,
            "way": "add" | "reset" as way,
            "chips": chips,
        }:
            return TimeChipStage(moment=moment, number=_number(number), way=way, chips=_number(chips))
    raise TypeError(value)


_CLOCKS: Final = (
    *("shot_clock_first", "shot_clock_second", "shot_clock_later", "shot_clock_reraised"),
    "shot_clock_starts_at",
    *("time_chip_seconds", "time_chips_start", "time_chips_final"),
)
_READERS: Final[Mapping[str, Callable[[object], object]]] = MappingProxyType(
    {
        **dict.fromkeys(CHOICES, _text),
        "tolerance_steps": lambda value: tuple(_tolerance_step(step) for step in _list(value)),
        **dict.fromkeys(_CLOCKS, _number),
        "time_chip_stages": lambda value: tuple(_stage(each) for each in _list(value)),
        "clock_seconds": _number,
        "clock_countdown": _number,
        "halt_short_by": _number,
        "small_table_seats": _number,
        "small_table_halt_short_by": _number,
        "source_by_number_above": lambda value: None if value is None else _number(value),
        "redraw_steps": lambda value: tuple(_redraw_step(step) for step in _list(value)),
    }
)

_TDA_2024: Final = FloorRules()

FLOOR_RULES: Final[Mapping[str, FloorRules]] = MappingProxyType(
    {
        "tda2024": _TDA_2024,
        "wsop2024": FloorRules(
            final_table=FINAL_TABLE_RULES["wsop2024"],
            # WSOP 67c: within one player from twelve tables down.
            tolerance_steps=(
                ToleranceStep(seats_at_least=8, tables_above=12, tolerance=2),
                ToleranceStep(seats_at_least=0, tables_above=0, tolerance=1),
            ),
            source_by_number_above=20,
            stud_balancing="high_card",
            disputes="next_hand",
            level_in_push="at_once",
        ),
        "figp": FloorRules(inactive_zone="figp", button_marker="stays", first_button="drawn"),
        # At home the deal passes to the next player on the left, and tables never stand two apart.
        "home": FloorRules(
            button_rule="simplified",
            halting="advised",
            button_draw="first_jack",
            tolerance_steps=(ToleranceStep(seats_at_least=0, tables_above=0, tolerance=1),),
        ),
        "italian": FloorRules(button_rule="simplified", seat_draw="one_packet"),
        # The draw room hands the button from player to player and keeps new players between button
        # and big blind waiting; nobody skips a blind, which is what the moving button is for.
        "draw_room": FloorRules(button_rule="moving", inactive_zone="figp"),
    }
)
