"""Every verb that is written into the log has a sentence, and the sentence can be said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from tests.factories import STRUCTURE
from tournament.queries.words import log as log_sentences
from tournament.queries.words.log import register_sentences, sentence_of, verbs
from tournament.templatetags.writing import PageWriter

ROOT = Path(__file__).resolve().parents[4]
WRITER = PageWriter(currency="EUR", structure=STRUCTURE)

SERVICES = (*ROOT.glob("tournament/services/**/*.py"), *ROOT.glob("tables/services/**/*.py"))


def verbs_written() -> set[str]:
    """What the services give as a verb: to write_log by name, and to the small helpers around it by place."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SERVICES]
    return {verb for tree in trees for verb in _verbs_of(tree)}


def _verbs_of(tree: ast.Module) -> Iterator[str]:
    places = {
        node.name: [each.arg for each in node.args.args].index("verb")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and "verb" in [each.arg for each in node.args.args]
    }
    constants = _constants(tree)
    for call in ast.walk(tree):
        # A query asks for a verb and does not write it.
        if not isinstance(call, ast.Call) or _name_of(call) == "filter":
            continue
        given = [each.value for each in call.keywords if each.arg == "verb"]
        place = places.get(_name_of(call))
        if place is not None:
            given += call.args[place : place + 1]
        for value in given:
            yield from _named(value, constants)


def _name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """What the module assigns to a name at its top."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
    return found


def _named(value: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    """Every verb that an expression can be: written out, one of two, a constant, one of a constant's."""
    match value:
        case ast.Constant(value=str(verb)):
            yield verb
        case ast.IfExp():
            yield from _named(value.body, constants)
            yield from _named(value.orelse, constants)
        case ast.Tuple():
            for each in value.elts:
                yield from _named(each, constants)
        case ast.Dict():
            for each in value.values:
                yield from _named(each, constants)
        case ast.Subscript():
            yield from _named(value.value, constants)
        case ast.Name(id="verb"):
            pass  # handed on: the caller names it
        case ast.Attribute(attr="verb"):
            pass  # of a line that was written before
        case ast.Name(id=name) if name in constants:
            yield from _named(constants[name], constants)
        case _:
            raise AssertionError(f"Which verb is {ast.unparse(value)}?")


def test_a_verb_is_found_however_it_is_named() -> None:
    source = """
PAIR: Final = ("set", "put_back")
BY_ORDER = {"opening": "opening_set"}
def _log(line, verb, now):
    write_log(verb=verb)
_log({"table": 3}, "by_place", now)
write_log(verb="one" if last else "other")
write_log(verb=PAIR[0] if first else PAIR[1])
write_log(verb=BY_ORDER[order])
LogEntry.objects.filter(verb="asked_for")
"""
    assert set(_verbs_of(ast.parse(source))) == {
        *("by_place", "one", "other", "set", "put_back", "opening_set"),
    }
    with pytest.raises(AssertionError, match="Which verb is verbs_by_day"):
        set(_verbs_of(ast.parse("write_log(verb=verbs_by_day[day])")))


def test_the_services_are_searched_for_verbs_in_every_way_they_write_them() -> None:
    written = verbs_written()

    assert {
        "entry_registered",
        "table_held",
        "table_released",
        "seat_unlocked",
        "clock_paused",
        "level_changed",
        "floor_called",
        "move_dropped",
        "tablet_paired",
        "staff_added",
        "prize_paid",
        "tables_redrawn",
        "break_undone",
        "stack_corrected",
        "registration_reopened",
    } <= written
    assert len(written) >= 40


def test_every_verb_of_the_services_has_a_sentence() -> None:
    assert verbs_written() - verbs() == set()


def test_no_sentence_is_kept_for_a_verb_that_nobody_writes() -> None:
    assert verbs() - verbs_written() == set()


