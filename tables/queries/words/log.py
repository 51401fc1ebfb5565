"""What the tables write into the log, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tables import engine
from tables.models import Move
from tables.queries.words.bags import BAG_SENTENCES
from tables.queries.words.busts import BUST_SENTENCES, page_of_busts
from tables.queries.words.colour_up import COLOUR_UP_SENTENCES, why_coloured_up
from tables.queries.words.counts import COUNT_SENTENCES
from tables.queries.words.disputes import DISPUTE_SENTENCES
from tables.queries.words.pushes import PUSH_SENTENCES
from tables.queries.words.reasons import say_reasons
from tables.queries.words.rebuys import REBUY_SENTENCES
from tables.queries.words.rules.keys import RULE_SENTENCES
from tables.queries.words.rulings import ruling_words
from tables.queries.words.shaping import SHAPING_SENTENCES
from tables.queries.words.stops import STOP_SENTENCES, STOP_VERBS, why_last_hands
from tournament.models import LogEntry
from tournament.queries.log import register_kind, register_page, register_why
from tournament.queries.words.log import Data, Sentence, Writer, register_sentences

MOVE_VERBS = ("entry_moved", "move_dropped")
TABLE_VERBS = (
    "table_opened",
    "table_reopened",
    "table_held",
    "table_released",
    "table_broken",
    "break_undone",
    "tables_redrawn",
    "redraw_undone",
    "seats_drawn",
    "draw_undone",
    "opening_undone",
    "late_seat_drawn",
    "high_card_dealt",
    "seat_locked",
    "seat_unlocked",
    "recording_changed",
    *SHAPING_SENTENCES,
    *PUSH_SENTENCES,
)
BUTTON_VERBS = ("button_set", "button_corrected", "button_drawn", "button_put_back")
COLOUR_UP_VERBS = ("table_coloured_up", "colour_up_undone")
BUST_VERBS = ("players_busted", "bust_undone", "hand_counted", "knock_out_credited")
COUNT_VERBS = ("stacks_counted", "count_undone")
WORD_VERBS = ("floor_called", "call_answered", "call_closed", "message_sent", "message_closed")
RULING_VERBS = (
    *("ruling_proposed", "ruling_confirmed", "ruling_refused"),
    *("gesture_ruled", "gesture_undone", "clock_called", "clock_withdrawn"),
    *("time_chip_used", "time_chip_returned"),
    *DISPUTE_SENTENCES,
)
TABLET_VERBS = ("pairing_code_made", "tablet_paired", "table_taken_over", "tablet_revoked")


def register() -> None:
    """Called once, when the application starts."""
    register_sentences(SENTENCES)
    register_kind(
        "entries",
        gettext_lazy("Entries and places"),
        ["players_imported", "player_edited", "players_merged", "players_unmerged", *BUST_VERBS],
    )
    register_kind("tables", gettext_lazy("Tables and seats"), TABLE_VERBS)
    register_kind("moves", gettext_lazy("Moves"), MOVE_VERBS)
    register_kind("buttons", gettext_lazy("Button and blinds"), BUTTON_VERBS)
    register_kind(
        "stacks", gettext_lazy("Stack corrections"), ["stack_corrected", *COUNT_VERBS, *BAG_SENTENCES]
    )
    register_kind("colour_ups", gettext_lazy("Colour-ups"), COLOUR_UP_VERBS)
    register_kind("rules", gettext_lazy("House rules"), list(RULE_SENTENCES))
    register_kind("absences", gettext_lazy("Absent players"), ["player_absent", "player_back"])
    register_kind(
        "hands", gettext_lazy("Hands undone"), ["hand_reopened", "deal_taken_back", "counted_hand_undone"]
    )
    register_kind("stops", gettext_lazy("Stops of the room"), STOP_VERBS)
    register_kind("words", gettext_lazy("Calls and messages"), WORD_VERBS)
    register_kind("rulings", gettext_lazy("Rulings"), RULING_VERBS)
    register_kind("sales", gettext_lazy("Rebuys and add-ons"), list(REBUY_SENTENCES))
    register_kind("tablets", gettext_lazy("Tablets"), TABLET_VERBS)
    register_why(MOVE_VERBS, _why_moved)
    register_page(["players_busted", "hand_counted"], page_of_busts)
    register_why(["table_coloured_up"], why_coloured_up)
    register_why(["last_hands_drawn"], why_last_hands)


def _why_moved(lines: Sequence[LogEntry], writer: Writer) -> dict[int, str]:
    """A move keeps its reasons as codes: they are said in the reader's language. A way back has none."""
    lines = [line for line in lines if line.undoes_id is None]
    reasons = dict(
        Move.objects.filter(pk__in=[line.data["move"] for line in lines]).values_list("pk", "reasons")
    )
    return {line.pk: " ".join(say_reasons(reasons.get(line.data["move"], []), writer)) for line in lines}


