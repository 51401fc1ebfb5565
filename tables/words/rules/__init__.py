"""The keys on which rule books disagree, in words.

keys      the question each one answers, its answers, and a change of it in the log
effects   where each one acts and what it changes there
"""
