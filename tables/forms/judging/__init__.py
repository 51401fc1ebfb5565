"""What is told of a hand to be judged: cards for a verdict, words and chips for a gesture.

May import `cards`.
"""
