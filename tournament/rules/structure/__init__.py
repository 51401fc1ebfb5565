"""The blind structure: levels of one game or of several, breaks, and whether they can be played.

May import `errors` of the rules, `names` and `spreadsheets`.

    periods        the structure: levels and breaks in the order they are played
    levels         one row: a level or a break
    level_games    the games of a level and what each is played for
    check          is it playable? what a director sees beside the editor
    stakes_check   the part of it about one game's stakes
    text           a structure as text that people write, out and in
    replacement    a structure replaced while the clock runs
    errors         limits, and how a structure is refused
"""
