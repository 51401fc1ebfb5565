"""An event read from a file of The Tournament Director, without running the program that the file is.

The Tournament Director's files as found: one literal with `new Tournament({…})` in it. What is not
known here is skipped, what is missing is empty; what makes no sense is refused, and what was decided or left out is
said in the notes of the event.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, tzinfo
from typing import Final

from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import LONGEST_ID, EarlierEvent, EarlierNote, EarlierPlayer
from tournament.rules.past.literal import MOST_BYTES, MOST_MEGABYTES, Value, read_literal
from tournament.rules.past.texts import text_of
from tournament.rules.past.ttd_players import PlayerRead, players_of
from tournament.rules.past.ttd_results import (
    PrizeRead,
    bullets_of,
    hits_of,
    paid_to,
    places_of,
    planned,
    prizes_of,
)
from tournament.rules.past.ttd_setup import chips_of, has_fixed_rake, levels_of, prices_of
from tournament.rules.past.ttd_values import Fields, fields_of, moment, text, type_of

SOURCE: Final = "ttd"
LONGEST_FORMULA: Final = 20_000


def read_ttd(raw: bytes, *, zone: tzinfo = UTC, with_contact: bool = False) -> EarlierEvent:
    """The event. Raises PastFileError.

    zone: that of the venue. The file counts milliseconds since 1970 and does not say where, so that an evening would
    be on the wrong day in the zone of another continent. with_contact: personal fields too, otherwise none is kept.
    """
    if len(raw) > MOST_BYTES:
        raise PastFileError("too_large", most=MOST_MEGABYTES)
    tournament = _tournament(read_literal(text_of(raw)))
    notes: list[EarlierNote] = []
    prices = prices_of(tournament, notes)
    rakes = {(price.kind, price.name): price.fee for price in prices}
    everybody = players_of(tournament, rakes=rakes, with_contact=with_contact)
    players = [player for player in everybody if player.buy_ins]
    if len(players) < len(everybody):
        notes.append(EarlierNote(code="never_bought_in", data={"count": len(everybody) - len(players)}))
    began = moment(tournament, "StartTime", zone)
    if began is None:
        notes.append(EarlierNote(code="no_date"))
    name = text(tournament, "Title")
    if not name:
        notes.append(EarlierNote(code="no_event_name"))
    levels = levels_of(tournament, notes)
    prizes = prizes_of(tournament)
    played, hits = _played(players, prizes, notes)
    notes += _notes_of_money(players, tournament)
    return EarlierEvent(
        name=name,
        own_id=_own_id(tournament),
        league=text(tournament, "LeagueName"),
        season=text(tournament, "SeasonName"),
        day=began.date() if began else None,
        began=began,
        game=next((level.game for level in levels if level.game), ""),
        players=played,
        pool=_pool(players, prizes),
        fees=sum(player.fees for player in players),
        prizes=planned(prizes),
        hits=tuple(hits),
        levels=levels,
        chips=chips_of(tournament, notes),
        prices=prices,
        formula=_formula(tournament),
        source=SOURCE,
        notes=tuple(notes),
        bullets=bullets_of(players),
    )


def _tournament(root: Value) -> Fields:
    """`new Tournament({…})` alone or under any name; in older files a plain object under T."""
    if type_of(root) == "Tournament":
        return fields_of(root)
    fields = fields_of(root) if not type_of(root) else {}
    for value in fields.values():
        if type_of(value) == "Tournament":
            return fields_of(value)
    plain = fields.get("T")
    if not isinstance(plain, dict):
        raise PastFileError("no_tournament")
    return plain


def _own_id(tournament: Fields) -> str:
    """The same in every copy of the event; "" where there is none, or one too long for an id."""
    found = tournament.get("UUID")
    return found.strip().casefold() if isinstance(found, str) and len(found) <= LONGEST_ID else ""


def _played(
    players: Sequence[PlayerRead], prizes: Sequence[PrizeRead], notes: list[EarlierNote]
) -> tuple[tuple[EarlierPlayer, ...], list[tuple[int, int]]]:
    """Everybody with what came of it, and who knocked out whom."""
    ids = {each: place for place, player in enumerate(players) for each in player.ids}
    places = places_of(players, prizes, ids, notes)
    hits = hits_of(players, ids, notes)
    paid = paid_to(players, places, prizes, ids, notes)
    knock_outs = Counter(hitman for _victim, hitman in hits)
    played = tuple(
        EarlierPlayer(
            name=player.name,
            nickname=player.nickname,
            place=places[place],
            prize=paid[place],
            entries=len(player.buy_ins),
            rebuys=player.rebuys,
            add_ons=player.add_ons,
            spent=player.spent,
            knock_outs=knock_outs[place],
            hits_adjustment=player.hits_adjustment,
            knocked_out_by=tuple(ids[who] for who in player.last.hitmen if who in ids) if player.last else (),
            points_adjustment=player.points_adjustment,
            contact=player.contact,
        )
        for place, player in enumerate(players)
    )
    return played, hits


def _pool(players: Sequence[PlayerRead], prizes: Sequence[PrizeRead]) -> int:
    """What players paid less what was taken off each payment; without any payments the sum of the prizes."""
    spent = sum(player.spent for player in players)
    if spent:
        return spent - sum(player.fees for player in players)
    return sum(prize.amount for prize in prizes)


def _notes_of_money(players: Sequence[PlayerRead], tournament: Fields) -> Iterator[EarlierNote]:
    if not any(player.spent for player in players):
        yield EarlierNote(code="pool_from_prizes")
    if has_fixed_rake(tournament):
        yield EarlierNote(code="fixed_rake")
    bounties = sum(player.bounties for player in players)
    if bounties:
        yield EarlierNote(code="bounties", data={"amount": f"{bounties // 100}.{bounties % 100:02}"})


def _formula(tournament: Fields) -> str:
    """With its lines as they are."""
    found = fields_of(tournament.get("PointsForPlaying")).get("Formula")
    if not isinstance(found, str):
        return ""
    if len(found) > LONGEST_FORMULA:
        raise PastFileError("text_too_long", field="Formula", most=LONGEST_FORMULA)
    return found.strip()
