"""The two lines between the tablet's buttons, while nobody is to bet: what comes next, or why nothing does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from tables.queries.tablet.prompt import Refusal
from tables.queries.tablet.screen import Stage, TabletScreen
from tables.templatetags.tablet import board_words, explained, street_words
from tournament.templatetags.games import game_name
from tournament.templatetags.poker import chips, time_of_day

register = template.Library()
# Tables that another one waits for, by number; of more it is said that they are others.
MOST_NAMED: Final = 4


@dataclass(frozen=True, slots=True)
class Lines:
    """A heading, and a sentence below it."""

    title: str
    text: str = ""


Say = Callable[[TabletScreen], Lines]


@register.filter
def prompt_lines(screen: TabletScreen) -> Lines:
    """What the dealer reads in any stage but "betting", which has buttons among its words."""
    if screen.prompt.run_out_waits:
        return _run_out_waits(screen)
    return STAGES[screen.stage](screen)


def _run_out_waits(_screen: TabletScreen) -> Lines:
    return Lines(
        gettext("All-in: cards face down"),
        gettext("Deal and show no card until the floor releases the run-out."),
    )


# --- Stages of a hand ----------------------------------------------------------------------------------------


def _deal_board(screen: TabletScreen) -> Lines:
    picker, street = screen.sheets.next_picker, screen.header.next_street
    if picker is not None and picker.kind == "street":
        title = gettext("Deal %(street)s") % {"street": street_words(street).lower()}
    else:
        title = gettext("Deal the %(street)s") % {"street": board_words(street)}
    if screen.felt.board_number:
        board = gettext("Board %(number)s") % {"number": screen.felt.board_number}
        title = format_html('{} · <span id="which-board">{}</span>', title, board)
    if screen.sheets.to_show:
        return Lines(title, gettext("All-in: tap a player to record the hand shown"))
    return Lines(title, gettext("Tap the cards, or continue without"))


def _deal_up(screen: TabletScreen) -> Lines:
    title = street_words(screen.header.street)
    if screen.sheets.up_cards_due:
        return Lines(title, gettext("Record the up-cards, or who opens"))
    return Lines(title, gettext("Who opens? An up-card is unknown"))


def _draw(screen: TabletScreen) -> Lines:
    draw, asked = screen.sheets.draw, gettext("How many cards?")
    return Lines(
        "" if draw is None else _player(draw.seat, draw.name),
        f"{asked} · {street_words(screen.header.street)}",
    )


def _openers(screen: TabletScreen) -> Lines:
    picker = screen.sheets.next_picker
    return Lines(
        _player(screen.sheets.openers_due, "" if picker is None else picker.name),
        gettext("shows openers: a pair of %(rank)s or better") % {"rank": screen.felt.openers},
    )


def _result(screen: TabletScreen) -> Lines:
    return Lines(
        screen.felt.title or gettext("Recorded by result"),
        gettext("Who puts chips in, who takes them out?"),
    )


def _showdown(screen: TabletScreen) -> Lines:
    if screen.showing is None:
        return Lines(gettext("Who wins?"), gettext("Cards unknown"))
    return Lines(_player(screen.sheets.to_show, screen.showing.name), gettext("shows, or name the winner"))


def _player(seat: int | None, name: str) -> str:
    return gettext("Seat %(seat)s · %(name)s") % {"seat": seat, "name": name}


# --- Between two hands: the next one, or why none is dealt ---------------------------------------------------


def _between(screen: TabletScreen) -> Lines:
    return REFUSALS[screen.prompt.refusal](screen)


def _next(screen: TabletScreen) -> Lines:
    if screen.prompt.deals_again:
        return Lines(
            gettext("Misdeal"), gettext("Redeal of the same hand: button, blinds and level unchanged")
        )
    coming = screen.header.stakes.coming
    if coming.left and coming.is_orbit:
        orbit = ngettext("%(game)s, orbit: %(count)s hand", "%(game)s, orbit: %(count)s hands", coming.left)
        title = orbit % {"game": game_name(screen.header.game), "count": coming.left}
    elif coming.left:
        hands = ngettext("%(game)s, %(count)s hand", "%(game)s, %(count)s hands", coming.left)
        title = hands % {"game": game_name(screen.header.game), "count": coming.left}
    else:
        title = gettext("Hand %(number)s is next") % {"number": screen.header.hand_number}
    return Lines(title, _with_it(screen))


def _with_it(screen: TabletScreen) -> str:
    """What the dealer has to know for the next hand, the most pressing of it."""
    push, stakes, felt = screen.push, screen.header.stakes, screen.felt
    if push is not None:
        if push.old_level:
            words = gettext("Dealer change: one more hand at level %(number)s (TDA 23)")
            return words % {"number": push.old_level}
        if push.late_at:
            words = gettext("Dealer change within 90 seconds of %(time)s, when the level ends (TDA RP-7)")
            return words % {"time": _time(screen, push.late_at)}
        return gettext("Dealer change")
    if screen.prompt.stop:
        return screen.prompt.stop
    if stakes.is_paused:
        return gettext("The clock is paused")
    if stakes.coming.following:
        return gettext("then %(game)s") % {"game": game_name(stakes.coming.following)}
    if felt.carried_pot:
        return gettext("%(amount)s carried over in the pot") % {"amount": chips(felt.carried_pot)}
    if felt.next_button and stakes.now.big_blind:
        return gettext("Next hand: button on seat %(seat)s") % {"seat": felt.next_button}
    return gettext("Antes first")


def _held(screen: TabletScreen) -> Lines:
    reason = screen.prompt.hold_reason or gettext("The floor will release the table.")
    return Lines(gettext("On hold"), reason)


def _closed(_screen: TabletScreen) -> Lines:
    link = '<a class="link" href="{}">{}</a>'
    return Lines(
        gettext("This table is closed"),
        format_html(link, reverse("tables:tablet_pair"), gettext("Pair another table")),
    )


def _waits(screen: TabletScreen) -> Lines:
    return Lines(gettext("Paused"), _dealt_at(screen))


def _break(screen: TabletScreen) -> Lines:
    return Lines(gettext("Break"), _dealt_at(screen))


def _dealt_at(screen: TabletScreen) -> str:
    ends_at = screen.header.stakes.ends_at
    if ends_at is None:
        return gettext("Wait for the clock.")
    return gettext("The next hand is dealt at %(time)s.") % {"time": _time(screen, ends_at)}


def _round_done(screen: TabletScreen) -> Lines:
    behind, words = screen.prompt.behind, {"stop": screen.prompt.stop}
    if not 0 < len(behind) <= MOST_NAMED:
        return Lines(gettext("Done: hold"), gettext("%(stop)s: wait for the other tables.") % words)
    text = ngettext(
        "%(stop)s: wait for table %(tables)s.", "%(stop)s: wait for tables %(tables)s.", len(behind)
    )
    return Lines(gettext("Done: hold"), text % {**words, "tables": ", ".join(map(str, behind))})


def _level_done(screen: TabletScreen) -> Lines:
    behind = screen.prompt.behind
    text = ngettext("Wait for table %(tables)s.", "Wait for tables %(tables)s.", len(behind))
    return Lines(gettext("All hands of the level are dealt"), text % {"tables": ", ".join(map(str, behind))})


def _too_many(screen: TabletScreen) -> Lines:
    words = gettext("%(game)s takes %(most)s at most. Call the floor to move a player or open a table.")
    return Lines(
        gettext("Too many players"),
        words % {"game": game_name(screen.header.game), "most": screen.prompt.most},
    )


def _results(screen: TabletScreen) -> Lines:
    return Lines(
        gettext("Hand %(number)s") % {"number": screen.header.hand_number},
        gettext("Results only: tap when the hand is over."),
    )


def _halted(screen: TabletScreen) -> Lines:
    halt = screen.prompt.halt
    return Lines(gettext("Play halts at this table"), "" if halt is None else explained(halt))


def _uncounted(screen: TabletScreen) -> Lines:
    seats = ", ".join(str(seat.number) for seat in screen.to_count)
    return Lines(
        gettext("Stacks unknown"),
        gettext("Count seats %(seats)s and enter the stacks.") % {"seats": seats},
    )


def _time(screen: TabletScreen, moment: datetime) -> str:
    return time_of_day(moment, screen.time_zone)


STAGES: Final[Mapping[Stage, Say]] = {
    "between": _between,
    "deal_board": _deal_board,
    "deal_up": _deal_up,
    "draw": _draw,
    "openers": _openers,
    "result": _result,
    "showdown": _showdown,
}
# What is always said alike needs no function of its own, but a lambda: words are looked up when they are read.
REFUSALS: Final[Mapping[Refusal, Say]] = {
    "": _next,
    "over": lambda _screen: Lines(gettext("The tournament is over")),
    "not_in_play": lambda _screen: Lines(gettext("The tournament is not in play")),
    "closed": _closed,
    "held": _held,
    "breaking": lambda _screen: Lines(
        gettext("This table is being broken"),
        gettext("No more hands are dealt here. If a player has no new seat, call the floor."),
    ),
    "waits": _waits,
    "break": _break,
    "round_done": _round_done,
    "level_done": _level_done,
    "too_few": lambda _screen: Lines(
        gettext("Waiting for players"), gettext("Fewer than two players here have chips.")
    ),
    "too_few_at_first": lambda _screen: Lines(
        gettext("Waiting for players"), gettext("The first hand of a table needs more players with chips.")
    ),
    "too_many": _too_many,
    "busts": lambda _screen: Lines(
        gettext("Busts only"), gettext("The floor enters who is out. No hands are recorded.")
    ),
    "results": _results,
    "halted": _halted,
    "uncounted": _uncounted,
}
