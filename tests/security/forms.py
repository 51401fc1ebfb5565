"""Every form that writes, found on the pages as somebody meets it, with a body that would be accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import Resolver404, resolve

from tables.models import Bust, QueuePlace
from tables.queries.console.colour_up import WAYS
from tables.views.tablet.table import SHEETS
from tests.factories.house import House
from tests.security.pages import Control, FoundForm, read_page
from tests.security.test_access_table import LISTED, TABLE, values_of
from tournament.models import Entry, SeasonEvent

# What an honest person types into an empty field.
HONEST = {
    "stack": "5000",
    "username": "honest.person",
    "code": "BCDFGHJK",
    "reason": "Counted again",
    "password": "not the password",
    "text": "Hello",
    "name": "Honest Person",
    "public_name": "",
    "club_number": "",
    "full_name": "",
    "starts_at": "",
    "ends_at": "",
    "total": "20",
    "prize": "20",
    "amount": "200",
    "per_point": "100",
    "most": "20000",
} | {
    f"{offer}-{field}": value
    for offer in ("rebuy", "add_on")
    for field, value in {"chips": "5000", "price": "20", "prize": "20", "last_level": "1"}.items()
}
# A box to tick, by a field that is read only where it is ticked.
TICKED = {"rebuy-chips": "rebuy-sold", "add_on-chips": "add_on-sold"}
DOWNLOADS = (".pdf", ".csv", ".phh", ".phhs", ".ohh")
# Where an event that is cancelled, or has removed a no-show, says whose money is at the desk.
_WITH_MONEY = ("", "desk/", "check-in/", "hand-back/", "reconciliation/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One form in the hands of one visitor; `name` is the address it is sent to."""

    visitor: str
    name: str
    form: FoundForm

    def body(self) -> dict[str, str | list[str]]:
        body = self.form.body()
        for control in self.form.controls:
            if control.kind == "file":
                body.pop(control.name, None)
            elif not body[control.name] and control.is_typed:
                body[control.name] = HONEST.get(control.name, "")
            if box := TICKED.get(control.name):
                body[box] = "on"
        return body

    def controls(self) -> list[Control]:
        """One control of each name; of rows that look alike, those of the first that can be changed."""
        kinds = {self._kind(control.name): control for control in reversed(self.form.controls)}
        buttons = [Control(name=name, kind="button", value=value) for name, value in self.form.buttons[:1]]
        return [*reversed(kinds.values()), *buttons]

    @staticmethod
    def _kind(name: str) -> str:
        return "".join("0" if letter.isdigit() else letter for letter in name)


# Where a tournament that is not in play, or plays something else, has a form that no page of the one in play has.
ELSEWHERE = ("tables:console", "tables:moves", "tournament:clock_controls", "tournament:prices")


def forms_on(pages: Mapping[str, Sequence[str]], house: House) -> list[Trial]:
    """The forms of these pages, by visitor: the same fields sent to the same address are the same form."""
    found: dict[tuple[str, ...], Trial] = {}
    for visitor, urls in pages.items():
        client = house.client(visitor)
        for url in dict.fromkeys(urls):
            html = client.get(url).content.decode(errors="replace")
            for form in read_page(url, html).forms:
                trial = Trial(visitor=visitor, name=address_of(form.action), form=form)
                fields = sorted(control.name for control in trial.controls())
                found.setdefault((trial.name, *fields), trial)
    return list(found.values())


# What makes three structures, each with a button.
WISHES = (
    "players=15-20&stack=10000&chip_values=25,100,500,1000,5000&hours=5:30"
    "&break_every=80&break_minutes=10&ante_kind=none&game=NT"
)


