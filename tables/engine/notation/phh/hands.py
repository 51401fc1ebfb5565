"""PHH, the poker hand history format: TOML, one hand in a .phh file, one table per hand in a .phhs.

Reading checks the form and builds setup and operations; whether the play was legal shows when they
are replayed. Our own extensions stay inside the format: fields that begin with an underscore, and
commentary. `_setup` holds the whole setup where PHH's own fields cannot say it (a button on an
empty seat, house rules, a denomination), `_scale` how many chips make one of the file's units where
its amounts do not tell; a winner recorded without cards, or a ruling, is a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from tables.engine.errors import InvalidNotation
from tables.engine.games.catalogue import GAMES
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.posts import clockwise
from tables.engine.games.setup import Setup
from tables.engine.hand import replay
from tables.engine.notation.fields import (
    LARGEST_SUM,
    MOST_PLACES,
    PhhError,
    amount_field,
    amounts_field,
    descale,
    list_field,
    phh_error,
    scale_of,
    show,
    signed_amounts_field,
    text_field,
)
from tables.engine.notation.phh.files import Named, split_phh, split_phh_blocks
from tables.engine.notation.phh.reading import parse_actions, to_operations
from tables.engine.notation.phh.setups import ForcedBets, build_setup, forced_bets
from tables.engine.notation.phh.writing import format_actions
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS, RecordedHand
from tables.engine.notation.toml import format_toml
from tables.engine.play.operations import Operation
from tables.engine.streets.streets import MOST_BOARDS
from tables.engine.validation import LAST_SEAT

_SCALES: Final[tuple[int, ...]] = tuple([10**places for places in range(MOST_PLACES + 1)])
_READ_FIELDS: Final = frozenset(
    (
        "variant", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet",
        "starting_stacks", "actions", "players", "finishing_stacks", "seats", "ante_trimming_status", "_setup",
        "_scale",
    )
)  # fmt: skip


def read_phh(text: str, *, rules: HouseRules = RULES_OF_RECORDS) -> list[RecordedHand]:
    """The hands of a .phh or .phhs text; raises PhhError, at the first bad hand, and nothing else."""
    hands = []
    for name, hand in read_hands(text, rules=rules):
        if isinstance(hand, PhhError):
            raise _of_hand(name, hand)
        hands.append(hand)
    return hands


def read_hands(
    text: str, *, rules: HouseRules = RULES_OF_RECORDS
) -> Iterator[tuple[str, RecordedHand | PhhError]]:
    """Each hand of a .phh or .phhs text with its name, "" where there is only one.

    What is wrong with a hand stands in its place, and the others are read all the same.
    """
    return _read_all(split_phh(text), rules)


def read_hands_of_blocks(
    blocks: Iterable[str], *, rules: HouseRules = RULES_OF_RECORDS
) -> Iterator[tuple[str, RecordedHand | PhhError]]:
    """The same of a text of any length that comes in blocks of whole lines."""
    return _read_all(split_phh_blocks(blocks), rules)


def _read_all(split: Iterable[Named], rules: HouseRules) -> Iterator[tuple[str, RecordedHand | PhhError]]:
    for name, fields in split:
        if isinstance(fields, PhhError):
            yield name, fields
            continue
        try:
            hand: RecordedHand | PhhError = read_hand(fields, rules=rules)
        except PhhError as error:
            hand = error
        yield name, hand


def _of_hand(name: str, error: PhhError) -> PhhError:
    return PhhError(f"hand {name[:40]}: {error}" if name else str(error), error.code, error.params)


def read_hand(fields: Mapping[str, object], *, rules: HouseRules = RULES_OF_RECORDS) -> RecordedHand:
    """One hand from its fields; raises PhhError and nothing else."""
    try:
        return _read_hand(fields, rules)
    except InvalidNotation as error:
        # Also what the setup itself refuses: a caller has one kind of error to catch.
        raise PhhError(str(error), error.code, error.params) from None


def _read_hand(fields: Mapping[str, object], rules: HouseRules) -> RecordedHand:
    variant = _variant(fields)
    stacks = amounts_field(fields, "starting_stacks")
    count = _check_players(variant, len(stacks))
    seats = _seats(fields, count)
    actions = parse_actions(list_field(fields, "actions"), players=count)
    bets = _forced_bets(fields, variant, count)
    amounts = [*stacks, *bets.amounts(), *[action.amount for action in actions if action.amount]]
    scale = _scale(fields, least=scale_of(amounts))
    chips = [int(stack * scale) for stack in stacks]
    if "_setup" in fields:
        setup = _own_setup(fields["_setup"], variant, dict(zip(seats, chips, strict=True)))
    else:
        told = sum([len(action.cards) for action in actions if action.verb == "db"])
        if told > GAMES[variant].board_cards > 0:
            rules = replace(rules, run_out_boards=MOST_BOARDS)  # dealt more than once, it was allowed to
        setup = build_setup(game=variant, rules=rules, seats=seats, stacks=chips, bets=bets.times(scale))
    finishing = _finishing_stacks(fields, count)
    return RecordedHand(
        setup=setup,
        operations=to_operations(actions, setup=setup, seats=seats, scale=scale, ended=finishing),
        variant=variant,
        players=_players(fields, count),
        seats=seats,
        finishing_stacks=finishing,
        scale=scale,
        meta={key: value for key, value in fields.items() if key not in _READ_FIELDS},
    )


def _scale(fields: Mapping[str, object], *, least: int) -> int:
    """How many chips make one of the file's units: the least power of ten, or a greater one as stated."""
    stated = fields.get("_scale", least)
    for scale in _SCALES:
        if type(stated) is int and stated == scale >= least:
            return scale
    raise phh_error("_scale", f"{show(stated)} is not right, write {least}, or as many times ten")


