"""Recorded hands: /floor/<code>/hands/ and their export."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
