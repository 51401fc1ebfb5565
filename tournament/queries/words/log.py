"""The log in words: each verb has a sentence, made from the line's data in the reader's language.

A test finds a verb without a sentence. The tables app adds its own verbs when the
application starts. The page decides how chips, money and cards are written: it passes a Writer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Role
from tournament.queries.words.chops import method_label
from tournament.queries.words.spans import span_text
from tournament.rules.payouts.schemes import percent_text

Data = Mapping[str, Any]


class Writer(Protocol):
    """Writes figures as the page does, in the reader's language."""

    def chips(self, amount: int) -> str: ...

    def money(self, amount: int) -> str: ...

    def card(self, code: str) -> str: ...

    def places(self, first: int, last: int) -> str: ...

    def period(self, index: int) -> str:
        """A period of the structure: "Level 4 (100/200)", "Break"."""
        ...


Sentence = Callable[[Data, Writer], str]

_sentences: Final[dict[str, Sentence]] = {}


def register_sentences(sentences: Mapping[str, Sentence]) -> None:
    """Add the sentences of some verbs; raises ValueError for a verb that has another one."""
    for verb, sentence in sentences.items():
        if _sentences.setdefault(verb, sentence) is not sentence:
            raise ValueError(f"Two sentences for {verb!r}.")


def verbs() -> frozenset[str]:
    """Every verb that has a sentence."""
    return frozenset(_sentences)


def sentence_of(verb: str, data: Data, writer: Writer) -> str:
    """What happened, as one sentence. A line of an older release may lack a figure: its code is shown."""
    sentence = _sentences.get(verb)
    try:
        return sentence(data, writer) if sentence else verb
    except KeyError:
        return verb.replace("_", " ")


# --- The tournament and its staff ----------------------------------------------------------------------------


def _edited(data: Data, _writer: Writer) -> str:
    fields = ", ".join(_field_name(field) for field in data["fields"])
    return _("Changed: %(fields)s.") % {"fields": fields}


def _field_name(name: str) -> str:
    return {
        "name": _("name"),
        "starts_at": _("start"),
        "time_zone": _("time zone"),
        "house_rules_text": _("house rules"),
        "currency": _("currency"),
        "buy_in_prize": _("buy-in"),
        "buy_in_fee": _("fee"),
        "buy_in_staff": _("staff fee"),
        "buy_in_bounty": _("bounty"),
        "buy_in_other": _("other deductions"),
        "bounty_kind": _("kind of bounty"),
        "mystery_from": _("players left for mystery bounties"),
        "guarantee": _("guarantee"),
        "two_people_from": _("second signature from"),
        "id_from": _("payments with ID"),
        "tax_form_from": _("payments with a tax form"),
        "pay_place": _("where prizes are paid"),
        "starting_stack": _("starting stack"),
        "seats_per_table": _("seats at each table"),
        "recording": _("recording of new tables"),
        "max_entries": _("maximum entries"),
        "min_entries": _("minimum entries"),
        "entries_per_player": _("entries for each player"),
        "entries_per_day": _("entries for each player on one day"),
        "phone_queue": _("queue by phone"),
        "id_check": _("ID check"),
        "late_registration_level": _("late registration"),
        "rebuy_data": _("rebuy"),
        "add_on_data": _("add-on"),
        "chip_values": _("chips"),
        "structure_data": _("structure"),
        "payout_scheme_data": _("payouts"),
        "bubble_prize": _("bubble prize"),
        "seat_event": _("event of the seats"),
        "payout_unit": _("rounding of prizes"),
        "rule_profile": _("rules"),
        "rule_overrides": _("house rules for play"),
    }.get(name, name.replace("_", " "))


def _staff_added(data: Data, _writer: Writer) -> str:
    role = str(Role(data["role"]).label) if data["role"] in Role.values else data["role"]
    return _("Added %(name)s to the staff: %(role)s.") % {"name": data["name"], "role": role}


def _staff_asked(data: Data, _writer: Writer) -> str:
    role = str(Role(data["role"]).label) if data["role"] in Role.values else data["role"]
    return _("Invited %(name)s to join the staff: %(role)s.") % {"name": data["name"], "role": role}


# --- The clock ----------------------------------------------------------------------------------------------


