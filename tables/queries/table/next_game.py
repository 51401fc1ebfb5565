"""Which game a table plays next: in a mixed level it follows from the hands that were played there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q

from tables import engine
from tables.engine.games.rotations import GameTurn, Rotation, orbit_turn, turn
from tables.floor.redeals import is_dealt_again, loses_the_deal
from tables.models import Hand, HandStatus, Seat, Table
from tables.queries.table.hand import last_hand, load_hand, stakes_of_hand
from tables.queries.table.orbits import Orbit, orbits_of
from tournament.queries.level import LevelNow
from tournament.rules.structure.level_games import LevelGame


@dataclass(frozen=True, slots=True, kw_only=True)
class NextGame:
    """What the next hand of a table is played for, after the one in play if there is one.

    `left` hands of that game are to come, the next one included, and then `following`; None and ""
    in a level of one game. `is_orbit`: the game lasts an orbit, so that they are as many as it takes while nobody
    leaves. `choices`: what the dealer chooses from before the deal (S-014); until
    then the first of them stands for all.
    """

    stakes: LevelGame
    left: int | None = None
    following: str = ""
    choices: tuple[LevelGame, ...] = ()
    is_orbit: bool = False

    @property
    def game(self) -> str:
        return self.stakes.game


def game_of_next_hand(table: Table, level: LevelNow) -> NextGame:
    """The game that would be dealt now. No query, or one in a mixed level, four where games last an orbit."""
    return games_of_next_hands([table.pk], level)[table.pk]


def games_of_next_hands(tables: Collection[int], level: LevelNow) -> dict[int, NextGame]:
    """By table, given by their keys. No query, or one in a mixed level, four where games last an orbit, however many
    tables there are.

    Hands of the mixed levels that led here without another between them count, so that a new level
    keeps the place in the rotation; hands undone do not.
    """
    games = level.level.games
    if not games:
        return dict.fromkeys(tables, NextGame(stakes=level.level.all_games[0]))
    if level.level.is_dealers_choice:
        return dict.fromkeys(tables, NextGame(stakes=games[0], choices=games))
    orbits = orbits_of(tables, level) if level.level.is_by_orbit else {}
    rotation = Rotation(
        code="",
        name="",
        games=tuple(game.game for game in games),
        hands=level.level.hands_per_game,
    )
    played: dict[int, list[str]] = {table: [] for table in tables}
    rows = Hand.objects.filter(
        table__in=tables,
        level_index__gte=level.mixed_since,
        # Only the last run of one game decides, and it cannot be longer than this.
        number__gt=F("table__hands_dealt") - level.level.hands_per_game,
        is_redealt=False,
    ).exclude(status=HandStatus.VOID)
    for table_id, game in rows.order_by("number").values_list("table_id", "game"):
        played[table_id].append(game)
    return {
        table_id: _next_in_orbit(level, rotation, orbits[table_id])
        if table_id in orbits
        else _next_game(level, rotation, codes)
        for table_id, codes in played.items()
    }


def turn_with(coming: NextGame, playing: str) -> GameTurn | None:
    """The same with the hand in play, of the game `playing` ("" between hands); None in a level of one game."""
    if coming.left is None:
        return None
    if not playing or playing == coming.game:
        return GameTurn(
            game=coming.game, left=coming.left + (1 if playing else 0), following=coming.following
        )
    return GameTurn(game=playing, left=1, following=coming.game)


def carried_pot(hand: Hand | None) -> engine.CarriedPot:
    """What a table's last hand left for the next one, because nobody won it."""
    if (
        hand is None
        or hand.is_counted
        or hand.status != HandStatus.COMPLETE
        or not engine.GAMES[hand.game].carries
    ):
        return engine.CarriedPot()
    return load_hand(hand).state.carried_pot


def hand_to_redeal(hand: Hand | None, stacks: Mapping[int, int]) -> engine.Setup | None:
    """The setup of a hand that was a misdeal, if the same players still sit there with these stacks.

    No query, or one where the house bears only so many misdeals in a row.
    """
    if hand is None or not hand.is_redealt:
        return None
    setup = hand.setup
    if _has_lost_the_deal(hand, setup.rules):
        return None
    dealt = {each.seat: each.stack for each in setup.seats}
    return setup if is_dealt_again(dealt=dealt, stacks=stacks) else None


