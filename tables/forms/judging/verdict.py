"""The question of a verdict: a game, hands and a board, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.engine import GAMES, HouseRules, InvalidNotation
from tables.engine.cards.ranks import RANKS
from tables.engine.games.verdict import HandsVerdict, cards_wanted, deck_ranks
from tables.floor.draws.cards import DECK
from tables.forms.cards import JOKER, example, first_piece, is_begun, leading_cards
from tables.queries.hands.verdict import VerdictQuestion, judge, player_label
from tables.queries.hands.verdict_games import FIRST, KINDS, kind_of
from tournament.words.writer import Writer

CARDS_MAX: Final = 120
MOST_HANDS: Final = 10
BOARD: Final = "board"
_NUMBERS: Final = ("hand_card_count", "board_card_count")


def hand_name(number: int) -> str:
    """The field of a hand."""
    return f"h{number}"


class VerdictForm(forms.Form):
    """`rows` are the numbers of the hands, `to` is the field that the next tapped card goes to.

    Cards that are still to come are not a mistake before the verdict is asked for (`go`).
    """

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=KINDS)
    players = forms.TypedChoiceField(
        label=gettext_lazy("Players dealt in"),
        choices=[(number, number) for number in range(2, 10)],
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(
        self, data: Mapping[str, str], *, rows: Sequence[int], seats: bool, rules: HouseRules, writer: Writer
    ) -> None:
        super().__init__(data, use_required_attribute=False)
        self.rows, self.seats, self.rules, self.writer = tuple(rows), seats, rules, writer
        self.kind = kind_of(data.get("game", "")) or FIRST
        self.found: HandsVerdict | None = None
        for number in rows:
            self.fields[hand_name(number)] = _CardsField(label=player_label(number, seats=seats))
        if self.has_board:
            self.fields[BOARD] = _CardsField(label=_("Community card") if self.is_stud else _("Board"))
        if not GAMES[self.kind].rule_of_eleven:
            del self.fields["players"]

    @property
    def is_stud(self) -> bool:
        return GAMES[self.kind].shares_last_card

    @property
    def has_board(self) -> bool:
        return self.is_stud or GAMES[self.kind].board_cards > 0

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that hold cards, hands first."""
        return (*map(hand_name, self.rows), *((BOARD,) if self.has_board else ()))

    def cards(self, name: str) -> tuple[str, ...]:
        """The cards of a field as far as they can be read."""
        return leading_cards(self.data.get(name, ""), joker=True)[0]

    def wanted(self, name: str) -> int:
        """How many cards belong there."""
        of_hand, of_board = cards_wanted(
            game=self.kind, board=len(self.cards(BOARD)) if self.has_board else 0
        )
        return of_board if name == BOARD else of_hand

    def missing(self, name: str) -> int:
        return max(self.wanted(name) - len(self.cards(name)), 0)

    def room(self, name: str) -> int:
        """How many more cards may go there: the last card of stud may be a common one."""
        return 1 - len(self.cards(name)) if self.is_stud and name == BOARD else self.missing(name)

    @property
    def players_dealt(self) -> int:
        """Those the deck is for: as chosen, or as many as there are hands."""
        typed = self.data.get("players", "")
        return int(typed) if typed in tuple("23456789") else max(len(self.rows), 2)

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card of the deck, a row for each suit, the highest first; then the joker."""
        ranks = deck_ranks(game=self.kind, players=self.players_dealt)
        cards = sorted(
            (card for card in DECK if card[0] in ranks),
            key=lambda card: ("shdc".index(card[1]), -RANKS.index(card[0])),
        )
        return (*cards, *((JOKER,) if GAMES[self.kind].joker else ()))

    @property
    def deck_by_suit(self) -> list[list[str]]:
        """The deck as it is laid out: a row for each suit, one for the joker."""
        return [list(cards) for _suit, cards in groupby(self.deck, key=itemgetter(1))]

    @property
    def to(self) -> str:
        """Where the next tapped card goes: where the reader said, until that is full; then what comes next."""
        names, chosen = self.names, str(self.data.get("to", ""))
        if chosen not in names:
            chosen = names[0]
        if self.room(chosen) > 0:
            return chosen
        at = names.index(chosen)
        return next((name for name in (*names[at:], *names[:at]) if self.missing(name)), chosen)

    @property
    def chosen(self) -> str:
        """The next card's place where it is another than it would be by itself; otherwise nothing."""
        first = next((name for name in self.names if self.missing(name)), self.names[0])
        return self.to if self.to != first and self.room(self.to) > 0 else ""

    @property
    def asked(self) -> VerdictQuestion:
        """The question as it stands, hands without cards among it."""
        return VerdictQuestion(
            game=self.kind,
            hands=tuple((number, self.cards(hand_name(number))) for number in self.rows),
            board=self.cards(BOARD) if self.has_board else (),
            players=self.players_dealt if GAMES[self.kind].rule_of_eleven else None,
            seats=self.seats,
        )

    @property
    def question(self) -> VerdictQuestion:
        """What the engine is asked: the hands that have cards."""
        asked = self.asked
        hands = tuple((number, cards) for number, cards in asked.hands if cards)
        return VerdictQuestion(
            game=asked.game, hands=hands, board=asked.board, players=asked.players, seats=asked.seats
        )

    def clean(self) -> dict[str, Any]:
        """Finds the verdict, or says of each field what is wrong with it."""
        try:
            found = judge(self.question, self.rules)
        except InvalidNotation as error:
            if error.code not in _NUMBERS:
                self._refuse(error)
        else:
            self.found = None if self.errors else found
        self._check_numbers()
        return self.cleaned_data

    def _check_numbers(self) -> None:
        goes = bool(self.data.get("go"))
        for name in self.names:
            count, wanted = len(self.cards(name)), self.wanted(name)
            is_left_out = name != BOARD and not count
            if name in self.errors or is_left_out:
                continue
            if count > wanted or (goes and count < wanted):
                self.add_error(name, _numbers(count, wanted, is_board=name == BOARD))

    def _refuse(self, error: InvalidNotation) -> None:
        if error.code == "no_hands":
            if self.data.get("go"):
                self.add_error(hand_name(self.rows[0]), _("Enter the cards of at least one hand."))
        elif error.code == "bad_players":
            words = _("With this many hands, choose %(least)s to %(most)s players.")
            self.add_error("players", ValidationError(words, params=dict(error.params)))
        elif error.code == "too_many_hands":
            words = _("At most %(most)s can play this game: remove a hand.")
            self.add_error(None, ValidationError(words, params=dict(error.params)))
        else:
            self.add_error(self._field(error.params["hand"]), self._about_a_card(error))

    def _about_a_card(self, error: InvalidNotation) -> str:
        code, params = error.code, error.params
        if code == "joker_not_played":
            return _("This game has no joker: remove it, or choose a game that has one.")
        card = capfirst(self.writer.card(str(params["card"])))
        if code == "card_not_in_deck":
            ranks = deck_ranks(game=self.kind, players=self.players_dealt)
            lowest = ranks[0].replace("T", "10")
            if GAMES[self.kind].rule_of_eleven:
                return _(
                    "%(card)s is not in this deck: with %(players)d players the lowest card is %(lowest)s."
                ) % {"card": card, "players": self.players_dealt, "lowest": lowest}
            return _("%(card)s is not in this deck: the lowest card is %(lowest)s.") % {
                "card": card,
                "lowest": lowest,
            }
        if params["hand"] == params["other"]:
            return _("%(card)s appears twice: remove one.") % {"card": card}
        other = self.fields[self._field(params["other"])].label
        return _("%(card)s is already used here: %(other)s. Each card can be used only once.") % {
            "card": card,
            "other": other,
        }

    def _field(self, hand: object) -> str:
        """The field of a hand that the engine names by its place, or of the board."""
        return hand_name(self.question.hands[hand][0]) if isinstance(hand, int) else BOARD


class _CardsField(forms.CharField):
    """Cards in the reader's letters; one that waits for its suit is not a mistake yet."""

    def __init__(self, *, label: str) -> None:
        widget = forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "inputmode": "text"}
        )
        super().__init__(label=label, max_length=CARDS_MAX, required=False, widget=widget)

    def clean(self, value: Any) -> tuple[str, ...]:
        cards, rest = leading_cards(str(super().clean(value)), joker=True)
        if rest and not is_begun(rest):
            raise ValidationError(
                _("“%(piece)s” is not a card. Enter each card as rank and suit, for example %(example)s."),
                params={"piece": first_piece(rest), "example": example()},
            )
        return cards


def _numbers(count: int, wanted: int, *, is_board: bool) -> str:
    if is_board:
        words = ngettext(
            "Enter %(wanted)d card here, not %(count)d.",
            "Enter %(wanted)d cards here, not %(count)d.",
            wanted,
        )
    else:
        words = ngettext(
            "A hand of this game has %(wanted)d card, not %(count)d.",
            "A hand of this game has %(wanted)d cards, not %(count)d.",
            wanted,
        )
    return words % {"wanted": wanted, "count": count}
