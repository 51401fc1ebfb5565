"""Events of the years before: the page on which files are dropped, looked at and imported, and the results for all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournament.forms.prizes.imports import FilesForm, ImportedSeasonForm, NewFromImportForm, chosen_in
from tournament.models import ImportedEvent, ImportedFile, Season, Tournament
from tournament.plans.imported import formula_problem, parts_of, plan_from_import
from tournament.plans.plan import HOME_CURRENCY, HOME_ZONE
from tournament.queries.imports import (
    given_again,
    imported,
    imported_groups,
    names_waiting,
    refused,
    results_of_import,
    sorted_waiting,
)
from tournament.rules.errors import RulesError
from tournament.rules.points.presets import PRESETS
from tournament.services.errors import Refused
from tournament.services.imports import (
    forget_all,
    forget_file,
    forget_known,
    import_event,
    import_instead,
    remove_import,
    say_who,
    take_file,
)
from tournament.services.setup.season_imports import make_imported_season, remove_imported_season
from tournament.services.setup.tournaments import create_tournament
from tournament.timekeeping import house_now
from tournament.views.access import account_of, public, sets_up, wants_part
from tournament.views.visitors import visitor_of
from tournament.words.imports import say_note, say_refusal
from tournament.words.rules import say_error

EVENTS_ON_A_PAGE: Final = 50
# What is imported before the page is told how far it is, and asks for the rest.
SECONDS_AT_ONCE: Final = 0.8


@sets_up
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What waits, what was refused, whom names mean, and what was imported."""
    return _page(request)


def _page(
    request: HttpRequest, *, files: FilesForm | None = None, season: ImportedSeasonForm | None = None
) -> HttpResponse:
    groups = imported_groups()
    found = sorted_waiting()
    names = [each for each in names_waiting(found.to_decide) if each.is_asked] if found.to_decide else []
    context = {
        "files": files or FilesForm(initial=_where(request)),
        "waiting": [(event, [say_note(note) for note in event.data["notes"]]) for event in found.events],
        "versions": found.versions,
        "known": [
            *((each.event, each.earlier) for each in found.known),
            *((each, each) for each in given_again()),
        ],
        "refused": [(file, say_refusal(file.refusal or {})) for file in refused()],
        "names": names,
        "doubtful": sum(each.is_doubtful for each in names),
        "page": Paginator(imported().defer("data"), EVENTS_ON_A_PAGE).get_page(request.GET.get("page", "1")),
        "asked": request.GET,
        "season": season or (ImportedSeasonForm(groups=groups, initial=_formula()) if groups else None),
        "seasons": Season.objects.filter(events=None).exclude(imports=None).select_related("league"),
    }
    is_wrong = any(form is not None and form.errors for form in (files, season))
    return render(request, "tournament/imports/page.html", context, status=422 if is_wrong else 200)


def _formula() -> dict[str, str]:
    """Of the newest event whose file has one; a plain one where none has."""
    newest = imported().exclude(data__formula="").values_list("data__formula", flat=True).first()
    return {"formula": newest or PRESETS["linear"]}


def _where(request: HttpRequest) -> dict[str, str]:
    """The currency and the time zone of the newest event of this account; of a new one where there is none."""
    mine = Tournament.objects.filter(staff__account=account_of(request)).order_by("-pk")
    found = mine.values_list("currency", "time_zone").first()
    currency, zone = found or (HOME_CURRENCY, HOME_ZONE)
    return {"currency": currency, "time_zone": zone}


@sets_up
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Read files. The page's script sends them one by one, and asks for no page behind each."""
    form = FilesForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, files=form)
    for each in form.cleaned_data["picked"]:
        take_file(
            raw=each.read(),
            name=each.name,
            zone=form.zone(),
            currency=form.cleaned_data["currency"],
            account=account_of(request),
            now=house_now(),
        )
    return HttpResponse(status=204) if "one_of_many" in request.POST else _back()


