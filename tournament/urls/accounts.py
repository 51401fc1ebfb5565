"""Logging in and out, and the reader's language and theme."""

from django.urls import path

from tournament.views import accounts

urlpatterns = [
    path("login/", accounts.log_in, name="log_in"),
    path("login/<secret>/", accounts.log_in_by_link, name="log_in_by_link"),
    path("password/", accounts.password, name="password"),
    path("logout/", accounts.log_out, name="log_out"),
    path("language/", accounts.choose_language, name="choose_language"),
    path("theme/", accounts.choose_theme, name="choose_theme"),
]
