"""Irregularities: what went wrong at the table and what the rules make of it.

    kinds             every ruling: its rule, who decides, what it needs
    moments           when each can be made
    subjects          whom each can concern, and what can have been done
    effects           a ruling checked and applied
    corrected_bets    bets accepted, corrected or returned; chips found behind an all-in
    irregular_bets    string bets, short raises, undercalls
    out_of_turn       action out of turn and what it binds to
    deals             exposed, wrong and foreign cards; wrong flops
    misdeals          whether the deal can still be undone
    dead_hands        hands that die or come back; hands that do not count
    showdown          hands asked for, hands declared
    rewinding         playing a hand again from an earlier point
    substantial_action   what can no longer be undone (TDA 36)

May import: `streets`, `play`, `games`, `cards`, `errors`.
"""
