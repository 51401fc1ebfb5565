"""Setting up: the list of tournaments, a new one, its settings, a copy, cancelling it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.forms.cash.chip_offer import ChipOfferForm
from tournament.forms.cash.chip_offer import initial_of as initial_offer
from tournament.forms.fields.choices import CURRENCIES, TEMPLATES
from tournament.forms.fields.currency import amounts_in
from tournament.forms.new import FROM_NOTHING, CloneForm, NewTournamentForm
from tournament.forms.prizes.payout_scheme import PayoutSchemeForm
from tournament.forms.prizes.payout_scheme import initial_of as initial_scheme
from tournament.forms.setting_groups import SettingForms, games_of, setting_groups, wrong_boxes
from tournament.forms.settings import SettingsForm
from tournament.forms.settings import initial_of as initial_settings
from tournament.models import BountyKind, Role, Tournament, TournamentStatus
from tournament.plans.plan import TournamentPlan, plan_of
from tournament.plans.ready_made import bare_plan, plan_from_template
from tournament.queries.alarms.backups import backups_state
from tournament.queries.my_tournaments import my_tournaments
from tournament.queries.people.offers import offers_to
from tournament.queries.staff import confirmers, may_set_up
from tournament.rules.chip_sales import SaleKind, offer_from_dict
from tournament.rules.payouts.money import PARTS, BuyIn
from tournament.rules.payouts.schemes import payout_scheme_from_dict, payout_scheme_to_dict
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.setup.staff_offers import answer_offer
from tournament.services.setup.tournaments import (
    cancel_tournament,
    clone_tournament,
    create_tournament,
    edit_tournament,
)
from tournament.timekeeping import house_now
from tournament.views.access import (
    DIRECTOR_ONLY,
    StaffRequest,
    account_of,
    by_of,
    sets_up,
    signed_in,
    staff,
)
from tournament.views.devices import device_words
from tournament.views.reasons import ask_why
from tournament.views.refusals import add_refusal
from tournament.views.visitors import visitor_of

# Of a house of many years: those in play, then the next ones.
COPIES_SHOWN: Final = 12


@signed_in
@require_safe
def floor(request: HttpRequest) -> HttpResponse:
    tournaments = my_tournaments(account_of(request))
    is_director = any(line.role == Role.DIRECTOR for line in tournaments)
    context = {
        "tournaments": tournaments,
        "offers": offers_to(account_of(request)),
        "may_set_up": is_director or may_set_up(account_of(request)),
        "backups": backups_state(house_now()) if is_director else None,
    }
    return render(request, "tournament/setup/floor.html", context)


@signed_in
@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Take or decline a role that a director has offered."""
    account = account_of(request)
    try:
        offer = answer_offer(
            tournament_id=get_object_or_404(Tournament, code=code).pk,
            account=account,
            accepts=request.POST.get("do") == "accept",
            by=Actor(
                label=account.get_full_name() or account.get_username(),
                account_id=account.pk,
                device=device_words(request.headers.get("User-Agent", "")),
            ).at(house_now()),
            visitor=visitor_of(request),
        )
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("tournament:floor")
    if request.POST.get("do") == "accept":
        words = _("You are on the staff of %(tournament)s.")
    else:
        words = _("Declined: you are not on the staff of %(tournament)s.")
    messages.success(request, words % {"tournament": offer.tournament})
    return redirect("tournament:floor")


@sets_up
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    form = NewTournamentForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name, template = form.cleaned_data["name"], form.cleaned_data["template"]
        plan = bare_plan(name=name) if template == FROM_NOTHING else plan_from_template(template, name=name)
        tournament = create_tournament(plan=plan, account=account_of(request), now=house_now())
        messages.success(request, _("Tournament created. Check the settings and the structure."))
        return redirect("tournament:settings", tournament.code)
    about = {code: str(text) for code, _label, text in TEMPLATES}
    about[FROM_NOTHING] = _("One level; you build the rest")
    choices = [(choice, about[str(choice.data["value"])]) for choice in form["template"]]
    mine = [line for line in my_tournaments(account_of(request)) if line.role == Role.DIRECTOR]
    context = {"form": form, "choices": choices, "mine": mine[:COPIES_SHOWN]}
    return render(request, "tournament/setup/new.html", context, status=422 if form.errors else 200)


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: StaffRequest) -> HttpResponse:
    typed = request.POST.get("currency", "")
    # The amounts that were typed are of the currency that was chosen with them.
    with amounts_in(typed if typed in dict(CURRENCIES) else request.tournament.currency):
        return _settings(request)