def _table(template: Callable[[], str]) -> Sentence:
    """A sentence that names what the data names: table, seat, hand, tablet, text."""
    return lambda data, _writer: template() % data


def _back(data: Data, _writer: Writer) -> str:
    """A player who was awaited has arrived; lines written before that was kept say that the player is back."""
    if data.get("arrived"):
        return _("%(name)s has arrived (table %(table)d, seat %(seat)d).") % data
    return _("Marked %(name)s back from hand %(hand)d (table %(table)d, seat %(seat)d).") % data


def _draw_undone(data: Data, writer: Writer) -> str:
    return ngettext(
        "Undid the seat draw of %(entries)s player.",
        "Undid the seat draw of %(entries)s players.",
        data["entries"],
    ) % {"entries": writer.chips(data["entries"])}


def _seats_drawn(data: Data, writer: Writer) -> str:
    if data["tables"] == 1:
        return ngettext(
            "Drew the seats of %(entries)s player at one table.",
            "Drew the seats of %(entries)s players at one table.",
            data["entries"],
        ) % {"entries": writer.chips(data["entries"])}
    return ngettext(
        "Drew the seats of %(entries)s player at %(tables)d tables.",
        "Drew the seats of %(entries)s players at %(tables)d tables.",
        data["entries"],
    ) % {"entries": writer.chips(data["entries"]), "tables": data["tables"]}


def _reopened(data: Data, _writer: Writer) -> str:
    """A table that stood in the room and had not been opened before is not opened again."""
    if data.get("before", {}).get("closed_at", "") is None:
        return _("Opened table %(table)d with %(seats)d seats.") % data
    return _("Reopened table %(table)d.") % data


def _late_seat(data: Data, _writer: Writer) -> str:
    """Without a seed nothing was drawn: the seat had been reserved for the player."""
    if data.get("seed"):
        return _("Drew table %(table)d, seat %(seat)d for %(name)s.") % data
    return _("Seated %(name)s at table %(table)d in the reserved seat %(seat)d.") % data


def _seat_locked(data: Data, _writer: Writer) -> str:
    if data.get("after", {}).get("player"):
        return _("Reserved seat %(seat)d at table %(table)d for %(name)s.") % data
    if data.get("name"):
        return _("Locked seat %(seat)d at table %(table)d: %(name)s.") % data
    return _("Locked seat %(seat)d at table %(table)d.") % data


def _redrawn(data: Data, writer: Writer) -> str:
    words = {"players": writer.chips(data["players"]), "tables": data["tables"]}
    text = (
        _("Drew the final table: %(players)s players.")
        if data["tables"] == 1
        else _("Redrew %(players)s players to %(tables)d tables.")
    )
    return " ".join([text % words, *stacks_while_waiting(data)])


