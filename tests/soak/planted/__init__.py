"""What a house under soak is started with: a clock that can be wrong, and what `tests.soak.sabotages` plants."""
