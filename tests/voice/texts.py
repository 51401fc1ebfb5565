"""Every clip with its text in each language: what a recording has to hold, all that a sentence may be made of.

A clip is heard as it stands here, so a text that another one follows ends
without a full stop, and an English word in Italian is written as the voice has to read it.
"""

from collections.abc import Mapping
from typing import Final

from tournament.rules.screens.voice.numbers import SIZES, WHOLE

LANGUAGES: Final = ("en", "it")

_PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    "shuffle-up": ("Shuffle up and deal!", "Dealer, si comincia!"),
    "level": ("Level", "Livello"),
    "blinds": ("Blinds", "Bui"),
    "limits": ("Limits", "Limiti"),
    "ante": ("Ante", "Ante"),
    "big-blind-ante": ("Big blind ante", "Big blaind ante"),
    "button-ante": ("Button ante", "Botton ante"),
    "button-blind": ("Button blind", "Botton blaind"),
    "bring-in": ("Bring in", "Bring in"),
    "minimum-bet": ("Minimum bet", "Puntata minima"),
    "mixed-games": ("Mixed games", "Giochi misti"),
    "dealers-choice": ("Dealer's choice", "Diler ciois"),
    "break": ("Players, we are on a break", "Giocatori, siamo in pausa"),
    "minutes": ("minutes", "minuti"),
    "minute": ("minute", "minuto"),
    "colour-up": ("We are coloring up the", "Si cambiano le cip da"),
    "add-ons": ("Add-ons are on sale at the desk", "Add-on in vendita al banco"),
    "and": ("and", "e"),
    "two-minutes": ("Two minutes to the next level", "Due minuti al prossimo livello"),
    "two-minutes-to-break": ("Two minutes to the break", "Due minuti alla pausa"),
    "one-minute": ("One minute to the next level", "Un minuto al prossimo livello"),
    "one-minute-to-break": ("One minute to the break", "Un minuto alla pausa"),
    "take-your-seats": (
        "One minute. Players, please take your seats",
        "Un minuto. Giocatori, ai vostri posti, per favore",
    ),
    "registration-closes": ("Registration closes in", "Le iscrizioni chiudono tra"),
    "registration-closed": ("Registration is closed", "Le iscrizioni sono chiuse"),
    "hand-for-hand": ("Dealers, we are hand for hand", "Dealer, si gioca mano per mano"),
    "last": ("Dealers, last", "Dealer, ultime"),
    "hands": ("hands", "mani"),
    "last-hand": ("Dealers, last hand", "Dealer, ultima mano"),
    "last-orbit": ("Dealers, last orbit", "Dealer, ultimo giro"),
    "in-the-money": (
        "Congratulations, everybody is in the money",
        "Complimenti, tutti i giocatori sono a premio",
    ),
    "table": ("Table", "Il tavolo"),
    "tables": ("Tables", "I tavoli"),
    "breaks": ("breaks. Please go to your new seats", "si rompe. Andate ai vostri nuovi posti, per favore"),
    "break-up": (
        "break. Please go to your new seats",
        "si rompono. Andate ai vostri nuovi posti, per favore",
    ),
    "new-seats": ("Please go to your new seats", "Andate ai vostri nuovi posti, per favore"),
    "seats-drawn": (
        "The seats are drawn. Please look for your name",
        "I posti sono assegnati. Cercate il vostro nome",
    ),
    "final-table": (
        "Ladies and gentlemen, this is the final table",
        "Signore e signori, siamo al tavolo finale",
    ),
    "winner": ("We have a winner. Congratulations!", "Abbiamo un vincitore. Complimenti!"),
    "seat": ("seat", "posto"),
    "at-table": ("at table", "al tavolo"),
    "please-move": ("please move to table", "per favore spostati al tavolo"),
    "sound-on": ("This screen speaks", "Questo schermo parla"),
    # Games.
    "no-limit": ("No limit", "No limit"),
    "pot-limit": ("Pot limit", "Pot limit"),
    "limit": ("Limit", "Limit"),
    "spread-limit": ("Spread limit", "Spred limit"),
    "holdem": ("hold em", "oldem"),
    "short-deck": ("short deck", "short dek"),
    "omaha": ("Omaha", "Omaha"),
    "five-card": ("five card", "cinque carte"),
    "six-card": ("six card", "sei carte"),
    "hi-lo": ("high low", "ai lo"),
    "courchevel": ("Coorshuhvell", "Curscevèl"),
    "seven-card-stud": ("seven card stud", "seven card stad"),
    "five-card-stud": ("five card stud", "faiv card stad"),
    "razz": ("razz", "raz"),
    "five-card-draw": ("five card draw", "faiv card dro"),
    "jacks-or-better": ("five card draw, jacks or better", "faiv card dro, apertura ai fanti"),
    "progressive-draw": ("five card draw, progressive openers", "faiv card dro, apertura progressiva"),
    "deuce-to-seven": ("deuce to seven", "dius tu seven"),
    "ace-to-five": ("ace to five", "eis tu faiv"),
    "ace-to-six": ("ace to six", "eis tu six"),
    "single-draw": ("single draw", "singol dro"),
    "triple-draw": ("triple draw", "tripol dro"),
    "badugi": ("badoogie", "badughi"),
    "badeucey": ("badoocey", "badiusi"),
    "badacey": ("badacey", "badeisi"),
    "italian-poker": ("Italian poker", "Poker all'italiana"),
}
_SIZES: Final[Mapping[str, tuple[str, str]]] = {
    "hundred": ("hundred", "cento"),
    "thousand": ("thousand", "mila"),
    "million": ("million", "milioni"),
    "billion": ("billion", "miliardi"),
}
# Digits that a voice does not read as one number.
_NUMBERS: Final[Mapping[int, tuple[str, str]]] = {
    1_000_000: ("one million", "un milione"),
    1_000_000_000: ("one billion", "un miliardo"),
}


def clip_texts(language: str) -> Mapping[str, str]:
    """By the name of each clip what is said in it."""
    column = LANGUAGES.index(language)
    words = {name: texts[column] for name, texts in _PHRASES.items()}
    sizes = {name: _SIZES[name][column] for _size, name in SIZES}
    numbers = {str(n): _NUMBERS[n][column] if n in _NUMBERS else str(n) for n in sorted(WHOLE)}
    return words | sizes | numbers


PHRASES: Final = frozenset(_PHRASES)
"""The names of all but the numbers."""
