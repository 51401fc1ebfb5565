"""Tills: one's own, those of the tournament, the sheet of each with its transfers and its count, and all of a day in
one report.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.changes.change import sentence_of
from tournament.forms.cash.till import CloseTillForm, OpenTillForm, TransferForm
from tournament.models import CashTransfer, Role
from tournament.queries.ledger.drawer import drawers_short
from tournament.queries.ledger.tills import (
    TillSheet,
    cash_by_tournament,
    cash_without_till,
    days_of_tills,
    open_till_of,
    till_sheets,
)
from tournament.queries.ledger.transfers import TransferLine, other_open_tills, safe_of, transfers_of
from tournament.queries.payouts.held import HeldOfTill, held_of_till
from tournament.services.cash.tills import close_till, open_till
from tournament.services.cash.transfers import transfer_cash, transfers_to_undo
from tournament.services.errors import Refused
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, done_from_form, done_of_line, say, tap


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def tills(request: StaffRequest) -> HttpResponse:
    tournament = request.tournament
    form = OpenTillForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            line = open_till(
                tournament_id=tournament.pk,
                account_id=request.user.pk,
                opening_float=form.cleaned_data["amount"],
                by=by_of(request),
            )
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            say(request, done_of_line(request, line))
            return redirect("tournament:tills", tournament.code)
    context = {
        "active": "payouts",
        "form": form,
        "own": open_till_of(request.user.pk, tournament.currency),
        "tills": (sheets := till_sheets(tournament)),
        "has_transfers": any(sheet.transferred for sheet in sheets),
    }
    return render(request, "tournament/ledger/tills.html", context, status=422 if form.errors else 200)


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def till(request: StaffRequest, till_id: int) -> HttpResponse:
    sheet = _sheet(request, till_id)
    form = CloseTillForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            _check_own(request, sheet, _("Only %(name)s or the floor can close this till."))
            line = close_till(
                tournament_id=request.tournament.pk,
                till_id=till_id,
                counted=form.cleaned_data["counted"],
                reason=form.cleaned_data["reason"],
                by=by_of(request),
            )
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            say(request, done_of_line(request, line))
            return redirect("tournament:till", request.tournament.code, till_id)
    return _till_page(request, sheet, form=form)


@staff(*ANY_STAFF)
@require_POST
def transfer(request: StaffRequest, till_id: int) -> HttpResponse:
    """Cash out of this till or into it."""
    sheet = _sheet(request, till_id)
    form = _transfer_form(request, till_id, request.POST)
    if done_from_form(request, form, lambda: _carry(request, sheet, form)):
        return redirect("tournament:till", request.tournament.code, till_id)
    return _till_page(request, sheet, carrying=form)


@staff(*ANY_STAFF)
@tap("tournament:tills")
def undo(request: StaffRequest, transfer_id: int) -> Done:
    """A transfer: one's own, the floor any."""
    rows = CashTransfer.objects.filter(tournament=request.tournament, corrects=None)
    row = rows.select_related("log_entry").filter(pk=transfer_id).first()
    if row is None:
        raise Http404
    line = row.log_entry
    if not _may_undo(request, line.account_id):
        raise Refused(
            _("Only %(name)s or the floor can undo this transfer.") % {"name": line.actor},
            code="not_own_transfer",
        )
    undo_line(tournament_id=request.tournament.pk, line_id=line.pk, by=by_of(request))
    what = sentence_of(line, PageWriter.of(request.tournament))
    return Done(text=_("Undone: %(what)s") % {"what": what})


