"""Which recorded hands everybody may read, and when: so many minutes after they were over.

What the event says decides (`hands_delay`; none are shown without it), and no hand comes before the screens would show
it of the feature table (`feature_delay`). While the room plays hand-for-hand nothing of what was over after its
announcement is shown: nobody is to wait for what happens at another table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from tables import engine
from tables.models import Hand, HandSeat, HandStatus
from tables.queries.hands.history import known_cards
from tables.queries.hands.steps import chips_won
from tables.queries.table.hand import ends_of, operations_of
from tournament.models import Entry, Stop, StopKind, Tournament

# Between the end of one stop by rounds and the announcement of the next.
NEXT_STOP: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicHand:
    """A line of a list: who won how much of the hand, and what lay on the board at its end."""

    table: int
    number: int
    ended_at: datetime
    boards: tuple[str, ...]
    pot: int
    winners: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHand:
    """A hand that a player was dealt: cards that everybody saw, and the chips it brought or cost."""

    table: int
    number: int
    ended_at: datetime
    cards: str
    change: int


def delay_of(tournament: Tournament) -> int:
    """After how many minutes a hand is shown; 0: none are. Not before the screens would show it of the feature table:
    which table that was the setting does not say, it may be another one by now.
    """
    options = tournament.options
    return max(options.hands_delay, options.feature_delay) if options.hands_delay else 0


def public_hands(tournament: Tournament, *, now: datetime) -> QuerySet[Hand]:
    """The complete hands that everybody may read at this moment, the newest first; none where the event shows none."""
    delay = delay_of(tournament)
    if not delay:
        return Hand.objects.none()
    return _hands_over(tournament, until=_until(tournament, now, delay=timedelta(minutes=delay)))


def hands_for_broadcast(tournament: Tournament, *, until: datetime, has_key: bool) -> QuerySet[Hand]:
    """The same for the picture of a broadcast, as late as it says: `until` is what `told_until` gives. With a key also
    those of an event that shows none: once they are over, as late as the screens have the feature table.
    """
    if not (delay_of(tournament) or has_key):
        return Hand.objects.none()
    return _hands_over(tournament, until=until)


def told_until(tournament: Tournament, *, now: datetime, delay: timedelta) -> datetime:
    """Up to which moment a broadcast tells what hands have brought: as late as it says, and never before everybody may
    read the hand, or the screens show it.
    """
    least = timedelta(minutes=max(delay_of(tournament), tournament.options.feature_delay))
    return _until(tournament, now, delay=max(delay, least))


def _hands_over(tournament: Tournament, *, until: datetime) -> QuerySet[Hand]:
    hands = Hand.objects.filter(
        table__tournament=tournament,
        status=HandStatus.COMPLETE,
        is_counted=False,
        # A misdeal: the same hand was dealt again.
        is_redealt=False,
        ended_at__lte=until,
    )
    return hands.select_related("table").order_by("-ended_at", "-pk")


def find_public_hand(tournament: Tournament, *, table: int, number: int, now: datetime) -> Hand | None:
    """The hand of this number that counts, where everybody may read it; None also where its record is damaged."""
    found = public_hands(tournament, now=now).filter(table__number=table, number=number).first()
    return found if found is not None and ends_of([found]) else None


def lines_of(hands: Sequence[Hand]) -> list[PublicHand]:
    """Without those whose record is damaged. Two queries."""
    names = _names(hands)
    ends = ends_of(hands)
    return [_line(hand, ends[hand.pk], names[hand.pk]) for hand in hands if hand.pk in ends]


def own_hands(entry: Entry, hands: QuerySet[Hand]) -> QuerySet[Hand]:
    """Those of them in which the player was dealt in, with any of their entries."""
    return hands.filter(hand_seats__entry__player=entry.player_id)


def own_lines_of(entry: Entry, hands: Sequence[Hand]) -> list[OwnHand]:
    """Without those whose record is damaged. Two queries."""
    seats = {
        seat.hand_id: seat for seat in HandSeat.objects.filter(hand__in=hands, entry__player=entry.player_id)
    }
    ends = ends_of(hands)
    lines = []
    for hand in (each for each in hands if each.pk in ends):
        seat = seats[hand.pk]
        lines.append(
            OwnHand(
                table=hand.table.number,
                number=hand.number,
                ended_at=hand.ended_at or hand.started_at,
                cards=known_cards(ends[hand.pk], seat.seat_number, hides_cards=True),
                change=(seat.finishing_stack or 0) - seat.starting_stack,
            )
        )
    return lines


def is_corrected(hand: Hand, operations: Iterable[engine.Operation]) -> bool:
    """Whether it was over before, and was opened again: by an undo, or as a hand that was recorded again."""
    if _was_opened_again(hand, operations):
        return True
    before = list(Hand.objects.filter(table_id=hand.table_id, number=hand.number, status=HandStatus.VOID))
    recorded = operations_of(before) if before else {}
    # Most of these are deals that were undone at once.
    return any(_was_over(each, recorded[each.pk]) for each in before)


def _was_opened_again(hand: Hand, operations: Iterable[engine.Operation]) -> bool:
    """Whether an undo went back into the hand after it was over."""
    kept: list[engine.Operation] = []
    for operation in operations:
        if isinstance(operation, engine.Undo):
            if engine.replay(hand.setup, kept).is_complete:
                return True
            del kept[operation.to :]
        else:
            kept.append(operation)
    return False


def _was_over(hand: Hand, operations: Sequence[engine.Operation]) -> bool:
    """The same, or that it ended as it stands."""
    stands = engine.replay(hand.setup, engine.effective(operations))
    return stands.is_complete or _was_opened_again(hand, operations)


def _until(tournament: Tournament, now: datetime, *, delay: timedelta) -> datetime:
    then = now - delay
    stop = tournament.stop
    if stop is None or not StopKind(stop.kind).is_by_rounds:
        return then
    since = stop.announced_at
    # One that was ended to announce another: the tables have waited for each other all the while.
    for before in Stop.objects.filter(tournament=tournament, announced_at__lt=since).order_by(
        "-announced_at"
    ):
        goes_on = before.ended_at is not None and since - before.ended_at <= NEXT_STOP
        if not goes_on or not StopKind(before.kind).is_by_rounds:
            break
        since = before.announced_at
    return min(then, since)


def _names(hands: Sequence[Hand]) -> dict[int, dict[int, str]]:
    """By hand and seat, as the public reads them."""
    found: dict[int, dict[int, str]] = {hand.pk: {} for hand in hands}
    for seat in HandSeat.objects.filter(hand__in=hands).select_related("entry__player"):
        found[seat.hand_id][seat.seat_number] = seat.entry.player.shown_name
    return found


def _line(hand: Hand, state: engine.State, names: dict[int, str]) -> PublicHand:
    return PublicHand(
        table=hand.table.number,
        number=hand.number,
        ended_at=hand.ended_at or hand.started_at,
        boards=tuple(map(engine.format_cards, state.boards_so_far)),
        pot=state.pot_total,
        winners=tuple((names[seat], amount) for seat, amount in chips_won(state).items()),
    )
