"""The draws of a room: each begins with the next link that was promised, and is kept with what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from tables.floor.draws.listed import draw_code
from tables.models import SeatDraw
from tables.queries.room.beacon import round_to_use
from tables.queries.room.draws import draw_to_come
from tournament.draws.beacon import public_text
from tournament.draws.chance import Rng, SeededRng, Witness
from tournament.draws.check_draw import fingerprint
from tournament.models import LogEntry, Tournament
from tournament.services.actor import By
from tournament.services.draws import DrawLink, DrawLinks
from tournament.services.errors import Refused
from tournament.services.undo import require_another


@dataclass(frozen=True, slots=True, kw_only=True)
class CutDeck:
    """A deck that a player has cut: its cards from the top, and the fingerprint of the entries that was shown then.

    It is cut once the seeds are promised and the list is closed, so that nobody can foresee what it makes of them.
    """

    cards: tuple[str, ...]
    entries: str

    @property
    def public(self) -> str:
        return f"cards {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconRound:
    """A round of the public beacon whose signature was checked (tables.services.desk.beacon).

    `line` is that of its announcement, `draw` and `listed` what it was announced for before anybody could know it.
    """

    line: int
    number: int
    signature: bytes
    draw: int
    listed: str
    tables_left: int | None

    @property
    def public(self) -> str:
        return public_text(self.number, self.signature)


MixedIn: TypeAlias = CutDeck | BeaconRound


def public_of(mixed_in: MixedIn | None, tournament: Tournament, listed: Sequence[str]) -> str:
    """What is mixed into a draw of all seats from `listed`, so that nobody in the house can foresee it; "" for nothing.

    Raises Refused where another list was cut or announced for, and where a round that was announced for such a draw
    still waits to be used: to whom it does not suit must not go around it.
    """
    waiting = round_to_use(tournament)
    if isinstance(mixed_in, BeaconRound):
        number = draw_to_come(tournament).number
        is_it = waiting is not None and waiting.line == mixed_in.line
        if not is_it or (mixed_in.draw, mixed_in.listed) != (number, fingerprint(listed)):
            raise Refused(
                _(
                    "Since this round was announced the list has changed or something else was drawn: announce "
                    "another round."
                ),
                code="list_changed",
            )
    elif waiting is not None:
        raise Refused(
            _(
                "Round %(number)d of the public beacon is announced for this draw: draw with it, or undo its "
                "announcement in the log."
            )
            % {"number": waiting.number},
            code="round_named",
        )
    elif mixed_in is not None and mixed_in.entries != draw_to_come(tournament).fingerprint:
        raise Refused(
            _("The list of entries has changed since the deck was cut. Let a player cut it again."),
            code="list_changed",
        )
    return "" if mixed_in is None else mixed_in.public


def check_may_void(tournament: Tournament, line: LogEntry, by: By) -> None:
    """Raise Refused where the event wants two people and a reason for a draw that is undone, and this is not that."""
    if not tournament.options.draws_undone_by_another:
        return
    require_another(
        line,
        by,
        own=Refused(
            _("You made this draw: somebody else has to undo it, as this event is set."), code="own_draw"
        ),
        no_reason=Refused(
            _(
                "A draw is undone with a reason, as this event is set: do it in the log, by “Undo with a reason”."
            ),
            code="no_reason",
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A draw that is being made from `rng`; `seed` goes into its line of the log."""

    kind: str
    rng: Rng
    seed: str
    public: str
    listed: tuple[str, ...]
    link: DrawLink | None


class DrawBook:
    """The draws of one change of a tournament, whose lock the caller holds.

    A rehearsal gives a `seed` of its own, so that the same evening comes again; nothing was promised of it.
    """

    def __init__(self, tournament: Tournament, *, by: By) -> None:
        self._tournament, self._by = tournament, by
        self._links = DrawLinks(tournament, now=by.now)

    def begin(self, kind: str, listed: Sequence[str], *, seed: str = "", public: str = "") -> Drawing:
        """`listed` is what is drawn from (tables.floor.draws.listed), `public` what the room mixes in."""
        if seed:
            return Drawing(kind=kind, rng=SeededRng(seed), seed=seed, public="", listed=(), link=None)
        link = self._links.take()
        code = draw_code(self._tournament.code, link.number)
        rng = Witness(seed=link.seed, public=public, draw=code, kind=kind, listed=listed)
        return Drawing(
            kind=kind, rng=rng, seed=link.seed.hex(), public=public, listed=tuple(listed), link=link
        )

    def row(
        self, drawing: Drawing, *, result: Sequence[Any], line: LogEntry, tables_left: int | None = None
    ) -> SeatDraw:
        """What is kept of it, not written yet; `result` is laid out by its kind."""
        promised: dict[str, Any] = {}
        if drawing.link is not None and isinstance(drawing.rng, Witness):
            promised = {
                "chain": drawing.link.chain,
                "number": drawing.link.number,
                "public": drawing.public,
                "listed": list(drawing.listed),
                "steps": drawing.rng.steps,
            }
        return SeatDraw(
            tournament=self._tournament,
            kind=drawing.kind,
            tables_left=tables_left,
            seed=drawing.seed,
            result=result,
            made_at=self._by.now,
            log_entry=line,
            **promised,
        )

    def write(self, rows: Sequence[SeatDraw]) -> list[SeatDraw]:
        self._links.spend()
        return SeatDraw.objects.bulk_create(rows)

    def keep(
        self, drawing: Drawing, *, result: Sequence[Any], line: LogEntry, tables_left: int | None = None
    ) -> SeatDraw:
        """Write one draw."""
        row = self.row(drawing, result=result, line=line, tables_left=tables_left)
        return self.write([row])[0]
