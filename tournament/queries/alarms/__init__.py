"""What is wrong with the house itself, beside every tournament: its processes, disk, backups and clock. Each source has
a module that answers with alarms; `every` puts them in the order of their weight. Imports models, words and
what time it is.
"""
