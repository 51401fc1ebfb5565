"""Faults of the kinds that engines have, to be planted in ours one at a time while hands are played."""

from __future__ import annotations

from typing import Final

from tests.tables.engine.planting import Fault

NAMED: Final = (
    # The four that once passed unseen.
    Fault(
        "odd chips go to the last seats",
        "play.pots:split_pot",
        "place < rest",
        "place >= len(winners) - rest",
    ),
    Fault("the odd half is the low's", "play.awarding:_divided", "units // 2", "(units + 1) // 2", games="/"),
    Fault(
        "exactly half a bet is not a full raise",
        "play.betting:stand_raised",
        ">= limit_bet(p)",
        "> limit_bet(p)",
        games="^F",
    ),
    Fault(
        "short blinds are not counted in the pot limit",
        "games.posts:_missing_blinds",
        "max(due - amount, 0)",
        "due * (not amount)",
        games="^P",
    ),
    # Nine more.
    Fault(
        "a short all-in lowers the least raise",
        "play.betting:stand_raised",
        "max(p.raise_increment, ",
        "max(0, ",
    ),
    Fault(
        "a short all-in re-opens the betting",
        "play.limits:raise_limits",
        "faced < p.raise_increment",
        "faced <= 0",
    ),
    Fault(
        "the cap is one raise too low", "play.limits:_limit_refusal", "p.raises >", "p.raises >=", games="^F"
    ),
    Fault(
        "an all-in player wins of the pot above their own",
        "play.pots:build_pots",
        "reach[seat] >= level",
        "reach[seat] >= below",
    ),
    Fault(
        "what the folded have put in matches no bet",
        "play.pots:uncalled_bet",
        "sorted(bets.values())",
        "sorted([0, *[bets[seat] for seat in live]])",
    ),
    Fault(
        "the last aggressor need not show first",
        "play.showdown:undecided",
        "p.aggressor if p.aggressor is not None else",
        "None if p.aggressor is not None else",
    ),
    Fault("any low qualifies", "cards.evaluation:qualifies", "not qualifier or", "qualifier or", games="/8"),
    Fault(
        "a flush does not count against a deuce-to-seven low",
        "cards.evaluation:_best_of_any",
        "not flush or not suited",
        'not flush or not suited or ranking.name == "deuce_to_seven"',
        games="2L",
    ),
    Fault(
        "with equal door cards the highest suit brings in",
        "streets.stud:_card_key",
        "suit_of(card)",
        "-suit_of(card)",
        games="[75]S|R",
    ),
)
"""The thirteen."""

UNPOSTED: Final = Fault(
    "the bring-in that nobody posted makes the next raise smaller",
    "play.betting:_raised_above",
    "return 0 if is_unposted else",
    "return",
    games="^[NPS]([75]S|R)",
)
"""The bet over an unposted bring-in is a bet, all of it (TDA 43)."""

