"""Places, knock-outs and prizes of an event of The Tournament Director.

Places follow from the last buy-in of each player: the later it ended the better, and the winner's has not. Of those who
went out in the same millisecond, whom the file gave the prize of a better place was the better one; otherwise the later
one in the file. They share nothing, and a note names them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Final, TypeAlias

from tournament.rules.past.events import EarlierBullet, EarlierNote
from tournament.rules.past.ttd_players import PlayerRead
from tournament.rules.past.ttd_values import Fields, fields_of, listed, money, parts_of, whole

# Named in a note.
MOST_NAMES: Final = 10
_MINUTE: Final = 60_000  # milliseconds
# Players by each of their ids, as places in the list of players.
Ids: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRead:
    """A prize as the file has it: `place` 0 is that of no place; `awarded` are ids."""

    place: int
    amount: int
    awarded: tuple[str, ...]


def prizes_of(tournament: Fields) -> list[PrizeRead]:
    """In the order of the file. Raises PastFileError for what is not an amount."""
    return [_prize(fields_of(each)) for each in parts_of(tournament, "Prizes")]


def _prize(fields: Fields) -> PrizeRead:
    awarded = (each for each in listed(fields.get("AwardedToPlayers")) if isinstance(each, str) and each)
    return PrizeRead(
        # What is for nobody's place has a number below 1.
        place=max(0, whole(fields, "Recipient", least=-1_000)),
        amount=money(fields, "CalculatedAmount"),
        awarded=tuple(dict.fromkeys(awarded)),
    )


def planned(prizes: Sequence[PrizeRead]) -> tuple[int, ...]:
    """By place from the first on, up to as many places as there are prizes; 0 where a place has none."""
    amounts = Counter[int]()
    for prize in prizes:
        amounts[prize.place] += prize.amount
    paid = [place for place, amount in amounts.items() if amount and 0 < place <= len(prizes)]
    return tuple(amounts[place] for place in range(1, max(paid, default=0) + 1))


def places_of(
    players: Sequence[PlayerRead], prizes: Sequence[PrizeRead], ids: Ids, notes: list[EarlierNote]
) -> list[int]:
    """Of each player, 0 for those who were still in when the file was saved; adds to `notes`."""
    awarded = {
        ids[who]: prize.place for prize in prizes if prize.place for who in prize.awarded if who in ids
    }
    moments = {place: each.last.at for place, each in enumerate(players) if each.last}
    out = sorted(moments, key=lambda each: (moments[each], _lateness(awarded.get(each, 0)), each))
    left = len(players) - len(out)
    if left > 1:
        notes.append(EarlierNote(code="not_finished", data={"count": left}))
    if players and not left:
        notes.append(EarlierNote(code="everyone_out"))
    _name_those_together(out, moments, players, notes)
    places = [1 if left == 1 else 0] * len(players)
    for place, player in enumerate(reversed(out), start=left + 1):
        places[player] = place
    return places


def _lateness(prize_place: int) -> int:
    """The smaller the earlier: without a prize first, then the prize of the last place."""
    return -prize_place if prize_place else -1_000_000


def _name_those_together(
    out: Sequence[int],
    moments: Mapping[int, Decimal],
    players: Sequence[PlayerRead],
    notes: list[EarlierNote],
) -> None:
    for _moment, together in groupby(out, key=lambda each: moments[each]):
        names = [players[each].name for each in together]
        if len(names) > 1:
            notes.append(EarlierNote(code="same_time", data={"names": _few(names)}))


def _few(names: Sequence[str]) -> str:
    return ", ".join([*names[:MOST_NAMES], "…"] if len(names) > MOST_NAMES else names)


def hits_of(players: Sequence[PlayerRead], ids: Ids, notes: list[EarlierNote]) -> list[tuple[int, int]]:
    """(knocked out, by whom) of each buy-in that ended by somebody who is there; adds to `notes`."""
    hits: list[tuple[int, int]] = []
    for victim, player in enumerate(players):
        hitmen = [hitman for bust in player.buy_ins if bust for hitman in bust.hitmen]
        hits += [(victim, ids[hitman]) for hitman in hitmen if hitman in ids]
        if any(hitman not in ids for hitman in hitmen):
            notes.append(EarlierNote(code="unknown_hitman", data={"name": player.name}))
    return hits


def paid_to(
    players: Sequence[PlayerRead],
    places: Sequence[int],
    prizes: Sequence[PrizeRead],
    ids: Ids,
    notes: list[EarlierNote],
) -> list[int]:
    """What each player was paid, in minor units; adds to `notes`."""
    by_place = {place: player for player, place in enumerate(places) if place}
    paid = [0] * len(players)
    for prize in prizes:
        winners = list(_winners(prize, by_place, ids, notes)) if prize.amount else []
        if len(winners) > 1:
            shared = {"place": prize.place, "count": len(winners)}
            notes.append(EarlierNote(code="prize_shared", data=shared))
        for number, winner in enumerate(winners):
            share, odd = divmod(prize.amount, len(winners))
            # The first of them have the odd cents.
            paid[winner] += share + (number < odd)
            if len(winners) == 1 and prize.place and places[winner] not in (0, prize.place):
                data = {"name": players[winner].name, "place": places[winner], "other": prize.place}
                notes.append(EarlierNote(code="prize_elsewhere", data=data))
    return paid


def _winners(
    prize: PrizeRead, by_place: Mapping[int, int], ids: Ids, notes: list[EarlierNote]
) -> Iterator[int]:
    if prize.awarded:
        known = [ids[who] for who in prize.awarded if who in ids]
        if not known:
            notes.append(EarlierNote(code="unknown_winner", data={"amount": _shown(prize.amount)}))
        yield from dict.fromkeys(known)
    elif prize.place in by_place:
        notes.append(EarlierNote(code="awarded_by_place", data={"place": prize.place}))
        yield by_place[prize.place]
    else:
        notes.append(EarlierNote(code="not_awarded", data={"amount": _shown(prize.amount)}))


def _shown(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def bullets_of(players: Sequence[PlayerRead]) -> tuple[EarlierBullet, ...]:
    """Every buy-in in the order they were made; none where the file lacks the time of one of them."""
    bullets = sorted(
        (bullet for player in players for bullet in player.bullets), key=lambda bullet: bullet.at
    )
    if not bullets or len(bullets) < sum(len(player.buy_ins) for player in players):
        return ()
    first = bullets[0].at

    def minute(at: Decimal) -> float:
        return float(round((at - first) / _MINUTE, 1))

    return tuple(
        EarlierBullet(
            minute=minute(bullet.at),
            chips=bullet.chips,
            out_minute=None if bullet.out_at is None else minute(bullet.out_at),
            out_level=bullet.out_level,
            more=tuple((minute(at), chips) for at, chips in bullet.more),
        )
        for bullet in bullets
    )
