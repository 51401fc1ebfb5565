"""What a director decides, one row each; those of the options stand with their fields (`tournament.options.options`).
The form, what it shows, the parts of its page and the refusals follow from the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournament.options.options import OPTIONS
from tournament.options.setting import (
    Amount,
    ChipList,
    Choice,
    Count,
    Fixed,
    LevelNumber,
    Moment,
    Setting,
    Switch,
    Text,
    TextLine,
)

_ONCE_DECIDED: Final = frozenset({Fixed.DECIDED})
_LOCKED_TOO: Final = frozenset({Fixed.DECIDED, Fixed.LOCKED})

_EVENT: Final = (
    Setting(
        name="name", words=_("name"), box=TextLine(120), label=_("Name"), group="event", is_required=True
    ),
    Setting(
        name="starts_at",
        words=_("start"),
        box=Moment(),
        label=_("Start"),
        help=_("Local time at the venue; may be left blank."),
        group="event",
    ),
    Setting(
        name="time_zone",
        words=_("time zone"),
        box=Choice(),
        label=_("Time zone"),
        group="event",
        is_required=True,
    ),
    Setting(
        name="rule_profile",
        words=_("rules"),
        box=Choice(),
        label=_("Rules"),
        group="event",
        is_required=True,
    ),
)
_BUY_IN: Final = (
    Setting(
        name="currency",
        words=_("currency"),
        box=Choice(),
        label=_("Currency"),
        group="buy_in",
        is_required=True,
        fixed=frozenset({Fixed.BOOKED}),
    ),
    Setting(
        name="buy_in_prize",
        words=_("buy-in"),
        box=Amount(),
        label=_("Prize pool share"),
        help=_("Blank: the rest of the price."),
        group="buy_in",
    ),
    Setting(name="buy_in_fee", words=_("fee"), box=Amount(), label=_("for the house"), group="buy_in"),
    Setting(
        name="buy_in_staff", words=_("staff fee"), box=Amount(), label=_("for the staff"), group="buy_in"
    ),
    Setting(
        name="buy_in_other",
        words=_("other deductions"),
        box=Amount(),
        label=_("other deductions"),
        help=_("For a league, a charity or a tax; not part of the prize pool."),
        group="buy_in",
    ),
    Setting(
        name="guarantee",
        words=_("guarantee"),
        box=Amount(),
        label=_("Guaranteed prize pool"),
        group="buy_in",
        fixed=_ONCE_DECIDED,
    ),
)
_BOUNTIES: Final = (
    Setting(
        name="bounty_kind",
        words=_("kind of bounty"),
        box=Choice(),
        label=_("Bounties"),
        help=_("The winner of the tournament keeps the bounty on their own head."),
        group="bounties",
        fixed=frozenset({Fixed.ON_HEADS}),
    ),
    Setting(
        name="buy_in_bounty",
        words=_("bounty"),
        box=Amount(),
        label=_("for the bounty on the player"),
        group="bounties",
    ),
    Setting(
        name="mystery_from",
        words=_("players left for mystery bounties"),
        box=Count(2, 20_000),
        label=_("Mystery bounties begin with players left"),
        help=_(
            "For mystery bounties only. Blank: in the money. Then the page “Bounties” proposes the envelopes."
        ),
        group="bounties",
    ),
)
_SALES: Final = (
    Setting(name="rebuy_data", words=_("rebuy")),
    Setting(name="add_on_data", words=_("add-on")),
    Setting(
        name="entries_per_player",
        words=_("entries for each player"),
        box=Count(1, 100, blank=0),
        label=_("Entries per player"),
        help=_("1 is a freeze-out; blank: no limit."),
        group="re_entries",
    ),
    Setting(
        name="entries_per_day",
        words=_("entries for each player on one day"),
        box=Count(1, 100),
        label=_("Entries per player on one day"),
        help=_(
            "For an event of several days: a day ends with its last hands. A starting flight has its own "
            "entries per player besides those of its event. Blank: no other limit."
        ),
        group="re_entries",
    ),
)
_CHIPS: Final = (
    Setting(
        name="starting_stack",
        words=_("starting stack"),
        box=Count(1),
        label=_("Starting stack"),
        group="chips",
        is_required=True,
        fixed=frozenset({Fixed.ENTERED}),
    ),
    Setting(
        name="chip_values",
        words=_("chips"),
        box=ChipList(),
        label=_("Chip values"),
        help=_("Separated by spaces, for example: 25 100 500 1000"),
        group="chips",
        is_required=True,
    ),
    Setting(
        name="seats_per_table",
        words=_("seats at each table"),
        box=Count(2, 10),
        label=_("Seats per table"),
        group="chips",
        is_required=True,
        fixed=frozenset({Fixed.DRAWN}),
    ),
    Setting(
        name="recording",
        words=_("recording of new tables"),
        box=Choice(),
        label=_("Recording of new tables"),
        help=_("Each table can be changed between two hands, on its page or on its tablet."),
        group="chips",
    ),
    Setting(name="structure_data", words=_("structure")),
)
_REGISTRATION: Final = (
    Setting(
        name="late_registration_level",
        words=_("late registration"),
        box=LevelNumber(),
        label=_("Late registration until the end of level"),
        help=_("0: registration closes when the clock starts."),
        group="registration",
    ),
    Setting(
        name="min_entries",
        words=_("minimum entries"),
        box=Count(2, 20_000),
        label=_("Minimum entries"),
        help=_("Below it the director decides whether the seats are drawn. Blank: none."),
        group="registration",
    ),
    Setting(
        name="max_entries",
        words=_("maximum entries"),
        box=Count(2, 20_000),
        label=_("Maximum entries"),
        help=_("Blank: no limit."),
        group="registration",
    ),
)
_PAYOUTS: Final = (
    Setting(name="payout_scheme_data", words=_("payouts"), fixed=_LOCKED_TOO),
    Setting(
        name="seat_event",
        words=_("event of the seats"),
        box=TextLine(120),
        label=_("Event of the seats"),
        help=_("Appears with each seat, on the slip too."),
        group="payouts",
        stays_open=True,
    ),
    Setting(
        name="bubble_prize",
        words=_("bubble prize"),
        box=Amount(is_zero_shown=False),
        label=_("Bubble prize"),
        help=_(
            "From the prize pool, for the last player out of the money: the buy-in back, for example. Blank: none."
        ),
        group="payouts",
        fixed=_LOCKED_TOO,
    ),
    Setting(
        name="payout_unit",
        words=_("rounding of prizes"),
        box=Choice(),
        label=_("Prizes rounded down to"),
        help=_("The remainder goes to first place."),
        group="payouts",
        is_required=True,
        fixed=_LOCKED_TOO,
    ),
)
_RULES: Final = (
    Setting(
        name="house_rules_text",
        words=_("house rules"),
        box=Text(4000),
        label=_("House rules to show"),
        group="house_rules",
    ),
    Setting(name="rule_overrides", words=_("house rules for play")),
)
_DESK: Final = (
    Setting(
        name="id_check",
        words=_("ID check"),
        box=Switch(),
        label=_("ID is checked before a seat is given"),
        help=_(
            "The desk is asked at each sale. It marks that the ID was seen, and keeps no document and no number."
        ),
        group="desk",
    ),
    Setting(
        name="phone_queue",
        words=_("queue by phone"),
        box=Switch(),
        label=_("Players join the desk’s queue with their phones"),
        help=_(
            "The desk shows the QR code. A player enters a name and sees their place; the buy-in is paid at the desk."
        ),
        group="desk",
    ),
    Setting(
        name="two_people_from",
        words=_("second signature from"),
        box=Amount(blank=None, is_zero_shown=False),
        label=_("Second signature from"),
        help=_(
            "A prize of any kind or bounties of this amount or more are paid once the director or the floor has "
            "confirmed it, never the person who pays. Buy-ins handed back are not. Blank: no limit."
        ),
        group="desk",
        stays_open=True,
    ),
    Setting(
        name="id_from",
        words=_("payments with ID"),
        box=Amount(blank=None, is_zero_shown=False),
        label=_("ID from"),
        help=_("The cashier ticks that it was seen; no document is kept. Blank: never."),
        group="desk",
        stays_open=True,
    ),
    Setting(
        name="tax_form_from",
        words=_("payments with a tax form"),
        box=Amount(blank=None, is_zero_shown=False),
        label=_("Tax form from"),
        help=_("The cashier ticks that it was seen; no document is kept. Blank: never."),
        group="desk",
        stays_open=True,
    ),
    Setting(
        name="pay_place",
        words=_("where prizes are paid"),
        box=TextLine(80),
        label=_("Where prizes are paid"),
        help=_("Shown to players whose prize is ready. Blank: at the cashier."),
        group="desk",
        stays_open=True,
    ),
)

SETTINGS: Final = {
    setting.name: setting
    for setting in (
        *_EVENT,
        *_BUY_IN,
        *_BOUNTIES,
        *_SALES,
        *_CHIPS,
        *_REGISTRATION,
        *_PAYOUTS,
        *_RULES,
        *_DESK,
        *OPTIONS,
    )
}
"""By name, in the order of the page."""


def fixed_by(moment: Fixed) -> tuple[str, ...]:
    """What may no longer change then."""
    return tuple(name for name, setting in SETTINGS.items() if moment in setting.fixed)


def asked_in(group: str) -> tuple[str, ...]:
    """What a part of the page asks, in its order."""
    return tuple(setting.name for setting in boxes() if setting.group == group)


def boxes() -> Iterator[Setting]:
    """What the page asks itself."""
    return (setting for setting in SETTINGS.values() if setting.box is not None)


def words_of(name: str) -> str:
    """As the log names a setting; one that there is no longer by its column."""
    setting = SETTINGS.get(name)
    return str(setting.words) if setting else name.replace("_", " ")
