"""Steering the clock: /floor/<code>/clock/ and its POSTs."""

from django.urls import path

from tournament.views import steering

urlpatterns = [
    path("floor/<code>/clock/", steering.panel, name="steer_clock"),
    path("floor/<code>/clock/<step>/", steering.steer, name="steer_clock_step"),
]
