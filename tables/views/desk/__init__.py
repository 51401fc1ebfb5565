"""The registration desk: entries, players, printed seat tickets, imports, and the rules in force."""
