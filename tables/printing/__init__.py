"""What is printed on paper: the words of a seat ticket, and the PDF.

    tickets       an entry in words, in the language that is active
    ticket_pdf    tickets drawn, a page each
    paper_kit     the room in words, to go on by hand
    paper_kit_pdf the same drawn, on A4
    shelf         paper kits as files

May import queries and templatetags, which write figures as pages do, and the letters of tournament.printing.
Views print one ticket, the worker all of them.
"""
