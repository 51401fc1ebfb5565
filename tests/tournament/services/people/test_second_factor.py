"""The second factor: the codes of RFC 6238, each once, few wrong ones, and what the database keeps of them."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from pytest_django import Settings

from tests.factories import NOW, make_account
from tournament.models import Account, HouseLine, RecoveryCode, SecondFactor
from tournament.services.people import second_factor as factors
from tournament.services.people.house_log import Visitor
from tournament.services.sealing import seal_secret

pytestmark = pytest.mark.django_db

VISITOR = Visitor(device="Firefox, Android", address="10.0.0.1")


def code_at(sealed: str, moment: datetime) -> str:
    """What the app shows: reckoned from the letters that a person types into it."""
    letters = factors.secret_text(sealed)
    secret = base64.b32decode(letters + "=" * (-len(letters) % 8))
    return TOTP(secret, 6, SHA1(), 30).generate(int(moment.timestamp())).decode()


def switched_on(account: Account) -> tuple[str, tuple[str, ...]]:
    sealed = factors.new_sealed_secret()
    codes = factors.switch_on(
        account=account, sealed=sealed, code=code_at(sealed, NOW), visitor=VISITOR, now=NOW, computer=NOW
    )
    assert codes is not None
    return sealed, codes


def shown(account: Account, typed: str, now: datetime, *, computer: datetime | None = None) -> str:
    return factors.show(account=account, typed=typed, visitor=VISITOR, now=now, computer=computer or now)


@pytest.mark.parametrize(
    ("second", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_the_codes_are_those_of_the_rfc(second: int, code: str) -> None:
    """RFC 6238, appendix B: the last six of its eight digits."""
    sealed = seal_secret(b"12345678901234567890", purpose=factors._SALT)
    moment = datetime.fromtimestamp(second, UTC)
    assert factors._step_of(factors._open(sealed), code, moments=[moment], after=0) == second // 30


def test_the_code_of_now_and_its_neighbours_open_and_no_other() -> None:
    vera = make_account()
    sealed, _codes = switched_on(vera)
    for minutes, steps, answer in [
        (5, -2, "wrong"),
        (6, -1, "code"),
        (7, 0, "code"),
        (8, 1, "code"),
        (9, 2, "wrong"),
    ]:
        now = NOW + timedelta(minutes=minutes)
        typed = code_at(sealed, now + timedelta(seconds=30 * steps))
        assert shown(vera, typed, now) == answer, steps


def test_a_code_opens_once_and_none_before_it_afterwards() -> None:
    vera = make_account()
    sealed, _codes = switched_on(vera)
    assert shown(vera, code_at(sealed, NOW), NOW) == "wrong", "the one that switched it on is used"
    later = NOW + timedelta(minutes=2)
    assert shown(vera, code_at(sealed, later), later) == "code"
    assert shown(vera, code_at(sealed, later), later) == "wrong"
    assert shown(vera, code_at(sealed, later - timedelta(seconds=30)), later) == "wrong"


@pytest.mark.parametrize("minutes", [-60, -2, 2, 60])
def test_a_phone_that_agrees_with_the_computer_or_with_the_house_opens_each_code_once(minutes: int) -> None:
    """Somebody has set the computer's clock during play: put it right, or wrong."""
    vera = make_account()
    sealed, _codes = switched_on(vera)
    house = NOW + timedelta(hours=2)
    computer = house + timedelta(minutes=minutes)
    earlier, later = sorted((house, computer))
    for phone, answer in [
        (earlier - timedelta(minutes=2), "wrong"),
        (earlier, "code"),
        (earlier, "wrong"),
        (later, "code"),
        (later, "wrong"),
        (earlier + timedelta(seconds=30), "wrong"),
    ]:
        assert shown(vera, code_at(sealed, phone), house, computer=computer) == answer, phone


def test_a_code_taken_while_the_computer_was_a_day_ahead_bars_no_code_once_it_is_right() -> None:
    vera = make_account()
    sealed, _codes = switched_on(vera)
    tomorrow = NOW + timedelta(days=1)
    assert shown(vera, code_at(sealed, tomorrow), NOW, computer=tomorrow) == "code"
    later = NOW + timedelta(minutes=2)
    assert shown(vera, code_at(sealed, later), later) == "code"
    assert shown(vera, code_at(sealed, later), later) == "wrong"


