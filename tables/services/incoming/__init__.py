"""What other systems tell of a table: stacks and busts that somebody else has followed.

May import every room but `undo`. Each of them changes what the floor could have entered by hand, through the same
services, so it is logged and undone like that.
"""
