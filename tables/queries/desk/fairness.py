"""What the tables have cost one entry, and why it was moved: to show to a player who feels treated unfairly.

Beside the player's own figures stands what an even share of the same hands would have been, and how often the others
were moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from tables.engine import Setup
from tables.models import Hand, HandSeat, HandStatus, Move, MoveKind, MoveStatus
from tables.words.reasons import say_reasons
from tournament.models import Entry, Tournament
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTold:
    """One move. `after_hand` is the last hand of the old table before it, None where it had dealt none; `why` are its
    rules with their figures."""

    at: datetime
    kind: str
    status: str
    is_applied: bool
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    after_hand: int | None
    why: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSize:
    """So many hands were dealt to so many players."""

    players: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FairnessRecord:
    """Of one entry: hands dealt in, blinds posted in them, and the moves, the oldest first.

    `even_share` is the big blinds that one of each orbit would have been; `paid` is every chip posted before the cards.
    `balanced` counts the moves that balanced tables, `balanced_on_average` and `balanced_most` those of the field.
    """

    number: int
    name: str
    hands: int
    big_blinds: int
    small_blinds: int
    even_share: float
    paid: int
    sizes: tuple[TableSize, ...]
    moves: tuple[MoveTold, ...]
    balanced: int
    balanced_on_average: float
    balanced_most: int


def fairness_records(tournament: Tournament, *, player_id: int, writer: Writer) -> tuple[FairnessRecord, ...]:
    """Of each entry of a player in this event, the newest first. Five queries, two more for each further entry."""
    entries = Entry.objects.filter(tournament=tournament, player=player_id).select_related("player")
    field = _balanced(tournament)
    entered = Entry.objects.filter(tournament=tournament, hand_seats__isnull=False).distinct().count()
    return tuple(
        _record(entry, field, entered=entered, writer=writer) for entry in entries.order_by("-number")
    )


def _record(entry: Entry, field: Counter[int], *, entered: int, writer: Writer) -> FairnessRecord:
    hands = HandSeat.objects.filter(
        entry=entry, hand__status=HandStatus.COMPLETE, hand__is_redealt=False
    ).select_related("hand")
    # A setup is parsed each time that it is asked for.
    dealt = [(row.seat_number, row.hand.setup) for row in hands]
    posted = [post for seat, setup in dealt for post in setup.posts if post.seat == seat]
    kinds = Counter(post.kind for post in posted)
    sizes = Counter(len(setup.seats) for _seat, setup in dealt)
    return FairnessRecord(
        number=entry.number,
        name=entry.player.name,
        hands=len(dealt),
        big_blinds=kinds["big_blind"],
        small_blinds=kinds["small_blind"],
        even_share=_even_share([setup for _seat, setup in dealt]),
        paid=sum(post.amount for post in posted),
        sizes=tuple(
            TableSize(players=players, hands=count) for players, count in sorted(sizes.items(), reverse=True)
        ),
        moves=tuple(_told(move, writer) for move in _moves(entry)),
        balanced=field[entry.pk],
        balanced_on_average=field.total() / entered if entered else 0.0,
        balanced_most=max(field.values(), default=0),
    )


def _even_share(setups: Sequence[Setup]) -> float:
    """The big blinds of these hands, each divided by the players it was dealt to."""
    return sum(sum(post.kind == "big_blind" for post in setup.posts) / len(setup.seats) for setup in setups)


def _balanced(tournament: Tournament) -> Counter[int]:
    """By entry how often it was moved so that the tables are level."""
    moves = Move.objects.filter(tournament=tournament, kind=MoveKind.BALANCE, status=MoveStatus.APPLIED)
    return Counter(moves.values_list("entry", flat=True))


def _moves(entry: Entry) -> QuerySet[Move]:
    dealt = Hand.objects.filter(table=OuterRef("from_table"), started_at__lte=OuterRef("created_at"))
    last = dealt.exclude(status=HandStatus.VOID).order_by("-number").values("number")[:1]
    moves = Move.objects.filter(entry=entry).annotate(after_hand=Subquery(last))
    return moves.select_related("from_table", "to_table", "created_by").order_by("created_at", "pk")


def _told(move: Move, writer: Writer) -> MoveTold:
    after_hand: int | None = move.after_hand  # type: ignore[attr-defined]  # of the annotation
    return MoveTold(
        at=move.applied_at or move.created_at,
        kind=move.get_kind_display(),
        status=move.get_status_display(),
        is_applied=move.status == MoveStatus.APPLIED,
        from_table=move.from_table.number,
        from_seat=move.from_seat,
        to_table=move.to_table.number,
        to_seat=move.to_seat,
        after_hand=after_hand,
        why=say_reasons(move.reasons, writer),
        by="" if move.created_by is None else move.created_by.get_full_name() or move.created_by.username,
    )
