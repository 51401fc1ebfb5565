"""One's own account: where it is logged in, and its second factor."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.forms.access.second_factor import CodeForm, ProofForm, say_why_not
from tournament.models import Account, RecoveryCode
from tournament.queries.people.open_sessions import open_sessions, time_zone_of
from tournament.services.people import second_factor as factors
from tournament.services.people.sessions import HOW, end_sessions, follow_key, keep_open
from tournament.services.sealing import SecretUnreadable
from tournament.timekeeping import house_and_computer, house_now
from tournament.views.access import signed_in
from tournament.views.sessions import MUST_SET_UP
from tournament.views.visitors import visitor_of

# In the session of somebody who is setting their app up.
PENDING = "pending_second_factor"


def own_account(request: HttpRequest) -> Account:
    if not isinstance(request.user, Account):
        raise PermissionDenied
    return request.user


@signed_in
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    me, now = own_account(request), house_now()
    sessions = open_sessions(me, this=request.session.session_key, now=now)
    context = {
        "account": me,
        "sessions": sessions,
        "has_others": any(not line.is_this for line in sessions),
        "zone": time_zone_of(me),
        "has_second_factor": factors.has_second_factor(me),
        "codes_left": RecoveryCode.objects.filter(account=me, used_at=None).count(),
    }
    return render(request, "tournament/accounts/account.html", context)


@signed_in
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """End one of one's own sessions, or all but this one."""
    me, now = own_account(request), house_now()
    chosen = request.POST.get("session", "")
    is_one = chosen.isascii() and chosen.isdigit() and len(chosen) <= 12
    if not is_one and chosen != "others":
        messages.error(request, _("This page has expired. Nothing was changed."))
        return redirect("tournament:account")
    count = end_sessions(
        account=me,
        visitor=visitor_of(request),
        now=now,
        only=int(chosen) if is_one else None,
        but=request.session.session_key,
    )
    words = ngettext("%(count)d session ended.", "%(count)d sessions ended.", count) % {"count": count}
    messages.success(request, words if count else _("There was no other session to end."))
    return redirect("tournament:account")


@sensitive_post_parameters("code", "recovery")
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set it up; where it is on, switch it off or make new recovery codes."""
    me = own_account(request)
    if factors.has_second_factor(me):
        return _change(request, me)
    return _set_up(request, me)


def _set_up(request: HttpRequest, me: Account) -> HttpResponse:
    now, computer = house_and_computer()
    form = CodeForm(request.POST if request.method == "POST" else None)
    sealed = request.session.get(PENDING, "")
    try:
        secret = factors.secret_text(sealed) if sealed else ""
    except SecretUnreadable:
        secret = ""
    if not secret:
        sealed = request.session[PENDING] = factors.new_sealed_secret()
        secret = factors.secret_text(sealed)
    if request.method == "POST" and form.is_valid():
        codes = factors.switch_on(
            account=me,
            sealed=sealed,
            code=form.cleaned_data["code"],
            visitor=visitor_of(request),
            now=now,
            computer=computer,
        )
        if codes:
            del request.session[PENDING]
            request.session.pop(MUST_SET_UP, None)
            # What was opened before was opened without the second factor.
            _give_new_key(request)
            end_sessions(account=me, visitor=visitor_of(request), now=now, but=request.session.session_key)
            return _show_codes(request, codes)
        say_why_not(form, "wrong", computer=computer, time_zone=time_zone_of(me))
    context = {
        "form": form,
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "link": factors.app_link(sealed, me),
        "is_wanted": bool(request.session.get(MUST_SET_UP)),
    }
    return render(
        request, "tournament/accounts/second_factor.html", context, status=422 if form.errors else 200
    )


def _change(request: HttpRequest, me: Account) -> HttpResponse:
    (now, computer), is_of_machine = house_and_computer(), request.session.get(HOW) == "machine"
    form = ProofForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and (is_of_machine or form.is_valid()):
        shown = (
            "code"
            if is_of_machine
            else factors.show(
                account=me, typed=form.typed(), visitor=visitor_of(request), now=now, computer=computer
            )
        )
        if shown in ("code", "recovery"):
            _give_new_key(request)
            if request.POST.get("do") == "codes":
                codes = factors.make_recovery_codes(account=me, visitor=visitor_of(request), now=now)
                return _show_codes(request, codes)
            factors.switch_off(account=me, visitor=visitor_of(request), now=now)
            messages.success(request, _("The second factor is off. The password alone logs you in."))
            return redirect("tournament:account")
        say_why_not(form, shown, computer=computer, time_zone=time_zone_of(me))
    context = {"form": form, "is_of_machine": is_of_machine}
    return render(
        request, "tournament/accounts/second_factor_on.html", context, status=422 if form.errors else 200
    )


def _show_codes(request: HttpRequest, codes: tuple[str, ...]) -> HttpResponse:
    """They are in this answer and nowhere else, so it is not a redirect."""
    answer = render(request, "tournament/accounts/recovery_codes.html", {"codes": codes})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _give_new_key(request: HttpRequest) -> None:
    """After somebody has proved again who they are."""
    now, before = house_now(), request.session.session_key
    request.session.cycle_key()
    follow_key(request.session, before=before, now=now)
    keep_open(
        account=own_account(request), session=request.session, device=visitor_of(request).device, now=now
    )
