"""Notices to players: switched on and off, told of the clock, handed to push services or to a message service.

    addresses   what a browser says of itself            keys       what the house signs with
    switching   on and off, from the player's own page   messages   what is sent, encrypted for one browser
    moments     what the clock brings by itself          sending    the outbox, to the services
    joining     a player's address at a message service

Imports the ground floor (locks, errors, sealing), of web hooks how one POST is made, of message services how a message
is sent.
"""
