from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.chips.bust_chips import Stack, stacks_after_bust

TABLES = st.dictionaries(
    st.integers(1, 10), st.builds(Stack, chips=st.integers(1, 10**6), is_known=st.booleans()), min_size=2
)


def known(*chips: int) -> dict[int, Stack]:
    return {player: Stack(chips=stack) for player, stack in enumerate(chips, start=1)}


def test_one_winner_who_had_them_covered_has_their_chips() -> None:
    after = stacks_after_bust(known(9_000, 5_000, 4_000, 9_000), out=[2, 3], won_by=[4])

    assert after == {1: Stack(chips=9_000), 4: Stack(chips=18_000)}


def test_one_winner_of_an_unknown_stack_has_an_unknown_one() -> None:
    table = {**known(9_000, 9_000), 3: Stack(chips=5_000, is_known=False)}

    assert stacks_after_bust(table, out=[3], won_by=[1]) == {
        1: Stack(chips=14_000, is_known=False),
        2: Stack(chips=9_000),
    }


@given(TABLES, st.data())
def test_the_chips_of_a_table_stay_the_same_and_what_is_known_is_certain(
    table: dict[int, Stack], data: st.DataObject
) -> None:
    players = sorted(table)
    out = data.draw(st.lists(st.sampled_from(players), min_size=1, max_size=len(players) - 1, unique=True))
    staying = [player for player in players if player not in out]
    won_by = data.draw(st.lists(st.sampled_from(staying), unique=True))

    after = stacks_after_bust(table, out=out, won_by=won_by)

    assert sorted(after) == staying
    assert sum(stack.chips for stack in after.values()) == sum(stack.chips for stack in table.values())
    for player in staying:
        if after[player].is_known:
            assert table[player].is_known
            winner = after[player].chips != table[player].chips
            assert not winner or all(table[each].is_known for each in out)


def test_chips_that_nobody_knows_the_winner_of_are_shared_for_the_books() -> None:
    after = stacks_after_bust(known(9_000, 5_001, 4_000), out=[2], won_by=[])
    assert after == {1: Stack(chips=11_501, is_known=False), 3: Stack(chips=6_500, is_known=False)}
    after = stacks_after_bust(known(9_000, 5_001, 4_000, 800), out=[2], won_by=[1, 3])
    assert after == {
        1: Stack(chips=11_501, is_known=False),
        3: Stack(chips=6_500, is_known=False),
        4: Stack(chips=800),
    }


def test_a_winner_who_was_covered_leaves_all_stacks_unknown() -> None:
    covered = stacks_after_bust(known(4_999, 5_000, 9_000), out=[2], won_by=[1])
    assert covered == {1: Stack(chips=9_999, is_known=False), 3: Stack(chips=9_000, is_known=False)}
    even = stacks_after_bust(known(5_000, 5_000, 9_000), out=[2], won_by=[1])
    assert even == {1: Stack(chips=10_000), 3: Stack(chips=9_000)}
    alone = stacks_after_bust(known(1, 5_000), out=[2], won_by=[])
    assert alone == {1: Stack(chips=5_001)}
