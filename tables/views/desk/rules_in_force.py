"""The rules in force: the tournament's profile with its own overrides, key by key."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.queries.desk.rules_in_force import rules_in_force
from tournament.forms.fields.choices import RULE_PROFILES
from tournament.views.access import FLOOR_STAFF, StaffRequest, staff


@staff(*FLOOR_STAFF)
@require_safe
def in_force(request: StaffRequest) -> HttpResponse:
    profile = dict(RULE_PROFILES).get(request.tournament.rule_profile, request.tournament.rule_profile)
    context = {"active": "settings", "profile": profile, "groups": rules_in_force(request.tournament)}
    return render(request, "tables/desk/rules.html", context)