DATA: dict[str, object] = {
    "name": "Anna Verdi",
    "double_name": "Ana Verdi",
    "was": {"name": "Ana Verdi", "public_name": "", "club_number": "17"},
    "became": {"name": "Anna Verdi", "public_name": "", "club_number": ""},
    "source": "BCDFGHJK",
    "fields": ["buy_in_fee", "structure_data"],
    "to_index": 3,
    "from_index": 1,
    "seconds": -60,
    "number": 12,
    "paid": 50_00,
    "amount": 1_234_50,
    "prize_name": "Last woman",
    "is_from_pool": True,
    "place_first": 4,
    "place_last": 5,
    "role": "floor",
    "table": 3,
    "seats": 9,
    "seat": 7,
    "entries": 18,
    "tables": 2,
    "players": 9,
    "registered": False,
    "from_table": 3,
    "from_seat": 7,
    "to_table": 5,
    "to_seat": 2,
    "before": 10_000,
    "after": 9_500,
    "text": "Colour up, please",
    "hand": 31,
    "tablet": "Tablet 2",
    "way": "race",
    "old": 25,
    "new": 100,
    "difference": 50,
    "ruling": "x:dead_hand,s=4,f",
    "card": "Ah",
    "cards": [[2, "Ah"], [4, "Td"]],
    "seed": "1",
    "kind": "hand_for_hand",
    "hands": 3,
    "until": 9,
    "left": 10,
    "round": 2,
    "by_itself": True,
    "numbers": [3, 5],
    "count": 1,
    "offence": "conduct",
    "chips": 9_500,
    "why": "walked_out",
    "at": "21:05",
    "level": 3,
    "is_start": True,
}

SHAPE = {"number": 3, "name": "", "seats": 9, "zone": ""}
OUT = {"seat": 4, "entry": 12, "name": "Ana Verdi", "after": 0}
WINNER = {"seat": 7, "entry": 9, "name": "Anna Verdi", "after": 19_500}
COUNTED = {"seat": 7, "name": "Anna Verdi", "before": 10_000, "after": 9_500, "is_known": True}
DISPUTE: dict[str, object] = {"about": "reading", "said": "seat 2 had a flush"}
POSITIONS = {"button": 7, "small_blinds": [8], "big_blinds": [1]}
RULE = {"part": "event", "key": "no_show_level", "before": 0, "after": 5}

PRICE: dict[str, object] = {"name": "Member", "price": {"prize": 45_00, "staff": 2_00}}