def _settings(request: StaffRequest) -> HttpResponse:
    tournament = request.tournament
    plan = plan_of(tournament)
    data = request.POST if request.method == "POST" else None
    seen = request.POST.get("seen", "") if data else _digest(plan)
    form = SettingsForm(
        data,
        initial=initial_settings(plan),
        levels=plan.structure.level_count,
        currency=plan.currency,
    )
    scheme = payout_scheme_from_dict(plan.payout_scheme_data)
    scheme_form = PayoutSchemeForm(data, initial=initial_scheme(scheme), prefix="payout")
    rebuy_form, add_on_form = _offer_forms(plan, data)
    page = SettingForms(settings=form, scheme=scheme_form, rebuy=rebuy_form, add_on=add_on_form)
    forms = page.all()
    if data is not None:
        # Every part says what is wrong with it at once.
        for each in forms:
            each.full_clean()
    if data is not None and all(each.is_valid() for each in forms):
        changes = form.changes()
        changes["rebuy_data"] = rebuy_form.offer_data()
        changes["add_on_data"] = add_on_form.offer_data()
        changes["payout_scheme_data"] = payout_scheme_to_dict(scheme_form.cleaned_data["scheme"])

        def change(before: TournamentPlan) -> TournamentPlan:
            nonlocal seen
            # The form sends every field: otherwise someone else's change would be overwritten unnoticed.
            opened, seen = seen, _digest(before)
            if opened != seen:
                raise Refused(
                    _(
                        "Someone else has changed the settings since you opened them. Yours are below: "
                        "save again to replace theirs."
                    ),
                    code="changed_since",
                )
            return replace(before, **changes)

        try:
            edit_tournament(
                tournament_id=tournament.pk,
                change=change,
                by=by_of(request),
            )
        except Refused as refusal:
            targets = {
                "payout_scheme_data": (scheme_form, "kind"),
                "rebuy_data": (rebuy_form, "last_level"),
                "add_on_data": (add_on_form, "last_level"),
            }
            target, field = targets.get(refusal.field or "", (form, refusal.field or ""))
            add_refusal(target, refusal, fields={refusal.field or "": field})
        else:
            messages.success(request, _("Settings saved."))
            return redirect("tournament:settings", tournament.code)
    is_wrong = any(each.errors for each in forms)
    groups = setting_groups(plan, page)
    context = {
        "groups": [group for group in groups if group.concerns],
        "other_groups": [group for group in groups if not group.concerns],
        "wrong": wrong_boxes(groups, page),
        "games": games_of(plan),
        "form": form,
        "scheme_form": scheme_form,
        "rebuy_form": rebuy_form,
        "add_on_form": add_on_form,
        "seen": seen,
        "active": "settings",
        "only_confirmer": _only_confirmer(tournament),
        "can_cancel": tournament.status == TournamentStatus.REGISTERING,
    }
    return render(request, "tournament/setup/settings.html", context, status=422 if is_wrong else 200)


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def clone(request: StaffRequest) -> HttpResponse:
    form = CloneForm(
        request.POST if request.method == "POST" else None, initial={"name": request.tournament.name}
    )
    if request.method == "POST" and form.is_valid():
        copy = clone_tournament(
            tournament_id=request.tournament.pk,
            name=form.cleaned_data["name"],
            account=request.user,
            now=house_now(),
            visitor=visitor_of(request),
        )
        messages.success(request, _("Copied, with structure, payouts and staff."))
        return redirect("tournament:settings", copy.code)
    context = {"form": form, "active": "settings"}
    return render(request, "tournament/setup/clone.html", context, status=422 if form.errors else 200)


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: StaffRequest) -> HttpResponse:
    def do(reason: str) -> None:
        cancel_tournament(tournament_id=request.tournament.pk, by=by_of(request), reason=reason)
        messages.success(request, _("Tournament cancelled."))

    return ask_why(
        request,
        do,
        template="tournament/setup/cancel.html",
        context={"active": "settings"},
        home=reverse("tournament:floor"),
    )


def _only_confirmer(tournament: Tournament) -> str:
    """Where two people pay: the one person on the staff who may confirm, whose own payments nobody could; else ""."""
    if tournament.two_people_from is None:
        return ""
    found = confirmers(tournament)
    return found[0].full_name or found[0].username if len(found) == 1 else ""


def _offer_forms(plan: TournamentPlan, data: QueryDict | None) -> tuple[ChipOfferForm, ChipOfferForm]:
    """The rebuy, and the add-on."""
    return (
        _offer_form(plan, plan.rebuy_data, data, kind="rebuy"),
        _offer_form(plan, plan.add_on_data, data, kind="add_on"),
    )


def _offer_form(
    plan: TournamentPlan, stored: Mapping[str, object] | None, data: QueryDict | None, *, kind: SaleKind
) -> ChipOfferForm:
    buy_in = BuyIn(**{part: getattr(plan, f"buy_in_{part}") for part in PARTS})
    chosen = plan.bounty_kind if data is None else data.get("bounty_kind", plan.bounty_kind)
    return ChipOfferForm(
        data,
        initial=initial_offer(offer_from_dict(stored), kind=kind, buy_in=buy_in),
        kind=kind,
        prefix=kind,
        has_bounty=BountyKind.NONE not in (plan.bounty_kind, chosen),
    )


def _digest(plan: TournamentPlan) -> str:
    """What the settings page shows of a plan, to tell whether it has changed since."""
    with amounts_in(plan.currency):
        shown = [
            initial_settings(plan),
            initial_scheme(payout_scheme_from_dict(plan.payout_scheme_data)),
            plan.rebuy_data,
            plan.add_on_data,
        ]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:16]
