"""How the tables' pages write rulings, refusals and the steps of a hand."""
