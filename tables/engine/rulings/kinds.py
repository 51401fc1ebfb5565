"""Irregularities as data: every ruling with its rule, who decides it, what it needs and when.

What a ruling does is in effects.py, the words for people are outside of the engine. A ruling
is recorded like an action and undone like one; free words about it belong to the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from tables.engine.play.progress import Progress
from tables.engine.rulings import moments

Decider = Literal["dealer", "floor", "deal"]
Field = Literal["seat", "asker", "amount", "cards", "inner"]
When = Callable[[Progress], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingKind:
    """One irregularity. rules: its sources and numbers. by: who may decide it; what needs the floor
    is refused until the floor has confirmed it; what the deal itself does is offered to nobody. needs: the
    fields without which it says nothing; may: those it can name besides. when: whether it can be made at this
    point of a hand.
    """

    kind: str
    rules: tuple[str, ...]
    by: Decider
    needs: frozenset[Field]
    may: frozenset[Field]
    when: When


_FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {"s": "seat", "q": "asker", "a": "amount", "c": "cards", "o": "inner"}
)


def _kind(kind: str, *rules: str, by: Decider, when: When, needs: str = "", may: str = "") -> RulingKind:
    return RulingKind(
        kind=kind,
        rules=rules,
        by=by,
        needs=frozenset([_FIELDS[each] for each in needs]),
        may=frozenset([_FIELDS[each] for each in may]),
        when=when,
    )


RULINGS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        each.kind: each
        for each in (
            # Action
            _kind(
                "out_of_turn",
                "TDA 53-A",
                "TDA 58",
                "WSOP 90",
                "S-038",
                by="dealer",
                when=moments.others_behind,
                needs="so",
                may="a",
            ),
            _kind("skipped", "TDA 53-B", by="floor", when=moments.others_behind, needs="s"),
            _kind(
                "string_bet", "TDA 42", "TDA 56", "S-023", by="dealer", when=moments.turn, needs="so", may="a"
            ),
            _kind(
                "short_raise",
                "TDA 43-A",
                "WSOP 95",
                "S-032",
                by="dealer",
                when=moments.turn,
                needs="so",
                may="a",
            ),
            # A fold that leaves its chips, and any but a simple undercall, the floor has to confirm.
            _kind("undercall", "TDA 51-B", by="dealer", when=moments.facing, needs="so", may="a"),
            _kind("accepted_action", "TDA 49", by="dealer", when=moments.played, needs="s", may="a"),
            _kind("accepted_raise", "TDA 52", by="floor", when=moments.more_than_call, needs="sa"),
            _kind("corrected_bet", "TDA 52-A", "TDA 52-B", by="floor", when=moments.bet_made, needs="sa"),
            _kind("returned_bet", "TDA 1", by="floor", when=moments.bet_unanswered, needs="sa"),
            _kind("chips_behind", "TDA 62", by="floor", when=moments.chips_behind, needs="sa"),
            _kind("chips_behind_to", "TDA 62", by="floor", when=moments.chips_laid_aside, needs="s"),
            _kind("wrong_bring_in", "WSOP", by="dealer", when=moments.brought_in, needs="s"),
            # The deal
            _kind("misdeal", "TDA 35", "WSOP 88", "S-121", by="floor", when=moments.dealing),
            _kind("fouled_deck", "TDA 35-E", by="floor", when=moments.not_over),
            _kind(
                "exposed_card",
                "TDA 35-A",
                "TDA RP-10",
                "S-124",
                by="dealer",
                when=moments.played,
                needs="c",
                may="sa",
            ),
            _kind("exposed_hand", "TDA 68", "S-124", by="dealer", when=moments.played, needs="sc"),
            _kind(
                "wrong_cards",
                "TDA 35-A",
                "TDA 37",
                "WSOP 88",
                "S-123",
                by="floor",
                when=moments.played,
                needs="sa",
            ),
            _kind("wrong_seat", "TDA 35-A", by="dealer", when=moments.dealing, may="s"),
            # Scrap whenever it turns up; two of them make a misdeal only while there can be one.
            _kind("boxed_card", "TDA 35-A", by="dealer", when=moments.not_over),
            _kind("foreign_card", "TDA 35-A", "WSOP Live 115", by="floor", when=moments.played, may="s"),
            _kind("uncut_deck", "S-010", "S-121", by="dealer", when=moments.dealing, may="a"),
            _kind(
                "premature_board",
                "TDA RP-5",
                "WSOP 90",
                by="floor",
                when=moments.street_may_come_early,
                may="c",
            ),
            _kind("four_card_flop", "TDA 39-A", by="floor", when=moments.flop_can_be_mended),
            _kind("no_burn", "TDA 39-B", by="floor", when=moments.flop_can_be_mended),
            _kind("stub_count", "TDA RP-10H", by="dealer", when=moments.stub_followed, needs="a"),
            # The hand
            _kind(
                "dead_hand",
                "TDA 35",
                "TDA 66",
                "WSOP 108",
                "S-107",
                "S-108",
                "S-123",
                by="floor",
                when=moments.may_die,
                needs="s",
            ),
            # Dealt in, its blinds, antes and bring-in posted, then killed: the player was not there, or must sit out.
            _kind("absent", "TDA 30", "WSOP 36", by="deal", when=moments.just_dealt, needs="s"),
            _kind("penalty", "TDA 71", "WSOP 113", by="deal", when=moments.just_dealt, needs="s"),
            _kind("killed_hand", "TDA 65", by="floor", when=moments.may_die, needs="s"),
            _kind(
                "retrieved",
                "TDA 14",
                "TDA 15",
                "TDA 65",
                by="floor",
                when=moments.mucked,
                needs="s",
            ),
            _kind("asked_to_see", "TDA 18-B", "S-102", by="dealer", when=moments.asking, needs="sq"),
            _kind("declared_hand", "S-047", by="dealer", when=moments.declared, needs="sc"),
            _kind("declared_low", "S-047", by="dealer", when=moments.declared_low, needs="sc"),
            _kind("false_opening", "S-064", by="floor", when=moments.opened, needs="s"),
        )
    }
)
"""By kind. The amount of exposed_card is the number of the card in the deal (1 the first off the deck), that of
accepted_action what was announced, of undercall what was put in, of wrong_cards how many there are, of uncut_deck
how many cards were cut; of short_raise,
string_bet and out_of_turn what lay in front of the seat, where it became another amount: gestures/counted_chips.py."""
