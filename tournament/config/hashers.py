"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class OneCoreArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2 with its memory and time, in one thread: eight would take every core from the taps."""

    parallelism = 1
