"""What a screen shows beside its hand: the floor, the clock, players who come and go, rulings, games chosen and mixed.

Each scene is made by the services; what only a rare coincidence brings about is put into a real screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from tables.models import Device, FloorMessage, Seat, Table, TableStatus
from tables.queries.table.last_hand import OutShown
from tables.queries.tablet.prompt import MoveShown
from tables.queries.tablet.screen import TabletScreen
from tables.queries.tablet.sheets import Reshuffled
from tables.services.table.calls import answer_call
from tables.services.table.messages import call_floor, hold_table, send_message
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_table, make_felt
from tests.factories.mixed import LIMIT, NO_LIMIT, POT_LIMIT, STUD, fold_out, mixed, mixed_felt, sheet
from tests.tables.drawn.hands import Moment, level_of
from tests.tables.looking import screen_of
from tournament.models import Player, Tournament, TournamentStatus
from tournament.rules.structure.level_games import LevelGame
from tournament.services.clock import pause_clock


def look(felt: Felt, *, now: datetime = NOW) -> TabletScreen:
    """The screen of the table's first tablet, paired where there is none."""
    device = Device.objects.filter(table=felt.table).order_by("pk").first() or felt.pair()[0]
    device.refresh_from_db()
    return screen_of(device, now=now)


def where(felt: Felt) -> dict[str, Any]:
    return {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk, "by": ACTOR.at(NOW)}


# --- The table and the clock


def statuses() -> Iterator[Moment]:
    """Why no hand is dealt."""
    felt = make_felt(1000, 1000)
    for status in (TableStatus.BREAKING, TableStatus.CLOSED, TableStatus.HELD):
        Table.objects.filter(pk=felt.table.pk).update(status=status)
        yield Moment(name=f"table {status}", screen=look(felt))
    Table.objects.filter(pk=felt.table.pk).update(status=TableStatus.OPEN)
    hold_table(**where(felt), reason="Chip race <T25>")
    yield Moment(name="table held with a reason", screen=look(felt))
    for tournament_status in (TournamentStatus.REGISTERING, TournamentStatus.FINISHED):
        Tournament.objects.update(status=tournament_status)
        yield Moment(name=f"tournament {tournament_status}", screen=look(felt))
    yield Moment(name="one player", screen=look(make_felt(1000, 0)))


def clocks() -> Iterator[Moment]:
    """A new level, breaks, a pause, and the last level over."""
    felt = make_felt(1000, 1000)
    yield Moment(name="break", screen=look(felt, now=after(45)))
    felt.deal()
    for minutes in (19.99, 20, 21, 45, 95, 3000):
        yield Moment(name=f"hand after {minutes} minutes", screen=look(felt, now=after(minutes)))
    felt.play("f2", now=after(21))
    pause_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(after(22)))
    yield Moment(name="paused", screen=look(felt, now=after(23)))
    pause_in_break = make_felt(1000, 1000)
    pause_clock(tournament_id=pause_in_break.tournament.pk, by=ACTOR.at(after(42)))
    yield Moment(name="paused in a break", screen=look(pause_in_break, now=after(45)))


# --- The floor


def messages() -> Iterator[Moment]:
    felt = make_felt(1000, 1000)
    for number, text in enumerate(("Blinds stay & ante doubles", "Second", "Third"), start=1):
        send_message(**where(felt), text=text)
        yield Moment(name=f"{number} messages", screen=look(felt))
    FloorMessage.objects.all().delete()
    call = call_floor(**where(felt))
    yield Moment(name="floor called", screen=look(felt))
    answer_call(tournament_id=felt.tournament.pk, message_id=call.pk, by=ACTOR.at(NOW))
    yield Moment(name="floor coming", screen=look(felt))


def view_only() -> Iterator[Moment]:
    """A second tablet, in every stage that has buttons."""
    felt = make_felt(1000, 1000, 1000)
    felt.pair()
    second, _secret = felt.pair()
    yield Moment(name="view only, between", screen=screen_of(second, now=NOW))
    felt.deal()
    yield Moment(name="view only, betting", screen=screen_of(second, now=NOW))
    felt.play("f3", "c1", "k2")
    yield Moment(name="view only, board", screen=screen_of(second, now=NOW))
    felt.play("b:AhTd2c", "k1", "k2", "b:??", "k1", "k2", "b:??", "k1", "k2")
    yield Moment(name="view only, showdown", screen=screen_of(second, now=NOW))


