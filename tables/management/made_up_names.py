"""Names for players who do not exist: for the demo and for simulated tournaments."""

from __future__ import annotations

# One string each keeps a list of names short to read.
FIRST = (
    "Ada Bruno Carla Dario Elsa Fabio Gaia Ivo Lia Marco Nora Olmo Pia Rocco Sara "
    "Tito Uma Vera Walter Zoe Alma Berto Cleo Dino Emma Furio Greta Ines Loris Mina"
).split()
LAST = (
    "Abeti Bassani Corvi Dalmasso Erbani Fontalba Grifoni Isolani Lampi Montesi "
    "Nardelli Olivari Pratolini Querci Roveri Salici Tornabò Ulivieri Valdastri Zaffiri"
).split()


def made_up_name(number: int) -> str:
    """The `number`-th name, from 0; the first 600 are all different, then a numeral is added."""
    first = FIRST[number % len(FIRST)]
    last = LAST[(number // len(FIRST) + number) % len(LAST)]
    turn = number // (len(FIRST) * len(LAST))
    return f"{first} {last}" + (f" {turn + 1}" if turn else "")
