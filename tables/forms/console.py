"""What the floor types at the console: a message, a reason, a counted stack, a number of tables."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tables.floor.moves.breaking import BreakCards
from tables.floor.room import TableSeat
from tables.forms.colour_up import CARDS_MAX, read_cards
from tables.services.chips.corrections import REASON_MAX
from tables.services.table.messages import TEXT_MAX
from tables.services.table.packets import DealtPackets
from tables.services.table.penalties import NOTE_MAX
from tournament.forms.fields.numbers import ChipsField
from tournament.forms.fields.text import LineField
from tournament.rules.penalties import OFFENCES, PenaltyKind
from tournament.services.errors import Refused

# "12/4", "12-4", "12 4", "T12 S4", in Italian "T12 P4" (posto).
_SEAT = re.compile(r"t?\s*([0-9]{1,4})(?:\s*(?:[/\-.,:]|\s[sp]?|[sp])\s*([0-9]{1,2}))?", re.IGNORECASE)
HOLD_REASON_MAX = 200
# The database keeps no larger one: asking for it would be an error instead of nothing found.
LARGEST_ID = 2**63 - 1
MAX_TABLE, MAX_SEAT = 9999, 10
# Six cards from the top of a deck lie in fourteen thousand million ways.
FEWEST_CUT = 6


def read_seat(typed: str) -> tuple[int, int | None] | None:
    """Table and seat of what was typed into the search field; None when it is not a seat."""
    match = _SEAT.fullmatch(typed.strip())
    if match is None:
        return None
    return int(match[1]), int(match[2]) if match[2] else None


class HoldForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=HOLD_REASON_MAX, required=False)

    def typed_reason(self) -> str:
        """The reason, perhaps none. Raises Refused for one that cannot be kept: it is never dropped silently."""
        if self.is_valid():
            return str(self.cleaned_data["reason"])
        problem, length = self.errors["reason"][0], len(self.data.get("reason", ""))
        if length > HOLD_REASON_MAX:
            problem = _("The reason has %(length)d characters; shorten it to %(max)d.") % {
                "length": length,
                "max": HOLD_REASON_MAX,
            }
        raise Refused(str(problem), code="reason_unfit", field="reason")


class MessageForm(forms.Form):
    text = forms.CharField(
        label=_("Message to the dealer"),
        max_length=TEXT_MAX,
        error_messages={"required": _("Enter the message.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CorrectionForm(forms.Form):
    """A counted stack; `seen` is the one that was shown with it, nothing where that is not known."""

    stack = ChipsField(label=_("Chips counted"), low=1)
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_ID, required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX,
        error_messages={"required": _("Give a reason for the correction.")},
    )


class RedrawForm(forms.Form):
    tables_left = forms.IntegerField(min_value=1, max_value=999)


class OpenTableForm(forms.Form):
    seats = forms.IntegerField(min_value=2, max_value=10, required=False)
    number = forms.IntegerField(min_value=1, max_value=MAX_TABLE, required=False)


class MoveForm(forms.Form):
    """Whom to send where; `to` is a table and a seat as the seat map writes them: "7-2".

    `seat` is the one that the player was seen in; a page that was open before an upgrade does not say it.
    """

    entry = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    seat = forms.IntegerField(min_value=1, max_value=MAX_SEAT, required=False)
    to = forms.RegexField(regex=r"^[0-9]{1,4}-[0-9]{1,2}$")

    def target(self) -> tuple[int, int]:
        table, seat = self.cleaned_data["to"].split("-")
        return int(table), int(seat)

    def seen_at(self, table: int) -> tuple[int, int] | None:
        """Where the player was seen, at this table."""
        seat: int | None = self.cleaned_data["seat"]
        return None if seat is None else (table, seat)


class AbsenceForm(forms.Form):
    """Which player is not at the table (absent 1), or is back (0)."""

    entry = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    absent = forms.RegexField(regex="^[01]$")


class CallClockForm(forms.Form):
    """The clock is called on the player in turn, or on `seat` where no hand is recorded (stop 0), or stopped (1)."""

    stop = forms.RegexField(regex="^[01]$")
    seat = forms.IntegerField(min_value=1, max_value=10, required=False)


class PenaltyForm(forms.Form):
    """Which player gets what, and what for; `give` is a kind and a number of hands or rounds: "rounds-2".

    `seen` is the number of penalties of the player that were shown with it; a page that was open before an upgrade
    does not say it.
    """

    entry = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_ID, required=False)
    give = forms.RegexField(regex=r"^(warning-0|hands-[1-9]|rounds-[1-4]|disqualification-0)$")
    offence = forms.ChoiceField(choices=[(offence, offence) for offence in OFFENCES])
    note = LineField(max_length=NOTE_MAX, required=False)

    def measure(self) -> tuple[PenaltyKind, int]:
        kind, count = self.cleaned_data["give"].split("-")
        return kind, int(count)


class LeaveForm(forms.Form):
    """Which player leaves with chips, and why."""

    entry = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    why = forms.ChoiceField(choices=[(why, why) for why in ("walked_out", "surrendered", "won_seat")])
    note = LineField(max_length=NOTE_MAX, required=False)


class LockForm(forms.Form):
    seat = forms.IntegerField(min_value=1, max_value=10)
    locked = forms.RegexField(regex="^[01]$")
    name = LineField(label=_("Reserved for"), max_length=120, required=False)
    reason = LineField(label=_("Reason"), max_length=HOLD_REASON_MAX, required=False)


class ButtonForm(forms.Form):
    """The seats of button and small blind, and the moment at which they were chosen."""

    button = forms.IntegerField(min_value=1, max_value=MAX_SEAT)
    small_blind = forms.IntegerField(min_value=1, max_value=MAX_SEAT)
    seen = forms.CharField(max_length=40)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX,
        error_messages={"required": _("Give a reason for setting the button.")},
    )

    def chosen(self) -> dict[str, Any]:
        """The fields. Raises Refused for a reason that is missing or too long, and for what no page of ours sends."""
        if self.is_valid():
            return self.cleaned_data
        field, problems = next(iter(self.errors.items()))
        if field == "reason":
            raise Refused(str(problems[0]), code="reason_unfit", field="reason")
        raise Refused(gettext("Tap the seat of the button first."), code="no_seat", field="button")


class ButtonCardsForm(forms.Form):
    """Cards for the button: drawn, or as they were dealt at the table."""

    seen = forms.CharField(max_length=40)
    way = forms.ChoiceField(choices=[("draw", "draw"), ("dealt", "dealt")])
    typed = forms.CharField(max_length=CARDS_MAX, required=False)

    def cards(self) -> tuple[str, ...]:
        """The cards as dealt, the lowest seat first; none where they are to be drawn. Raises Refused."""
        if not self.is_valid():
            raise Refused(gettext("Enter the cards as dealt."), code="cards_missing", field="typed")
        return _cards_of(self.cleaned_data["way"], self.cleaned_data["typed"])


class PacketsForm(forms.Form):
    """The packets of cards by which the seats of a table were dealt."""

    typed = forms.CharField(max_length=CARDS_MAX, required=False)
    seat_cards = forms.CharField(max_length=CARDS_MAX, required=False)
    dealer_cards = forms.CharField(max_length=CARDS_MAX, required=False)

    def dealt(self) -> DealtPackets:
        """Raises Refused for what cannot be read; a row that is left out has no cards."""
        if not self.is_valid():
            raise Refused(gettext("Enter the cards as dealt."), code="cards_missing", field="typed")
        seats, deals = self.cleaned_data["seat_cards"], self.cleaned_data["dealer_cards"]
        return DealtPackets(
            cards=_cards_of("dealt", self.cleaned_data["typed"]),
            seat_cards=_cards_of("dealt", seats) if seats else (),
            dealer_cards=_cards_of("dealt", deals) if deals else (),
        )


class BreakCardsForm(forms.Form):
    """A table that breaks: drawn, or as the cards were dealt at the table."""

    way = forms.ChoiceField(choices=[("draw", "draw"), ("dealt", "dealt")], required=False)
    typed = forms.CharField(max_length=CARDS_MAX, required=False)
    seat_cards = forms.CharField(max_length=CARDS_MAX, required=False)

    def dealt(self) -> BreakCards | None:
        """The cards as dealt; None where they are to be drawn. Raises Refused for what cannot be read."""
        if not self.is_valid():
            raise Refused(gettext("Enter the cards as dealt."), code="cards_missing", field="typed")
        if self.cleaned_data["way"] != "dealt":
            return None
        cards = _cards_of("dealt", self.cleaned_data["typed"])
        return BreakCards(cards=cards, stack=tuple(map(_place, self.cleaned_data["seat_cards"].split())))


def _place(typed: str) -> TableSeat:
    found = read_seat(typed.strip(",;"))
    if found is None or found[1] is None:
        raise Refused(
            gettext("“%(typed)s” is not a seat card: write table and seat, as in 12-4.")
            % {"typed": typed[:20]},
            code="seat_unread",
            field="seat_cards",
        )
    return TableSeat(table=found[0], seat=found[1])


class ProposalForm(forms.Form):
    """A proposed move, by its two seats."""

    from_table = forms.IntegerField(min_value=1, max_value=MAX_TABLE)
    from_seat = forms.IntegerField(min_value=1, max_value=MAX_SEAT)
    to_table = forms.IntegerField(min_value=1, max_value=MAX_TABLE)
    to_seat = forms.IntegerField(min_value=1, max_value=MAX_SEAT)


class CutDeckForm(forms.Form):
    """A draw of all seats with a deck that a player has cut; without `tables_left` it is the first."""

    cut = forms.CharField(
        label=_("Cards from the top"),
        help_text=_("Six cards or more, each as rank and suit."),
        max_length=CARDS_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )
    entries = forms.CharField(max_length=64, widget=forms.HiddenInput)
    tables_left = forms.IntegerField(
        min_value=1, max_value=MAX_TABLE, required=False, widget=forms.HiddenInput
    )

    def clean_cut(self) -> tuple[str, ...]:
        cards = read_cards(self.cleaned_data["cut"])
        if len(cards) < FEWEST_CUT:
            raise ValidationError(
                ngettext(
                    "Enter at least %(least)d cards: %(count)d is too few for a draw.",
                    "Enter at least %(least)d cards: %(count)d are too few for a draw.",
                    len(cards),
                )
                % {"least": FEWEST_CUT, "count": len(cards)}
            )
        return cards


class BeaconForm(forms.Form):
    """A draw of all seats with the public beacon: a round is announced, or the draw made `with_round`, the one named.

    Without `signature` its relays are asked for it.
    """

    signature = forms.CharField(
        label=_("Signature of the round"),
        help_text=_(
            "Only where this computer has no internet: 96 digits and letters, as a relay shows them."
        ),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )
    with_round = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    tables_left = forms.IntegerField(
        min_value=1, max_value=MAX_TABLE, required=False, widget=forms.HiddenInput
    )


class UndoForm(forms.Form):
    """Why something that concerns everybody is undone."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_MAX)


class HighCardForm(forms.Form):
    """A proposed move whose player a high card finds: drawn, or the cards as dealt at the table."""

    from_table = forms.IntegerField(min_value=1, max_value=MAX_TABLE)
    to_table = forms.IntegerField(min_value=1, max_value=MAX_TABLE)
    to_seat = forms.IntegerField(min_value=1, max_value=MAX_SEAT)
    way = forms.ChoiceField(choices=[("draw", "draw"), ("dealt", "dealt")])
    typed = forms.CharField(max_length=CARDS_MAX, required=False)

    def cards(self) -> tuple[str, ...]:
        """The cards as dealt, the lowest seat first; none where they are to be drawn.

        Raises Refused for what cannot be read.
        """
        return _cards_of(self.cleaned_data["way"], self.cleaned_data["typed"])


def _cards_of(way: str, typed: str) -> tuple[str, ...]:
    if way == "draw":
        return ()
    try:
        cards = read_cards(typed)
    except ValidationError as error:
        raise Refused(error.messages[0], code="cards_unread", field="typed") from error
    if not cards:
        raise Refused(gettext("Enter the cards as dealt."), code="cards_missing", field="typed")
    return cards
