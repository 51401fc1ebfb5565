"""A tap on a staff page: one effect however often it is sent, and then the page it came from.

Each form carries a key of its own (`{% tap %}`). The same key again gets the same answer, so a
double tap, a reload or a slow network does nothing twice. With htmx the redirect is followed at
once and the page answers with its fresh part; without JavaScript it is the usual page after a POST.

A view under `tap` only does what was asked for and returns it in words: what most pages want. `handle_tap` is the same
inside of a view, `done_from_form` has a form say what is wrong; `done_of_tap` is for a page that answers in its own
way, `result_of_tap` for one with more to give back than words.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.changes.change import sentence_of
from tournament.models import LogEntry
from tournament.services.errors import Refused
from tournament.services.replies import KeyReused, Reply, reply_to_tap
from tournament.services.undo import has_undo
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest
from tournament.views.refusals import add_refusal

# Not part of what a tap says.
_SKIPPED = ("csrfmiddlewaretoken", "key")

# What JSON brings back as it was given.
Result = TypeVar("Result")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a tap did, in words, and the line of the log by which it can be undone."""

    text: str
    line: int | None = None


def tap(
    home: str | Callable[..., str], *, then: Callable[[StaffRequest], None] | None = None
) -> Callable[[Callable[Concatenate[StaffRequest, P], Done]], Callable[..., HttpResponse]]:
    """Make a view of what does something and returns what was done, as `handle_tap` has it.

    `home` is the name of an address that needs the code alone, or gives an address for the arguments of the view.
    """

    def decorate(do: Callable[Concatenate[StaffRequest, P], Done]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(do)
        def answered(request: StaffRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if callable(home):
                address = home(request, *args, **kwargs)
            else:
                address = reverse(home, args=[request.tournament.code])
            return handle_tap(request, lambda: do(request, *args, **kwargs), home=address, then=then)

        return answered

    return decorate


def handle_tap(
    request: StaffRequest,
    do: Callable[[], Done],
    *,
    home: str,
    then: Callable[[StaffRequest], None] | None = None,
) -> HttpResponse:
    """Do what the tap asks for, say what happened, and go back to where the tap came from (or `home`).

    What the services refuse is said in the same place; nothing is changed then. `then` says what else there is to say
    once it is done.
    """
    try:
        done = done_of_tap(request, do)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        say(request, done)
        if then is not None:
            then(request)
    return back(request, home)


def done_from_form(request: StaffRequest, form: Form, do: Callable[[], Done]) -> bool:
    """Do it once the form is right, and say what was done; what is wrong or refused is said at the fields of the form.

    Returns whether it was done.
    """
    if form.is_valid():
        try:
            say(request, done_of_tap(request, do))
        except Refused as refusal:
            add_refusal(form, refusal)
    return not form.errors


def not_understood() -> Refused:
    """A form that no page of Floorman sends."""
    return Refused(_("This tap was not recognised. Nothing was changed."), code="bad_form")


def done_of_tap(request: StaffRequest, do: Callable[[], Done]) -> Done:
    """Do it, unless the same tap was answered before: then give that answer again.

    An answer that a release without words has kept (`null`) was done: it is given again without any.
    """
    done: dict[str, Any] | None = result_of_tap(request, lambda: asdict(do()))
    return Done(text="") if done is None else Done(**done)


def result_of_tap(request: StaffRequest, do: Callable[[], Result]) -> Result:
    """Do it once for the posted key, and give the same result for every later tap with that key.

    Raises Refused without a good key or when the key comes with other contents, Http404 for what a service does not
    find in this tournament, and whatever else `do` raises: then nothing was done and the key may be used again.
    """
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        raise _too_old() from None
    try:
        reply = reply_to_tap(
            tournament_id=request.tournament.pk,
            key=key,
            body=_what(request),
            now=house_now(),
            produce=lambda: Reply(status=200, body=json.dumps(do())),
        )
    except KeyReused:
        raise _too_old() from None
    except ObjectDoesNotExist as error:
        raise Http404 from error
    result: Result = json.loads(reply.body)
    return result


def _too_old() -> Refused:
    return Refused(
        _("This page has expired, and nothing was changed. Reload it and try again."), code="bad_key"
    )


def say(request: StaffRequest, done: Done) -> None:
    """Show what was done; where these staff can undo it the message carries the address of the undo."""
    may_undo = done.line is not None and request.role in FLOOR_STAFF
    undo = reverse("tournament:undo", args=[request.tournament.code, done.line]) if may_undo else ""
    messages.success(request, done.text, extra_tags=undo)


def done_of_line(request: StaffRequest, line: LogEntry) -> Done:
    """What a line of the log says, with its undo; one that takes something back, or whose undo is a tap of its own,
    has none.
    """
    text = sentence_of(line, PageWriter.of(request.tournament))
    return Done(text=text, line=line.pk if line.undoes_id is None and has_undo(line) else None)


def done_by_line(request: StaffRequest, *verbs: str, **about: int) -> Done:
    """The same of the line that this person's last change of that kind wrote."""
    return done_of_line(request, LogEntry.objects.get(pk=newest_line(request, *verbs, **about) or 0))


def newest_line(request: StaffRequest, *verbs: str, **about: int) -> int | None:
    """The line that this person's last change of that kind wrote, of those `about` an entry or a table.

    Where the change locks its table alone, `about` is needed: an account that is logged in on two devices may have
    changed another one meanwhile.
    """
    lines = LogEntry.objects.filter(tournament=request.tournament, account=request.user, verb__in=verbs)
    lines = lines.filter(**{f"data__{name}": value for name, value in about.items()})
    return lines.order_by("-pk").values_list("pk", flat=True).first()


def back(request: StaffRequest, home: str) -> HttpResponse:
    """To the page that the tap came from, if it is one of ours.

    Where it came from its own address the page was the answer to a form that no script had taken over yet: there is
    nothing to be read there.
    """
    current = request.htmx.current_url if request.htmx else request.headers.get("Referer")
    if current and url_has_allowed_host_and_scheme(
        current, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        parts = urlsplit(current)
        if parts.path.startswith("/floor/") and parts.path != request.path:
            return redirect(f"{parts.path}?{parts.query}" if parts.query else parts.path)
    return redirect(home)


def _what(request: StaffRequest) -> bytes:
    fields = sorted((name, values) for name, values in request.POST.lists() if name not in _SKIPPED)
    return json.dumps([request.path, fields]).encode()
