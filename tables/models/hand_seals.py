"""What is sealed of a hand, and of who is credited with a bust: both stand in more tables than one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import models
from django.db.models import Q

from tables.models.bust import Bust
from tables.models.hand import Hand, HandOperation, HandSeat
from tables.models.table import BUTTON, Table
from tournament.models.built_query import BuiltQuery
from tournament.models.links import digest_of
from tournament.models.states import SealedState, locked_tournaments, rows_by, seal_units

# So many hands with their operations are held at once.
AT_ONCE: Final = 200
_HAND: Final = (
    *(
        "table_id",
        "number",
        "status",
        "level_index",
        "level_number",
        "game",
        "setup_data",
        "positions_before",
    ),
    *("arrivals_before", "device_id", "account_id", "is_redealt", "is_counted"),
    *("known_before", "started_at", "ended_at"),
)
_OPERATION: Final = ("number", "code", "at", "device_id", "account_id")
_SEAT: Final = ("seat_number", "entry_id", "starting_stack", "finishing_stack", "sits_out")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandState(SealedState):
    """A hand that is over, card by card: its setup, its operations, its players, and who knocked them out."""

    def digests(self, model: type[models.Model], **rows: Any) -> dict[int, str]:
        hands = model._default_manager.filter(self.only, **rows).order_by("pk")
        keys = list(hands.values_list("pk", flat=True))
        parts = (keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE))
        return {
            pk: digest
            for part in parts
            for pk, digest in self._digests_of_hands(hands.filter(pk__in=part)).items()
        }

    def digests_in(self, model: type[models.Model], tournament_id: int) -> dict[int, str]:
        return self.digests(model, **{self.tournament: tournament_id})

    def digests_of(self, model: type[models.Model], units: Sequence[int]) -> dict[int, str]:
        if len(units) > 1:
            return self.digests(model, pk__in=units)
        hands = rows_by(model, self, self.by).all(*units)
        return _digests(hands, _OPERATIONS_OF_HAND.all(*units), _SEATS_OF_HAND.all(*units)) if hands else {}

    def _digests_of_hands(self, hands: models.QuerySet[Any]) -> dict[int, str]:
        rows = list(hands.values_list("id", *self.columns))
        keys = [pk for pk, *_ in rows]
        return _digests(rows, _operations(hand__in=keys), _seats(hand__in=keys))


def _operations(**of: Any) -> models.QuerySet[Any, Sequence[Any]]:
    rows = HandOperation.objects.filter(**of).order_by("number", "pk")
    return rows.values_list("hand_id", *_OPERATION)


def _seats(**of: Any) -> models.QuerySet[Any, Sequence[Any]]:
    """A row for each who knocked the player out, or one."""
    rows = HandSeat.objects.filter(**of).order_by("seat_number", "pk", "knocked_out_by")
    return rows.values_list("hand_id", *_SEAT, "knocked_out_by")


# The last tap of every hand asks them.
_OPERATIONS_OF_HAND = BuiltQuery(lambda hand: _operations(hand=hand), int)
_SEATS_OF_HAND = BuiltQuery(lambda hand: _seats(hand=hand), int)


def _digests(
    hands: Iterable[Sequence[Any]], operations: Iterable[Sequence[Any]], seats: Iterable[Sequence[Any]]
) -> dict[int, str]:
    """By hand the digest of what these rows of the three tables say of it."""
    found: dict[int, dict[str, Any]] = {
        pk: {"hand": list(values), "operations": [], "seats": [], "knocked_out": []} for pk, *values in hands
    }
    for pk, *values in operations:
        found[pk]["operations"].append(values)
    for pk, *values, by in seats:
        if values not in found[pk]["seats"][-1:]:
            found[pk]["seats"].append(values)
        if by is not None:
            found[pk]["knocked_out"].append([values[0], by])
    return {pk: digest_of(parts) for pk, parts in found.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditState(SealedState):
    """To whom a bust is credited."""

    def digests(self, model: type[models.Model], **rows: Any) -> dict[int, str]:
        credited: dict[int, list[int]] = {}
        busts = model._default_manager.filter(self.only, **rows).order_by("pk", "credited_to")
        for pk, entry in busts.values_list("id", "credited_to"):
            credited.setdefault(pk, []).extend([] if entry is None else [entry])
        return {pk: digest_of({"credited_to": entries}) for pk, entries in credited.items()}

    def digests_in(self, model: type[models.Model], tournament_id: int) -> dict[int, str]:
        return self.digests(model, **{self.tournament: tournament_id})

    def digests_of(self, model: type[models.Model], units: Sequence[int]) -> dict[int, str]:
        return self.digests(model, pk__in=units)


HAND: Final = HandState(
    kind="hand",
    columns=_HAND,
    tournament="table__tournament_id",
    # Of a hand in play the next tap changes it; of a counted one nothing was recorded but what it left.
    only=Q(is_counted=False) & ~Q(status="open"),
    name="number",
)
CREDIT: Final = CreditState(
    kind="credit", columns=("credited_to",), tournament="table__tournament_id", name="entry__number"
)


def seal_hand(hand: Hand, *, tournament_id: int) -> None:
    """Seal a hand that is over, and where it leaves the button, or say that it is in play again.

    The caller holds the tournament's lock; only a counted hand may be written without it.
    """
    if tournament_id in locked_tournaments():
        seal_units(
            {(Hand, HAND): [(hand.pk, tournament_id)], (Table, BUTTON): [(hand.table_id, tournament_id)]}
        )


def seal_credit(bust: Bust, *, tournament_id: int) -> None:
    """Seal to whom a bust is credited. The caller holds the tournament's lock."""
    seal_units({(Bust, CREDIT): [(bust.pk, tournament_id)]})