# What one verb keeps in another shape than the rest.
SALE: dict[str, object] = {"back": None, "hand": 0, "is_owed": False, "missed": 0}
DATA_OF: dict[str, dict[str, object]] = {
    "envelopes_redrawn": {"envelopes": 3},
    "envelope_opened": {"winners": [{"name": "Anna Verdi", "amount": 50_00}]},
    "queue_dismissed": {"places": [1, 2, 3]},
    "queue_restored": {"places": [1, 2, 3]},
    "money_added": {"giver": "sponsor"},
    "minimum_waived": {"entries": 4, "minimum": 20},
    "minimum_restored": {"minimum": 20},
    "chop_proposed": {"method": "icm", "played_for": 200_00},
    "deductions_changed": {"after": [{"name": "Tax", "share": 200_000}]},
    "bags_accepted": {"stacks": [COUNTED], "counted": 9_500, "expected": 10_000, "tables": [3]},
    "bags_counted": {"bags": [COUNTED]},
    "bust_undone": {"out": [{"name": "Ana Verdi"}]},
    "button_corrected": {**POSITIONS, "before": {"first_button": None}, "after": {"first_button": 7}},
    "button_drawn": {"button": 4, "by": "high_card", "before": {}, "after": {"first_button": 4}},
    "button_set": {**POSITIONS, "before": {"first_button": None}, "after": {"first_button": 7}},
    "add_on_sold": SALE,
    "price_added": {"total": 47_00},
    "price_changed": {"before": PRICE, "after": {**PRICE, "price": {"prize": 46_00}}},
    "price_removed": {"total": 47_00},
    "rebuy_sold": SALE,
    "payouts_locked": {"places": 4, "total": 190_00, "pool": 180_00},
    "seats_won": {"names": ["Anna Verdi", "Bruno Neri"]},
    "sale_collected": {"kind": "add_on"},
    "sale_refunded": {"kind": "add_on", "is_owed": True},
    "sale_refund_undone": {"kind": "add_on", "is_owed": False},
    "sale_undone": {"kind": "add_on"},
    "till_closed": {"counted": 198_50, "expected": 200_00},
    "cash_transferred": {"source": "rita", "target": "ugo"},
    "transfer_undone": {"source": "rita", "target": ""},
    "breaking_order_set": {"order": [5, 3], "table_ids": [51, 31], "before": []},
    "dispute_answered": {**DISPUTE, "answer": "the pot stands"},
    "dispute_opened": {**DISPUTE, "rule": "TDA 22"},
    "dispute_reopened": DISPUTE,
    "dispute_withdrawn": DISPUTE,
    "dealer_pushed": {"seconds": 45},
    "gesture_ruled": {"operation": "c7", "operations": 4, "rules": "TDA 44"},
    "hand_counted": {"out": [OUT], "by": [WINNER], "stacks": [WINNER]},
    "house_rule_put_back": RULE,
    "house_rule_set": RULE,
    "opening_order_set": {"order": [3, 5], "table_ids": [31, 51], "before": []},
    "plan_undone": {"tables": [21, 22, 23]},
    "player_leaving": {"killed_by": 4},
    "player_stays": {"is_dead": True},
    "knock_out_credited": {"by": [WINNER], "before": []},
    "players_busted": {"out": [OUT], "by": [WINNER], "others": []},
    "recording_changed": {"recording": "busts", "before": {"recording": "hands"}},
    "seat_locked": {
        "name": "Sponsor",
        "before": {"locked": False, "name": "", "reason": "", "player": None},
        "after": {"locked": True, "name": "Sponsor", "reason": "", "player": None},
    },
    "stacks_counted": {"stacks": [COUNTED], "difference": -500},
    "table_reopened": {"before": {"seats": 9, "closed_at": "2026-11-20T21:05:00+00:00"}},
    "table_shaped": {"before": SHAPE, "after": {**SHAPE, "zone": "Terrace"}},
    "tables_planned": {"tables": [21, 22, 23], "table_ids": [1, 2, 3]},
    "sales_together": {"kind": "add_on", "count": 2, "is_owed": True, "parts": [1, 2]},
    "player_paid": {"prize": 38_00, "bounties": 10_00, "side_prizes": 0, "owed": 20_00},
    "whole_payment_confirmed": {"prize": 38_00, "bounties": 10_00, "side_prizes": 0},
    "undone_together": {"was": "clock_restored"},
    "zone_changed": {"before": None, "after": {"name": "Terrace", "staff": "Lia", "tables": []}},
}


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("verb", sorted(verbs()))
def test_each_sentence_is_said_with_its_figures(verb: str, language: str) -> None:
    with translation.override(language):
        said = sentence_of(verb, {**DATA, **DATA_OF.get(verb, {})}, WRITER)

    assert said not in (verb, verb.replace("_", " "))
    assert "%" not in said
    assert said[-1] in ".”»"


