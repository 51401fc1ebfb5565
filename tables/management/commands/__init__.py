"""Commands of the tables: demo, demo_dealers, simulate, replay."""
