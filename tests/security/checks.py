"""What must be true of every answer and of every page, whoever reads it."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpResponseBase

from tests.security.pages import Page

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": settings.PERMISSIONS_POLICY,
    "Cache-Control": "no-store",
}
KEPT = (
    *("image/webp", "audio/wav", "image/png", "text/javascript"),
    *("application/atom+xml", "application/feed+json"),
)
HTMX = {
    "allowEval": False,
    "allowScriptTags": False,
    "selfRequestsOnly": True,
    "includeIndicatorStyles": False,
    "historyCacheSize": 0,
    "historyRestoreAsHxRequest": False,
}


def lacks(response: HttpResponseBase) -> list[str]:
    """What is missing from the headers of an answer."""
    parts = response.headers.get("Content-Security-Policy", "").split(";")
    policy = {name: sources for name, _, sources in (part.strip().partition(" ") for part in parts)}
    wanted, headers = POLICY, HEADERS
    if is_for_frames(response):
        wanted = {**POLICY, "frame-ancestors": "*"}
        headers = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}
    missing = [f"policy {name}" for name, sources in wanted.items() if policy.get(name) != sources]
    missing += [f"policy adds {name}" for name in policy.keys() - wanted.keys()]
    # A file of the house is kept by who has it: its address is its hash, and it is public. So is what is made once a
    # minute for everybody.
    kept = response.headers.get("Content-Type", "").startswith(KEPT)
    # Programs keep what they read, and ask each time whether it still holds.
    kept |= response.headers.get("Cache-Control") in ("public, no-cache", "private, no-cache") and (
        response.headers.get("Content-Type", "").startswith("application/json") or _is_overlay(response)
    )
    asked = {name: value for name, value in headers.items() if not (kept and name == "Cache-Control")}
    return missing + [name for name, value in asked.items() if response.headers.get(name) != value]


def _is_overlay(response: HttpResponseBase) -> bool:
    """Whether it is over the picture of a broadcast: the same for everybody, and made once for them."""
    request = getattr(response, "wsgi_request", None)
    return request is not None and request.path.startswith("/t/") and request.path.endswith("/overlay/")


def is_for_frames(response: HttpResponseBase) -> bool:
    """Whether it is one of the pages that others have in a frame; what is not there is not."""
    request = getattr(response, "wsgi_request", None)
    return response.status_code == 200 and request is not None and request.path.startswith("/embed/")


def faults_of_htmx(page: Page) -> list[str]:
    """What a page does not forbid htmx; a part of a page comes into one that has forbidden it."""
    if not any(tag == "html" for tag, _given in page.tags):
        return []
    found = [given["content"] for tag, given in page.tags if given.get("name") == "htmx-config"]
    if len(found) != 1:
        return [f"{len(found)} configurations of htmx"]
    config = json.loads(found[0])
    return [f"htmx {name}: {config.get(name)}" for name, value in HTMX.items() if config.get(name) != value]


def faults_of_markup(page: Page) -> list[str]:
    """Whatever in the tags would run, style or fetch from elsewhere."""
    faults = [
        f"<{tag} {name}>" for tag, given in page.tags for name in given if name.startswith(("on", "hx-on"))
    ]
    faults += [f"<{tag} style>" for tag, given in page.tags if "style" in given or tag == "style"]
    faults += [
        f"<{tag} {name}={value}>"
        for tag, given in page.tags
        for name, value in given.items()
        if name in ("src", "href", "action", "formaction", "hx-get", "hx-post")
        # Absolute is only the link that a QR code shows: of this house.
        and not value.startswith(("/", "#", "?", "http://testserver/"))
        and not (tag == "form" and value == "")
        and value != "."
    ]
    faults += [
        f"<{tag} {name}={value}>"
        for tag, given in page.tags
        for name, value in given.items()
        if name in ("hx-vals", "hx-headers", "hx-trigger")
        and ("js:" in value or "javascript:" in value or "[" in value)
    ]
    faults += [f"inline script: {text[:60]}" for text in page.raw if text.strip() and not is_json(text)]
    return faults


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def injected(page: Page) -> list[str]:
    """Tags that a string of tests/security/poison.py has made, and what it put where htmx or a script reads."""
    made = [f"<{tag} {given}>" for tag, given in page.tags if "data-xss" in given]
    active = [
        f"<{tag} {name}={value}>"
        for tag, given in page.tags
        for name, value in given.items()
        if name.startswith(("hx-", "sse-", "on")) and ("<b" in value or "alert(" in value)
    ]
    return made + active