def fines_due(hand: Hand | None) -> tuple[tuple[int, int], ...]:
    """What the player who has just lost the deal owes the next pot, by seat (S-122).

    No query, or one where the house fines such a player.
    """
    if hand is None or not hand.is_redealt:
        return ()
    setup = hand.setup
    if setup.rules.misdeal_fine == "none" or not _has_lost_the_deal(hand, setup.rules):
        return ()
    return ((setup.button, setup.opening.pot),)


def _has_lost_the_deal(hand: Hand, rules: engine.HouseRules) -> bool:
    """Whether this was one misdeal too many in a row. No query where the dealer is the house's."""
    most = rules.misdeals_in_a_row
    if not most:
        return False
    latest = Hand.objects.filter(table=hand.table_id).exclude(status=HandStatus.VOID)
    misdealt = latest.order_by("-number").values_list("is_redealt", flat=True)[: most + 1]
    return loses_the_deal(list(misdealt), most=most)


def unsettled_hand(table: Table) -> Hand | None:
    """The last hand, if its players must play one more before anybody leaves or the table is broken.

    It was a misdeal and is dealt again (TDA 35-C), or nobody won its pot (S-064, S-096): the players
    with chips in it play for it. None where fewer than two have chips to play with.
    """
    hand = last_hand(table)
    if hand is None or hand.status != HandStatus.COMPLETE:
        return None
    seats = Seat.objects.filter(table=table, entry__stack__gt=0)
    stacks = dict(seats.values_list("number", "entry__stack"))
    if len(stacks) < 2:
        return None
    return hand if hand_to_redeal(hand, stacks) is not None or carried_pot(hand).chips else None


def tables_that_owe_a_hand(tables: Sequence[Table]) -> list[Table]:
    """Those with an unsettled hand. One query, and those of `unsettled_hand` for a table whose last hand was a
    misdeal or of a game in which a pot can carry over.
    """
    carrying = [code for code, game in engine.GAMES.items() if game.carries]
    newer = Hand.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number")).exclude(
        status=HandStatus.VOID
    )
    maybe = (
        Hand.objects.filter(Q(is_redealt=True) | Q(game__in=carrying), table__in=tables)
        .filter(~Exists(newer), status=HandStatus.COMPLETE)
        .values_list("table_id", flat=True)
    )
    suspects = set(maybe)
    return [table for table in tables if table.pk in suspects and unsettled_hand(table) is not None]


def with_carried_pot(coming: NextGame, hand: Hand | None, carried: engine.CarriedPot) -> NextGame:
    """The game of the hand that left a pot is dealt until it is won, whatever game is due."""
    if hand is None or not carried.chips or hand.game == coming.game:
        return coming
    stakes = stakes_of_hand(hand.game, hand.setup.stakes)
    if coming.choices:
        return NextGame(stakes=stakes)
    return NextGame(stakes=stakes, left=1, following=coming.game)


def chosen(coming: NextGame, game: str) -> NextGame | None:
    """The game that the dealer announced, None if it is not one to be chosen. Without choices there
    is nothing to announce.
    """
    if not coming.choices:
        return coming
    return next((NextGame(stakes=stakes) for stakes in coming.choices if stakes.game == game), None)


def _next_in_orbit(level: LevelNow, rotation: Rotation, orbit: Orbit) -> NextGame:
    """An orbit that is over goes on to the next game, which lasts the whole of one."""
    now = orbit_turn(rotation, game=orbit.game, left=orbit.left, players=orbit.players)
    stakes = level.level.stakes_of(now.game)
    return NextGame(stakes=stakes, left=now.left, following=now.following, is_orbit=True)


def _next_game(level: LevelNow, rotation: Rotation, played: Sequence[str]) -> NextGame:
    now = turn(rotation, played)
    return NextGame(stakes=level.level.stakes_of(now.game), left=now.left, following=now.following)
