"""When an event will end, reach its money and its final table: a range of eighty in a hundred, never a number alone.

May import `errors` of the rules. Time is *played*: minutes of levels, without breaks and pauses, because nobody goes
out in those; `Course` turns it into minutes of the clock.

    course        the structure as the forecast reads it: how deep its blinds are at a played minute
    evening       an event, finished or in play: who came and went out, when
    elimination   how fast players go out at so many big blinds, and how far that is certain
    published     what is known before the house has played one event, from published figures
    experience    what was learned from finished events
    walking       an event walked on, level by level, until so many are left
    standing      how an event stands, and when so many may be left: its own pace and others weighed against each other
    spread        how far such forecasts were off: the range
    depth         the level of a final table from its usual depth
    milestones    end, bubble, final table, breaks: what others ask for
    reading       finished events of a file
    evaluation    how good it is: each event forecast from the others

    python -m tournament.rules.forecast FILE    prints how good it is on the events of a file

docs/forecast.md says how it is made, and what it reaches.
"""
