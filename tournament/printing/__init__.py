"""What is printed on paper: letters and their fonts, and the slips of the cash desk; and the file of the calendar.

    calendar_file  the events of the house, for calendars
    slips       receipts and payout slips in words, in the language that is active
    slip_pdf    one slip drawn, as long as its words need
    letters     which letters the fonts have, and lines that fit

May import queries and templatetags, which write figures as pages do.
"""
