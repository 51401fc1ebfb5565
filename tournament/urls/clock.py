"""Steering the clock: /floor/<code>/clock/ and its POSTs."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
