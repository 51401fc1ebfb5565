"""Messages on the screens, by the floor and by the rules of the house: when this happens, do that."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.screens.screen_rules import ScreenRuleForm
from tournament.models import RuleWhen, ScreenContent, ScreenRule, Tournament
from tournament.options.sounds import RoomSound
from tournament.queries.announcements import Announcement
from tournament.queries.clock import clock_board
from tournament.queries.rule_moments import RuleMoment, rule_moments, screen_rules
from tournament.queries.screens import message_on_screens
from tournament.services.screen_rules import (
    RuleWanted,
    add_screen_rule,
    remove_screen_rule,
    switch_screen_rule,
    try_screen_rule,
)
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.contents import ScreenCall, calls_screens, in_frame
from tournament.views.sounds import announces
from tournament.views.taps import Done, done_from_form, done_of_line, tap
from tournament.views.wall_lines import line_as_text


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: StaffRequest) -> HttpResponse:
    """The list, with a form for one more."""
    form = ScreenRuleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _add(request, form)):
        return redirect("tournament:screen_rules", request.tournament.code)
    context = {"active": "clock", "form": form, "rules": [_row(rule) for rule in screen_rules()]}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournament/screens/rules.html", context, status=status)


@staff(*FLOOR_STAFF)
@tap("tournament:screen_rules")
def switch(request: StaffRequest, rule_id: int) -> Done:
    rule = get_object_or_404(ScreenRule, pk=rule_id, removed_at=None)
    is_on = request.POST.get("is_on", "") == "1"
    line = switch_screen_rule(
        tournament_id=request.tournament.pk, rule_id=rule.pk, is_on=is_on, by=by_of(request)
    )
    return Done(text=_("The rule is like that already.")) if line is None else done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap("tournament:screen_rules")
def try_out(request: StaffRequest, rule_id: int) -> Done:
    line = try_screen_rule(tournament_id=request.tournament.pk, rule_id=rule_id, by=by_of(request))
    return done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap("tournament:screen_rules")
def remove(request: StaffRequest, rule_id: int) -> Done:
    line = remove_screen_rule(tournament_id=request.tournament.pk, rule_id=rule_id, by=by_of(request))
    return done_of_line(request, line)


def _add(request: StaffRequest, form: ScreenRuleForm) -> Done:
    typed = form.cleaned_data
    wanted = RuleWanted(**typed | {"when": RuleWhen(typed["when"])})
    line = add_screen_rule(tournament_id=request.tournament.pk, wanted=wanted, by=by_of(request))
    return done_of_line(request, line)


def _row(rule: ScreenRule) -> dict[str, object]:
    """A rule as the list has it: what it does, in words."""
    sound = RoomSound(rule.sound).label if rule.sound in RoomSound.values else ""
    content = ScreenContent(rule.content).label if rule.content in ScreenContent.values else ""
    return {
        "rule_id": rule.pk,
        "when": RuleWhen(rule.when).label,
        "number": rule.number,
        "shown": rule.message or content,
        "sound": sound,
        "minutes": rule.minutes,
        "is_on": rule.is_on,
    }


def _acting(tournament: Tournament, now: datetime) -> RuleMoment | None:
    """The rule that has something to show, the last that began of several; or else the next one that will."""
    moments = [each for each in rule_moments(tournament, now=now) if each.rule.message or each.rule.content]
    begun = [each for each in moments if each.at <= now]
    return begun[-1] if begun else next(iter(moments), None)


@in_frame(
    ScreenContent.MESSAGE,
    "tournament/screens/contents/message.html",
    also=["clock", "field", "moves", "log"],
    rest=0,
)
def message_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]:
    message = message_on_screens(tournament, now=now)
    if message is not None:
        return {"text": message.text}
    acting = _acting(tournament, now)
    if acting is None or acting.at > now:
        return {"text": ""}
    return {"text": line_as_text(acting.rule.message, tournament, clock_board(tournament, now=now))}


@calls_screens(rank=5)
def message_calls(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """What the floor says to everybody."""
    message = message_on_screens(tournament, now=now)
    if message is None:
        return None
    return ScreenCall(content=ScreenContent.MESSAGE, since=message.since, until=message.until)


@calls_screens(rank=6)
def rule_calls(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """What a rule of the house shows now, or will show next."""
    acting = _acting(tournament, now)
    if acting is None:
        return None
    content = ScreenContent.MESSAGE if acting.rule.message else ScreenContent(acting.rule.content)
    return ScreenCall(content=content, since=acting.at, until=acting.until)


@announces
def rule_sounds(tournament: Tournament, now: datetime, _language: str) -> Iterator[Announcement]:
    """The sounds of the rules: each a sound without a sentence."""
    for moment in rule_moments(tournament, now=now):
        if moment.rule.sound in RoomSound.values:
            about = f"rule-{moment.rule.pk}-{moment.at.timestamp():.0f}"
            yield Announcement(sound=RoomSound(moment.rule.sound), at=moment.at, clips=(), about=about)