@pytest.mark.parametrize(
    ("verb", "data", "sentence"),
    [
        ("stack_corrected", {}, "Corrected the stack of Anna Verdi from 10,000 to 9,500."),
        ("seats_won", {}, "Play stops, 2 seats are won: Anna Verdi, Bruno Neri."),
        (
            "cash_transferred",
            {"source": "rita", "target": ""},
            "Dropped €1,234.50 from the till of rita into the safe.",
        ),
        (
            "cash_transferred",
            {"source": "", "target": "ugo"},
            "Filled the till of ugo with €1,234.50 from the safe.",
        ),
        (
            "cash_transferred",
            {},
            "Transferred €1,234.50 from the till of rita to the till of ugo.",
        ),
        (
            "transfer_undone",
            {},
            "Undid the drop of €1,234.50 from the till of rita into the safe.",
        ),
        (
            "transfer_undone",
            {"source": "", "target": "ugo"},
            "Undid the fill of the till of ugo with €1,234.50 from the safe.",
        ),
        (
            "transfer_undone",
            {"target": "ugo"},
            "Undid the transfer of €1,234.50 from the till of rita to the till of ugo.",
        ),
        ("payouts_locked", {}, "Locked the payouts: 4 places, €190; the house adds €10."),
        ("payouts_locked", {"pool": 200_00}, "Locked the payouts: 4 places, €190; the house withholds €10."),
        ("payouts_locked", {"pool": 190_00}, "Locked the payouts: 4 places, €190."),
        (
            "stack_corrected",
            {"in_play_before": 60_000, "in_play": 59_500, "issued": 60_000},
            (
                "Corrected the stack of Anna Verdi from 10,000 to 9,500. This removes 500 chips from "
                "play: 59,500 now, 60,000 before, 60,000 issued."
            ),
        ),
        ("player_edited", {}, "Corrected player Anna Verdi: name Anna Verdi, club number –."),
        ("players_merged", {}, "Merged Ana Verdi into Anna Verdi."),
        ("entry_registered", {}, "Registered Anna Verdi as entry number 12 for €50."),
        ("rebuy_sold", {}, "Rebuy of Anna Verdi: 9,500 for €50."),
        (
            "rebuy_sold",
            {"hand": 12, "is_owed": True},
            (
                "Rebuy of Anna Verdi: 9,500 for €50. The chips come after hand 12. Announced at the table; "
                "the money is owed."
            ),
        ),
        (
            "rebuy_sold",
            {"back": {"seat": 3}, "missed": 2},
            "Anna Verdi is back in play by a rebuy: 9,500 for €50. 2 hands were dealt meanwhile (TDA 27).",
        ),
        ("add_on_sold", {}, "Add-on of Anna Verdi: 9,500 for €50."),
        ("sale_undone", {"kind": "rebuy"}, "Undid the rebuy of Anna Verdi: 9,500 and €50 go back."),
        ("sale_collected", {}, "Anna Verdi has paid €50 for the add-on."),
        ("sale_owed_again", {}, "Anna Verdi owes €50 again."),
        ("entry_eliminated", {}, "Anna Verdi is out and ties for places 4–5."),
        ("entry_eliminated", {"place_last": 4}, "Anna Verdi is out in 4th place."),
        ("level_changed", {}, "Level 3 (100/200) started."),
        ("level_skipped", {"to_index": 2}, "Skipped to Colour-up."),
        ("level_skipped", {"to_index": 99}, "Skipped to a period that has since been removed."),
        ("clock_paused_until", {"seconds": 300}, "Paused for 5 minutes, until 21:05."),
        ("clock_started", {}, "Set the start to 21:05."),
        ("clock_begun", {}, "The clock started as scheduled: shuffle up and deal."),
        ("clock_begun", {"is_start": False}, "The timed pause is over: the clock is running."),
        ("time_deducted", {"seconds": 120}, "Deducted 2 minutes from the clock."),
        ("place_changed", {}, "Anna Verdi now ties for places 4–5."),
        ("place_changed", {"place_last": 4}, "Anna Verdi is now in 4th place."),
        ("place_changed", {"is_past": True}, "Anna Verdi: 4–5 at the time."),
        ("entry_eliminated", {"is_past": True}, "Anna Verdi is out (4–5 at the time)."),
        ("seats_drawn", {"tables": 1}, "Drew the seats of 18 players at one table."),
        ("seats_drawn", {}, "Drew the seats of 18 players at 2 tables."),
        ("stop_announced", {}, "Announced: Hand-for-hand. Until 9 players are left."),
        (
            "stop_announced",
            {"kind": "after_hands", "until": None},
            "Announced: Hold after these hands. 3 hands at each table.",
        ),
        ("last_hands_drawn", {"card": "5h", "hands": 5}, "Drew the 5h: 5 more hands at each table."),
        ("stop_ended", {}, "Hand-for-hand is over: 10 players left."),
        ("stop_ended", {"by_itself": False}, "Ended: Hand-for-hand. 10 players left."),
        ("run_out_released", {}, "Released the run-outs at tables 3, 5."),
        ("time_added", {}, "Shortened the level by 1 minute."),
        ("time_added", {"seconds": 90}, "Lengthened the level by 90 seconds."),
        ("entry_moved", {}, "Moved Anna Verdi from table 3, seat 7 to table 5, seat 2."),
        ("tables_redrawn", {"tables": 1}, "Drew the final table: 9 players."),
        (
            "tables_redrawn",
            {"tables": 1, "busts_only": [3]},
            (
                "Drew the final table: 9 players. Only busts are entered at table 3: stacks known now stay known "
                "until the next bust or level."
            ),
        ),
        ("floor_called", {"text": ""}, "Table 3 called the floor."),
        ("players_imported", {}, "Imported 9 players from a file."),
        ("players_imported", {"registered": True}, "Imported and registered 9 players from a file."),
        (
            "table_coloured_up",
            {},
            "Chip race at table 3, 25 to 100. Chips in play: +50.",
        ),
        (
            "table_coloured_up",
            {"way": "late", "difference": -75},
            "Exchanged late chips of 25 at table 3. Chips in play: −75.",
        ),
        (
            "table_coloured_up",
            {"way": "counted", "difference": 0},
            "Coloured up table 3 with counted stacks. Chips in play: 0.",
        ),
        ("colour_up_undone", {}, "Undid the colour-up of table 3. Chips in play: +50."),
        ("bust_undone", {}, "Undid the bust: Ana Verdi is back at table 3."),
        ("players_busted", {}, "Ana Verdi is out at table 3, knocked out by Anna Verdi."),
        (
            "knock_out_credited",
            {},
            "Anna Verdi, out at table 3: knocked out by Anna Verdi (before: nobody).",
        ),
        (
            "hand_counted",
            {},
            (
                "Counted hand 31 at table 3. Ana Verdi is out at table 3, knocked out by Anna Verdi. "
                "Stacks after it: Anna Verdi 19,500."
            ),
        ),
        ("bags_counted", {}, "Counted the bags of table 3: Anna Verdi 9,500."),
        ("bags_accepted", {}, "Accepted 1 bag: 9,500 chips. 500 missing (table 3)."),
        (
            "bags_accepted",
            {"stacks": [COUNTED, COUNTED], "counted": 19_500, "expected": 19_000},
            "Accepted 2 bags: 19,500 chips. 500 too many (table 3).",
        ),
        ("bags_accepted", {"expected": 9_500}, "Accepted 1 bag: 9,500 chips."),
        ("stacks_counted", {}, "Counted at table 3: Anna Verdi 9,500. Chips in play: −500."),
        (
            "button_set",
            {},
            (
                "Set the button of the next hand at table 3: button seat 7, small blind seat 8, big blind "
                "seat 1."
            ),
        ),
        (
            "dispute_opened",
            {},
            "Hand 31 at table 3 is disputed (TDA 22). Reading of the hands: “seat 2 had a flush”.",
        ),
        (
            "dispute_opened",
            {"rule": ""},
            (
                "Hand 31 at table 3 is disputed, too late, and heard (TDA 1). Reading of the hands: "
                "“seat 2 had a flush”."
            ),
        ),
        ("dispute_answered", {}, "Decided the dispute of hand 31 at table 3: “the pot stands”."),
        (
            "dealer_pushed",
            {},
            "Dealers changed at table 3, 45 seconds before the level ended (TDA RP-7: not within 90).",
        ),
        ("dealer_pushed", {"seconds": None}, "Dealers changed at table 3."),
        ("gesture_ruled", {}, "Ruled at table 3, hand 31: seat 7, call (TDA 44)."),
        (
            "house_rule_set",
            {},
            ("House rule: An entry without a hand is removed at the start of level: 5 (before: never)."),
        ),
        ("opening_order_set", {}, "Set the opening order: 3, 5."),
        ("breaking_order_set", {"order": []}, "Took down the breaking order."),
        ("tables_planned", {}, "Added tables 21–23 to the room."),
        ("recording_changed", {}, "Busts only are entered at table 3."),
        ("seat_locked", {}, "Locked seat 7 at table 3: Sponsor."),
        ("table_reopened", {}, "Reopened table 3."),
        ("table_reopened", {"before": {"closed_at": None}}, "Opened table 3 with 9 seats."),
        ("table_shaped", {}, "Changed table 3: zone Terrace."),
        ("zone_changed", {}, "Zone Terrace; staff: Lia."),
        ("staff_added", {}, "Added Anna Verdi to the staff: Floor."),
        ("staff_asked", {}, "Invited Anna Verdi to join the staff: Floor."),
    ],
)
def test_sentences_read_as_a_floor_manager_says_them(
    verb: str, data: dict[str, object], sentence: str
) -> None:
    with translation.override("en"):
        assert sentence_of(verb, {**DATA, **DATA_OF.get(verb, {}), **data}, WRITER) == sentence


def test_a_line_without_a_figure_or_of_an_unknown_verb_shows_its_code() -> None:
    assert sentence_of("stack_corrected", {}, WRITER) == "stack corrected"
    assert sentence_of("of_a_later_release", {}, WRITER) == "of_a_later_release"


def test_a_verb_has_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_sentences, "_sentences", {})
    register_sentences({"done": lambda _d, _w: "Done."})

    with pytest.raises(ValueError, match="Two sentences for 'done'"):
        register_sentences({"done": lambda _d, _w: "Done again."})
