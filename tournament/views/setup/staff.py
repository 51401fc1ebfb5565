"""The staff of a tournament: who has which role, and their one-time log-in links."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.forms.access.staff import MemberForm, OfferForm
from tournament.links import absolute_url
from tournament.models import Account, Role, StaffMember
from tournament.queries.people.house_log import house_log, kinds
from tournament.queries.people.namesakes import free_name
from tournament.queries.people.offers import offers_of
from tournament.queries.people.own_accounts import own_accounts
from tournament.queries.staff import staff_of
from tournament.services.errors import Refused
from tournament.services.setup.staff import (
    NameTaken,
    add_member,
    end_member_sessions,
    make_member_link,
    remove_member,
    reset_second_factor,
)
from tournament.services.setup.staff_offers import offer_role, withdraw_offer
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, tap
from tournament.views.visitors import visitor_of


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: StaffRequest) -> HttpResponse:
    form = MemberForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            member = add_member(
                tournament_id=request.tournament.pk,
                username=form.cleaned_data["username"],
                full_name=form.cleaned_data["full_name"],
                role=Role(form.cleaned_data["role"]),
                by=by_of(request),
                visitor=visitor_of(request),
            )
        except NameTaken as taken:
            return _ask_who_it_is(request, form, taken.account)
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("%(name)s is on the staff.") % {"name": member.account.username})
            return redirect("tournament:staff", request.tournament.code)
    return _page(request, {"form": form}, status=422 if form.errors else 200)


def _ask_who_it_is(request: StaffRequest, form: MemberForm, namesake: Account) -> HttpResponse:
    """Somebody has that name already: the same person, or another name."""
    question = {
        "form": form,
        "namesake": namesake,
        "role_label": Role(form.cleaned_data["role"]).label,
        "other_name": free_name(form.cleaned_data["username"]),
    }
    return _page(request, question, status=422)


@staff(*DIRECTOR_ONLY)
@tap("tournament:staff")
def offer(request: StaffRequest) -> Done:
    """Ask somebody who has an account to join the staff, or ask them no more."""
    form = OfferForm(request.POST)
    account = None
    if form.is_valid():
        account = Account.objects.filter(username=form.cleaned_data["username"]).first()
    if account is None:
        raise Refused(_("This account no longer exists."), code="no_account")
    said = {"name": account.username}
    if request.POST.get("do") == "withdraw":
        withdraw_offer(
            tournament_id=request.tournament.pk,
            account_id=account.pk,
            by=by_of(request),
            visitor=visitor_of(request),
        )
        return Done(text=_("Withdrew the invitation of %(name)s.") % said)
    member = offer_role(
        tournament_id=request.tournament.pk,
        account_id=account.pk,
        role=Role(form.cleaned_data["role"]),
        director_id=request.user.pk,
        by=by_of(request),
        visitor=visitor_of(request),
    )
    words = (
        _("%(name)s is on the staff.")
        if member
        else _("%(name)s is invited: they have the role once they accept under “My tournaments”.")
    )
    return Done(text=words % said)


@staff(*DIRECTOR_ONLY)
@require_POST
def make_link(request: StaffRequest, member_id: int) -> HttpResponse:
    """The link is in this answer and nowhere else, so it is not a redirect."""
    try:
        secret = make_member_link(
            tournament_id=request.tournament.pk,
            member_id=member_id,
            director_id=request.user.pk,
            by=by_of(request),
            visitor=visitor_of(request),
        )
    except StaffMember.DoesNotExist:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("tournament:staff", request.tournament.code)
    address = absolute_url(request, reverse("tournament:log_in_by_link", args=[secret]))
    return _page(request, {"form": MemberForm(), "link": address, "link_of": member_id})


@staff(*DIRECTOR_ONLY)
@require_POST
def remove(request: StaffRequest, member_id: int) -> HttpResponse:
    try:
        remove_member(
            tournament_id=request.tournament.pk,
            member_id=member_id,
            by=by_of(request),
            visitor=visitor_of(request),
        )
    except StaffMember.DoesNotExist:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("tournament:staff", request.tournament.code)
    messages.success(request, _("Removed from the staff."))
    if not StaffMember.objects.filter(tournament=request.tournament, account=request.user).exists():
        return redirect("tournament:floor")
    return redirect("tournament:staff", request.tournament.code)


@staff(*DIRECTOR_ONLY)
@require_POST
def change_access(request: StaffRequest, member_id: int) -> HttpResponse:
    """Log somebody of the staff out everywhere, or take a second factor away whose phone is lost."""
    visitor, now = visitor_of(request), house_now()
    try:
        if request.POST.get("do") == "reset":
            reset_second_factor(
                tournament_id=request.tournament.pk,
                member_id=member_id,
                director_id=request.user.pk,
                visitor=visitor,
                now=now,
            )
            messages.success(request, _("The second factor is removed; the password or a link logs in."))
        else:
            count = end_member_sessions(
                tournament_id=request.tournament.pk,
                member_id=member_id,
                director_id=request.user.pk,
                visitor=visitor,
                now=now,
                but=request.session.session_key,
            )
            words = ngettext("%(count)d session ended.", "%(count)d sessions ended.", count)
            messages.success(
                request, words % {"count": count} if count else _("There was no other session to end.")
            )
    except StaffMember.DoesNotExist:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("tournament:staff", request.tournament.code)


@staff(*DIRECTOR_ONLY)
@require_safe
def access_log(request: StaffRequest) -> HttpResponse:
    """The house's own log, as far as it concerns this tournament and its staff."""
    kind, before = request.GET.get("kind", "")[:20], request.GET.get("before", "")
    is_number = before.isascii() and before.isdigit() and len(before) <= 12
    page = house_log(
        request.tournament,
        director_id=request.user.pk,
        kind=kind,
        before=int(before) if is_number else None,
    )
    older = {name: value for name, value in (("kind", kind), ("before", page.before)) if value}
    context = {
        "active": "settings",
        "lines": page.lines,
        "kinds": kinds(),
        "kind": kind,
        "older": "?" + urlencode(older) if page.before else "",
    }
    return render(request, "tournament/setup/access_log.html", context)


def _page(request: StaffRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    context |= {
        "active": "settings",
        "members": staff_of(request.tournament),
        "offers": offers_of(request.tournament),
        "own_accounts": set(own_accounts(request.user.pk).values_list("pk", flat=True)),
    }
    return render(request, "tournament/setup/staff.html", context, status=status)