def _period(template: Callable[[], str], key: str = "to_index") -> Sentence:
    return lambda data, writer: template() % {"period": writer.period(data[key])}


def _started(data: Data, _writer: Writer) -> str:
    if "at" in data:
        return _("Set the start to %(at)s.") % {"at": data["at"]}
    return _("Started the clock: shuffle up and deal.")


def _time_added(data: Data, _writer: Writer) -> str:
    text = _duration(abs(data["seconds"]))
    if data["seconds"] < 0:
        return _("Shortened the level by %(time)s.") % {"time": text}
    return _("Lengthened the level by %(time)s.") % {"time": text}


def _time_deducted(data: Data, _writer: Writer) -> str:
    return _("Deducted %(time)s from the clock.") % {"time": _duration(data["seconds"])}


def _duration(seconds: int) -> str:
    if seconds % 60:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // 60) % {"count": seconds // 60}


def _computer_clock_set(data: Data, _writer: Writer) -> str:
    if data["seconds"] < 0:
        text = _("The computer's clock went back %(time)s. The tournament's clock was not touched.")
    else:
        text = _("The computer's clock jumped %(time)s forward. The tournament's clock was not touched.")
    return text % {"time": span_text(data["seconds"])}


def _computer_time_adopted(data: Data, _writer: Writer) -> str:
    if data["seconds"] < 0:
        text = _(
            "The computer's time is right: times of day here stay %(time)s ahead of it until play is over."
        )
    else:
        text = _(
            "The computer's time is right: times of day moved %(time)s forward, and no time left changed."
        )
    return text % {"time": span_text(data["seconds"])}


# --- Entries and prizes -------------------------------------------------------------------------------------


def _entry(template: Callable[[], str]) -> Sentence:
    return lambda data, _writer: template() % {"name": data["name"], "number": data["number"]}


def _registered(data: Data, writer: Writer) -> str:
    words = {"name": data["name"], "number": data["number"], "paid": writer.money(data["paid"])}
    if data.get("price"):
        words["price"] = data["price"]
        return _("Registered %(name)s as entry number %(number)s for %(paid)s (%(price)s).") % words
    return _("Registered %(name)s as entry number %(number)s for %(paid)s.") % words


def _price(template: Callable[[], str]) -> Sentence:
    return lambda data, writer: template() % {"name": data["name"], "total": writer.money(data["total"])}


def _price_changed(data: Data, writer: Writer) -> str:
    """The total only where that is what has changed: the split and the dates stand on the page of prices."""
    before, after = data["before"], data["after"]
    words = {
        "before": f"{before['name']} {writer.money(sum(before['price'].values()))}",
        "after": f"{after['name']} {writer.money(sum(after['price'].values()))}",
    }
    if words["before"] == words["after"]:
        return _("Changed the split or the dates of the price %(after)s.") % words
    return _("Changed the price %(before)s to %(after)s.") % words


def _sold(data: Data, writer: Writer) -> str:
    words = {
        "name": data["name"],
        "chips": writer.chips(data["chips"]),
        "paid": writer.money(data["paid"]),
    }
    if data["back"] is not None:
        said = _("%(name)s is back in play by a rebuy: %(chips)s for %(paid)s.") % words
    else:
        said = _("Rebuy of %(name)s: %(chips)s for %(paid)s.") % words
    return " ".join([said, *_how_sold(data)])


def _add_on_sold(data: Data, writer: Writer) -> str:
    said = _("Add-on of %(name)s: %(chips)s for %(paid)s.") % {
        "name": data["name"],
        "chips": writer.chips(data["chips"]),
        "paid": writer.money(data["paid"]),
    }
    return " ".join([said, *_how_sold(data)])


def _how_sold(data: Data) -> Iterator[str]:
    """What is said besides: when the chips come, what is owed, and how many hands a player missed (TDA 27)."""
    if data["hand"]:
        yield _("The chips come after hand %(hand)d.") % {"hand": data["hand"]}
    if data["is_owed"]:
        yield _("Announced at the table; the money is owed.")
    if data["missed"]:
        yield ngettext(
            "%(count)d hand was dealt meanwhile (TDA 27).",
            "%(count)d hands were dealt meanwhile (TDA 27).",
            data["missed"],
        ) % {"count": data["missed"]}


