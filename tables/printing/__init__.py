"""What is printed on paper: the words of a seat ticket, its letters, and the PDF.

    tickets       an entry in words, in the language that is active
    ticket_pdf    tickets drawn, a page each
    letters       which letters the fonts have, and lines that fit

May import queries and templatetags, which write figures as pages do. Views print one ticket, the worker all of them.
"""
