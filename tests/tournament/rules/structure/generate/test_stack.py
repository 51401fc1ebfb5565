import pytest

from tournament.rules.structure.generate.stack import pieces_of_stack


@pytest.mark.parametrize(
    ("stack", "values", "pieces"),
    [
        # The set that a club prints on its sheet.
        (10_000, (25, 100, 500, 1_000, 5_000), {25: 8, 100: 8, 500: 8, 1_000: 5}),
        (30_000, (25_000, 5_000, 1_000, 500, 100, 25), {25: 8, 100: 8, 500: 8, 1_000: 10, 5_000: 3}),
        (1_500, (20, 50, 100), {20: 10, 50: 8, 100: 9}),
        (50, (25, 100), {25: 2}),
        (110, (7, 21), None),
    ],
)
def test_a_stack_has_about_eight_of_each_small_chip(
    stack: int, values: tuple[int, ...], pieces: dict[int, int] | None
) -> None:
    assert pieces_of_stack(stack, values) == pieces
    assert pieces is None or sum(value * count for value, count in pieces.items()) == stack
