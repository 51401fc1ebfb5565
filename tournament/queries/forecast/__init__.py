"""When events will end: what the house has played feeds the rules, and an event in play asks them once a minute.

spans        how the clock of an event ran, from its log: which period, from when to when
evenings     events as the rules see them, finished or in play
pace         hands an hour of the event’s tables, for levels by hands
whereabouts  how an event in play stands: its course, what was played of it
house        what the house has learned from its own finished events and from imported ones
outlook      end, bubble, final table, breaks of one event as times of day
kept         the outlook of up to a minute ago

The rules are `tournament.rules.forecast`; docs/forecast.md says how good they are.
"""
