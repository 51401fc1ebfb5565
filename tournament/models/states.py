"""Seals of rows that may change: whatever a service writes to them is sealed again, and nothing else is.

A row of the log is written once. A prize, a place, a seat or a level changes, and who changes it past Floorman leaves
no line. So each change gets a link of the tournament's chain (`tournament.models.chain`) with a digest of how the row
then stands, in the transaction of the change; the newest link of a row is compared with the row by `manage.py verify`.

    written under the lock of its tournament  -->  sealed as it stands
    written otherwise                         -->  left as it is, and found

The lock is what tells the one from the other, and what numbers links one after another: `note_lock` is called by the
code that takes it, and is forgotten when the transaction or the part of it (the savepoint) in which that happened is
over.

A `SealedState` says which columns of a model are sealed together. What changes with every hand is not: that follows
from the hands. The columns are written out, so that one that comes later changes no digest of before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.models import Field, Q
from django.db.models.expressions import Col
from django.db.models.lookups import Exact

from tournament.models.built_query import BuiltQuery
from tournament.models.links import append_links, digest_of

M = TypeVar("M", bound=models.Model)
F = TypeVar("F", bound=Callable[..., Any])

# In the place of a digest: the row is not there any more. No digest is so short.
GONE: Final = "gone"
KINDS: Final = frozenset(
    {
        *(
            "event",
            "options",
            "staff",
            "entry",
            "places",
            "prize",
            "penalty",
            "bounty",
            "pot",
            "envelope",
            "redraw",
            "chop",
        ),
        *(
            "chop share",
            "side prize",
            "held",
            "till",
            "carried",
            "id check",
            "chip sale",
            "flights",
            "brought",
            "festival",
            "voucher",
            "voucher use",
            "advance",
            "own stacks",
            "season pay",
            "stop",
            "round bust",
        ),
        *("table", "button", "seats", "draw", "drawn", "draw chain", "move", "bust", "credit", "hand"),
        *("bag", "bag tag", "time chip", "chip stage", "dispute", "alternate", "kept seat", "zone", "tablet"),
    }
)
"""The kinds of links of rows that change, in both apps."""
# So many keys are named in one statement.
AT_ONCE: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedState:
    """What is sealed of the rows of one model: `columns`, by their attributes.

    One seal is for all rows that have the same `by`, their key unless it is said otherwise: all seats of one table.
    `tournament` is the way from a row to its tournament, `name` the column by which people call it. Rows that are not
    among `only` have no seal in force; without `is_lasting` they come and go by what is not sealed.
    """

    kind: str
    columns: tuple[str, ...]
    by: str = "id"
    tournament: str = "tournament_id"
    only: Q = field(default_factory=Q, compare=False)
    is_lasting: bool = True
    name: str = ""

    def digests(self, model: type[models.Model], **rows: Any) -> dict[int, str]:
        """By unit the digest of its rows as they stand in the database."""
        standing = model._default_manager.filter(self.only, **rows).order_by("pk")
        return self._digests_of_rows(standing.values_list(self.by, *self.columns))

    def digests_in(self, model: type[models.Model], tournament_id: int) -> dict[int, str]:
        """Those of all units of a tournament, by a statement that was built once."""
        return self._digests_of_rows(rows_by(model, self, self.tournament).all(tournament_id))

    def digests_of(self, model: type[models.Model], units: Sequence[int]) -> dict[int, str]:
        """Those of these units alone; of one, as most writes are, by a statement that was built once."""
        if len(units) > 1:
            return self.digests(model, **{f"{self.by}__in": units})
        return self._digests_of_rows(rows_by(model, self, self.by).all(*units))

    def _digests_of_rows(self, rows: Iterable[Sequence[Any]]) -> dict[int, str]:
        found: dict[int, list[dict[str, Any]]] = {}
        for unit, *values in rows:
            found.setdefault(unit, []).append(dict(zip(self.columns, values, strict=True)))
        return {unit: digest_of({"rows": of_unit}) for unit, of_unit in found.items()}

    def units(self, rows: models.QuerySet[Any]) -> set[tuple[int, int]]:
        """The units that these rows are of, each with its tournament."""
        model: type[models.Model] = rows.model
        key = _only_key(rows)
        if key is not None:
            return set(_unit_of_row(model, self, in_force=False).all(key))
        if self.by == self.tournament:
            return {(unit, unit) for unit in rows.values_list(self.by, flat=True)}
        return set(rows.values_list(self.by, self.tournament))


@cache
def rows_by(model: type[models.Model], state: SealedState, by: str) -> BuiltQuery[Sequence[Any]]:
    """What is sealed of one unit, or of all units of one tournament: by the column that names it. Every write asks for
    it, and a check of the whole house a thousand times.
    """

    def build(one: int) -> models.QuerySet[Any, Sequence[Any]]:
        standing = model._default_manager.filter(state.only, **{by: one}).order_by("pk")
        return standing.values_list(state.by, *state.columns)

    return BuiltQuery(build, int)


@cache
def _unit_of_row(
    model: type[models.Model], state: SealedState, *, in_force: bool
) -> BuiltQuery[tuple[int, int]]:
    """The unit of one row, by its key, with the tournament; `in_force` where it has a seal in force."""

    def build(key: int) -> models.QuerySet[Any, tuple[int, int]]:
        rows = model._default_manager.filter(state.only if in_force else Q(), pk=key)
        return rows.values_list(state.by, state.tournament)

    return BuiltQuery(build, int)


@dataclass(frozen=True, slots=True)
class _Lock:
    """Stands in the list of what follows a commit, and so is forgotten with the transaction or the savepoint."""

    tournament_id: int

    def __call__(self) -> None:
        """Nothing is to be done."""


def note_lock(tournament_id: int) -> None:
    """The lock of this tournament is held from now on, until the innermost block of the transaction ends."""
    transaction.on_commit(_Lock(tournament_id))


def locked_tournaments() -> set[int]:
    """Whose lock this transaction holds."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    within = set(connection.savepoint_ids)
    return {
        note.tournament_id
        for savepoints, note, _robust in connection.run_on_commit
        if isinstance(note, _Lock) and savepoints <= within
    }


