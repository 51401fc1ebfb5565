"""The director's payouts: /floor/<code>/payouts/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
