"""Moves between tables: balancing, breaking, the final table."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