def refusals() -> Iterator[Moment]:
    felt = make_felt(1000, 1000)
    words = "A raise to 60 is too small: raise to at least 100 and at most 1,000."
    yield Moment(name="refused between", screen=look(felt), refusal="The table has changed.")
    felt.deal()
    yield Moment(name="refused in a hand", screen=look(felt), refusal=words)
    yield Moment(name="refused with signs", screen=look(felt), refusal="“Seat <2>” & 'seat' \"3\"")
    stud = level_of("F7S")
    yield Moment(name="nine at stud", screen=look(make_felt(*[1000] * 9, structure=sheet(stud, stud))))


def rulings() -> Iterator[Moment]:
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal()
    felt.play("x:out_of_turn,s=4,o=r4:300", "c3")
    yield Moment(name="bound", screen=look(felt))
    other = make_felt(1000, 1000, 1000, 1000)
    other.deal()
    other.play("x:out_of_turn,s=1,o=k1", "r3:150", "f4")
    yield Moment(name="out of turn, then a raise", screen=look(other))
    for code in ("x:dead_hand,s=2,f", "x:boxed_card"):
        other.play(code)
        yield Moment(name=f"ruling {code}", screen=look(other))
    misdealt = make_felt(1000, 1000, 1000)
    misdealt.deal()
    misdealt.play("x:misdeal,f")
    yield Moment(name="misdeal", screen=look(misdealt))
    misdealt.deal()
    yield Moment(name="dealt again", screen=look(misdealt))


def proposals() -> Iterator[Moment]:
    for code in ("x:dead_hand,s=2", "x:misdeal"):
        felt = make_felt(1000, 1000, 1000)
        felt.pair()
        felt.deal()
        device = Device.objects.get(table=felt.table)
        felt.rule(code, lease=felt.lease(device))
        yield Moment(name=f"proposed {code}", screen=look(felt))


# --- Players who come and go


def moves() -> Iterator[Moment]:
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=12)
    felt.deal()
    felt.send(3, other, 3)
    yield Moment(name="move waits", screen=look(felt))
    felt.play("f3", "f1")
    yield Moment(name="move now", screen=look(felt))
    felt.deal()
    yield Moment(name="move gone", screen=look(felt))


def many_moves() -> Iterator[Moment]:
    """Moves of this table to others and within, one and many, now and later, made and undone."""
    shown = look(make_felt(1000, 1000, 1000))

    def with_moves(*moves: MoveShown, recalled: tuple[MoveShown, ...] = ()) -> TabletScreen:
        return replace(shown, feed=replace(shown.feed, moves=moves, recalled=recalled))

    def move(seat: int, table: int, *, waits: bool) -> MoveShown:
        return MoveShown(seat=seat, name=f"Anna O'Neri {seat}", to_table=table, to_seat=seat + 1, waits=waits)

    for waits in (True, False):
        for table in (shown.table, 12):
            name = f"one move, table {table}, waits {waits}"
            yield Moment(name=name, screen=with_moves(move(1, table, waits=waits)))
        for count in (2, 5, 6):
            several = [move(seat, 1 if seat == 2 else 20 + seat, waits=waits) for seat in range(1, count + 1)]
            yield Moment(name=f"{count} moves, waits {waits}", screen=with_moves(*several))
    both = (move(1, 5, waits=True), move(2, 6, waits=False))
    yield Moment(name="moves now and later", screen=with_moves(*both))
    for count in (1, 2, 5):
        back = tuple(move(seat, 30 + seat, waits=False) for seat in range(1, count + 1))
        yield Moment(name=f"{count} moves undone", screen=with_moves(recalled=back))
        yield Moment(name=f"{count} moves undone and two made", screen=with_moves(*both, recalled=back))


