"""The rules in force, key by key, and the director who sets those of the house."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.queries.desk.rules_in_force import rules_in_force
from tables.services.desk.house_rules import set_house_rule
from tournament.changes.change import sentence_of
from tournament.forms.fields.choices import RULE_PROFILES
from tournament.models import Role
from tournament.templatetags.writing import PageWriter
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, tap


@staff(*FLOOR_STAFF)
@require_safe
def in_force(request: StaffRequest) -> HttpResponse:
    groups = rules_in_force(request.tournament)
    context = {
        "active": "settings",
        "profile": dict(RULE_PROFILES).get(request.tournament.rule_profile, request.tournament.rule_profile),
        "groups": groups,
        "own": sum(line.is_own for group in groups for line in group.lines),
        "may_set": request.role == Role.DIRECTOR and not request.tournament.is_over,
    }
    template = "_rules.html" if request.htmx else "rules.html"
    return render(request, f"tables/desk/{template}", context)


@staff(Role.DIRECTOR)
@tap("tables:rules")
def set_rule(request: StaffRequest) -> Done:
    """One key of the house; without a value the book's is in force again."""
    line = set_house_rule(
        tournament_id=request.tournament.pk,
        part=request.POST.get("part", "")[:20],
        key=request.POST.get("rule", "")[:60],
        typed=request.POST.get("value", "")[:400].strip(),
        by=by_of(request),
    )
    if line is None:
        return Done(text=_("This rule is so already."))
    text = sentence_of(line, PageWriter.of(request.tournament))
    return Done(text=text, line=line.pk)
