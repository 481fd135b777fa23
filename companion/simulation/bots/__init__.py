"""Players for the other seats of the simulated table; each sees only their own cards."""
