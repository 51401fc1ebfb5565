"""The registration desk: entries, players, seat tickets on paper, an import, and the rules in force."""
