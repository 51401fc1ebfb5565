"""What a program may set up: the prices of its event, and results of other systems for the director to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router, Schema
from pydantic import Field

from tournament.api.problems import Unprocessable, WrongField
from tournament.api.shapes import AmountOfMoney, EventCode, Line, Moment, MomentSent, money_of
from tournament.api.tokens import by_of_token, event_of_token, for_token, token_of
from tournament.api.writes import Key, once, rules_refuse
from tournament.models import ImportedEvent, TokenScope, Tournament
from tournament.queries.structure import behind_the_played, errors_to_come
from tournament.rules.payouts.money import PARTS, BuyIn, minor_units
from tournament.rules.payouts.prices import LONGEST_NAME, PriceProfile
from tournament.rules.structure.errors import MAX_LEVEL_SECONDS
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.text.problems import StructureTextError
from tournament.rules.structure.text.reading import read_structure
from tournament.rules.structure.text.writing import structure_text
from tournament.services.errors import Refused
from tournament.services.imports import take_file
from tournament.services.locks import lock_tournament
from tournament.services.setup.prices import add_price, change_price, remove_price
from tournament.services.setup.tournaments import put_structure
from tournament.templatetags.games import say_remark
from tournament.timekeeping import house_now
from tournament.words.games import GAMES
from tournament.words.imports import say_refusal
from tournament.words.rules import say_error

router = Router(tags=["With a token"])

PriceName = Annotated[str, Path(..., max_length=LONGEST_NAME, description="The name of the price")]
AMOUNT: Final = r"^[0-9]{1,12}(\.[0-9]{1,2})?$"
# What the front takes of a program, 64 kB, with what JSON adds (tournament.front.bodies).
LARGEST_TEXT: Final = 60_000
MOST_WAITING: Final = 100


class PriceParts(Schema):
    """Where the money of an entry goes, each as text such as "25.00"."""

    prize: str = Field(pattern=AMOUNT, description="To the prize pool")
    fee: str = Field("0", pattern=AMOUNT, description="To the house")
    staff: str = Field("0", pattern=AMOUNT)
    bounty: str = Field("0", pattern=AMOUNT)
    other: str = Field("0", pattern=AMOUNT)


class PriceWritten(Schema):
    """A price besides the buy-in; without dates it is chosen at the desk, player by player."""

    name: Line = Field(min_length=1, max_length=LONGEST_NAME)
    parts: PriceParts
    starts_at: MomentSent | None = None
    ends_at: MomentSent | None = None
    first_entries: int | None = Field(None, description="Early bird: for so many entries")
    is_public: bool = Field(True, description="Shown to players")


class PriceKept(Schema):
    """A price of the event, the buy-in under no name."""

    name: str
    total: AmountOfMoney
    parts: PriceParts
    starts_at: Moment | None
    ends_at: Moment | None
    first_entries: int | None
    is_public: bool


class PriceList(Schema):
    items: list[PriceKept]


class StructureGiven(Schema):
    """A structure as text, as the editor takes it: a table with a line that names its columns, or a line a level."""

    text: str = Field(min_length=1, max_length=LARGEST_TEXT)
    minutes: int | None = Field(
        None, ge=1, le=MAX_LEVEL_SECONDS // 60, description="Of levels that do not say theirs"
    )


class StructureKept(Schema):
    """What is in force now, as text; rows that were played are as they were."""

    text: str
    levels: int


class ResultsGiven(Schema):
    """A file of results from another system: the text of a list (CSV) or of a file of The Tournament Director."""

    name: Line = Field(min_length=1, max_length=200, description="The name of the file")
    text: str = Field(min_length=1, max_length=LARGEST_TEXT)


class ResultsTaken(Schema):
    """What was read. The director looks at it under “Imported events” before it counts."""

    events: int


@router.get(
    "/events/{code}/prices",
    response=PriceList,
    **for_token(TokenScope.SET_UP),
    summary="All prices of the event, with what they go to",
)
def prices(request: HttpRequest, code: EventCode) -> PriceList:
    event = event_of_token(request, code)
    return PriceList(items=[_kept(price, event.currency) for price in (event.buy_in, *event.prices)])


@router.post(
    "/events/{code}/prices",
    response={201: PriceKept},
    **for_token(TokenScope.SET_UP),
    summary="A further price",
)
def make_price(request: HttpRequest, code: EventCode, key: Key, price: PriceWritten) -> HttpResponse:
    event, by = event_of_token(request, code), by_of_token(request)
    wanted = _read(price, event)

    def make() -> PriceKept:
        add_price(tournament_id=event.pk, price=wanted, by=by)
        return _kept(wanted, event.currency)

    return once(request, key, make, status=201)


@router.put(
    "/events/{code}/prices/{path:price_name}",
    response=PriceKept,
    **for_token(TokenScope.SET_UP),
    summary="Another price in the place of this one, for entries from now on",
)
def set_price(
    request: HttpRequest, code: EventCode, price_name: PriceName, key: Key, price: PriceWritten
) -> HttpResponse:
    event, by = event_of_token(request, code), by_of_token(request)
    wanted = _read(price, event)

    def replace() -> PriceKept:
        change_price(tournament_id=event.pk, name=price_name, price=wanted, by=by)
        return _kept(wanted, event.currency)

    return once(request, key, replace)


@router.delete(
    "/events/{code}/prices/{path:price_name}",
    response=PriceList,
    **for_token(TokenScope.SET_UP),
    summary="Sell a price no more",
)
def end_price(request: HttpRequest, code: EventCode, price_name: PriceName, key: Key) -> HttpResponse:
    event, by = event_of_token(request, code), by_of_token(request)

    def end() -> PriceList:
        remove_price(tournament_id=event.pk, name=price_name, by=by)
        left = [price for price in (event.buy_in, *event.prices) if price.name != price_name]
        return PriceList(items=[_kept(price, event.currency) for price in left])

    return once(request, key, end)


@router.get(
    "/events/{code}/structure/text",
    response=StructureKept,
    **for_token(TokenScope.SET_UP),
    summary="The structure as text, to be changed and put back",
)
def structure_as_text(request: HttpRequest, code: EventCode) -> StructureKept:
    event = event_of_token(request, code)
    return StructureKept(text=structure_text(event.structure), levels=event.structure.level_count)


@router.put(
    "/events/{code}/structure/text",
    response=StructureKept,
    **for_token(TokenScope.SET_UP),
    summary="Another structure; what was played stays",
)
def set_structure(request: HttpRequest, code: EventCode, key: Key, structure: StructureGiven) -> HttpResponse:
    event, by = event_of_token(request, code), by_of_token(request)

    def put() -> StructureKept:
        read = _read_structure(structure)
        # What is played meanwhile stays as it is.
        locked = lock_tournament(event.pk)
        with rules_refuse():
            wanted = behind_the_played(locked, read, now=by.now)
        faults = errors_to_come(locked, wanted, now=by.now)
        if faults:
            raise _bad_structure([f"Row {fault.row}: {say_remark(fault)}" for fault in faults])
        put_structure(tournament_id=event.pk, structure=wanted, by=by)
        return StructureKept(text=structure_text(wanted), levels=wanted.level_count)

    return once(request, key, put)


def _read_structure(given: StructureGiven) -> Structure:
    """Raises Unprocessable with everything that is wrong."""
    seconds = None if given.minutes is None else given.minutes * 60
    try:
        return read_structure(given.text, seconds=seconds, games=dict(GAMES))
    except StructureTextError as error:
        raise _bad_structure([say_error(problem) for problem in error.problems]) from error


def _bad_structure(problems: Sequence[str]) -> Unprocessable:
    errors = [WrongField(field="text", detail=each) for each in problems]
    return Unprocessable(problems[0], code="bad_structure", errors=errors)


@router.post(
    "/imports",
    response={201: ResultsTaken},
    **for_token(TokenScope.IMPORT),
    summary="Results of another system, for the director to look at",
)
def give_results(request: HttpRequest, key: Key, results: ResultsGiven) -> HttpResponse:
    event = token_of(request).tournament

    def take() -> ResultsTaken:
        if ImportedEvent.objects.filter(imported_at=None).count() >= MOST_WAITING:
            raise Refused(
                "So many results wait for a director already: “Imported events” is to be looked through first.",
                code="too_many_waiting",
            )
        file = take_file(
            raw=results.text.encode(),
            name=results.name,
            zone=ZoneInfo(event.time_zone),
            currency=event.currency,
            account=None,
            now=house_now(),
        )
        if file.refusal is not None:
            raise Unprocessable(str(say_refusal(file.refusal)), code="bad_results")
        return ResultsTaken(events=file.events.count())

    return once(request, key, take, status=201)


def _read(price: PriceWritten, event: Tournament) -> PriceProfile:
    """Raises Refused for parts or dates that cannot be."""
    units = minor_units(event.currency)
    parts = {part: _minor(getattr(price.parts, part), part, units) for part in PARTS}
    with rules_refuse():
        return PriceProfile(
            name=price.name,
            price=BuyIn(**parts),
            starts_at=price.starts_at,
            ends_at=price.ends_at,
            is_public=price.is_public,
            first_entries=price.first_entries,
        )


def _minor(text: str, part: str, units: int) -> int:
    """Minor units. Raises Unprocessable for cents of a currency that has none."""
    whole, _point, rest = text.partition(".")
    if rest and units == 1:
        raise Unprocessable(
            f"parts.{part}: this currency has no decimals; write {whole}.", code="no_decimals"
        )
    return int(whole) * units + int(rest.ljust(2, "0") or 0)


def _kept(price: PriceProfile, currency: str) -> PriceKept:
    amounts = {part: money_of(amount, currency).amount for part, amount in price.price.to_dict().items()}
    return PriceKept(
        name=price.name,
        total=money_of(price.price.total, currency),
        parts=PriceParts(**amounts),
        starts_at=price.starts_at,
        ends_at=price.ends_at,
        first_entries=price.first_entries,
        is_public=price.is_public,
    )
