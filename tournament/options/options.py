"""Settings that no query asks for, kept together in one column of the tournament.

A new one is a field of `EventOptions` with its default and its row, and is obeyed where `tournament.options` is asked,
by code or by a page. It needs no column, no migration and no seal of its own; what differs from its default is kept. A
setting that rows are found or counted by has a column instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar

import msgspec
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.options.bags import BagTags
from tournament.options.figures import FIELDS, WallFigure, WallRow
from tournament.options.flights import FlightStacks
from tournament.options.redraws import RedrawCountError, read_redraw_counts
from tournament.options.seats import SeatOrderError, read_seat_order
from tournament.options.setting import (
    ChipColours,
    ChipCounts,
    Choice,
    Colour,
    Count,
    Country,
    Percentage,
    RedrawCounts,
    SeatOrder,
    Setting,
    Switch,
    TableNumbers,
    TextLine,
    TokenLine,
    Words,
)
from tournament.options.sounds import HeardAs, RoomSound, VoiceFrom
from tournament.options.vouchers import VoucherTerms
from tournament.rules.chips.colours import ChipColourError, read_chip_colours
from tournament.rules.chips.sets import ChipSetError, read_chip_counts
from tournament.rules.festivals import TableNumbersError, read_table_numbers
from tournament.rules.flights import FlightEnd, SeveralStacks, several_stacks
from tournament.rules.structure.errors import MAX_LEVEL_HANDS

T = TypeVar("T", bool, int, str)

LINE_LENGTH: Final = 90
"""Characters of a line of text on the wall display."""


def option(default: T, **row: Any) -> T:
    """A field of `EventOptions`: its default, and what `Setting` says of it besides its name."""
    return field(default=default, metadata=row)


def _figure(number: int, default: WallFigure, **more: Any) -> str:
    """A field of the wall display."""
    return option(
        default.value,
        words=format_lazy(_("figure {number} on the wall display"), number=number),
        box=Choice(tuple(WallFigure.choices)),
        label=format_lazy(_("Figure {number}"), number=number),
        group="wall",
        **more,
    )


def _line(number: int, **more: Any) -> str:
    """A line of text on the wall display."""
    return option(
        "",
        words=format_lazy(_("line {number} on the wall display"), number=number),
        box=TokenLine(LINE_LENGTH),
        label=format_lazy(_("Line {number}"), number=number),
        group="wall",
        **more,
    )


def _sound(sound: RoomSound, default: HeardAs = HeardAs.BOTH) -> str:
    """A field of what is heard in the room."""
    return option(
        default.value,
        words=format_lazy(_("what is heard: {sound}"), sound=sound.label),
        box=Choice(tuple(HeardAs.choices)),
        label=sound.label,
        group="sounds",
    )


def _hour(*, words: Words, label: Words, **more: Any) -> int:
    """A field of the quiet hours; 0 for none."""
    return option(0, words=words, box=Count(low=1, high=24, blank=0), label=label, group="sounds", **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """Each option of an event."""

    venue: str = option(
        "",
        words=_("venue"),
        box=TextLine(80),
        label=_("Venue"),
        help=_("The house, as results name it. For example: Casinò di Venezia."),
        group="event",
        stays_open=True,
    )
    city: str = option(
        "", words=_("city of the venue"), box=TextLine(80), label=_("City"), group="event", stays_open=True
    )
    country: str = option(
        "",
        words=_("country of the venue"),
        box=Country(),
        label=_("Country"),
        help=_("Its two letters, as in IT or GB."),
        group="event",
        stays_open=True,
    )
    hands_level_from: int = option(
        0,
        words=_("players left when levels last hands"),
        box=Count(low=2, high=100, blank=0),
        label=_("Later levels last hands from so many players left"),
        help=_("As many as at the final table, for example. The level in play lasts its time. Blank: never."),
        group="event",
    )
    hands_a_level: int = option(
        15,
        words=_("hands of each later level"),
        box=Count(low=1, high=MAX_LEVEL_HANDS),
        label=_("Hands of each later level"),
        group="event",
    )
    money_on_wall: bool = option(
        True,
        words=_("prize money on the wall display"),
        box=Switch(),
        label=_("Prize money on the wall display"),
        help=_("Off: it shows levels, players and stacks, and no amounts of money."),
        group="wall",
    )
    ends_shown: bool = option(
        False,
        words=_("expected end on the wall display and on phones"),
        box=Switch(),
        label=_("Expected end on the wall display and on phones"),
        help=_(
            "From when to when play is expected to end, from this event’s own pace. The console always has it."
        ),
        group="wall",
        stays_open=True,
    )
    figure_1: str = _figure(1, WallFigure.PLAYERS)
    figure_2: str = _figure(2, WallFigure.AVERAGE)
    figure_3: str = _figure(3, WallFigure.BREAK)
    figure_4: str = _figure(4, WallFigure.NEXT_PRIZE)
    figure_5: str = _figure(5, WallFigure.POOL)
    figure_6: str = _figure(6, WallFigure.PAID)
    figure_7: str = _figure(7, WallFigure.CHIPS, help=_("Where a long name leaves it room."))
    figure_8: str = _figure(8, WallFigure.BOUGHT, help=_("Where a long name leaves it room."))
    wall_row: str = option(
        WallRow.NOTHING.value,
        words=_("the row across the wall display"),
        box=Choice(tuple(WallRow.choices)),
        label=_("Row across"),
        help=_("While envelopes are left, they stand there."),
        group="wall",
    )
    chip_colours: str = option(
        "",
        words=_("colours of the chips"),
        box=ChipColours(200),
        label=_("Colours of the chips"),
        help=_("For example: 25 green, 100 black, 500 purple"),
        group="wall",
    )
    stack_chips: str = option(
        "",
        words=_("chips of a stack"),
        box=ChipCounts(200),
        label=_("What a stack is made of"),
        help=_("For example: 12×25, 12×100, 5×500, 6×1000"),
        group="chips",
    )
    case_chips: str = option(
        "",
        words=_("chips in the case"),
        box=ChipCounts(200),
        label=_("What is in the case"),
        help=_("The page “Chips” says how many players it is enough for."),
        group="chips",
    )
    seat_order: str = option(
        "",
        words=_("order in which seats are filled"),
        box=SeatOrder(60),
        label=_("Seats are filled in this order"),
        help=_("Of tables that are not full after a draw. For example: 1 3 5 7 9 2 4 6 8. Blank: by number."),
        group="chips",
    )
    redraws: str = option(
        "",
        words=_("numbers of players at which all seats are redrawn"),
        box=RedrawCounts(80),
        label=_("Redraw with so many players left"),
        help=_("For example: 24, 16, 9. Blank: at the numbers of tables of the house rules (WSOP 67)."),
        group="chips",
    )
    table_numbers: str = option(
        "",
        words=_("table numbers"),
        box=TableNumbers(120),
        label=_("Table numbers"),
        help=_(
            "New tables get these first. For example: 1-24, 30. In a festival no two events have a table at the same "
            "time. Blank: from 1 up."
        ),
        group="chips",
    )
    table_hours: int = option(
        0,
        words=_("hours at these tables"),
        box=Count(low=1, high=72, blank=0),
        label=_("Hours at these tables"),
        help=_("From the start. Blank: as long as the structure."),
        group="chips",
    )
    stacks_reported: bool = option(
        False,
        words=_("stacks reported by players"),
        box=Switch(),
        label=_("Players may report their stack on their phone"),
        help=_(
            "Where nobody else knows it. It is shown as what the player says, and nothing follows from it."
        ),
        group="chips",
        stays_open=True,
    )
    voucher_terms: str = option(
        VoucherTerms.FESTIVAL.value,
        words=_("what a seat won is good for"),
        box=Choice(tuple(VoucherTerms.choices)),
        label=_("A seat won is good for"),
        help=_("Of seats in an event of the festival, which the page “Festival” names."),
        group="payouts",
        stays_open=True,
    )
    points_formula: str = option("", words=_("formula of the points"), stays_open=True)
    milestone: int = option(
        0,
        words=_("stack that wins a seat at once"),
        box=Count(low=1, high=1_000_000_000, blank=0),
        label=_("Stack that wins a seat at once"),
        help=_(
            "The player leaves with the seat, the chips leave play. The last seat is played for. Blank: none."
        ),
        group="payouts",
    )
    draws_undone_by_another: bool = option(
        False,
        words=_("draws undone by another person"),
        box=Switch(),
        label=_("A draw of all seats is undone by somebody else, with a reason"),
        help=_("On: who made it cannot undo it, and the reason stands beside it for everybody."),
        group="chips",
    )
    bag_tags: str = option(
        BagTags.COUNTS.value,
        words=_("what is written down of a bag"),
        box=Choice(tuple(BagTags.choices)),
        label=_("Bags at the end of the day"),
        help=_("With numbers each bag is found again, and no number is on two bags."),
        group="chips",
    )
    bags_counted_twice: int = option(
        0,
        words=_("bags that are counted twice"),
        box=Count(low=1, high=999, blank=0),
        label=_("Bags counted twice"),
        help=_("So many of the largest are counted a second time before the bags are accepted. Blank: none."),
        group="chips",
    )
    flight_stacks: str = option(
        FlightStacks.BEST.value,
        words=_("several stacks of one player"),
        box=Choice(tuple(FlightStacks.choices)),
        label=_("Several stacks of one player"),
        help=_("Set it on the event, not on a flight. It is applied when Day 2 is set up."),
        group="flights",
    )
    flights_paid: bool = option(
        False,
        words=_("everybody through from a flight is paid"),
        box=Switch(),
        label=_("Everybody through from a flight is in the money"),
        help=_("As many places are paid as go on to Day 2. For a curve of payouts; set it on the event."),
        group="flights",
    )
    flight_level: int = option(
        0,
        words=_("last level of a flight"),
        box=Count(low=1, high=999, blank=0),
        label=_("A flight ends after level"),
        help=_("The console tells you when a flight has been played. Blank: no level ends it."),
        group="flights",
    )
    flight_players: int = option(
        0,
        words=_("players left at the end of a flight"),
        box=Count(low=1, high=20_000, blank=0),
        label=_("Players left when a flight ends"),
        help=_("Blank: no number ends it."),
        group="flights",
    )
    flight_share: int = option(
        0,
        words=_("share of the field at the end of a flight"),
        box=Percentage(),
        label=_("Percent of its entries left when a flight ends"),
        help=_("Rounded up. For example: 12.5. Blank: no share ends it."),
        group="flights",
    )
    bags_reopened_by_another: bool = option(
        False,
        words=_("accepted bags reopened by another person"),
        box=Switch(),
        label=_("Accepted bags are corrected by two people, with a reason"),
        help=_(
            "On: who accepted them cannot undo it; somebody else does, says why, and the bag is counted again."
        ),
        group="chips",
    )
    feature_table: int = option(
        0,
        words=_("feature table"),
        box=Count(low=1, high=999, blank=0),
        label=_("Feature table"),
        help=_("The number of the table that screens feature. Blank: the first that is open."),
        group="wall",
    )
    feature_delay: int = option(
        0,
        words=_("delay of the feature table in minutes"),
        box=Count(low=1, high=120, blank=0),
        label=_("Delay of the feature table (minutes)"),
        help=_("Blank: each hand is shown once it is over."),
        group="wall",
    )
    hands_delay: int = option(
        0,
        words=_("minutes after which everybody may replay a hand"),
        box=Count(low=5, high=600, blank=0),
        label=_("Minutes after which everybody may replay a hand"),
        help=_(
            "From 5 minutes on. Blank: hands are not shown. Cards that were not face up are never shown, and nothing "
            "appears while the room plays hand-for-hand."
        ),
        group="hands",
    )
    phone_notices: bool = option(
        False,
        words=_("notices to players"),
        box=Switch(),
        label=_("Notices to players"),
        help=_(
            "Players switch them on at their own page: a new seat, the end of a break, a prize that is ready. "
            "On their phones only with a public address by https that every phone trusts; by SMS, e-mail or a "
            "messenger with a service under Messages to players."
        ),
        group="phones",
        stays_open=True,
    )
    club_colour: str = option(
        "#56d3aa",
        words=_("the club's colour"),
        box=Colour(),
        label=_("The club's colour"),
        help=_("Of screens that are set to “Club”; made lighter where it could not be read."),
        group="wall",
    )
    line_1: str = _line(
        1,
        help=_("Text with tokens, for example: Next break at <nextBreak>, first prize <prize1>."),
    )
    line_2: str = _line(2)
    voice: str = option(
        VoiceFrom.RECORDED.value,
        words=_("the voice of the screens"),
        box=Choice(tuple(VoiceFrom.choices)),
        label=_("Voice"),
        help=_(
            "A voice that the browser itself has in the language of the screen: many televisions have none."
        ),
        group="sounds",
    )
    sound_level: str = _sound(RoomSound.LEVEL)
    sound_break: str = _sound(RoomSound.BREAK)
    sound_break_ends: str = _sound(RoomSound.BREAK_ENDS)
    sound_two_minutes: str = _sound(RoomSound.TWO_MINUTES)
    sound_one_minute: str = _sound(RoomSound.ONE_MINUTE, HeardAs.SOUND)
    sound_registration_closes: str = _sound(RoomSound.REGISTRATION_CLOSES)
    sound_registration_closed: str = _sound(RoomSound.REGISTRATION_CLOSED)
    sound_table_breaks: str = _sound(RoomSound.TABLE_BREAKS)
    sound_last_hands: str = _sound(RoomSound.LAST_HANDS)
    sound_hand_for_hand: str = _sound(RoomSound.HAND_FOR_HAND)
    sound_in_the_money: str = _sound(RoomSound.IN_THE_MONEY)
    sound_final_table: str = _sound(RoomSound.FINAL_TABLE)
    sound_winner: str = _sound(RoomSound.WINNER)
    quiet_from: int = _hour(
        words=_("quiet from"),
        label=_("Quiet from (hour)"),
        help=_("Screens say nothing in these hours: 1 to 24."),
    )
    quiet_until: int = _hour(words=_("quiet until"), label=_("Quiet until (hour)"))

    @property
    def where(self) -> str:
        """Venue, city and country in one line; "" where none is set."""
        return ", ".join(part for part in (self.venue, self.city, self.country) if part)

    def heard(self, sound: RoomSound) -> HeardAs:
        """How something is heard."""
        chosen = getattr(self, sound.option)
        return HeardAs(chosen) if chosen in HeardAs.values else HeardAs.BOTH

    def is_quiet(self, hour: int) -> bool:
        """Whether screens say nothing in this hour of the day, 0 to 23."""
        if not self.quiet_from or not self.quiet_until:
            return False
        start, end = self.quiet_from % 24, self.quiet_until % 24
        return start <= hour < end if start <= end else hour >= start or hour < end

    @property
    def row(self) -> WallRow:
        """What stands across the wall display."""
        return WallRow(self.wall_row) if self.wall_row in WallRow.values else WallRow.NOTHING

    @property
    def seats_in_order(self) -> tuple[int, ...]:
        """The seats that a draw of all seats gives out first; the others follow by number."""
        try:
            return read_seat_order(self.seat_order)
        except SeatOrderError:  # as a later release writes it
            return ()

    @property
    def redraw_counts(self) -> tuple[int, ...]:
        """With how many players left all seats are redrawn, the most first; empty where the house rules say it."""
        try:
            return read_redraw_counts(self.redraws)
        except RedrawCountError:  # as a later release writes them
            return ()

    @property
    def numbers_of_tables(self) -> tuple[int, ...]:
        """The tables of the event in their order; empty where any will do."""
        try:
            return read_table_numbers(self.table_numbers)
        except TableNumbersError:  # as a later release writes them
            return ()

    @property
    def terms_of_voucher(self) -> VoucherTerms:
        """What the seats of a satellite are good for."""
        if self.voucher_terms in VoucherTerms.values:
            return VoucherTerms(self.voucher_terms)
        return VoucherTerms.EVENT

    @property
    def stacks_way(self) -> SeveralStacks:
        """What becomes of several stacks of one player from flights."""
        return several_stacks(self.flight_stacks)

    @property
    def flight_stacks_words(self) -> str:
        """The same in words."""
        return str(FlightStacks(self.stacks_way).label)

    @property
    def flight_end(self) -> FlightEnd:
        """Until when a flight is played."""
        return FlightEnd(level=self.flight_level, players=self.flight_players, share=self.flight_share)

    @property
    def chips_of_stack(self) -> dict[int, int]:
        """By value the pieces of a starting stack; empty where they are not known."""
        return _counts(self.stack_chips)

    @property
    def chips_of_case(self) -> dict[int, int]:
        """By value the pieces that there are; empty where they are not known."""
        return _counts(self.case_chips)

    @property
    def tags(self) -> BagTags:
        """What is written down of each bag."""
        return BagTags(self.bag_tags) if self.bag_tags in BagTags.values else BagTags.COUNTS

    @property
    def colours_of_chips(self) -> dict[int, str]:
        """By the value of a chip the English name of its colour, where it is known."""
        try:
            return read_chip_colours(self.chip_colours)
        except ChipColourError:  # as a later release writes them
            return {}

    @property
    def figures(self) -> tuple[WallFigure, ...]:
        """Those of the wall display, in order."""
        chosen = [getattr(self, f"figure_{number}") for number in range(1, FIELDS + 1)]
        return tuple(WallFigure(figure) for figure in chosen if figure in WallFigure.values)


def _counts(text: str) -> dict[int, int]:
    try:
        return read_chip_counts(text)
    except ChipSetError:  # as a later release writes them
        return {}


OPTIONS: Final = tuple(Setting(name=each.name, **each.metadata) for each in fields(EventOptions))
"""Their rows, in the order of the page."""
OPTION_NAMES: Final = frozenset(setting.name for setting in OPTIONS)


def options_of(kept: Mapping[str, object]) -> EventOptions:
    """From what the column keeps; one that a later release has written is left out."""
    return msgspec.convert(kept, EventOptions)


def kept_options(options: EventOptions) -> Mapping[str, object]:
    """What the column keeps: those that are not as they come."""
    values = {each.name: (getattr(options, each.name), each.default) for each in fields(EventOptions)}
    return {name: value for name, (value, default) in values.items() if value != default}