def _variant(fields: Mapping[str, object]) -> str:
    variant = text_field(fields, "variant")
    if variant not in GAMES:
        problem = f"{show(variant)} is no known variant, write one of {', '.join(GAMES)}"
        raise phh_error("variant", problem, variant=variant[:40])
    return variant


def _check_players(variant: str, count: int) -> int:
    most = GAMES[variant].most_recorded
    if not 2 <= count <= most:
        raise phh_error("starting_stacks", f"{count} players, but {variant} is for 2 to {most}")
    return count


def _forced_bets(fields: Mapping[str, object], variant: str, count: int) -> ForcedBets[Decimal]:
    """Stud has a bring-in and no blinds; limit has two bets, the other structures a least one."""
    game = GAMES[variant]
    limit = game.betting in ("fixed_limit", "spread_limit")
    none = Decimal(0)
    if game.is_stud:
        blinds: Sequence[Decimal] = (none,) * count
    else:
        blinds = signed_amounts_field(fields, "blinds_or_straddles", length=count)
    return ForcedBets(
        antes=amounts_field(fields, "antes", length=count),
        blinds=blinds,
        # Antes alone may bring the first chips in: then there is nothing to bring.
        bring_in=amount_field(fields, "bring_in") if game.is_stud else none,
        min_bet=none if limit else _bet(fields, "min_bet"),
        small_bet=_bet(fields, "small_bet") if limit else none,
        big_bet=_bet(fields, "big_bet") if limit else none,
    )


def _bet(fields: Mapping[str, object], name: str) -> Decimal:
    amount = amount_field(fields, name)
    if not amount:
        raise phh_error(name, "0 is no bet, write the amount")
    return amount


def _seats(fields: Mapping[str, object], count: int) -> tuple[int, ...]:
    """The stated seats if they run clockwise in the order of the players, else 1, 2, 3, …"""
    stated = fields.get("seats")
    if isinstance(stated, list) and len(stated) == count and all(type(seat) is int for seat in stated):
        first = stated.index(min(stated))
        ascending = stated[first:] + stated[:first]
        if ascending[0] >= 1 and ascending[-1] <= LAST_SEAT and all(a < b for a, b in pairwise(ascending)):
            return tuple(stated)
    return tuple(range(1, count + 1))


