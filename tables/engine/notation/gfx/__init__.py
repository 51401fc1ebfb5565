"""Sessions of PokerGFX: the hands of a feature table as broadcast software keeps them."""
