"""Addresses of the tournament app: one list for each area, collected here."""

from tournament.urls import accounts, clock, log, payouts, public, setup

app_name = "tournament"

urlpatterns = [
    *public.urlpatterns,
    *accounts.urlpatterns,
    *setup.urlpatterns,
    *clock.urlpatterns,
    *payouts.urlpatterns,
    *log.urlpatterns,
]
