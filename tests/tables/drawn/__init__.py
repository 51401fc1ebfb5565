"""What the tablet has drawn so far: screens and pages of every kind, kept so that a change of them is seen and meant.

`hands` plays a hand of every game, `room` brings about everything else that a screen can show, `pages` opens the page
with each of its sheets; `kept` compares what is drawn now with what was kept, and keeps it anew.
"""
