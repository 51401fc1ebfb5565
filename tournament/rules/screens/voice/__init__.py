"""What the screens of the room say aloud: sentences as clips, which were recorded once and are joined as they are.

`numbers`, `games` and `sentences` say which of them follow each other.
"""
