"""Setting a tournament up: /floor/, /floor/new/, its settings and its structure."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
