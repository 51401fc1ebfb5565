"""What a screen of the room shows in turn, in which colours it is read, what its lines and sentences are made of."""
