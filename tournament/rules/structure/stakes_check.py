"""Can one game be played for these stakes, and do they follow from what it was played for before?

The part of the structure's check that looks at a single game of a level. The director's remarks
are made here without a row; check.py says which row, and which games of a mixed level.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournament.rules.structure.level_games import LevelGame, stakes_kind

Severity: TypeAlias = Literal["error", "warning"]

_BETS: Final = ("small_bet", "big_bet", "bring_in", "min_bet")


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureRemark:
    """One remark on a structure; `row` counts from 1 with breaks, None is the whole.

    `games` are those of a mixed level that the remark is about; empty where the level has one.
    """

    severity: Severity
    code: str
    params: dict[str, object]
    row: int | None
    template: str
    games: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The remark in English."""
        return self.template % self.params if self.params else self.template


def error(code: str, row: int | None, template: str, **params: object) -> StructureRemark:
    return StructureRemark(severity="error", code=code, params=params, row=row, template=template)


def warning(code: str, row: int | None, template: str, **params: object) -> StructureRemark:
    return StructureRemark(severity="warning", code=code, params=params, row=row, template=template)


def check_stakes(row: int, game: LevelGame) -> Iterator[StructureRemark]:
    """What is wrong or unusual with the stakes of one game, taken alone."""
    yield from _check_blinds(row, game)
    yield from _check_ante(row, game)
    yield from _check_bets(row, game)


def check_rise(row: int, last: LevelGame, game: LevelGame) -> Iterator[StructureRemark]:
    """A game against the same game in the level that played it last."""
    for field in ("small_blind", "big_blind", *_BETS):
        before, after = getattr(last, field), getattr(game, field)
        if after < before:
            yield error(
                "falling_bets" if field in _BETS else "falling_blinds",
                row,
                "The %(name)s falls from %(last)s to %(amount)s.",
                name=field.replace("_", " "),
                last=before,
                amount=after,
            )
    if game.ante_kind == last.ante_kind and game.ante < last.ante:
        yield warning(
            "falling_ante",
            row,
            "The ante falls from %(last)s to %(amount)s.",
            last=last.ante,
            amount=game.ante,
        )
    if last.big_blind and game.big_blind > 2 * last.big_blind:
        yield warning(
            "jump",
            row,
            "The big blind more than doubles, from %(last)s to %(amount)s.",
            last=last.big_blind,
            amount=game.big_blind,
        )
    elif not last.big_blind and last.least_bet and game.least_bet > 2 * last.least_bet:
        yield warning(
            "jump",
            row,
            "The minimum bet more than doubles, from %(last)s to %(amount)s.",
            last=last.least_bet,
            amount=game.least_bet,
        )


def _check_blinds(row: int, game: LevelGame) -> Iterator[StructureRemark]:
    if game.big_blind == 0:
        # Stud and draw games opened by an ante: somebody puts chips in, and a bet has a size.
        if game.small_blind or not ((game.ante or game.bring_in) and game.least_bet):
            yield error("no_blinds", row, "There is no big blind: no player would have to bet.")
        return
    if game.small_blind > game.big_blind:
        yield error(
            "small_blind_above_big",
            row,
            "The small blind %(small)s is above the big blind %(big)s.",
            small=game.small_blind,
            big=game.big_blind,
        )
    elif stakes_kind(game.game) == "button_blind" and not game.small_blind:
        return
    elif not game.big_blind <= 3 * game.small_blind <= 2 * game.big_blind:
        yield warning(
            "unusual_blinds",
            row,
            "The small blind %(small)s is not near half of the big blind %(big)s.",
            small=game.small_blind,
            big=game.big_blind,
        )


def _check_ante(row: int, game: LevelGame) -> Iterator[StructureRemark]:
    if game.ante and game.ante_kind == "none":
        yield error(
            "ante_without_kind", row, "There is an ante of %(ante)s: choose who pays it.", ante=game.ante
        )
    if not game.ante and game.ante_kind != "none":
        yield warning("kind_without_ante", row, "An ante is chosen but its amount is 0.")
    # One ante for the table may be one and a half big blinds (WSOP 2023, event 43: 50/100 with 150).
    halves = 2 if game.ante_kind == "classic" else 3
    if 0 < halves * game.big_blind < 2 * game.ante:
        yield error(
            "ante_above_big_blind",
            row,
            "The ante %(ante)s is above the big blind %(big)s.",
            ante=game.ante,
            big=game.big_blind,
        )


def _check_bets(row: int, game: LevelGame) -> Iterator[StructureRemark]:
    if game.game.startswith("F") and not 0 < game.small_bet <= game.big_bet:
        yield error(
            "limit_bets_missing",
            row,
            "A fixed-limit level needs a small bet, and a big bet that is at least as large.",
        )
    if stakes_kind(game.game) == "stud" and not game.bring_in:
        yield warning(
            "no_bring_in", row, "There is no bring-in: the player who acts first at stud may check."
        )
    if 0 < game.least_bet <= game.bring_in:
        yield error(
            "bring_in_not_below_bet",
            row,
            "The bring-in %(amount)s is not below the minimum bet %(bet)s.",
            amount=game.bring_in,
            bet=game.least_bet,
        )
