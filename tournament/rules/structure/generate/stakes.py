"""What the games of one level are played for, made from its small blind.

Fixed limit has bets of the big blind and twice it, and no ante; ante and bring-in of stud are a quarter of the small
bet, as in the WSOP Players Championship (2023, event 43), or what the chips can pay instead. An ante of each player is
an eighth of the big blind; one for the table is the big blind.
"""

from tournament.rules.structure.level_games import AnteKind, LevelGame, StakesKind, stakes_kind


def stakes_of(game: str, *, small: int, unit: int, ante_kind: AnteKind) -> LevelGame:
    """The stakes of a game whose blinds are `small` and twice `small`; amounts are multiples of `unit`."""
    kind, big = stakes_kind(game), 2 * small
    if kind in ("stud", "stud_no_limit", "antes", "antes_limit"):
        return _of_antes(game, kind, big=big, quarter=_nearest(big, 4, unit=unit))
    if kind == "limit":
        return LevelGame(game=game, small_blind=small, big_blind=big, small_bet=big, big_bet=2 * big)
    return LevelGame(
        game=game,
        small_blind=0 if kind == "button_blind" else small,
        big_blind=big,
        ante=_ante(ante_kind, big=big, unit=unit),
        ante_kind=ante_kind,
    )


def _of_antes(game: str, kind: StakesKind, *, big: int, quarter: int) -> LevelGame:
    bring_in = quarter if kind in ("stud", "stud_no_limit") else 0
    if kind in ("stud", "antes_limit"):
        return LevelGame(
            game=game, ante=quarter, ante_kind="classic", bring_in=bring_in, small_bet=big, big_bet=2 * big
        )
    return LevelGame(game=game, ante=quarter, ante_kind="classic", bring_in=bring_in, min_bet=big)


def _ante(ante_kind: AnteKind, *, big: int, unit: int) -> int:
    if ante_kind == "none":
        return 0
    return _nearest(big, 8, unit=unit) if ante_kind == "classic" else big


def _nearest(amount: int, parts: int, *, unit: int) -> int:
    """The multiple of `unit` nearest to one of so many parts of an amount; at least one unit."""
    return unit * max(1, (2 * amount + parts * unit) // (2 * parts * unit))
