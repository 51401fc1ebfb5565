"""What others show of the house, or keep a link to, is in the language of its address: `?language=it`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def in_asked_language(view: View[P]) -> Callable[..., HttpResponseBase]:
    """Answer in the language that the address names, else in the reader's own."""

    @wraps(view)
    def speaking(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        asked = request.GET.get("language", "")
        if asked not in dict(settings.LANGUAGES):
            return view(request, *args, **kwargs)
        with translation.override(asked):
            return view(request, *args, **kwargs)

    return speaking
