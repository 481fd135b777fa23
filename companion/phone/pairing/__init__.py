"""How a phone is paired with the box, and what a paired phone may do."""
