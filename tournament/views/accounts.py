"""Logging in and out, and what a reader chose: language and theme. Everything works without JavaScript."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.forms.log_in import LogInForm
from tournament.forms.password import PasswordForm
from tournament.front.badges import COOKIE as BADGE
from tournament.front.badges import give_badge, is_badge
from tournament.front.tries import LOG_IN, count_failure, is_used_up
from tournament.models import Account
from tournament.services.setup.accounts import LoginLinkSpent, set_password, use_login_link
from tournament.timekeeping import house_now
from tournament.views.access import public, signed_in

ONE_YEAR_SECONDS = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")


@sensitive_post_parameters("password")
@public
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    if (
        request.method == "POST"
        and is_used_up(request, LOG_IN)
        and not is_badge(request.COOKIES.get(BADGE, ""))
    ):
        return _too_many(request)
    form = LogInForm(request, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        account: Account = form.get_user()
        login(request, account)
        return _logged_in(HttpResponseRedirect(_next_url(request, default="/floor/")), account)
    if form.errors:
        count_failure(request, LOG_IN)
    return _log_in_page(request, form, status=422 if form.errors else 200)


def _too_many(request: HttpRequest) -> HttpResponse:
    """No password is checked: an address that tries one after the other would keep others waiting."""
    messages.error(request, _("Too many attempts. Wait a minute and try again."))
    response = _log_in_page(request, LogInForm(request), status=429)
    response.headers["Retry-After"] = str(int(LOG_IN.window.total_seconds()))
    return response


def _log_in_page(request: HttpRequest, form: LogInForm, *, status: int) -> HttpResponse:
    context = {"form": form, "next": request.GET.get("next", request.POST.get("next", ""))}
    return render(request, "tournament/accounts/log_in.html", context, status=status)


def locked_out(request: HttpRequest, *_args: object, **_kwargs: object) -> HttpResponse:
    """What django-axes answers to a name that failed too often from one address."""
    response = render(request, "tournament/accounts/locked_out.html", status=429)
    response.headers["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return response


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
        set_password(account=account, password=form.cleaned_data["new_password"], now=house_now())
        # This session continues; the others were made with the password of before.
        update_session_auth_hash(request, account)
        messages.success(request, _("Password saved. Every other device is logged out."))
        return redirect("tournament:floor")
    context = {"form": form, "account": account, "has_password": account.has_usable_password()}
    return render(request, "tournament/accounts/password.html", context, status=422 if form.errors else 200)


@public
@require_http_methods(["GET", "HEAD", "POST"])
def log_in_by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a button; pressing it uses the link. Opening the page, or a preview in a chat, does not."""
    if request.method != "POST":
        return render(request, "tournament/accounts/log_in_by_link.html", {"is_spent": False})
    try:
        account = use_login_link(secret=secret, now=house_now())
    except LoginLinkSpent:
        return render(request, "tournament/accounts/log_in_by_link.html", {"is_spent": True}, status=410)
    login(request, account, backend="django.contrib.auth.backends.ModelBackend")
    return _logged_in(HttpResponseRedirect("/floor/"), account)


@public
@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
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
    give_badge(response)
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
