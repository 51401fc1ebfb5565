"""The floor's console: /floor/<code>/ with its grid of tables, and what is done to a table."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
