"""Evenings in which something goes wrong between the table and the box, and what the search finds (`make disagree`)."""
