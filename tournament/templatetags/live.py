"""`{% public_stream %}` and `{% staff_stream %}`: the address for a page's `sse-connect`."""

from django import template
from django.http import HttpRequest
from django.utils.translation import get_language

from tournament.live.addresses import public_stream_url, staff_stream_url

register = template.Library()


@register.simple_tag
def public_stream(public_id: str, *, show: str = "", hear: str = "") -> str:
    """Return the stream of a public page: fragments pushed whole, topics heard by name, separated by blanks."""
    return public_stream_url(
        public_id, shows=show.split(), hears=hear.split(), language=get_language() or "en"
    )


@register.simple_tag(takes_context=True)
def staff_stream(context: template.Context, public_id: str, *, hear: str, show: str = "") -> str:
    """Return the stream of the account that is logged in, bound to its session."""
    request: HttpRequest = context["request"]
    return staff_stream_url(
        public_id,
        kind="account",
        subject=str(request.user.pk),
        hears=hear.split(),
        shows=show.split(),
        language=get_language() or "en",
        session_key=request.session.session_key,
        since=getattr(request, "heard", ""),
    )


@register.simple_tag
def device_stream(public_id: str, device_id: int, *, hear: str, show: str = "") -> str:
    """Return the stream of a paired tablet; the app that owns tablets answers for the kind `device`."""
    return staff_stream_url(
        public_id,
        kind="device",
        subject=device_id,
        hears=hear.split(),
        shows=show.split(),
        language=get_language() or "en",
    )