def seats() -> Iterator[Moment]:
    """Seats of two to ten players, empty, kept, left and taken again."""
    for count in range(2, 11):
        yield Moment(name=f"{count} seats", screen=look(make_felt(*[1000] * count, seats=count)))
    felt = make_felt(*[1000] * 10, seats=10)
    Seat.objects.filter(table=felt.table, number__in=[2, 5]).update(entry=None)
    felt.deal()
    yield Moment(name="empty seats in a hand", screen=look(felt))
    shown = look(felt)
    plates = list(shown.felt.seats)
    plates[1] = replace(plates[1], expected="Bruno Neri")
    leaves = MoveShown(seat=5, name="Elena Gallo", to_table=2, to_seat=4, waits=False)
    plates[4] = replace(plates[4], expected="Carla Rossi", move=leaves)
    plates[5] = replace(plates[5], state="waiting")
    yield Moment(
        name="kept and left seats", screen=replace(shown, felt=replace(shown.felt, seats=tuple(plates)))
    )


def newcomer() -> Iterator[Moment]:
    """A dead small blind, and a player who waits for the button."""
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "f4", "f1")
    Seat.objects.filter(table=felt.table, number=2).update(entry=None)
    yield Moment(name="dead small blind", screen=look(felt))
    felt.deal()
    yield Moment(name="dead small blind dealt", screen=look(felt))


def bust_outs() -> Iterator[Moment]:
    felt = make_felt(5000, 100, 100, 3000)
    felt.deal()
    felt.play("f3", "r4:2000", "c1", "c2", "b:AhTd2c", "k1", "k4", "b:3c", "k1", "k4", "b:4c", "k1", "k4")
    yield Moment(name="side pot", screen=look(felt))
    felt.play("w1:1")
    yield Moment(name="side pot won", screen=look(felt))
    felt.play("w0:1")
    shown = look(felt)
    yield Moment(name="out", screen=shown)
    gone = (
        OutShown(seat=2, name="Bruno Neri", place_first=9, place_last=9, prize=15_00, currency="EUR"),
        OutShown(seat=3, name="Carla D'Rossi", place_first=7, place_last=8),
        OutShown(seat=4, name="Dario Conti", place_first=None, place_last=None),
    )
    yield Moment(name="out and seats taken", screen=replace(shown, felt=replace(shown.felt, out=gone)))
    plates = [replace(seat, out=out, name="") for seat, out in zip(shown.felt.seats[1:4], gone, strict=True)]
    replaced = (shown.felt.seats[0], *plates, *shown.felt.seats[4:])
    yield Moment(name="out in their seats", screen=replace(shown, felt=replace(shown.felt, seats=replaced)))


def awkward_names() -> Iterator[Moment]:
    """Names with everything that HTML and sentences know."""
    felt = make_felt(1000, 1000, 1000)
    felt.pair()
    for number, name in enumerate(("<b>Anna</b>", "O'Neri & figli", '100% "Uno" %(seat)s {{ x }}')):
        Player.objects.filter(entries=felt.entries[number + 1]).update(name=name)
    Tournament.objects.update(name="<i>Friday</i>")
    felt.deal()
    yield Moment(name="names, betting", screen=look(felt))
    felt.play("f3", "c1", "k2", "b:??????", "k1", "k2", "b:??", "k1", "k2", "b:??", "k1", "k2")
    yield Moment(name="names, showdown", screen=look(felt))
    felt.play("w0:2")
    yield Moment(name="names, after", screen=look(felt))


# --- Games


def straddle() -> Iterator[Moment]:
    felt = make_felt(1000, 1000, 1000, 1000, rule_profile="home")
    yield Moment(name="straddle offered", screen=look(felt))
    felt.deal(straddles=[(3, 100)])
    yield Moment(name="straddle dealt", screen=look(felt))


def mixed_levels() -> Iterator[Moment]:
    felt = mixed_felt()
    for number in range(4):
        yield Moment(name=f"mixed before {number}", screen=look(felt))
        fold_out(felt)
    felt.deal()
    yield Moment(name="mixed, in a hand", screen=look(felt))
    yield Moment(name="mixed, in a hand of the level before", screen=look(felt, now=after(21)))


def dealers_choice() -> Iterator[Moment]:
    """Of games with and without one that is recorded by its result; and that one, played."""
    known = mixed(NO_LIMIT, POT_LIMIT, LIMIT, STUD, hands=0)
    yield Moment(name="dealer's choice", screen=look(make_felt(1000, 1000, structure=sheet(known, known))))
    other = LevelGame(game="XR", ante=25, ante_kind="classic", min_bet=25)
    any_game = mixed(NO_LIMIT, other, hands=0)
    felt = make_felt(1000, 1000, 1000, structure=sheet(any_game, any_game))
    yield Moment(name="dealer's choice with any game", screen=look(felt))
    felt.deal(game="XR", title="Guts & glory, as it was played once")
    yield Moment(name="by result, dealt", screen=look(felt))
    for code in ("p1:100", "p2:100", "a1:275"):
        felt.play(code)
        yield Moment(name=f"by result, {code}", screen=look(felt))
    felt.play("p1:50", "e")
    yield Moment(name="by result, carried", screen=look(felt))
    felt.deal()
    yield Moment(name="by result, dealt again", screen=look(felt))


