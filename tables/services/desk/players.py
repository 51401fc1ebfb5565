"""Players: correcting the name, the public name, the club number, the country and the note; merging duplicates.

A merge moves every entry of the duplicate, in every tournament, its ID checks and its reserved seats to the player who
stays; the duplicate's row is left without entries and is no longer found. A club number, country or public name that
only the duplicate had is taken over, because a chosen public name must not turn into the real one; of two notes none is
lost. Undoing the merge moves back those entries and no others: later entries stay where they are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Count, Exists, OuterRef
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from tables.changes.players import PlayerEdited, PlayerFields, PlayersMerged, PlayersUnmerged
from tables.models import SeatReservation, Table
from tournament.models import (
    BountyShare,
    Entry,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Player,
    Role,
    SidePrize,
    StaffMember,
    Tournament,
    TournamentStatus,
    Voucher,
    VoucherUse,
)
from tournament.queries.flights import LIVE
from tournament.realtime import publish
from tournament.services.actor import Actor, By
from tournament.services.errors import Refused
from tournament.services.field.id_checks import move_id_checks
from tournament.services.field.players import NOTE_MAX, change_player
from tournament.services.locks import lock_also, lock_tournaments
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

NOT_OVER = (TournamentStatus.REGISTERING, TournamentStatus.RUNNING)
PUBLISHED = ("players", "standings", "payouts", "tables", "log", "field")


# --- Edit ---------------------------------------------------------------------------------------------------


@transaction.atomic
def edit_player(
    *,
    tournament_id: int,
    player_id: int,
    name: str,
    public_name: str,
    club_number: str,
    note: str | None = None,
    country: str | None = None,
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry | None:
    """Correct a player's names and club number, and note and country, which None leaves; None if nothing changes.

    Players are shared by all tournaments: every one in play that has this player gets a log line. Raises Refused
    naming the field, or when the player was merged into another meanwhile.
    """
    others = Tournament.objects.filter(entries__player=player_id, status__in=NOT_OVER)
    if undoes is None:
        lock_tournaments([tournament_id, *others.values_list("pk", flat=True)])
    else:
        lock_also(tournament_id, others.values_list("pk", flat=True))
    (player,) = _lock_players(player_id)
    before = _fields(player)
    change_player(
        player, name=name, public_name=public_name, club_number=club_number, note=note, country=country
    )
    if _fields(player) == before:
        return None
    return _record_in_each(
        PlayerEdited(
            player=player.pk, name=before.name, new_name=player.name, was=before, became=_fields(player)
        ),
        here=tournament_id,
        others=set(others.values_list("pk", flat=True)),
        by=by,
        undoes=undoes,
    )


def _open_edits(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player's names are those in the line, and note and country where the line has them."""
    edits = {line.pk: PlayerEdited.of(line) for line in lines}
    players = Player.objects.filter(merged_into=None).in_bulk([edit.player for edit in edits.values()])
    return {
        pk
        for pk, edit in edits.items()
        if edit.player in players and _is_as(players[edit.player], edit.became)
    }


def _is_as(player: Player, became: PlayerFields) -> bool:
    now = _fields(player)
    if became.note is UNSET:
        became = replace(became, note=now.note)
    if became.country is UNSET:
        became = replace(became, country=now.country)
    return now == became


def _undo_edit(line: LogEntry, by: By) -> None:
    edit = PlayerEdited.of(line)
    edit_player(
        tournament_id=line.tournament_id,
        player_id=edit.player,
        name=edit.was.name,
        public_name=edit.was.public_name,
        club_number=edit.was.club_number,
        note=_said(edit.was.note),
        country=_said(edit.was.country),
        by=by,
        undoes=line,
    )


def _said(field: str | UnsetType) -> str | None:
    """None where an older line does not have it: it stays as it is."""
    return None if field is UNSET else field


# --- Merge --------------------------------------------------------------------------------------------------


