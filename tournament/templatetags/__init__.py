"""How every page writes chips, money, times, cards, games, links and streams."""
