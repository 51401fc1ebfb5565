"""Recorded hands played again through a running server, tap by tap, as a dealer's tablet sends them.

The floor's part (a tournament, a table with the players, their stacks) is done with the services on
the server's own database; everything that a dealer does goes by HTTP: pairing with a code, one POST
to deal, one POST for each operation, each with its own key, the version seen and the lease.

Hands of the same game, stakes and seats are dealt one after the other at one table, its other seats empty. The floor
puts button and blinds where the file has them (`replay_places`).
A table loses a player now and then; then the next hand gets a new table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import httpx
from django.db import transaction

from tables import engine
from tables.changes.buttons import KeptButton
from tables.engine.notation import RecordedHand
from tables.engine.notation.comparing import differences
from tables.engine.notation.files import read_file
from tables.management.replay_places import MOST_SEATS, ReplayPlaces, places_of, what_differs
from tables.management.taps import TapFailed, Taps, at_seat
from tables.models import Hand, HandSeat, HandStatus, Seat, Table
from tables.services.chips.corrections import correct_stack
from tables.services.desk.seating import make_seat_draw, open_table, register_and_seat
from tables.services.hands.button import put_button
from tables.services.table.lease import lock_table
from tables.services.table.seats import lock_seat
from tables.services.table.tablets import make_pairing_code
from tournament.models import Account, Player, Tournament
from tournament.plans.plan import TournamentPlan
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.rules.structure.level_games import posts_blinds
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.actor import Actor
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field.players import add_player
from tournament.services.setup.tournaments import create_tournament

ACTOR = Actor(label="replay")
DAY_SECONDS = 24 * 3600
HALF = Decimal("0.5")


class ReplayFailed(Exception):
    """A hand that could not be recorded; the message says at which operation and why."""


class WrongServer(Exception):
    """The server does not answer, or uses another database: no hand can be recorded there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileHand:
    """A hand to replay, the file it came from, and its name where the file has several."""

    path: Path
    recorded: RecordedHand
    name: str = ""

    @property
    def table_kind(self) -> tuple[object, ...]:
        """What a table must be like to deal this hand."""
        setup, places = self.recorded.setup, places_of(self.recorded.setup)
        return (setup.game, setup.stakes, setup.rules, places.seats, places.taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedHand:
    """What became of one hand: taps sent, and stacks in the file's order of players.

    Both in the chips of the recording: the file's units times its scale.
    """

    path: Path
    name: str = ""
    taps: int = 0
    stacks: tuple[int, ...] = ()
    expected: tuple[Decimal, ...] = ()
    error: str = ""

    @property
    def agrees(self) -> bool:
        """Equal except for half chips, which a file may split and a table cannot."""
        if self.error or len(self.stacks) != len(self.expected):
            return False
        return all(abs(a - b) <= HALF for a, b in zip(self.stacks, self.expected, strict=True))


def read_hands(path: Path) -> Iterator[FileHand | ReplayedHand]:
    """The hands of one file, a failed one in the place of each that cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield ReplayedHand(path=path, error=str(error))
        return
    for name, read in read_file(path.name, text):
        if isinstance(read, RecordedHand):
            yield FileHand(path=path, recorded=read, name=name)
        else:
            yield ReplayedHand(path=path, name=name, error=str(read))


def replay_hands(
    hands: Sequence[FileHand], *, url: str, account: Account, now: datetime
) -> Iterator[ReplayedHand]:
    """Record hands that fit one table, one after the other; a failed one does not stop the rest.

    Raises WrongServer when nothing can be recorded at `url`.
    """
    table: _ReplayTable | None = None
    for hand in hands:
        try:
            if table is None or not table.is_full():
                table = None
                table = _ReplayTable(hand.recorded.setup, url=url, account=account, now=now)
            yield table.record(hand, now=now)
        except (ReplayFailed, TapFailed, Refused) as error:
            table = None
            yield ReplayedHand(path=hand.path, name=hand.name, error=str(error))


class _ReplayTable:
    """One table on the server and the tablet that is paired with it."""

    def __init__(self, setup: engine.Setup, *, url: str, account: Account, now: datetime) -> None:
        places = places_of(setup)
        if places.seats > MOST_SEATS:
            raise ReplayFailed(
                f"{len(setup.seats)} players are dealt in, a table has {MOST_SEATS} seats at most"
            )
        self.taken = places.taken
        self.tournament = _open_tournament(setup, places, account, now)
        self.table = Table.objects.get(tournament=self.tournament)
        self.taps = Taps(httpx.Client(base_url=url, timeout=30))
        self._pair(now)

    def is_full(self) -> bool:
        seated = Seat.objects.filter(table=self.table, entry__isnull=False)
        return set(seated.values_list("number", flat=True)) == self.taken

    def record(self, hand: FileHand, *, now: datetime) -> ReplayedHand:
        setup = hand.recorded.setup
        places = places_of(setup)
        seat_for = places.seat_for
        self._give_stacks(setup, places, now)
        self._put_button(places, now)
        before = self.taps.count
        self.taps.look()
        self.taps.tap("deal")
        self._check_dealt(setup, places)
        for number, operation in enumerate(hand.recorded.operations, start=1):
            try:
                self.taps.act(at_seat(operation, seat_for))
            except TapFailed as error:
                raise ReplayFailed(f"operation {number} ({engine.encode(operation)}): {error}") from None
        stacks = self._finishing_stacks()
        return ReplayedHand(
            path=hand.path,
            name=hand.name,
            taps=self.taps.count - before,
            stacks=tuple(stacks[seat_for[seat]] for seat in hand.recorded.seats),
            expected=_expected(hand.recorded),
        )

    def _give_stacks(self, setup: engine.Setup, places: ReplayPlaces, now: datetime) -> None:
        """The floor's part: every player has the chips of the file."""
        rows = Seat.objects.filter(table=self.table, entry__isnull=False).select_related("entry")
        entry_at = {row.number: row.entry for row in rows}
        for each in setup.seats:
            entry = entry_at[places.seat_for[each.seat]]
            if entry is not None and entry.stack != each.stack:
                correct_stack(
                    tournament_id=self.tournament.pk,
                    entry_id=entry.pk,
                    stack=each.stack,
                    reason="Stack of the recorded hand",
                    by=ACTOR.at(now),
                )

    def _put_button(self, places: ReplayPlaces, now: datetime) -> None:
        """The floor's part: the next hand has button and blinds where the file has them."""
        with transaction.atomic():
            table = lock_table(tournament_id=self.tournament.pk, table_id=self.table.pk)
            kept = KeptButton(positions=places.hand_before.to_dict(), first_button=table.first_button)
            put_button(table=table, kept=kept, by=ACTOR.at(now))

    def _check_dealt(self, setup: engine.Setup, places: ReplayPlaces) -> None:
        """A tournament's table posts blinds and antes by its rule, and nothing else."""
        dealt = Hand.objects.filter(table=self.table).latest("pk")
        if differs := what_differs(setup, places, dealt.setup):
            raise ReplayFailed(f"a tournament does not deal this hand: {differs}")

    def _finishing_stacks(self) -> dict[int, int]:
        hand = Hand.objects.filter(table=self.table).order_by("-number").first()
        if hand is None or hand.status != HandStatus.COMPLETE:
            raise ReplayFailed("the hand is not over after its last operation")
        rows = HandSeat.objects.filter(hand=hand)
        return {row.seat_number: row.finishing_stack or 0 for row in rows}

    def _pair(self, now: datetime) -> None:
        code = make_pairing_code(tournament_id=self.tournament.pk, table_id=self.table.pk, by=ACTOR.at(now))
        try:
            # The page brings the CSRF cookie, as it does to a tablet.
            self.taps.send("GET", "/tablet/")
            answer = self.taps.send("POST", "/tablet/", {"code": code.code})
        except TapFailed as error:
            raise WrongServer(f"{error}. Start one with `make run`, or name another with --url.") from error
        if answer.status_code == 422:
            raise WrongServer(
                "The server does not know a table that was just opened in this command's database. "
                "Give both the same FLOORMAN_DATA_DIR, or the same DATABASE_URL."
            )
        if answer.status_code != 302:
            raise ReplayFailed(f"the tablet was not paired: the server answered {answer.status_code}")


def _open_tournament(
    setup: engine.Setup, places: ReplayPlaces, account: Account, now: datetime
) -> Tournament:
    """A tournament at these stakes with one table, and a player on each seat that the hand has one on."""
    stakes = setup.stakes
    # Where the small blind is dead some files do not say how much it would be.
    dead = stakes.big_blind // 2 if posts_blinds(setup.game) else 0
    level = Level(
        small_blind=stakes.small_blind or dead,
        big_blind=stakes.big_blind,
        ante=stakes.ante,
        ante_kind=stakes.ante_kind,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        bring_in=stakes.bring_in,
        min_bet=stakes.min_bet,
        game=setup.game,
        duration_seconds=DAY_SECONDS,
    )
    plan = TournamentPlan(
        name=f"Replay {setup.game} {stakes.small_blind}/{stakes.big_blind}",
        starting_stack=max(seat.stack for seat in setup.seats),
        seats_per_table=places.seats,
        chip_values=(1,),
        structure=Structure(periods=(level,)),
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(1_000_000,))),
        rule_overrides={"engine": setup.rules.to_dict()},
    )
    tournament = create_tournament(plan=plan, account=account, now=now)
    table = open_table(tournament_id=tournament.pk, by=ACTOR.at(now))
    for seat in range(1, places.seats + 1):
        _reserve(table, seat, _player(seat, now) if seat in places.taken else None, now)
    make_seat_draw(tournament_id=tournament.pk, seed="replay", by=ACTOR.at(now))
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(now))
    tournament.refresh_from_db()
    return tournament


def _reserve(table: Table, seat: int, player: Player | None, now: datetime) -> None:
    """The draw gives the seat to this player, or to nobody."""
    lock_seat(
        tournament_id=table.tournament_id,
        table_id=table.pk,
        number=seat,
        locked=True,
        by=ACTOR.at(now),
        player_id=None if player is None else player.pk,
    )
    if player is not None:
        register_and_seat(tournament_id=table.tournament_id, player_id=player.pk, seed="", by=ACTOR.at(now))


def _player(number: int, now: datetime) -> Player:
    name = f"Replay {number}"
    return Player.objects.filter(name=name).first() or add_player(name=name, now=now)


def _expected(recorded: RecordedHand) -> tuple[Decimal, ...]:
    """What the pure engine makes of the hand; what the file states where that is something else.

    A rake is nothing else: in a tournament its chips stay in the pot.
    """
    state = engine.replay(recorded.setup, recorded.operations)
    if recorded.finishing_stacks is not None and differences(recorded, state):
        return tuple(stack * recorded.scale for stack in recorded.finishing_stacks)
    return tuple(Decimal(state.stacks[seat]) for seat in recorded.seats)
