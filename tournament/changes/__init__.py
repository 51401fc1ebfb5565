"""Changes: what the log can tell of, one frozen class for each verb.

A class has what its lines keep, the sentence that says it, and the kind under which it is found. May import `words`,
the rows and the pure rules. Services `record` a change and register how it is undone; queries and pages read a line as
its change.

    change       what a change is                    kinds      the filters of the log
    figures      how money and chips are written     people     whom a line is about
    together     what one tap has done to many rows  every      imports all that register
    clock        the tournament's clock              entries    entries, places, registration, the end
    setup        settings, prices, staff             tills      drawers and the safe
    sales        rebuys and add-ons                  pool       added money, the part of the house
    prizes       the ladder, deductions, prizes      payments   paying, a second person, all in one
    side_prizes  prizes beside the ladder            chops      proposed, agreed on, on the wall
    bounties     paid or not collected, envelopes
"""
