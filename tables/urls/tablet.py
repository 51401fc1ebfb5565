"""The dealer's tablet: pairing and one table, everything under /tablet/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