def _sale_undone(data: Data, writer: Writer) -> str:
    words = {"name": data["name"], "chips": writer.chips(data["chips"]), "paid": writer.money(data["paid"])}
    if data["kind"] == "rebuy":
        return _("Undid the rebuy of %(name)s: %(chips)s and %(paid)s go back.") % words
    return _("Undid the add-on of %(name)s: %(chips)s and %(paid)s go back.") % words


def _sale_refunded(data: Data, writer: Writer) -> str:
    words = {"name": data["name"], "paid": writer.money(data["paid"])}
    if data["is_owed"] and data["kind"] == "rebuy":
        return _("Wrote off %(paid)s that %(name)s owed for the rebuy; its chips stay in play.") % words
    if data["is_owed"]:
        return _("Wrote off %(paid)s that %(name)s owed for the add-on; its chips stay in play.") % words
    if data["kind"] == "rebuy":
        return _("Refunded the rebuy of %(name)s: %(paid)s; its chips stay in play.") % words
    return _("Refunded the add-on of %(name)s: %(paid)s; its chips stay in play.") % words


def _sale_refund_undone(data: Data, writer: Writer) -> str:
    if data["is_owed"]:
        return _owed_again(data, writer)
    words = {"name": data["name"], "paid": writer.money(data["paid"])}
    if data["kind"] == "rebuy":
        return _("Undid the refund of the rebuy of %(name)s: %(paid)s is at the desk again.") % words
    return _("Undid the refund of the add-on of %(name)s: %(paid)s is at the desk again.") % words


def _collected(data: Data, writer: Writer) -> str:
    words = {"name": data["name"], "paid": writer.money(data["paid"])}
    if data["kind"] == "rebuy":
        return _("%(name)s has paid %(paid)s for the rebuy.") % words
    return _("%(name)s has paid %(paid)s for the add-on.") % words


def _owed_again(data: Data, writer: Writer) -> str:
    words = {"name": data["name"], "paid": writer.money(data["paid"])}
    return _("%(name)s owes %(paid)s again.") % words


def _eliminated(data: Data, writer: Writer) -> str:
    """The place, and the bounties that went with it."""
    return " ".join([_out(data, writer), *bounties_in_words(data, writer)])


def bounties_in_words(data: Data, writer: Writer) -> list[str]:
    """Of the line that says who is out, who has won what of the bounty."""
    if data.get("is_envelope_closed"):
        names = ", ".join(each["name"] for each in data["bounties"])
        return [_("An envelope for %(names)s.") % {"names": names}]
    return [_bounty(each, data, writer) for each in data.get("bounties", ())]


def _bounty(share: Data, data: Data, writer: Writer) -> str:
    words = {"winner": share["name"], "name": data["name"], "amount": writer.money(share["due"])}
    if share["on_head"]:
        words["on_head"] = writer.money(share["on_head"])
        return _("%(winner)s wins %(amount)s of the bounty, and %(on_head)s goes on their own head.") % words
    return _("%(winner)s wins the bounty: %(amount)s.") % words


def _envelope_opened(data: Data, writer: Writer) -> str:
    won = (f"{each['name']} {writer.money(each['amount'])}" for each in data["winners"])
    return _("Opened the envelope for knocking out %(name)s: %(won)s.") % {
        "name": data["name"],
        "won": ", ".join(won),
    }


def _mystery_begun(data: Data, writer: Writer) -> str:
    return ngettext(
        "Started the mystery bounties: %(count)s envelope holds %(amount)s.",
        "Started the mystery bounties: %(count)s envelopes hold %(amount)s.",
        data["players"],
    ) % {"count": writer.chips(data["players"]), "amount": writer.money(data["amount"])}


def _envelopes_redrawn(data: Data, writer: Writer) -> str:
    return _(
        "Redrew the order of the %(count)s envelopes nobody has won, %(amount)s in all: it was already known."
    ) % {"count": writer.chips(data["envelopes"]), "amount": writer.money(data["amount"])}


def _out(data: Data, writer: Writer) -> str:
    """`is_past`: the place holds no more; others have entered since, gone out in the same round, or it was undone."""
    place = writer.places(data["place_first"], data["place_last"])
    if data.get("is_past"):
        return _("%(name)s is out (%(place)s at the time).") % {"name": data["name"], "place": place}
    if data["place_first"] == data["place_last"]:
        return _("%(name)s is out in %(place)s place.") % {"name": data["name"], "place": place}
    return _("%(name)s is out and ties for places %(place)s.") % {"name": data["name"], "place": place}


