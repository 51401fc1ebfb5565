"""The staff of a tournament: who has which role, and their one-time log-in links."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.forms.staff import MemberForm
from tournament.links import absolute_url
from tournament.models import Role, StaffMember
from tournament.queries.staff import staff_of
from tournament.services.errors import Refused
from tournament.services.setup.staff import add_member, make_member_link, remove_member
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, staff
from tournament.views.refusals import add_refusal


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
                actor=request.actor,
                now=house_now(),
            )
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("%(name)s is on the staff.") % {"name": member.account.username})
            return redirect("tournament:staff", request.tournament.code)
    return _page(request, {"form": form}, status=422 if form.errors else 200)


@staff(*DIRECTOR_ONLY)
@require_POST
def make_link(request: StaffRequest, member_id: int) -> HttpResponse:
    """The link is in this answer and nowhere else, so it is no redirect."""
    try:
        secret = make_member_link(
            tournament_id=request.tournament.pk,
            member_id=member_id,
            director_id=request.user.pk,
            actor=request.actor,
            now=house_now(),
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
            actor=request.actor,
            now=house_now(),
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


def _page(request: StaffRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    context |= {"active": "settings", "members": staff_of(request.tournament)}
    return render(request, "tournament/setup/staff.html", context, status=status)
