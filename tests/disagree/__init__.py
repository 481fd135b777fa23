"""Evenings in which table and box come to differ, and what the search finds (`make disagree`)."""
