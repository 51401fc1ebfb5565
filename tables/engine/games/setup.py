"""The setup of a hand: game, house rules, stakes, seats and the chips posted before the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tables.engine.cards.ranks import RANKS
from tables.engine.games.catalogue import GAMES
from tables.engine.games.decks import InPlay, agreed_lowest, in_play
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.posts import ButtonAndBlinds, Entering, Opening, Post, SeatStack, opening, posts_due
from tables.engine.games.stakes import Stakes
from tables.engine.validation import LAST_SEAT, bad_setup, check_fields, mapping, rows, text, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedPot:
    """A pot that nobody won, carried over from the hand before, and what opens it (see play.openers).

    chips: on the table before any post. openers: the rank of the pair that opens now, "" for
    the game's first. parola: the pot was opened, then checked by all (S-096).
    """

    chips: int = 0
    openers: str = ""
    parola: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rake:
    """The house's share of a cash game: hundredths of a percent of each pot, at most cap (S-009)."""

    hundredths: int = 0
    cap: int = 0

    def taken(self, pots: Iterable[int], *, chip: int) -> list[int]:
        """What the house takes of each pot, the main pot first: whole chips, up to the cap."""
        left, taken = self.cap, []
        for pot in pots:
            taken.append(min(pot * self.hundredths // 10_000, left) // chip * chip)
            left -= taken[-1]
        return taken


NO_CARRIED_POT: Final = CarriedPot()
NO_RAKE: Final = Rake()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything fixed before the first card.

    seats: only the players dealt in, by ascending seat number. posts: in the order in which they
    are taken from the stacks. last_two: the event is down to two players (for the limit cap).
    title: the name of a game that is recorded by its result only. deck_lowest: the lowest rank of
    an Italian deck where the house does not follow the rule of eleven. In stud the button is the
    seat at the dealer's right. Raises InvalidNotation when the parts cannot belong to one hand.
    """

    game: str
    rules: HouseRules
    stakes: Stakes
    button: int
    seats: tuple[SeatStack, ...]
    posts: tuple[Post, ...]
    last_two: bool = False
    carried_pot: CarriedPot = NO_CARRIED_POT
    rake: Rake = NO_RAKE
    title: str = ""
    deck_lowest: str = ""
    opening: Opening = field(init=False, compare=False, repr=False)
    in_play: InPlay = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise bad_setup("game", self.game, "one of " + ", ".join(GAMES))
        game, stakes = GAMES[self.game], self.stakes
        if game.betting in ("fixed_limit", "spread_limit") and not 0 < stakes.small_bet <= stakes.big_bet:
            raise bad_setup("small_bet", stakes.small_bet, "limit needs 0 < small_bet <= big_bet")
        whole(self.button, "button", at_least=1, at_most=LAST_SEAT)
        stacks = _check_seats(self.seats)
        _check_fits(len(stacks), game.most_recorded)
        _check_extras(self)
        with_what = in_play(
            game,
            players=len(self.seats),
            deck_lowest=self.deck_lowest,
            flush_over_full=self.rules.italian_flush_vs_full == "flush",
        )
        made = opening(
            button=self.button,
            stacks=stacks,
            posts=self.posts,
            stakes=stakes,
            carried_pot=self.carried_pot.chips,
            unknown_hand=with_what.unknown_hand,
            counts_table_ante=self.rules.pot_limit_counts_bba,
        )
        if game.is_stud and not stakes.bring_in and not made.antes:
            raise bad_setup("bring_in", stakes.bring_in, "stud needs antes or a bring-in")
        object.__setattr__(self, "in_play", with_what)
        object.__setattr__(self, "opening", made)

    @classmethod
    def for_level(
        cls,
        *,
        game: str,
        rules: HouseRules,
        stakes: Stakes,
        positions: ButtonAndBlinds,
        seats: Sequence[SeatStack],
        straddles: Sequence[tuple[int, int]] = (),
        entering: Sequence[tuple[int, Entering]] = (),
        fines: Sequence[tuple[int, int]] = (),
        last_two: bool = False,
        carried_pot: CarriedPot = NO_CARRIED_POT,
        rake: Rake = NO_RAKE,
        title: str = "",
    ) -> Setup:
        """The setup of a hand of this level, posts computed.

        straddles: (seat, amount) in the order they were put up, each at least twice the blind or
        straddle before it and paid in full. entering: what new players and returning players post
        (S-116, S-117). fines: (seat, amount) that a player owes the pot (S-122). Raises InvalidNotation
        also for more players than the deck is enough for with its burns.
        """
        seats = tuple(sorted(seats, key=lambda each: each.seat))
        if game in GAMES:
            _check_fits(len(seats), GAMES[game].most_players)
        posts = posts_due(
            stakes=stakes,
            positions=positions,
            stacks=_check_seats(seats),
            straddles=straddles,
            entering=entering,
            fines=fines,
            ante_first=rules.bba_order == "ante_first",
            # BARGE: short-handed the ante for the table falls away; TDA RP-11 never reduces it.
            table_ante=len(seats) > rules.bba_none_at,
        )
        return cls(
            game=game,
            rules=rules,
            stakes=stakes,
            button=positions.button,
            seats=seats,
            posts=posts,
            last_two=last_two,
            carried_pot=carried_pot,
            rake=rake,
            title=title,
            deck_lowest=_deck_lowest(game, rules, players=len(seats)),
        )

    def to_dict(self) -> dict[str, object]:
        """JSON-safe and compact: seats as [seat, stack], posts as [seat, amount, kind]."""
        data: dict[str, object] = {
            "game": self.game,
            "rules": self.rules.to_stored(),
            "stakes": self.stakes.to_dict(),
            "button": self.button,
            "seats": [[each.seat, each.stack] for each in self.seats],
            "posts": [[post.seat, post.amount, post.kind] for post in self.posts],
        }
        if self.last_two:
            data["last_two"] = True
        if self.carried_pot != NO_CARRIED_POT:
            # The name under which hands are stored.
            data["carry"] = [self.carried_pot.chips, self.carried_pot.openers, self.carried_pot.parola]
        if self.rake != NO_RAKE:
            data["rake"] = [self.rake.hundredths, self.rake.cap]
        for name in ("title", "deck_lowest"):
            if value := getattr(self, name):
                data[name] = value
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Setup:
        """The inverse of to_dict; raises InvalidNotation naming the bad field."""
        check_fields(data, _REQUIRED | _OPTIONAL, required=_REQUIRED)
        extras: dict[str, Any] = {
            name: text(data[name], name, "a text") for name in ("title", "deck_lowest") if name in data
        }
        if "carry" in data:
            pot, openers, parola = rows([data["carry"]], "carry", int, str, bool)[0]
            extras["carried_pot"] = CarriedPot(chips=pot, openers=openers, parola=parola)
        if "rake" in data:
            hundredths, cap = rows([data["rake"]], "rake", int, int)[0]
            extras["rake"] = Rake(hundredths=hundredths, cap=cap)
        return cls(
            game=text(data["game"], "game", "one of " + ", ".join(GAMES)),
            rules=HouseRules.from_dict(mapping(data["rules"], "rules")),
            stakes=Stakes.from_dict(mapping(data["stakes"], "stakes")),
            button=whole(data["button"], "button", at_least=1, at_most=LAST_SEAT),
            seats=tuple([SeatStack(*row) for row in rows(data["seats"], "seats", int, int)]),
            posts=tuple([Post(*row) for row in rows(data["posts"], "posts", int, int, str)]),
            last_two=_true_or_false(data.get("last_two", False), "last_two"),
            **extras,
        )


def _deck_lowest(game: str, rules: HouseRules, *, players: int) -> str:
    return agreed_lowest(GAMES[game], rules.italian_deck, players=players) if game in GAMES else ""


def _true_or_false(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise bad_setup(field, value, "true or false")
    return value


_REQUIRED: Final = {"game", "rules", "stakes", "button", "seats", "posts"}
_OPTIONAL: Final = {"last_two", "carry", "rake", "title", "deck_lowest"}
LONGEST_TITLE: Final = 60


def _check_seats(seats: Sequence[SeatStack]) -> dict[int, int]:
    """Seat to stack, if there are two or more, ascending and each with chips."""
    if len(seats) < 2:
        raise bad_setup("seats", len(seats), "at least two players")
    chips: dict[int, int] = {}
    before = 0
    for each in seats:
        seat, stack = each.seat, each.stack
        if type(seat) is not int or not before < seat <= LAST_SEAT:
            whole(seat, "seats", at_least=1, at_most=LAST_SEAT)
            raise bad_setup("seats", seat, "ascending seat numbers, each once")
        before = seat
        chips[seat] = whole(stack, "stack", at_least=1)
    return chips


def _check_fits(players: int, most: int) -> None:
    if players > most:
        raise bad_setup("seats", players, f"at most {most} players in this game")


def _check_extras(setup: Setup) -> None:
    """What most hands leave empty."""
    game, carried_pot, rake = GAMES[setup.game], setup.carried_pot, setup.rake
    if carried_pot is not NO_CARRIED_POT:
        whole(carried_pot.chips, "carry", at_least=0)
        if type(carried_pot.parola) is not bool:
            raise bad_setup("carry", carried_pot.parola, "true or false for parola")
        if carried_pot != NO_CARRIED_POT and not game.carries:
            raise bad_setup("carry", carried_pot.chips, "nothing: in this game every pot is won")
        if carried_pot.openers != "" and (
            type(carried_pot.openers) is not str or carried_pot.openers not in tuple(game.openers)
        ):
            raise bad_setup(
                "carry", carried_pot.openers, "one of the ranks that open " + ", ".join(game.openers)
            )
    if rake is not NO_RAKE:
        if whole(rake.hundredths, "rake", at_least=0) > 10_000:
            raise bad_setup("rake", rake.hundredths, "at most 10000 hundredths of a percent")
        whole(rake.cap, "rake", at_least=0)
    title: object = setup.title
    if not (isinstance(title, str) and len(title) <= LONGEST_TITLE and title.isprintable()):
        raise bad_setup("title", title, f"a text of at most {LONGEST_TITLE} printable characters")
    if setup.deck_lowest and not (game.rule_of_eleven and setup.deck_lowest in tuple("2345678")):
        raise bad_setup("deck_lowest", setup.deck_lowest, "a rank from 2 to 8, in Italian poker only")
    if setup.deck_lowest:
        cards = 4 * len(RANKS[RANKS.index(setup.deck_lowest) :])
        if cards < game.hole_cards * len(setup.seats):
            raise bad_setup("deck_lowest", setup.deck_lowest, f"more than {cards} cards for so many players")
