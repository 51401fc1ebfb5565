"""Whose a log-in name is already, however it is written, and which one like it is free."""

from __future__ import annotations

from itertools import count

from tournament.models import Account


def account_called(username: str) -> Account | None:
    """The account with this name, or one that differs by capitals alone. One query, two where it is there."""
    names = dict(Account.objects.values_list("username", "pk"))
    folded = username.casefold()
    alike = (pk for name, pk in names.items() if name.casefold() == folded)
    pk = names.get(username) or next(alike, None)
    return None if pk is None else Account.objects.get(pk=pk)


def free_name(username: str) -> str:
    """The name with the first number behind it that nobody has: another "ugo" is "ugo2". One query."""
    taken = {name.casefold() for name in Account.objects.values_list("username", flat=True)}
    longest = Account._meta.get_field("username").max_length or 150
    tries = (f"{username[: longest - 6]}{number}" for number in count(2))
    return next(name for name in tries if name.casefold() not in taken)
