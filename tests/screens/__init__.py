"""Pictures of every page, and what differs between two folders of them.

    python -m tests.screens FOLDER [--only WORDS] [--room DATABASE_FOLDER]
    python -m tests.screens --compare BEFORE AFTER SHEETS

The first builds the rooms of the tests in a data folder of its own (or takes one that an earlier version built, and
migrates it forward), starts the application with its clock stopped, and photographs each page at the sizes and in the
looks that its users have. The second packs the regions that changed onto sheets, before and after side by side, each
difference once: so a change of words or of colours is looked at in minutes, on all pages.

    shot.py     one page: its address, who opens it, which sizes, looks and taps
    rooms.py    the pages of staff, players and walls
    felts.py    the tablets, in each state of a hand
    camera.py   the application and the browser
    sheets.py   two folders beside each other
"""
