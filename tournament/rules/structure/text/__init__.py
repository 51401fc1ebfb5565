"""A structure as text that people write: taken out as a table, read from a table or from lines of other sheets.

    python -m tournament.rules.structure.text FILE      prints what it read, or what is wrong line by line

docs/structure-text.md describes the form. May import `spreadsheets` and the structure beside it.

    reading   a text into a structure, or everything that is wrong with it
    writing   a structure into the text
    table     a text whose first line names its columns
    lines     a text without such a line: "1  100/200 (200)  20 min", "Break 15"
    columns   what columns are called, and where one ends
    cells     amounts, minutes, who pays the ante, games
    draft     the rows that were read, on their way to a structure
    problems  what is refused, with its line and column
"""
