"""Steering the clock: /floor/<code>/clock/ and its POSTs, and the switch of registration."""

from django.urls import path

from tournament.views import registration, steering

urlpatterns = [
    path("floor/<code>/clock/", steering.panel, name="steer_clock"),
    path("floor/<code>/clock/<step>/", steering.steer, name="steer_clock_step"),
    path("floor/<code>/registration/close/", registration.close, name="close_registration"),
    path("floor/<code>/registration/reopen/", registration.reopen, name="reopen_registration"),
]
