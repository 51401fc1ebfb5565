"""The second factor: codes of an authenticator app (RFC 6238) and, on paper, codes for the day the phone is lost.

The app and the house share a secret of 160 bits; each half minute it gives another six digits. The code before and
the one after open too, because clocks differ; each opens once, and none that is older than one already used. Five
wrong ones in a row and no code is looked at for a quarter of an hour, whatever address they come from: only somebody
who has the password comes so far.

A phone shows the true time. The computer's is looked at first and then the house's: where they differ, because
somebody has set the computer's clock during play, one of them is true, and nobody is kept out.

The secret is sealed with a key made of SECRET_KEY. While that is being changed, SECRET_KEY_FALLBACKS still open it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Literal

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.changes.house import (
    RecoveryCodesMade,
    RecoveryCodeUsed,
    SecondFactorFailed,
    SecondFactorLocked,
    SecondFactorOff,
    SecondFactorOn,
    SecondFactorReset,
)
from tournament.models import Account, RecoveryCode, Role, SecondFactor, StaffMember
from tournament.models.tokens import CODE_ALPHABET, new_app_secret, new_code
from tournament.services.people.house_log import Visitor, name_of, write_burst_line, write_house_line
from tournament.services.sealing import SecretUnreadable, house_keys, open_secret, seal_secret

STEP_SECONDS: Final = 30
DIGITS: Final = 6
MAX_FAILURES: Final = 5
REST: Final = timedelta(minutes=15)
RECOVERY_CODES: Final = 10
RECOVERY_LENGTH: Final = 12
ISSUER: Final = "Floorman"
_SALT: Final = "floorman.second-factor"

Shown = Literal["code", "recovery", "wrong", "locked", "unreadable"]


# --- Switching it on and off ----------------------------------------------------------------------------------------


def new_sealed_secret() -> str:
    """A new secret, sealed: for the session of somebody who is setting it up."""
    return seal_secret(new_app_secret(), purpose=_SALT)


def secret_text(sealed: str) -> str:
    """The secret in the letters that an app takes by hand. Raises ValueError where no key opens it."""
    return base64.b32encode(_open(sealed)).decode().rstrip("=")


def app_link(sealed: str, account: Account) -> str:
    """What the QR code says to an app."""
    return _totp(_open(sealed)).get_provisioning_uri(account.get_username(), ISSUER)


@transaction.atomic
def switch_on(
    *, account: Account, sealed: str, code: str, visitor: Visitor, now: datetime, computer: datetime
) -> tuple[str, ...] | None:
    """Keep the secret if the app's code proves that the app has it: the recovery codes, None for a wrong code."""
    step = _step_of(_open(sealed), code, moments=(computer, now), after=0)
    if step is None:
        return None
    SecondFactor.objects.filter(account=account).delete()
    SecondFactor.objects.create(account=account, sealed_secret=sealed, since=now, last_step=step)
    write_house_line(SecondFactorOn(name=name_of(account)), visitor=visitor, now=now, subject=account)
    return _new_recovery_codes(account)


@transaction.atomic
def switch_off(*, account: Account, visitor: Visitor, now: datetime) -> bool:
    """Take the second factor away, one's own or, by a director, a colleague's; False where there is none."""
    gone, _ = SecondFactor.objects.filter(account=account).delete()
    RecoveryCode.objects.filter(account=account).delete()
    if not gone:
        return False
    is_own = visitor.account is not None and visitor.account.pk == account.pk
    change = SecondFactorOff if is_own else SecondFactorReset
    write_house_line(change(name=name_of(account)), visitor=visitor, now=now, subject=account)
    return True


@transaction.atomic
def make_recovery_codes(*, account: Account, visitor: Visitor, now: datetime) -> tuple[str, ...]:
    """Ten new ones, shown only now; those made before no longer open anything."""
    write_house_line(RecoveryCodesMade(name=name_of(account)), visitor=visitor, now=now, subject=account)
    return _new_recovery_codes(account)


def _new_recovery_codes(account: Account) -> tuple[str, ...]:
    codes = tuple(new_code(RECOVERY_LENGTH) for _ in range(RECOVERY_CODES))
    RecoveryCode.objects.filter(account=account).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(account=account, code_hash=_hash(code, settings.SECRET_KEY)) for code in codes
    )
    return tuple("-".join(code[at : at + 4] for at in range(0, RECOVERY_LENGTH, 4)) for code in codes)


