"""Pairing: a tablet is paired with a table, by a code that the floor shows or by its link."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tables.forms.tablet import PairingForm
from tables.services.table.tablets import pair_device
from tables.views.tablet.access import device_of, remember_device
from tournament.front.tries import PAIRING, count_failure, is_used_up
from tournament.services.errors import Refused
from tournament.timekeeping import house_now
from tournament.views.access import public


@public
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest) -> HttpResponse:
    """Type a code, and this tablet belongs to the table it was made for."""
    if request.method != "POST":
        return _pairing_page(request, PairingForm())
    now = house_now()
    form = PairingForm(request.POST)
    if is_used_up(request, PAIRING):
        form.add_error(None, _("Too many attempts. Wait a minute and try again."))
        response = _pairing_page(request, form, status=429)
        response.headers["Retry-After"] = str(int(PAIRING.window.total_seconds()))
        return response
    if not form.is_valid():
        return _pairing_page(request, form, status=422)
    old = device_of(request)
    try:
        paired = pair_device(
            code=form.cleaned_data["code"], now=now, replaces_device_id=old.pk if old else None
        )
    except Refused as refusal:
        count_failure(request, PAIRING)
        form.add_error("code", refusal.message)
        return _pairing_page(request, form, status=422)
    response = redirect("tables:tablet_table")
    remember_device(response, paired.secret)
    return response


@public
@require_safe
def pair_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """The QR code's page: a button that pairs. Opening the page changes nothing and reveals nothing."""
    return _pairing_page(request, PairingForm(initial={"code": code}), is_link=True)


def _pairing_page(
    request: HttpRequest, form: PairingForm, *, status: int = 200, is_link: bool = False
) -> HttpResponse:
    device = device_of(request)
    is_paired = device is not None and device.revoked_at is None and device.expires_at > house_now()
    context = {"form": form, "is_link": is_link, "device": device if is_paired else None}
    return render(request, "tables/tablet/pair.html", context, status=status)
