"""Who may open a view. Every view carries exactly one of these decorators.

`public` needs nobody, `signed_in` any account, `sets_up` a director of any tournament, `staff` a role in the tournament
of the URL.
Without a role there the answer is 404: for them the tournament does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_not_required, login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django_htmx.middleware import HtmxDetails

from tournament.forms.fields.currency import amounts_in
from tournament.live.heard import heard_so_far
from tournament.models import Account, Role, Tournament
from tournament.queries.staff import may_set_up, member_of
from tournament.services.actor import Actor, By
from tournament.timekeeping import house_now
from tournament.views.devices import device_words

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


class StaffRequest(HttpRequest):
    """A request whose account has a role in the tournament of the URL."""

    user: Account  # signed in, by the decorator
    htmx: HtmxDetails
    tournament: Tournament
    role: Role
    actor: Actor
    heard: str  # how far the hub had heard before anything was read


StaffView = Callable[Concatenate[StaffRequest, P], HttpResponseBase]


def public(view: View[P]) -> View[P]:
    """Open to everybody, without an account."""
    view = login_not_required(view)
    view.access = "public"  # type: ignore[attr-defined]
    return view


def wants_part(request: HttpRequest) -> bool:
    """Whether a page asks for the part of it that changes."""
    return request.headers.get("HX-Request") == "true"


def signed_in(view: View[P]) -> View[P]:
    """Open to any account; shows only what belongs to it."""
    view = login_required(view)
    view.access = "signed_in"  # type: ignore[attr-defined]
    return view


def sets_up(view: View[P]) -> Callable[..., HttpResponseBase]:
    """Open to who may set up tournaments (`may_set_up`)."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not (isinstance(request.user, Account) and may_set_up(request.user)):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    guarded_view = login_required(guarded)
    guarded_view.access = "sets_up"  # type: ignore[attr-defined]
    return guarded_view


def staff(*roles: Role) -> Callable[[StaffView[P]], Callable[..., HttpResponseBase]]:
    """Open to these roles in the tournament whose `code` is the URL's first argument.

    The view is called without `code`; it finds `request.tournament`, `.role`, `.actor` and `.heard`.
    """

    def decorate(view: StaffView[P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: StaffRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            # A part that is fetched opens no stream.
            is_page = request.method == "GET" and "HX-Request" not in request.headers
            request.heard = heard_so_far(code) if is_page else ""
            membership = member_of(code, account=request.user.pk)
            if membership is None:
                raise Http404
            if membership.role not in roles:
                raise PermissionDenied
            request.tournament = membership.tournament
            request.role = Role(membership.role)
            request.actor = Actor(
                label=request.user.get_full_name() or request.user.get_username(),
                account_id=request.user.pk,
                device=device_words(request.headers.get("User-Agent", "")),
            )
            # What is typed as money is money of this tournament.
            with amounts_in(membership.tournament.currency):
                return view(request, *args, **kwargs)

        guarded_view = login_required(guarded)
        guarded_view.access = "staff:" + ",".join(sorted(roles))  # type: ignore[attr-defined]
        return guarded_view

    return decorate


DIRECTOR_ONLY = (Role.DIRECTOR,)
FLOOR_STAFF = (Role.DIRECTOR, Role.FLOOR)
ANY_STAFF = (Role.DIRECTOR, Role.FLOOR, Role.REGISTRATION)


def account_of(request: HttpRequest) -> Account:
    """The account behind a request that `signed_in` or `sets_up` has let through."""
    if not isinstance(request.user, Account):
        raise PermissionDenied
    return request.user


def by_of(request: StaffRequest) -> By:
    """Who makes the change that this request asks for, and when: now."""
    return request.actor.at(house_now())
