"""Every address of Floorman: the two apps side by side, the language switch and the health check.

Push streams under /live/ never come here: `asgi.py` answers them in front of Django.
"""

from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

from tournament.config.health import health

urlpatterns = [
    path("", include("tournament.urls", namespace="tournament")),
    path("", include("tables.urls", namespace="tables")),
    path("language/", login_not_required(set_language), name="set_language"),
    path("health", health, name="health"),
]
