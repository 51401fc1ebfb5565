"""What a game is, read off its code: the betting letter, then the form ("F7S/8", "N2L1D")."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

BETTING = {"N": "no limit", "P": "pot limit", "F": "fixed limit", "S": "spread limit"}
HIGH_FORMS = ("T", "S", "7S", "5S", "5D", "5DA")


@dataclass(frozen=True, kw_only=True)
class BookGame:
    """faces: the cards of a player, d(own) or u(p). boards: board cards before each round.
    big_from: the first round of the big bet. door: "low", "high" or "" (no up-cards).
    """

    betting: str
    form: str
    faces: str = ""
    first_cards: int = 0
    boards: tuple[int, ...] = ()
    big_from: int
    rounds: int
    door: str = ""
    ace_high: bool = True
    low_board: bool = False
    antes_only: bool = False

    @property
    def is_stud(self) -> bool:
        return bool(self.door)

    @property
    def halves(self) -> int:
        return 2 if self.form.endswith(("/8", "/HL", "B2", "B5")) else 1


@cache
def described(code: str) -> BookGame:
    """Raises KeyError for a game that the book does not describe: jokers, openers, Italian poker."""
    betting, form = BETTING[code[0]], code[1:]
    if form in ("T", "S") or form[:1] in ("O", "C"):
        cards = {"O": int(form[1:2]) if form[1:2].isdigit() else 4, "C": 5}.get(form[0], 2)
        return BookGame(
            betting=betting,
            form=form,
            faces="d" * cards,
            first_cards=cards,
            boards=(1, 2, 1, 1) if form[0] == "C" else (0, 3, 1, 1),
            big_from=2,
            rounds=4,
        )
    if form in ("7S", "7S/8", "7S/HL", "R"):
        highest = form in ("7S/HL", "R")
        return BookGame(
            betting=betting,
            form=form,
            faces="dduuuud",
            first_cards=3,
            big_from=2,
            rounds=5,
            door="high" if highest else "low",
            ace_high=not highest,
            low_board=highest,
        )
    if form == "5S":
        return BookGame(
            betting=betting, form=form, faces="duuuu", first_cards=2, big_from=2, rounds=4, door="high"
        )
    if form not in (
        "5D",
        "5DA",
        "B",
        "B2",
        "B5",
        *[f"{scale}L{draws}D" for scale in "256" for draws in "13"],
    ):
        raise KeyError(code)
    draws = 3 if form[0] == "B" or form.endswith("3D") else 1
    cards = 4 if form == "B" else 5
    return BookGame(
        betting=betting,
        form=form,
        faces="d" * cards,
        first_cards=cards,
        big_from=2 if draws == 3 else 1,
        rounds=draws + 1,
        antes_only=form == "5DA",
    )
