"""A new hand before it is stored: button, blinds and stakes, its players, and what becomes of those who have come.

The same for a hand that is dealt and recorded and for one that is only counted.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables import engine
from tables.floor.button.positions import Positions
from tables.floor.button.resting import positions_to_follow
from tables.models import Hand, HandSeat, Seat, SitsOut, Table
from tables.models.rules import house_rules
from tables.models.writing import Deal
from tables.queries.table.hand import Look
from tables.queries.table.most_dealt import most_dealt
from tables.queries.table.next_game import NextGame
from tables.queries.table.next_hand import has_button, positions_for_engine, positions_of_next_hand
from tables.services.hands.sitting_out import count_penalties, on_penalty, who_sits_out
from tables.services.moves.moving import tell_tables_left
from tables.services.table.penalties import sit_out_hand
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.level import LevelNow
from tournament.rules.structure.level_games import LevelGame
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.words.games import game_name


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHand:
    """The next hand of a table before it is stored: `dealt` are the seats that get cards."""

    hand: Hand
    setup: engine.Setup
    dealt: Sequence[Seat]
    positions: Positions


def new_hand(
    look: Look,
    live: Sequence[Seat],
    coming: NextGame,
    level: LevelNow,
    *,
    carried: engine.CarriedPot | None = None,
    straddles: Sequence[tuple[int, int]] = (),
    fines: Sequence[tuple[int, int]] = (),
    title: str = "",
) -> NewHand:
    """The hand of the game that comes, button and blinds by the rule; `live` are the seats with chips, `fines` what
    players owe the pot besides.

    Raises Refused for more players than the game is for.
    """
    table = look.table
    positions = positions_of_next_hand(table, live, game=coming.game)
    dealt = [seat for seat in live if seat.number not in positions.waiting]
    check_can_be_dealt(coming.game, players=len(dealt))
    setup = engine.Setup.for_level(
        game=coming.game,
        rules=house_rules(table.tournament),
        stakes=_stakes(coming.stakes, level),
        positions=positions_for_engine(positions, game=coming.game),
        seats=tuple(engine.SeatStack(s.number, s.entry.stack) for s in dealt if s.entry),
        straddles=straddles,
        fines=fines,
        last_two=len(live) == 2 and _is_down_to_two(table.tournament),
        carried_pot=carried or engine.CarriedPot(),
        title=title if engine.GAMES[coming.game].betting == "none" else "",
    )
    hand = Hand(
        table=table,
        number=table.hands_dealt + 1,
        level_index=level.index,
        level_number=level.number,
        game=coming.game,
        setup_data=setup.to_dict(),
        positions_before=table.positions_data,
        arrivals_before=[
            [s.number, s.came_by_balancing, s.told_to_wait] for s in look.seats if s.entry and s.is_newcomer
        ],
    )
    return NewHand(hand=hand, setup=setup, dealt=dealt, positions=positions)


def check_can_be_dealt(game: str, *, players: int) -> None:
    """Raises Refused, with the way out, for more players than the deck has cards for. A book's or a house's smaller
    number binds those who seat players: a table that has more already plays on, and the console says so.
    """
    most = most_dealt(game)
    if players > most:
        raise Refused(
            _(
                "%(game)s takes %(most)d players at most, and %(players)d would be dealt in. Call the floor "
                "to move a player or open a table."
            )
            % {"game": game_name(game), "most": most, "players": players},
            code="too_many_players",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The rows of a new hand, and its table and seats as they are with it.

    `out` are the seats that sit it out and `owed` the entries that do so for a penalty, `arrived` those whose players
    have come since the hand before, `settles` whether some of them are new players no longer.
    """

    deal: Deal
    table: Table
    seats: tuple[Seat, ...]
    out: Mapping[int, SitsOut]
    owed: Sequence[int]
    arrived: Sequence[Seat]
    settles: bool
    by: By

    @property
    def writes(self) -> bool:
        """Whether the hand changes more than its table and its own rows."""
        return self.settles or bool(self.arrived or self.owed)

    def write(self) -> None:
        """Store what becomes of those who have come, tell the tables they left, and count penalties."""
        if self.settles:
            # From here on `positions.waiting` remembers who still waits for the button.
            Seat.objects.filter(table=self.table, is_newcomer=True).update(**_SETTLED)
        tell_tables_left(self.table, self.arrived)
        if self.owed:
            sit_out_hand(self.owed, by=self.by)


def prepare_deal(
    look: Look,
    hand: Hand,
    dealt: Sequence[Seat],
    by: By,
    *,
    positions: Positions | None,
    misdealt: engine.State | None = None,
) -> Prepared:
    """`positions` are those the next hand follows from; a redeal leaves them as they are, and has none.

    `misdealt` is the hand that is dealt again.
    """
    hand.device_id, hand.account_id, hand.started_at = by.actor.device_id, by.actor.account_id, by.now
    table = copy.copy(look.table)
    table.version += 1
    table.hands_dealt += 1
    arrived: list[Seat] = []
    seats, settles = look.seats, False
    if positions is not None:
        rests = not has_button(hand.game)
        following = positions_to_follow(table.positions, positions, rests=rests)
        # A resting button (MIX-01) leaves them unchanged.
        table.positions_data = None if following is None else following.to_dict()
        taken = [seat for seat in look.seats if seat.entry_id is not None]
        arrived = [seat for seat in taken if seat.is_newcomer or hand.positions_before is None]
        settles = not rests and any(seat.is_newcomer for seat in look.seats)
        if settles:
            seats = tuple(_settled(seat) for seat in look.seats)
    out = who_sits_out(dealt, misdealt=misdealt)
    # A redeal is the hand that was counted before it.
    owed = [] if misdealt is not None else on_penalty(dealt, out)
    if owed:
        seats = count_penalties(seats, out)
    deal = Deal(
        hand=hand,
        seats=[
            HandSeat(
                seat_number=s.number,
                entry_id=s.entry.pk,
                starting_stack=s.entry.stack,
                sits_out=out.get(s.number, ""),
            )
            for s in dealt
            if s.entry
        ],
        table=table,
    )
    return Prepared(
        deal=deal, table=table, seats=seats, out=out, owed=owed, arrived=arrived, settles=settles, by=by
    )


_SETTLED = {"is_newcomer": False, "came_by_balancing": False, "told_to_wait": False}


def _settled(seat: Seat) -> Seat:
    """The seat of a player who is no longer new."""
    if not seat.is_newcomer:
        return seat
    seat = copy.copy(seat)
    seat.is_newcomer = seat.came_by_balancing = seat.told_to_wait = False
    return seat


def _stakes(game: LevelGame, level: LevelNow) -> engine.Stakes:
    return engine.Stakes(
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        ante=game.ante,
        ante_kind=game.ante_kind_dealt,
        small_bet=game.small_bet,
        big_bet=game.big_bet,
        chip=level.chip,
        unit=level.unit,
        bring_in=game.bring_in,
        min_bet=game.min_bet,
    )


def _is_down_to_two(tournament: Tournament) -> bool:
    """The last two players: limit betting has no cap any more (TDA 48)."""
    if tournament.registration_closed_at is None:
        return False
    live = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING)
    return live.count() == 2
