"""Argon2 at the lowest cost: a test that logs in need not pay a tenth of a second, and the real hasher reads it."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2PasswordHasher(Argon2PasswordHasher):
    """Hashes that the application under test accepts, made in under a millisecond."""

    time_cost = 1
    memory_cost = 64
    parallelism = 1
