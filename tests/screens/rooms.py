"""The pages of staff, players and walls: rooms in every state of an evening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from tables.management.demo import make_demo
from tests.factories import ACTOR
from tests.factories.field import bust, started
from tests.factories.house import House, build_house
from tests.pages import is_page
from tests.screens.felts import shots_of_tablets
from tests.screens.shot import CONSOLE, DARK, HD, ITALIAN, LIGHT, NOW, PHONE, WALL, Shot, Size
from tests.security.test_access_table import LISTED, TABLE, pairing_values, values_of
from tournament.forms.screens.televisions import GIVEN
from tournament.links import screen_link
from tournament.models import Account, Entry, Payout, Screen, ScreenTheme, Tournament
from tournament.plans.ready_made import plan_like
from tournament.rules.templates.catalogue import TEMPLATES
from tournament.services.cash.payouts import pay_out
from tournament.services.clock import pause_clock, sweep_clock
from tournament.services.setup.tournaments import create_tournament

BOTH = (LIGHT, ITALIAN)
WIDE_AND_PHONE = (CONSOLE, PHONE)
PAGES_OF_STAFF = (
    "",
    "players/",
    "moves/",
    "desk/",
    "desk/?q=an",
    "clock/",
    "structure/",
    "payouts/",
    "hands/",
    "log/",
    "settings/",
    "tables/1/",
    "tables/2/hands/",
    "tables/2/hands/1/",
    "import/",
    "rules/",
)
HOLDEM = "game=NT&h1=AsKc&h2=QsQd&board=Kd7c2h5s9c"
HI_LO = "game=FO/8&h1=As2sKdQd&h2=KsQhJcTc&board=3c7h8dKcKh"


def build_rooms() -> list[Shot]:
    """Fill an empty database with rooms and return every page worth a picture."""
    house = build_house(NOW)
    director = house.accounts["director"]
    staff = log_in(director)
    return [
        *each_address(house, staff),
        *evenings_early(house, staff),
        *one_table(house, staff),
        *the_demo(director, staff),
        *editors(director, staff),
        *evenings_late(director, staff),
        *shots_of_tablets(house),
        Shot(name="login", path="/login/", sizes=WIDE_AND_PHONE, looks=BOTH),
        Shot(name="not-found", path="/there-is-no-such-page/", sizes=WIDE_AND_PHONE),
    ]


def log_in(account: Account) -> dict[str, str]:
    """Return the cookie of a new session of this account."""
    session = SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create()
    return {"sessionid": str(session.session_key)}


def each_address(house: House, staff: dict[str, str]) -> Iterator[Shot]:
    """Every address that the access table lists, as somebody sees it who may open it."""
    for kinds, visitor, cookies in (
        (("public", "private link"), "player", {}),
        (("account", "any staff", "floor", "director"), "director", staff),
    ):
        values = values_of(house, visitor)
        for address in LISTED:
            row = TABLE[address.name]
            if row.access in kinds and "GET" in row.methods and is_page(address.route):
                yield Shot(
                    name=f"{visitor}-{address.name.replace(':', '-')}",
                    path=address.url(pairing_values(house, address, values)),
                    cookies=cookies,
                    sizes=(WALL, PHONE) if address.name == "tournament:clock" else WIDE_AND_PHONE,
                    looks=BOTH,
                )


def of_public(
    tournament: Tournament, label: str, *pages: str, sizes: Sequence[Size] = (PHONE,)
) -> Iterator[Shot]:
    for page in pages:
        yield Shot(
            name=f"public-{label}-{named(page, 'standings')}",
            path=f"/t/{tournament.code}/{page}",
            sizes=sizes,
        )


def of_staff(
    tournament: Tournament,
    label: str,
    *pages: str,
    staff: dict[str, str],
    sizes: Sequence[Size] = (CONSOLE,),
    looks: Sequence[str] = (LIGHT,),
) -> Iterator[Shot]:
    for page in pages:
        yield Shot(
            name=f"staff-{label}-{named(page, 'console')}",
            path=f"/floor/{tournament.code}/{page}",
            cookies=staff,
            sizes=sizes,
            looks=looks,
        )


def named(page: str, root: str) -> str:
    return page.strip("/").replace("/", "-").replace("?", "-") or root


def evenings_early(house: House, staff: dict[str, str]) -> Iterator[Shot]:
    """Before the first hand: registration open, seats drawn, registration closed; tables that want balancing."""
    for tournament, label in ((house.early, "early"), (house.drawn, "drawn"), (house.closed, "closed")):
        yield from of_public(tournament, label, "", "payouts/")
        yield from of_public(tournament, label, "clock/", sizes=(PHONE, WALL))
        pages = (
            "",
            "players/",
            "moves/",
            "payouts/",
            "hands/",
            "clock/",
            "desk/",
            "desk/?q=olmo",
            "desk/?q=zzz",
        )
        yield from of_staff(tournament, label, *pages, staff=staff)
    yield from of_staff(
        house.uneven, "uneven", "", "moves/", "desk/", staff=staff, sizes=WIDE_AND_PHONE, looks=BOTH
    )
    yield from of_staff(house.stud, "stud", "moves/", staff=staff)
    mine = house.early.entries.latest("pk")
    yield Shot(name="my-early", path=f"/my/{mine.link_secret}/", sizes=(PHONE,))


def one_table(house: House, staff: dict[str, str]) -> Iterator[Shot]:
    """What opens on the page of a table, searches, and "Who wins?"."""
    mine = house.mine.tournament
    parts = ("seat=1", "button=1", "colour_up=race", "colour_up=counted", "colour_up=round")
    pages = [f"tables/2/?{part}" for part in parts]
    yield from of_staff(mine, "table", *pages, staff=staff, sizes=WIDE_AND_PHONE, looks=BOTH)
    yield from of_staff(mine, "search", "?q=a", "log/?table=1", staff=staff)
    yield from of_public(mine, "search", "seat/?name=a", "seat/?name=zzzz")
    for cards in (HOLDEM, HI_LO):
        yield from of_staff(
            mine, "who-wins", f"verdict/?{cards}", staff=staff, sizes=WIDE_AND_PHONE, looks=BOTH
        )


def the_demo(director: Account, staff: dict[str, str]) -> Iterator[Shot]:
    """A room of many tables in play."""
    demo = make_demo(account=director, seed="11", now=NOW)
    yield from of_staff(demo, "demo", *PAGES_OF_STAFF, staff=staff, sizes=WIDE_AND_PHONE, looks=BOTH)
    yield from of_public(demo, "demo", "", "payouts/", "structure/", "seat/", sizes=(PHONE, WALL))
    yield Shot(
        name="demo-wall", path=f"/t/{demo.code}/clock/", sizes=(WALL, PHONE, CONSOLE), looks=(*BOTH, DARK)
    )
    yield from televisions(demo)


def televisions(tournament: Tournament) -> Iterator[Shot]:
    """Each content on a television, dark and light."""
    for content, _label in GIVEN:
        for theme in ScreenTheme.values:
            screen = Screen.objects.create(
                name=f"{content} {theme}",
                token_sha256=f"{content} {theme}",
                tournament=tournament,
                content=content,
                theme=theme,
                shown_since=NOW,
                taken_at=NOW,
            )
            yield Shot(
                name=f"television-{content}-{theme}",
                path=f"/screen/open/{screen_link(screen.pk)}/",
                sizes=(WALL, HD),
                looks=BOTH if theme == ScreenTheme.LIGHT else (LIGHT,),
            )


def editors(director: Account, staff: dict[str, str]) -> Iterator[Shot]:
    """Structures of several games."""
    for name in ("horse", "nine_games"):
        plan = plan_like(TEMPLATES[name], name=name.title())
        mix = create_tournament(plan=plan, account=director, now=NOW)
        yield from of_staff(mix, name, "structure/", staff=staff, sizes=WIDE_AND_PHONE)
        yield from of_public(mix, name, "structure/")


def evenings_late(director: Account, staff: dict[str, str]) -> Iterator[Shot]:
    """On a break, paused, at the final table, finished."""
    for label, (tournament, entries) in {
        "break": in_play(director, 6, minutes=44),
        "paused": in_play(director, 6, minutes=19),
        "final": in_play(director, 12, minutes=75, still_in=9, seats_per_table=6),
        "done": in_play(director, 5, minutes=75, still_in=1),
    }.items():
        if label == "paused":
            pause_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="Fire alarm")
        if label == "done":
            last = Payout.objects.filter(tournament=tournament).earliest("pk")
            pay_out(tournament_id=tournament.pk, payout_id=last.pk, by=ACTOR.at(NOW))
        yield from of_public(tournament, label, "")
        yield from of_public(tournament, label, "clock/", sizes=(WALL, PHONE))
        pages = ("", "moves/", "clock/", "payouts/", "tables/1/")
        yield from of_staff(tournament, label, *pages, staff=staff, sizes=WIDE_AND_PHONE)
        for place, entry in (("first", entries[0]), ("last", entries[-1])):
            yield Shot(
                name=f"my-{label}-{place}", path=f"/my/{entry.link_secret}/", sizes=(PHONE,), looks=BOTH
            )


def in_play(
    director: Account, players: int, *, minutes: int, still_in: int | None = None, **changes: int
) -> tuple[Tournament, list[Entry]]:
    """A tournament of so many players that began some minutes ago; but for `still_in` they are out."""
    tournament, entries = started(
        players,
        now=NOW - timedelta(minutes=minutes),
        account=director,
        name=f"{players} Players After {minutes}",
        late_registration_level=2,
        **changes,
    )
    sweep_clock(tournament_id=tournament.pk, now=NOW)
    for loser in entries[still_in:] if still_in else ():
        bust(tournament, loser, winner=entries[0], now=NOW)
    return tournament, entries
