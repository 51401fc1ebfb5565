"""Public pages of a tournament, without an account."""

from django.urls import path

from tournament.views import public

urlpatterns = [
    path("", public.home, name="home"),
    path("now/", public.server_now, name="server_now"),
    path("t/<code>/clock/", public.clock, name="clock"),
    path("t/<code>/payouts/", public.payouts, name="payouts"),
    path("t/<code>/structure/", public.structure, name="structure"),
]