Units: TypeAlias = Mapping[tuple[type[models.Model], SealedState], Collection[tuple[int, int]]]
"""By model and state the units that were touched, each with its tournament."""


def marked(**marks: bool) -> Callable[[F], F]:
    """What Django reads from a method of a query set: no template calls it, and whether managers have it too."""

    def mark(method: F) -> F:
        for name, value in marks.items():
            setattr(method, name, value)
        return method

    return mark


class StateRows(models.QuerySet[M]):
    """Rows that are sealed as they stand whenever a service changes them."""

    # While many rows are written at once they are sealed at the end.
    _is_sealing_later = False

    @marked(alters_data=True)
    def update(self, **values: Any) -> int:
        units = self._units({_attribute(self.model, name) for name in values})
        changed = super().update(**values)
        if changed:
            seal_units(units)
        return changed

    def bulk_create(self, objs: Iterable[M], *args: Any, **options: Any) -> list[M]:
        self._is_sealing_later = True
        try:
            rows: list[M] = super().bulk_create(objs, *args, **options)
        finally:
            self._is_sealing_later = False
        named = options.get("update_fields")
        names = None if named is None else {_attribute(self.model, name) for name in named}
        seal_rows(self.model, [row.pk for row in rows], names=names)
        return rows

    @marked(alters_data=True, queryset_only=True)
    def delete(self) -> tuple[int, dict[str, int]]:
        units = self._units(None)
        gone = super().delete()
        seal_units(units)
        return gone

    @marked(alters_data=True, queryset_only=False)
    def _insert(self, objs: Sequence[M], *args: Any, **options: Any) -> Any:
        returned = super()._insert(objs, *args, **options)  # type: ignore[misc]
        if not self._is_sealing_later:
            seal_rows(self.model, [row[0] for row in returned or ()])
        return returned

    @marked(alters_data=True, queryset_only=False)
    def _update(self, values: Sequence[tuple[Field[Any, Any], Any, Any]]) -> int:
        units = self._units({field.attname for field, _model, _value in values})
        changed: int = super()._update(values)  # type: ignore[misc]
        if changed:
            seal_units(units)
        return changed

    def _units(self, names: set[str] | None) -> Units:
        """What of these rows is sealed and has one of these columns, before they are changed."""
        states = [
            state for state in states_of(self.model) if names is None or not names.isdisjoint(state.columns)
        ]
        if not states or not locked_tournaments():
            return {}
        # Two states of one model are mostly of the same units: these are asked for once.
        found = {(state.by, state.tournament): state for state in states}
        units = {way: state.units(self) for way, state in found.items()}
        return {(self.model, state): units[state.by, state.tournament] for state in states}


class Sealed(models.Model):
    """A model whose rows are sealed again with each change. `STATES` says what of them."""

    STATES: ClassVar[tuple[SealedState, ...]] = ()

    objects = StateRows.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"


def states_of(model: type[models.Model]) -> tuple[SealedState, ...]:
    return model.STATES if issubclass(model, Sealed) else ()


def seal_rows(model: type[models.Model], keys: Collection[int], *, names: set[str] | None = None) -> None:
    """Seal these rows as they stand, those with one of the columns `names` alone."""
    if not keys or not locked_tournaments():
        return
    units: dict[tuple[type[models.Model], SealedState], set[tuple[int, int]]] = {}
    for state in states_of(model):
        if names is None or not names.isdisjoint(state.columns):
            touched = units.setdefault((model, state), set())
            if len(keys) == 1:
                touched |= set(_unit_of_row(model, state, in_force=True).all(*keys))
                continue
            for part in _parts(keys):
                touched |= state.units(model._default_manager.filter(state.only, pk__in=part))
    seal_units(units)


def seal_units(units: Units) -> None:
    """Seal what was touched as it stands now: one link for each unit of a tournament whose lock is held."""
    locked = locked_tournaments()
    links: dict[int, list[tuple[str, int, str]]] = {}
    for (model, state), touched in units.items():
        mine = {unit: tournament for unit, tournament in touched if tournament in locked}
        for part in _parts(sorted(mine)):
            digests = state.digests_of(model, part)
            for unit in part:
                links.setdefault(mine[unit], []).append((state.kind, unit, digests.get(unit, GONE)))
    for tournament_id, sealed in links.items():
        append_links(tournament_id, sealed)


def _only_key(rows: models.QuerySet[Any]) -> int | None:
    """The key, where these rows are said to be the one that has it, as when a model is saved; else None."""
    query = rows.query
    if len(query.where.children) != 1 or query.where.negated or query.is_sliced:
        return None
    said: Any = query.where.children[0]
    is_key = isinstance(said, Exact) and isinstance(said.lhs, Col) and said.lhs.target.primary_key
    if not is_key or said.lhs.alias != rows.model._meta.db_table or not isinstance(said.rhs, int):
        return None
    return said.rhs


def _parts(keys: Collection[int]) -> Iterator[list[int]]:
    listed = list(keys)
    for start in range(0, len(listed), AT_ONCE):
        yield listed[start : start + AT_ONCE]


def _attribute(model: type[models.Model], name: str) -> str:
    """A field's attribute by its name: `entry_id` for `entry`."""
    if name == "pk":
        return "id"
    found = model._meta.get_field(name)
    return found.attname if isinstance(found, Field) else name
