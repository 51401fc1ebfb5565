"""The log of a tournament: /floor/<code>/log/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
