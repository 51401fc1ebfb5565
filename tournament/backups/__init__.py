"""Backups: one file each, with the whole database, the keys of the house and a manifest that says what is in it.

    making      a backup from the database in use, while play goes on
    restoring   a backup put in the place of the database
    archive     the file: written, read, checked
    sqlite   postgresql   copied whole and put back
    schema      which migrations a database has
    shelf       the directory of backups: what is there, what is kept, what went wrong
    disk        how much space is free
    errors      BackupFailed, BadBackup, NotRestored

What they say is for the terminal; pages have words of their own for each kind of failure. Works without a database as
far as it can, because that is when it is asked. Imports the rules alone.
"""
