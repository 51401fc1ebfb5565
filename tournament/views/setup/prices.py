"""The prices of an event besides its buy-in: one page to add, change and remove them."""

from __future__ import annotations

from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.cash.price import PriceForm, initial_of
from tournament.rules.payouts.prices import MAX_PRICES, PriceProfile, next_change
from tournament.services.setup.prices import add_price, change_price, remove_price
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form, done_of_line, tap


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def prices(request: StaffRequest) -> HttpResponse:
    """The list, with a form for a further price, or for the one that `change` names."""
    changing = _of_name(request, request.GET.get("change", ""))
    form = _form(request, changing)
    if request.method == "POST" and done_from_form(request, form, lambda: _save(request, form, changing)):
        return redirect("tournament:prices", request.tournament.code)
    tournament, now = request.tournament, house_now()
    context = {
        "active": "settings",
        "form": form,
        "changing": changing,
        "buy_in": tournament.buy_in,
        "prices": tournament.prices,
        "to_pay": tournament.price_to_pay(now),
        "next_change": next_change(tournament.prices, now=now),
        "is_full": len(tournament.prices) >= MAX_PRICES,
        "is_over": tournament.is_over,
    }
    return render(request, "tournament/setup/prices.html", context, status=422 if form.errors else 200)


@staff(*DIRECTOR_ONLY)
@tap("tournament:prices")
def remove(request: StaffRequest) -> Done:
    """Sell a price no more."""
    line = remove_price(
        tournament_id=request.tournament.pk, name=request.POST.get("name", ""), by=by_of(request)
    )
    return done_of_line(request, line)


def _of_name(request: StaffRequest, name: str) -> PriceProfile | None:
    """The price to change; None for a further one. 404 for one that is gone."""
    if not name:
        return None
    found = next((price for price in request.tournament.prices if price.name == name), None)
    if found is None:
        raise Http404
    return found


def _form(request: StaffRequest, changing: PriceProfile | None) -> PriceForm:
    tournament = request.tournament
    return PriceForm(
        request.POST if request.method == "POST" else None,
        initial=None if changing is None else initial_of(changing, time_zone=tournament.time_zone),
        time_zone=tournament.time_zone,
        has_bounty=tournament.has_bounties,
    )


def _save(request: StaffRequest, form: Form, changing: PriceProfile | None) -> Done:
    tournament_id, by = request.tournament.pk, by_of(request)
    price = form.cleaned_data["profile"]
    if changing is None:
        return done_of_line(request, add_price(tournament_id=tournament_id, price=price, by=by))
    line = change_price(tournament_id=tournament_id, name=changing.name, price=price, by=by)
    return Done(text=_("Nothing has changed.")) if line is None else done_of_line(request, line)
