"""Requests in, pages out: load, permit, bind the form, one service, render.

`access` (who may), `taps` (a tap counted once), `refusals` and `outages` (the database is away) are shared, with
`tables.views` too; `setup` is the director's room, `house` what is beside every tournament. No page's view imports
another's.

It has more modules because each page that no other needs has one.
"""