@staff(*ANY_STAFF)
@require_safe
def day_report(request: StaffRequest) -> HttpResponse:
    tournament = request.tournament
    days = days_of_tills(tournament)
    asked = next(
        (day for day in days if day.isoformat() == request.GET.get("day")), days[0] if days else None
    )
    sheets = till_sheets(tournament, day=asked) if asked else ()
    counted = [sheet.counted for sheet in sheets if sheet.counted is not None]
    context = {
        "active": "payouts",
        "days": days,
        "day": asked,
        "tills": sheets,
        "has_transfers": any(sheet.transferred for sheet in sheets),
        "transfers": transfers_of([sheet.id for sheet in sheets]),
        "safe": safe_of(tournament, day=asked) if asked else None,
        "cash": cash_by_tournament(
            (line for sheet in sheets for line in sheet.cash), account_id=request.user.pk
        ),
        "opening": sum(sheet.opening_float for sheet in sheets),
        "money_in": sum(sheet.money_in for sheet in sheets),
        "money_out": sum(sheet.money_out for sheet in sheets),
        "transferred": sum(sheet.transferred for sheet in sheets),
        "expected": sum(sheet.expected for sheet in sheets),
        "counted": sum(counted),
        "difference": sum(sheet.difference or 0 for sheet in sheets),
        "still_open": len(sheets) - len(counted),
        "without_till": cash_without_till(tournament, day=asked) if asked else (0, 0),
    }
    return render(request, "tournament/ledger/day_report.html", context)


def _sheet(request: StaffRequest, till_id: int) -> TillSheet:
    sheets = till_sheets(request.tournament, till_id=till_id)
    if not sheets:
        raise Http404
    return sheets[0]


def _till_page(
    request: StaffRequest,
    sheet: TillSheet,
    *,
    form: CloseTillForm | None = None,
    carrying: TransferForm | None = None,
) -> HttpResponse:
    form, carrying = form or CloseTillForm(), carrying or _transfer_form(request, sheet.id)
    transfers = transfers_of([sheet.id])
    held = _held(request, sheet) if sheet.closed_at is None else ()
    context = {
        "active": "payouts",
        "till": sheet,
        "cash": cash_by_tournament(sheet.cash, account_id=request.user.pk),
        "form": form,
        "carrying": carrying,
        "transfers": transfers,
        "undoable": _undoable(request, transfers),
        "difference": _difference(form, sheet),
        "held": held,
        "drawers": drawers_short(request.tournament, [each.line for each in held]),
    }
    status = 422 if form.errors or carrying.errors else 200
    return render(request, "tournament/ledger/till.html", context, status=status)


def _held(request: StaffRequest, sheet: TillSheet) -> tuple[HeldOfTill, ...]:
    return held_of_till(
        account_id=sheet.account, currency=request.tournament.currency, reader=request.user.pk
    )


def _transfer_form(request: StaffRequest, till_id: int, typed: QueryDict | None = None) -> TransferForm:
    return TransferForm(typed, others=other_open_tills(request.tournament, than=till_id))


def _carry(request: StaffRequest, sheet: TillSheet, form: TransferForm) -> Done:
    _check_own(request, sheet, _("Only %(name)s or the floor can transfer cash of this till."))
    source, target = form.ends(sheet.id)
    line = transfer_cash(
        tournament_id=request.tournament.pk,
        from_till=source,
        to_till=target,
        amount=form.cleaned_data["amount"],
        reason=form.cleaned_data["reason"],
        by=by_of(request),
    )
    return done_of_line(request, line)


def _check_own(request: StaffRequest, sheet: TillSheet, refusal: str) -> None:
    """One's own; that of somebody who has left is the floor's."""
    if request.role == Role.REGISTRATION and sheet.account != request.user.pk:
        raise Refused(refusal % {"name": sheet.name}, code="not_own_till")


def _undoable(request: StaffRequest, transfers: Sequence[TransferLine]) -> set[int]:
    """The lines of those that this person can undo now."""
    own = [each.line for each in transfers if not each.undone_by and _may_undo(request, each.account)]
    return transfers_to_undo(own) if own else set()


def _may_undo(request: StaffRequest, account: int | None) -> bool:
    return request.role in FLOOR_STAFF or account == request.user.pk


def _difference(form: CloseTillForm, sheet: TillSheet) -> int:
    """Of a count that was typed and not taken: so that the person sees what is to be explained."""
    return (
        form.cleaned_data["counted"] - sheet.expected if "counted" in getattr(form, "cleaned_data", {}) else 0
    )
