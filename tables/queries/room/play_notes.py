"""What the structure says of how its event is played: shot clock, time-bank chips, redraws."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tables.floor.rules import FloorRules
from tables.floor.shot_clock import gives_chips, has_shot_clock, stages_of
from tables.models.rules import floor_rules
from tables.words.rules.stages import seconds_words, stages_words, start_words
from tournament.models import Tournament
from tournament.queries.structure import PlayNote, register_play_notes


def play_notes(tournament: Tournament) -> Iterator[PlayNote]:
    """No query."""
    rules = floor_rules(tournament)
    if has_shot_clock(rules):
        yield PlayNote(title=_("Shot clock"), text=seconds_words(rules))
        yield PlayNote(title=_("Shot clock starts"), text=start_words(rules))
    if gives_chips(rules):
        yield from _chips(rules)
    if counts := tournament.options.redraw_counts:
        text = _("with %(players)s players left") % {"players": ", ".join(map(str, counts))}
        yield PlayNote(title=_("All seats are redrawn"), text=text)


def _chips(rules: FloorRules) -> Iterator[PlayNote]:
    said = {"count": rules.time_chips_start, "seconds": rules.time_chip_seconds}
    words = _("%(count)d at the start, %(seconds)d s each") if said["count"] else _("%(seconds)d s each")
    yield PlayNote(title=_("Time-bank chips"), text=words % said)
    if stages := stages_of(rules):
        yield PlayNote(title=_("Time-bank chips later on"), text=stages_words(stages))


register_play_notes(play_notes)
