"""One web hook or message service of those that a director may change at an event."""

from __future__ import annotations

from django.http import Http404, HttpResponseRedirect
from django.shortcuts import redirect

from tournament.queries.connections import Connection, connections_of, was_removed
from tournament.views.access import StaffRequest


def find(model: type[Connection], request: StaffRequest, pk: int) -> Connection:
    """A 404 for one that was removed, or is of another event or director."""
    found = connections_of(model, request.tournament, request.user).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def newest(model: type[Connection], request: StaffRequest) -> Connection | None:
    """The one that this director has added here last."""
    own = model.objects.filter(tournament=request.tournament, added_by=request.user)
    return own.order_by("-pk").first()


def away(model: type[Connection], request: StaffRequest, pk: int, *, to: str) -> HttpResponseRedirect:
    """To the list, from where it was removed or added by a tap that was undone; 404 where it never was."""
    if not was_removed(model, request.tournament, request.user, pk):
        raise Http404
    return redirect(to, request.tournament.code)
