"""Pictures, lights and words for a state of the game, as plain values without pixels or pins."""