OWN: Final = (
    Fault(
        "the last player with chips must match the whole of a short blind",
        "play.progress:Progress.price",
        "if self.able > 1",
        "if self.able > 0",
    ),
    Fault(
        "less than a full bet over a bring-in re-opens to players who called it",
        "play.betting:call",
        "0 if bet_to_match == p.bring_in else bet_to_match",
        "0 if p.bring_in else bet_to_match",
        games="^[NP]([75]S|R)",
    ),
    Fault(
        "half a bet does not re-open the betting in limit",
        "play.limits:raise_limits",
        "2 * faced < limit_bet(p)",
        "faced < limit_bet(p)",
        games="^F",
    ),
    Fault(
        "the call does not count in the pot limit",
        "play.limits:_pot_limit",
        "p.bet_to_match + after_call",
        "after_call + p.bets[seat]",
        games="^P",
    ),
    Fault(
        "the big bet comes a street late",
        "play.limits:limit_bet",
        "p.game.streets[p.street]",
        "p.game.streets[max(p.street - 1, 0)]",
        games="^F",
    ),
    Fault(
        "a player all-in on the ante wins everybody's ante",
        "play.pots:build_pots",
        "(antes.get(seat, 0), 0)",
        "(_ALL, 0)",
    ),
    Fault(
        "the ante for the table is live",
        "games.posts:opening",
        'kind == "table_ante" or kind == "dead_blind"',
        'kind == "dead_blind"',
    ),
    Fault(
        "odd chips of stud go by seat",
        "play.awarding:_in_order_of_odd_chips",
        'p.game.odd_chip == "button" or',
        "True or",
        games="[75]S|R",
    ),
    Fault(
        "an eight-seven-six-five-four is not a low",
        "cards.evaluation:qualifies",
        ">= threshold",
        "> threshold",
        games="/8",
    ),
    Fault(
        "a pair of aces acts before two pair",
        "streets.stud:_board_key",
        "return [count for count, _ in groups], [height for _, height in groups]",
        "return [groups[0][0]], [height for _, height in groups]",
        games="[75]S|R",
    ),
    Fault(
        "the all-in players do not draw",
        "streets.drawing:begin_draw",
        "list(p.live)",
        "[s for s in p.live if p.stacks[s]]",
        games="D|B",
    ),
    Fault(
        "both halves of the same hands are split half by half",
        "play.awarding:_divided",
        "high.seats == low.seats and",
        "False and",
        games="/",
    ),
    Fault(
        "after the draw the opener's left acts first",
        "streets.streets:_action_order_after_draw",
        "at = p.order.index(cards.opener)",
        "at = p.order.index(cards.opener) + 1",
        games="5DA",
    ),
    Fault(
        "a card is dealt to each though the last of the deck is among them",
        "streets.stud_streets:_required",
        "BURNED_PER_STREET + 1",
        "BURNED_PER_STREET",
        games="7S|R",
    ),
)

