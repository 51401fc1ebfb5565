"""What is printed on paper: the words of a seat ticket, and the PDF.

    tickets       an entry in words, in the language that is active
    ticket_pdf    tickets drawn, a page each

May import queries and templatetags, which write figures as pages do, and the letters of tournament.printing.
Views print one ticket, the worker all of them.
"""
