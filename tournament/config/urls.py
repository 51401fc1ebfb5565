"""Every address of Floorman: the two apps side by side, and the health check.

Push streams under /live/ never come here: `asgi.py` answers them in front of Django.
"""

from django.urls import include, path

from tournament.config.api import addresses as of_interface
from tournament.config.health import health

urlpatterns = [
    path("", include("tournament.urls", namespace="tournament")),
    path("", include("tables.urls", namespace="tables")),
    *of_interface(),
    path("health", health, name="health"),
]

handler400 = "tournament.views.addresses.bad_request"
handler404 = "tournament.config.api.nothing_there"
handler500 = "tournament.views.outages.server_error"