def _place_changed(data: Data, writer: Writer) -> str:
    """Others went out in the same round, or one of them did not after all."""
    place = writer.places(data["place_first"], data["place_last"])
    if data.get("is_past"):
        return _("%(name)s: %(place)s at the time.") % {"name": data["name"], "place": place}
    if data["place_first"] == data["place_last"]:
        return _("%(name)s is now in %(place)s place.") % {"name": data["name"], "place": place}
    return _("%(name)s now ties for places %(place)s.") % {"name": data["name"], "place": place}


def _reinstated(data: Data, _writer: Writer) -> str:
    if "name" in data:
        return _("%(name)s is back in play.") % {"name": data["name"]}
    return _("Entry number %(number)s is back in play.") % {"number": data["number"]}


def _prize(template: Callable[[], str]) -> Sentence:
    return lambda data, writer: template() % {"name": data["name"], "amount": writer.money(data["amount"])}


def _prize_paid(data: Data, writer: Writer) -> str:
    return _of_payment(
        data,
        writer,
        _("Paid %(amount)s to %(name)s."),
        _("Paid %(net)s to %(name)s: %(amount)s less %(withheld)s withheld."),
    )


def _player_paid(data: Data, writer: Writer) -> str:
    """All that waited for a player, in one payment: what it was made up of, and what remains."""
    parts = (
        (_("seat %(amount)s"), data.get("seat", 0)),
        (_("prize %(amount)s"), data["prize"]),
        (_("bounties %(amount)s"), data["bounties"]),
        (_("side prizes %(amount)s"), data["side_prizes"]),
        (_("less %(amount)s owed"), data["owed"]),
    )
    said = [words % {"amount": writer.money(amount)} for words, amount in parts if amount]
    words = {"amount": writer.money(data["amount"]), "name": data["name"], "parts": ", ".join(said)}
    remains = {name: writer.money(data.get(name, 0)) for name in ("asked", "still_owed", "later")}
    if not said:
        sentences = [_("%(asked)s for %(name)s is waiting for a second person.") % {**words, **remains}]
    elif data["amount"]:
        sentences = [_("Paid %(amount)s to %(name)s in one payment: %(parts)s.") % words]
    else:
        sentences = [_("Handed over to %(name)s in one payment: %(parts)s.") % words]
    if said and data.get("asked"):
        sentences.append(_("%(asked)s is waiting for a second person.") % remains)
    if data.get("later"):
        sentences.append(_("Bounties of %(later)s are paid once rebuys are over.") % remains)
    if data.get("still_owed"):
        sentences.append(_("%(still_owed)s is still owed.") % remains)
    return " ".join(sentences)


def _whole_payment_confirmed(data: Data, writer: Writer) -> str:
    parts = (
        (_("prize %(amount)s"), data["prize"]),
        (_("bounties %(amount)s"), data["bounties"]),
        (_("side prizes %(amount)s"), data["side_prizes"]),
    )
    said = [words % {"amount": writer.money(amount)} for words, amount in parts if amount]
    return _("Confirmed the payment of %(amount)s to %(name)s: %(parts)s.") % {
        "amount": writer.money(data["amount"]),
        "name": data["name"],
        "parts": ", ".join(said),
    }


def _payment_taken_back(data: Data, writer: Writer) -> str:
    return _of_payment(
        data,
        writer,
        _("Voided the payment of %(amount)s to %(name)s."),
        _("Voided the payment of %(net)s to %(name)s, and %(withheld)s withheld."),
    )


def _of_payment(data: Data, writer: Writer, whole: str, reduced: str) -> str:
    """`reduced`: what is said where something was withheld."""
    withheld = data.get("withheld", 0)
    return (reduced if withheld else whole) % {
        "name": data["name"],
        "amount": writer.money(data["amount"]),
        "withheld": writer.money(withheld),
        "net": writer.money(data["amount"] - withheld),
    }


def _deductions_changed(data: Data, _writer: Writer) -> str:
    if not data["after"]:
        return _("Nothing is withheld from prizes any more.")
    rules = ", ".join(
        _("%(name)s, %(share)s percent") % {"name": rule["name"], "share": percent_text(rule["share"])}
        for rule in data["after"]
    )
    return _("Changed what is withheld from prizes: %(rules)s.") % {"rules": rules}