def stacks_while_waiting(data: Data) -> list[str]:
    """Of a redraw, how far stacks are known at tables where only busts are entered; nothing without such a table."""
    tables = data.get("busts_only", [])
    if not tables:
        return []
    text = ngettext(
        "Only busts are entered at table %(tables)s: stacks known now stay known until the next bust or level.",
        "Only busts are entered at tables %(tables)s: stacks known now stay known until the next bust or level.",
        len(tables),
    )
    return [text % {"tables": ", ".join(map(str, tables))}]


def _redraw_undone(data: Data, writer: Writer) -> str:
    players = writer.chips(data["players"])
    if data["tables"] == 1:
        return _("Undid the draw of the final table: %(players)s players.") % {"players": players}
    return _("Undid the redraw of %(players)s players to %(tables)d tables.") % {
        "players": players,
        "tables": data["tables"],
    }


def _high_card(data: Data, writer: Writer) -> str:
    text = (
        _("Drew one card for each of %(count)s players at table %(table)d: seat %(seat)d has the %(card)s.")
        if data["seed"]
        else _(
            "Dealt one card to each of %(count)s players at table %(table)d: seat %(seat)d has the %(card)s."
        )
    )
    return text % {
        "count": writer.chips(len(data["cards"])),
        "table": data["table"],
        "seat": data["seat"],
        "card": writer.card(data["card"]),
    }


def _button(template: Callable[[], str]) -> Sentence:
    """A sentence with the button and the blinds of the hand that it was set for."""

    def say(data: Data, _writer: Writer) -> str:
        small, big = data["small_blinds"], data["big_blinds"]
        words = (
            _("button seat %(button)s, small blind seat %(small)s, big blind seat %(big)s")
            if small
            else _("button seat %(button)s, dead small blind, big blind seat %(big)s")
        )
        seats = {
            "button": data["button"],
            "small": ", ".join(map(str, small)),
            "big": ", ".join(map(str, big)),
        }
        return template() % {**data, "seats": words % seats}

    return say


def _button_drawn(data: Data, writer: Writer) -> str:
    """Every card in the order in which it was dealt, so that the table can compare."""
    text = (
        _("Dealt cards for the button at table %(table)d: seat %(seat)d has the %(card)s (%(cards)s).")
        if not data["seed"]
        else _("Drew cards for the button at table %(table)d: seat %(seat)d has the %(card)s (%(cards)s).")
    )
    cards = [f"{seat}: {writer.card(card)}" for seat, card in data["cards"]]
    best = dict(data["cards"])[data["button"]]
    return text % {
        "table": data["table"],
        "seat": data["button"],
        "card": writer.card(best),
        "cards": "; ".join(cards),
    }


def _corrected(data: Data, writer: Writer) -> str:
    corrected = _("Corrected the stack of %(name)s from %(before)s to %(after)s.") % {
        "name": data["name"],
        "before": writer.chips(data["before"]),
        "after": writer.chips(data["after"]),
    }
    # A line of an older release does not know the sums.
    return f"{corrected} {_chips_made(data, writer)}" if "issued" in data else corrected


def _chips_made(data: Data, writer: Writer) -> str:
    """What a correction did to the chips in play: only a correction creates or removes chips."""
    made = data["after"] - data["before"]
    words = (
        _("This adds %(chips)s chips to play: %(now)s now, %(before)s before, %(issued)s issued.")
        if made > 0
        else _("This removes %(chips)s chips from play: %(now)s now, %(before)s before, %(issued)s issued.")
    )
    return words % {
        "chips": writer.chips(abs(made)),
        "now": writer.chips(data["in_play"]),
        "before": writer.chips(data["in_play_before"]),
        "issued": writer.chips(data["issued"]),
    }


def _player_edited(data: Data, _writer: Writer) -> str:
    words = {
        "name": _("name %(text)s"),
        "public_name": _("public name %(text)s"),
        "club_number": _("club number %(text)s"),
    }
    changed = [
        word % {"text": data["became"][field] or "–"}
        for field, word in words.items()
        if data["became"][field] != data["was"][field]
    ]
    # The log says that it changed; what it says is for the player's page.
    if data["became"].get("note") != data["was"].get("note"):
        changed.append(_("note"))
    return _("Corrected player %(name)s: %(changes)s.") % {
        "name": data["name"],
        "changes": ", ".join(changed),
    }


