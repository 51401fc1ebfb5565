"""A test that needs somebody who is logged in gets their session, and not the log-in: that has tests of its own.

Django's `force_login` makes three sessions, keeps one, and tells everybody who listens that somebody has logged in: in
all 17 statements, thousands of times in a run.
"""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client
from django.utils import timezone

from tournament.models import Account

usual = Client.force_login


def log_in(client: Client, account: Account, backend: str | None = None) -> None:
    """Give this browser a session of the account, as a log-in leaves it."""
    if settings.SESSION_COOKIE_NAME in client.cookies:
        # Somebody else was logged in here: what becomes of their session is Django's to say.
        usual(client, account, backend)
        return
    account.last_login = timezone.now()
    account.save(update_fields=["last_login"])
    store: Any = import_module(settings.SESSION_ENGINE)
    session = store.SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = backend or settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.save(must_create=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
