from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.changes.tables import LateSeatDrawn
from tables.models import Seat, SeatDraw
from tables.services.desk.import_questions import Answers
from tables.services.desk.importing import ImportPlan, PlanChanged, Unanswered, plan_import, run_import
from tables.services.desk.player_list import read_list
from tables.services.desk.seating import make_seat_draw, open_table
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.factories.prices import EARLY, LATE, MEMBER, priced
from tournament.models import Entry, LogEntry, Player, Tournament
from tournament.rules.payouts.prices import read_quote
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field.players import NewPlayer, add_players

pytestmark = pytest.mark.django_db

# Table and seat of each of twenty late players, as version 0.1.0 drew them, which read the room again for every line.
LATE_SEATS = [
    *((1, seat) for seat in (9, 4, 7, 5, 3, 8, 6)),
    *((2, seat) for seat in (8, 1, 6, 9, 2, 4, 3, 5, 7)),
    *((3, seat) for seat in (7, 1, 9, 2)),
]


def plan(tournament: Tournament, text: str, *, registers: bool = True, minutes: float = 0) -> ImportPlan:
    return plan_import(tournament=tournament, lines=read_list(text), registers=registers, now=after(minutes))


def run(
    tournament: Tournament,
    text: str,
    *,
    registers: bool = True,
    digest: str = "",
    answers: Answers | None = None,
) -> ImportPlan:
    return run_import(
        tournament_id=tournament.pk,
        lines=read_list(text),
        registers=registers,
        answers=answers,
        digest=digest or plan(tournament, text, registers=registers).digest,
        seed="seed",
        by=ACTOR.at(NOW),
    )


def outcomes(made: ImportPlan) -> list[tuple[int, str, str]]:
    return [(p.line.number, p.outcome, p.field) for p in made.lines]


def test_new_and_known_players_are_told_apart_and_nothing_is_written() -> None:
    tournament = make_tournament()
    make_player("Nicolò Bianchi")

    made = plan(tournament, "name\nNICOLO bianchi\nAnna Verdi")

    assert outcomes(made) == [(2, "known", ""), (3, "new", "")]
    assert (Player.objects.count(), Entry.objects.count()) == (1, 0)


def test_a_list_is_registered_whole_with_one_line_in_the_log() -> None:
    tournament = make_tournament()
    make_player("Nicolò Bianchi")

    run(tournament, "name;card\nNicolo Bianchi;\nAnna Verdi;17")

    assert list(Entry.objects.order_by("number").values_list("player__name", flat=True)) == [
        "Nicolò Bianchi", "Anna Verdi"
    ]  # fmt: skip
    assert Player.objects.get(name="Anna Verdi").club_number == "17"
    assert LogEntry.objects.get(verb="players_imported").data == {
        "players": 2, "new": 1, "refused": 0, "registered": True
    }  # fmt: skip


def test_a_list_may_only_add_players() -> None:
    tournament = make_tournament()

    run(tournament, "Anna\nBruno", registers=False)

    assert (Player.objects.count(), Entry.objects.count()) == (2, 0)


def test_a_list_may_say_where_players_are_from_as_people_write_it_and_no_line_is_refused_for_it() -> None:
    tournament = make_tournament()
    make_player("Known")
    countries = {
        "Anna": "ch",
        "Bruno": "",
        "Carla": "Italy",
        "Dario": "Italia",
        "Elena": "ITA",
        "Fabio": "Italai",
    }
    text = "\n".join(f"{name};{country}" for name, country in countries.items())
    made = run(tournament, f"nome;nazionalità\n{text}\nKnown;Atlantis", registers=False)
    assert (len(made.accepted), made.refused, made.without_country) == (7, (), 1)
    assert [(each.line.name, each.field, each.reason) for each in made.lines if each.reason] == [
        ("Fabio", "country", "“Italai” is not a known country: left blank.")
    ]
    read = {"Anna": "CH", "Carla": "IT", "Dario": "IT", "Elena": "IT"}
    assert dict(Player.objects.exclude(country="").values_list("name", "country")) == read
    assert Player.objects.count() == 7