def _side_prize(template: Callable[[], str]) -> Sentence:
    return lambda data, writer: (
        template()
        % {
            "prize": f"“{data['prize_name']}”",
            "amount": writer.money(data["amount"]),
            "name": data.get("name", ""),
        }
    )


def _side_prize_added(data: Data, writer: Writer) -> str:
    words = {"prize": data["prize_name"], "amount": writer.money(data["amount"])}
    if data["is_from_pool"]:
        return _("Added the side prize “%(prize)s”: %(amount)s from the prize pool.") % words
    return _("Added the side prize “%(prize)s”: the house pays %(amount)s.") % words


def _side_prize_removed(data: Data, writer: Writer) -> str:
    words = {"prize": data["prize_name"], "amount": writer.money(data["amount"])}
    if data["is_from_pool"]:
        return _("Removed the side prize “%(prize)s”: %(amount)s go back to the prize pool.") % words
    return _("Removed the side prize “%(prize)s”: %(amount)s go back to the house.") % words


def _payment(paid: Sentence) -> Sentence:
    """What was paid, by whom it was confirmed, and which papers the payer has seen."""

    def said(data: Data, writer: Writer) -> str:
        parts = [paid(data, writer)]
        if data.get("confirmed_by"):
            parts.append(_("Confirmed by %(name)s.") % {"name": data["confirmed_by"]})
        if data.get("papers"):
            parts.append(papers_seen(data["papers"]))
        return " ".join(parts)

    return said


def papers_seen(papers: Collection[str]) -> str:
    """That the payer has seen what was due."""
    if set(papers) == {"id"}:
        return _("ID seen.")
    if set(papers) == {"tax_form"}:
        return _("Tax form seen.")
    return _("ID and tax form seen.")


def _payouts_locked(data: Data, writer: Writer) -> str:
    total, pool = data["total"], data["pool"]
    figures = {"places": writer.chips(data["places"]), "total": writer.money(total)}
    if total == pool:
        return _("Locked the payouts: %(places)s places, %(total)s.") % figures
    figures["difference"] = writer.money(abs(total - pool))
    return (
        _("Locked the payouts: %(places)s places, %(total)s; the house adds %(difference)s.")
        if total > pool
        else _("Locked the payouts: %(places)s places, %(total)s; the house withholds %(difference)s.")
    ) % figures


def _money_added(data: Data, writer: Writer) -> str:
    amount = writer.money(data["amount"])
    return {
        "house": _("The house added %(amount)s to the prize pool."),
        "sponsor": _("A sponsor added %(amount)s to the prize pool."),
        "jackpot": _("A jackpot added %(amount)s to the prize pool."),
    }.get(data["giver"], _("%(amount)s was added to the prize pool.")) % {"amount": amount}


def _till_closed(data: Data, writer: Writer) -> str:
    words = {"name": data["name"], "counted": writer.money(data["counted"])}
    difference = data["counted"] - data["expected"]
    if not difference:
        return _("Closed the till of %(name)s: %(counted)s counted, no difference.") % words
    words["difference"] = writer.money(abs(difference))
    if difference < 0:
        return _("Closed the till of %(name)s: %(counted)s counted, %(difference)s short.") % words
    return _("Closed the till of %(name)s: %(counted)s counted, %(difference)s over.") % words


def _cash_transferred(data: Data, writer: Writer) -> str:
    return _transfer(
        data,
        writer,
        drop=_("Dropped %(amount)s from the till of %(source)s into the safe."),
        fill=_("Filled the till of %(target)s with %(amount)s from the safe."),
        between=_("Transferred %(amount)s from the till of %(source)s to the till of %(target)s."),
    )


def _transfer_undone(data: Data, writer: Writer) -> str:
    return _transfer(
        data,
        writer,
        drop=_("Undid the drop of %(amount)s from the till of %(source)s into the safe."),
        fill=_("Undid the fill of the till of %(target)s with %(amount)s from the safe."),
        between=_("Undid the transfer of %(amount)s from the till of %(source)s to the till of %(target)s."),
    )