ROOM: Final = (
    Fault(
        "a dead small blind is not counted in the pot limit",
        "games.posts:_missing_blinds",
        "paid or [0]",
        "paid",
        games="^P[TO]",
    ),
    Fault(
        "a straddle is raised by the big blind",
        "games.posts:opening",
        "raise_increment=max(bet_to_match, stakes.least_bet)",
        "raise_increment=stakes.least_bet",
    ),
    Fault(
        "a new player's missed small blind is live",
        "games.posts:opening",
        'kind == "table_ante" or kind == "dead_blind"',
        'kind == "table_ante"',
    ),
    Fault(
        "the big blind's ante comes first", "games.posts:posts_due", "elif ante_first", "elif not ante_first"
    ),
    Fault(
        "the first of two big blinds pays the ante",
        "games.posts:_table_ante",
        "big_blinds[-1:]",
        "big_blinds[:1]",
    ),
    Fault(
        "the ante for the table falls away short-handed",
        "games.setup:Setup.for_level",
        "len(seats) > rules.bba_none_at",
        "len(seats) > max(rules.bba_none_at, 3)",
    ),
    Fault(
        "a short opening bet is doubled by any house",
        "play.limits:_least_raise",
        'p.setup.rules.short_open_raise == "figp"',
        "True",
        games="^[NPS]",
        house=(("short_open_raise", "rrp"),),
    ),
    Fault(
        "the cap falls away with two players left in the hand",
        "play.rounds:start_betting",
        'rule == "last_two" and p.setup.last_two',
        'rule == "last_two" and len(p.live) == 2',
        games="^F",
        house=(("limit_heads_up_uncapped", "last_two"),),
    ),
    Fault(
        "the cap falls away only in rounds that begin with two players",
        "play.betting:_count_raise",
        'rules.limit_heads_up_uncapped == "becomes"',
        "False",
        games="^F",
        house=(("limit_heads_up_uncapped", "becomes"),),
    ),
    Fault(
        "tied boards act by suit in any house",
        "streets.stud:_best_board",
        'rule == "position" or',
        "False and",
        games="[75]S|R",
        house=(("stud_tie_first", "position"),),
    ),
    Fault(
        "the odd chip of a quartered pot is always the high's",
        "play.awarding:_divided",
        'rules.quarter_odd == "low"',
        "False",
        games="/",
        house=(("quarter_odd", "low"),),
    ),
    Fault(
        "the main pot is shown for first",
        "play.showdown:undecided",
        'p.setup.rules.side_pot_order == "newest_first"',
        "False",
    ),
    Fault("with a player all-in one may muck", "play.showdown:muck_refusal", "p.all_in and", "False and"),
    Fault(
        "the last player to claim a pot may muck",
        "play.showdown:muck_refusal",
        "claimants(p, pot) == [seat]",
        "False",
    ),
    Fault("a mucked hand still wins", "play.awarding:claimants", "if seat not in mucked", ""),
    Fault(
        "an action out of turn binds although a raise has come",
        "rulings.out_of_turn:bound_action",
        "faced != _faced(p) and",
        "False and",
        house=(("oot_binding", "unchanged"),),
    ),
    Fault(
        "a fold out of turn does not bind",
        "rulings.out_of_turn:bound_action",
        "isinstance(said, Fold)",
        "False",
    ),
    Fault(
        "a skipped player may not raise on later streets either",
        "rulings.out_of_turn:bound_action",
        "irregularities.passive.get(seat) == p.street",
        "seat in irregularities.passive",
    ),
    Fault(
        "a dead hand owes no bring-in",
        "rulings.dead_hands:leave_hand",
        "p.bring_in > p.bet_to_match",
        "False",
        games="[75]S|R",
    ),
    Fault(
        "a dead hand takes its place in the pot along",
        "rulings.dead_hands:leave_hand",
        "other for other in p.all_in if other != seat",
        "other for other in p.all_in",
    ),
    Fault(
        "a fold that leaves less than a call takes it back",
        "rulings.irregular_bets:undercall",
        "put_in(p, seat, left)",
        "pass",
    ),
    Fault(
        "after a misdeal the antes are gone",
        "rulings.dead_hands:void",
        "{each.seat: each.stack for each in p.setup.seats}",
        "p.setup.opening.stacks.copy()",
    ),
    Fault(
        "exactly half a raise is a call",
        "gestures.gesture:Situation.is_half_a_raise",
        ">= self.minimum",
        "> self.minimum",
    ),
    Fault(
        "two chips are a call, whatever they are worth",
        "gestures.rules:_one_chip",
        "len(situation.counted) == 1",
        "len(situation.counted) <= 2",
    ),
    Fault(
        "chips are all needed although one could be left out",
        "gestures.gesture:Situation.every_chip_is_needed",
        "< self.call_to",
        "<= self.call_to",
    ),
    Fault(
        "burns that were shuffled in on a street are counted again on the next",
        "streets.stud_streets:_off_the_stub",
        "cards.burns = 0",
        "pass",
        games="7S|R",
    ),
    Fault(
        "an exposed card is still to be dealt",
        "rulings.deals:exposed_card",
        "max(p.cards.stub - len(cards), 0)",
        "p.cards.stub",
        games="[75]S|R",
    ),
    Fault(
        "a count of the stub leaves burns for which the deck has no room",
        "streets.stud_streets:_counted",
        "min(cards.burns, most - left)",
        "cards.burns",
        games="[75]S|R",
    ),
    Fault(
        "three actions are not yet substantial",
        "rulings.substantial_action:is_substantial",
        "actions >= 3",
        "actions >= 4",
    ),
)
"""Of what PokerKit does not have: house rules, dead blinds, straddles, new players, mucks, rulings."""

ALL: Final = (*NAMED, UNPOSTED, *OWN, *ROOM)
