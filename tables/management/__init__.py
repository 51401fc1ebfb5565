"""What only commands use: the demo, a simulated tournament, scripted dealers, recorded hands sent to a server.

demo              a club night in play, for somebody who looks at Floorman for the first time
simulation        a whole tournament through the same services, with its invariants checked
scripted_dealer   a lawful next operation for any hand, chosen by chance
scripted_floor    a floor manager that follows the advice of the rules, one step at a time
made_up_names     names for players who do not exist
two_days          the end of its first day and the morning of the second: colour-up, bags, draw
sales, mystery    what the players of a simulation buy, and the envelopes of its mystery bounties
replaying, taps   recorded hands played through a running server, as a tablet sends them
replay_places     where their players sit, with button and blinds where the file has them

Fifteen modules because every command has its helpers here, one or two each.
"""
