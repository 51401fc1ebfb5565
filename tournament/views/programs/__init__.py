"""Other programs: their tokens for the interface, and web hooks that tell them."""
