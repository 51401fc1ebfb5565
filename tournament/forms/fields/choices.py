"""Closed lists that set-up offers, with their names for people."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy as _

CURRENCIES = (
    ("EUR", _("Euro (€)")),
    ("USD", _("US dollar ($)")),
    ("GBP", _("Pound sterling (£)")),
    ("CHF", _("Swiss franc")),
    ("CAD", _("Canadian dollar")),
    ("AUD", _("Australian dollar")),
    ("CZK", _("Czech koruna")),
    ("DKK", _("Danish krone")),
    ("JPY", _("Japanese yen (¥)")),
    ("NOK", _("Norwegian krone")),
    ("PLN", _("Polish złoty")),
    ("RON", _("Romanian leu")),
    ("SEK", _("Swedish krona")),
)

# To what prizes are rounded, in minor units and as people read it, by how many of them make one of the currency.
PAYOUT_UNITS = {
    100: (
        (1, "0.01"), (10, "0.10"), (50, "0.50"), (100, "1"), (500, "5"), (1000, "10"), (2500, "25"),
        (5000, "50"), (10_000, "100"), (50_000, "500"), (100_000, "1000"), (500_000, "5000"),
        (1_000_000, "10000"),
    ),
    1: tuple((unit, str(unit)) for unit in (1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10_000)),
}  # fmt: skip

RULE_PROFILES = (
    ("tda2024", _("TDA 2024")),
    ("wsop2024", _("WSOP 2024")),
    ("figp", _("FIGP, the Italian federation")),
    ("home", _("Home game")),
    ("italian", _("Italian poker")),
    ("draw_room", _("Draw room")),
)

ANTE_KINDS = (
    ("none", _("No ante")),
    ("classic", _("Each player")),
    ("big_blind", _("Big blind")),
    ("button", _("Button")),
)

TEMPLATES = (
    ("club_night", _("Club night"), _("20-minute levels, re-entry, about four hours")),
    ("deep_stack", _("Deep stack"), _("200 big blinds, 30-minute levels, a dinner break")),
    ("turbo", _("Turbo"), _("10-minute levels, big-blind ante from the start")),
    ("main_event", _("Main Event"), _("300 big blinds, two-hour levels, eight days")),
    ("italian_freezeout", _("Italian freeze-out"), _("Eight seats, classic ante, FIGP rules")),
    ("horse", _("HORSE"), _("Five limit games in rotation, eight hands of each")),
    ("eight_games", _("8-game mix"), _("Six seats, eight games in rotation, six hands of each")),
    ("nine_games", _("9-game mix"), _("The nine games of the Players Championship, seven hands of each")),
)

_REGIONS = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
TIME_ZONES = tuple(
    (name, name.replace("_", " "))
    for name in ("UTC", *sorted(zone for zone in available_timezones() if zone.startswith(_REGIONS)))
)
