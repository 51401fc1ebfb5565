"""What a game is: the data that the mechanisms of the hand read. The values are in catalogue.py.

A street says what is dealt before its betting round; a game is its streets, its betting structure,
what brings the first chips in, and the contests its pot is played for. A new variant is a new
value, not a branch elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tables.engine.cards.rankings import Ranking, Selection
from tables.engine.cards.ranks import RANKS

Betting = Literal["no_limit", "pot_limit", "fixed_limit", "spread_limit", "cip", "none"]
Family = Literal["holdem", "omaha", "stud", "draw", "italian", "result"]
FirstToAct = Literal["after_blinds", "after_button", "door_card", "best_board", "opener"]
Joker = Literal["", "wild", "bug"]
BetSize = Literal["small", "big"]
Unbet = Literal["goes_on", "carries", "carries_equalised"]
"""What becomes of the pot when nobody bets on a street: the hand continues; the pot carries over to
the next deal (S-063); it does so after the folded players have paid what the others did (S-096)."""


def places_up(faces: str) -> tuple[tuple[int, ...], ...]:
    """For a hand of so many cards, from none: where in it the face-up ones stand."""
    return tuple(tuple(at for at in range(count) if faces[at] == "u") for count in range(len(faces) + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """One deal, or one draw, and the betting round after it.

    down, up: cards for each player, face down and face up. bet: which of the two bets of fixed
    limit is played.
    """

    name: str
    down: int = 0
    up: int = 0
    board_cards: int = 0
    draw: bool = False
    first_to_act: FirstToAct = "after_button"
    bet: BetSize = "small"
    unbet: Unbet = "goes_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One way to win: a game has one, or a high and a low that share each pot.

    qualifier: the weakest hand that may win, as cards ("8c7d6h5s4c"); "" where every hand may.
    """

    ranking: Ranking
    selection: Selection = "any"
    qualifier: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorCardRule:
    """The door card that opens the betting: the lowest or the highest, suits deciding (S-069, WSOP)."""

    low: bool
    ace_high: bool


# Compared by identity: there is one value per game, and it is the key of look-ups.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """One variant.

    ranks: of the deck, the weakest first. rule_of_eleven: the deck depends on the players dealt in
    (S-080). low_board: from the second street on the lowest up-cards act first. odd_chip: between
    tied hands by position from the button (TDA 20-A) or by the suit of the highest card (20-B).
    openers: ranks of the pair that must open, the later ones after each hand that nobody opened.
    """

    code: str
    name: str
    family: Family
    streets: tuple[Street, ...]
    betting: Betting
    contests: tuple[Contest, ...]
    ranks: str = RANKS
    joker: Joker = ""
    rule_of_eleven: bool = False
    door_card_rule: DoorCardRule | None = None
    low_board: bool = False
    odd_chip: Literal["button", "suit"] = "button"
    openers: str = ""
    faces: str = field(init=False)
    """For each card of a player, in the order of the deal, d(own) or u(p)."""
    up_places: tuple[tuple[int, ...], ...] = field(init=False)
    """For a hand of so many cards, from none: where in it the face-up ones stand."""
    hole_cards: int = field(init=False)
    board_cards: int = field(init=False)
    is_high_low: bool = field(init=False)
    is_stud: bool = field(init=False)
    has_draws: bool = field(init=False)
    plays_cards: bool = field(init=False)
    """Whether more is to be followed than hole cards and a board: up-cards, draws, openers."""
    most_players: int = field(init=False)
    """As many as the deck deals to the last card, with a burn before each deal but the first. Houses and books
    take fewer for draw (tournament.rules.structure.game_sizes).
    """
    most_recorded: int = field(init=False)
    """The same without burns: in hands from elsewhere nobody may have burned a card."""

    def __post_init__(self) -> None:
        faces = "".join(["d" * street.down + "u" * street.up for street in self.streets])
        found: dict[str, object] = {
            "faces": faces,
            "up_places": places_up(faces),
            "hole_cards": len(faces),
            "board_cards": sum([street.board_cards for street in self.streets]),
            "is_high_low": len(self.contests) == 2,
            "is_stud": "u" in faces,
            "has_draws": any(street.draw for street in self.streets),
            "plays_cards": self.family in ("stud", "draw", "italian"),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)
        # The last of seven cards may be one for all (TDA RP-10H): with a burn for it, it comes out of the burns.
        burns = max(len(self.streets) - 1 - self.shares_last_card, 0)
        object.__setattr__(self, "most_players", self._players_for(burns=burns))
        object.__setattr__(self, "most_recorded", self._players_for(burns=0))

    def _players_for(self, *, burns: int) -> int:
        if self.rule_of_eleven:
            return 9  # eleven less nine makes the two the lowest card (S-080)
        each = self.hole_cards - self.shares_last_card
        deck = len(self.ranks) * 4 + bool(self.joker)
        return (deck - self.board_cards - burns) // each if each else 20

    @property
    def is_split_low(self) -> bool:
        """Whether the halves are two lows: five cards, and a badugi."""
        return self.is_high_low and self.contests[0].ranking.low

    @property
    def shares_last_card(self) -> bool:
        """Whether the last card may be a community card, where the stub has too few (TDA RP-10H, WSOP)."""
        return self.is_stud and self.faces[-1] == "d"

    @property
    def has_button(self) -> bool:
        """Whether the button decides who acts first; in stud the cards do."""
        return not self.is_stud

    @property
    def carries(self) -> bool:
        """Whether a pot may carry over to the next hand."""
        return self.betting == "none" or any(street.unbet != "goes_on" for street in self.streets)
