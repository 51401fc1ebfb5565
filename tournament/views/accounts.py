"""Logging in and out, and what a reader chose: language and theme. Everything works without JavaScript."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.changes.house import LinkSpent, LockedOut, LoggedOut, LogInFailed, UnknownName
from tournament.forms.access.log_in import LogInForm
from tournament.forms.access.password import PasswordForm
from tournament.forms.access.second_factor import ProofForm, say_why_not
from tournament.front.badges import COOKIE as BADGE
from tournament.front.badges import give_badge, of_account, subject_of
from tournament.front.tries import LOG_IN, count_failure, is_used_up, note_wrong_password
from tournament.models import Account
from tournament.queries.people.open_sessions import time_zone_of
from tournament.services.people.house_log import ONE_BY_ONE, name_of, write_burst_line
from tournament.services.people.second_factor import has_second_factor, must_have_one, show
from tournament.services.people.sessions import close_session, end_sessions, follow_key, open_session
from tournament.services.setup.accounts import LoginLinkSpent, set_password, use_login_link
from tournament.timekeeping import house_and_computer, house_now
from tournament.views.access import public, signed_in
from tournament.views.sessions import MUST_SET_UP
from tournament.views.visitors import visitor_of

ONE_YEAR_SECONDS = 365 * 24 * 3600
BACKEND = "django.contrib.auth.backends.ModelBackend"
# In the session of somebody who has shown the first factor and not the second.
WAITING = "waiting_for_second_factor"
WAIT_SECONDS = 5 * 60
THEMES = ("auto", "light", "dark")
_KEPT_NAME = "floorman.failed-name"


@sensitive_post_parameters("password", "code", "recovery")
@public
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """The name and the password; then, where the account has one, the second factor at the same address."""
    waiting = _waiting(request)
    if waiting is not None and ("code" in request.POST or (request.method != "POST" and not request.GET)):
        return _second_step(request, waiting)
    own_badge = _own_badge(request, request.POST.get("username", ""))
    if request.method == "POST" and is_used_up(request, LOG_IN, of=own_badge):
        return _too_many(request)
    form = LogInForm(request, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _let_in(request, form.get_user(), how="password", after=_next_url(request, default="/floor/"))
    if form.errors:
        # Who guesses at the account of their own badge is an address that guesses as well.
        count_failure(request, LOG_IN)
        if own_badge:
            count_failure(request, LOG_IN, of=own_badge)
        note_wrong_password(request, subject_of(request.COOKIES.get(BADGE, "")))
        _log_failure(request, request.POST.get("username", ""))
    return _log_in_page(request, form, status=422 if form.errors else 200)


def _own_badge(request: HttpRequest, typed: str) -> str:
    """The badge of this browser, if it is of the account whose name was typed: with that one the wrong passwords of
    others at the same address do not count, and its own do.
    """
    badge = subject_of(request.COOKIES.get(BADGE, ""))
    if not badge or not typed:
        return ""
    account = _account_called(typed)
    is_own = account is not None and account.is_active and badge == of_account(account.pk, account.password)
    return badge if is_own else ""


def _log_failure(request: HttpRequest, typed: str) -> None:
    subject = _account_called(typed)
    if typed:
        write_burst_line(
            LogInFailed(name=name_of(subject)) if subject else UnknownName(),
            visitor=visitor_of(request),
            now=house_now(),
            subject=subject,
            one_by_one=ONE_BY_ONE if subject else 1,
        )


def _account_called(typed: str) -> Account | None:
    # Django composes what is typed as a name in the same way.
    name = unicodedata.normalize("NFKC", typed.strip())
    return None if "\0" in name else Account.objects.filter(username=name[:150]).first()


def _let_in(request: HttpRequest, account: Account, *, how: str, after: str) -> HttpResponse:
    """Somebody has shown the first factor: in, or on to the second one."""
    if how != "machine" and has_second_factor(account):
        # A key of before may have been planted by somebody who knows it.
        request.session.flush()
        request.session[WAITING] = {
            "account": account.pk,
            "how": how,
            "at": house_now().timestamp(),
            "after": after,
        }
        return redirect("tournament:log_in")
    return _log_in_now(request, account, how=how, second="", after=after)


def _log_in_now(request: HttpRequest, account: Account, *, how: str, second: str, after: str) -> HttpResponse:
    now = house_now()
    login(request, account, backend=BACKEND)
    open_session(
        account=account,
        session=request.session,
        visitor=visitor_of(request),
        how=how,
        second=second,
        now=now,
    )
    # A link of the machine is the way in when nothing else goes: it leads straight there.
    if how == "machine":
        request.session.pop(MUST_SET_UP, None)
    elif must_have_one(account):
        request.session[MUST_SET_UP] = True
        messages.info(request, _("Your role needs a second factor here. Set it up to go on."))
        after = reverse("tournament:second_factor")
    return _logged_in(HttpResponseRedirect(after), account)


def _waiting(request: HttpRequest) -> dict[str, Any] | None:
    """What the session holds of somebody whose second factor is awaited, for five minutes."""
    waiting = request.session.get(WAITING)
    if not isinstance(waiting, dict) or abs(house_now().timestamp() - waiting["at"]) > WAIT_SECONDS:
        return None
    return waiting


def _second_step(request: HttpRequest, waiting: dict[str, Any]) -> HttpResponse:
    account = Account.objects.filter(pk=waiting["account"], is_active=True).first()
    if account is None:
        request.session.flush()
        return redirect("tournament:log_in")
    form = ProofForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        now, computer = house_and_computer()
        shown = show(
            account=account, typed=form.typed(), visitor=visitor_of(request), now=now, computer=computer
        )
        if shown in ("code", "recovery"):
            del request.session[WAITING]
            return _log_in_now(
                request, account, how=waiting["how"], second=shown, after=str(waiting["after"])
            )
        say_why_not(form, shown, computer=computer, time_zone=time_zone_of(account))
    context = {"form": form, "name": account.get_username()}
    return render(request, "tournament/accounts/code.html", context, status=422 if form.errors else 200)


def _too_many(request: HttpRequest) -> HttpResponse:
    """No password is checked: an address that tries one after the other would keep others waiting."""
    messages.error(request, _("Too many attempts. Wait a minute and try again."))
    response = _log_in_page(request, LogInForm(request), status=429)
    response.headers["Retry-After"] = str(int(LOG_IN.window.total_seconds()))
    return response


def _log_in_page(request: HttpRequest, form: LogInForm, *, status: int) -> HttpResponse:
    context = {
        "form": form,
        "next": request.GET.get("next", request.POST.get("next", "")),
        "has_ended": "ended" in request.GET,
    }
    return render(request, "tournament/accounts/log_in.html", context, status=status)


def locked_out(
    request: HttpRequest, *args: object, credentials: dict[str, str] | None = None, **_kwargs: object
) -> HttpResponse:
    """What django-axes answers to a name that failed too often from one address."""
    given = credentials or next((each for each in reversed(args) if isinstance(each, dict)), {})
    subject = _account_called(str(given.get("username", request.POST.get("username", ""))))
    if subject is None and isinstance(request.user, Account):
        subject = request.user
    if subject is not None:
        write_burst_line(
            LockedOut(name=name_of(subject)),
            visitor=visitor_of(request),
            now=house_now(),
            subject=subject,
            one_by_one=1,
        )
    response = render(request, "tournament/accounts/locked_out.html", status=429)
    response.headers["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return response


def name_as_kept(request: HttpRequest, credentials: dict[str, str] | None = None) -> str | None:
    """By what django-axes keeps the failures of a name for weeks: many a password is typed into the field of the name.

    A name that an account has is kept in the same way, so that neither its row nor a clock tells that there is one.
    With the badge of the account it is another one: nobody at the same address locks the person out by guessing.
    """
    typed = (credentials or request.POST).get("username")
    if typed is None:
        return None
    return salted_hmac(_KEPT_NAME, f"{typed}{_own_badge(request, typed)}", algorithm="sha256").hexdigest()


@sensitive_post_parameters("old_password", "new_password", "again")
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """One's own password, set or changed; every other session of this account is logged out."""
    account = request.user
    if not isinstance(account, Account):
        raise PermissionDenied
    form = PasswordForm(request, account, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        now, visitor, before = house_now(), visitor_of(request), request.session.session_key
        set_password(account=account, password=form.cleaned_data["new_password"], visitor=visitor, now=now)
        # This session continues; the others were made with the password of before.
        update_session_auth_hash(request, account)
        follow_key(request.session, before=before, now=now)
        end_sessions(account=account, visitor=visitor, now=now, but=request.session.session_key)
        messages.success(request, _("Password saved. Every other device is logged out."))
        response = redirect("tournament:floor")
        # The badges of before end with the password of before.
        give_badge(response, of_account(account.pk, account.password))
        return response
    if "old_password" in form.errors and request.POST.get("old_password"):
        _log_failure(request, account.get_username())
    context = {"form": form, "account": account, "has_password": account.has_usable_password()}
    return render(request, "tournament/accounts/password.html", context, status=422 if form.errors else 200)


@public
@require_http_methods(["GET", "HEAD", "POST"])
def log_in_by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a button; pressing it uses the link. Opening the page, or a preview in a chat, does not."""
    if request.method != "POST":
        return render(request, "tournament/accounts/log_in_by_link.html", {"is_spent": False})
    try:
        link = use_login_link(secret=secret, now=house_now())
    except LoginLinkSpent:
        write_burst_line(LinkSpent(), visitor=visitor_of(request), now=house_now(), one_by_one=1)
        return render(request, "tournament/accounts/log_in_by_link.html", {"is_spent": True}, status=410)
    how = "machine" if link.is_of_machine else "link"
    return _let_in(request, link.account, how=how, after="/floor/")


@public
@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, Account):
        close_session(
            account=request.user,
            session_key=request.session.session_key,
            visitor=visitor_of(request),
            now=house_now(),
            change=LoggedOut,
        )
    logout(request)
    return redirect("tournament:home")


@public
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(_next_url(request, default="/"))
    return _with_language(response, request.POST.get("language", ""))


@public
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(_next_url(request, default="/"))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        _keep(response, "theme", theme)
    return response


def _logged_in(response: HttpResponse, account: Account) -> HttpResponse:
    give_badge(response, of_account(account.pk, account.password))
    return _with_language(response, account.language)


def _with_language(response: HttpResponse, language: str) -> HttpResponse:
    if language in dict(settings.LANGUAGES) and check_for_language(language):
        _keep(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


def _keep(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=ONE_YEAR_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _next_url(request: HttpRequest, *, default: str) -> str:
    """Where the person came from, if that is a page of this Floorman."""
    target = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if is_ours else default
