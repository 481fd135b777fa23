"""Pairs a phone with the box, and controls what a paired phone may do."""
