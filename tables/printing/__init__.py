"""What is printed on paper, and drawn: the words of a seat ticket, the PDF, the picture of a hand.

    tickets       an entry in words, in the language that is active
    ticket_pdf    tickets drawn, a page each
    paper_kit     the room in words, to go on by hand
    paper_kit_pdf the same drawn, on A4
    shelf         paper kits as files
    chip_counts_file  the chips of everybody who is in, for the press
    hand_picture  a hand as the picture of its link

May import queries and templatetags, which write figures as pages do, and the letters of tournament.printing.
Views print one ticket, the worker all of them.
"""