# --- Showing it -----------------------------------------------------------------------------------------------------


def has_second_factor(account: Account) -> bool:
    return SecondFactor.objects.filter(account=account).exists()


def must_have_one(account: Account) -> bool:
    """Whether the house asks a second factor of this account's roles (FLOORMAN_SECOND_FACTOR) and it has none."""
    wanted = [Role(role) for role in settings.SECOND_FACTOR_ROLES]
    if not wanted or has_second_factor(account):
        return False
    return StaffMember.objects.filter(account=account, role__in=wanted, tournament__is_demo=False).exists()


@transaction.atomic
def show(*, account: Account, typed: str, visitor: Visitor, now: datetime, computer: datetime) -> Shown:
    """Look at what somebody typed as their second factor, and spend it if it is right.

    `computer` is what the computer's clock says, from which the house's time may differ.
    """
    factor = SecondFactor.objects.select_for_update().filter(account=account).first()
    if factor is None:
        return "wrong"
    if factor.locked_until is not None and now < factor.locked_until <= now + REST:
        return "locked"
    try:
        found = _spend(factor, "".join(typed.upper().replace("-", "").split()), now, computer)
    except SecretUnreadable:
        return "unreadable"
    if found in ("code", "recovery"):
        factor.failures, factor.locked_until = 0, None
        if found == "recovery":
            left = RecoveryCode.objects.filter(account=account, used_at=None).count()
            write_house_line(
                RecoveryCodeUsed(name=name_of(account), count=left),
                visitor=visitor,
                now=now,
                subject=account,
            )
    else:
        found = _count_failure(factor, visitor, now)
    factor.save(update_fields=["last_step", "failures", "locked_until"])
    return found


def _spend(factor: SecondFactor, typed: str, now: datetime, computer: datetime) -> Shown:
    if len(typed) == DIGITS and typed.isascii() and typed.isdigit():
        step = _step_of(_open(factor.sealed_secret), typed, moments=(computer, now), after=factor.last_step)
        if step is not None:
            factor.last_step = step
            return "code"
    elif len(typed) == RECOVERY_LENGTH and set(typed) <= set(CODE_ALPHABET):
        hashes = [_hash(typed, key) for key in house_keys()]
        fresh = RecoveryCode.objects.filter(account=factor.account_id, code_hash__in=hashes, used_at=None)
        if fresh.update(used_at=now) == 1:
            return "recovery"
    return "wrong"


def _count_failure(factor: SecondFactor, visitor: Visitor, now: datetime) -> Shown:
    factor.failures += 1
    name = name_of(factor.account)
    write_burst_line(SecondFactorFailed(name=name), visitor=visitor, now=now, subject=factor.account)
    if factor.failures < MAX_FAILURES:
        return "wrong"
    factor.failures, factor.locked_until = 0, now + REST
    write_burst_line(
        SecondFactorLocked(name=name), visitor=visitor, now=now, subject=factor.account, one_by_one=1
    )
    return "locked"


def _step_of(secret: bytes, typed: str, *, moments: Iterable[datetime], after: int) -> int | None:
    """The half minute later than `after` whose code this is, None for a wrong or a used one.

    An `after` that has not come yet was taken while the computer's clock was wrong: it bars nobody until then.
    """
    heres = [int(moment.timestamp()) // STEP_SECONDS for moment in moments]
    after = after if after <= max(heres) + 1 else 0
    for step in dict.fromkeys(here + off for here in heres for off in (0, -1, 1)):
        right = _totp(secret).generate(step * STEP_SECONDS).decode()
        if step > after and constant_time_compare(right, typed):
            return step
    return None


def _totp(secret: bytes) -> TOTP:
    # SHA-1 is what every app knows, and nothing against it is known where it keys a code.
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303  # RFC 6238


# --- Keys -----------------------------------------------------------------------------------------------------------


def _open(sealed: str) -> bytes:
    """Raises SecretUnreadable: a link of the machine helps then."""
    return open_secret(sealed, purpose=_SALT)


def _hash(code: str, key: str) -> str:
    """Of 52 bits a plain hash would be guessed from a copy of the database: this one needs the house's key too."""
    return salted_hmac(_SALT, code, secret=key, algorithm="sha256").hexdigest()