@transaction.atomic
def merge_players(*, tournament_id: int, kept_id: int, double_id: int, by: By) -> LogEntry:
    """Make one player of two rows: `kept_id` stays, with the entries of both.

    Raises Refused when both are in play in one tournament: a player holds one live entry at a time; and where entries
    move in a tournament, not over or with prizes to pay, in which the actor is not on the floor.
    """
    theirs = Entry.objects.filter(player=double_id).values_list("tournament", flat=True)
    lock_tournaments([tournament_id, *theirs])
    if kept_id == double_id:
        raise Refused(_("This is the same player."), code="same_player")
    kept, double = _lock_players(kept_id, double_id)
    _check_not_both_in(kept, double)
    moved = list(Entry.objects.filter(player=double).values_list("pk", "tournament_id"))
    _check_rights(double, [pk for pk, _tournament in moved], by.actor)
    Entry.objects.filter(player=double).update(player=kept)
    reserved = list(SeatReservation.objects.filter(player=double).values_list("pk", flat=True))
    SeatReservation.objects.filter(pk__in=reserved).update(player=kept)
    id_checks = move_id_checks(of=double, to=kept)
    before, double_before = _fields(kept), _fields(double)
    double.merged_into = kept
    double.club_number = ""
    double.save(update_fields=["merged_into", "club_number"])
    change_player(
        kept,
        name=kept.name,
        public_name=before.public_name or double_before.public_name,
        club_number=before.club_number or double_before.club_number,
        note=_both_notes(kept, double),
        country=kept.country or double.country,
    )
    return _record_in_each(
        PlayersMerged(
            player=kept.pk,
            double=double.pk,
            name=kept.name,
            double_name=double.name,
            entries=tuple(pk for pk, _tournament in moved),
            id_checks=tuple(id_checks),
            reservations=tuple(reserved),
            was=before,
            double_was=double_before,
            became=_fields(kept),
        ),
        here=tournament_id,
        others={tournament for _pk, tournament in moved},
        by=by,
    )


def _both_notes(kept: Player, double: Player) -> str:
    notes = " · ".join(dict.fromkeys(note for note in (kept.note, double.note) if note))
    if len(notes) > NOTE_MAX:
        raise Refused(
            _("The two notes together have %(length)d characters: shorten them to %(max)d first.")
            % {"length": len(notes), "max": NOTE_MAX},
            code="notes_too_long",
        )
    return notes


def _check_not_both_in(kept: Player, double: Player) -> None:
    live = Entry.objects.filter(player__in=[kept, double], status__in=LIVE).values("tournament")
    both = live.annotate(entries=Count("pk")).filter(entries__gt=1).values("tournament")
    tournament = Tournament.objects.filter(pk__in=both).first()
    if tournament is not None:
        raise Refused(
            _(
                "Both are in play in %(tournament)s: void one of the two entries, or merge them once one "
                "is out."
            )
            % {"tournament": tournament.name},
            code="both_in_play",
        )


def _check_rights(double: Player, entries: Collection[int], actor: Actor) -> None:
    """Whose entry it is decides who is paid: nobody changes that from another tournament. The house itself may."""
    if actor.account_id is None:
        return
    theirs = Entry.objects.filter(pk__in=entries)
    with_something_due = (
        theirs.filter(tournament__status__in=NOT_OVER),
        theirs.filter(tournament__status=TournamentStatus.CANCELLED, status__in=LIVE),
        # Through from a flight: who they are decides who plays on Day 2.
        theirs.filter(tournament__flight_of__isnull=False, goes_on_as=None, status__in=LIVE),
        theirs.filter(payout__isnull=False, payout__paid_at=None),
        theirs.filter(
            Exists(BountyShare.objects.filter(winner=OuterRef("pk"), undone_at=None, payment=None))
        ),
        theirs.filter(Exists(SidePrize.objects.filter(entry=OuterRef("pk"), payment=None, removed_at=None))),
        theirs.filter(Exists(MoneyRow.objects.filter(entry=OuterRef("pk"), kind=MoneyKind.NO_SHOW))),
        # A seat that was won is its winner's wherever it is used.
        theirs.filter(Exists(Voucher.objects.filter(entry=OuterRef("pk"), voided_line=None))),
    )
    asked = {pk for found in with_something_due for pk in found.values_list("tournament", flat=True)}
    on_the_floor = StaffMember.objects.filter(
        account=actor.account_id, role__in=(Role.DIRECTOR, Role.FLOOR)
    ).values("tournament")
    tournament = Tournament.objects.filter(pk__in=asked).exclude(pk__in=on_the_floor).first()
    if tournament is not None:
        raise Refused(
            _(
                "%(name)s plays in %(tournament)s, where you are not on the floor: somebody who is can merge them."
            )
            % {"name": double.name, "tournament": tournament.name},
            code="not_on_that_floor",
        )