def test_after_the_draw_everybody_on_the_list_gets_a_seat_of_his_own() -> None:
    tournament = make_tournament(late_registration_level=1)
    enter(tournament, "Anna", "Bruno")
    make_seat_draw(tournament_id=tournament.pk, seed="s", by=ACTOR.at(NOW))
    names = "\n".join(f"Player {n}" for n in range(20))

    run(tournament, names)

    assert Seat.objects.filter(entry__isnull=False).count() == 22
    assert Seat.objects.values("table").distinct().count() == 3
    late = SeatDraw.objects.filter(kind="late-seat").order_by("pk")
    assert [draw.seed for draw in late] == [f"seed:{number}" for number in range(1, 21)]
    assert [tuple(draw.result[0][1:]) for draw in late] == LATE_SEATS
    assert [
        LateSeatDrawn.of(line).seat for line in LogEntry.objects.filter(verb="late_seat_drawn").order_by("pk")
    ] == [seat for _, seat in LATE_SEATS]
    assert set(Seat.objects.filter(is_newcomer=True).values_list("table__number", "number")) == set(
        LATE_SEATS
    )


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("name;card\n;17", "name", "Enter the player’s name"),
        ("name\n" + "x" * 10_000, "name", "10000 characters; shorten it to 120"),
        ("name;card\nAnna;" + "1" * 41, "club_number", "at most 40"),
        ("name;card\nAnna\u202e;1", "name", "unprintable characters"),
        ("name;card\nVerdi;Anna;17", "line", "more fields than the first"),
        ("name;card\nTwin", "name", "2 players have this name"),
        ("name;card\nLonely;12", "club_number", "already listed without a club number"),
        ("name\nAlready In", "entry", "is already registered"),
    ],
)
def test_a_line_that_cannot_be_taken_says_field_reason_and_cure(text: str, field: str, reason: str) -> None:
    tournament = make_tournament()
    make_player("Known With Card", club_number="9")
    make_player("Twin")
    make_player("Twin")
    make_player("Lonely")
    enter(tournament, "Already In")

    (refused,) = plan(tournament, text).refused

    assert refused.field == field
    assert reason in refused.reason
    assert refused.cure


def test_a_person_twice_on_the_list_is_refused_the_second_time() -> None:
    tournament = make_tournament()
    make_player("Bruno", club_number="5")

    made = plan(tournament, "name;card\nAnna;\nANNA;\nBruno;5\nBruno;\nCarla;7\nCARLA;7")

    assert outcomes(made) == [
        (2, "new", ""), (3, "refused", "name"), (4, "known", ""), (5, "refused", "name"),
        (6, "new", ""), (7, "refused", "club_number"),
    ]  # fmt: skip


TWO_NAMES = "name;card\nAnna;\nCarla;7\nCarlo;7\nCARLA;7"


def test_one_club_number_under_two_names_is_a_question_and_nobody_is_chosen_silently() -> None:
    tournament = make_tournament()

    made = plan(tournament, TWO_NAMES)

    assert outcomes(made) == [(2, "new", ""), (3, "question", ""), (4, "question", ""), (5, "question", "")]
    (question,) = made.questions
    assert (question.id, question.club_number, question.known) == (3, "7", "")
    assert [(line.number, line.name) for line in question.options] == [(3, "Carla"), (4, "Carlo")]
    with pytest.raises(Unanswered):
        run(tournament, TWO_NAMES)
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("answer", "names", "reasons"),
    [
        (3, ["Anna", "Carla"], ["given to Carla (line 3)", "Same as line 3"]),
        (4, ["Anna", "Carlo"], ["given to Carlo (line 4)"] * 2),
        (None, ["Anna"], ["Skipped"] * 3),
        # No line of the question: nobody.
        (2, ["Anna"], ["Skipped"] * 3),
    ],
)
def test_the_answer_says_whose_the_club_number_is(
    answer: int | None, names: list[str], reasons: list[str]
) -> None:
    tournament = make_tournament()

    done = run(tournament, TWO_NAMES, answers={3: answer})

    assert list(Entry.objects.order_by("number").values_list("player__name", flat=True)) == names
    assert [reason in line.reason for reason, line in zip(reasons, done.refused, strict=True)] == [
        True
    ] * len(reasons)
    assert all(line.cure for line in done.refused)


