"""Requests in, pages out: load, permit, bind the form, one service, render.

One room for each audience, as in `tables/queries`; a room imports no other. `public` stands alone. What all of
them share (who may, a tap counted once) is in `tournament.views`. Fourteen modules because what others show of an
event (`overlays`, `feeds`, `chip_counts`) is nobody's room.
"""
