"""Three structures from what one knows, printed:

    python -m tournament.rules.structure.generate --players 15-20 --stack 10000 --chips 25,100,500,1000,5000 \\
        --hours 5.5 --minutes 20

--help lists what else can be said. The end is that of the forecast, made from published figures alone.
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from typing import get_args

from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.generate.climb import POWERS
from tournament.rules.structure.generate.ends import ends_after
from tournament.rules.structure.generate.making import make_sheet
from tournament.rules.structure.generate.outlook import outlook_of
from tournament.rules.structure.generate.printing import chips_text, final_table_text, sheet_text
from tournament.rules.structure.generate.wishes import StructureWishes
from tournament.rules.structure.level_games import AnteKind


def main(arguments: Sequence[str]) -> int:
    """0 with the sheets on the standard output, otherwise 2 with what is wrong on the other one."""
    asked = _parser().parse_args(arguments)
    try:
        wishes = _wishes(asked)
        sheets = [make_sheet(wishes, ends_after, pace=pace) for pace in asked.sheet or POWERS]
    except StructureError as error:
        print(error, file=sys.stderr)
        return 2
    chips = wishes.chips_in_play(wishes.players)
    print(f"{wishes.players} players, {chips:,} chips in play.")
    print(chips_text(wishes))
    for sheet in sheets:
        print()
        outlook = outlook_of(sheet.structure.periods, players=wishes.players, chips=chips)
        print(sheet_text(sheet, outlook))
        if asked.final_depth:
            depth, players = asked.final_depth, min(asked.final_table, wishes.players)
            print(final_table_text(sheet, chips=chips, players=players, big_blinds=depth))
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m tournament.rules.structure.generate", description="Make structures that end on time."
    )
    parser.add_argument("--players", type=_range, required=True, help="how many are expected: 15-20, or 18")
    parser.add_argument("--stack", type=int, required=True, help="chips at the start")
    parser.add_argument("--chips", type=_numbers, required=True, help="values of the chip set: 25,100,500")
    parser.add_argument("--hours", type=float, required=True, help="from the first hand to the last: 5.5")
    parser.add_argument("--minutes", type=float, default=0, help="of a level; left out, it is chosen")
    parser.add_argument("--rebuys", type=int, default=0, help="stacks bought again, or on top")
    parser.add_argument(
        "--depth", type=int, default=0, help="big blinds at the start; left out, they are chosen"
    )
    parser.add_argument("--breaks", type=float, default=80, help="minutes of play between breaks, 0 for none")
    parser.add_argument("--break", type=float, default=10, dest="pause", help="minutes of a break")
    parser.add_argument("--ante", choices=get_args(AnteKind), default="big_blind", help="who pays an ante")
    parser.add_argument("--ante-from", type=int, default=5, help="the first level with an ante")
    parser.add_argument(
        "--games", type=lambda text: tuple(text.split(",")), default=("NT",), help="codes: NT, or FT,FR"
    )
    parser.add_argument("--hands", type=int, default=8, help="hands of each game, where there are several")
    parser.add_argument(
        "--final-depth",
        type=float,
        default=0,
        help="big blinds of an average final table: says when it begins",
    )
    parser.add_argument("--final-table", type=int, default=9, help="players of it")
    parser.add_argument("--sheet", choices=tuple(POWERS), action="append", help="only this one of the three")
    return parser


def _wishes(asked: Namespace) -> StructureWishes:
    fewest, most = asked.players
    return StructureWishes(
        fewest_players=fewest,
        most_players=most,
        stack=asked.stack,
        chip_values=asked.chips,
        seconds=round(asked.hours * 3600),
        rebuys=asked.rebuys,
        level_seconds=round(asked.minutes * 60),
        break_every=round(asked.breaks * 60),
        break_seconds=round(asked.pause * 60),
        ante_kind=asked.ante,
        ante_from=asked.ante_from,
        games=asked.games,
        hands_per_game=asked.hands,
        depth=asked.depth,
    )


def _range(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    try:
        return int(low), int(high or low)
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is not a number of players, as in 18 or 15-20") from None


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(each) for each in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is not a list of chip values, as in 25,100,500") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
