"""Pairing of phones with the box, and control of what a paired phone may do."""
