"""A session of PokerGFX, and where its players sit at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from django import forms
from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.engine.notation.fields import LARGEST_FILE
from tables.queries.hands.stream_table import SeatedPlayer, Streamed, StreamedPlayer
from tables.services.chips.corrections import REASON_MAX
from tables.services.incoming.stream_table import StreamedOut

LEFT_OUT: Final = "0"
_SALT: Final = "stream-table"


class SessionForm(forms.Form):
    """The file; `cleaned_data["file"]` is its text."""

    file = forms.FileField(
        label=gettext_lazy("Session file"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> str:
        sent = self.cleaned_data["file"]
        if sent.size > LARGEST_FILE:
            raise forms.ValidationError(
                _("The file is %(size)d kB, %(max)d kB are the most.")
                % {"size": sent.size // 1000, "max": LARGEST_FILE // 1000}
            )
        try:
            return str(sent.read().decode())
        except UnicodeDecodeError:
            raise forms.ValidationError(
                _("This is not a text in UTF-8: send the file as PokerGFX has written it.")
            ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What was looked at, as it comes back signed: a page cannot say other chips than the file."""

    last: int
    button: int | None
    players: tuple[StreamedPlayer, ...]

    @classmethod
    def of(cls, session: Streamed) -> Looked | None:
        """None where no hand has stacks that can be taken over."""
        if session.last is None or not session.players:
            return None
        return cls(last=session.last, button=session.button, players=session.players)

    def signed(self, *, table_id: int) -> str:
        return signing.dumps([table_id, asdict(self)], salt=_SALT, compress=True)

    @classmethod
    def read(cls, signed: str, *, table_id: int) -> Looked | None:
        """None for what no page of this table has sent."""
        try:
            of_table, kept = signing.loads(signed, salt=_SALT)
        except signing.BadSignature:
            return None
        if of_table != table_id:
            return None
        players = tuple([StreamedPlayer(**each) for each in kept["players"]])
        return cls(last=kept["last"], button=kept["button"], players=players)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamedRow:
    """A player of the session with the fields: the seat at the table, and of a player who is out the winner."""

    player: StreamedPlayer
    who: forms.BoundField
    won_by: forms.BoundField | None


class TakeOverForm(forms.Form):
    """For each player of the session the seat at the table, or that they are left out."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, if chips are missing or too many"), max_length=REASON_MAX, required=False
    )

    def __init__(self, *args: Any, looked: Looked, seated: Sequence[SeatedPlayer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.looked = looked
        seats = [(str(each.entry_id), f"{each.seat} {each.name}") for each in seated]
        here = {each.entry_id for each in seated}
        for number, player in enumerate(looked.players):
            known = str(player.entry_id) if player.entry_id in here else LEFT_OUT if player.is_out else ""
            self.fields[f"who_{number}"] = forms.ChoiceField(
                label=f"{player.seat} {player.name}",
                widget=forms.Select(attrs={"class": "input"}),
                choices=[("", _("Choose the seat")), (LEFT_OUT, _("Leave out")), *seats],
                initial=known,
            )
            if player.is_out:
                self.fields[f"won_{number}"] = forms.ChoiceField(
                    label=_("Knocked out by"),
                    widget=forms.Select(attrs={"class": "input"}),
                    choices=[("", _("Not known")), *seats],
                    initial=str(player.won_by or ""),
                    required=False,
                )

    def rows(self) -> list[StreamedRow]:
        """Those who are in, then those who are out."""
        return [
            StreamedRow(
                player=player,
                who=self[f"who_{number}"],
                won_by=self[f"won_{number}"] if player.is_out else None,
            )
            for number, player in enumerate(self.looked.players)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen: set[str] = set()
        for number in range(len(self.looked.players)):
            field = f"who_{number}"
            entry = cleaned.get(field, LEFT_OUT)
            if entry != LEFT_OUT and entry in chosen:
                self.add_error(field, _("This seat is chosen twice."))
            chosen.add(entry)
        return cleaned

    def who(self) -> dict[int, StreamedPlayer]:
        """The players of the session who were not left out, by entry."""
        chosen = [
            (int(self.cleaned_data[f"who_{number}"]), player)
            for number, player in enumerate(self.looked.players)
        ]
        return {entry: player for entry, player in chosen if entry}

    def stacks(self) -> dict[int, int]:
        """Of those who stay, by entry."""
        return {entry: player.chips for entry, player in self.who().items() if not player.is_out}

    def out(self) -> list[StreamedOut]:
        """Those who are out."""
        return [
            StreamedOut(
                entry_id=entry,
                name=player.name,
                at=player.at,
                start=player.start,
                credited_to=self._won(player),
            )
            for entry, player in self.who().items()
            if player.is_out
        ]

    def _won(self, player: StreamedPlayer) -> list[int]:
        chosen = self.cleaned_data[f"won_{self.looked.players.index(player)}"]
        return [int(chosen)] if chosen else []