def _transfer(data: Data, writer: Writer, *, drop: str, fill: str, between: str) -> str:
    """The safe has no name."""
    words = {"source": data["source"], "target": data["target"], "amount": writer.money(data["amount"])}
    return (drop if not data["target"] else fill if not data["source"] else between) % words


def _chop_proposed(data: Data, writer: Writer) -> str:
    words = {
        "method": method_label(data["method"], players=data["players"]),
        "count": data["players"],
        "shared": writer.money(data["amount"] - data["played_for"] - data.get("second_for", 0)),
    }
    said = ngettext(
        "Proposed a chop: %(method)s. %(count)d player divides %(shared)s.",
        "Proposed a chop: %(method)s. %(count)d players divide %(shared)s.",
        data["players"],
    )
    if not data["played_for"]:
        return said % words
    left = {"amount": writer.money(data["played_for"]), "second": writer.money(data.get("second_for", 0))}
    if data.get("second_for"):
        rest = _("%(amount)s is left for first place, %(second)s for second.") % left
    else:
        rest = _("%(amount)s is left to play for.") % left
    return f"{said % words} {rest}"


def _chop_agreed(data: Data, writer: Writer) -> str:
    rest = ngettext(
        "All %(count)d player has agreed: prizes follow the chop.",
        "All %(count)d players have agreed: prizes follow the chop.",
        data["players"],
    ) % {"count": data["players"]}
    return f"{_chop_consented(data, writer)} {rest}"


def _chop_consented(data: Data, writer: Writer) -> str:
    return _("%(name)s agrees to %(amount)s.") % {
        "name": data["name"],
        "amount": writer.money(data["amount"]),
    }


