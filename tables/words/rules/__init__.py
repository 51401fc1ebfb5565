"""The keys on which rule books disagree, in words.

keys      the question each one answers, its answers, and a change of it in the log
stages    stages of time-bank chips, as they are typed, and the start of the shot clock
effects   where each one acts and what it changes there
"""