def _called(data: Data, _writer: Writer) -> str:
    if data["text"]:
        return _("Table %(table)d called the floor: “%(text)s”") % {
            "table": data["table"],
            "text": data["text"],
        }
    return _("Table %(table)d called the floor.") % {"table": data["table"]}


def _ruled(template: Callable[[], str]) -> Sentence:
    """A sentence that names a ruling: its kind in words, and the seat it concerns."""

    def say(data: Data, _writer: Writer) -> str:
        ruling = engine.decode(data["ruling"])
        assert isinstance(ruling, engine.Ruling)  # noqa: S101  # so it was written
        name = ruling_words(ruling.kind).name
        if ruling.seat:
            name = _("%(ruling)s, seat %(seat)d") % {"ruling": name, "seat": ruling.seat}
        return template() % {**data, "ruling": name}

    return say


def _gesture(data: Data, writer: Writer) -> str:
    """A verdict with the numbers of its rules: "seat 3, call (TDA 44, WSOP 97)"."""
    operation = engine.decode(data["operation"])
    text = (
        _("Ruled at table %(table)d, hand %(hand)d, out of turn: seat %(seat)d, %(action)s (%(rules)s).")
        if isinstance(operation, engine.Ruling)
        else _("Ruled at table %(table)d, hand %(hand)d: seat %(seat)d, %(action)s (%(rules)s).")
    )
    action = operation.inner if isinstance(operation, engine.Ruling) else operation
    seat = 0
    match action:
        case engine.RaiseTo(seat, amount):
            said = _("bet or raise to %(amount)s") % {"amount": writer.chips(amount)}
        case engine.Call(seat):
            said = pgettext("an action", "call")
        case engine.Check(seat):
            said = pgettext("an action", "check")
        case engine.Fold(seat):
            said = pgettext("an action", "fold")
        case _:
            said = ""
    return text % {**data, "seat": seat, "action": said}


def _imported(data: Data, writer: Writer) -> str:
    """Into the list of players only, or with an entry each."""
    players = data["players"]
    if data["registered"]:
        text = ngettext(
            "Imported and registered %(count)s player from a file.",
            "Imported and registered %(count)s players from a file.",
            players,
        )
    else:
        text = ngettext(
            "Imported %(count)s player from a file.", "Imported %(count)s players from a file.", players
        )
    return text % {"count": writer.chips(players)}