register_sentences(
    {
        "chop_proposed": _chop_proposed,
        "chop_consented": _chop_consented,
        "chop_agreed": _chop_agreed,
        "chop_dropped": lambda _d, _w: _("Dropped the proposal of a chop."),
        "chop_consent_withdrawn": lambda d, _w: (
            _("%(name)s no longer agrees to the chop.") % {"name": d["name"]}
        ),
        "chop_undone": lambda d, _w: (
            _("Undid the chop: prizes go by place again. %(name)s no longer agrees.") % {"name": d["name"]}
        ),
        "chop_shown": lambda _d, _w: _("Put the chop on the wall."),
        "chop_hidden": lambda _d, _w: _("Took the chop off the wall."),
        "tournament_created": lambda d, _w: _("Created the tournament “%(name)s”.") % {"name": d["name"]},
        "tournament_cloned": lambda d, _w: (
            _("Created the tournament “%(name)s” as a copy of %(source)s.")
            % {"name": d["name"], "source": d["source"]}
        ),
        "tournament_edited": _edited,
        "tournament_cancelled": lambda _d, _w: _("Cancelled the tournament."),
        "tournament_won": lambda d, _w: _("%(name)s has won the tournament.") % {"name": d["name"]},
        "seats_won": lambda d, _w: (
            ngettext(
                "Play stops, %(count)d seat is won: %(names)s.",
                "Play stops, %(count)d seats are won: %(names)s.",
                len(d["names"]),
            )
            % {"count": len(d["names"]), "names": ", ".join(d["names"])}
        ),
        "staff_added": _staff_added,
        "staff_asked": _staff_asked,
        "staff_declined": lambda d, _w: _("%(name)s declined to join the staff.") % {"name": d["name"]},
        "staff_request_withdrawn": lambda d, _w: (
            _("Withdrew the invitation of %(name)s to join the staff.") % {"name": d["name"]}
        ),
        "staff_removed": lambda d, _w: _("Removed %(name)s from the staff.") % {"name": d["name"]},
        "login_link_made": lambda d, _w: _("Created a log-in link for %(name)s.") % {"name": d["name"]},
        "clock_started": _started,
        "start_undone": lambda _d, _w: _("Undid the start of the clock: registration is open."),
        "clock_paused": lambda _d, _w: _("Paused the clock."),
        "clock_resumed": lambda _d, _w: _("Resumed the clock."),
        "undone_together": lambda data, writer: (
            _("Undid: %(what)s") % {"what": sentence_of(data["was"], data, writer)}
        ),
        "clock_restored": _period(lambda: _("Restored the clock: %(period)s.")),
        "level_changed": _period(lambda: _("%(period)s started.")),
        "level_skipped": _period(lambda: _("Skipped to %(period)s.")),
        "level_set_back": _period(lambda: _("Went back to %(period)s.")),
        "time_added": _time_added,
        "time_deducted": _time_deducted,
        "clock_begun": lambda d, _w: (
            _("The clock started as scheduled: shuffle up and deal.")
            if d["is_start"]
            else _("The timed pause is over: the clock is running.")
        ),
        "clock_paused_until": lambda d, _w: (
            _("Paused for %(time)s, until %(at)s.") % {"time": _duration(d["seconds"]), "at": d["at"]}
        ),
        "level_jumped": lambda d, w: (
            _("Set the clock to %(period)s with %(time)s left.")
            % {"period": w.period(d["to_index"]), "time": _duration(d["seconds"])}
        ),
        "computer_clock_set": _computer_clock_set,
        "computer_clock_right": lambda _d, _w: _("The computer's clock is right again."),
        "computer_time_adopted": _computer_time_adopted,
        "minimum_waived": lambda d, w: (
            _("The tournament is played with %(entries)s entries: the minimum was %(minimum)s.")
            % {"entries": w.chips(d["entries"]), "minimum": w.chips(d["minimum"])}
        ),
        "minimum_restored": lambda d, w: (
            _("The minimum of %(minimum)s entries holds again.") % {"minimum": w.chips(d["minimum"])}
        ),
        "registration_closed": lambda _d, _w: _("Registration is closed."),
        "registration_closed_by_hand": lambda _d, _w: _("Closed registration by hand."),
        "registration_reopened": lambda _d, _w: _("Reopened registration."),
        "entry_registered": _registered,
        "id_checked": lambda d, _w: _("Checked the ID of %(name)s.") % {"name": d["name"]},
        "id_check_undone": lambda d, _w: _("Undid the ID check of %(name)s.") % {"name": d["name"]},
        "price_added": _price(lambda: _("Added the price %(name)s %(total)s.")),
        "price_changed": _price_changed,
        "price_removed": _price(lambda: _("Removed the price %(name)s %(total)s.")),
        "rebuy_sold": _sold,
        "add_on_sold": _add_on_sold,
        "sale_undone": _sale_undone,
        "sale_refunded": _sale_refunded,
        "sale_refund_undone": _sale_refund_undone,
        "sale_collected": _collected,
        "sale_owed_again": _owed_again,
        "entry_voided": _entry(lambda: _("Voided the entry of %(name)s, number %(number)s.")),
        "entry_refunded": lambda d, w: (
            _("Refunded the entry of %(name)s, number %(number)s: %(paid)s; %(chips)s left play.")
            % {
                "name": d["name"],
                "number": d["number"],
                "paid": w.money(d["paid"]),
                "chips": w.chips(d["chips"]),
            }
        ),
        "buy_in_handed_back": _prize(
            lambda: _("Handed %(amount)s back to %(name)s: the event is cancelled.")
        ),
        "buy_in_hand_back_undone": _prize(
            lambda: _("Undid handing %(amount)s back to %(name)s: the money is at the desk again.")
        ),
        "no_show_handed_back": _prize(
            lambda: _("Handed the buy-in of %(name)s, a no-show, back: %(amount)s.")
        ),
        "no_show_hand_back_undone": _prize(
            lambda: _("Undid handing the buy-in of %(name)s back: %(amount)s is at the desk again.")
        ),
        "refund_undone": lambda d, w: (
            _("Undid the refund of %(name)s: %(paid)s and %(chips)s are back.")
            % {"name": d["name"], "paid": w.money(d["paid"]), "chips": w.chips(d["chips"])}
        ),
        "entry_eliminated": _eliminated,
        "entry_reinstated": _reinstated,
        "place_changed": _place_changed,
        "money_added": _money_added,
        "money_taken_back": lambda d, w: (
            _("Took %(amount)s of added money out of the prize pool again.")
            % {"amount": w.money(d["amount"])}
        ),
        "overlay_added": lambda d, w: (
            _("The house adds %(amount)s to reach the guarantee.") % {"amount": w.money(d["amount"])}
        ),
        "overlay_taken_back": lambda d, w: (
            _("Voided the overlay of %(amount)s: no prizes are awarded.") % {"amount": w.money(d["amount"])}
        ),
        "house_adds": lambda d, w: (
            _("The house adds %(amount)s to the prize pool.") % {"amount": w.money(d["amount"])}
        ),
        "house_withholds": lambda d, w: (
            _("The house withholds %(amount)s of the prize pool.") % {"amount": w.money(d["amount"])}
        ),
        "house_part_changed": lambda d, w: (
            _("Voided the part of the house, %(amount)s: the prizes have changed.")
            % {"amount": w.money(d["amount"])}
        ),
        "payouts_locked": _payouts_locked,
        "payouts_unlocked": lambda _d, _w: _("Unlocked the payouts: they follow the prize pool again."),
        "payouts_lock_undone": lambda _d, _w: _("The payouts are as they were before."),
        "prize_paid": _payment(_prize_paid),
        "player_paid": _payment(_player_paid),
        "prize_ready": _prize(lambda: _("The prize of %(name)s is ready: %(amount)s.")),
        "prize_not_ready": _prize(lambda: _("The prize of %(name)s, %(amount)s, is not ready after all.")),
        "payment_asked": _prize(
            lambda: _("A payment of %(amount)s to %(name)s is waiting for a second person.")
        ),
        "payment_withdrawn": _prize(
            lambda: _("Withdrew the payment of %(amount)s to %(name)s: nothing was paid.")
        ),
        "payment_confirmed": _prize(lambda: _("Confirmed the payment of %(amount)s to %(name)s.")),
        "whole_payment_confirmed": _whole_payment_confirmed,
        "bounties_to_winner": _prize(
            lambda: _("%(name)s, the winner, has won what is on heads: %(amount)s.")
        ),
        "envelopes_to_winner": _prize(
            lambda: _("%(name)s, the winner, has won what is left in envelopes: %(amount)s.")
        ),
        "mystery_begun": _mystery_begun,
        "mystery_undone": lambda d, w: (
            _("Undid the start of the mystery bounties: %(amount)s is to be put into envelopes again.")
            % {"amount": w.money(d["amount"])}
        ),
        "envelopes_redrawn": _envelopes_redrawn,
        "envelope_opened": _envelope_opened,
        "envelope_closed": lambda d, _w: (
            _("Closed the envelope for knocking out %(name)s: it was opened by mistake.")
            % {"name": d["name"]}
        ),
        "bounty_paid": _payment(_prize(lambda: _("Paid bounties of %(amount)s to %(name)s."))),
        "bounty_payment_voided": _prize(
            lambda: _("Voided the payment of %(amount)s in bounties to %(name)s.")
        ),
        "bounties_forfeited": _prize(
            lambda: _("Closed bounties of %(name)s, %(amount)s, as not collected: the house keeps them.")
        ),
        "bounties_due_again": _prize(
            lambda: _("Undid the closing of bounties: %(amount)s is due to %(name)s again.")
        ),
        "side_prize_added": _side_prize_added,
        "side_prize_removed": _side_prize_removed,
        "side_prize_restored": lambda d, w: (
            _("Restored the side prize “%(prize)s”: %(amount)s.")
            % {"prize": d["prize_name"], "amount": w.money(d["amount"])}
        ),
        "side_prize_awarded": _side_prize(
            lambda: _("Awarded the side prize %(prize)s, %(amount)s, to %(name)s.")
        ),
        "side_prize_taken_back": _side_prize(
            lambda: _("Took the side prize %(prize)s, %(amount)s, back from %(name)s: it is open.")
        ),
        "side_prize_paid": _payment(
            _side_prize(lambda: _("Paid the side prize %(prize)s, %(amount)s, to %(name)s."))
        ),
        "side_prize_voided": _side_prize(
            lambda: _("Voided the payment of the side prize %(prize)s, %(amount)s, to %(name)s.")
        ),
        "till_opened": _prize(lambda: _("%(name)s opened a till with a float of %(amount)s.")),
        "till_opening_undone": _prize(
            lambda: _("Undid the opening of the till of %(name)s with a float of %(amount)s.")
        ),
        "till_closed": _till_closed,
        "cash_transferred": _cash_transferred,
        "transfer_undone": _transfer_undone,
        "till_reopened": lambda d, _w: _("Reopened the till of %(name)s.") % {"name": d["name"]},
        "payment_taken_back": _payment_taken_back,
        "deductions_changed": _deductions_changed,
    }
)
