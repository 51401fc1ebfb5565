"""What pages read about the event: rows in, frozen values out. Nothing here writes, nothing decides a rule.

`chain`, `payouts` and `words` are rooms; the modules beside them import one another only downwards: `clock` may import
`payouts`, `registration` and `standings`; `log` may import `words` and `names`.

It has more modules because each thing that a page shows is in one of its own: chips sold, the clock, the log.
"""
