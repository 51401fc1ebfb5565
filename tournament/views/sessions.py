"""What every request of somebody who is logged in passes: how long a session lasts, its key, and what it still needs.

It stands behind the middleware that finds the account and in front of the one that asks for a log-in. Where a session
has ended, a page leads to the log-in and back; what was typed or tapped is said plainly not to have been done.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.changes.house import RightRefused, SessionTooOld
from tournament.front.badges import COOKIE as BADGE
from tournament.front.badges import keep_badge, of_account, subject_of
from tournament.models import Account, StaffMember
from tournament.services.people.house_log import name_of, write_burst_line
from tournament.services.people.sessions import (
    close_session,
    give_new_key,
    is_too_old,
    is_use_due,
    keep_open,
    needs_new_key,
)
from tournament.timekeeping import house_now
from tournament.views.visitors import visitor_of

Respond = Callable[[HttpRequest], HttpResponseBase]
# In the session of somebody of whom the house wants a second factor, until they have one.
MUST_SET_UP: Final = "must_set_up"
# What a form says besides what a person typed.
NOT_TYPED: Final = frozenset(
    {"csrfmiddlewaretoken", "key", "version", "epoch", "next", "seen"}
    | {"password", "old_password", "new_password", "again", "code", "recovery"}
)
LONGEST_SHOWN: Final = 2_000


class SessionsMiddleware:
    """Ends a session that is too old, gives it a new key where rights have changed, notes that it is used."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_known = _is_known(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, Account):
            _look_after(request, request.user, house_now())
            if request.session.get(MUST_SET_UP) and not _is_on_the_way(request):
                return HttpResponseRedirect(reverse("tournament:second_factor"))
        response = self.get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, Account):
            _keep_badge(request, response)
        if is_known and _is_to_log_in(response):
            return _say_that_it_ended(request, response)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """Log a right that was refused to somebody of the staff; Django answers with the page."""
        if not isinstance(exception, PermissionDenied) or not isinstance(request.user, Account):
            return
        match = request.resolver_match
        code, view = (match.kwargs.get("code", ""), match.view_name) if match else ("", "")
        member = StaffMember.objects.filter(account=request.user, tournament__code=code).first()
        write_burst_line(
            RightRefused(
                name=name_of(request.user),
                role=member.role if member else "",
                method=request.method or "",
                path=request.path,
            ),
            visitor=visitor_of(request),
            now=house_now(),
            subject=request.user,
            tournament_id=member.tournament_id if member else None,
            # Not by the path or the method: both are free, and each would be a burst of its own.
            about=f"{view} {code}",
        )


def _look_after(request: HttpRequest, account: Account, now: datetime) -> None:
    session = request.session
    if is_too_old(session, account, now=now):
        close_session(
            account=account,
            session_key=session.session_key,
            visitor=visitor_of(request),
            now=now,
            change=SessionTooOld,
        )
        logout(request)
        return
    is_fragment = "HX-Request" in request.headers
    if request.method == "GET" and not is_fragment and needs_new_key(session, account, now=now):
        # With a whole page, so that no other request of the browser is on its way with the key of before.
        give_new_key(session, now=now)
    # A page that fetches its own parts again is not used by anybody.
    is_use = request.method not in ("GET", "HEAD") or not is_fragment
    if is_use and is_use_due(session, account, now=now):
        keep_open(account=account, session=session, device=visitor_of(request).device, now=now)


def _keep_badge(request: HttpRequest, response: HttpResponseBase) -> None:
    """A person who is logged in has a badge of their own: an earlier version's no longer counts."""
    is_given = BADGE in response.cookies
    if isinstance(response, HttpResponse) and not is_given and isinstance(request.user, Account):
        keep_badge(request, response, of_account(request.user.pk, request.user.password))


def _is_known(request: HttpRequest) -> bool:
    """Whether somebody was logged in with this browser: it has a session, dead or alive, or the badge of one."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or bool(subject_of(request.COOKIES.get(BADGE, "")))


def _is_on_the_way(request: HttpRequest) -> bool:
    open_to_them = ("second_factor", "account", "end_sessions", "log_out", "choose_language", "choose_theme")
    # A link of the machine begins like the log-in.
    return request.path.startswith(reverse("tournament:log_in")) or request.path in {
        reverse(f"tournament:{name}") for name in open_to_them
    }


def _is_to_log_in(response: HttpResponseBase) -> bool:
    return response.status_code == 302 and response.headers.get("Location", "").startswith(
        f"{settings.LOGIN_URL}?next="
    )


def _say_that_it_ended(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if "HX-Request" in request.headers:
        back = _own_path(request, request.headers.get("HX-Current-URL", ""))
        return _page(request, "tournament/accounts/_session_ended.html", back)
    if request.method in ("GET", "HEAD"):
        response.headers["Location"] += "&ended=1"
        return response
    return _page(
        request,
        "tournament/accounts/session_ended.html",
        _own_path(request, request.headers.get("Referer", "")),
    )


def _page(request: HttpRequest, template: str, back: str) -> HttpResponse:
    """Nothing was done. What was typed is shown again in this answer, and kept nowhere."""
    typed = [
        (name, value[:LONGEST_SHOWN])
        for name, values in request.POST.lists()
        for value in values
        if name not in NOT_TYPED and value.strip()
    ]
    context = {"typed": typed, "log_in": f"{settings.LOGIN_URL}?{urlencode({'next': back})}"}
    answer = render(request, template, context, status=401)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _own_path(request: HttpRequest, url: str) -> str:
    """The page of this house that somebody was on, or the list of their tournaments."""
    if not url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return reverse("tournament:floor")
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