def test_a_number_that_a_spreadsheet_has_shortened_is_a_question_for_each_line() -> None:
    """Several players have what is left of their numbers; none of them gets it."""
    tournament = make_tournament()
    text = "name;card\nAnna;1,23E+05\nBruno;1,23E+05\nCarla;7"
    made = plan(tournament, text)
    assert [(q.id, q.club_number, q.is_spoiled) for q in made.questions] == [
        (2, "1,23E+05", True),
        (3, "1,23E+05", True),
    ]
    assert [each.outcome for each in made.lines] == ["question", "question", "new"]

    done = run(tournament, text, answers={2: 2, 3: None})

    assert [each.reason for each in done.refused] == ["Skipped: the digits of club number 1,23E+05 are lost."]
    assert list(Player.objects.order_by("name").values_list("name", "club_number")) == [
        ("Anna", ""),
        ("Carla", "7"),
    ]


def test_a_club_number_that_the_house_knows_by_another_name_is_a_question() -> None:
    tournament = make_tournament()
    known = make_player("Carla Rossi", club_number="7")
    text = "name;card\nCarla Bianchi;7"

    (question,) = plan(tournament, text).questions
    run(tournament, text, answers={2: 2})

    assert (question.id, question.known) == (2, "Carla Rossi")
    assert Entry.objects.get().player == known
    assert Player.objects.get().name == "Carla Rossi"


def test_the_line_with_the_name_that_the_house_knows_has_the_number() -> None:
    tournament = make_tournament()
    make_player("Carla Rossi", club_number="7")

    made = plan(tournament, "name;card\nCarlo;7\ncarla rossi;7")

    assert made.questions == ()
    assert outcomes(made) == [(2, "refused", "club_number"), (3, "known", "")]
    assert made.lines[0].reason == "Club number 7 belongs to Carla Rossi."


def test_a_namesake_with_another_club_number_is_somebody_new() -> None:
    tournament = make_tournament()
    make_player("Mario Rossi", club_number="1")

    assert outcomes(plan(tournament, "name;card\nMario Rossi;2")) == [(2, "new", "")]


def test_lines_beyond_the_last_place_are_refused() -> None:
    tournament = make_tournament(max_entries=3)
    enter(tournament, "Zeno")

    made = plan(tournament, "Anna\nBruno\nCarla")

    assert outcomes(made) == [(1, "new", ""), (2, "new", ""), (3, "refused", "entry")]


def test_nobody_is_registered_from_a_list_once_registration_is_closed() -> None:
    tournament = make_tournament()
    enter(tournament, "Zeno", "Yuri")
    make_seat_draw(tournament_id=tournament.pk, seed="s", by=ACTOR.at(NOW))
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    tournament.refresh_from_db()

    (refused,) = plan(tournament, "Anna", minutes=1).refused

    assert (refused.field, refused.reason) == ("entry", "Late registration is closed.")


def test_a_plan_that_no_longer_holds_is_shown_anew_and_nothing_is_done() -> None:
    tournament = make_tournament()
    text = "Anna\nBruno"
    digest = plan(tournament, text).digest
    enter(tournament, "Anna")

    with pytest.raises(PlanChanged) as changed:
        run(tournament, text, digest=digest)

    assert outcomes(changed.value.plan) == [(1, "refused", "entry"), (2, "new", "")]
    assert Entry.objects.count() == 1


