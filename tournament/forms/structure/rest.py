"""The rows behind one row of the editor, made from what the director wished for, or from what the event says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.forms.structure.rows import Row, has_night, rows_of, structure_from
from tournament.forms.structure.wishes import WishesForm
from tournament.models import Tournament
from tournament.queries.made_structures import likely_sheet, made_sheet
from tournament.queries.structure import night_ahead
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.generate.climb import POWERS, Pace
from tournament.services.errors import Refused
from tournament.words.rules import say_at_field

MOST_TYPED: Final = 2_000
_MIDDLE: Final[Pace] = "middle"


def pace_named(typed: str) -> Pace:
    """The pace that is called so; the middle one for any other word."""
    return next((pace for pace in POWERS if pace == typed), _MIDDLE)


def wishes_of(typed: str, tournament: Tournament, *, now: datetime) -> WishesForm:
    """The form of wishes that were kept as a query string; what the event says where there are none."""
    data = QueryDict(typed[:MOST_TYPED], mutable=True)
    if "players" not in data:
        data.update(said_by_event(WishesForm(tournament=tournament, now=now), tournament, now=now))
    return WishesForm(data, tournament=tournament, now=now)


def said_by_event(form: WishesForm, tournament: Tournament, *, now: datetime) -> dict[str, str]:
    """What is typed where nothing is wished for. With a night ahead no end: a time alone would be that of tonight."""
    typed = form.as_the_event_says()
    if night_ahead(tournament, now) is not None:
        typed.pop("ends", None)
    return typed


def rest_made(
    rows: Sequence[Row], index: int, typed: str, tournament: Tournament, *, now: datetime
) -> tuple[Row, ...]:
    """The rows up to `index` as they are, and levels and breaks behind them.

    Raises Refused where one of those rows cannot be read, a night is behind them, too little is known, or no such
    structure ends then.
    """
    kept = rows[: index + 1]
    if has_night(rows[index + 1 :]):
        raise Refused(
            _(
                "Another day of play follows, and “Make the rest” would lose the night before it. Delete that break "
                "first, or change the levels one by one."
            ),
            code="night_ahead",
        )
    before, _marked = structure_from(kept)
    if before is None:
        raise Refused(_("First correct the rows above."), code="bad_rows")
    form = wishes_of(typed, tournament, now=now)
    if not form.is_valid():
        raise Refused(
            _("First say under “Make a structure” how many players are expected, and when play should end."),
            code="bad_wishes",
        )
    asked = QueryDict(typed[:MOST_TYPED])
    try:
        made = (
            made_sheet(form.wishes, form.forecasts, pace_named(asked.get("pace", "")), before=before.periods)
            if "players" in asked
            else likely_sheet(form.wishes, form.forecasts, before=before.periods)
        )
    except StructureError as error:
        raise Refused(say_at_field(error), code=error.code) from error
    return (*kept, *rows_of(made.structure)[len(kept) :])
