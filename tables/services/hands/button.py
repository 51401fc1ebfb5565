"""The button by hand: where the disc on the table and the record differ, the floor sets it, with a reason.

Between hands it is the button of the next one. Before substantial action a wrong button of the hand in play is
corrected: the hand is dealt again from the right seat, at the stakes it was dealt at. After that it stands, and the
next hand follows from it (TDA 34-A).

A button set or drawn can be undone as long as no hand followed from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tables.changes.buttons import (
    ButtonByHand,
    ButtonCorrected,
    ButtonDrawn,
    ButtonPutBack,
    ButtonSet,
    KeptButton,
)
from tables.floor.button.by_hand import way_to_set
from tables.floor.draws.listed import cards_for
from tables.floor.draws.seats_by_cards import FirstDealer, draw_first_dealer, first_dealer
from tables.floor.errors import FloorError
from tables.floor.rules import ButtonDraw
from tables.models import Hand, HandStatus, Table
from tables.queries.table.hand import last_hand, look_at_table
from tables.queries.table.set_button import ButtonNow, button_now
from tables.services.hands.dealing import think_corrected_deal
from tables.services.hands.recording import void_deal
from tables.services.table.drawing import DrawBook
from tables.services.table.lease import bump_version, lock_table, make_change
from tables.services.table.of_table import lock_table_of
from tournament.draws.chance import Rng
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def set_button(
    *, tournament_id: int, table_id: int, button: int, small_blind: int, reason: str, seen: str, by: By
) -> LogEntry:
    """Set the button of the next hand, or of the hand in play, and give the line of the log.

    `small_blind` is the seat of the small blind, an empty one where it is dead; the big blind is the next player after
    it. `seen` is the moment it was chosen at (`ButtonNow.seen`). Raises Refused when that has gone, when the button
    stands, or when it cannot be there.
    """
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_not_over(table.tournament)
    stands = _as_seen(table, seen)
    try:
        way = way_to_set(
            button, small_blind, previous=stands.previous, sitting=stands.sitting, rules=stands.rules
        )
    except FloorError as error:
        raise cannot_be_there(button) from error
    before = _stored(table, stands.hand)
    after = (
        replace(before, first_button=button)
        if way.follows is None
        else replace(before, positions=way.follows.to_dict())
    )
    number = stands.hand.number if stands.hand else table.hands_dealt + 1
    last = put_button(table=table, kept=after, by=by)
    placed = (ButtonSet if stands.hand is None else ButtonCorrected)(
        table=table.number,
        table_id=table.pk,
        hand=number,
        button=way.next.button,
        small_blinds=tuple(way.next.small_blinds),
        big_blinds=tuple(way.next.big_blinds),
        before=before,
        after=after,
        last_hand=last,
    )
    return record(placed, tournament_id=tournament_id, by=by, reason=reason.strip())


@transaction.atomic
def draw_first_button(
    *, tournament_id: int, table_id: int, seen: str, by: By, seed: str = "", cards: Sequence[str] = ()
) -> LogEntry:
    """Cards for the button, as the house draws it: the high card, or the first jack. Of a table's first hand, at the
    start, the final table and after a redraw; or where the floor orders it later: then the table starts over from that
    seat, and nobody waits for the button or owes a blind.

    `cards` are those dealt at the table, the lowest seat first, in the order in which they fell; without them they are
    drawn, and kept with every card, so that anybody can make the draw again; `seed` is that of a rehearsal. Raises
    Refused during a hand, and for cards that do not decide.
    """
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_not_over(table.tournament)
    stands = _as_seen(table, seen)
    if stands.hand is not None:
        raise Refused(
            _(
                "Hand %(hand)d is in play: cards are dealt for the button when it is over. Tap a seat to correct it."
            )
            % {"hand": stands.hand.number},
            code="button_decided",
        )
    draws = DrawBook(table.tournament, by=by)
    drawing = None if cards else draws.begin("button", cards_for(stands.sitting.live), seed=seed)
    drawn = _dealt_by_hand(stands, cards) if drawing is None else _drawn(stands, drawing.rng)
    before = _stored(table, None)
    after = KeptButton(positions=None, first_button=drawn.seat)
    last = put_button(table=table, kept=after, by=by)
    told = ButtonDrawn(
        table=table.number,
        table_id=table.pk,
        button=drawn.seat,
        by=stands.rules.button_draw,
        cards=tuple((seat, card) for seat, card in drawn.dealt),
        seed=drawing.seed if drawing else "",
        before=before,
        after=after,
        last_hand=last,
    )
    line = record(told, tournament_id=tournament_id, by=by)
    if drawing is not None:
        draws.keep(drawing, result=[list(each) for each in drawn.dealt], line=line)
    return line


def _drawn(stands: ButtonNow, rng: Rng) -> FirstDealer:
    return draw_first_dealer(stands.sitting.live, rng, by=stands.rules.button_draw)


def _dealt_by_hand(stands: ButtonNow, cards: Sequence[str]) -> FirstDealer:
    by, seats = stands.rules.button_draw, stands.sitting.live
    try:
        dealt = first_dealer(seats, cards, by=by)
    except FloorError as error:
        raise _cards_unfit(by, len(seats)) from error
    if len(dealt.dealt) != len(cards):
        raise _cards_unfit(by, len(seats))
    return dealt


def _cards_unfit(by: ButtonDraw, players: int) -> Refused:
    words = (
        _("Enter one different card for each of the %(players)d players, the lowest seat first.")
        if by == "high_card"
        else _(
            "Enter the cards in the order in which they fell, the lowest seat first, up to the first jack."
        )
    )
    return Refused(words % {"players": players}, code="cards_unfit", field="cards")


def _as_seen(table: Table, seen: str) -> ButtonNow:
    """What the button is set from. Raises Refused where it cannot be set, or has changed since it was looked at."""
    stands = button_now(look_at_table(tournament_id=table.tournament_id, table_id=table.pk))
    if seen != stands.seen:
        raise Refused(
            _("Table %(table)d has changed meanwhile. Nothing was changed: look again and choose the seat.")
            % {"table": table.number},
            code="table_changed",
        )
    _check_may_set(stands)
    return stands


def _check_may_set(stands: ButtonNow) -> None:
    """Raise Refused where no button can be set."""
    if stands.refusal is not None:
        raise Refused(stands.refusal.text, code=stands.refusal.code)


def cannot_be_there(button: int) -> Refused:
    return Refused(
        _(
            "The button cannot be at seat %(seat)d with these blinds: a player would be passed by. Tap the seat again "
            "to see what is possible."
        )
        % {"seat": button},
        code="no_such_button",
    )


def put_button(*, table: Table, kept: KeptButton, by: By) -> int:
    """Make the next hand follow from what is `kept`; a hand in play is dealt again. Returns the newest hand's id, 0
    before a table's first. The caller has locked the table and checked that the button does not stand.
    """
    look = look_at_table(tournament_id=table.tournament_id, table_id=table.pk)
    in_play = look.open_hand
    if in_play is not None:
        void_deal(table=table, hand=in_play.hand, now=by.now)
    table.positions_data, table.first_button = kept.positions, kept.first_button
    table.save(update_fields=["positions_data", "first_button"])
    bump_version(table)
    if in_play is not None:
        make_change(
            tournament_id=table.tournament_id,
            table_id=table.pk,
            lease=None,
            think=lambda now_there: think_corrected_deal(now_there, in_play.hand, by=by),
        )
    publish(table.tournament.code, ["tables", f"table-{table.number}", "log"])
    newest = last_hand(table)
    return newest.pk if newest else 0


def _stored(table: Table, hand: Hand | None) -> KeptButton:
    """What the next hand follows from, or the hand in play did."""
    positions = table.positions_data if hand is None else hand.positions_before
    return KeptButton(positions=positions, first_button=table.first_button)


# --- Undone -------------------------------------------------------------------------------------------------


def _open_buttons(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table still has what the line has set, its newest hand is the one that was the newest then, and a
    hand that was corrected is still in play."""
    placed = {line: ButtonByHand.of(line) for line in lines}
    ids = {each.table_id for each in placed.values()}
    tables = {table.pk: table for table in Table.objects.filter(tournament=tournament, pk__in=ids)}
    hands = Hand.objects.filter(table__in=ids).exclude(status=HandStatus.VOID)
    newest = dict(hands.values("table_id").annotate(last=Max("pk")).values_list("table_id", "last"))
    in_play = set(hands.filter(status=HandStatus.OPEN).values_list("pk", flat=True))
    return {
        line.pk
        for line, each in placed.items()
        if each.table_id in tables
        and newest.get(each.table_id, 0) == each.last_hand
        and (each.last_hand in in_play) == (line.verb == ButtonCorrected.verb)
        and _is_as_set(tables[each.table_id], each.after, corrected=line.verb == ButtonCorrected.verb)
    }


def _is_as_set(table: Table, after: KeptButton, *, corrected: bool) -> bool:
    """The positions of a hand in play are its own: those that it follows from are not compared."""
    if table.first_button != after.first_button:
        return False
    return corrected or table.positions_data == after.positions


def _undo_button(line: LogEntry, by: By) -> None:
    placed = ButtonByHand.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=placed.table_id)
    stands = button_now(look_at_table(tournament_id=line.tournament_id, table_id=table.pk))
    if stands.hand is not None:
        _check_may_set(stands)
    put_button(table=table, kept=placed.before, by=by)
    back = ButtonPutBack(table=table.number, table_id=table.pk)
    record(back, tournament_id=line.tournament_id, by=by, undoes=line)


register_undo(
    [ButtonSet, ButtonCorrected, ButtonDrawn],
    Undoable(open_lines=_open_buttons, undo=_undo_button, lock=lock_table_of),
)