def test_a_number_taken_meanwhile_takes_the_whole_list_back(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament()

    def overtaken(people: Sequence[NewPlayer], *, now: datetime) -> list[Player]:
        """Another desk, in another tournament, has just given the number to somebody."""
        add_players([NewPlayer(name="Somebody", club_number="17")], now=now)
        return add_players(people, now=now)

    monkeypatch.setattr("tables.services.desk.importing.add_players", overtaken)

    with pytest.raises(
        Refused, match=r"Line 3: Club number 17 belongs to another player. Nothing was imported."
    ):
        run(tournament, "name;card\nAnna;16\nBruno;17")

    assert not Player.objects.exists()
    assert not Entry.objects.exists()


@pytest.mark.parametrize("is_drawn", [False, True])
def test_a_list_takes_the_same_queries_however_long_it_is(is_drawn: bool) -> None:
    def imported(count: int) -> list[str]:
        tournament = make_tournament(late_registration_level=3)
        enter(tournament, f"First of {count}", f"Second of {count}")
        if is_drawn:
            make_seat_draw(tournament_id=tournament.pk, seed="s", by=ACTOR.at(NOW))
            # Room for everybody: a table that must be opened for them is a change of its own.
            for _ in range(5):
                open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
        text = "name;card\n" + "\n".join(f"Player {n} of {count};{count}-{n}" for n in range(count))
        with CaptureQueriesContext(connection) as captured:
            run(tournament, text)
        assert Entry.objects.filter(tournament=tournament).count() == count + 2
        return [query["sql"].split(" ", 1)[0] for query in captured]

    assert imported(30) == imported(3)


def test_a_plan_takes_the_same_queries_however_long_the_list(django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    for count in (1, 60):
        text = "name;card\n" + "\n".join(f"Player {n};{n}" for n in range(count))
        with django_assert_num_queries(4):
            plan(tournament, text)


# --- Prices of a list -----------------------------------------------------------------------------------------------


def priced_plan(text: str, *, registers: bool = True, now: datetime = NOW, **changes: Any) -> ImportPlan:
    tournament = make_tournament(**priced(EARLY, LATE, MEMBER), **changes)
    lines = [replace(line, amount=AMOUNTS.get(line.price)) for line in read_list(text)]
    return plan_import(tournament=tournament, lines=lines, registers=registers, now=now)


AMOUNTS = {"60": 60_00, "47,00": 47_00, "50": 50_00, "51": 51_00}


def test_a_line_names_its_price_by_its_name_or_its_amount() -> None:
    plan = priced_plan(
        "nome;quota\nAnna;member\nBruno;60\nCarla;Buy-in\nDario;47,00\nElena;EARLY\nFabio;\nGina;buy in"
    )

    assert [line.price.quote if line.price else None for line in plan.accepted] == [
        "hand:4700:Member",
        "hand:6000:Late",
        "hand:5000:",
        "hand:4700:Member",
        "now:4001:Early",
        None,
        "hand:5000:",
    ]


def test_a_price_that_the_event_does_not_have_is_refused_with_those_it_has() -> None:
    plan = priced_plan("name,price\nAnna,Student\nBruno,51")

    assert [(line.field, line.reason, line.cure) for line in plan.lines] == [
        (
            "price",
            f"This event has no price “{price}”.",
            "Enter one of these or leave it blank: Early, Buy-in, Late, Member.",
        )
        for price in ("Student", "51")
    ]


def test_an_amount_of_two_prices_needs_the_name() -> None:
    plan = priced_plan("name,price\nAnna,60\nBruno,Late", buy_in_prize=55_00)

    assert [(line.outcome, line.reason, line.cure) for line in plan.lines] == [
        ("refused", "Several prices cost 60.", "Enter the name of the price: Buy-in, Late."),
        ("new", "", ""),
    ]


def test_a_list_that_only_adds_players_reads_over_their_prices() -> None:
    plan = priced_plan("name,price\nAnna,Student", registers=False)

    assert [(line.outcome, line.price) for line in plan.lines] == [("new", None)]


def test_each_of_a_list_pays_the_price_of_the_line_and_the_others_that_of_the_form() -> None:
    tournament = make_tournament(**priced(EARLY, LATE, MEMBER))
    lines = read_list("name,price\nAnna,Late\nBruno,\nCarla,Early")
    plan = plan_import(tournament=tournament, lines=lines, registers=True, now=NOW)

    run_import(
        tournament_id=tournament.pk,
        lines=lines,
        registers=True,
        digest=plan.digest,
        seed="s",
        by=ACTOR.at(NOW),
        quote=read_quote("hand:4700:Member"),
    )

    paid = Entry.objects.order_by("number").values_list("player__name", "price_name", "paid_fee")
    assert list(paid) == [("Anna", "Late", 13_00), ("Bruno", "Member", 0), ("Carla", "Early", 1_50)]


def test_a_price_that_ends_after_the_preview_is_shown_again() -> None:
    tournament = make_tournament(**priced(EARLY, MEMBER))
    lines = read_list("name,price\nAnna,Early")
    plan = plan_import(tournament=tournament, lines=lines, registers=True, now=NOW)

    with pytest.raises(PlanChanged):
        run_import(
            tournament_id=tournament.pk,
            lines=lines,
            registers=True,
            digest=plan.digest,
            seed="s",
            by=ACTOR.at(after(20)),
        )
    assert not Entry.objects.exists()