def pages_with_forms(house: House, of_others: Sequence[str] = ()) -> dict[str, list[str]]:
    """Every page, in every state of a tournament and of a tablet that the house has.

    `of_others`: if given, these pages alone are read of tournaments that are not in play or play something else.
    """
    readable = [address for address in LISTED if "GET" in TABLE[address.name].methods]
    kinds = ("account", "any director", "any staff", "floor", "director")
    staff = [a for a in readable if TABLE[a.name].access in kinds]
    # First where the most is allowed.
    pages: list[str] = []
    for tournament in (house.early, house.drawn, house.uneven, house.stud):
        pages += [
            address.url({"code": tournament.code})
            for address in staff
            if address.arguments == ("code",)
            and not address.route.endswith(DOWNLOADS)
            and (not of_others or address.name in of_others)
        ]
    pages += [address.url(values_of(house)) for address in staff if not address.route.endswith(DOWNLOADS)]
    floor = f"/floor/{house.mine.code}"
    pages += [
        f"{floor}/tables/2/?seat=1",
        f"{floor}/tables/2/?button=1",
        f"{floor}/room/?table=2",
        f"{floor}/tables/1/what-counts/?chips=500",
        f"{floor}/tables/2/what-counts/?chips=500",
        *(f"{floor}/tables/2/?colour_up={way}" for way in WAYS),
        f"/floor/{house.early.code}/desk/?q=olmo",
        f"/floor/{house.early.code}/room/?table=9",
        f"/floor/{house.early.code}/structure/make/?{WISHES}",
        f"/floor/{house.early.code}/structure/what-if/?what=break&row=2&minutes=10",
        f"/floor/{house.early.code}/people/{house.mine.newcomer.pk}/?q=a",
        f"/floor/{house.drawn.code}/tables/1/",
        f"/floor/{house.closed.code}/clock/",
        f"/floor/{house.closed.code}/chop/",
        f"/floor/{house.uneven.code}/chips/count/",
        f"/floor/{house.closed.code}/bounties/",
        f"/floor/{house.closed.code}/payouts/",
        f"/floor/{house.bubble.code}/",
        f"/floor/{house.released.code}/",
        f"/floor/{house.released.code}/payouts/",
        f"/floor/{house.bagged.code}/payouts/",
        f"/floor/{house.counted.code}/",
        f"/floor/{house.counted.code}/tables/1/",
        f"/floor/{house.awaited.code}/check-in/",
        f"/floor/{house.awaited.code}/desk/",
        f"/floor/{house.awaited.code}/sales/",
        f"/floor/{house.awaited.code}/people/{_buyer(house)}/",
        f"/floor/{house.counted.code}/knock-outs/{_line_of_bust(house)}/",
        f"/floor/{house.bagged.code}/bags/?table=1",
        f"/floor/{house.bagged.code}/bags/?again=1",
        f"/floor/{house.short.code}/",
        f"/floor/{house.short.code}/festival/",
        f"/floor/{house.day_two.code}/",
        f"/floor/{house.day_two.code}/flights/",
        f"/floor/{house.day_two.code}/festival/",
        f"/floor/{house.flight.code}/",
        f"/floor/{house.over.code}/bounties/",
        *(
            f"/floor/{row.tournament.code}/seasons/{row.season_id}/{page}"
            for row in SeasonEvent.objects.filter(season__frozen_at__isnull=False)
            for page in ("", "stacks/")
        ),
        *(f"/floor/{one.code}/{page}" for one in (house.cancelled, house.deserted) for page in _WITH_MONEY),
        *(
            f"{floor}/side-prizes/{one.pk}/award/"
            for one in house.mine.tournament.side_prizes.filter(entry=None)
        ),
        *(f"{floor}/payouts/{payout.pk}/void/" for payout in house.mine.payouts),
    ]
    ruling = "/tablet/table/?sheet=irregular&kind=fouled_deck"
    sheets = ["/tablet/table/", ruling, *(f"/tablet/table/?sheet={sheet}" for sheet in SHEETS)]
    return {
        "director": pages,
        "tablet": sheets,
        "tablet of another table": sheets,
        "second tablet": sheets,
        "tablet of a table that buys": ["/tablet/table/?sheet=players"],
        "tablet of a counted table": ["/tablet/table/", "/tablet/table/?sheet=result"],
        "anonymous": [
            "/screen/",
            "/",
            "/login/",
            "/login/nobody/",
            "/tablet/",
            "/tablet/pair/BCDFGHJK/",
            *_queue_pages(house),
            f"/my/{house.mine.entries[0].link_secret}/",
            f"/my/{house.mine.entries[0].link_secret}/results/",
            _page_of_a_stack_that_nobody_knows(house),
        ],
    }


def _queue_pages(house: House) -> list[str]:
    """Where a phone joins the desk's queue, and the place of one that has."""
    place = QueuePlace.objects.filter(tournament=house.early).latest("pk")
    return [f"/t/{house.early.code}/register/", f"/my/queue/{place.secret}/"]


def _page_of_a_stack_that_nobody_knows(house: House) -> str:
    unknown = Entry.objects.filter(tournament=house.counted, status="playing", is_stack_known=False)
    return f"/my/{unknown.earliest('number').link_secret}/"


def _buyer(house: House) -> int:
    """A player who has not bought a rebuy yet."""
    return Entry.objects.filter(tournament=house.awaited).order_by("number")[1].player_id


def _line_of_bust(house: House) -> int:
    return Bust.objects.filter(table__tournament=house.counted).order_by("pk")[0].log_entry_id


def address_of(action: str) -> str:
    """Return the name of the address that a form is sent to."""
    try:
        return resolve(action.partition("?")[0]).view_name
    except Resolver404:
        return f"nowhere: {action}"
