"""What is printed on paper: letters and their fonts, and the slips of the cash desk; and files that others read.

    calendar_file  the events of the house, for calendars
    feed_files     what the house and its events have to tell, for feed readers
    event_picture  an event as the picture of its link
    pictures       what such pictures are drawn with
    results_file   who finished where for how much, for rankings and the press
    slips       receipts and payout slips in words, in the language that is active
    slip_pdf    one slip drawn, as long as its words need
    sheets      an event on A4: its structure, its prizes, its results
    structure_rows  levels and breaks as rows to print
    sheet_pdf   A4 pages of figures and lists drawn
    letters     which letters the fonts have, and lines that fit

May import queries and templatetags, which write figures as pages do.
"""
