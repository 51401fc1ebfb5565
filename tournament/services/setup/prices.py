"""The prices of an event besides its buy-in: made, changed, removed, and each of it undone.

Entries keep what they paid and what their price was called, whatever becomes of it here. Each line of the log keeps
the price as it was `before` and as it is `after`, None where there was or is not one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.setup import PriceAdded, PriceChange, PriceChanged, PriceRemoved
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.rules.errors import RulesError
from tournament.rules.payouts.prices import PriceProfile, check_prices, price_from_dict
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.setup.plan_checks import check_bounty_of_prices
from tournament.services.undo import Undoable, register_undo
from tournament.words.rules import say_error

PRICE_VERBS: Final = ("price_added", "price_changed", "price_removed")


@transaction.atomic
def add_price(*, tournament_id: int, price: PriceProfile, by: By) -> LogEntry:
    """A further price, the last of the list. Raises Refused where it does not go with the others."""
    tournament = lock_tournament(tournament_id)
    at = len(tournament.price_data)
    return _replace(tournament, at=at, before=None, after=price, by=by)


@transaction.atomic
def change_price(*, tournament_id: int, name: str, price: PriceProfile, by: By) -> LogEntry | None:
    """Replace the price of this name, for entries from now on; None where it is as it was. Raises Refused."""
    tournament = lock_tournament(tournament_id)
    at, before = _find(tournament, name)
    if before == price:
        return None
    return _replace(tournament, at=at, before=before, after=price, by=by)


@transaction.atomic
def remove_price(*, tournament_id: int, name: str, by: By) -> LogEntry:
    """Sell it no more; who has paid it has paid it. Raises Refused if it is gone already."""
    tournament = lock_tournament(tournament_id)
    at, before = _find(tournament, name)
    return _replace(tournament, at=at, before=before, after=None, by=by)


def open_price_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those whose price is still as they have left it."""
    if tournament.is_over:
        return set()
    return {line.pk for line in lines if _stands(tournament, line)}


def restore_price(line: LogEntry, by: By) -> None:
    """Undo one line: the price is as it was before."""
    tournament = Tournament.objects.get(pk=line.tournament_id)
    change = PriceChange.of(line)
    before, after = _kept(change.after), _kept(change.before)
    at = change.at if before is None else _find(tournament, before.name)[0]
    _replace(tournament, at=at, before=before, after=after, by=by, undoes=line)


def _stands(tournament: Tournament, line: LogEntry) -> bool:
    change = PriceChange.of(line)
    if change.after is not None:
        return change.after in tournament.price_data
    # Removed: its name may have been given to another one since.
    name = change.name.casefold()
    return all(price.name.casefold() != name for price in tournament.prices)


def _replace(
    tournament: Tournament,
    *,
    at: int,
    before: PriceProfile | None,
    after: PriceProfile | None,
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry:
    """Put `after` where `before` stood, or in at this place of the list."""
    check_not_over(tournament)
    prices = list(tournament.prices)
    prices[at : at + (before is not None)] = [] if after is None else [after]
    try:
        check_prices(prices)
    except RulesError as error:
        raise Refused(say_error(error), code=error.code, field=str(error.params["field"])) from error
    check_bounty_of_prices(prices, kind=tournament.bounty_kind)
    tournament.price_data = [price.to_dict() for price in prices]
    tournament.save(update_fields=["price_data"])
    shown = after or before
    if shown is None:
        raise ValueError("a change needs a price")
    told = PriceAdded if before is None else PriceRemoved if after is None else PriceChanged
    change = told(
        name=shown.name,
        total=shown.price.total,
        at=at,
        before=None if before is None else before.to_dict(),
        after=None if after is None else after.to_dict(),
    )
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["players", "clock", "log"])
    return line


def _find(tournament: Tournament, name: str) -> tuple[int, PriceProfile]:
    """The position of the price of this name in the list, and the price."""
    found = next(((at, price) for at, price in enumerate(tournament.prices) if price.name == name), None)
    if found is None:
        raise Refused(_("This price has been removed or renamed meanwhile."), code="price_gone")
    return found


def _kept(data: dict[str, object] | None) -> PriceProfile | None:
    return None if data is None else price_from_dict(data)


register_undo(
    [PriceAdded, PriceRemoved, PriceChanged],
    Undoable(open_lines=open_price_lines, undo=restore_price, again=True),
)
