"""The structure editor's rows: typed, read, and changed by its buttons.

rows     read from a form and made into a Structure
values   single values, from what was typed
buttons  what the buttons do to the rows
games    every game that a level can be played in
"""
