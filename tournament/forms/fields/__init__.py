"""Fields that several forms share: amounts, one line of text, closed lists, widgets."""
