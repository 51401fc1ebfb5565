"""Writing Open Hand History: what `read_ohh` reads back, to the last operation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from tables.engine.games.setup import Setup
from tables.engine.notation.fields import descale
from tables.engine.notation.ohh.fields import format_object
from tables.engine.notation.ohh.hand import hand_fields
from tables.engine.notation.ohh.reading import plain_hand
from tables.engine.notation.ohh.words import HAND_FIELDS
from tables.engine.notation.own_fields import OWN, own_fields
from tables.engine.play.operations import Operation, RunBoards, effective

SPEC_VERSION: Final = "1.4.7"
RUN_TWICE: Final = "Run_It_Twice"


def format_ohh(
    setup: Setup,
    operations: Iterable[Operation],
    *,
    game_number: str,
    started_at: datetime,
    players: Sequence[str] = (),
    scale: int = 1,
    fields: Mapping[str, object] | None = None,
) -> str:
    """The text of one hand; `read_ohh` gives back an equal setup and the operations that count.

    game_number: unique among the hands of the house. started_at: with its time zone. players: names
    in the order of setup.seats. scale: chips are written divided by it. fields: others of the
    specification such as table_name, currency or tournament_info, whose required ones have defaults
    here; those written from the hand itself are ignored. Raises UnsupportedGame for a game that
    is neither hold'em nor Omaha, IllegalAction where the operations are not a lawful hand, and
    ValueError for a moment without a time zone.
    """
    if started_at.tzinfo is None:
        raise ValueError("started_at has no time zone")
    operations = effective(operations)
    names = players or [f"Seat {each.seat}" for each in setup.seats]
    recorded = _players(setup, names, scale) | hand_fields(setup, operations, scale=scale)
    own = _own_fields(recorded, setup, operations, scale)
    given = {key: value for key, value in (fields or {}).items() if key not in HAND_FIELDS}
    if any(isinstance(operation, RunBoards) for operation in operations):
        flags = given.get("flags")
        others = [flag for flag in flags if flag != RUN_TWICE] if isinstance(flags, list) else []
        given["flags"] = [RUN_TWICE, *others]
    written = _defaults(setup) | given | {"game_number": game_number, "start_date_utc": _utc(started_at)}
    return format_object(written | recorded | ({OWN: own} if own else {}))


def join_ohh(texts: Iterable[str]) -> str:
    """The text of an .ohh file from those of its hands."""
    return "\n".join(texts)


def _players(setup: Setup, names: Sequence[str], scale: int) -> dict[str, object]:
    listed = [
        {
            "id": each.seat,
            "seat": each.seat,
            "name": name,
            "starting_stack": descale(each.stack, scale),
            "is_sitting_out": False,
        }
        for each, name in zip(setup.seats, names, strict=True)
    ]
    return {"players": listed}


def _defaults(setup: Setup) -> dict[str, object]:
    """The required fields that a hand does not have; XPM is the specification's play money."""
    return {
        "spec_version": SPEC_VERSION,
        "site_name": "Floorman",
        "network_name": "Floorman",
        "internal_version": SPEC_VERSION,
        "tournament": False,
        "game_number": "",
        "start_date_utc": "",
        "table_name": "",
        "table_size": max(each.seat for each in setup.seats),
        "currency": "XPM",
        "hero_player_id": None,
        "flags": [],
        "tournament_bounties": [],
    }


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _own_fields(
    recorded: Mapping[str, object], setup: Setup, operations: tuple[Operation, ...], scale: int
) -> dict[str, object]:
    """What a reader of the plain fields would get wrong."""
    plain = plain_hand(recorded)
    own = own_fields(
        setup,
        operations,
        plain_setup=lambda: plain.setup(rules=setup.rules, scale=scale),
        plain_operations=lambda: plain.operations(setup, scale=scale),
    )
    return own if plain.scale == scale else {"scale": scale} | own
