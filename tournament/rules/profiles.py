"""Where rule books disagree about the event: one frozen value per rule profile.

Keys and values are those of the decision register (docs/rules.md says where from) that concern the
event; hands and the floor keep their own. A tournament stores the name of its profile
and its overrides; `event_rules` gives what is in force.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from tournament.rules.errors import RulesError

SimultaneousBust: TypeAlias = Literal["tables_tie", "by_stack"]
NextHand: TypeAlias = Literal["by_itself", "director"]
RunOuts: TypeAlias = Literal["locked", "free"]
RaceRound: TypeAlias = Literal["half_up", "none"]
LateStack: TypeAlias = Literal["full", "blinded_off"]
ForfeitAt: TypeAlias = Literal["any_time", "last_level"]
RaceRescue: TypeAlias = Literal["extra", "raced_first"]


class ProfileError(RulesError):
    """An unknown profile, key or value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """The keys of the register that concern the event; the defaults are TDA 2024.

    - `simultaneous_bust`: players out in one hand-for-hand hand at different tables tie
      ("tables_tie", TDA RP-8, WSOP 126) or rank by starting stack ("by_stack", PokerStars).
    - `h4h_minutes`: taken off the clock for each hand-for-hand hand (2: WSOP 126c, TDA RP-8C; 3: TDA RP-8B).
    - `h4h_starts_at`: hand-for-hand is announced by itself once so many players or fewer are to go out before
      the money; 0 leaves it to the director.
    - `h4h_next_hand`: once every table is done the next hand is dealt ("by_itself") or waits for the "director".
    - `h4h_run_outs`: after an all-in and a call no card is dealt or shown until the floor says so ("locked",
      TDA RP-8), or the hand goes on ("free").
    - `race_round`: half a new chip or more is raced as one more ("half_up": RRP) or not ("none").
    - `race_rescue`: the chip of a player who would be raced out is an extra one (TDA 24) or
      is the first to be taken from the raced chips ("raced_first": Wikipedia, French clubs).
    - `late_start_min_players`: players seated before the first hand is dealt (2: WSOP 36; 3: LFP).
    - `registration_through_break`: when late registration ends with a level that a break
      follows, it stays open until play resumes (WSOP 12).
    - `no_show_level`: an entry without a hand at the start of this level is taken out (WSOP 16);
      0 never takes anybody out.
    - `late_stack`: late entries get the "full" stack (TDA 8-A, WSOP 13), or one that is "blinded_off" by a round of
      blinds and antes for each level that is over (houses).
    - `forfeit_to_re_enter`: a player with chips may give them up to re-enter (TDA 8-B).
    - `single_draw_players`, `triple_draw_players`: dealt in at most at draw with one draw (7: WSOP IX, the only book
      that says; 8: S-066) and with three (6: WSOP IX; cards are enough for 7). Others: `structure.game_sizes`.
    - `forfeit_at`: at "any_time" of the registration period (TDA 8-B), or only in its "last_level" and the break after
      it (WSOP 13).
    """

    simultaneous_bust: SimultaneousBust = "tables_tie"
    h4h_minutes: int = 2
    h4h_starts_at: int = 0
    h4h_next_hand: NextHand = "by_itself"
    h4h_run_outs: RunOuts = "locked"
    race_round: RaceRound = "half_up"
    race_rescue: RaceRescue = "extra"
    late_start_min_players: int = 2
    registration_through_break: bool = True
    no_show_level: int = 3
    late_stack: LateStack = "full"
    forfeit_to_re_enter: bool = False
    single_draw_players: int = 7
    triple_draw_players: int = 6
    forfeit_at: ForfeitAt = "any_time"

    def __post_init__(self) -> None:
        for key, choices in EVENT_CHOICES.items():
            value = getattr(self, key)
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                raise ProfileError(
                    "%(key)s cannot be %(value)s. Choose one of: %(choices)s.",
                    code="bad_value",
                    key=key,
                    value=str(value)[:50],
                    choices=", ".join(str(choice) for choice in choices),
                )

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, as stored with a tournament."""
        return asdict(self)


EVENT_CHOICES: Final[Mapping[str, tuple[str | int | bool, ...]]] = MappingProxyType(
    {
        "simultaneous_bust": ("tables_tie", "by_stack"),
        "h4h_minutes": (1, 2, 3, 4, 5),
        "h4h_starts_at": tuple(range(21)),
        "h4h_next_hand": ("by_itself", "director"),
        "h4h_run_outs": ("locked", "free"),
        "race_round": ("half_up", "none"),
        "race_rescue": ("extra", "raced_first"),
        "late_start_min_players": (2, 3, 4, 5, 6),
        "registration_through_break": (True, False),
        "no_show_level": tuple(range(21)),
        "late_stack": ("full", "blinded_off"),
        "forfeit_to_re_enter": (True, False),
        "single_draw_players": (5, 6, 7, 8),
        "triple_draw_players": (4, 5, 6, 7),
        "forfeit_at": ("any_time", "last_level"),
    }
)

EVENT_RULES: Final[Mapping[str, EventRules]] = MappingProxyType(
    {
        "tda2024": EventRules(),
        "wsop2024": EventRules(forfeit_to_re_enter=True, forfeit_at="last_level"),
        # The regulation names none of these: it derives from an older TDA text.
        "figp": EventRules(),
        # Nobody takes a friend's chips away because they are late.
        "home": EventRules(
            h4h_run_outs="free", race_rescue="raced_first", no_show_level=0, forfeit_to_re_enter=True
        ),
        "italian": EventRules(no_show_level=0),
        "draw_room": EventRules(no_show_level=0, single_draw_players=8),
    }
)
PROFILE_NAMES: Final[tuple[str, ...]] = tuple(EVENT_RULES)
DEFAULT_PROFILE: Final = "tda2024"


def event_rules(profile: str, *, overrides: Mapping[str, object] | None = None) -> EventRules:
    """The rules in force: a profile with some keys overridden. Raises ProfileError."""
    if profile not in EVENT_RULES:
        raise ProfileError(
            "The rule profile %(profile)s does not exist. Choose one of: %(choices)s.",
            code="unknown_profile",
            profile=profile[:50],
            choices=", ".join(PROFILE_NAMES),
        )
    known = {field.name for field in fields(EventRules)}
    for key in overrides or {}:
        if key not in known:
            raise ProfileError(
                "The event rule %(key)s does not exist.", code="unknown_key", key=str(key)[:50]
            )
    changes: dict[str, object] = dict(overrides or {})
    return replace(EVENT_RULES[profile], **changes)  # type: ignore[arg-type]  # checked by __post_init__