@sets_up
@require_POST
def names(request: HttpRequest) -> HttpResponse:
    """Whom names in the files mean."""
    say_who(chosen=chosen_in(request.POST, names_waiting()))
    messages.success(request, _("Names saved."))
    return _back("#names")


@sets_up
@require_POST
def forget(request: HttpRequest, import_id: int) -> HttpResponse:
    """Leave out what waits of a file."""
    if not ImportedFile.objects.filter(pk=import_id).exists():
        return _gone(request)
    forget_file(file_id=import_id)
    return _back()


@sets_up
@require_POST
def forget_everything(request: HttpRequest) -> HttpResponse:  # a view
    """Leave out all that waits, and what could not be read."""
    forget_all()
    return _back()


@sets_up
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Import what waits, for a second at most: the page asks again until nothing is left."""
    found = sorted_waiting()
    begun = _whole(request.POST.get("total", ""))
    if not begun and any(each.is_doubtful for each in names_waiting(found.events)):
        messages.error(request, _("Say first who is meant where a name is several players’."))
        return _to_page(request)
    total = max(len(found.events), begun)
    refusals = _import_for_a_moment(request, found.events)
    left = len(sorted_waiting().events)
    if len(refusals) < left and wants_part(request):
        context = {"total": total, "done": total - left}
        return render(request, "tournament/imports/_importing.html", context)
    forget_known()
    for words in refusals:
        messages.error(request, words)
    done = total - left
    words = ngettext("%(count)d event imported.", "%(count)d events imported.", done) % {"count": done}
    if left:
        words += " " + ngettext("%(count)d is left.", "%(count)d are left.", left) % {"count": left}
    messages.success(request, words)
    return _to_page(request)


def _import_for_a_moment(request: HttpRequest, events: Sequence[ImportedEvent]) -> list[str]:
    """Import these until the time of one answer is used; returns why some were refused. Those wait on, and are
    tried again with the next answer, so that the last one tells of all of them.
    """
    began, refusals = time.monotonic(), []
    has_imported = False
    for event in events:
        if has_imported and time.monotonic() - began > SECONDS_AT_ONCE:
            break
        try:
            import_event(event_id=event.pk, visitor=visitor_of(request), now=house_now())
            has_imported = True
        except Refused as refusal:
            refusals.append(refusal.message)
    return refusals


@sets_up
@require_POST
def version(request: HttpRequest, event_code: str) -> HttpResponse:
    """What looks like another version of an imported event comes in its place, or is another event."""
    found = ImportedEvent.objects.filter(code=event_code).first()
    if found is None:
        return _gone(request)
    is_another = request.POST.get("do") == "another"
    try:
        if is_another:
            import_event(event_id=found.pk, visitor=visitor_of(request), now=house_now(), is_another=True)
        else:
            import_instead(event_id=found.pk, visitor=visitor_of(request), now=house_now())
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        words = (
            _("“%(event)s” was imported.")
            if is_another
            else _("“%(event)s” was imported in place of the earlier version.")
        )
        messages.success(request, words % {"event": found})
    return _back()


@sets_up
@require_POST
def remove(request: HttpRequest, event_code: str) -> HttpResponse:
    """Take an imported event out again."""
    event = imported().filter(code=event_code).first()
    if event is None:
        return _gone(request)
    try:
        remove_import(event_id=event.pk, visitor=visitor_of(request), now=house_now())
    except (ImportedEvent.DoesNotExist, ImportedFile.DoesNotExist):
        return _gone(request)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(
            request, _("“%(event)s” was removed. Its file can be imported again.") % {"event": event}
        )
    return _back()


def _gone(request: HttpRequest) -> HttpResponse:
    """What a page showed when it was tapped is gone by now, by a second tap or by somebody else: as it was wanted."""
    if not request.POST.get("key"):
        raise Http404
    return _back()


@sets_up
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: HttpRequest, event_code: str) -> HttpResponse:
    """One event as its file has it, and a new tournament with what it had."""
    found = get_object_or_404(ImportedEvent.objects.select_related("file"), code=event_code)
    parts = parts_of(found.data)
    form = NewFromImportForm(
        request.POST if request.method == "POST" else None, parts=parts, initial={"name": found.name}
    )
    if request.method == "POST" and form.is_valid():
        made = _new(request, found, form)
        if made is not None:
            return made
    context = {
        "event": found,
        "notes": [say_note(note) for note in found.data["notes"]],
        "lines": results_of_import(found) if found.imported_at else _read(found),
        "form": form if parts else None,
    }
    return render(request, "tournament/imports/event.html", context, status=422 if form.errors else 200)


def _new(request: HttpRequest, event: ImportedEvent, form: NewFromImportForm) -> HttpResponse | None:
    """The new tournament's settings; None where it was refused, with the reason at the form.

    A formula that cannot be read here keeps no other part back: the page says that it was left out.
    """
    parts = form.cleaned_data["parts"]
    problem = formula_problem(event.data) if "formula" in parts and len(parts) > 1 else None
    if problem is not None:
        parts = [part for part in parts if part != "formula"]
    try:
        plan = plan_from_import(
            event.data, name=form.cleaned_data["name"], currency=event.currency, parts=parts
        )
        made = create_tournament(plan=plan, account=account_of(request), now=house_now())
    except RulesError as error:
        form.add_error("parts", say_error(error))
    except Refused as refusal:
        form.add_error("parts", refusal.message)
    else:
        messages.success(request, _("Tournament created. Check the settings and the structure."))
        if problem is not None:
            messages.warning(
                request,
                _("The formula of the points was left out: %(reason)s") % {"reason": say_error(problem)},
            )
        return redirect("tournament:settings", made.code)
    return None


def _read(event: ImportedEvent) -> list[dict[str, Any]]:
    """The lines of an event that is not imported yet, like those of one that is."""
    people = event.data["players"]
    in_order = sorted(people, key=lambda each: (each["place"] == 0, each["place"]))
    return [
        {
            "result": each,
            "name": each["name"],
            "knocked_out_by": [people[by]["name"] for by in each["knocked_out_by"]],
        }
        for each in in_order
    ]


@sets_up
@require_POST
def make_season(request: HttpRequest) -> HttpResponse:
    """A season of the years before."""
    form = ImportedSeasonForm(request.POST, groups=imported_groups())
    if not form.is_valid():
        return _page(request, season=form)
    try:
        season = make_imported_season(
            league=form.chosen.league,
            season=form.chosen.season,
            league_name=form.cleaned_data["league_name"],
            name=form.cleaned_data["name"],
            rules=form.rules(),
            account=account_of(request),
            visitor=visitor_of(request),
            now=house_now(),
        )
    except Refused as refusal:
        form.add_error("group", refusal.message)
        return _page(request, season=form)
    return redirect("tournament:season", season.code)


@sets_up
@require_POST
def remove_season(request: HttpRequest, earlier_id: int) -> HttpResponse:
    try:
        remove_imported_season(season_id=earlier_id, visitor=visitor_of(request), now=house_now())
    except Season.DoesNotExist:
        return _gone(request)
    messages.success(request, _("The season was removed; its events stay imported."))
    return _back("#imported-seasons")


@public
@require_safe
def results(request: HttpRequest, event_code: str) -> HttpResponse:
    """The results of an imported event."""
    found = get_object_or_404(imported().defer("data"), code=event_code)
    context = {"event": found, "lines": results_of_import(found)}
    return render(request, "tournament/imports/results.html", context)


def _whole(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 7 else 0


def _back(where: str = "") -> HttpResponseRedirect:
    return redirect(reverse("tournament:imports") + where)


def _to_page(request: HttpRequest) -> HttpResponse:
    address = reverse("tournament:imports")
    return HttpResponseClientRedirect(address) if wants_part(request) else redirect(address)
