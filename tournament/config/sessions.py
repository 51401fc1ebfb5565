"""The sessions of the staff live by the house's time, as everything does that ends them.

Django's own would go by the computer's clock: set forward during play it would log everybody out, and set back it would
give sessions an end that has passed in the house. The class has the name of Django's, which is in the key of what it
seals, so that sessions of before still open.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from tournament.models.built_query import BuiltQuery
from tournament.timekeeping import house_now

_BY_KEY = BuiltQuery(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    """Django's table, read and written as often, with another clock. Floorman's views are not asynchronous."""

    def _get_session_from_db(self) -> Session | None:
        found = _BY_KEY.first(self.session_key)
        if found is not None and found.expire_date > house_now():
            return found
        self._session_key = None
        return None

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        return super().get_expiry_date(**{"modification": house_now(), **kwargs})

    def get_expiry_age(self, **kwargs: Any) -> int:
        return super().get_expiry_age(**{"modification": house_now(), **kwargs})

    def set_expiry(self, value: datetime | timedelta | int | None) -> None:
        super().set_expiry(house_now() + value if isinstance(value, timedelta) else value)

    @classmethod
    def clear_expired(cls) -> None:
        Session.objects.filter(expire_date__lt=house_now()).delete()