SENTENCES = {
    "players_imported": _imported,
    "table_opened": _table(lambda: _("Opened table %(table)d with %(seats)d seats.")),
    "table_reopened": _reopened,
    "table_held": _table(lambda: _("Put table %(table)d on hold.")),
    "table_released": _table(lambda: _("Released table %(table)d.")),
    "table_broken": _table(lambda: _("Broke table %(table)d.")),
    "opening_undone": _table(lambda: _("Removed table %(table)d.")),
    "draw_undone": _draw_undone,
    "break_undone": _table(lambda: _("Undid the break of table %(table)d.")),
    "tables_redrawn": _redrawn,
    "redraw_undone": _redraw_undone,
    "seats_drawn": _seats_drawn,
    "high_card_dealt": _high_card,
    "late_seat_drawn": _late_seat,
    "button_set": _button(lambda: _("Set the button of the next hand at table %(table)d: %(seats)s.")),
    "button_corrected": _button(
        lambda: _("Corrected the button of hand %(hand)d at table %(table)d: %(seats)s (TDA 34-A).")
    ),
    "button_drawn": _button_drawn,
    "button_put_back": _table(lambda: _("Undid the button set by hand at table %(table)d.")),
    "player_absent": _table(
        lambda: _("Marked %(name)s absent from hand %(hand)d (table %(table)d, seat %(seat)d).")
    ),
    "player_back": _back,
    "seat_locked": _seat_locked,
    "seat_unlocked": _table(lambda: _("Unlocked seat %(seat)d at table %(table)d.")),
    "entry_moved": _table(
        lambda: _(
            "Moved %(name)s from table %(from_table)d, seat %(from_seat)d to table %(to_table)d, seat "
            "%(to_seat)d."
        )
    ),
    "move_dropped": _table(
        lambda: _("Cancelled the move of %(name)s to table %(to_table)d, seat %(to_seat)d.")
    ),
    "stack_corrected": _corrected,
    "player_edited": _player_edited,
    "players_merged": lambda d, _w: (
        _("Merged %(double)s into %(name)s.") % {"double": d["double_name"], "name": d["name"]}
    ),
    "players_unmerged": lambda d, _w: (
        _("Undid the merge of %(double)s into %(name)s.") % {"double": d["double_name"], "name": d["name"]}
    ),
    **BUST_SENTENCES,
    **COUNT_SENTENCES,
    **PUSH_SENTENCES,
    **DISPUTE_SENTENCES,
    **BAG_SENTENCES,
    **REBUY_SENTENCES,
    **RULE_SENTENCES,
    **COLOUR_UP_SENTENCES,
    **SHAPING_SENTENCES,
    **STOP_SENTENCES,
    "floor_called": _called,
    "call_answered": _table(lambda: _("Answered the floor call at table %(table)d.")),
    "call_closed": _table(lambda: _("Closed the floor call at table %(table)d.")),
    "message_closed": _table(lambda: _("Closed the message to table %(table)d: “%(text)s”")),
    "pairing_code_made": _table(lambda: _("Created a pairing code for table %(table)d.")),
    "message_sent": _table(lambda: _("Message to table %(table)d: “%(text)s”")),
    "ruling_proposed": _ruled(
        lambda: _("Table %(table)d, hand %(hand)d: asked the floor to confirm a ruling: %(ruling)s.")
    ),
    "ruling_confirmed": _ruled(
        lambda: _("Confirmed a ruling at table %(table)d, hand %(hand)d: %(ruling)s.")
    ),
    "ruling_refused": _ruled(lambda: _("Overruled a ruling at table %(table)d, hand %(hand)d: %(ruling)s.")),
    "clock_called": lambda data, _writer: (
        (
            _("Called the clock on seat %(seat)d at table %(table)d, hand %(hand)d (TDA 29).")
            if data["hand"]
            else _("Called the clock on seat %(seat)d at table %(table)d (TDA 29).")
        )
        % data
    ),
    "time_chip_used": _table(
        lambda: _(
            "Seat %(seat)d used a time-bank chip at table %(table)d, hand %(hand)d: %(seconds)d seconds more."
        )
    ),
    "time_chip_returned": _table(
        lambda: _("Returned the time-bank chip of seat %(seat)d at table %(table)d, hand %(hand)d.")
    ),
    "clock_withdrawn": lambda data, _writer: (
        (
            _("Stopped the clock on seat %(seat)d at table %(table)d, hand %(hand)d.")
            if data["hand"]
            else _("Stopped the clock on seat %(seat)d at table %(table)d.")
        )
        % data
    ),
    "gesture_ruled": _gesture,
    "gesture_undone": _table(lambda: _("Undid a verdict at table %(table)d, hand %(hand)d.")),
    "hand_reopened": _table(lambda: _("Reopened hand %(hand)d at table %(table)d.")),
    "deal_taken_back": _table(lambda: _("Undid the deal of hand %(hand)d at table %(table)d.")),
    "tablet_paired": _table(lambda: _("%(tablet)s was paired with table %(table)d.")),
    "table_taken_over": _table(lambda: _("%(tablet)s took over table %(table)d.")),
    "tablet_revoked": _table(lambda: _("%(tablet)s was unpaired from table %(table)d.")),
}
