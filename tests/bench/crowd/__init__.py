"""Everybody who is in the room of a measurement: dealers' tablets, phones, wall clocks and the floor's consoles.

Each kind has a process of its own, so that its processor time is known, and does what the pages' scripts do: it holds
its stream, hears of news, and fetches what the page would fetch. None of them imports Django or the engine.

    wire       connections: one that asks and one that listens, many to a process
    orders     how the measurement talks to these processes: a line of JSON each way
    tablets    taps on time, and what each was answered
    viewers    open streams, and when the last one has each change
    consoles   the floor's overview, open and up to date
    readers    programs of strangers that read the interface
"""