def test_five_wrong_codes_close_it_for_a_quarter_of_an_hour_wherever_they_come_from() -> None:
    vera = make_account()
    sealed, codes = switched_on(vera)
    now = NOW + timedelta(minutes=5)
    answers = [
        factors.show(
            account=vera, typed="000000", visitor=Visitor(address=f"10.0.0.{n}"), now=now, computer=now
        )
        for n in range(5)
    ]
    assert answers == ["wrong", "wrong", "wrong", "wrong", "locked"]
    assert shown(vera, code_at(sealed, now), now) == "locked"
    assert shown(vera, codes[0], now) == "locked"
    after = now + timedelta(minutes=15)
    assert shown(vera, code_at(sealed, after), after) == "code"
    assert [line.verb for line in HouseLine.objects.order_by("pk")] == [
        "second_factor_on",
        *["second_factor_failed"] * 5,
        "second_factor_locked",
    ]


def test_a_recovery_code_opens_once_however_it_is_typed_and_is_logged() -> None:
    vera = make_account()
    _sealed, codes = switched_on(vera)
    assert len(set(codes)) == 10
    assert shown(vera, codes[3].lower().replace("-", " "), NOW) == "recovery"
    assert shown(vera, codes[3], NOW) == "wrong"
    line = HouseLine.objects.get(verb="recovery_code_used")
    assert (line.subject, line.data["count"], line.device) == (vera, 9, "Firefox, Android")


def test_a_recovery_code_of_somebody_else_opens_nothing() -> None:
    vera, ugo = make_account(), make_account("ugo")
    _sealed, codes = switched_on(vera)
    switched_on(ugo)
    assert shown(ugo, codes[0], NOW) == "wrong"


def test_new_recovery_codes_end_the_old_ones() -> None:
    vera = make_account()
    _sealed, before = switched_on(vera)
    after = factors.make_recovery_codes(account=vera, visitor=VISITOR, now=NOW)
    assert [shown(vera, before[0], NOW), shown(vera, after[0], NOW)] == ["wrong", "recovery"]


def test_a_wrong_code_switches_nothing_on() -> None:
    sealed = factors.new_sealed_secret()
    wrong = code_at(sealed, NOW + timedelta(minutes=5))
    assert (
        factors.switch_on(
            account=make_account(), sealed=sealed, code=wrong, visitor=VISITOR, now=NOW, computer=NOW
        )
        is None
    )
    assert not SecondFactor.objects.exists()


def test_the_database_has_neither_the_secret_nor_a_recovery_code() -> None:
    vera = make_account()
    sealed, codes = switched_on(vera)
    rows = repr([*SecondFactor.objects.values(), *RecoveryCode.objects.values(), *HouseLine.objects.values()])
    assert factors.secret_text(sealed) not in rows
    assert not [code for code in codes if code in rows or code.replace("-", "") in rows]


def test_a_former_key_still_opens_and_a_lost_one_is_said(settings: Settings) -> None:
    vera = make_account()
    sealed, codes = switched_on(vera)
    later = NOW + timedelta(minutes=5)
    typed = code_at(sealed, later)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "n" * 60
    assert shown(vera, typed, later) == "unreadable"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert shown(vera, typed, later) == "code"
    assert shown(vera, codes[0], later) == "recovery"


def test_switched_off_it_is_gone_with_its_codes_and_the_log_says_by_whom() -> None:
    vera, rita = make_account(), make_account("rita")
    switched_on(vera)
    assert factors.switch_off(account=vera, visitor=Visitor(account=vera), now=NOW)
    assert not RecoveryCode.objects.exists()
    switched_on(vera)
    assert factors.switch_off(account=vera, visitor=Visitor(account=rita), now=NOW)
    assert not factors.switch_off(account=vera, visitor=Visitor(account=rita), now=NOW)
    told = HouseLine.objects.filter(verb__in=["second_factor_off", "second_factor_reset"]).order_by("pk")
    assert [(line.verb, line.actor) for line in told] == [
        ("second_factor_off", "vera"),
        ("second_factor_reset", "rita"),
    ]