def antes() -> Iterator[Moment]:
    """Pot limit that counts the ante, and one that does not."""
    for counts in (True, False):
        level = replace(level_of("PO"), ante=50, ante_kind="big_blind")
        felt = make_felt(1000, 1000, 1000, 1000, structure=sheet(level, level))
        Tournament.objects.update(rule_overrides={"engine": {"pot_limit_counts_bba": counts}})
        felt.deal()
        yield Moment(name=f"pot limit, ante counted {counts}", screen=look(felt))


def reshuffles() -> Iterator[Moment]:
    level = replace(level_of("F2L3D"), ante=0)
    felt = make_felt(*[1000] * 6, structure=sheet(level, level))
    felt.deal()
    felt.play("f3", "c4", "c5", "c6", "c1", "k2")
    felt.play("d1:??????????", "d2:??????????", "d4:????????", "d5:??????????", "d6:??????")
    shown = look(felt)
    yield Moment(name="reshuffled", screen=shown)
    whole = replace(shown.feed, reshuffled=Reshuffled(seat=6, from_stub=0, reshuffled=3))
    yield Moment(name="reshuffled whole", screen=replace(shown, feed=whole))


def carried_pots() -> Iterator[Moment]:
    level = replace(level_of("N5DP"), small_blind=0, big_blind=0)
    felt = make_felt(1000, 1000, 1000, structure=sheet(level, level))
    felt.deal()
    felt.play("k1", "k2", "k3")
    yield Moment(name="carried pot before", screen=look(felt))
    felt.deal()
    yield Moment(name="carried pot dealt", screen=look(felt))


def rare_moments() -> Iterator[Moment]:
    """What a hand at random seldom comes to, in the games that know it."""
    for name, game, stacks, codes in RARE:
        level = replace(level_of(game), ante=10)
        felt = make_felt(*stacks, seats=10, structure=sheet(level, level))
        felt.deal()
        felt.play(*codes.split())
        yield Moment(name=name, screen=look(felt))
        if name == "halves won":
            Seat.objects.filter(table=felt.table).update(entry=None)
            yield Moment(name="the seats have changed", screen=look(felt))


ALL_IN: Final = "t1:6d t2:Kh t3:2c i3 c1 c2 t1:7d t2:Qs t3:9c r2:50 r3:100 f1 c2"
TO_THE_END: Final = "c3 c1 k2 b:?????? k1 k2 k3 b:?? k1 k2 k3 b:?? k1 k2 k3"
RARE: Final[tuple[tuple[str, str, tuple[int, ...], str], ...]] = (
    ("run-out of stud", "F7S", (1000, 130, 130), ALL_IN),
    ("openers are shown", "N5DJ", (1000, 1000, 1000), "r1:50 c2 f3 d1:2c d2: r1:50 f2"),
    ("draw of four cards", "FB", (1000, 1000, 1000), "c3 c1 k2"),
    ("more asked than the stub has", "N5D", (1000,) * 7, "c3 c4 c5 c6 c7 c1 k2 x:stub_count,a=1"),
    ("one has mucked", "NT", (1000, 1000, 1000), f"{TO_THE_END} m1"),
    ("halves declared", "FO/8", (1000, 1000, 1000), f"{TO_THE_END} w0h:3"),
    ("halves won", "FO/8", (1000, 1000, 1000), f"{TO_THE_END} w0h:3 w0l:1,2"),
)


SCENES: Final[Mapping[str, Callable[[], Iterator[Moment]]]] = MappingProxyType(
    {
        scene.__name__: scene
        for scene in (
            statuses, clocks, messages, view_only, refusals, rulings, proposals, moves, many_moves, seats, newcomer,
            bust_outs, awkward_names, straddle, mixed_levels, dealers_choice, antes, reshuffles, carried_pots,
            rare_moments,
        )
    }
)  # fmt: skip