def _open_merges(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player who stayed has what the merge took over, and the duplicate's entries."""
    merges = {line.pk: PlayersMerged.of(line) for line in lines}
    ids = {player for merge in merges.values() for player in (merge.player, merge.double)}
    players = Player.objects.in_bulk(ids)
    entries = {entry for merge in merges.values() for entry in merge.entries}
    # A voucher that the one who stayed has used would be somebody else's.
    used = VoucherUse.objects.filter(undone_line=None, entry__isnull=False, voucher__entry__in=entries)
    spent = set(used.exclude(entry__in=entries).values_list("voucher__entry", flat=True))
    owners = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "player_id"))

    def is_open(merge: PlayersMerged) -> bool:
        kept, double = players.get(merge.player), players.get(merge.double)
        if kept is None or double is None or double.merged_into_id != kept.pk or kept.merged_into_id:
            return False
        became = replace(merge.became, name=kept.name)
        return _is_as(kept, became) and all(
            owners.get(entry) == kept.pk and entry not in spent for entry in merge.entries
        )

    return {pk for pk, merge in merges.items() if is_open(merge)}


def _undo_merge(line: LogEntry, by: By) -> None:
    merge = PlayersMerged.of(line)
    theirs = Entry.objects.filter(pk__in=merge.entries).values_list("tournament", flat=True)
    lock_also(line.tournament_id, theirs)
    kept = Player.objects.select_for_update(no_key=True).get(pk=merge.player)
    double = Player.objects.select_for_update(no_key=True).get(pk=merge.double)
    moved = Entry.objects.filter(pk__in=merge.entries, player=kept)
    tournaments = set(moved.values_list("tournament_id", flat=True))
    _check_rights(double, merge.entries, by.actor)
    moved.update(player=double)
    move_id_checks(of=kept, to=double, only=merge.id_checks)
    # A seat that was given to somebody else since stays theirs.
    reserved = SeatReservation.objects.filter(pk__in=merge.reservations, player=kept)
    reserved.update(player=double)
    was = merge.was
    change_player(
        kept,
        name=kept.name,
        public_name=was.public_name,
        club_number=was.club_number,
        note=_said(was.note),
        country=_said(was.country),
    )
    double.merged_into = None
    double.club_number = merge.double_was.club_number
    double.save(update_fields=["merged_into", "club_number"])
    _record_in_each(
        PlayersUnmerged(player=kept.pk, double=double.pk, name=kept.name, double_name=double.name),
        here=line.tournament_id,
        others=tournaments,
        by=by,
        undoes=line,
    )


def _lock_players(*ids: int) -> list[Player]:
    """These players in the order asked for, locked in that of their ids. Raises Refused for a double."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=ids, merged_into=None).order_by("pk")
    found = {player.pk: player for player in rows}
    if not set(ids) <= set(found):
        raise Refused(
            _("This player has since been merged into another. Find the player again."), code="merged"
        )
    return [found[player_id] for player_id in ids]


def _fields(player: Player) -> PlayerFields:
    return PlayerFields(
        name=player.name,
        public_name=player.public_name,
        club_number=player.club_number,
        note=player.note,
        country=player.country,
    )


def _record_in_each(
    change: PlayerEdited | PlayersMerged | PlayersUnmerged,
    *,
    here: int,
    others: Collection[int],
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry:
    """The line of the tournament where it was done; every other one whose entries changed has the same.

    Those in which the player was entered while their locks were taken are locked only now.
    """
    lock_also(here, others)
    line = record(change, tournament_id=here, by=by, undoes=undoes)
    for tournament_id in sorted(set(others) - {here}):
        record(change, tournament_id=tournament_id, by=by)
    _tell({here, *others})
    return line


def _tell(tournament_ids: Collection[int]) -> None:
    """Tell every page that shows the name, tablets too, that it may have changed."""
    ids = set(tournament_ids)
    tables: dict[int, list[str]] = {}
    for tournament_id, number in Table.objects.filter(tournament__in=ids).values_list(
        "tournament_id", "number"
    ):
        tables.setdefault(tournament_id, []).append(f"table-{number}")
    for pk, code in Tournament.objects.filter(pk__in=ids).values_list("pk", "code"):
        publish(code, [*PUBLISHED, *tables.get(pk, [])])


register_undo([PlayerEdited], Undoable(open_lines=_open_edits, undo=_undo_edit, again=True))
register_undo([PlayersMerged], Undoable(open_lines=_open_merges, undo=_undo_merge))
