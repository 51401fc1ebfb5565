"""The registration desk and the players: /floor/<code>/desk/, /floor/<code>/players/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
