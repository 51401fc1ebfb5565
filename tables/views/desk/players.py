"""One player: corrections, history, merging duplicates; and all players of the event as a file."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tables.forms.desk import MergeForm, PlayerForm
from tables.queries.desk.export import ExportLine, players_to_export
from tables.queries.desk.fairness import fairness_records
from tables.queries.desk.history import history_of
from tables.queries.desk.players import duplicates_of, player_shown
from tables.queries.room.arrivals import no_show_offer
from tables.queries.room.sale_offers import buyer_of
from tables.queries.table.knock_outs import credited_of
from tables.queries.table.penalties import penalties_of
from tables.services.desk.players import edit_player, merge_players
from tables.views.desk.csv_file import csv_file
from tournament.changes.change import sentence_of
from tournament.forms.fields.numbers import money_text
from tournament.models import LogEntry, Player, TournamentStatus
from tournament.queries.chip_sales import sales_to
from tournament.queries.ledger.handing_back import hand_back_of
from tournament.queries.registration import ids_checked
from tournament.services.errors import Refused
from tournament.services.field.id_checks import mark_id_checked
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, done_of_tap, say, tap

LONGEST_SEARCH = 120


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: StaffRequest, player_id: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=player_id)
    if found.merged_into_id is not None:
        return redirect("tables:player", request.tournament.code, found.merged_into_id)
    initial = {name: getattr(found, name) for name in PlayerForm.base_fields}
    form = PlayerForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():

        def do() -> Done:
            line = edit_player(
                tournament_id=request.tournament.pk,
                player_id=player_id,
                **form.cleaned_data,
                by=by_of(request),
            )
            if line is None:
                return Done(text=_("Nothing changed."))
            return Done(text=_said(request, line), line=line.pk)

        try:
            say(request, done_of_tap(request, do))
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            return redirect("tables:player", request.tournament.code, player_id)
    typed = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())
    shown = player_shown(request.tournament, found)
    is_in_play = request.tournament.status == TournamentStatus.RUNNING
    context = {
        "active": "players",
        "form": form,
        "player": shown,
        "may_refund": is_in_play and shown.playing is not None and request.role in FLOOR_STAFF,
        "no_show": None if shown.playing is None else no_show_offer(request.tournament, shown.playing),
        "bought": sales_to(request.tournament, player_id=player_id),
        "to_hand_back": hand_back_of(request.tournament, player_id=player_id),
        "is_cancelled": request.tournament.status == TournamentStatus.CANCELLED,
        "may_hand_back": request.role in FLOOR_STAFF,
        "id_seen": ids_checked(request.tournament, [found.pk]).get(found.pk),
        "history": history_of(
            player_id=player_id, account_id=request.user.pk, page=request.GET.get("page", "1")
        ),
        "buyer": buyer_of(request.tournament, found, now=house_now()),
        "typed": typed,
        "doubles": duplicates_of(request.tournament, found, typed=typed or found.name),
        "penalties": penalties_of(tournament_id=request.tournament.pk, player_id=player_id),
        "knock_outs": credited_of(request.tournament, player_id=player_id),
        "may_merge": request.role in FLOOR_STAFF,
    }
    return render(request, "tables/desk/player.html", context, status=422 if form.errors else 200)


@staff(*ANY_STAFF)
@require_safe
def fairness(request: StaffRequest, player_id: int) -> HttpResponse:
    """How the tables have treated a player, to show or to print where somebody objects."""
    found = get_object_or_404(Player, pk=player_id)
    records = fairness_records(
        request.tournament, player_id=player_id, writer=PageWriter.of(request.tournament)
    )
    context = {"active": "players", "name": found.name, "player_id": player_id, "records": records}
    return render(request, "tables/desk/fairness.html", context)


def _home(request: StaffRequest, player_id: int) -> str:
    return reverse("tables:player", args=[request.tournament.code, player_id])


@staff(*FLOOR_STAFF)
@tap(_home)
def merge(request: StaffRequest, player_id: int) -> Done:
    """Merge this player and a duplicate; the form says which of the two stays."""
    get_object_or_404(Player, pk=player_id)
    form = MergeForm(request.POST)
    if not form.is_valid() or not Player.objects.filter(pk=form.cleaned_data["other"]).exists():
        raise Http404
    other, stays = form.cleaned_data["other"], form.cleaned_data["keep"]
    kept, double = (player_id, other) if stays == "this" else (other, player_id)
    line = merge_players(
        tournament_id=request.tournament.pk, kept_id=kept, double_id=double, by=by_of(request)
    )
    return Done(text=_said(request, line), line=line.pk)


@staff(*ANY_STAFF)
@tap(_home)
def check_id(request: StaffRequest, player_id: int) -> Done:
    """The player's ID was seen at this event: that it was, and nothing of it."""
    found = get_object_or_404(Player, pk=player_id)
    line = mark_id_checked(tournament_id=request.tournament.pk, player_id=player_id, by=by_of(request))
    if line is None:
        return Done(text=_("The ID of %(name)s was checked already.") % {"name": found.name})
    return Done(text=_said(request, line), line=line.pk)


@staff(*ANY_STAFF)
@require_safe
def export(request: StaffRequest) -> HttpResponse:
    """The players of this event and their results; the import reads the file back."""
    heads = [
        *(_("Name"), _("Public name"), _("Club number"), _("Country"), _("Entries"), _("Place")),
        _("Price"),
        *(_("Paid"), _("Owed"), _("Prize"), _("Bounties"), _("Side prizes")),
        *(_("Knocked out by"), _("ID checked"), _("ID checked by")),
    ]
    zone = ZoneInfo(request.tournament.time_zone)
    lines = (_cells(line, zone) for line in players_to_export(request.tournament))
    return csv_file(heads, lines, name=f"players-{request.tournament.code}.csv")


def _cells(line: ExportLine, zone: ZoneInfo) -> list[str]:
    seen = line.id_seen
    return [
        line.name,
        line.public_name,
        line.club_number,
        line.country,
        str(line.entries),
        "" if line.place is None else "–".join(map(str, dict.fromkeys(line.place))),
        line.price or _("Buy-in"),
        *(
            money_text(amount)
            for amount in (line.paid, line.owed, line.prize, line.bounties, line.side_prizes)
        ),
        ", ".join(line.knocked_out_by),
        "" if seen is None else seen.at.astimezone(zone).strftime("%Y-%m-%d %H:%M"),
        "" if seen is None else seen.by,
    ]


def _said(request: StaffRequest, line: LogEntry) -> str:
    return sentence_of(line, PageWriter.of(request.tournament))