def _players(fields: Mapping[str, object], count: int) -> tuple[str, ...]:
    if "players" not in fields:
        return tuple([f"p{number}" for number in range(1, count + 1)])
    names = list_field(fields, "players", length=count)
    return tuple([text_field({"players": name}, "players") for name in names])


def _finishing_stacks(fields: Mapping[str, object], count: int) -> tuple[Decimal, ...] | None:
    if "finishing_stacks" not in fields:
        return None
    return amounts_field(fields, "finishing_stacks", length=count, most=LARGEST_SUM)


def _own_setup(value: object, variant: str, stack_of: Mapping[int, int]) -> Setup:
    if not isinstance(value, dict):
        raise phh_error("_setup", f"{show(value)} is not a table")
    setup = Setup.from_dict(value)
    if setup.game != variant or {each.seat: each.stack for each in setup.seats} != stack_of:
        raise phh_error("_setup", "it contradicts variant, seats or starting_stacks: remove one of them")
    return setup


def format_phh(
    setup: Setup,
    operations: Iterable[Operation],
    *,
    players: Sequence[str] = (),
    scale: int = 1,
    fields: Mapping[str, object] | None = None,
) -> str:
    """The text of a .phh file; `read_phh` gives back an equal setup and the operations that count.

    players: names in the order of setup.seats. scale: chips are written divided by it, a power of ten
    up to 10,000. fields: optional ones such as event, table or hand; those written from the hand itself
    are ignored. Hole cards come first whenever they became known. Finishing stacks are stated when the
    hand is over. Raises IllegalAction where the operations are not a lawful hand.
    """
    operations = tuple(operations)
    state = replay(setup, operations)
    seats = clockwise([each.seat for each in setup.seats], after=setup.button)
    stack_of = {each.seat: each.stack for each in setup.seats}
    bets = forced_bets(setup, seats)

    def listed(amounts: Iterable[int]) -> list[int | Decimal]:
        return [descale(amount, scale) for amount in amounts]

    actions = format_actions(operations, setup=setup, seats=seats, scale=scale)
    game = GAMES[setup.game]
    written: dict[str, object] = {
        "variant": setup.game,
        # Trimmed, an ante that others do not pay comes back: the ante of the table, a dead blind.
        "ante_trimming_status": not any(post.kind in ("table_ante", "dead_blind") for post in setup.posts)
        and setup.stakes.ante_kind not in ("big_blind", "button"),
        "antes": listed(bets.antes),
    }
    if not game.is_stud:
        written["blinds_or_straddles"] = listed(bets.blinds)
    else:
        written["bring_in"] = descale(bets.bring_in, scale)
    for name in ("min_bet", "small_bet", "big_bet"):
        if amount := getattr(bets, name):
            written[name] = descale(amount, scale)
    written["starting_stacks"] = listed(stack_of[seat] for seat in seats)
    written["actions"] = actions
    if players:
        name_of = dict(zip(stack_of, players, strict=True))
        written["players"] = [name_of[seat] for seat in seats]
    if state.is_complete:
        written["finishing_stacks"] = listed(state.stacks[seat] for seat in seats)
    if seats != tuple(range(1, len(seats) + 1)):
        written["seats"] = list(seats)
    stacks = [stack_of[seat] for seat in seats]
    if setup != build_setup(game=setup.game, rules=RULES_OF_RECORDS, seats=seats, stacks=stacks, bets=bets):
        written["_setup"] = setup.to_dict()
    amounts = [Decimal(descale(amount, scale)) for amount in (*stacks, *bets.amounts())]
    if scale != scale_of([*amounts, *_raised(actions)]):
        written["_scale"] = scale
    extra = {key: value for key, value in (fields or {}).items() if key not in _READ_FIELDS}
    return format_toml(written | extra)


def _raised(actions: Iterable[str]) -> list[Decimal]:
    """The amounts of bets and raises, in the units of the file."""
    words = [action.split() for action in actions]
    return [Decimal(each[2]) for each in words if each[1] == "cbr"]


def join_phhs(texts: Iterable[str]) -> str:
    """The text of a .phhs file from those of its hands, numbered from 1."""
    return "\n".join([f"[{number}]\n{text}" for number, text in enumerate(texts, start=1)])
