"""The structure editor's rows: typed, read, and changed by its buttons.

rows     read from a form and made into a Structure
values   single values, from what was typed
buttons  what the buttons do to the rows
text     a structure pasted, or sent as a file
wishes   what a structure is to be made from
rest     the rows behind one, made from those wishes
what_if  changes of a structure in play that are looked at first
games    every game that a level can be played in
"""
